//! The store in a SQLite file.

use std::path::{Path, PathBuf};

use async_trait::async_trait;
use sqlx::pool::PoolConnection;
use sqlx::sqlite::SqlitePoolOptions;
use sqlx::{Sqlite, SqlitePool};

use super::config::SetConfig;
use super::form::failed;
use super::layouts::{DeleteLayout, RenameLayout, SaveLayout};
use super::names::Rename;
use super::open::{self, OpenError};
use super::places::{BeginPost, EndPost, SetPlace};
use super::seasons::StartSeason;
use super::tables::OpenTable;
use super::writer::Writer;
use super::{config, history, layouts, newcomers, places, seasons, tables, totals};
use crate::rules::{BySeat, Role};
use crate::table::{
    Append, Career, ConfigChange, Games, GuildConfig, GuildId, History, Joiner, Leaderboard, MessageId,
    Period, Place, Posting, Renamed, SavedLayout, Scores, Season, Slot, Standing, Store, StoreError,
    StoredTable, TableId, TableSetup, UserId,
};

/// Connections that read beside the writer. Reads are short; more would wait for the same disk.
const READERS: u32 = 3;

/// A store in a SQLite file; one process at a time has it open.
///
/// What was answered `Ok` is on the disk, and outlives a power cut as far as the disk keeps its word.
/// Beside the file stand `…-wal` and `…-shm` while it is open, which belong to it, and `….lock`, which
/// stays and is empty.
///
/// ```
/// use junqi::store::SqliteStore;
/// use junqi::table::{GuildConfig, GuildId, Store};
///
/// # tokio::runtime::Runtime::new().unwrap().block_on(async {
/// let directory = tempfile::tempdir()?;
/// let store = SqliteStore::open(&directory.path().join("junqi.db")).await?;
/// assert_eq!(store.config(GuildId(1)).await?, GuildConfig::default());
/// store.close().await;
/// # Ok::<(), Box<dyn std::error::Error>>(()) }).unwrap();
/// ```
pub struct SqliteStore {
    pub(super) writer: Writer,
    readers: SqlitePool,
    /// Where it lies, links followed.
    pub(super) file: PathBuf,
}

impl SqliteStore {
    /// Opens the file, making it where there is none, and brings its schema up to date. It must be
    /// called on a tokio runtime, which must live as long as the store.
    ///
    /// # Errors
    /// [`OpenError`], each variant with what to do about it. The file is then as it was.
    pub async fn open(path: &Path) -> Result<Self, OpenError> {
        let opened = open::open(path).await?;
        let pool = SqlitePoolOptions::new().max_connections(READERS);
        let readers = pool.connect_lazy_with(opened.reader_options.clone());
        let file = opened.file.clone();
        Ok(Self { writer: Writer::start(opened), readers, file })
    }

    /// Ends in good order: what was handed in before is written, the log is folded into the file, the
    /// lock is given back. Every later call fails.
    ///
    /// Without it nothing is lost either, but the lock is held until the tasks have noticed.
    pub async fn close(&self) {
        // The writer goes last: only a connection that may write can fold the log into the file.
        self.readers.close().await;
        self.writer.close().await;
    }

    pub(super) async fn reader(&self) -> Result<PoolConnection<Sqlite>, StoreError> {
        self.readers.acquire().await.map_err(failed)
    }
}

#[async_trait]
impl Store for SqliteStore {
    async fn open_table_with(&self, setup: &TableSetup, joiners: &[Joiner]) -> Result<TableId, StoreError> {
        self.writer.perform(OpenTable { setup: setup.clone(), joiners: joiners.to_vec() }).await
    }

    async fn append(&self, append: &Append) -> Result<(), StoreError> {
        self.writer.perform(append.clone()).await
    }

    async fn table(&self, id: TableId) -> Result<StoredTable, StoreError> {
        tables::read_table(&mut *self.reader().await?, id).await
    }

    async fn running_tables(&self) -> Result<Vec<StoredTable>, StoreError> {
        let mut reader = self.reader().await?;
        let ids = tables::running(&mut reader).await?;
        tables::read_tables(&mut reader, &ids).await
    }

    async fn untold_ends(&self, since_unix_ms: i64) -> Result<Vec<StoredTable>, StoreError> {
        let mut reader = self.reader().await?;
        let ids = tables::untold(&mut reader, since_unix_ms).await?;
        tables::read_tables(&mut reader, &ids).await
    }

