# 個人視角

view-lobby = 這一桌還沒開始。
view-spectator-auction = 叫牌中。旁觀者看不到任何人的牌。
view-spectator-deployment = 布陣中。旁觀者看不到任何人的陣。
view-spectator = 旁觀視角：
view-eliminated = ☠ 你已出局（{ $how }）。可以旁觀、離開或坐別桌，分數照算。
view-over = 這一局已經結束。
view-hand = { $player }，這是你的二十張牌（只有你看得到）。
view-deployment-declarer = { $player }，你是**莊家**：三十九個位置都歸你布。限時 { $when }
view-deployment-defender = { $player }，你是**閒家**：地雷只能在後兩排，炸彈不能在最前排。限時 { $when }
view-marched = ✅ 已出征，布陣不能再改。
view-first-chosen = 已選 **{ $point } { $piece }**，再選另一個位置就對調。
view-no-move = ⚠ 這個陣開戰時一步都走不了，等於直接輸掉：請讓最前面或中央有能走的子。
view-waits-for-you = 💤 **大家在等你**：按任何按鈕就回來，逾時算逃跑 { $when }
view-your-turn = ▶ **輪到你走棋** { $when }
select-first = 選第一個棋子
select-second = 選第二個，立即對調
select-piece = 選要走的棋子
select-destination = { $point } 走到哪裡
select-more = 更多……（第 { $page }／{ $pages } 頁）
option-piece = { $point } { $piece }（{ $ways } 種走法）
option-empty = { $point }　空
option-enemy = { $point }　攻擊{ $seat }家
option-flag = { $point }　奪{ $seat }家軍旗
direct-turned-away = 第 { $table } 桌的開桌者請你離座了。你可以加入別桌，或用 `/junqi start` 自己開一桌。
direct-greeting = 你坐上了第 { $table } 桌。開局後你的牌會送到這裡。
direct-closed = 你關了私訊，所以牌送不到；開局後按頻道裡的「看我的牌」「我的布陣」就行，只有你看得到。
direct-in-channel = 戰鬥開始了：{ $where }
    也可以直接在這裡走棋。
