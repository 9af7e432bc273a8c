# 回放与亮牌

replay-no-number = “{ $text }”里没有桌号。请输入桌号，例如 `12`，或从列表里选一局。
replay-unknown = 这个服务器没有第 { $table } 桌。用 `/junqi history` 看看下过哪些。
replay-running = 第 { $table } 桌还没结束；结束以后才能回放。
replay-no-game = 第 { $table } 桌没有开局就散了，没有可以回放的。
replay-busy = 现在很多人在看回放，这次先没有动画；过一会儿再输入一次指令。
replay-too-large = 动画太大，这里放不下；每一步都在附上的记录文件里。
replay-failed = 动画画不出来；每一步都在附上的记录文件里。
replay-suggestion = 第 { $table } 桌　{ $when }　{ $what }
replay-suggestion-typed = 第 { $table } 桌
deal-title = ## 第 { $table } 桌的牌
deal-count = 共发了 { $deals } 副，这是最后一副。
deal-stock = • 底牌：{ $pieces }
deal-drawn = • 庄家拿到的底牌：{ $pieces }
deal-left = • 没有人拿到：{ $pieces }
deal-check = ### 自己验证
    发牌承诺（开桌时公布）：`{ $commitment }`
    秘密：`{ $secret }`
    入座编号：`{ $joins }`
    种子：`{ $seed }`
    1. 秘密的 32 个字节做 SHA-256，要等于发牌承诺。
    2. 秘密的字节接上入座编号的文字，再做 SHA-256，要等于种子。
    3. `junqi verify junqi-{ $table }.json` 会从种子重新发牌，把每一步重走一遍。
