use std::path::{Path, PathBuf};

use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{AssertSqlSafe, ConnectOptions};
use tempfile::{TempDir, tempdir};

use super::*;
use crate::rules::{Actor, Call, Command, Game, Secret};
use crate::store::{BackupError, SqliteStore, backup};
use crate::table::{Append, Claim, Entry, Joiner, LobbyEvent, PressId, Store, TableSetup};

const PEOPLE: [u64; 4] = [11, 12, 13, 14];

fn setup() -> TableSetup {
    TableSetup { secret: Secret([7; 32]), opened_unix_ms: 1, ..TableSetup::sample() }
}

/// A table's state and the log that made it.
struct Script {
    state: TableState,
    entries: Vec<Entry>,
}

impl Script {
    fn add(&mut self, entry: Entry) {
        self.state.apply(&entry).unwrap();
        self.entries.push(entry);
    }

    fn game(&self) -> &Game {
        self.state.game().unwrap()
    }

    fn act(&mut self, actor: Actor, command: Command) {
        for event in self.game().decide(actor, command).unwrap() {
            self.add(Entry::Game(event));
        }
    }

    /// Four people sit down, and their game begins.
    fn begin(id: TableId) -> Self {
        let mut script = Self { state: TableState::new(id, setup()), entries: Vec::new() };
        for user in PEOPLE {
            let (name, locale) = (format!("player {user}"), "en-US".to_owned());
            let joiner = Joiner::Person { user: UserId(user), name, locale, press: PressId(user * 100) };
            script.add(Entry::Lobby(LobbyEvent::Joined { joiner }));
        }
        script.add(Entry::Lobby(LobbyEvent::Started));
        for event in script.game().begin() {
            script.add(Entry::Game(event));
        }
        script
    }

    /// The first to call plays alone against all, and everybody marches.
    fn march_all(&mut self) {
        let first = self.game().chronicle().deals[0].first_bidder;
        self.act(Actor::Seat(first), Command::Call(Call::Three));
        for seat in crate::rules::Seat::ALL {
            self.act(Actor::Seat(seat), Command::March);
        }
    }
}

/// A store with one game that the declarer lost by deserting, and one that is in the battle.
async fn stored() -> (TempDir, PathBuf) {
    let directory = tempdir().unwrap();
    let path = directory.path().join("junqi.sqlite");
    let store = SqliteStore::open(&path).await.unwrap();
    for deserts in [true, false] {
        let table = store.open_table(&setup()).await.unwrap();
        let mut script = Script::begin(table);
        script.march_all();
        if deserts {
            let declarer = script.game().chronicle().bid.unwrap().declarer;
            script.act(Actor::Seat(declarer), Command::Desert);
        }
        let settlement = script.state.settlement(5);
        assert_eq!(settlement.is_some(), deserts);
        let claims = PEOPLE.map(|user| Claim::Take(UserId(user))).to_vec();
        let append = Append { table, first_seq: 0, entries: script.entries, claims, settlement };
        store.append(&append).await.unwrap();
    }
    store.close().await;
    (directory, path)
}

/// Changes the file past the store.
async fn change(path: &Path, statement: &str) {
    let mut connection = SqliteConnectOptions::new().filename(path).connect().await.unwrap();
    let changed = sqlx::raw_sql(AssertSqlSafe(statement)).execute(&mut connection).await.unwrap();
    assert_ne!(changed.rows_affected(), 0, "{statement}");
    open::close(connection).await;
}

#[tokio::test]
async fn a_sound_database_plays_again_to_its_scores() {
    let (_directory, path) = stored().await;
    let report = check(&path).await.unwrap();
    assert_eq!(report.faults, Vec::<String>::new());
    assert_eq!((report.tables, report.running, report.verified), (2, 1, 1));
    assert!(report.entries > 20);
}

