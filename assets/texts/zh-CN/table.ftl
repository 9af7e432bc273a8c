# 牌桌与玩家

heading = ## 军棋三打一　第 { $table } 桌
computer-random = 电脑（随机）
computer-simple = 电脑（入门）
computer-easy = 电脑（简单）
computer-normal = 电脑
computer-hard = 电脑（困难）
contract = 灭{ $number ->
    [1] 一
    [2] 二
   *[3] 三
}家
call-pass = 不叫
span-hours = { $hours } 小时 { $minutes } 分
span-minutes = { $minutes } 分 { $seconds } 秒
