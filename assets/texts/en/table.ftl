# Table and players

heading = ## Junqi 3v1 — table { $table }
computer-random = Computer (random)
computer-simple = Computer
contract = contract { $number }
call-pass = Pass
span-hours = { $hours } h { $minutes } min
span-minutes = { $minutes } min { $seconds } s
