# English. Keys are grouped by use; each stands in every catalogue with the same arguments.

## Table and players
heading = ## Junqi 3v1 — table { $table }
computer-random = Computer (random)
computer-simple = Computer
contract = contract { $number }
call-pass = Pass

## Plies and results
outcome-moved = moved
outcome-attacker-won = captured
outcome-defender-won = attacker lost
outcome-both-removed = both removed
outcome-flag-fell = the flag falls
outcome-flag-fell-to-bomb = the flag falls to a bomb
eliminated-flag-fell = flag fell
eliminated-nothing-can-move = nothing left that can move
eliminated-no-legal-move = no legal move
eliminated-self-destructed = self-destructed
eliminated-deserted = deserted
result-declarer-made = The declarer made the contract
result-declarer-failed = The declarer fell: the defenders win
result-draw-agreed = Draw by agreement
result-draw-by-length = Draw after 500 plies
result-passed-out = Three deals passed out: no game
result-void = Somebody deserted in the auction: the game is void
result-stopped = Stopped by a manager: no scores
request-draw = a draw
request-self-destruct = to self-destruct
line-moved = { $ply }. { $player } { $from } → { $to }: { $outcome }
line-eliminated = ☠ { $player } is out: { $how }
line-turn-skipped = ⏱ { $player } ran out of time and is skipped
line-absent = 💤 { $player } is absent
line-returned = { $player } is back
line-deserted = 🏃 { $player } deserted
line-asked = { $player } asks for { $request }
line-vote-carried = All agreed
line-vote-refused = Refused
line-vote-unanswered = Not everybody answered: refused
line-vote-void = The vote is void

## Lobby
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

## Buttons
button-join = Join
button-leave = Leave
button-start = Start
button-add-computer = Add computer
button-remove-computer = Remove computer
button-close = Close
button-rules = Rules
button-my-pieces = My pieces
button-my-deployment = My deployment
button-move = Move
button-my-view = My view
button-offer-draw = Offer draw
button-self-destruct = Self-destruct
button-agree = Agree
button-refuse = Refuse
button-front = Front
button-rear = Rear
button-centre = Centre
button-shuffle = Shuffle
button-mirror = Mirror
button-march = March
button-refresh = Refresh
button-desert = Yes, desert
button-rematch = Rematch
button-leaderboard = Leaderboard
button-previous = Previous
button-next = Next

## Auction
auction-title = **Auction**: one call each, strictly rising; a call of 3 ends it.
auction-deal-again = All passed: dealt again (deal { $deal }).
auction-due = **to call** { $when }
auction-waiting = waiting
auction-hint = Your pieces come by direct message; if none came, press My pieces.
called = Called.

## Deployment
deployment-title = **Deployment**: { $player } declares, { $contract }.
deployment-marched = ✅ has marched
deployment-deploying = deploying { $when }
deployment-hint = Arrange your pieces in the direct message or under My deployment, then press March.
marched = You have marched. The others are still deploying.

## Battle
battle-title = Declarer { $player }, { $contract } · { $plies } plies
battle-turn = ▶ **{ $player }** to move { $when }
battle-waits = 💤 Waiting for **{ $player }**; deserted { $when }
battle-vote-open = 🗳 A vote is open; no piece moves { $when }
ping-call = { $who } your call { $when }
ping-move = { $who } your move { $when }
ping-vote = { $who } please vote { $when }
ping-absent = { $who } the game waits for you: press any button to be back { $when }
vote-asks = **{ $player }** asks for { $request }; closes { $when }, no answer is a no.
vote-agreed = agreed
vote-refused = refused
vote-open = not answered
answered = Answered.
confirmed = Asked.
confirm-draw = Offer a draw to everybody still in the game? You have five requests a game in all.
confirm-self-destruct = Really self-destruct? All your pieces leave the board; a defender needs the other defenders' consent.
confirm-desert = Really leave? This is **desertion**: you are out at once, win nothing, and may pay for your allies.
deserted = You have deserted; this game is no longer yours.

## Private view
view-lobby = This table has not begun.
view-spectator-auction = The auction is on. Spectators see nobody's pieces.
view-spectator-deployment = Deployment is on. Spectators see nobody's pieces.
view-spectator = As a spectator sees it:
view-over = This game is over.
view-hand = { $player }, these are your twenty pieces (only you see them).
view-deployment-declarer = { $player }, you are the **declarer**: all 39 points are yours. Until { $when }
view-deployment-defender = { $player }, you are a **defender**: mines in the two rear rows, no bombs in front. Until { $when }
view-marched = ✅ You have marched; the layout stands.
view-first-chosen = **{ $point } { $piece }** is chosen; choose another point to swap.
view-no-move = ⚠ As it stands no piece of yours could move, and you would lose at once: put something that moves in front or in the centre.
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
direct-greeting = You sit at table { $table }. Your pieces will come here once the game begins.
direct-closed = You take no direct messages, so your pieces cannot be sent. The buttons My pieces and My deployment in the channel show them to you alone.
direct-in-channel = The battle is in the channel: { $where }