    async fn places(&self, table: TableId) -> Result<Vec<(Slot, Place)>, StoreError> {
        places::places(&mut *self.reader().await?, table).await
    }

    async fn set_place(&self, table: TableId, slot: Slot, place: Option<Place>) -> Result<(), StoreError> {
        self.writer.perform(SetPlace { table, slot, place }).await
    }

    async fn begin_post(&self, table: TableId, posting: &Posting) -> Result<(), StoreError> {
        self.writer.perform(BeginPost { table, posting: posting.clone() }).await
    }

    async fn end_post(
        &self,
        table: TableId,
        posting: &Posting,
        message: Option<MessageId>,
    ) -> Result<(), StoreError> {
        self.writer.perform(EndPost { table, posting: posting.clone(), message }).await
    }

    async fn postings(&self, table: TableId) -> Result<Vec<Posting>, StoreError> {
        places::postings(&mut *self.reader().await?, table).await
    }

    async fn config(&self, guild: GuildId) -> Result<GuildConfig, StoreError> {
        config::config(&mut *self.reader().await?, guild).await
    }

    async fn set_config(
        &self,
        guild: GuildId,
        config: GuildConfig,
        change: ConfigChange,
    ) -> Result<(), StoreError> {
        self.writer.perform(SetConfig { guild, config, change }).await
    }

    async fn has_played(&self, guild: GuildId, user: UserId) -> Result<bool, StoreError> {
        newcomers::has_played(&mut *self.reader().await?, guild, user).await
    }

    async fn layouts(&self, user: UserId, role: Role) -> Result<Vec<SavedLayout>, StoreError> {
        layouts::layouts(&mut *self.reader().await?, user, role).await
    }

    async fn save_layout(&self, user: UserId, layout: &SavedLayout) -> Result<(), StoreError> {
        self.writer.perform(SaveLayout { user, layout: layout.clone() }).await
    }

    async fn rename_layout(
        &self,
        user: UserId,
        role: Role,
        name: &str,
        new_name: &str,
    ) -> Result<Renamed, StoreError> {
        let (name, new_name) = (name.to_owned(), new_name.to_owned());
        self.writer.perform(RenameLayout { user, role, name, new_name }).await
    }

    async fn delete_layout(&self, user: UserId, role: Role, name: &str) -> Result<bool, StoreError> {
        self.writer.perform(DeleteLayout { user, role, name: name.to_owned() }).await
    }
}

#[async_trait]
impl Scores for SqliteStore {
    async fn season(&self, guild: GuildId) -> Result<Season, StoreError> {
        seasons::season(&mut *self.reader().await?, guild).await
    }

    async fn start_season(
        &self,
        guild: GuildId,
        number: u32,
        change: ConfigChange,
    ) -> Result<bool, StoreError> {
        self.writer.perform(StartSeason { guild, number, change }).await
    }

    async fn leaderboard(
        &self,
        guild: GuildId,
        period: Period,
        skip: u32,
        take: u32,
    ) -> Result<Leaderboard, StoreError> {
        totals::leaderboard(&mut *self.reader().await?, guild, period, skip, take).await
    }

    async fn standing(
        &self,
        guild: GuildId,
        period: Period,
        user: UserId,
    ) -> Result<Option<Standing>, StoreError> {
        totals::standing(&mut *self.reader().await?, guild, period, user).await
    }

    async fn settled(&self, table: TableId) -> Result<BySeat<Option<(i64, i64)>>, StoreError> {
        totals::settled(&mut *self.reader().await?, table).await
    }

    async fn history(
        &self,
        guild: GuildId,
        user: UserId,
        games: Games,
        skip: u32,
        take: u32,
    ) -> Result<History, StoreError> {
        history::history(&mut *self.reader().await?, guild, user, games, skip, take).await
    }

    async fn career(&self, guild: GuildId, user: UserId) -> Result<Option<Career>, StoreError> {
        history::career(&mut *self.reader().await?, guild, user).await
    }

    async fn rename(&self, guild: GuildId, user: UserId, name: &str) -> Result<(), StoreError> {
        self.writer.perform(Rename { guild, user, name: name.to_owned() }).await
    }

    async fn wrong_totals(&self) -> Result<u64, StoreError> {
        totals::wrong_totals(&mut *self.reader().await?).await
    }
}
