# Replay and the opened deal

replay-no-number = There is no table number in “{ $text }”. Type one, such as `12`, or choose a game from the list.
replay-unknown = This server has no table { $table }. `/junqi history` lists the games that were played.
replay-running = Table { $table } is not over yet; it can be replayed when it is.
replay-no-game = Table { $table } closed before a game began, so there is nothing to replay.
replay-busy = Many replays are being drawn, so this one comes without the animation; use the command again in a moment.
replay-too-large = The animation is too large to be shown here; every ply is in the attached record.
replay-failed = The animation could not be drawn; every ply is in the attached record.
replay-suggestion = Table { $table } · { $when } · { $what }
replay-suggestion-typed = Table { $table }
deal-title = ## The deal of table { $table }
deal-count = There were { $deals } deals; this is the last one.
deal-stock = • Stock: { $pieces }
deal-drawn = • The declarer took from the stock: { $pieces }
deal-left = • Nobody got: { $pieces }
deal-check = ### Check it yourself
    Commitment (shown when the table opened): `{ $commitment }`
    Secret: `{ $secret }`
    Joining ids: `{ $joins }`
    Seed: `{ $seed }`
    1. SHA-256 of the secret's 32 bytes is the commitment.
    2. SHA-256 of those bytes followed by the joining ids as text is the seed.
    3. `junqi verify junqi-{ $table }.json` deals again from the seed and plays every ply anew.