## End
over-bid = Declarer { $player }, { $contract } · { $plies } plies
over-settled = • { $player }: **{ $points }** → total { $total } ({ $level })
over-points = • { $player }: { $points } (not ranked)
over-no-points = • { $player }: no score
over-secret = Secret: `{ $secret }`
    Seed: `{ $seed }`
    Check the deal and every ply with `junqi verify` and the attached record.
rematch-opened = Table { $table } is open for a rematch: same seats; everybody presses Join on the new message.

## Leaderboard
leaderboard-title = ## Leaderboard
leaderboard-empty = No game has counted here yet. Open a table with `/junqi start`.
leaderboard-line = { $place }. **{ $name }** { $total } points ({ $level }) · { $games } games, { $won } won{ $desertions ->
    [0] {""}
   *[other] {" "}· { $desertions } desertions
}
leaderboard-own = Your place: { $line }
page-of = Page { $page } of { $pages }

## Rules
rules-aim = ## Rules: the aim
    Four players. The highest bidder is the **declarer** and plays alone against three allied **defenders**.
    A contract of 1, 2 or 3 says how many defenders must be eliminated; a declarer who is eliminated loses.
    Everybody is dealt a flag and nineteen pieces and sees only their own. There is one round of calls, each higher than those before; a call of 3 ends it. If all pass the pieces are dealt again; after three such deals there is no game.
    The declarer then takes nineteen pieces of the stock, 39 in all; each defender gets five lieutenants, 25 in all.
rules-pieces = ## Rules: the pieces
    From the highest: grand marshal (declarer only), field marshal, general, major general, brigadier, colonel, major, captain, lieutenant, engineer.
    A bomb takes whatever it meets along with it. Mines, flags and the fortress (declarer only) never move. The missile (declarer only) turns on the railway as an engineer does.
rules-deployment = ## Rules: deployment
    Defenders deploy on the 25 points of their arm that are no camps: the flag in a headquarters, mines in the two rear rows, no bombs in the front row.
    The declarer deploys on all 30 points of the arm and the nine of the centre: the flag in a headquarters, all else anywhere.
    The declarer has 90 seconds, a defender 100 (the pace may differ). A march is not taken back; when time is up the layout stands as it is.
    When the battle begins the defenders' flags are shown to all; the declarer's only at the end.
rules-moving = ## Rules: moving
    The declarer moves first, then counter-clockwise: South, East, North, West. One step along a road; any distance along open railway: engineers and missiles along any path, all others along one line (each of the four curves is part of a line).
    A piece in a camp cannot be attacked; one in a headquarters never leaves it. Allies block each other. There is no passing; who runs out of time is skipped.
rules-combat = ## Rules: combat
    The higher rank wins, equal ranks are both removed. Everybody learns the outcome, nobody the pieces.
    Bomb: both. Mine: an engineer clears it, a bomb or missile goes with it, anything else is lost. Fortress: a bomb goes with it, anything else is lost.
    Missile: beats majors and below, goes with colonels and above, whoever attacks. Flag: falls to anything; a bomb is spent.
rules-end = ## Rules: elimination and score
    A player is out when the flag falls, when nothing is left that can ever move, when there is no legal move on their turn, by self-destruction or by desertion. All their pieces leave the board.
    After 50 plies a player may offer a draw or ask to self-destruct, five requests in all. Three turns missed in a row make a player absent; the game waits five minutes for them in all, then they have deserted.
    Contract k made: the declarer wins 3k, each defender loses k; if the declarer falls it is the other way round. Draw (agreed, or after 500 plies): nothing if at least k−1 defenders are out; else the declarer pays each defender for those missing. The unit is the base score.
    A deserter wins nothing, and the first deserting defender pays for allies who lose by it.

