//! The ledger: leaderboards, standings, what a game brought.

use junqi::rules::{BySeat, GameResult, Role, Seat};
use junqi::table::{
    GuildId, Leaderboard, LedgerRow, Period, Settlement, Standing, Store, StoreError, TableId,
};

use crate::support::{GUILD, end, is_conflict, on_both_stores, open, settlement, user};

on_both_stores! {
    a_server_without_games_has_an_empty_leaderboard,
    totals_add_up_and_ties_share_a_place,
    a_leaderboard_comes_in_pages,
    only_counted_games_with_scores_add_to_totals,
    desertions_are_counted_from_every_game,
    practice_alone_gives_no_line,
    the_last_name_is_shown,
    servers_are_kept_apart,
    a_score_is_never_counted_twice,
    a_ledger_with_two_lines_for_one_user_or_seat_is_refused,
    a_settled_game_tells_points_and_totals_after_it,
    uncounted_and_scoreless_games_settle_nothing,
}

pub fn row(id: u64, seat: Seat, points: i64) -> LedgerRow {
    let role = if seat == Seat::South { Role::Declarer } else { Role::Defender };
    LedgerRow {
        user: user(id),
        name: format!("user {id}"),
        seat,
        role: Some(role),
        points,
        has_deserted: false,
    }
}

/// Plays a counted game in which these users won or lost these points.
pub async fn play(store: &impl Store, points: &[(u64, i64)]) -> TableId {
    let rows = Seat::ALL.into_iter().zip(points);
    let ledger = rows.map(|(seat, (id, points))| row(*id, seat, *points)).collect();
    play_out(store, GUILD, settlement(ledger)).await
}

pub async fn play_out(store: &impl Store, guild: GuildId, settlement: Settlement) -> TableId {
    let table = open(store, guild).await;
    store.append(&end(table, 0, settlement)).await.unwrap();
    table
}

/// Place, user, total, games, won, desertions.
pub type Line = (u32, u64, i64, u32, u32, u32);

pub fn lines(board: &Leaderboard) -> Vec<Line> {
    let line = |line: &Standing| (line.place, line.user.0, line.total, line.games, line.won, line.desertions);
    board.standings.iter().map(line).collect()
}

async fn board(store: &impl Store) -> Vec<Line> {
    lines(&store.leaderboard(GUILD, Period::AllTime, 0, 100).await.unwrap())
}

async fn a_server_without_games_has_an_empty_leaderboard(store: &impl Store) {
    assert_eq!(store.leaderboard(GUILD, Period::AllTime, 0, 10).await.unwrap(), Leaderboard::default());
    assert_eq!(store.standing(GUILD, Period::AllTime, user(1)).await.unwrap(), None);
}

async fn totals_add_up_and_ties_share_a_place(store: &impl Store) {
    play(store, &[(1, 60), (2, -20), (3, -20), (4, -20)]).await;
    play(store, &[(1, -30), (2, 10), (5, 10), (6, 10)]).await;
    play(store, &[(7, 30), (u64::MAX, -20), (4, 0), (6, -10)]).await;
    let expected = [
        // Equal totals: fewer games first, then the lower id.
        (1, 7, 30, 1, 1, 0),
        (1, 1, 30, 2, 1, 0),
        (3, 5, 10, 1, 1, 0),
        (4, 6, 0, 2, 1, 0),
        (5, 2, -10, 2, 1, 0),
        (6, 3, -20, 1, 0, 0),
        (6, u64::MAX, -20, 1, 0, 0),
        (6, 4, -20, 2, 0, 0),
    ];
    assert_eq!(board(store).await, expected);
    for line in store.leaderboard(GUILD, Period::AllTime, 0, 100).await.unwrap().standings {
        assert_eq!(store.standing(GUILD, Period::AllTime, line.user).await.unwrap(), Some(line));
    }
}

async fn a_leaderboard_comes_in_pages(store: &impl Store) {
    play(store, &[(1, 5), (2, 4), (3, 4), (4, -13)]).await;
    let users = |page: Leaderboard| {
        let ids: Vec<u64> = page.standings.iter().map(|line| line.user.0).collect();
        (ids, page.users)
    };
    for (skip, take, expected) in [
        (0, 2, vec![1, 2]),
        (2, 2, vec![3, 4]),
        (3, 10, vec![4]),
        (4, 10, vec![]),
        (u32::MAX, u32::MAX, vec![]),
        (0, 0, vec![]),
    ] {
        let page = store.leaderboard(GUILD, Period::AllTime, skip, take).await.unwrap();
        assert_eq!(users(page), (expected, 4), "{take} from {skip}");
    }
    let second = store.leaderboard(GUILD, Period::AllTime, 2, 1).await.unwrap();
    assert_eq!(second.standings[0].place, 2, "a place is the same on every page");
}

async fn only_counted_games_with_scores_add_to_totals(store: &impl Store) {
    play(store, &[(1, 10)]).await;
    let scored = [
        GameResult::DeclarerMade,
        GameResult::DeclarerFailed,
        GameResult::DrawAgreed,
        GameResult::DrawByLength,
    ];
    let mut expected = (1, 1, 10, 1, 1, 0);
    for counts in [true, false] {
        for result in GameResult::ALL.map(Some).into_iter().chain([None]) {
            let game = Settlement { result, counts, ..settlement(vec![row(1, Seat::East, 7)]) };
            play_out(store, GUILD, game).await;
            if counts && result.is_some_and(|result| scored.contains(&result)) {
                expected = (1, 1, expected.2 + 7, expected.3 + 1, expected.4 + 1, 0);
            }
            assert_eq!(board(store).await, [expected], "RULES 13, 14: {result:?}, counts: {counts}");
        }
    }
    assert_eq!(expected.2, 10 + 4 * 7);
}

