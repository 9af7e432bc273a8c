# 排行榜

leaderboard-title = ## 排行榜
leaderboard-empty = 這裡還沒有計分的對局。用 `/junqi start` 開一桌吧。
leaderboard-line = { $place }. **{ $name }**　{ $total } 分（{ $level }）　{ $games } 局 { $won } 勝{ $desertions ->
    [0] {""}
   *[other] 　逃跑 { $desertions } 次
}
leaderboard-own = 你的名次：{ $line }
page-of = 第 { $page }／{ $pages } 頁
