//! A database of an earlier version is brought up to date with everything that stands in it.

use std::path::Path;

use junqi::store::SqliteStore;
use junqi::table::{Career, Games, GuildId, Period, Scores, Tally};
use sqlx::migrate::Migrator;
use sqlx::{Connection, SqliteConnection};

use crate::scores::lines;
use crate::support::{GUILD, connect, user};

/// Makes a database as the first `steps` steps of the schema make it.
async fn database_of(path: &Path, steps: usize) -> SqliteConnection {
    let folder = tempfile::tempdir().unwrap();
    let all = Path::new(env!("CARGO_MANIFEST_DIR")).join("migrations");
    let mut files: Vec<_> = std::fs::read_dir(all).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    for file in &files[..steps] {
        std::fs::copy(file, folder.path().join(file.file_name().unwrap())).unwrap();
    }
    let mut connection = connect(path).await;
    Migrator::new(folder.path()).await.unwrap().run(&mut connection).await.unwrap();
    connection
}

/// A table that has ended: its number, `counts`, `is_scored`, and the result.
type Ended = (i64, bool, bool, &'static str);

async fn insert_table(
    connection: &mut SqliteConnection,
    guild: GuildId,
    (id, counts, scored, result): Ended,
) {
    let insert = "INSERT INTO tables (id, guild, channel, base_score, call_s, declarer_deployment_s, \
                  defender_deployment_s, move_s, vote_s, absence_s, people_to_count, locale, secret, \
                  opened_unix_ms, ended_unix_ms, result, contract, counts, is_scored) \
                  VALUES (?1, ?2, 7, 10, 20, 90, 100, 20, 20, 300, 2, 'zh-TW', zeroblob(32), 5, ?1 * 1000, \
                  ?3, 2, ?4, ?5)";
    sqlx::query(insert)
        .bind(id)
        .bind(guild.0.cast_signed())
        .bind(result)
        .bind(counts)
        .bind(scored)
        .execute(connection)
        .await
        .unwrap();
}

/// A line of the ledger: table, user, name, role, points, whether they deserted.
type Line = (i64, u64, &'static str, &'static str, i64, bool);

async fn insert_line(connection: &mut SqliteConnection, guild: GuildId, seat: &str, line: Line) {
    let (table, id, name, role, points, has_deserted) = line;
    let insert = "INSERT INTO ledger (table_id, guild, user, name, seat, role, points, has_deserted) \
                  VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)";
    sqlx::query(insert)
        .bind(table)
        .bind(guild.0.cast_signed())
        .bind(id.cast_signed())
        .bind(name)
        .bind(seat)
        .bind(role)
        .bind(points)
        .bind(has_deserted)
        .execute(connection)
        .await
        .unwrap();
}

#[tokio::test]
async fn scores_of_the_first_version_stand_in_the_first_season() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("junqi.db");
    let mut old = database_of(&path, 1).await;
    for table in [
        (1, true, true, "declarer_made"),
        (2, false, false, "declarer_failed"),
        (3, true, false, "void"),
        (4, true, true, "declarer_failed"),
    ] {
        insert_table(&mut old, GUILD, table).await;
    }
    insert_table(&mut old, GuildId(2), (5, true, true, "draw_agreed")).await;
    for (seat, line) in [
        ("south", (1, 1, "old name", "declarer", 60, false)),
        ("east", (1, 2, "two", "defender", -20, false)),
        ("north", (2, 3, "only practice", "declarer", -60, false)),
        ("west", (3, 2, "two", "defender", 0, true)),
        ("south", (4, 1, "新名字", "defender", 20, false)),
        ("east", (4, u64::MAX, "last", "declarer", -60, false)),
    ] {
        insert_line(&mut old, GUILD, seat, line).await;
    }
    insert_line(&mut old, GuildId(2), "south", (5, 1, "elsewhere", "declarer", 0, false)).await;
    old.close().await.unwrap();

    let store = SqliteStore::open(&path).await.unwrap();
    assert_eq!(store.wrong_totals().await.unwrap(), 0);
    assert_eq!(store.season(GUILD).await.unwrap().number, 1);
    let expected = [(1, 1, 80, 2, 2, 0), (2, 2, -20, 1, 0, 1), (3, u64::MAX, -60, 1, 0, 0)];
    for period in [Period::Season, Period::AllTime] {
        let board = store.leaderboard(GUILD, period, 0, 10).await.unwrap();
        assert_eq!(lines(&board), expected, "{period:?}");
        assert_eq!(board.standings[0].name, "新名字");
    }
    let other = store.leaderboard(GuildId(2), Period::Season, 0, 10).await.unwrap();
    assert_eq!(lines(&other), [(1, 1, 0, 1, 0, 0)]);
    let history = store.history(GUILD, user(1), Games::Counted, 0, 10).await.unwrap();
    let ended: Vec<_> = history.games.iter().map(|game| (game.ended_unix_ms, game.season)).collect();
    assert_eq!(ended, [(4_000, 1), (1_000, 1)]);
    let practised: Career = store.career(GUILD, user(3)).await.unwrap().unwrap();
    assert_eq!((practised.name.as_str(), practised.total()), ("only practice", 0));
    assert_eq!(practised.practice, Tally { games: 1, won: 0, lost: 1 });
}

#[tokio::test]
async fn a_table_that_ran_before_the_upgrade_ends_in_the_running_season() {
    use junqi::rules::Seat;
    use junqi::table::{ConfigChange, Store, TableId};

    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("junqi.db");
    let mut old = database_of(&path, 1).await;
    let running = "INSERT INTO tables (guild, channel, base_score, call_s, declarer_deployment_s, \
                   defender_deployment_s, move_s, vote_s, absence_s, people_to_count, locale, secret, \
                   opened_unix_ms) VALUES (?1, 7, 10, 20, 90, 100, 20, 20, 300, 2, 'en', zeroblob(32), 5)";
    sqlx::query(running).bind(GUILD.0.cast_signed()).execute(&mut old).await.unwrap();
    old.close().await.unwrap();

    let store = SqliteStore::open(&path).await.unwrap();
    let change = ConfigChange { by: user(9), at_unix_ms: 1 };
    assert!(store.start_season(GUILD, 2, change).await.unwrap());
    let rows = vec![crate::scores::row(1, Seat::South, 60)];
    let end = crate::support::end(TableId(1), 0, crate::support::settlement(rows));
    store.append(&end).await.unwrap();
    let board = store.leaderboard(GUILD, Period::Season, 0, 10).await.unwrap();
    assert_eq!((board.season, lines(&board)), (Some(2), vec![(1, 1, 60, 1, 1, 0)]));
}
