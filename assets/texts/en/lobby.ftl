# Lobby

lobby-invitation = Four players are wanted. The opener may fill places with computers.
lobby-opener = { $name } (opener)
lobby-free = *free*
lobby-settings = Base score { $base_score } · pace: { $pace } · counts with at least { $people } people
lobby-commitment = Commitment to the deal (SHA-256): `{ $commitment }`
pace-original = original (20 s a move)
pace-relaxed = relaxed (60 s a move)
pace-slow = slow (24 h a move)
pace-other = { $seconds } s a move
closed-by-opener = The opener has closed the table.
closed-by-manager = A manager has closed the table.
closed-idle = Nothing happened for too long: the table is closed.
closed-empty = Everybody has left: the table is closed. Open another with `/junqi start`.
started = Table { $table } is open. The others press Join.
joined = You have a place.
left = You have left.
left-eliminated = You are out already: you may leave and sit elsewhere at any time.
