# 重播與開牌

replay-no-number = 「{ $text }」裡沒有桌號。請打桌號，例如 `12`，或從清單裡選一局。
replay-unknown = 這個伺服器沒有第 { $table } 桌。用 `/junqi history` 看看下過哪些。
replay-running = 第 { $table } 桌還沒結束；結束以後才能重播。
replay-no-game = 第 { $table } 桌沒有開局就散了，沒有可以重播的。
replay-busy = 現在很多人在看重播，這次先沒有動畫；過一會兒再打一次指令。
replay-too-large = 動畫太大，這裡放不下；每一步都在附上的紀錄檔裡。
replay-failed = 動畫畫不出來；每一步都在附上的紀錄檔裡。
replay-suggestion = 第 { $table } 桌　{ $when }　{ $what }
replay-suggestion-typed = 第 { $table } 桌
deal-title = ## 第 { $table } 桌的牌
deal-count = 共發了 { $deals } 副，這是最後一副。
deal-stock = • 底牌：{ $pieces }
deal-drawn = • 莊家拿到的底牌：{ $pieces }
deal-left = • 沒有人拿到：{ $pieces }
deal-check = ### 自己驗證
    發牌承諾（開桌時公布）：`{ $commitment }`
    秘密：`{ $secret }`
    入座編號：`{ $joins }`
    種子：`{ $seed }`
    1. 秘密的 32 個位元組做 SHA-256，要等於發牌承諾。
    2. 秘密的位元組接上入座編號的文字，再做 SHA-256，要等於種子。
    3. `junqi verify junqi-{ $table }.json` 會從種子重新發牌，把每一步重走一遍。
