//! The store in memory, for tests on paused time and for trying things out.

mod house;
mod ledger;
mod people;

use std::collections::{BTreeMap, HashMap};
use std::sync::{Mutex, MutexGuard, PoisonError};

use async_trait::async_trait;
use serde_json::{Value, json};
use thiserror::Error;

use self::ledger::Ledger;
use super::form::failed;
use super::layouts::check_name;
use crate::rules::{BySeat, Layout, Role};
use crate::table::{
    Append, Career, Claim, ConfigChange, Entry, Games, GuildConfig, GuildId, History, Joiner, LAYOUTS_MOST,
    Leaderboard, LedgerRow, MessageId, Period, Place, Posting, Renamed, SavedLayout, Scores, Season, Slot,
    Standing, Store, StoreError, StoredTable, TableId, TableSetup, UserId, UserSettings,
};

/// A store that forgets everything when it is dropped. It does no I/O and never waits.
#[derive(Default)]
pub struct MemoryStore(Mutex<Contents>);

impl MemoryStore {
    /// An empty store.
    pub fn new() -> Self {
        Self::default()
    }

    fn contents(&self) -> MutexGuard<'_, Contents> {
        // Every write checks everything before it changes anything, so a panic leaves it whole.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A ledger that SQLite's constraints would refuse.
#[derive(Debug, Error)]
#[error("the ledger of table {0} has two lines for one user or seat")]
struct TwoLines(TableId);

#[derive(Default)]
struct Contents {
    /// The table of id `n` stands at `n - 1`.
    tables: Vec<Table>,
    sittings: HashMap<(GuildId, UserId), TableId>,
    ledger: Ledger,
    configs: HashMap<GuildId, GuildConfig>,
    /// What administrators did, oldest first.
    trail: Vec<(GuildId, ConfigChange, Value, Value)>,
    user_settings: BTreeMap<UserId, UserSettings>,
    departures: BTreeMap<GuildId, i64>,
    erasures: u64,
    layouts: HashMap<(UserId, Role), BTreeMap<String, Layout>>,
}

struct Table {
    setup: TableSetup,
    entries: Vec<Entry>,
    places: BTreeMap<Slot, Place>,
    postings: Vec<Posting>,
    has_ended: bool,
    is_purged: bool,
    /// When its game ended; none while it runs, and where the lobby closed without one.
    game_ended_unix_ms: Option<i64>,
}

impl Contents {
    fn index(id: TableId) -> Option<usize> {
        usize::try_from(id.0).ok()?.checked_sub(1)
    }

    fn table(&self, id: TableId) -> Result<&Table, StoreError> {
        let found = Self::index(id).and_then(|index| self.tables.get(index));
        found.filter(|table| !table.is_purged).ok_or(StoreError::NoTable(id))
    }

    fn table_mut(&mut self, id: TableId) -> Result<&mut Table, StoreError> {
        let found = Self::index(id).and_then(|index| self.tables.get_mut(index));
        found.filter(|table| !table.is_purged).ok_or(StoreError::NoTable(id))
    }

    fn stored(&self, id: TableId) -> Result<StoredTable, StoreError> {
        let table = self.table(id)?;
        Ok(StoredTable { id, setup: table.setup.clone(), entries: table.entries.clone() })
    }

    fn append(&mut self, append: &Append) -> Result<(), StoreError> {
        let id = append.table;
        let table = self.table(id)?;
        let guild = table.setup.guild;
        if table.has_ended || table.entries.len() as u64 != append.first_seq {
            return Err(StoreError::Conflict { table: id });
        }
        let sittings = self.sittings_after(guild, append)?;
        if let Some(settlement) = &append.settlement {
            check_lines(id, &settlement.ledger)?;
        }
        self.sittings = sittings;
        let table = self.table_mut(id)?;
        table.entries.extend(append.entries.iter().cloned());
        if let Some(settlement) = &append.settlement {
            table.has_ended = true;
            table.game_ended_unix_ms = settlement.result.map(|_| settlement.ended_unix_ms);
            self.ledger.settle(id, guild, settlement);
            self.sittings.retain(|_, at| *at != id);
        }
        Ok(())
    }

