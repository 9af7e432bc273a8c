# End

over-bid = Declarer { $player }, { $contract } · { $plies } plies
over-settled = • { $player }: **{ $points }** → total { $total } ({ $level })
over-points = • { $player }: { $points } (not ranked)
over-no-points = • { $player }: no score
over-secret = Secret: `{ $secret }`
    Seed: `{ $seed }`
    Check the deal and every ply with `junqi verify` and the attached record.
rematch-opened = Table { $table } is open for a rematch in { $where }: same seats; everybody presses Join on the new message.
