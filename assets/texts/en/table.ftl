# Table and players

heading = ## Junqi 3v1 — table { $table }
computer-random = Computer (random)
computer-simple = Computer
player-erased = (former player)
contract = contract { $number }
call-pass = Pass
