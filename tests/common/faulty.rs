//! A store whose next append fails when it is told to.

use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use junqi::rules::{BySeat, Role};
use junqi::table::{
    Append, Career, ConfigChange, Games, GuildConfig, GuildId, History, HouseStore, Intervention, Joiner,
    Leaderboard, MessageId, Period, PersonStore, PersonalData, Place, Posting, Purged, Renamed, SavedLayout,
    Scores, Season, Slot, Standing, Store, StoreError, StoreHealth, StoredTable, TableId, TableSetup, Trail,
    UserId, UserSettings,
};

/// How the next append fails.
#[derive(Default)]
pub struct Faults {
    /// Nothing is stored.
    pub before_commit: AtomicBool,
    /// It is stored, and the commit's fate is not known.
    pub at_commit: AtomicBool,
    /// The next so many panic, before anything is stored.
    pub panics: AtomicU32,
    /// The next panics after it is stored.
    pub panics_after: AtomicBool,
    /// Appends of this table wait until the lock is free.
    pub held: Mutex<Option<(TableId, Arc<tokio::sync::Mutex<()>>)>>,
}

/// A store that does as the one inside, but for its faults.
pub struct Faulty {
    pub inner: Arc<dyn Store>,
    pub faults: Arc<Faults>,
}

fn broken() -> Box<dyn std::error::Error + Send + Sync> {
    "the disk is full".into()
}

#[async_trait]
impl HouseStore for Faulty {
    async fn trail(&self, guild: GuildId, skip: u32, take: u32) -> Result<Trail, StoreError> {
        self.inner.trail(guild, skip, take).await
    }

    async fn note(&self, guild: GuildId, change: ConfigChange, what: Intervention) -> Result<(), StoreError> {
        self.inner.note(guild, change, what).await
    }

    async fn first_locale(&self, guild: GuildId) -> Result<Option<String>, StoreError> {
        self.inner.first_locale(guild).await
    }

    async fn guilds(&self) -> Result<Vec<GuildId>, StoreError> {
        self.inner.guilds().await
    }

    async fn set_departed(&self, guild: GuildId, since_unix_ms: Option<i64>) -> Result<(), StoreError> {
        self.inner.set_departed(guild, since_unix_ms).await
    }

    async fn departed_by(&self, unix_ms: i64) -> Result<Vec<GuildId>, StoreError> {
        self.inner.departed_by(unix_ms).await
    }

    async fn purge_guild(&self, guild: GuildId) -> Result<Purged, StoreError> {
        self.inner.purge_guild(guild).await
    }

    async fn health(&self) -> Result<StoreHealth, StoreError> {
        self.inner.health().await
    }
}

#[async_trait]
impl PersonStore for Faulty {
    async fn all_user_settings(&self) -> Result<Vec<(UserId, UserSettings)>, StoreError> {
        self.inner.all_user_settings().await
    }

    async fn set_user_settings(&self, user: UserId, settings: UserSettings) -> Result<(), StoreError> {
        self.inner.set_user_settings(user, settings).await
    }

    async fn personal_data(&self, user: UserId) -> Result<PersonalData, StoreError> {
        self.inner.personal_data(user).await
    }

    async fn erase_user(&self, user: UserId, at_unix_ms: i64) -> Result<(), StoreError> {
        self.inner.erase_user(user, at_unix_ms).await
    }
}

#[async_trait]
impl Store for Faulty {
    async fn open_table_with(&self, setup: &TableSetup, joiners: &[Joiner]) -> Result<TableId, StoreError> {
        let opened = self.inner.open_table_with(setup, joiners).await?;
        if self.faults.at_commit.swap(false, Ordering::SeqCst) {
            return Err(StoreError::Unknown(broken()));
        }
        Ok(opened)
    }

    async fn append(&self, append: &Append) -> Result<(), StoreError> {
        let left =
            self.faults.panics.fetch_update(Ordering::SeqCst, Ordering::SeqCst, |left| left.checked_sub(1));
        assert!(left.is_err(), "a store that breaks down, on purpose");
        let held = self.faults.held.lock().unwrap().clone().filter(|(table, _)| *table == append.table);
        if let Some((_, lock)) = held {
            drop(lock.lock().await);
        }
        if self.faults.before_commit.swap(false, Ordering::SeqCst) {
            return Err(StoreError::Failed(broken()));
        }
        self.inner.append(append).await?;
        assert!(
            !self.faults.panics_after.swap(false, Ordering::SeqCst),
            "a store that breaks down, on purpose"
        );
        if self.faults.at_commit.swap(false, Ordering::SeqCst) {
            return Err(StoreError::Unknown(broken()));
        }
        Ok(())
    }

