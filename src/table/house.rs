//! What a store keeps of servers besides their games, and how the store itself is.

use std::time::Duration;

use async_trait::async_trait;

use super::{ConfigChange, GuildId, Intervention, StoreError, Trail};

/// Whether more of a server is left to be purged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purged {
    /// More is left: ask again. Between two steps others may write.
    More,
    /// Nothing is left.
    All,
}

/// Whether what is stored is whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Soundness {
    /// It was looked through and is whole.
    Sound,
    /// It was looked through and is damaged.
    Damaged,
    /// It is too large to be looked through while others wait.
    NotLooked,
}

/// How a store is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StoreHealth {
    /// Its size in bytes.
    pub bytes: u64,
    /// Bytes free on its disk; none where the system does not say.
    pub free_bytes: Option<u64>,
    /// What a write took from being handed in to being committed.
    pub write: Duration,
    /// Whether it is whole.
    pub soundness: Soundness,
}

/// What a store keeps of servers.
#[async_trait]
pub trait HouseStore {
    /// A page of what the server's administrators did, the latest first, from the `skip`-th line.
    async fn trail(&self, guild: GuildId, skip: u32, take: u32) -> Result<Trail, StoreError>;

    /// Keeps who did what besides changing settings.
    async fn note(&self, guild: GuildId, change: ConfigChange, what: Intervention) -> Result<(), StoreError>;

    /// The language of the server's first table: that of whoever opened it (UX 10).
    async fn first_locale(&self, guild: GuildId) -> Result<Option<String>, StoreError>;

    /// Every server of which anything is kept, in order.
    async fn guilds(&self) -> Result<Vec<GuildId>, StoreError>;

    /// Remembers since when the server has been without this program; none once it is back. A server
    /// that is marked already keeps its time.
    async fn set_departed(&self, guild: GuildId, since_unix_ms: Option<i64>) -> Result<(), StoreError>;

    /// The servers that have been without this program since that time or longer, in order.
    async fn departed_by(&self, unix_ms: i64) -> Result<Vec<GuildId>, StoreError>;

    /// Takes a step in deleting everything that is kept of the server: tables, logs, scores, settings,
    /// the trail. What users keep for themselves stays theirs.
    async fn purge_guild(&self, guild: GuildId) -> Result<Purged, StoreError>;

    /// How the store is, found out by a write and a look.
    async fn health(&self) -> Result<StoreHealth, StoreError>;
}
