//! Servers in SQLite: what is kept of them, since when they are without this program, and its end.

use async_trait::async_trait;
use sqlx::SqliteConnection;

use super::form::failed;
use super::health;
use super::sqlite::SqliteStore;
use super::trail::{self, Note};
use super::writer::Deed;
use crate::table::{ConfigChange, GuildId, HouseStore, Intervention, Purged, StoreError, StoreHealth, Trail};

#[async_trait]
impl HouseStore for SqliteStore {
    async fn trail(&self, guild: GuildId, skip: u32, take: u32) -> Result<Trail, StoreError> {
        trail::trail(&mut *self.reader().await?, guild, skip, take).await
    }

    async fn note(&self, guild: GuildId, change: ConfigChange, what: Intervention) -> Result<(), StoreError> {
        self.writer.perform(Note { guild, change, what }).await
    }

    async fn first_locale(&self, guild: GuildId) -> Result<Option<String>, StoreError> {
        sqlx::query_scalar("SELECT locale FROM tables WHERE guild = ?1 ORDER BY id LIMIT 1")
            .bind(guild.0.cast_signed())
            .fetch_optional(&mut *self.reader().await?)
            .await
            .map_err(failed)
    }

    async fn guilds(&self) -> Result<Vec<GuildId>, StoreError> {
        let select = "SELECT guild FROM tables UNION SELECT guild FROM guild_config \
                      UNION SELECT guild FROM config_audit UNION SELECT guild FROM seasons";
        let ids = sqlx::query_scalar(select).fetch_all(&mut *self.reader().await?).await.map_err(failed)?;
        Ok(in_order(ids))
    }

    async fn set_departed(&self, guild: GuildId, since_unix_ms: Option<i64>) -> Result<(), StoreError> {
        self.writer.perform(SetDeparted { guild, since_unix_ms }).await
    }

    async fn departed_by(&self, unix_ms: i64) -> Result<Vec<GuildId>, StoreError> {
        let ids = sqlx::query_scalar("SELECT guild FROM departures WHERE since_unix_ms <= ?1")
            .bind(unix_ms)
            .fetch_all(&mut *self.reader().await?)
            .await
            .map_err(failed)?;
        Ok(in_order(ids))
    }

    async fn purge_guild(&self, guild: GuildId) -> Result<Purged, StoreError> {
        self.writer.perform(Purge { guild }).await
    }

    async fn health(&self) -> Result<StoreHealth, StoreError> {
        health::health(self).await
    }
}

/// Ids from 2^63 on are stored as negative numbers and are the highest.
fn in_order(stored: Vec<i64>) -> Vec<GuildId> {
    let mut ids: Vec<GuildId> = stored.into_iter().map(|id| GuildId(id.cast_unsigned())).collect();
    ids.sort_unstable();
    ids
}

struct SetDeparted {
    guild: GuildId,
    since_unix_ms: Option<i64>,
}

#[async_trait]
impl Deed for SetDeparted {
    type Done = ();

    async fn carry_out(&self, connection: &mut SqliteConnection) -> Result<(), StoreError> {
        let query = match self.since_unix_ms {
            Some(since) => {
                let insert = "INSERT INTO departures (guild, since_unix_ms) VALUES (?1, ?2) \
                              ON CONFLICT (guild) DO NOTHING";
                sqlx::query(insert).bind(self.guild.0.cast_signed()).bind(since)
            }
            None => sqlx::query("DELETE FROM departures WHERE guild = ?1").bind(self.guild.0.cast_signed()),
        };
        query.execute(connection).await.map_err(failed)?;
        Ok(())
    }
}

/// Takes a step in deleting all that is kept of a server.
struct Purge {
    guild: GuildId,
}

/// The newest tables of server `?1`, as many as one step takes: thousands of entries, deleted in some
/// tens of milliseconds. From the newest back, since a rematch refers to the table before it.
macro_rules! of_newest_tables {
    ($delete:literal) => {
        concat!($delete, " IN (SELECT id FROM tables WHERE guild = ?1 ORDER BY id DESC LIMIT 16)")
    };
}

/// What goes with a table, itself last.
const WITH_TABLES: [&str; 6] = [
    of_newest_tables!("DELETE FROM entries WHERE table_id"),
    of_newest_tables!("DELETE FROM places WHERE table_id"),
    of_newest_tables!("DELETE FROM postings WHERE table_id"),
    of_newest_tables!("DELETE FROM sittings WHERE table_id"),
    of_newest_tables!("DELETE FROM ledger WHERE table_id"),
    of_newest_tables!("DELETE FROM tables WHERE id"),
];

/// What goes when no table is left.
const WITHOUT_TABLES: [&str; 6] = [
    "DELETE FROM guild_config WHERE guild = ?1",
    "DELETE FROM config_audit WHERE guild = ?1",
    "DELETE FROM seasons WHERE guild = ?1",
    "DELETE FROM totals WHERE guild = ?1",
    "DELETE FROM names WHERE guild = ?1",
    "DELETE FROM departures WHERE guild = ?1",
];

#[async_trait]
impl Deed for Purge {
    type Done = Purged;

    async fn carry_out(&self, connection: &mut SqliteConnection) -> Result<Purged, StoreError> {
        let mut tables = 0;
        for delete in WITH_TABLES {
            tables = execute(connection, delete, self.guild).await?;
        }
        if tables > 0 {
            return Ok(Purged::More);
        }
        for delete in WITHOUT_TABLES {
            execute(connection, delete, self.guild).await?;
        }
        Ok(Purged::All)
    }
}

async fn execute(
    connection: &mut SqliteConnection,
    statement: &'static str,
    guild: GuildId,
) -> Result<u64, StoreError> {
    let done = sqlx::query(statement).bind(guild.0.cast_signed()).execute(connection).await;
    Ok(done.map_err(failed)?.rows_affected())
}
