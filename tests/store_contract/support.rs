//! What the tests of stores share.

use std::path::{Path, PathBuf};

use junqi::rules::{Contract, GameResult, Secret, Settings};
use junqi::store::{MemoryStore, SqliteStore};
use junqi::table::{
    Append, ChannelId, Claim, Entry, GuildId, LedgerRow, LobbyEvent, Settlement, Store, StoreError, TableId,
    TableSetup, UserId,
};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, SqliteConnection};
use tempfile::TempDir;

pub const GUILD: GuildId = GuildId(1_180_000_000_000_000_001);

/// A SQLite store in a directory of its own.
pub struct InFile {
    pub directory: TempDir,
    pub store: SqliteStore,
}

impl InFile {
    pub async fn new() -> Self {
        let directory = tempfile::tempdir().unwrap();
        let store = SqliteStore::open(&directory.path().join("junqi.db")).await.unwrap();
        Self { directory, store }
    }

    pub fn path(&self) -> PathBuf {
        self.directory.path().join("junqi.db")
    }

    /// A connection of somebody else's, past the store and its lock.
    pub async fn connect(&self) -> SqliteConnection {
        connect(&self.path()).await
    }
}

/// A connection to that database file, made where there is none.
pub async fn connect(path: &Path) -> SqliteConnection {
    SqliteConnectOptions::new().filename(path).create_if_missing(true).connect().await.unwrap()
}

/// Runs each of the tests on both stores.
macro_rules! on_both_stores {
    ($($name:ident),* $(,)?) => {
        mod in_memory {
            $(#[tokio::test(start_paused = true)]
            async fn $name() {
                super::$name(&crate::support::in_memory()).await;
            })*
        }

        mod in_sqlite {
            $(#[tokio::test]
            async fn $name() {
                super::$name(&crate::support::InFile::new().await.store).await;
            })*
        }
    };
}
pub(crate) use on_both_stores;

pub fn in_memory() -> MemoryStore {
    MemoryStore::new()
}

pub fn setup(guild: GuildId) -> TableSetup {
    TableSetup {
        guild,
        channel: ChannelId(7),
        settings: Settings::default(),
        people_to_count: 2,
        locale: "zh-TW".to_owned(),
        secret: Secret([9; 32]),
        rematch: None,
        opened_unix_ms: 1_796_000_000_000,
    }
}

/// Opens a plain table.
pub async fn open(store: &impl Store, guild: GuildId) -> TableId {
    store.open_table(&setup(guild)).await.unwrap()
}

pub fn started() -> Entry {
    Entry::Lobby(LobbyEvent::Started)
}

/// An append of those entries with nothing beside them.
pub fn entries(table: TableId, first_seq: u64, entries: Vec<Entry>) -> Append {
    Append { table, first_seq, entries, claims: Vec::new(), settlement: None }
}

/// An append of nothing but claims.
pub fn claims(table: TableId, first_seq: u64, claims: &[Claim]) -> Append {
    Append { claims: claims.to_vec(), ..entries(table, first_seq, Vec::new()) }
}

/// An append that ends the table.
pub fn end(table: TableId, first_seq: u64, settlement: Settlement) -> Append {
    Append { settlement: Some(settlement), ..entries(table, first_seq, vec![started()]) }
}

/// A game that counts and has scores.
pub fn settlement(ledger: Vec<LedgerRow>) -> Settlement {
    Settlement {
        result: Some(GameResult::DeclarerMade),
        contract: Some(Contract::Two),
        counts: true,
        ledger,
        ended_unix_ms: 1_796_000_600_000,
    }
}

pub fn is_conflict(result: &Result<(), StoreError>, table: TableId) -> bool {
    matches!(result, Err(StoreError::Conflict { table: at }) if *at == table)
}

pub const fn user(id: u64) -> UserId {
    UserId(id)
}
