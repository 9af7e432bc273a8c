# Leaderboard

leaderboard-title = ## Leaderboard
leaderboard-empty = No game has counted here yet. Open a table with `/junqi start`.
leaderboard-line = { $place }. **{ $name }** { $total } points ({ $level }) · { $games } games, { $won } won{ $desertions ->
    [0] {""}
   *[other] {" "}· { $desertions } desertions
}
leaderboard-own = Your place: { $line }
page-of = Page { $page } of { $pages }
