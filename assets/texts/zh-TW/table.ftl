# 牌桌與玩家

heading = ## 軍棋三打一　第 { $table } 桌
computer-random = 電腦（隨意）
computer-simple = 電腦
contract = 滅{ $number ->
    [1] 一
    [2] 二
   *[3] 三
}家
call-pass = 不叫
span-hours = { $hours } 小時 { $minutes } 分
span-minutes = { $minutes } 分 { $seconds } 秒
