# 牌桌在哪里

thread-name = 军棋 第 { $table } 桌
door-auction = **叫牌中**
door-battle = **战斗中**：庄家 { $player }，{ $contract }。
door-where = ▶ { $where }
place-gone = ⚠ 这一桌的频道或子区被删除或锁定了。棋局照常：在这里走棋，或在服务器任何频道打 `/junqi move`、`/junqi board`。
place-barred = ⚠ 我没办法在 { $where } 显示棋盘了。请管理员到“编辑频道 → 权限”给我：{ $missing }。在那之前计时暂停，`/junqi board` 照样能用。
modal-move-title = 打字走棋
modal-move-label = 从哪里到哪里
modal-move-hint = G6 G7
notice-pausing = ⏸ 我正在重新启动。回来后牌局就在这里接着下，这段时间不计时。
notice-halted = ⛔ 这一桌因为我们的差错停住了。什么都没有丢，我重新启动后会再试；有“管理服务器”权限的人可以用 `/junqi-admin stop` 结束它，不计分。
