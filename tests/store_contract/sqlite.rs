//! What the store in SQLite promises besides: one process, durable, in good order.

use std::collections::HashSet;
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use junqi::rules::Pace;
use junqi::store::{OpenError, SqliteStore};
use junqi::table::{
    Append, ChannelId, Claim, ConfigChange, GuildConfig, LedgerRow, MessageId, Period, Place, Scores, Slot,
    Store, StoreError,
};
use sqlx::{AssertSqlSafe, Connection, SqliteConnection};
use tempfile::tempdir;

use crate::samples::every_entry;
use crate::support::{GUILD, InFile, claims, connect, end, entries, open, settlement, setup, started, user};

async fn execute(connection: &mut SqliteConnection, statement: &str) -> Result<u64, sqlx::Error> {
    let done = sqlx::raw_sql(AssertSqlSafe(statement)).execute(connection).await?;
    Ok(done.rows_affected())
}

async fn refused(path: &Path) -> OpenError {
    SqliteStore::open(path).await.err().expect("the file cannot be opened")
}

#[tokio::test]
async fn everything_is_there_after_opening_again() {
    let file = InFile::new().await;
    let running = open(&file.store, GUILD).await;
    let ended = open(&file.store, GUILD).await;
    let append = Append { claims: vec![Claim::Take(user(1))], ..entries(running, 0, every_entry()) };
    file.store.append(&append).await.unwrap();
    let place = Place { channel: ChannelId(3), message: MessageId(4) };
    file.store.set_place(running, Slot::Main, Some(place)).await.unwrap();
    let line = LedgerRow {
        user: user(2),
        name: "小明".to_owned(),
        seat: junqi::rules::Seat::North,
        role: None,
        points: -20,
        has_deserted: true,
    };
    file.store.append(&end(ended, 0, settlement(vec![line]))).await.unwrap();
    let config =
        GuildConfig { base_score: 5, pace: Pace::Slow, people_to_count: 1, ..GuildConfig::default() };
    file.store.set_config(GUILD, config.clone(), ConfigChange { by: user(9), at_unix_ms: 8 }).await.unwrap();
    let board = file.store.leaderboard(GUILD, Period::AllTime, 0, 10).await.unwrap();
    file.store.close().await;

    let again = SqliteStore::open(&file.path()).await.unwrap();
    let tables = again.running_tables().await.unwrap();
    assert_eq!((tables.len(), tables[0].id), (1, running));
    assert_eq!((&tables[0].setup, &tables[0].entries), (&setup(GUILD), &every_entry()));
    assert_eq!(again.places(running).await.unwrap(), [(Slot::Main, place)]);
    assert_eq!(again.leaderboard(GUILD, Period::AllTime, 0, 10).await.unwrap(), board);
    assert_eq!((board.standings[0].total, board.standings[0].desertions), (-20, 1));
    assert_eq!(again.config(GUILD).await.unwrap(), config);
    let other = open(&again, GUILD).await;
    let elsewhere = again.append(&claims(other, 0, &[Claim::Take(user(1))])).await;
    assert!(matches!(elsewhere, Err(StoreError::SeatedElsewhere { at, .. }) if at == running));
}

#[tokio::test]
async fn an_id_is_never_given_twice() {
    let file = InFile::new().await;
    let first = open(&file.store, GUILD).await;
    execute(&mut file.connect().await, "DELETE FROM tables").await.unwrap();
    assert_ne!(open(&file.store, GUILD).await, first);
}

#[tokio::test]
async fn a_second_store_on_the_same_file_is_told_so() {
    let file = InFile::new().await;
    let error = refused(&file.path()).await;
    assert!(matches!(error, OpenError::Locked { .. }), "{error:?}");
    let said = error.to_string();
    assert!(said.contains("junqi.db") && said.contains("stop that one"), "{said}");
    file.store.close().await;
    SqliteStore::open(&file.path()).await.unwrap();
}

#[cfg(unix)]
#[tokio::test]
async fn the_lock_holds_by_whatever_link_the_file_is_reached() {
    let file = InFile::new().await;
    let link = file.directory.path().join("link.db");
    std::os::unix::fs::symlink(file.path(), &link).unwrap();
    let error = refused(&link).await;
    assert!(matches!(error, OpenError::Locked { .. }), "{error:?}");
}