    /// Who sits where after the append's claims.
    fn sittings_after(
        &self,
        guild: GuildId,
        append: &Append,
    ) -> Result<HashMap<(GuildId, UserId), TableId>, StoreError> {
        let mut sittings = self.sittings.clone();
        for claim in &append.claims {
            match *claim {
                Claim::Take(user) => {
                    let at = *sittings.entry((guild, user)).or_insert(append.table);
                    if at != append.table {
                        return Err(StoreError::SeatedElsewhere { user, at });
                    }
                }
                Claim::Release(user) => {
                    if sittings.get(&(guild, user)) == Some(&append.table) {
                        sittings.remove(&(guild, user));
                    }
                }
            }
        }
        Ok(sittings)
    }
}

/// Looks whether no user and no seat has two lines.
fn check_lines(table: TableId, ledger: &[LedgerRow]) -> Result<(), StoreError> {
    for (index, row) in ledger.iter().enumerate() {
        if ledger[..index].iter().any(|other| other.user == row.user || other.seat == row.seat) {
            return Err(failed(TwoLines(table)));
        }
    }
    Ok(())
}

#[async_trait]
impl Store for MemoryStore {
    async fn open_table_with(&self, setup: &TableSetup, joiners: &[Joiner]) -> Result<TableId, StoreError> {
        let mut contents = self.contents();
        if let Some(rematch) = setup.rematch {
            contents.table(rematch.of)?;
        }
        let (entries, places, postings) = (Vec::new(), BTreeMap::new(), Vec::new());
        let (has_ended, is_purged, game_ended_unix_ms) = (false, false, None);
        let setup = setup.clone();
        let table = Table { setup, entries, places, postings, has_ended, is_purged, game_ended_unix_ms };
        contents.tables.push(table);
        let table = TableId(contents.tables.len() as u64);
        let joined = contents.append(&Append::of_joiners(table, joiners));
        if joined.is_err() {
            contents.tables.pop();
        }
        joined.map(|()| table)
    }

    async fn append(&self, append: &Append) -> Result<(), StoreError> {
        self.contents().append(append)
    }

    async fn table(&self, id: TableId) -> Result<StoredTable, StoreError> {
        self.contents().stored(id)
    }

    async fn running_tables(&self) -> Result<Vec<StoredTable>, StoreError> {
        let contents = self.contents();
        let numbered = (1..).map(TableId).zip(&contents.tables);
        let runs = |table: &Table| !table.has_ended && !table.is_purged;
        numbered.filter(|(_, table)| runs(table)).map(|(id, _)| contents.stored(id)).collect()
    }

    async fn untold_ends(&self, since_unix_ms: i64) -> Result<Vec<StoredTable>, StoreError> {
        let contents = self.contents();
        let is_untold = |table: &Table| {
            table.game_ended_unix_ms.is_some_and(|ended| ended >= since_unix_ms)
                && table.places.contains_key(&Slot::Main)
                && !table.places.contains_key(&Slot::End)
        };
        let numbered = (1..).map(TableId).zip(&contents.tables);
        numbered.filter(|(_, table)| is_untold(table)).map(|(id, _)| contents.stored(id)).collect()
    }

    async fn places(&self, table: TableId) -> Result<Vec<(Slot, Place)>, StoreError> {
        Ok(self.contents().table(table)?.places.iter().map(|(slot, place)| (*slot, *place)).collect())
    }

    async fn set_place(&self, table: TableId, slot: Slot, place: Option<Place>) -> Result<(), StoreError> {
        let mut contents = self.contents();
        let places = &mut contents.table_mut(table)?.places;
        match place {
            Some(place) => places.insert(slot, place),
            None => places.remove(&slot),
        };
        Ok(())
    }

    async fn begin_post(&self, table: TableId, posting: &Posting) -> Result<(), StoreError> {
        let mut contents = self.contents();
        let postings = &mut contents.table_mut(table)?.postings;
        postings.retain(|before| before.nonce != posting.nonce);
        postings.push(posting.clone());
        postings.sort_unstable_by(|a, b| (a.slot, &a.nonce).cmp(&(b.slot, &b.nonce)));
        Ok(())
    }

    async fn end_post(
        &self,
        table: TableId,
        posting: &Posting,
        message: Option<MessageId>,
    ) -> Result<(), StoreError> {
        let mut contents = self.contents();
        let table = contents.table_mut(table)?;
        table.postings.retain(|before| before.nonce != posting.nonce);
        if let Some(message) = message {
            table.places.insert(posting.slot, Place { channel: posting.channel, message });
        }
        Ok(())
    }

    async fn postings(&self, table: TableId) -> Result<Vec<Posting>, StoreError> {
        Ok(self.contents().table(table)?.postings.clone())
    }

    async fn config(&self, guild: GuildId) -> Result<GuildConfig, StoreError> {
        Ok(self.contents().configs.get(&guild).cloned().unwrap_or_default())
    }

