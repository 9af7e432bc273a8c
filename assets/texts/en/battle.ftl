# Battle

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
