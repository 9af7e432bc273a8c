# 排行榜

leaderboard-title = ## 排行榜
leaderboard-empty = 这里还没有计分的对局。用 `/junqi start` 开一桌吧。
leaderboard-line = { $place }. **{ $name }**　{ $total } 分（{ $level }）　{ $games } 局 { $won } 胜{ $desertions ->
    [0] {""}
   *[other] 　逃跑 { $desertions } 次
}
leaderboard-own = 你的名次：{ $line }
page-of = 第 { $page }／{ $pages } 页
