//! Seasons: what belongs to which, and how one begins.

use junqi::rules::Seat;
use junqi::table::{
    ConfigChange, Games, GuildId, LedgerRow, Period, Season, Settlement, Standing, Store, UserId,
};

use crate::scores::{Line, lines, play, play_out, row};
use crate::support::{GUILD, end, on_both_stores, open, settlement, user};

on_both_stores! {
    a_server_is_in_its_first_season_until_one_is_begun,
    a_season_begins_once_however_often_it_is_pressed,
    a_new_season_starts_from_nothing_and_all_time_goes_on,
    a_game_belongs_to_the_season_in_which_it_ends,
    the_last_season_stays_as_it_ended,
    there_is_no_last_season_in_the_first,
    levels_go_by_all_seasons,
    a_desertion_alone_gives_a_line_in_its_season,
    seasons_of_servers_are_their_own,
}

const fn change(by: u64, at_unix_ms: i64) -> ConfigChange {
    ConfigChange { by: UserId(by), at_unix_ms }
}

async fn begin(store: &impl Store, number: u32) {
    assert!(store.start_season(GUILD, number, change(9, i64::from(number) * 1_000)).await.unwrap());
}

async fn board(store: &impl Store, period: Period) -> (Option<u32>, Vec<Line>, u32) {
    let board = store.leaderboard(GUILD, period, 0, 100).await.unwrap();
    (board.season, lines(&board), board.users)
}

async fn a_server_is_in_its_first_season_until_one_is_begun(store: &impl Store) {
    assert_eq!(store.season(GUILD).await.unwrap(), Season { number: 1, began_unix_ms: None });
    begin(store, 2).await;
    assert_eq!(store.season(GUILD).await.unwrap(), Season { number: 2, began_unix_ms: Some(2_000) });
}

async fn a_season_begins_once_however_often_it_is_pressed(store: &impl Store) {
    for (number, begins) in [(0, false), (1, false), (3, false), (2, true), (2, false), (u32::MAX, false)] {
        assert_eq!(store.start_season(GUILD, number, change(9, 5)).await.unwrap(), begins, "{number}");
    }
    assert_eq!(store.season(GUILD).await.unwrap().number, 2);
}

async fn a_new_season_starts_from_nothing_and_all_time_goes_on(store: &impl Store) {
    play(store, &[(1, 60), (2, -20)]).await;
    assert_eq!(
        board(store, Period::Season).await,
        (Some(1), vec![(1, 1, 60, 1, 1, 0), (2, 2, -20, 1, 0, 0)], 2)
    );
    begin(store, 2).await;
    assert_eq!(board(store, Period::Season).await, (Some(2), vec![], 0));
    assert_eq!(store.standing(GUILD, Period::Season, user(1)).await.unwrap(), None);
    play(store, &[(2, 30), (3, -30)]).await;
    assert_eq!(
        board(store, Period::Season).await,
        (Some(2), vec![(1, 2, 30, 1, 1, 0), (2, 3, -30, 1, 0, 0)], 2)
    );
    let all = vec![(1, 1, 60, 1, 1, 0), (2, 2, 10, 2, 1, 0), (3, 3, -30, 1, 0, 0)];
    assert_eq!(board(store, Period::AllTime).await, (None, all, 3));
    assert_eq!(store.wrong_totals().await.unwrap(), 0);
}

async fn a_game_belongs_to_the_season_in_which_it_ends(store: &impl Store) {
    let table = open(store, GUILD).await;
    begin(store, 2).await;
    store.append(&end(table, 0, settlement(vec![row(1, Seat::South, 60)]))).await.unwrap();
    assert_eq!(board(store, Period::LastSeason).await, (Some(1), vec![], 0));
    assert_eq!(board(store, Period::Season).await, (Some(2), vec![(1, 1, 60, 1, 1, 0)], 1));
    let history = store.history(GUILD, user(1), Games::All, 0, 1).await.unwrap();
    assert_eq!(history.games[0].season, 2);
}

async fn the_last_season_stays_as_it_ended(store: &impl Store) {
    play(store, &[(1, 60), (2, -20)]).await;
    begin(store, 2).await;
    play(store, &[(1, -90), (2, 30)]).await;
    let first = (Some(1), vec![(1, 1, 60, 1, 1, 0), (2, 2, -20, 1, 0, 0)], 2);
    assert_eq!(board(store, Period::LastSeason).await, first);
    begin(store, 3).await;
    let second = (Some(2), vec![(1, 2, 30, 1, 1, 0), (2, 1, -90, 1, 0, 0)], 2);
    assert_eq!(board(store, Period::LastSeason).await, second, "the one before the running one");
}

async fn there_is_no_last_season_in_the_first(store: &impl Store) {
    play(store, &[(1, 60)]).await;
    assert_eq!(board(store, Period::LastSeason).await, (None, vec![], 0));
    assert_eq!(store.standing(GUILD, Period::LastSeason, user(1)).await.unwrap(), None);
}

async fn levels_go_by_all_seasons(store: &impl Store) {
    play(store, &[(1, 300)]).await;
    begin(store, 2).await;
    play(store, &[(1, 30)]).await;
    let careers = |standings: Vec<Standing>| {
        standings.iter().map(|line| (line.total, line.career_total)).collect::<Vec<_>>()
    };
    for (period, expected) in
        [(Period::Season, (30, 330)), (Period::LastSeason, (300, 330)), (Period::AllTime, (330, 330))]
    {
        let board = store.leaderboard(GUILD, period, 0, 10).await.unwrap();
        assert_eq!(careers(board.standings), [expected], "RULES 14: {period:?}");
        let own = store.standing(GUILD, period, user(1)).await.unwrap();
        assert_eq!(careers(own.into_iter().collect()), [expected], "RULES 14: {period:?}");
    }
}

async fn a_desertion_alone_gives_a_line_in_its_season(store: &impl Store) {
    play(store, &[(1, 60)]).await;
    begin(store, 2).await;
    let deserted = LedgerRow { has_deserted: true, ..row(1, Seat::South, 0) };
    let practice = Settlement { counts: false, ..settlement(vec![deserted]) };
    play_out(store, GUILD, practice).await;
    assert_eq!(board(store, Period::Season).await.1, [(1, 1, 0, 0, 0, 1)], "RULES 12.5");
    assert_eq!(board(store, Period::AllTime).await.1, [(1, 1, 60, 1, 1, 1)]);
}

async fn seasons_of_servers_are_their_own(store: &impl Store) {
    begin(store, 2).await;
    assert_eq!(store.season(GuildId(2)).await.unwrap().number, 1);
    play_out(store, GuildId(2), settlement(vec![row(1, Seat::South, 5)])).await;
    let other = store.leaderboard(GuildId(2), Period::Season, 0, 10).await.unwrap();
    assert_eq!((other.season, other.users), (Some(1), 1));
}
