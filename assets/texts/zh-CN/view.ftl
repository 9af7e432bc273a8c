# 个人视角

view-lobby = 这一桌还没开始。
view-spectator-auction = 叫牌中。旁观者看不到任何人的牌。
view-spectator-deployment = 布阵中。旁观者看不到任何人的阵。
view-spectator = 旁观视角：
view-eliminated = ☠ 你已出局（{ $how }）。可以旁观、离开或坐别桌，分数照算。
view-over = 这一局已经结束。
view-hand = { $player }，这是你的二十张牌（只有你能看到）。
view-deployment-declarer = { $player }，你是**庄家**：三十九个位置都归你布。限时 { $when }
view-deployment-defender = { $player }，你是**闲家**：地雷只能在后两排，炸弹不能在最前排。限时 { $when }
view-marched = ✅ 已出征，布阵不能再改。
view-first-chosen = 已选 **{ $point } { $piece }**，再选另一个位置就交换。
view-no-move = ⚠ 这个阵开战时一步都走不了，等于直接输掉：请让最前面或中央有能走的子。
view-waits-for-you = 💤 **大家在等你**：按任何按钮就回来，逾时算逃跑 { $when }
view-your-turn = ▶ **轮到你走棋** { $when }
select-first = 选第一个棋子
select-second = 选第二个，立即交换
select-piece = 选要走的棋子
select-destination = { $point } 走到哪里
select-more = 更多……（第 { $page }／{ $pages } 页）
option-piece = { $point } { $piece }（{ $ways } 种走法）
option-empty = { $point }　空
option-enemy = { $point }　攻击{ $seat }家
option-flag = { $point }　夺{ $seat }家军旗
direct-turned-away = 第 { $table } 桌的开桌者请你离座了。你可以加入别桌，或用 `/junqi start` 自己开一桌。
direct-greeting = 你已坐到第 { $table } 桌。开局后你的牌会发到这里。
direct-closed = 你关了私信，所以牌发不到；开局后按频道里的“看我的牌”“我的布阵”就行，只有你能看到。
direct-in-channel = 战斗开始了：{ $where }
    也可以直接在这里走棋。
