# Rules

rules-first-game = ## Rules: your first game
    1. **Open a table**: `/junqi start`. Friends press Join, the opener fills free places with Add computer and presses Start.
    2. **Auction**: My pieces shows your hand to you alone. On your turn press Pass or a contract. The highest bidder plays alone against three.
    3. **Deployment**: your pieces are placed for you. Choose two to swap them, Undo if you regret it, then press March.
    4. **Battle**: on your turn press Move, choose a piece, then where it goes.
    5. Everything can be typed too: `/junqi move`, `/junqi swap`; `/junqi board text:True` tells the board in words.
    Try it first? Practise against computers, below, begins a game at once.
rules-aim = ## Rules: the aim
    Four players. The highest bidder is the **declarer** and plays alone against three allied **defenders**.
    A contract of 1, 2 or 3 says how many defenders must be eliminated; a declarer who is eliminated loses.
    Everybody is dealt a flag and nineteen pieces and sees only their own. There is one round of calls, each higher than those before; a call of 3 ends it. If all pass the pieces are dealt again; after three such deals there is no game.
    The declarer then takes nineteen pieces of the stock, 39 in all; each defender gets five lieutenants, 25 in all.
rules-pieces = ## Rules: the pieces
    From the highest: grand marshal (declarer only), field marshal, general, major general, brigadier, colonel, major, captain, lieutenant, engineer.
    A bomb takes whatever it meets along with it. Mines, flags and the fortress (declarer only) never move. The missile (declarer only) turns on the railway as an engineer does.
rules-board = ## Rules: the board
    129 points: four arms of 30 points and nine in the centre. A point is named by the letter of its column and the number of its row, such as `G6`.
    Along a **road** (thin line) a piece goes one step. Along the **railway** (bold line) it rides as far as the way is open.
    A piece in a **camp** (round) cannot be attacked, and anybody may enter an empty one. What enters a **headquarters** (framed) never leaves it; your flag stands in one of your own two.
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
rules-clocks = ## Rules: clocks and leaving
    Each step has a time limit, set by the pace of the table; the countdown in the messages is what is left.
    Late in the auction means pass; late in deployment, the layout stands as it is; late with a move, the turn is skipped; no answer to a vote is a no.
    Three turns missed in a row make you absent: on your turn the game waits for you, five minutes in all (the pace may differ), and any press brings you back. When they are used up you have deserted.
    `/junqi leave` asks first: leaving in deployment or battle is desertion; leaving in the auction makes the game void. While the bot is down no clock runs.
rules-fairness = ## Rules: a fair deal
    When a table opens a commitment (SHA-256) is published. The deal comes from the secret behind it together with the numbers of your joining presses.
    The bot cannot foresee those numbers and you cannot know the secret, so nobody can choose the cards. After the game the secret is told, and anyone can check.
    During the game everybody sees only their own pieces, and spectators and the channel see none; at the end everything is open.
