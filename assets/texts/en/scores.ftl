# Leaderboard, profile, history

leaderboard-season = ## Leaderboard · season { $season }
leaderboard-last = ## Leaderboard · last season ({ $season })
leaderboard-all-time = ## Leaderboard · all time
leaderboard-empty = No game has counted here yet. Open a table with `/junqi start`.
leaderboard-empty-season = No game has counted this season. Open a table with `/junqi start` and take the first place.
leaderboard-empty-last = No game counted last season.
leaderboard-line = { $place }. **{ $name }** { $total } points ({ $level }) · { $games } games, { $won } won{ $desertions ->
    [0] {""}
   *[other] {" "}· { $desertions } desertions
}
leaderboard-own = Your place: { $line }
leaderboard-no-own = You have no counted game here yet.
page-of = Page { $page } of { $pages }
name-erased = (name erased)
profile-title = ## { $name }
profile-title-left = ## { $name }
    (left this server)
profile-none = { $name } has not finished a game in this server yet.
profile-level = Level: **{ $level }** ({ $total } points) · { $missing } more for { $next }
profile-highest = Level: **{ $level }** ({ $total } points), the highest
profile-season = Season { $season }: { $place }
profile-all-time = All time: { $place }
profile-place = place { $place } · { $total } points · { $games } games, { $won } won
profile-no-place = no place yet
profile-games = { $games } counted games: { $won } won, { $lost } lost, { $even } even
profile-declarer = As declarer (won / games): { $contracts }
profile-contract = { $contract } { $won }/{ $games }
profile-defender = As defender (won / games): { $won }/{ $games }
profile-no-best = none yet
profile-best = Best made: { $best } · won in a row: { $streak } now, { $longest } at most
profile-desertions = Deserted { $desertions } times
profile-practice = Practice (not ranked): { $games } games, { $won } won, { $lost } lost, { $even } even
history-title = ## Counted games of { $name } ({ $games })
history-title-practice = ## Practice of { $name } ({ $games })
history-empty = No counted game yet.
history-empty-practice = No practice yet. Games against computers will be listed here.
history-line = • { $when } table { $table }: { $what }
history-option = Table { $table }
history-declarer = declarer
history-defender = defender
history-made = contract made
history-failed = declarer fell
history-draw = draw
history-passed-out = passed out
history-void = void
history-stopped = stopped
history-no-score = no score
