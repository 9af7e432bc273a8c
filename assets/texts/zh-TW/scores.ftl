# 排行榜、戰績、對局紀錄

leaderboard-season = ## 排行榜　第 { $season } 季
leaderboard-last = ## 排行榜　上一季（第 { $season } 季）
leaderboard-all-time = ## 排行榜　歷來
leaderboard-empty = 這裡還沒有計分的對局。用 `/junqi start` 開一桌吧。
leaderboard-empty-season = 這一季還沒有計分的對局。用 `/junqi start` 開一桌，搶第一名吧。
leaderboard-empty-last = 上一季沒有計分的對局。
leaderboard-line = { $place }. **{ $name }**　{ $total } 分（{ $level }）　{ $games } 局 { $won } 勝{ $desertions ->
    [0] {""}
   *[other] 　逃跑 { $desertions } 次
}
leaderboard-own = 你的名次：{ $line }
leaderboard-no-own = 你在這裡還沒有計分的對局。
page-of = 第 { $page }／{ $pages } 頁
name-erased = （已刪除的名字）
profile-title = ## { $name } 的戰績
profile-title-left = ## { $name } 的戰績
    （已離開這個伺服器）
profile-none = { $name } 還沒有在這個伺服器下完過一局。
profile-level = 級別：**{ $level }**（總分 { $total }）　再 { $missing } 分升{ $next }
profile-highest = 級別：**{ $level }**（總分 { $total }），最高級
profile-season = 第 { $season } 季：{ $place }
profile-all-time = 歷來：{ $place }
profile-place = 第 { $place } 名　{ $total } 分　{ $games } 局 { $won } 勝
profile-no-place = 還沒有名次
profile-games = 計分 { $games } 局：勝 { $won }　負 { $lost }　平 { $even }
profile-declarer = 當莊家（勝／局）：{ $contracts }
profile-contract = { $contract } { $won }／{ $games }
profile-defender = 當閒家（勝／局）：{ $won }／{ $games }
profile-no-best = 還沒有
profile-best = 最高達成：{ $best }　連勝：現在 { $streak }，最多 { $longest }
profile-desertions = 逃跑 { $desertions } 次
profile-practice = 練習（不計分）{ $games } 局：勝 { $won }　負 { $lost }　平 { $even }
history-title = ## { $name } 的計分對局（{ $games }）
history-title-practice = ## { $name } 的練習（{ $games }）
history-empty = 還沒有計分的對局。
history-empty-practice = 還沒有練習過。跟電腦下的對局會列在這裡。
history-line = • { $when }　第 { $table } 桌：{ $what }
history-option = 第 { $table } 桌
history-declarer = 莊家
history-defender = 閒家
history-made = 莊家達成
history-failed = 莊家覆滅
history-draw = 和棋
history-passed-out = 散桌
history-void = 作廢
history-stopped = 被終止
history-no-score = 不計分
