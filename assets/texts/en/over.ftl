# End

over-bid = Declarer { $player }, { $contract } · { $plies } plies
over-settled = • { $player }: **{ $points }** → total { $total } ({ $level })
over-points = • { $player }: { $points } (not ranked)
over-no-points = • { $player }: no score
over-promoted = ⬆ **promoted to { $level }**
over-demoted = ⬇ now { $level }
over-film = Animated replay of table { $table }: { $plies } plies from deployment to the end, each marked where it began and ended, with every piece shown. Result: { $result }. The record file has every ply in words.
over-secret = Secret: `{ $secret }`
    Seed: `{ $seed }`
    Check the deal and every ply with `junqi verify` and the attached record.
rematch-opened = Table { $table } is open for a rematch in { $where }: same seats; everybody presses Join on the new message.
