//! Servers in memory.

use std::time::Duration;

use async_trait::async_trait;

use super::{Contents, MemoryStore};
use crate::table::{
    ConfigChange, GuildId, HouseStore, Intervention, Purged, Soundness, StoreError, StoreHealth, Trail,
    TrailLine,
};

#[async_trait]
impl HouseStore for MemoryStore {
    async fn trail(&self, guild: GuildId, skip: u32, take: u32) -> Result<Trail, StoreError> {
        let contents = self.contents();
        let own = contents.trail.iter().filter(|(of, ..)| *of == guild);
        let total = own.clone().count() as u32;
        let page = own.rev().skip(skip as usize).take(take as usize);
        let lines = page.map(|(_, change, before, after)| TrailLine::of(*change, before, after));
        Ok(Trail { lines: lines.collect(), total })
    }

    async fn note(&self, guild: GuildId, change: ConfigChange, what: Intervention) -> Result<(), StoreError> {
        let (before, after) = what.to_json();
        self.contents().trail.push((guild, change, before, after));
        Ok(())
    }

    async fn first_locale(&self, guild: GuildId) -> Result<Option<String>, StoreError> {
        let contents = self.contents();
        let mut own = contents.tables.iter().filter(|table| !table.is_purged && table.setup.guild == guild);
        Ok(own.next().map(|table| table.setup.locale.clone()))
    }

    async fn guilds(&self) -> Result<Vec<GuildId>, StoreError> {
        let contents = self.contents();
        let tables = contents.tables.iter().filter(|table| !table.is_purged).map(|table| table.setup.guild);
        let others = contents.configs.keys().chain(contents.trail.iter().map(|(guild, ..)| guild));
        let mut guilds: Vec<GuildId> = tables.chain(others.copied()).collect();
        guilds.sort_unstable();
        guilds.dedup();
        Ok(guilds)
    }

    async fn set_departed(&self, guild: GuildId, since_unix_ms: Option<i64>) -> Result<(), StoreError> {
        let mut contents = self.contents();
        match since_unix_ms {
            Some(since) => {
                contents.departures.entry(guild).or_insert(since);
            }
            None => {
                contents.departures.remove(&guild);
            }
        }
        Ok(())
    }

    async fn departed_by(&self, unix_ms: i64) -> Result<Vec<GuildId>, StoreError> {
        let contents = self.contents();
        let long = contents.departures.iter().filter(|(_, since)| **since <= unix_ms);
        Ok(long.map(|(guild, _)| *guild).collect())
    }

    async fn purge_guild(&self, guild: GuildId) -> Result<Purged, StoreError> {
        self.contents().purge(guild);
        Ok(Purged::All)
    }

    async fn health(&self) -> Result<StoreHealth, StoreError> {
        Ok(StoreHealth { bytes: 0, free_bytes: None, write: Duration::ZERO, soundness: Soundness::Sound })
    }
}

impl Contents {
    fn purge(&mut self, guild: GuildId) {
        for table in self.tables.iter_mut().filter(|table| table.setup.guild == guild) {
            // Its id is never given again, so its place stays, empty.
            table.entries.clear();
            table.places.clear();
            table.postings.clear();
            table.is_purged = true;
        }
        self.sittings.retain(|(of, _), _| *of != guild);
        self.ledger.purge(guild);
        self.configs.remove(&guild);
        self.trail.retain(|(of, ..)| *of != guild);
        self.departures.remove(&guild);
    }
}
