# 牌桌与玩家

heading = ## 军棋三打一　第 { $table } 桌
computer-random = 电脑（随机）
computer-simple = 电脑
player-erased = （已注销的玩家）
contract = 灭{ $number ->
    [1] 一
    [2] 二
   *[3] 三
}家
call-pass = 不叫
