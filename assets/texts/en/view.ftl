# Private view

view-lobby = This table has not begun.
view-spectator-auction = The auction is on. Spectators see nobody's pieces.
view-spectator-deployment = Deployment is on. Spectators see nobody's pieces.
view-spectator = As a spectator sees it:
view-eliminated = ☠ You are out ({ $how }). You may watch, leave, or sit elsewhere; your score comes with the end.
view-over = This game is over.
view-hand = { $player }, these are your twenty pieces (only you see them).
view-deployment-declarer = { $player }, you are the **declarer**: all 39 points are yours. Until { $when }
view-deployment-defender = { $player }, you are a **defender**: mines in the two rear rows, no bombs in front. Until { $when }
view-marched = ✅ You have marched; the layout stands.
view-first-chosen = **{ $point } { $piece }** is chosen; choose another point to swap.
view-no-move = ⚠ As it stands no piece of yours could move, and you would lose at once: put something that moves in front or in the centre.
view-waits-for-you = 💤 **The game waits for you**: press anything to be back; deserted { $when }
view-your-turn = ▶ **Your move** { $when }
select-first = First piece
select-second = Second piece: swaps at once
select-piece = Piece to move
select-destination = From { $point } to
select-more = More… (page { $page } of { $pages })
option-piece = { $point } { $piece } ({ $ways } ways)
option-empty = { $point } empty
option-enemy = { $point } attacks { $seat }
option-flag = { $point } takes the flag of { $seat }
direct-turned-away = Whoever opened table { $table } has asked you to leave your place. You can join another table, or open one with `/junqi start`.
direct-greeting = You sit at table { $table }. Your pieces will come here once the game begins.
direct-closed = You take no direct messages, so your pieces cannot be sent. The buttons My pieces and My deployment in the channel show them to you alone.
direct-in-channel = The battle is on: { $where }
    You can play it here too.
