//! A database that the program cannot work with: it says in one line what is wrong and what to do, and ends.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use junqi::store::{SqliteStore, check};
use junqi::table::{Append, ComputerLevel, GuildId, Joiner, Store, TableId, TableSetup};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{AssertSqlSafe, ConnectOptions, Connection, SqliteConnection};
use tempfile::TempDir;

/// A database with some tables in it, closed in good order.
struct Case {
    folder: TempDir,
    file: PathBuf,
}

impl Case {
    async fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("games.sqlite");
        let store = SqliteStore::open(&file).await.unwrap();
        for _ in 0..40 {
            store
                .open_table_with(&setup(), &[Joiner::Computer { level: ComputerLevel::Easy }])
                .await
                .unwrap();
        }
        store.close().await;
        Self { folder, file }
    }

    async fn connect(&self) -> SqliteConnection {
        SqliteConnectOptions::new().filename(&self.file).connect().await.unwrap()
    }

    async fn execute(&self, statement: &str) {
        let mut connection = self.connect().await;
        sqlx::raw_sql(AssertSqlSafe(statement.to_owned())).execute(&mut connection).await.unwrap();
        connection.close().await.unwrap();
    }
}

fn setup() -> TableSetup {
    TableSetup {
        guild: GuildId(1),
        channel: junqi::table::ChannelId(2),
        settings: junqi::rules::Settings::default(),
        people_to_count: 2,
        locale: "zh-TW".to_owned(),
        secret: junqi::rules::Secret([7; 32]),
        rematch: None,
        opened_unix_ms: 1,
    }
}

/// `junqi run` on that file. It opens its database before anything else: the address leads nowhere.
fn run(program: &Path, file: &Path) -> Command {
    let ca = file.with_file_name("ca.pem");
    fs::write(&ca, "").unwrap();
    let mut command = Command::new(program);
    command.args(["run", "--sandbox", "127.0.0.1:9", "--sandbox-ca"]).arg(ca).arg("--database").arg(file);
    command.env("DISCORD_TOKEN", "a.b.c").env_remove("RUST_LOG").stdin(Stdio::null());
    command
}

fn junqi() -> &'static Path {
    Path::new(env!("CARGO_BIN_EXE_junqi"))
}

/// The program ended with an error and one line about it, which has this in it.
#[track_caller]
fn assert_says(output: &Output, file: &Path, words: &[&str]) {
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{said}");
    let lines: Vec<&str> = said.lines().collect();
    let [line] = lines[..] else { panic!("one line is said: {said}") };
    assert!(line.starts_with("junqi: ") && line.contains(&*file.to_string_lossy()), "{line}");
    for word in words {
        assert!(line.contains(word), "{line} should say {word:?}");
    }
}

#[tokio::test]
async fn a_second_program_on_the_same_file_is_turned_away() {
    let case = Case::new().await;
    let store = SqliteStore::open(&case.file).await.unwrap();
    assert_says(&run(junqi(), &case.file).output().unwrap(), &case.file, &["in use", "stop that one first"]);
    store.close().await;
}

#[tokio::test]
async fn a_file_that_another_program_keeps_for_itself_is_not_waited_for_without_end() {
    let case = Case::new().await;
    let mut other = case.connect().await;
    let keep = "PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; UPDATE tables SET locale = '?'";
    sqlx::raw_sql(keep).execute(&mut other).await.unwrap();
    assert_says(&run(junqi(), &case.file).output().unwrap(), &case.file, &["in use", "stop that one first"]);
    sqlx::raw_sql("ROLLBACK; PRAGMA locking_mode = NORMAL; SELECT id FROM tables")
        .execute(&mut other)
        .await
        .unwrap();
    other.close().await.unwrap();
    let store = SqliteStore::open(&case.file).await.expect("it can be had again");
    let stored = store.table(TableId(1)).await.unwrap();
    assert_eq!(stored.setup.locale, "zh-TW", "what the other did not finish is undone");
    store.close().await;
}

#[tokio::test]
async fn a_file_of_something_else_is_named_and_left_alone() {
    let case = Case::new().await;
    let notes = "notes, not games\n".repeat(1_000);
    fs::write(&case.file, &notes).unwrap();
    let words = ["not a database of this program", "name another file, or put a backup in its place"];
    assert_says(&run(junqi(), &case.file).output().unwrap(), &case.file, &words);
    let looked = Command::new(junqi()).arg("check").arg("--database").arg(&case.file).output().unwrap();
    assert_says(&looked, &case.file, &words);
    assert_eq!(fs::read_to_string(&case.file).unwrap(), notes);
    let data = case.folder.path().join("data");
    fs::create_dir(&data).unwrap();
    fs::write(data.join("junqi.sqlite"), &notes).unwrap();
    let played =
        Command::new(junqi()).args(["sandbox", "--port", "0", "--data"]).arg(&data).output().unwrap();
    assert_says(&played, &data, &words);
}