    async fn set_config(
        &self,
        guild: GuildId,
        config: GuildConfig,
        change: ConfigChange,
    ) -> Result<(), StoreError> {
        config.check().map_err(failed)?;
        let mut contents = self.contents();
        let after = config.to_json();
        let before = contents.configs.insert(guild, config).unwrap_or_default().to_json();
        contents.trail.push((guild, change, before, after));
        Ok(())
    }

    async fn has_played(&self, guild: GuildId, user: UserId) -> Result<bool, StoreError> {
        Ok(self.contents().ledger.has_played(guild, user))
    }

    async fn layouts(&self, user: UserId, role: Role) -> Result<Vec<SavedLayout>, StoreError> {
        let contents = self.contents();
        let kept = contents.layouts.get(&(user, role)).into_iter().flatten();
        let layout = |(name, layout): (&String, &Layout)| SavedLayout {
            name: name.clone(),
            role,
            layout: layout.clone(),
        };
        Ok(kept.map(layout).collect())
    }

    async fn save_layout(&self, user: UserId, layout: &SavedLayout) -> Result<(), StoreError> {
        check_name(&layout.name)?;
        let mut contents = self.contents();
        let kept = contents.layouts.entry((user, layout.role)).or_default();
        if kept.len() >= LAYOUTS_MOST as usize && !kept.contains_key(&layout.name) {
            return Err(StoreError::TooManyLayouts { most: LAYOUTS_MOST });
        }
        kept.insert(layout.name.clone(), layout.layout.clone());
        Ok(())
    }

    async fn rename_layout(
        &self,
        user: UserId,
        role: Role,
        name: &str,
        new_name: &str,
    ) -> Result<Renamed, StoreError> {
        check_name(new_name)?;
        let mut contents = self.contents();
        let kept = contents.layouts.entry((user, role)).or_default();
        if !kept.contains_key(name) {
            return Ok(Renamed::NoSuchLayout);
        }
        if name == new_name {
            return Ok(Renamed::Done);
        }
        if kept.contains_key(new_name) {
            return Ok(Renamed::NameTaken);
        }
        if let Some(layout) = kept.remove(name) {
            kept.insert(new_name.to_owned(), layout);
        }
        Ok(Renamed::Done)
    }

    async fn delete_layout(&self, user: UserId, role: Role, name: &str) -> Result<bool, StoreError> {
        let mut contents = self.contents();
        let kept = contents.layouts.get_mut(&(user, role));
        Ok(kept.is_some_and(|layouts| layouts.remove(name).is_some()))
    }
}

#[async_trait]
impl Scores for MemoryStore {
    async fn season(&self, guild: GuildId) -> Result<Season, StoreError> {
        Ok(self.contents().ledger.season(guild))
    }

    async fn start_season(
        &self,
        guild: GuildId,
        number: u32,
        change: ConfigChange,
    ) -> Result<bool, StoreError> {
        let mut contents = self.contents();
        let is_next = contents.ledger.start_season(guild, number, change.at_unix_ms);
        if is_next {
            let (before, after) = (json!({ "season": number - 1 }), json!({ "season": number }));
            contents.trail.push((guild, change, before, after));
        }
        Ok(is_next)
    }

    async fn leaderboard(
        &self,
        guild: GuildId,
        period: Period,
        skip: u32,
        take: u32,
    ) -> Result<Leaderboard, StoreError> {
        Ok(self.contents().ledger.leaderboard(guild, period, skip, take))
    }

    async fn standing(
        &self,
        guild: GuildId,
        period: Period,
        user: UserId,
    ) -> Result<Option<Standing>, StoreError> {
        Ok(self.contents().ledger.standing(guild, period, user))
    }

    async fn settled(&self, table: TableId) -> Result<BySeat<Option<(i64, i64)>>, StoreError> {
        let contents = self.contents();
        contents.table(table)?;
        Ok(contents.ledger.settled(table))
    }

    async fn history(
        &self,
        guild: GuildId,
        user: UserId,
        games: Games,
        skip: u32,
        take: u32,
    ) -> Result<History, StoreError> {
        Ok(self.contents().ledger.history(guild, user, games, skip, take))
    }

    async fn career(&self, guild: GuildId, user: UserId) -> Result<Option<Career>, StoreError> {
        Ok(self.contents().ledger.career(guild, user))
    }

    async fn rename(&self, guild: GuildId, user: UserId, name: &str) -> Result<(), StoreError> {
        self.contents().ledger.rename(guild, user, name);
        Ok(())
    }

    async fn wrong_totals(&self) -> Result<u64, StoreError> {
        // Nothing is kept that could differ.
        Ok(0)
    }
}
