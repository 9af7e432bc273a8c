# Table and players

heading = ## Junqi 3v1 — table { $table }
computer-random = Computer (random)
computer-simple = Computer (simple)
computer-easy = Computer (easy)
computer-normal = Computer
computer-hard = Computer (hard)
contract = contract { $number }
call-pass = Pass
span-hours = { $hours } h { $minutes } min
span-minutes = { $minutes } min { $seconds } s