#[tokio::test]
async fn a_store_that_is_dropped_gives_its_lock_back() {
    let file = InFile::new().await;
    let path = file.path();
    drop(file.store);
    // The writer ends when the runtime comes to it and the file is closed.
    let patience = Instant::now() + Duration::from_secs(30);
    while Instant::now() < patience {
        match SqliteStore::open(&path).await {
            Ok(_) => return,
            Err(OpenError::Locked { .. }) => tokio::task::yield_now().await,
            Err(error) => panic!("{error:?}"),
        }
    }
    panic!("the lock is still held");
}

#[tokio::test]
async fn a_closed_store_says_so_and_leaves_one_file_and_its_lock() {
    let file = InFile::new().await;
    let table = open(&file.store, GUILD).await;
    file.store.running_tables().await.unwrap();
    file.store.close().await;
    file.store.close().await;
    let error = file.store.append(&entries(table, 0, vec![started()])).await.unwrap_err();
    assert!(matches!(error, StoreError::Failed(_)), "{error:?}");
    assert!(matches!(file.store.table(table).await, Err(StoreError::Failed(_))));
    let left: HashSet<_> =
        fs::read_dir(file.directory.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(left, ["junqi.db", "junqi.db.lock"].map(Into::into).into(), "the log is folded in");
}

#[tokio::test]
async fn what_was_handed_in_before_closing_is_written() {
    let file = InFile::new().await;
    let table = open(&file.store, GUILD).await;
    let append = entries(table, 0, vec![started()]);
    let (appended, ()) = tokio::join!(file.store.append(&append), file.store.close());
    appended.unwrap();
    let again = SqliteStore::open(&file.path()).await.unwrap();
    assert_eq!(again.table(table).await.unwrap().entries, [started()]);
}

#[tokio::test]
async fn an_append_is_done_though_nobody_waits_for_it() {
    let file = InFile::new().await;
    let table = open(&file.store, GUILD).await;
    let append = entries(table, 0, vec![started()]);
    {
        let mut waiting = Box::pin(file.store.append(&append));
        // Polled once, so that it is handed in, then dropped.
        let once = std::future::poll_fn(|context| std::task::Poll::Ready(waiting.as_mut().poll(context)));
        assert!(once.await.is_pending());
    }
    file.store.append(&entries(table, 1, Vec::new())).await.unwrap();
    assert_eq!(file.store.table(table).await.unwrap().entries, [started()]);
}

#[tokio::test]
async fn a_file_that_is_no_database_is_left_alone() {
    let directory = tempdir().unwrap();
    let path = directory.path().join("notes.txt");
    for contents in ["notes".to_owned(), "a longer list of notes\n".repeat(1_000)] {
        fs::write(&path, &contents).unwrap();
        let error = refused(&path).await;
        assert!(matches!(error, OpenError::NotADatabase { .. }), "{error:?}");
        assert!(error.to_string().contains("notes.txt"), "{error}");
        assert_eq!(fs::read_to_string(&path).unwrap(), contents);
    }
}

#[tokio::test]
async fn the_database_of_another_program_is_left_alone() {
    let directory = tempdir().unwrap();
    let path = directory.path().join("other.db");
    let mut other = connect(&path).await;
    execute(&mut other, "CREATE TABLE bookmarks (address TEXT)").await.unwrap();
    other.close().await.unwrap();
    let before = fs::read(&path).unwrap();
    let error = refused(&path).await;
    assert!(matches!(error, OpenError::NotADatabase { .. }), "{error:?}");
    assert!(fs::read(&path).unwrap() == before, "not a byte of it is changed");
}

#[cfg(unix)]
#[tokio::test]
async fn nobody_else_may_read_a_new_database() {
    use std::os::unix::fs::PermissionsExt;

    let file = InFile::new().await;
    open(&file.store, GUILD).await;
    for name in ["junqi.db", "junqi.db-wal"] {
        let mode = fs::metadata(file.directory.path().join(name)).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600, "{name} holds secrets of running games");
    }
}

#[tokio::test]
async fn a_damaged_database_is_not_opened() {
    let file = InFile::new().await;
    open(&file.store, GUILD).await;
    file.store.close().await;
    let mut bytes = fs::read(file.path()).unwrap();
    bytes[100..4_096].fill(0xFF);
    fs::write(file.path(), bytes).unwrap();
    let error = refused(&file.path()).await;
    assert!(matches!(error, OpenError::NotADatabase { .. }), "{error:?}");
}

#[tokio::test]
async fn a_database_from_the_future_is_left_alone() {
    let file = InFile::new().await;
    file.store.close().await;
    let mut connection = file.connect().await;
    let step = "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time) \
                VALUES (9001, 'seasons on the moon', TRUE, x'00', 0)";
    execute(&mut connection, step).await.unwrap();
    connection.close().await.unwrap();
    let error = refused(&file.path()).await;
    assert!(matches!(error, OpenError::Newer { version: 9001, .. }), "{error:?}");
    assert!(error.to_string().contains("newer version"), "{error}");
}

