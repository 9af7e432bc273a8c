# 牌桌在哪裡

thread-name = 軍棋 第 { $table } 桌
door-auction = **叫牌中**
door-battle = **戰鬥中**：莊家 { $player }，{ $contract }。
door-where = ▶ { $where }
place-gone = ⚠ 這一桌的頻道或討論串被刪除或鎖定了。棋局照常：在這裡走棋，或在伺服器任何頻道打 `/junqi move`、`/junqi board`。
place-barred = ⚠ 我沒辦法在 { $where } 顯示棋盤了。請管理員到「編輯頻道 → 權限」給我：{ $missing }。在那之前計時暫停，`/junqi board` 照樣能用。
modal-move-title = 打字走棋
modal-move-label = 從哪裡到哪裡
modal-move-hint = G6 G7
notice-pausing = ⏸ 我正在重新啟動。回來後牌局就在這裡接著下，這段時間不計時。
notice-halted = ⛔ 這一桌因為我們的差錯停住了。什麼都沒有丟，我重新啟動後會再試；有「管理伺服器」權限的人可以用 `/junqi-admin stop` 結束它，不計分。
