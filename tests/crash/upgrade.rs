//! A file that the first version of the schema left in the middle of a game.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use junqi::players::{Level, player};
use junqi::store::{SqliteStore, check};
use junqi::table::{
    Action, Announcer, Clock, Habits, Hall, PressId, Presser, Reach, Stamp, Store, StoredTable, TableHandle,
    TableId, Telling, Viewer,
};
use sqlx::migrate::Migrator;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{AssertSqlSafe, ConnectOptions, Connection};
use tempfile::tempdir;

/// A table of two people and two computer players after sixteen plies.
const RUNNING: &str = include_str!("../data/running-v1.sql");
const TABLE: TableId = TableId(2);

/// Makes such a file.
async fn of_the_first_version(file: &Path) {
    let steps = tempdir().unwrap();
    let migrations = Path::new(env!("CARGO_MANIFEST_DIR")).join("migrations");
    for entry in fs::read_dir(migrations).unwrap() {
        let entry = entry.unwrap();
        let name = entry.file_name().into_string().unwrap();
        if name.starts_with("0001_") {
            fs::copy(entry.path(), steps.path().join(name)).unwrap();
        }
    }
    let options = SqliteConnectOptions::new().filename(file).create_if_missing(true);
    let mut connection = options.connect().await.unwrap();
    Migrator::new(steps.path()).await.unwrap().run(&mut connection).await.unwrap();
    sqlx::raw_sql(AssertSqlSafe(RUNNING)).execute(&mut connection).await.unwrap();
    connection.close().await.unwrap();
}

/// Everybody sees everything at once.
struct AllSeeing;

impl Announcer for AllSeeing {
    fn tell(&self, _: Arc<Telling>) {}

    fn reach(&self, _: TableId, _: i64) -> Reach {
        Reach::Since(0)
    }

    fn has_shown(&self, _: TableId, _: u64) -> bool {
        true
    }
}

fn plies(table: &TableHandle) -> u16 {
    table.latest().public.as_ref().and_then(|public| public.battle()).expect("the battle lasts").plies
}

/// Lets the people at the table play by a computer player's mind, until so many plies have been played.
async fn play_on(table: &TableHandle, until: u16) {
    let mut mind = player(Level::Simple, 1);
    while plies(table) < until {
        let latest = table.latest();
        let people = latest.joiners.iter().filter_map(junqi::table::Joiner::user);
        for user in people {
            let Viewer::Player(view) = latest.viewer(user) else { continue };
            if let Some(command) = mind.command(view).filter(|_| view.is_to_move()) {
                let press = PressId(u64::from(plies(table)));
                let presser = Presser { user, name: String::new(), locale: "zh-TW".to_owned(), press };
                table.press(presser, Stamp::Any, Action::Play(command)).await.unwrap();
            }
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

#[tokio::test]
async fn a_game_that_the_first_version_left_running_goes_on() {
    let folder = tempdir().unwrap();
    let file = folder.path().join("games.sqlite");
    of_the_first_version(&file).await;
    let store = Arc::new(SqliteStore::open(&file).await.unwrap());
    let before: StoredTable = store.table(TABLE).await.unwrap();
    let habits = Habits { computer_pause: Duration::ZERO, ..Habits::default() };
    let hall = Hall::new(store.clone(), Arc::new(AllSeeing), Clock::system(), habits);
    assert_eq!(hall.restore().await.unwrap(), 1);
    let table = hall.table(TABLE).unwrap();
    assert_eq!(plies(&table), 16);
    let went_on = tokio::time::timeout(Duration::from_mins(1), play_on(&table, 24)).await;
    went_on.expect("the game goes on");
    drop(hall);
    let after = store.table(TABLE).await.unwrap();
    assert!(after.entries.starts_with(&before.entries), "nothing of it has changed");
    store.close().await;
    assert_eq!(check(&file).await.unwrap().faults, [""; 0]);
}

#[tokio::test]
async fn an_upgrade_that_is_killed_is_done_by_the_next_start() {
    let folder = tempdir().unwrap();
    let fresh = folder.path().join("fresh.sqlite");
    of_the_first_version(&fresh).await;
    let ca = folder.path().join("ca.pem");
    fs::write(&ca, "").unwrap();
    for attempt in 0..12_u64 {
        let file = folder.path().join(format!("{attempt}.sqlite"));
        fs::copy(&fresh, &file).unwrap();
        let mut program = Command::new(env!("CARGO_BIN_EXE_junqi"))
            .args(["run", "--sandbox", "127.0.0.1:9", "--sandbox-ca"])
            .arg(&ca)
            .arg("--database")
            .arg(&file)
            .env("DISCORD_TOKEN", "a.b.c")
            .stdin(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        // The steps take some milliseconds, after as many for the program to start.
        tokio::time::sleep(Duration::from_millis(5 + attempt * 5)).await;
        program.kill().unwrap();
        program.wait().unwrap();
        let store = SqliteStore::open(&file).await.expect("what a kill leaves can be brought up to date");
        assert_eq!(store.running_tables().await.unwrap().len(), 1);
        store.close().await;
        assert_eq!(check(&file).await.unwrap().faults, [""; 0]);
    }
}