#[tokio::test]
async fn a_schema_step_that_was_edited_afterwards_is_found() {
    let file = InFile::new().await;
    file.store.close().await;
    let mut connection = file.connect().await;
    execute(&mut connection, "UPDATE _sqlx_migrations SET checksum = x'00'").await.unwrap();
    connection.close().await.unwrap();
    let error = refused(&file.path()).await;
    assert!(matches!(error, OpenError::Schema { .. }), "{error:?}");
}

#[tokio::test]
async fn a_path_that_leads_nowhere_is_named() {
    let directory = tempdir().unwrap();
    for path in [directory.path().join("none/junqi.db"), directory.path().to_owned()] {
        let error = refused(&path).await;
        assert!(matches!(error, OpenError::Io { .. }), "{error:?}");
        assert!(error.to_string().contains(path.to_str().unwrap()), "{error}");
    }
}

/// Sets whether that path may be written; whether the system keeps to it, which it does not for root.
#[cfg(unix)]
fn make_read_only(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;

    let mode = if path.is_dir() { 0o555 } else { 0o444 };
    fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    if path.is_dir() {
        fs::write(path.join("probe"), "").is_err()
    } else {
        fs::OpenOptions::new().write(true).open(path).is_err()
    }
}

#[cfg(unix)]
#[tokio::test]
async fn a_file_or_directory_that_may_not_be_written_is_named() {
    use std::os::unix::fs::PermissionsExt;

    for of_file in [true, false] {
        let file = InFile::new().await;
        file.store.close().await;
        let subject = if of_file { file.path() } else { file.directory.path().to_owned() };
        if !of_file {
            fs::remove_file(file.directory.path().join("junqi.db.lock")).unwrap();
        }
        if make_read_only(&subject) {
            let error = refused(&file.path()).await;
            assert!(matches!(error, OpenError::Unwritable { .. }), "{error:?}");
            assert!(error.to_string().contains("needs the right to write"), "{error}");
        } else {
            eprintln!("not tried: this user may write everything");
        }
        fs::set_permissions(&subject, fs::Permissions::from_mode(0o755)).unwrap();
    }
}

#[tokio::test]
async fn the_tables_are_strict_and_their_constraints_hold() {
    let file = InFile::new().await;
    let table = open(&file.store, GUILD).await;
    file.store.append(&entries(table, 0, vec![started()])).await.unwrap();
    let mut connection = file.connect().await;
    let loose: Vec<String> = sqlx::query_scalar(
        "SELECT name FROM pragma_table_list WHERE schema = 'main' AND strict = 0 \
         AND name NOT LIKE 'sqlite_%' AND name NOT LIKE '_sqlx_%'",
    )
    .fetch_all(&mut connection)
    .await
    .unwrap();
    assert_eq!(loose, [""; 0], "every table is strict");
    for (statement, said) in [
        ("UPDATE tables SET channel = 'lobby'", "cannot store TEXT value in INTEGER column"),
        ("UPDATE tables SET secret = x'00'", "secret_has_32_bytes"),
        ("UPDATE tables SET counts = 1", "end_is_whole"),
        ("UPDATE tables SET result = 'void'", "end_is_whole"),
        ("UPDATE tables SET first_bidder = 'south'", "rematch_is_whole"),
        ("UPDATE tables SET ended_unix_ms = 1, counts = 0, is_scored = 1", "only_what_counts_is_scored"),
        ("INSERT INTO entries VALUES (1, 0, 1, '{}')", "UNIQUE constraint failed: entries.table_id"),
        ("INSERT INTO entries VALUES (1, 1, 1, '{')", "body_is_json"),
        ("INSERT INTO entries VALUES (2, 0, 1, '{}')", "FOREIGN KEY constraint failed"),
        ("INSERT INTO sittings VALUES (1, 1, 1)", "FOREIGN KEY constraint failed"),
        (
            "INSERT INTO guild_config (guild, base_score, pace, people_to_count) VALUES (1, 0, 'slow', 2)",
            "base_score_in_bounds",
        ),
        (
            "INSERT INTO guild_config (guild, base_score, pace, people_to_count) VALUES (1, 1, 'slow', 5)",
            "people_to_count_in_bounds",
        ),
        ("INSERT INTO saved_layouts VALUES (1, 'declarer', '', 1, '{}')", "name_has_1_to_40_characters"),
    ] {
        let error = execute(&mut connection, statement).await.unwrap_err().to_string();
        assert!(error.contains(said), "{statement}: {error}");
    }
}

