# 大厅

lobby-invitation = 等四位玩家入座。找不齐人，开桌者可加电脑。
lobby-opener = { $name }（开桌）
lobby-free = *空位*
lobby-settings = 基本分 { $base_score }　·　节奏：{ $pace }　·　至少 { $people } 位真人才计分
lobby-commitment = 发牌承诺（SHA-256）：`{ $commitment }`
pace-original = 经典（走棋 20 秒）
pace-relaxed = 悠闲（走棋 60 秒）
pace-slow = 慢棋（走棋 24 小时）
pace-other = 走棋 { $seconds } 秒
closed-by-opener = 开桌者已关桌。
closed-by-manager = 管理员已关桌。
closed-idle = 太久没有动静，已关桌。
closed-empty = 所有人都离开了，已关桌。用 `/junqi start` 再开一桌。
started = 第 { $table } 桌开好了，请其他人按“入座”。
joined = 已入座。
left = 已离座。
select-pace = 换步调
select-turn-away = 请谁离座
opener-menu = 这里只有你看得到。开始前可以换步调，也可以请人离座。
opener-alone = 目前没有别人可以请离座。
turned-away = ✅ 已请 { $name } 离座。
pace-set = ✅ 步调已改。
lobby-call = { $role } { $name } 在第 { $table } 桌找人，还差 { $missing } 位，请按“入座”。
called-players = ✅ 已呼叫玩家。
practice-started = 第 { $table } 桌开始了：你对三个电脑。
newcomer-hint = 👋 第一次玩？开始后分三步：
    1. **叫牌**：轮到你时按桌上的按钮；没把握就按“不叫”。
    2. **布阵**：系统已经帮你摆好，改不改都行，最后按“出征”。
    3. **走棋**：轮到你时按“走棋”，先选棋子，再选要去的点。
    每一步都有按钮，看不懂就按“规则”。
left-eliminated = 你已经出局，随时可以离开或坐别桌。
