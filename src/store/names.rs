//! The latest names of people in SQLite.

use async_trait::async_trait;
use sqlx::SqliteConnection;

use super::form::failed;
use super::writer::Deed;
use crate::table::{GuildId, StoreError, UserId};

/// Keeps the name under which somebody has just played.
pub(super) async fn set_name(
    connection: &mut SqliteConnection,
    guild: GuildId,
    user: UserId,
    name: &str,
) -> Result<(), StoreError> {
    let upsert = "INSERT INTO names (guild, user, name) VALUES (?1, ?2, ?3) \
                  ON CONFLICT (guild, user) DO UPDATE SET name = excluded.name";
    sqlx::query(upsert)
        .bind(guild.0.cast_signed())
        .bind(user.0.cast_signed())
        .bind(name)
        .execute(connection)
        .await
        .map_err(failed)?;
    Ok(())
}

/// The latest name known of somebody.
pub(super) async fn name_of(
    connection: &mut SqliteConnection,
    guild: GuildId,
    user: UserId,
) -> Result<String, StoreError> {
    let name: Option<String> = sqlx::query_scalar("SELECT name FROM names WHERE guild = ?1 AND user = ?2")
        .bind(guild.0.cast_signed())
        .bind(user.0.cast_signed())
        .fetch_optional(connection)
        .await
        .map_err(failed)?;
    Ok(name.unwrap_or_default())
}

/// Notes that somebody whose name is kept is now called so.
pub(super) struct Rename {
    pub(super) guild: GuildId,
    pub(super) user: UserId,
    pub(super) name: String,
}

#[async_trait]
impl Deed for Rename {
    type Done = ();

    async fn carry_out(&self, connection: &mut SqliteConnection) -> Result<(), StoreError> {
        sqlx::query("UPDATE names SET name = ?3 WHERE guild = ?1 AND user = ?2")
            .bind(self.guild.0.cast_signed())
            .bind(self.user.0.cast_signed())
            .bind(&self.name)
            .execute(connection)
            .await
            .map_err(failed)?;
        Ok(())
    }
}