#[tokio::test]
async fn changes_of_settings_are_kept_with_before_and_after() {
    let file = InFile::new().await;
    for (base_score, by) in [(20, 1), (30, u64::MAX)] {
        let config = GuildConfig { base_score, ..GuildConfig::default() };
        let change = ConfigChange { by: user(by), at_unix_ms: i64::from(base_score) };
        file.store.set_config(GUILD, config, change).await.unwrap();
    }
    let bad = GuildConfig { base_score: 0, ..GuildConfig::default() };
    let change = ConfigChange { by: user(1), at_unix_ms: 0 };
    assert!(file.store.set_config(GUILD, bad, change).await.is_err(), "and leaves no trace");
    let rows: Vec<(i64, i64, i64, String, String)> =
        sqlx::query_as("SELECT guild, by, at_unix_ms, before, after FROM config_audit ORDER BY change")
            .fetch_all(&mut file.connect().await)
            .await
            .unwrap();
    let text = |base_score| GuildConfig { base_score, ..GuildConfig::default() }.to_json().to_string();
    let guild = GUILD.0.cast_signed();
    assert_eq!(rows, [(guild, 1, 20, text(10), text(20)), (guild, -1, 30, text(20), text(30))]);
}

#[tokio::test]
async fn a_commit_that_fails_leaves_its_fate_unknown_and_the_store_usable() {
    let file = InFile::new().await;
    let (one, other) = (open(&file.store, GUILD).await, open(&file.store, GUILD).await);
    // A constraint that is looked at only at the commit.
    let trap = "CREATE TABLE trap (held INTEGER REFERENCES tables (id) DEFERRABLE INITIALLY DEFERRED);
                CREATE TRIGGER spring AFTER INSERT ON entries BEGIN INSERT INTO trap VALUES (-1); END";
    let mut connection = file.connect().await;
    execute(&mut connection, trap).await.unwrap();
    let append = entries(one, 0, vec![started()]);
    let stale = entries(other, 7, vec![started()]);
    let (unknown, refused) = tokio::join!(file.store.append(&append), file.store.append(&stale));
    assert!(matches!(unknown, Err(StoreError::Unknown(_))), "{unknown:?}");
    assert!(
        matches!(refused, Err(StoreError::Failed(_) | StoreError::Conflict { .. })),
        "it wrote nothing, whatever became of the other: {refused:?}"
    );
    execute(&mut connection, "DROP TRIGGER spring").await.unwrap();
    assert_eq!(file.store.table(one).await.unwrap().entries, []);
    file.store.append(&append).await.unwrap();
}

#[tokio::test]
async fn a_disk_that_is_full_fails_the_append_and_changes_nothing() {
    let file = InFile::new().await;
    let table = open(&file.store, GUILD).await;
    let full = "CREATE TRIGGER full BEFORE INSERT ON entries WHEN NEW.seq = 1 \
                BEGIN SELECT RAISE(ROLLBACK, 'database or disk is full'); END";
    let mut connection = file.connect().await;
    execute(&mut connection, full).await.unwrap();
    let failed = file.store.append(&entries(table, 0, vec![started(), started()])).await;
    let Err(StoreError::Failed(error)) = &failed else { panic!("{failed:?}") };
    assert!(error.to_string().contains("disk is full"), "{error}");
    assert_eq!(file.store.table(table).await.unwrap().entries, []);
    execute(&mut connection, "DROP TRIGGER full").await.unwrap();
    file.store.append(&entries(table, 0, vec![started(), started()])).await.unwrap();
}

#[tokio::test]
async fn a_layout_that_cannot_be_read_does_not_hide_the_others() {
    let file = InFile::new().await;
    let rows = "INSERT INTO saved_layouts VALUES (1, 'declarer', 'a', 2, '{}'), \
                (1, 'declarer', 'b', 1, '{\"G1\":\"flag\"}'), (1, 'declarer', 'c', 1, '[]')";
    execute(&mut file.connect().await, rows).await.unwrap();
    let layouts = file.store.layouts(user(1), junqi::rules::Role::Declarer).await.unwrap();
    assert_eq!(layouts.iter().map(|saved| saved.name.as_str()).collect::<Vec<_>>(), ["b"]);
    assert!(file.store.delete_layout(user(1), junqi::rules::Role::Declarer, "a").await.unwrap());
}
