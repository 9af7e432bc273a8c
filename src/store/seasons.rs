//! Seasons in SQLite.

use async_trait::async_trait;
use serde_json::json;
use sqlx::SqliteConnection;

use super::form::failed;
use super::tables::number;
use super::trail::keep;
use super::writer::Deed;
use crate::table::{ConfigChange, GuildId, Season, StoreError};

/// The number of a server's first season, which has no row.
pub(super) const FIRST: u32 = 1;

/// The season that runs.
pub(super) async fn season(connection: &mut SqliteConnection, guild: GuildId) -> Result<Season, StoreError> {
    let select = "SELECT number, began_unix_ms FROM seasons WHERE guild = ?1 ORDER BY number DESC LIMIT 1";
    let begun: Option<(i64, i64)> = sqlx::query_as(select)
        .bind(guild.0.cast_signed())
        .fetch_optional(connection)
        .await
        .map_err(failed)?;
    Ok(match begun {
        Some((begun, at)) => Season { number: number(begun, "a season")?, began_unix_ms: Some(at) },
        None => Season { number: FIRST, began_unix_ms: None },
    })
}

/// The number of the season that runs.
pub(super) async fn running_number(
    connection: &mut SqliteConnection,
    guild: GuildId,
) -> Result<u32, StoreError> {
    Ok(season(connection, guild).await?.number)
}

/// Begins a season and keeps who did.
pub(super) struct StartSeason {
    pub(super) guild: GuildId,
    pub(super) number: u32,
    pub(super) change: ConfigChange,
}

#[async_trait]
impl Deed for StartSeason {
    type Done = bool;

    async fn carry_out(&self, connection: &mut SqliteConnection) -> Result<bool, StoreError> {
        let running = running_number(connection, self.guild).await?;
        if running.checked_add(1) != Some(self.number) {
            return Ok(false);
        }
        sqlx::query("INSERT INTO seasons (guild, number, began_unix_ms) VALUES (?1, ?2, ?3)")
            .bind(self.guild.0.cast_signed())
            .bind(self.number)
            .bind(self.change.at_unix_ms)
            .execute(&mut *connection)
            .await
            .map_err(failed)?;
        let (before, after) = (json!({ "season": running }), json!({ "season": self.number }));
        keep(connection, self.guild, self.change, &before, &after).await?;
        Ok(true)
    }
}
