//! The trail of what servers' administrators did, in SQLite.

use async_trait::async_trait;
use serde_json::Value;
use sqlx::SqliteConnection;

use super::form::{Misread, failed};
use super::tables::number;
use super::writer::Deed;
use crate::table::{ConfigChange, GuildId, Intervention, StoreError, Trail, TrailLine, UserId};

/// Keeps who did what besides changing settings.
pub(super) struct Note {
    pub(super) guild: GuildId,
    pub(super) change: ConfigChange,
    pub(super) what: Intervention,
}

#[async_trait]
impl Deed for Note {
    type Done = ();

    async fn carry_out(&self, connection: &mut SqliteConnection) -> Result<(), StoreError> {
        let (before, after) = self.what.to_json();
        keep(connection, self.guild, self.change, &before, &after).await
    }
}

/// Adds a line to the trail.
pub(super) async fn keep(
    connection: &mut SqliteConnection,
    guild: GuildId,
    change: ConfigChange,
    before: &Value,
    after: &Value,
) -> Result<(), StoreError> {
    let insert =
        "INSERT INTO config_audit (guild, by, at_unix_ms, before, after) VALUES (?1, ?2, ?3, ?4, ?5)";
    sqlx::query(insert)
        .bind(guild.0.cast_signed())
        .bind(change.by.0.cast_signed())
        .bind(change.at_unix_ms)
        .bind(before.to_string())
        .bind(after.to_string())
        .execute(connection)
        .await
        .map_err(failed)?;
    Ok(())
}

/// A page of the trail, the latest first.
pub(super) async fn trail(
    connection: &mut SqliteConnection,
    guild: GuildId,
    skip: u32,
    take: u32,
) -> Result<Trail, StoreError> {
    let total: i64 = sqlx::query_scalar("SELECT COUNT(*) FROM config_audit WHERE guild = ?1")
        .bind(guild.0.cast_signed())
        .fetch_one(&mut *connection)
        .await
        .map_err(failed)?;
    let select = "SELECT by, at_unix_ms, before, after FROM config_audit WHERE guild = ?1 \
                  ORDER BY change DESC LIMIT ?2 OFFSET ?3";
    let rows: Vec<(i64, i64, String, String)> = sqlx::query_as(select)
        .bind(guild.0.cast_signed())
        .bind(take)
        .bind(skip)
        .fetch_all(connection)
        .await
        .map_err(failed)?;
    let line = |(by, at_unix_ms, before, after): (i64, i64, String, String)| {
        let change = ConfigChange { by: UserId(by.cast_unsigned()), at_unix_ms };
        let [before, after] = [before, after].map(|text| serde_json::from_str::<Value>(&text));
        let (Ok(before), Ok(after)) = (before, after) else {
            return Err(Misread::Value("a line of the trail"));
        };
        Ok(TrailLine::of(change, &before, &after))
    };
    let lines = rows.into_iter().map(line).collect::<Result<_, _>>()?;
    Ok(Trail { lines, total: number(total, "a number of lines")? })
}