#[tokio::test]
async fn whatever_differs_from_the_logs_is_named() {
    let wrong = [
        ("UPDATE ledger SET points = points + 1 WHERE seat = 'south'", "table 1: its scores are not"),
        ("DELETE FROM ledger WHERE seat = 'north'", "table 1: its scores are not"),
        ("UPDATE tables SET result = 'draw_agreed' WHERE id = 1", "table 1: its result is not"),
        ("UPDATE tables SET contract = 1 WHERE id = 1", "table 1: its contract is not"),
        ("UPDATE tables SET is_scored = 0 WHERE id = 1", "table 1: its counting is not"),
        ("DELETE FROM sittings WHERE user = 13", "table 2: its seats are not kept"),
        ("DELETE FROM entries WHERE table_id = 2 AND seq = 3", "table 2: entry 3 is missing"),
        ("DELETE FROM entries WHERE table_id = 1 AND seq > 6", "table 1: it is kept as ended"),
        ("UPDATE entries SET body = '{}' WHERE table_id = 2 AND seq = 4", "table 2: entry 4 is damaged"),
        ("UPDATE tables SET secret = zeroblob(32) WHERE id = 1", "table 1: its record does not verify"),
        (
            "PRAGMA foreign_keys = OFF; UPDATE ledger SET table_id = 9 WHERE seat = 'south'",
            "1 rows of ledger refer to something that is not there",
        ),
    ];
    for (statement, fault) in wrong {
        let (_directory, path) = stored().await;
        change(&path, statement).await;
        let report = check(&path).await.unwrap();
        let named = report.faults.iter().any(|named| named.starts_with(fault));
        assert!(named, "{statement}: {:?}", report.faults);
    }
}

#[tokio::test]
async fn a_file_that_is_not_there_or_not_ours_or_of_another_version_is_refused() {
    let directory = tempdir().unwrap();
    let missing = directory.path().join("none.sqlite");
    assert!(matches!(check(&missing).await, Err(CheckError::Open(OpenError::Missing { .. }))));
    assert!(!missing.exists(), "looking makes no file");
    let foreign = directory.path().join("notes.txt");
    std::fs::write(&foreign, "not a database at all, but longer than a header would be").unwrap();
    assert!(matches!(check(&foreign).await, Err(CheckError::Open(OpenError::NotADatabase { .. }))));

    let (_directory, path) = stored().await;
    change(&path, "UPDATE _sqlx_migrations SET version = 9999 WHERE version = (SELECT MAX(version) FROM _sqlx_migrations)").await;
    assert!(matches!(check(&path).await, Err(CheckError::Open(OpenError::Newer { version: 9999, .. }))));
    change(&path, "DELETE FROM _sqlx_migrations WHERE version = 9999").await;
    assert!(matches!(check(&path).await, Err(CheckError::Open(OpenError::Older { .. }))));
}

#[tokio::test]
async fn a_backup_of_a_running_store_is_whole_and_private_and_opens_again() {
    let (directory, path) = stored().await;
    let store = SqliteStore::open(&path).await.unwrap();
    // Still in the log beside the file.
    let later = store.open_table(&setup()).await.unwrap();
    let copy = directory.path().join("copy.sqlite");
    let bytes = backup(&path, &copy).await.unwrap();
    assert_eq!(bytes, std::fs::metadata(&copy).unwrap().len());
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        assert_eq!(std::fs::metadata(&copy).unwrap().permissions().mode() & 0o777, 0o600);
    }
    let left: Vec<_> = std::fs::read_dir(directory.path())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| name.contains("part"))
        .collect();
    assert!(left.is_empty(), "{left:?}");
    let report = check(&copy).await.unwrap();
    assert_eq!((report.tables, report.faults), (3, Vec::new()));
    let again = SqliteStore::open(&copy).await.unwrap();
    assert_eq!(again.table(later).await.unwrap().setup, setup());
}

#[tokio::test]
async fn a_backup_never_takes_the_place_of_a_file_and_says_what_is_wrong() {
    let (directory, path) = stored().await;
    let taken = directory.path().join("taken.sqlite");
    std::fs::write(&taken, "precious").unwrap();
    assert!(matches!(backup(&path, &taken).await, Err(BackupError::Exists { .. })));
    assert_eq!(std::fs::read_to_string(&taken).unwrap(), "precious");
    let nowhere = directory.path().join("no such folder").join("copy.sqlite");
    assert!(matches!(backup(&path, &nowhere).await, Err(BackupError::Target { .. })));
    let missing = directory.path().join("none.sqlite");
    let copy = directory.path().join("copy.sqlite");
    let error = backup(&missing, &copy).await.unwrap_err();
    assert!(matches!(error, BackupError::Source(OpenError::Missing { .. })), "{error}");
    assert!(!copy.exists());
}
