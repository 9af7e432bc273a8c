# 战斗

battle-title = 庄家 { $player }，{ $contract }　·　已走 { $plies } 步
battle-turn = ▶ 轮到 **{ $player }** { $when }
battle-waits = 💤 等 **{ $player }** 回来，超时算逃跑 { $when }
battle-vote-open = 🗳 表决中，暂停走棋 { $when }
ping-call = { $who } 轮到你叫牌 { $when }
ping-move = { $who } 轮到你走棋 { $when }
ping-vote = { $who } 请表决 { $when }
ping-absent = { $who } 大家在等你，按任何按钮就算回来 { $when }
vote-asks = **{ $player }** 提出{ $request }，{ $when } 截止，未答算不同意。
vote-agreed = 同意
vote-refused = 不同意
vote-open = 未答
answered = 已表决。
confirmed = 已提出。
confirm-draw = 要向其他仍在局中的玩家提和吗？每人每局共五次请求。
confirm-self-destruct = 确定要自爆吗？你的棋子会全部离场；闲家须得其他闲家同意。
confirm-desert = 确定要离开吗？这算**逃跑**：你立即出局，赢了也不得分，还可能替队友付分。
deserted = 你逃跑了，这一局与你无关了。
