//! What SQLite keeps as totals is what the ledger adds up to, whatever was played.

use junqi::rules::{Contract, GameResult, Role, Seat};
use junqi::table::{ConfigChange, Games, GuildId, LedgerRow, Period, Scores, Settlement, Store, TableId};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};

use crate::support::{GUILD, InFile, end, in_memory, open, settlement, user};

const GUILDS: [GuildId; 2] = [GUILD, GuildId(u64::MAX)];
const USERS: [u64; 5] = [1, 2, 3, u64::MAX - 1, u64::MAX];

/// Something that happens to a server's scores.
#[derive(Clone, Debug)]
enum Happening {
    Game(usize, Settlement),
    NewSeason(usize),
}

fn settlements() -> impl Strategy<Value = Settlement> {
    let line = (prop_oneof![Just(-20_i64), Just(0), Just(20), -900..900_i64], any::<bool>(), 0..3_usize);
    let lines = prop::collection::vec(line, 4);
    let users = Just(USERS.to_vec()).prop_shuffle();
    let results = prop::sample::select(GameResult::ALL.to_vec());
    let contracts = prop::sample::select(vec![None, Some(Contract::One), Some(Contract::Three)]);
    (lines, users, results, contracts, any::<bool>()).prop_map(|(lines, users, result, contract, counts)| {
        let rows = Seat::ALL.into_iter().zip(users).zip(lines);
        let ledger = rows.map(|((seat, id), (points, has_deserted, role))| LedgerRow {
            user: user(id),
            name: format!("{id} of {points}"),
            seat,
            role: [None, Some(Role::Declarer), Some(Role::Defender)][role],
            points,
            has_deserted,
        });
        Settlement { result: Some(result), contract, counts, ..settlement(ledger.collect()) }
    })
}

fn happenings() -> impl Strategy<Value = Vec<Happening>> {
    let game = (0..2_usize, settlements()).prop_map(|(guild, game)| Happening::Game(guild, game));
    let season = (0..2_usize).prop_map(Happening::NewSeason);
    prop::collection::vec(prop_oneof![6 => game, 1 => season], 1..25)
}

async fn bring_about(store: &impl Store, happenings: &[Happening]) -> Vec<TableId> {
    let mut tables = Vec::new();
    for happening in happenings {
        match happening {
            Happening::Game(guild, game) => {
                let table = open(store, GUILDS[*guild]).await;
                store.append(&end(table, 0, game.clone())).await.unwrap();
                tables.push(table);
            }
            Happening::NewSeason(guild) => {
                let running = store.season(GUILDS[*guild]).await.unwrap().number;
                let change = ConfigChange { by: user(1), at_unix_ms: 5 };
                assert!(store.start_season(GUILDS[*guild], running + 1, change).await.unwrap());
            }
        }
    }
    tables
}

/// The twin in memory adds up everything anew at each look; SQLite must say the same.
async fn assert_alike(kept: &impl Scores, summed: &impl Scores, tables: &[TableId]) {
    for guild in GUILDS {
        assert_eq!(kept.season(guild).await.unwrap(), summed.season(guild).await.unwrap());
        for period in Period::ALL {
            for (skip, take) in [(0, 100), (0, 2), (2, 2), (4, 1)] {
                let page = kept.leaderboard(guild, period, skip, take).await.unwrap();
                assert_eq!(page, summed.leaderboard(guild, period, skip, take).await.unwrap(), "{period:?}");
            }
            for id in USERS {
                let line = kept.standing(guild, period, user(id)).await.unwrap();
                assert_eq!(line, summed.standing(guild, period, user(id)).await.unwrap(), "{period:?} {id}");
            }
        }
        for id in USERS {
            assert_eq!(
                kept.career(guild, user(id)).await.unwrap(),
                summed.career(guild, user(id)).await.unwrap()
            );
            for games in Games::ALL {
                let page = kept.history(guild, user(id), games, 1, 3).await.unwrap();
                assert_eq!(page, summed.history(guild, user(id), games, 1, 3).await.unwrap(), "{games:?}");
            }
        }
    }
    for table in tables {
        assert_eq!(kept.settled(*table).await.unwrap(), summed.settled(*table).await.unwrap());
    }
    assert_eq!(kept.wrong_totals().await.unwrap(), 0);
}

#[test]
fn kept_totals_equal_the_sums_of_the_ledger_whatever_is_played() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    // Each case has a file of its own, whose commits are synced.
    let mut runner = TestRunner::new(Config { cases: 12, failure_persistence: None, ..Config::default() });
    runner
        .run(&happenings(), |happenings| {
            runtime.block_on(async {
                let (file, twin) = (InFile::new().await, in_memory());
                let tables = bring_about(&file.store, &happenings).await;
                assert_eq!(bring_about(&twin, &happenings).await, tables);
                assert_alike(&file.store, &twin, &tables).await;
                file.store.close().await;
            });
            Ok(())
        })
        .unwrap();
}

#[tokio::test]
async fn a_total_that_differs_from_the_ledger_is_found() {
    let file = InFile::new().await;
    let table = open(&file.store, GUILD).await;
    let rows = vec![crate::scores::row(1, Seat::South, 60), crate::scores::row(2, Seat::East, -20)];
    file.store.append(&end(table, 0, settlement(rows))).await.unwrap();
    let mut connection = file.connect().await;
    for (damage, wrong) in [
        ("UPDATE totals SET points = points + 1 WHERE season = 0 AND user = 1", 1),
        ("DELETE FROM totals WHERE season = 1 AND user = 2", 2),
        ("INSERT INTO totals VALUES (7, 0, 7, 0, 1, 0, 0)", 3),
    ] {
        sqlx::query(damage).execute(&mut connection).await.unwrap();
        assert_eq!(file.store.wrong_totals().await.unwrap(), wrong, "{damage}");
    }
}

#[tokio::test]
async fn a_settlement_that_fails_leaves_no_total() {
    let file = InFile::new().await;
    let table = open(&file.store, GUILD).await;
    let twice = vec![crate::scores::row(1, Seat::South, 60), crate::scores::row(1, Seat::East, 60)];
    assert!(file.store.append(&end(table, 0, settlement(twice))).await.is_err());
    assert_eq!(file.store.leaderboard(GUILD, Period::AllTime, 0, 10).await.unwrap().users, 0);
    assert_eq!(file.store.wrong_totals().await.unwrap(), 0);
}

#[tokio::test]
async fn who_begins_a_season_is_kept() {
    let file = InFile::new().await;
    let change = ConfigChange { by: user(u64::MAX), at_unix_ms: 7 };
    assert!(file.store.start_season(GUILD, 2, change).await.unwrap());
    assert!(!file.store.start_season(GUILD, 2, change).await.unwrap());
    let rows: Vec<(i64, i64, i64, String, String)> =
        sqlx::query_as("SELECT guild, by, at_unix_ms, before, after FROM config_audit")
            .fetch_all(&mut file.connect().await)
            .await
            .unwrap();
    let expected = (GUILD.0.cast_signed(), -1, 7, r#"{"season":1}"#.to_owned(), r#"{"season":2}"#.to_owned());
    assert_eq!(rows, [expected]);
}