    async fn table(&self, id: TableId) -> Result<StoredTable, StoreError> {
        self.inner.table(id).await
    }

    async fn running_tables(&self) -> Result<Vec<StoredTable>, StoreError> {
        self.inner.running_tables().await
    }

    async fn untold_ends(&self, since_unix_ms: i64) -> Result<Vec<StoredTable>, StoreError> {
        self.inner.untold_ends(since_unix_ms).await
    }

    async fn places(&self, table: TableId) -> Result<Vec<(Slot, Place)>, StoreError> {
        self.inner.places(table).await
    }

    async fn set_place(&self, table: TableId, slot: Slot, place: Option<Place>) -> Result<(), StoreError> {
        self.inner.set_place(table, slot, place).await
    }

    async fn begin_post(&self, table: TableId, posting: &Posting) -> Result<(), StoreError> {
        self.inner.begin_post(table, posting).await
    }

    async fn end_post(
        &self,
        table: TableId,
        posting: &Posting,
        message: Option<MessageId>,
    ) -> Result<(), StoreError> {
        self.inner.end_post(table, posting, message).await
    }

    async fn postings(&self, table: TableId) -> Result<Vec<Posting>, StoreError> {
        self.inner.postings(table).await
    }

    async fn config(&self, guild: GuildId) -> Result<GuildConfig, StoreError> {
        self.inner.config(guild).await
    }

    async fn set_config(
        &self,
        guild: GuildId,
        config: GuildConfig,
        change: ConfigChange,
    ) -> Result<(), StoreError> {
        self.inner.set_config(guild, config, change).await
    }

    async fn has_played(&self, guild: GuildId, user: UserId) -> Result<bool, StoreError> {
        self.inner.has_played(guild, user).await
    }

    async fn layouts(&self, user: UserId, role: Role) -> Result<Vec<SavedLayout>, StoreError> {
        self.inner.layouts(user, role).await
    }

    async fn save_layout(&self, user: UserId, layout: &SavedLayout) -> Result<(), StoreError> {
        self.inner.save_layout(user, layout).await
    }

    async fn rename_layout(
        &self,
        user: UserId,
        role: Role,
        name: &str,
        new_name: &str,
    ) -> Result<Renamed, StoreError> {
        self.inner.rename_layout(user, role, name, new_name).await
    }

    async fn delete_layout(&self, user: UserId, role: Role, name: &str) -> Result<bool, StoreError> {
        self.inner.delete_layout(user, role, name).await
    }
}

#[async_trait]
impl Scores for Faulty {
    async fn season(&self, guild: GuildId) -> Result<Season, StoreError> {
        self.inner.season(guild).await
    }

    async fn start_season(
        &self,
        guild: GuildId,
        number: u32,
        change: ConfigChange,
    ) -> Result<bool, StoreError> {
        self.inner.start_season(guild, number, change).await
    }

    async fn leaderboard(
        &self,
        guild: GuildId,
        period: Period,
        skip: u32,
        take: u32,
    ) -> Result<Leaderboard, StoreError> {
        self.inner.leaderboard(guild, period, skip, take).await
    }

    async fn standing(
        &self,
        guild: GuildId,
        period: Period,
        user: UserId,
    ) -> Result<Option<Standing>, StoreError> {
        self.inner.standing(guild, period, user).await
    }

    async fn settled(&self, table: TableId) -> Result<BySeat<Option<(i64, i64)>>, StoreError> {
        self.inner.settled(table).await
    }

    async fn history(
        &self,
        guild: GuildId,
        user: UserId,
        games: Games,
        skip: u32,
        take: u32,
    ) -> Result<History, StoreError> {
        self.inner.history(guild, user, games, skip, take).await
    }

    async fn career(&self, guild: GuildId, user: UserId) -> Result<Option<Career>, StoreError> {
        self.inner.career(guild, user).await
    }

    async fn rename(&self, guild: GuildId, user: UserId, name: &str) -> Result<(), StoreError> {
        self.inner.rename(guild, user, name).await
    }

    async fn wrong_totals(&self) -> Result<u64, StoreError> {
        self.inner.wrong_totals().await
    }
}
