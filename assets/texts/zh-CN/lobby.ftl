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
left-eliminated = 你已经出局，随时可以离开或坐别桌。
