//! The store in memory, for tests on paused time and for trying things out.

mod house;
mod people;

use std::collections::{BTreeMap, HashMap};
use std::sync::{Mutex, MutexGuard, PoisonError};

use async_trait::async_trait;
use serde_json::Value;
use thiserror::Error;

use super::form::{failed, has_scores};
use super::layouts::{LAYOUTS_MOST, check_name};
use crate::rules::{BySeat, GameResult, Layout, Role};
use crate::table::{
    Append, Claim, ConfigChange, Entry, GuildConfig, GuildId, Leaderboard, LedgerRow, Place, SavedLayout,
    Settlement, Slot, Standing, Store, StoreError, StoredTable, TableId, TableSetup, UserId, UserSettings,
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
    /// In the order in which they were written.
    ledger: Vec<Line>,
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
    has_ended: bool,
    is_purged: bool,
}

struct Line {
    table: TableId,
    guild: GuildId,
    is_scored: bool,
    result: Option<GameResult>,
    ended_unix_ms: i64,
    row: LedgerRow,
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
            self.settle(id, guild, settlement);
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

    fn settle(&mut self, table: TableId, guild: GuildId, settlement: &Settlement) {
        let is_scored = settlement.counts && settlement.result.is_some_and(has_scores);
        let lines = settlement.ledger.iter().cloned();
        let (result, ended_unix_ms) = (settlement.result, settlement.ended_unix_ms);
        let line = |row| Line { table, guild, is_scored, result, ended_unix_ms, row };
        self.ledger.extend(lines.map(line));
        self.sittings.retain(|_, at| *at != table);
    }

    /// All lines of the server's leaderboard in order.
    fn standings(&self, guild: GuildId) -> Vec<Standing> {
        let mut by_user: HashMap<UserId, Standing> = HashMap::new();
        for line in self.ledger.iter().filter(|line| line.guild == guild) {
            let user = line.row.user;
            let standing = by_user.entry(user).or_insert_with(|| Standing {
                place: 0,
                user,
                name: String::new(),
                total: 0,
                games: 0,
                won: 0,
                desertions: 0,
            });
            standing.name.clone_from(&line.row.name);
            standing.desertions += u32::from(line.row.has_deserted);
            if line.is_scored {
                standing.total += line.row.points;
                standing.games += 1;
                standing.won += u32::from(line.row.points > 0);
            }
        }
        let with_line = by_user.into_values().filter(|line| line.games > 0 || line.desertions > 0);
        let mut standings: Vec<Standing> = with_line.collect();
        standings.sort_unstable_by_key(|line| (std::cmp::Reverse(line.total), line.games, line.user));
        let totals: Vec<i64> = standings.iter().map(|line| line.total).collect();
        for standing in &mut standings {
            let better = totals.partition_point(|total| *total > standing.total);
            standing.place = better as u32 + 1;
        }
        standings
    }

    fn settled(&self, table: TableId) -> Result<BySeat<Option<(i64, i64)>>, StoreError> {
        self.table(table)?;
        let mut settled = BySeat::default();
        let scored = self.ledger.iter().enumerate().filter(|(_, line)| line.is_scored);
        for (index, own) in scored.filter(|(_, line)| line.table == table) {
            let up_to = self.ledger[..=index].iter().filter(|line| line.is_scored);
            let same = up_to.filter(|line| line.guild == own.guild && line.row.user == own.row.user);
            settled[own.row.seat] = Some((own.row.points, same.map(|line| line.row.points).sum()));
        }
        Ok(settled)
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
    async fn open_table(&self, setup: &TableSetup) -> Result<TableId, StoreError> {
        let mut contents = self.contents();
        if let Some(rematch) = setup.rematch {
            contents.table(rematch.of)?;
        }
        let (entries, places) = (Vec::new(), BTreeMap::new());
        let (has_ended, is_purged) = (false, false);
        contents.tables.push(Table { setup: setup.clone(), entries, places, has_ended, is_purged });
        Ok(TableId(contents.tables.len() as u64))
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

    async fn leaderboard(&self, guild: GuildId, skip: u32, take: u32) -> Result<Leaderboard, StoreError> {
        let all = self.contents().standings(guild);
        let users = all.len() as u32;
        let standings = all.into_iter().skip(skip as usize).take(take as usize).collect();
        Ok(Leaderboard { standings, users })
    }

    async fn standing(&self, guild: GuildId, user: UserId) -> Result<Option<Standing>, StoreError> {
        Ok(self.contents().standings(guild).into_iter().find(|line| line.user == user))
    }

    async fn settled(&self, table: TableId) -> Result<BySeat<Option<(i64, i64)>>, StoreError> {
        self.contents().settled(table)
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

    async fn delete_layout(&self, user: UserId, role: Role, name: &str) -> Result<bool, StoreError> {
        let mut contents = self.contents();
        let kept = contents.layouts.get_mut(&(user, role));
        Ok(kept.is_some_and(|layouts| layouts.remove(name).is_some()))
    }
}