#[tokio::test]
async fn a_file_cut_short_is_never_taken_for_whole() {
    let case = Case::new().await;
    let whole = fs::read(&case.file).unwrap();
    let page = 4_096;
    assert!(whole.len() > 12 * page, "there is something to cut");
    for kept in [
        page / 2,
        page,
        2 * page,
        whole.len() / 2,
        whole.len() / 2 + 100,
        whole.len() - page,
        whole.len() - 1,
    ] {
        fs::write(&case.file, &whole[..kept]).unwrap();
        let opened = run(junqi(), &case.file).output().unwrap();
        assert_says(&opened, &case.file, &["damaged", "put a backup in its place"]);
        let looked = Command::new(junqi()).arg("check").arg("--database").arg(&case.file).output().unwrap();
        assert_eq!(looked.status.code(), Some(1), "{kept} bytes: {looked:?}");
    }
}

#[tokio::test]
async fn a_log_beside_the_file_that_is_cut_short_loses_its_end_and_nothing_else() {
    let case = Case::new().await;
    let store = SqliteStore::open(&case.file).await.unwrap();
    let joiners = [Joiner::Computer { level: ComputerLevel::Easy }];
    let tables = 20;
    for _ in 0..tables {
        store.open_table_with(&setup(), &joiners).await.unwrap();
    }
    let beside = |file: &Path, ending: &str| PathBuf::from(format!("{}{ending}", file.display()));
    let (file, log) = (fs::read(&case.file).unwrap(), fs::read(beside(&case.file, "-wal")).unwrap());
    store.close().await;
    let copy = case.folder.path().join("copy.sqlite");
    let mut found = Vec::new();
    for kept in (0..=10).map(|tenth| log.len() * tenth / 10) {
        for ending in ["-wal", "-shm"] {
            drop(fs::remove_file(beside(&copy, ending)));
        }
        fs::write(&copy, &file).unwrap();
        fs::write(beside(&copy, "-wal"), &log[..kept]).unwrap();
        let store = SqliteStore::open(&copy).await.unwrap();
        let running = store.running_tables().await.unwrap();
        let expected = Append::of_joiners(TableId(1), &joiners).entries;
        assert!(running.iter().all(|table| table.entries == expected), "no table is there by half");
        found.push(running.len());
        store.close().await;
        assert_eq!(check(&copy).await.unwrap().faults, [""; 0]);
    }
    assert!(found.is_sorted() && found.first() < found.last(), "{found:?}");
    assert_eq!(found.last(), Some(&(40 + tables)));
}

#[tokio::test]
async fn a_schema_of_a_newer_version_is_refused_and_one_that_stopped_half_way_too() {
    let case = Case::new().await;
    case.execute(
        "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time) \
         VALUES (9001, 'from the future', TRUE, x'00', 0)",
    )
    .await;
    let words = ["newer version", "start that version"];
    assert_says(&run(junqi(), &case.file).output().unwrap(), &case.file, &words);
    let looked = Command::new(junqi()).arg("check").arg("--database").arg(&case.file).output().unwrap();
    assert_says(&looked, &case.file, &words);
    case.execute("DELETE FROM _sqlx_migrations WHERE version = 9001").await;
    case.execute("UPDATE _sqlx_migrations SET success = FALSE WHERE version = 2").await;
    assert_says(
        &run(junqi(), &case.file).output().unwrap(),
        &case.file,
        &["could not be brought up to date"],
    );
}

#[cfg(unix)]
#[tokio::test]
async fn a_file_or_folder_that_may_not_be_written_is_named_with_the_right_that_is_missing() {
    use std::os::unix::fs::{MetadataExt, PermissionsExt};
    use std::os::unix::process::CommandExt;

    const NOBODY: u32 = 65_534;
    let case = Case::new().await;
    fs::remove_file(case.folder.path().join("games.sqlite.lock")).unwrap();
    // Root may write everything: the program is run as somebody else, from where they can reach it.
    let is_root = fs::metadata(&case.file).unwrap().uid() == 0;
    let program = case.folder.path().join("junqi");
    fs::hard_link(junqi(), &program).or_else(|_| fs::copy(junqi(), &program).map(drop)).unwrap();
    let mode = |path: &Path, mode| fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    for (file_mode, folder_mode) in [(0o444, 0o777), (0o666, 0o555)] {
        mode(&case.file, file_mode);
        mode(case.folder.path(), folder_mode);
        let mut command = Command::new(&program);
        command.args(["run", "--sandbox", "127.0.0.1:9", "--sandbox-ca", "/dev/null", "--database"]);
        command.arg(&case.file).env("DISCORD_TOKEN", "a.b.c").env_remove("RUST_LOG");
        if is_root {
            command.uid(NOBODY).gid(NOBODY);
        }
        let output = command.output();
        mode(case.folder.path(), 0o755);
        let Ok(output) = output else {
            eprintln!("not tried: this user cannot start programs as another");
            return;
        };
        assert_says(&output, &case.file, &["cannot be written", "needs the right to write"]);
    }
}
