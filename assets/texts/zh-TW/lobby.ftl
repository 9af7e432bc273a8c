# 大廳

lobby-invitation = 等四位玩家入座。找不齊人，開桌者可加電腦。
lobby-opener = { $name }（開桌）
lobby-free = *空位*
lobby-settings = 基本分 { $base_score }　·　步調：{ $pace }　·　至少 { $people } 位真人才計分
lobby-commitment = 發牌承諾（SHA-256）：`{ $commitment }`
pace-original = 原味（走棋 20 秒）
pace-relaxed = 從容（走棋 60 秒）
pace-slow = 慢棋（走棋 24 小時）
pace-other = 走棋 { $seconds } 秒
closed-by-opener = 開桌者已關桌。
closed-by-manager = 管理員已關桌。
closed-idle = 太久沒有動靜，已關桌。
closed-empty = 人都走了，已關桌。用 `/junqi start` 再開一桌。
started = 第 { $table } 桌開好了，請其他人按「入座」。
joined = 已入座。
left = 已離座。
left-eliminated = 你已經出局，隨時可以離開或坐別桌。
