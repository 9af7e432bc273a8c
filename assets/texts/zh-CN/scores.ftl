# 排行榜、战绩、对局记录

leaderboard-season = ## 排行榜　第 { $season } 赛季
leaderboard-last = ## 排行榜　上赛季（第 { $season } 赛季）
leaderboard-all-time = ## 排行榜　历来
leaderboard-empty = 这里还没有计分的对局。用 `/junqi start` 开一桌吧。
leaderboard-empty-season = 本赛季还没有计分的对局。用 `/junqi start` 开一桌，抢第一名吧。
leaderboard-empty-last = 上赛季没有计分的对局。
leaderboard-line = { $place }. **{ $name }**　{ $total } 分（{ $level }）　{ $games } 局 { $won } 胜{ $desertions ->
    [0] {""}
   *[other] 　逃跑 { $desertions } 次
}
leaderboard-own = 你的名次：{ $line }
leaderboard-no-own = 你在这里还没有计分的对局。
page-of = 第 { $page }／{ $pages } 页
name-erased = （已删除的名字）
profile-title = ## { $name } 的战绩
profile-title-left = ## { $name } 的战绩
    （已离开这个服务器）
profile-none = { $name } 还没有在这个服务器下完过一局。
profile-level = 级别：**{ $level }**（总分 { $total }）　再 { $missing } 分升{ $next }
profile-highest = 级别：**{ $level }**（总分 { $total }），最高级
profile-season = 第 { $season } 赛季：{ $place }
profile-all-time = 历来：{ $place }
profile-place = 第 { $place } 名　{ $total } 分　{ $games } 局 { $won } 胜
profile-no-place = 还没有名次
profile-games = 计分 { $games } 局：胜 { $won }　负 { $lost }　平 { $even }
profile-declarer = 当庄家（胜／局）：{ $contracts }
profile-contract = { $contract } { $won }／{ $games }
profile-defender = 当闲家（胜／局）：{ $won }／{ $games }
profile-no-best = 还没有
profile-best = 最高达成：{ $best }　连胜：现在 { $streak }，最多 { $longest }
profile-desertions = 逃跑 { $desertions } 次
profile-practice = 练习（不计分）{ $games } 局：胜 { $won }　负 { $lost }　平 { $even }
history-title = ## { $name } 的计分对局（{ $games }）
history-title-practice = ## { $name } 的练习（{ $games }）
history-empty = 还没有计分的对局。
history-empty-practice = 还没有练习过。跟电脑下的对局会列在这里。
history-line = • { $when }　第 { $table } 桌：{ $what }
history-option = 第 { $table } 桌
history-declarer = 庄家
history-defender = 闲家
history-made = 庄家达成
history-failed = 庄家覆灭
history-draw = 和棋
history-passed-out = 散桌
history-void = 作废
history-stopped = 被终止
history-no-score = 不计分
