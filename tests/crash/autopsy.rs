//! What a killed program left on the disk.

use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;

use junqi::store::SqliteStore;
use junqi::table::{Entry, Slot, Store, StoreError, StoredTable, TableId, TableState};

/// Where a table stood when the program was killed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Stage {
    Lobby,
    Auction,
    Deployment,
    Battle,
    Vote,
    /// The game is over, and its result has not been told.
    End,
    /// Nothing is left to do for it.
    Told,
}

impl Stage {
    /// Those in which a table goes on after a kill.
    pub const ALL: [Self; 6] =
        [Self::Lobby, Self::Auction, Self::Deployment, Self::Battle, Self::Vote, Self::End];

    fn of(state: &TableState, has_told: bool) -> Self {
        let Some(game) = state.game() else {
            return if state.is_over() { Self::Told } else { Self::Lobby };
        };
        match game.battle() {
            Some(battle) if battle.vote().is_some() => Self::Vote,
            Some(_) => Self::Battle,
            None if game.deployment().is_some() => Self::Deployment,
            None if game.over().is_none() => Self::Auction,
            None if has_told => Self::Told,
            None => Self::End,
        }
    }
}

impl fmt::Display for Stage {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(&format!("{self:?}").to_lowercase())
    }
}

/// A table as it was found.
pub struct Found {
    pub stored: StoredTable,
    pub stage: Stage,
}

/// Everything as it was found.
#[derive(Default)]
pub struct Autopsy {
    pub tables: BTreeMap<TableId, Found>,
}

impl Autopsy {
    /// Looks through a copy, so that the program itself has to deal with what was left: the file, and the log
    /// beside it.
    pub async fn of(database: &Path, copy: &Path) -> Self {
        let beside = |path: &Path, ending: &str| {
            let mut name = path.as_os_str().to_owned();
            name.push(ending);
            std::path::PathBuf::from(name)
        };
        if !database.exists() {
            return Self::default();
        }
        for ending in ["", "-wal"] {
            let from = beside(database, ending);
            if from.exists() {
                std::fs::copy(from, beside(copy, ending)).unwrap();
            }
        }
        let store = SqliteStore::open(copy).await.expect("what a kill leaves can be opened");
        let found = Self::read(&store).await;
        store.close().await;
        for ending in ["", "-wal", "-shm", ".lock"] {
            // Not all of them are there.
            let _ = std::fs::remove_file(beside(copy, ending));
        }
        found
    }

    /// Every table in the store.
    pub async fn read(store: &SqliteStore) -> Self {
        let mut tables = BTreeMap::new();
        for id in (1..).map(TableId) {
            let stored = match store.table(id).await {
                Ok(stored) => stored,
                Err(StoreError::NoTable(_)) => break,
                Err(fault) => panic!("table {id}: {fault}"),
            };
            let state = TableState::replay(stored.clone()).expect("a log plays again");
            let places = store.places(id).await.unwrap();
            let has_told = places.iter().any(|(slot, _)| *slot == Slot::End);
            tables.insert(id, Found { stored, stage: Stage::of(&state, has_told) });
        }
        Self { tables }
    }

    /// Nothing that an earlier look found stored is gone or another.
    pub fn assert_goes_on_from(&self, earlier: &Self) {
        for (id, before) in &earlier.tables {
            let now = self.tables.get(id).unwrap_or_else(|| panic!("table {id} is gone"));
            let (before, now): (&[Entry], &[Entry]) = (&before.stored.entries, &now.stored.entries);
            assert!(now.starts_with(before), "the log of table {id} has changed behind its back");
        }
    }
}
