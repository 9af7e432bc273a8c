# 牌桌與玩家

heading = ## 軍棋三打一　第 { $table } 桌
computer-random = 電腦（隨意）
computer-simple = 電腦
player-erased = （已清除的玩家）
contract = 滅{ $number ->
    [1] 一
    [2] 二
   *[3] 三
}家
call-pass = 不叫
