//! A user's games, one by one and added up.

use junqi::rules::{Contract, GameResult, Role, Seat};
use junqi::table::{Games, GuildId, LedgerRow, PlayedGame, Settlement, Store, TableId, Tally};

use crate::scores::{play, play_out, row};
use crate::support::{GUILD, on_both_stores, settlement, user};

on_both_stores! {
    who_has_not_played_has_no_history,
    a_game_stands_in_the_history_of_each_of_its_people,
    histories_come_in_pages_latest_first,
    practice_is_listed_apart,
    lobbies_that_closed_stand_in_no_history,
    a_career_adds_up_what_the_history_lists,
    the_latest_name_is_known_and_can_be_noted,
    a_name_is_noted_of_nobody_who_has_not_played,
}

async fn who_has_not_played_has_no_history(store: &impl Store) {
    play(store, &[(1, 60)]).await;
    for (guild, id) in [(GUILD, 2), (GuildId(2), 1)] {
        let history = store.history(guild, user(id), Games::All, 0, 10).await.unwrap();
        assert_eq!(history, junqi::table::History::default());
        assert_eq!(store.career(guild, user(id)).await.unwrap(), None);
    }
}

async fn a_game_stands_in_the_history_of_each_of_its_people(store: &impl Store) {
    let deserted = LedgerRow { has_deserted: true, ..row(u64::MAX, Seat::West, -20) };
    let game = Settlement {
        result: Some(GameResult::DeclarerFailed),
        contract: Some(Contract::Three),
        ..settlement(vec![row(1, Seat::South, -60), deserted])
    };
    let table = play_out(store, GUILD, game).await;
    let played = |seat, role, points, has_deserted| PlayedGame {
        table,
        ended_unix_ms: 1_796_000_600_000,
        season: 1,
        seat,
        role: Some(role),
        contract: Some(Contract::Three),
        result: GameResult::DeclarerFailed,
        points,
        has_deserted,
        counts: true,
        is_scored: true,
    };
    for (id, expected) in [
        (1, played(Seat::South, Role::Declarer, -60, false)),
        (u64::MAX, played(Seat::West, Role::Defender, -20, true)),
    ] {
        let history = store.history(GUILD, user(id), Games::All, 0, 10).await.unwrap();
        assert_eq!(history.name, format!("user {id}"));
        assert_eq!(history.games, [expected]);
    }
}

async fn histories_come_in_pages_latest_first(store: &impl Store) {
    let mut tables = Vec::new();
    for points in [10, 20, 30] {
        tables.push(play(store, &[(1, points), (2, -points)]).await);
    }
    tables.reverse();
    for (skip, take, expected) in
        [(0, 2, &tables[..2]), (2, 2, &tables[2..]), (3, 2, &[][..]), (0, 0, &[]), (u32::MAX, u32::MAX, &[])]
    {
        let page = store.history(GUILD, user(2), Games::All, skip, take).await.unwrap();
        let found: Vec<TableId> = page.games.iter().map(|game| game.table).collect();
        assert_eq!((found.as_slice(), page.counted, page.practice), (expected, 3, 0), "{take} from {skip}");
    }
}

async fn practice_is_listed_apart(store: &impl Store) {
    let counted = play(store, &[(1, 10)]).await;
    let practice = |result| Settlement {
        counts: false,
        result: Some(result),
        ..settlement(vec![row(1, Seat::South, 90)])
    };
    let tried = play_out(store, GUILD, practice(GameResult::DeclarerMade)).await;
    let stopped = play_out(store, GUILD, practice(GameResult::Stopped)).await;
    for (games, expected) in [
        (Games::All, vec![stopped, tried, counted]),
        (Games::Counted, vec![counted]),
        (Games::Practice, vec![stopped, tried]),
    ] {
        let page = store.history(GUILD, user(1), games, 0, 10).await.unwrap();
        let found: Vec<TableId> = page.games.iter().map(|game| game.table).collect();
        assert_eq!(found, expected, "RULES 14: {games:?}");
        assert_eq!(page.len(games) as usize, expected.len());
    }
    let career = store.career(GUILD, user(1)).await.unwrap().unwrap();
    assert_eq!(career.practice, Tally { games: 1, won: 1, lost: 0 });
    assert_eq!(career.total(), 10);
}

async fn lobbies_that_closed_stand_in_no_history(store: &impl Store) {
    let closed = Settlement { result: None, counts: false, ..settlement(vec![row(1, Seat::South, 0)]) };
    play_out(store, GUILD, closed).await;
    let history = store.history(GUILD, user(1), Games::All, 0, 10).await.unwrap();
    assert_eq!((history.games, history.practice), (vec![], 0));
    assert_eq!(store.career(GUILD, user(1)).await.unwrap(), None);
}

async fn a_career_adds_up_what_the_history_lists(store: &impl Store) {
    for points in [60, 60, -60, 60] {
        play(store, &[(1, points), (2, -points / 3)]).await;
    }
    let declarer = store.career(GUILD, user(1)).await.unwrap().unwrap();
    assert_eq!(declarer.declarer[1], Tally { games: 4, won: 3, lost: 1 });
    assert_eq!((declarer.curve, declarer.streak, declarer.longest_streak), (vec![60, 120, 60, 120], 1, 2));
    let defender = store.career(GUILD, user(2)).await.unwrap().unwrap();
    assert_eq!(defender.defender, Tally { games: 4, won: 1, lost: 3 });
    assert_eq!((defender.total(), defender.best_contract), (-40, None));
    let standing = store.standing(GUILD, junqi::table::Period::AllTime, user(2)).await.unwrap().unwrap();
    assert_eq!(standing.total, -40);
}

async fn the_latest_name_is_known_and_can_be_noted(store: &impl Store) {
    play(store, &[(1, 10), (2, -10)]).await;
    store.rename(GUILD, user(1), "新名字").await.unwrap();
    let period = junqi::table::Period::Season;
    assert_eq!(store.leaderboard(GUILD, period, 0, 1).await.unwrap().standings[0].name, "新名字");
    assert_eq!(store.career(GUILD, user(1)).await.unwrap().unwrap().name, "新名字");
    assert_eq!(store.history(GUILD, user(2), Games::All, 0, 1).await.unwrap().name, "user 2");
    play(store, &[(1, 10)]).await;
    assert_eq!(store.standing(GUILD, period, user(1)).await.unwrap().unwrap().name, "user 1");
}

async fn a_name_is_noted_of_nobody_who_has_not_played(store: &impl Store) {
    store.rename(GUILD, user(1), "looker-on").await.unwrap();
    assert_eq!(store.history(GUILD, user(1), Games::All, 0, 1).await.unwrap().name, "");
}
