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
select-pace = Another pace
select-turn-away = Turn somebody away
opener-menu = Only you see this. Before the start you can change the pace and turn somebody away.
opener-alone = There is nobody else to turn away.
turned-away = ✅ { $name } has been turned away.
pace-set = ✅ The pace is changed.
lobby-call = { $role } { $name } is looking for { $missing } more at table { $table }: press Join.
called-players = ✅ The players have been called.
practice-started = Table { $table } has begun: you against three computers.
newcomer-hint = 👋 Your first game? It goes in three steps:
    1. **Auction**: when it is your turn, press a button at the table; Pass if you are not sure.
    2. **Deployment**: your pieces are placed for you. Change what you like, then press March.
    3. **Battle**: on your turn press Move, choose a piece, then where it goes.
    There is a button for each step. If you wonder, press Rules.
left-eliminated = You are out already: you may leave and sit elsewhere at any time.