async fn desertions_are_counted_from_every_game(store: &impl Store) {
    let deserted =
        || vec![LedgerRow { has_deserted: true, ..row(1, Seat::North, -60) }, row(2, Seat::East, 5)];
    let with = |result, counts| Settlement { result: Some(result), counts, ..settlement(deserted()) };
    play_out(store, GUILD, with(GameResult::Void, true)).await;
    assert_eq!(board(store).await, [(1, 1, 0, 0, 0, 1)], "RULES 12.5: void games too");
    play_out(store, GUILD, with(GameResult::DeclarerMade, false)).await;
    play_out(store, GUILD, with(GameResult::DeclarerMade, true)).await;
    assert_eq!(board(store).await, [(1, 2, 5, 1, 1, 0), (2, 1, -60, 1, 0, 3)]);
}

async fn practice_alone_gives_no_line(store: &impl Store) {
    let practice = Settlement { counts: false, ..settlement(vec![row(1, Seat::South, 90)]) };
    play_out(store, GUILD, practice).await;
    assert_eq!(store.leaderboard(GUILD, Period::AllTime, 0, 10).await.unwrap(), Leaderboard::default());
    assert_eq!(store.standing(GUILD, Period::AllTime, user(1)).await.unwrap(), None);
}

async fn the_last_name_is_shown(store: &impl Store) {
    let named = |name: &str, counts, ended_unix_ms| Settlement {
        counts,
        ended_unix_ms,
        ..settlement(vec![LedgerRow { name: name.to_owned(), ..row(1, Seat::South, 1) }])
    };
    play_out(store, GUILD, named("early", true, 2_000)).await;
    // The machine's clock went back; what was written last is last all the same.
    play_out(store, GUILD, named("晚", false, 1_000)).await;
    assert_eq!(store.standing(GUILD, Period::AllTime, user(1)).await.unwrap().unwrap().name, "晚");
    assert_eq!(store.leaderboard(GUILD, Period::AllTime, 0, 1).await.unwrap().standings[0].name, "晚");
}

async fn servers_are_kept_apart(store: &impl Store) {
    play(store, &[(1, 10)]).await;
    play_out(store, GuildId(2), settlement(vec![row(1, Seat::South, -5)])).await;
    assert_eq!(store.standing(GUILD, Period::AllTime, user(1)).await.unwrap().unwrap().total, 10);
    assert_eq!(store.standing(GuildId(2), Period::AllTime, user(1)).await.unwrap().unwrap().total, -5);
    assert_eq!(store.standing(GuildId(3), Period::AllTime, user(1)).await.unwrap(), None);
}

async fn a_score_is_never_counted_twice(store: &impl Store) {
    let table = play(store, &[(1, 10)]).await;
    for first_seq in [0, 1] {
        let again = store.append(&end(table, first_seq, settlement(vec![row(1, Seat::South, 10)]))).await;
        assert!(is_conflict(&again, table), "{again:?}");
    }
    assert_eq!(board(store).await, [(1, 1, 10, 1, 1, 0)]);
}

async fn a_ledger_with_two_lines_for_one_user_or_seat_is_refused(store: &impl Store) {
    let table = open(store, GUILD).await;
    for twice in [
        vec![row(1, Seat::South, 10), row(1, Seat::East, 10)],
        vec![row(1, Seat::South, 10), row(2, Seat::South, 10)],
    ] {
        let refused = store.append(&end(table, 0, settlement(twice))).await;
        assert!(matches!(refused, Err(StoreError::Failed(_))), "{refused:?}");
    }
    assert_eq!(board(store).await, [], "nothing of it is kept");
    assert_eq!(store.table(table).await.unwrap().entries, []);
    assert_eq!(store.running_tables().await.unwrap().len(), 1);
}

async fn a_settled_game_tells_points_and_totals_after_it(store: &impl Store) {
    let first = play(store, &[(1, 60), (2, -20)]).await;
    play_out(store, GuildId(2), settlement(vec![row(1, Seat::South, 1_000)])).await;
    let second = play(store, &[(2, -90), (1, 30), (3, 30)]).await;
    let expected = BySeat { south: Some((60, 60)), east: Some((-20, -20)), ..BySeat::default() };
    assert_eq!(store.settled(first).await.unwrap(), expected, "as they were after that game");
    let expected =
        BySeat { south: Some((-90, -110)), east: Some((30, 90)), north: Some((30, 30)), west: None };
    assert_eq!(store.settled(second).await.unwrap(), expected);
}

async fn uncounted_and_scoreless_games_settle_nothing(store: &impl Store) {
    let running = open(store, GUILD).await;
    let game = |counts, result| Settlement {
        counts,
        result: Some(result),
        ..settlement(vec![row(1, Seat::South, 60)])
    };
    let practice = play_out(store, GUILD, game(false, GameResult::DeclarerMade)).await;
    let void = play_out(store, GUILD, game(true, GameResult::Void)).await;
    for table in [running, practice, void] {
        assert_eq!(store.settled(table).await.unwrap(), BySeat::default(), "{table}");
    }
}
