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
