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
select-pace = 換步調
select-turn-away = 請誰離座
opener-menu = 這裡只有你看得到。開始前可以換步調，也可以請人離座。
opener-alone = 目前沒有別人可以請離座。
turned-away = ✅ 已請 { $name } 離座。
pace-set = ✅ 步調已改。
lobby-call = { $role } { $name } 在第 { $table } 桌找人，還差 { $missing } 位，請按「入座」。
called-players = ✅ 已呼叫玩家。
practice-started = 第 { $table } 桌開始了：你對三個電腦。
newcomer-hint = 👋 第一次玩？開始後分三步：
    1. **叫牌**：輪到你時按桌上的按鈕；沒把握就按「不叫」。
    2. **布陣**：系統已經幫你擺好，改不改都行，最後按「出征」。
    3. **走棋**：輪到你時按「走棋」，先選棋子，再選要去的點。
    每一步都有按鈕，看不懂就按「規則」。
left-eliminated = 你已經出局，隨時可以離開或坐別桌。