## What is wrong and what to do
refused-stale = That button is out of date; this is how things stand now (or press Refresh).
refused-not-a-player = You do not play at this table. Press My view to watch, or open a table with `/junqi start`.
refused-not-the-opener = Only whoever opened the table may do that.
refused-full = All four places are taken.
refused-places-free = { $missing } places are free; press Add computer to fill them.
refused-already-here = You have a place here already.
refused-seated-elsewhere = You still sit at table { $table }; leave it or finish the game there first.
refused-nobody-such = There is nobody to remove.
refused-already-begun = The game has begun.
refused-not-begun = The game has not begun yet.
refused-over = This table is over.
refused-store = Sorry, something went wrong on our side (error { $error_id }). Nothing has changed; please try again.
refused-busy = This table is busy for a moment; please press again.
refused-wrong-phase = This is not the time for that.
refused-not-your-turn = It is not your turn but that of { $seat }.
refused-call-too-low = Call more than { $number }, or pass.
refused-already-marched = You have marched; the layout stands.
refused-no-own-piece = No piece of yours stands on { $point }.
refused-immobile = The piece on { $point } never moves.
refused-in-headquarters = { $point } is a headquarters; what stands in it never leaves.
refused-own-side = A piece of your own side stands on { $point }.
refused-protected-by-camp = { $point } is a camp; a piece in it cannot be attacked.
refused-no-way = No way leads from { $from } to { $to }: one step by road, or open railway; only engineers and missiles turn.
refused-vote-open = No piece moves while a vote is open; wait until it is over.
refused-request-open = Another request is being voted on; ask when it is over.
refused-too-early = Requests begin after 50 plies; { $played } have been played.
refused-no-requests-left = You have used all five requests of this game.
refused-no-vote = No vote is open.
refused-not-asked = You are not asked in this vote.
refused-already-answered = You have answered already.
refused-eliminated = You are out of this game; press My view to watch.
refused-no-change = Nothing would change by that.
refused-no-table = There is no table here. Open one with `/junqi start`.
refused-no-lobby = No table in this channel has free places. Open one with `/junqi start`.
refused-no-point = “{ $text }” is no point of the board. Points are named like `G6`, `A7`, `I9`.
refused-only-in-servers = This works in a server's channel only.
refused-permissions = I lack permissions in this channel: { $missing }. An administrator grants them under Edit Channel → Permissions.
refused-manage-server = This needs the permission Manage Server.
refused-config = Out of bounds: the base score is 1 to 1000, people 1 to 4.
refused-foreign-button = That button was not made by this version; open a new view with `/junqi board`.
refused-bad-option = That option does not fit; type the command again and choose from the list.
refused-unknown-command = There is no such command any more; reload Discord and try again.
refused-our-fault = Sorry, something went wrong on our side. Nothing has changed; please try again.
permission-view-channel = View Channel
permission-send-messages = Send Messages
permission-attach-files = Attach Files
layout-foreign-point = { $point } is not your ground.
layout-empty-point = { $point } would be empty.
layout-flag = The flag must stand in a headquarters; { $point } is none.
layout-mine = Mines stand in the two rear rows only; { $point } is not there.
layout-bomb = A bomb may not stand in the front row, on { $point }.
layout-count = The number of { $piece } is wrong.

## Settings
config = **Settings**: base score { $base_score } · default pace: { $pace } · counts with at least { $people } people. Tables opened from now on use them.

## Commands (small letters, no spaces)
command-junqi-name = junqi
command-junqi-about = Junqi, three against one
command-start-name = start
command-start-about = Open a table in this channel
command-start-pace-name = pace
command-start-pace-about = How long the clocks are
command-start-pace-choice-original = original
command-start-pace-choice-relaxed = relaxed
command-start-pace-choice-slow = slow
command-start-computers-name = computers
command-start-computers-about = How many computers sit down at once
command-start-level-name = level
command-start-level-about = How strong they are
command-start-level-choice-random = random
command-start-level-choice-simple = simple
command-join-name = join
command-join-about = Take a place at this channel's table
command-leave-name = leave
command-leave-about = Leave the table; in a running game this asks first
command-call-name = call
command-call-about = Call in the auction
command-call-contract-name = contract
command-call-contract-about = Pass, or how many defenders you will eliminate
command-call-contract-choice-pass = pass
command-call-contract-choice-1 = 1
command-call-contract-choice-2 = 2
command-call-contract-choice-3 = 3
command-march-name = march
command-march-about = Be ready; a march is not taken back
command-swap-name = swap
command-swap-about = Swap two of your pieces
command-swap-a-name = a
command-swap-a-about = One point, such as G1
command-swap-b-name = b
command-swap-b-about = The other, such as H2
command-deploy-name = deploy
command-deploy-about = Open your deployment
command-vote-name = vote
command-vote-about = Answer an open request
command-vote-answer-name = answer
command-vote-answer-about = Agree or refuse
command-vote-answer-choice-agree = agree
command-vote-answer-choice-refuse = refuse
command-move-name = move
command-move-about = Move a piece
command-move-from-name = from
command-move-from-about = Where it stands, such as G6
command-move-to-name = to
command-move-to-about = Where it goes, such as G7
command-board-name = board
command-board-about = The board as you may see it
command-board-text-name = text
command-board-text-about = In words instead of a picture
command-draw-name = draw
command-draw-about = Offer a draw
command-self-destruct-name = self_destruct
command-self-destruct-about = Give up your army
command-leaderboard-name = leaderboard
command-leaderboard-about = Scores and levels of this server
command-rules-name = rules
command-rules-about = How the game is played
command-junqi-admin-name = junqi-admin
command-junqi-admin-about = Administration of Junqi 3v1
command-config-name = config
command-config-about = Set base score and pace, or show them
command-config-base-score-name = base_score
command-config-base-score-about = Points that one unit is worth, 1 to 1000
command-config-pace-name = pace
command-config-pace-about = The pace where none is named
command-config-pace-choice-original = original
command-config-pace-choice-relaxed = relaxed
command-config-pace-choice-slow = slow
command-config-people-to-count-name = people_to_count
command-config-people-to-count-about = People that make a game count, 1 to 4
