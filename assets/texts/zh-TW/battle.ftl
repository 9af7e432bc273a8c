# 戰鬥

battle-title = 莊家 { $player }，{ $contract }　·　已走 { $plies } 步
battle-turn = ▶ 輪到 **{ $player }** { $when }
battle-waits = 💤 等 **{ $player }** 回來，逾時算逃跑 { $when }
battle-vote-open = 🗳 表決中，暫停走棋 { $when }
ping-call = { $who } 輪到你叫牌 { $when }
ping-move = { $who } 輪到你走棋 { $when }
ping-vote = { $who } 請表決 { $when }
ping-absent = { $who } 大家在等你，按任何按鈕就算回來 { $when }
vote-asks = **{ $player }** 提出{ $request }，{ $when } 截止，未答算不同意。
vote-agreed = 同意
vote-refused = 不同意
vote-open = 未答
answered = 已表決。
confirmed = 已提出。
confirm-draw = 要向其他仍在局中的玩家提和嗎？每人每局共五次請求。
confirm-self-destruct = 確定要自爆嗎？你的棋子會全部離場；閒家須得其他閒家同意。
confirm-desert = 確定要離開嗎？這算**逃跑**：你立即出局，贏了也不得分，還可能替隊友付分。
deserted = 你逃跑了，這一局與你無關了。
