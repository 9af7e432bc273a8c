//! What servers have set, in SQLite; and the bounds, for both stores.

use async_trait::async_trait;
use serde_json::json;
use sqlx::SqliteConnection;

use super::form::{Misread, failed};
use super::tables::number;
use super::writer::Deed;
use crate::rules::{Pace, Settings};
use crate::table::{ConfigChange, GuildConfig, GuildId, StoreError};

/// Looks whether the settings lie within their bounds (RULES 13, 14).
pub(super) fn check(config: GuildConfig) -> Result<(), StoreError> {
    if !Settings::BASE_SCORE.contains(&config.base_score) {
        return Err(Misread::Value("the base score").into());
    }
    if !(1..=4).contains(&config.people_to_count) {
        return Err(Misread::Value("the number of people").into());
    }
    Ok(())
}

/// Sets a server's settings and keeps who changed what.
pub(super) struct SetConfig {
    pub(super) guild: GuildId,
    pub(super) config: GuildConfig,
    pub(super) change: ConfigChange,
}

#[async_trait]
impl Deed for SetConfig {
    type Done = ();

    async fn carry_out(&self, connection: &mut SqliteConnection) -> Result<(), StoreError> {
        check(self.config)?;
        let before = config(connection, self.guild).await?;
        let upsert = "INSERT INTO guild_config (guild, base_score, pace, people_to_count) \
                      VALUES (?1, ?2, ?3, ?4) ON CONFLICT (guild) DO UPDATE SET \
                      base_score = excluded.base_score, pace = excluded.pace, \
                      people_to_count = excluded.people_to_count";
        sqlx::query(upsert)
            .bind(self.guild.0.cast_signed())
            .bind(self.config.base_score)
            .bind(self.config.pace.code())
            .bind(self.config.people_to_count)
            .execute(&mut *connection)
            .await
            .map_err(failed)?;
        let insert =
            "INSERT INTO config_audit (guild, by, at_unix_ms, before, after) VALUES (?1, ?2, ?3, ?4, ?5)";
        sqlx::query(insert)
            .bind(self.guild.0.cast_signed())
            .bind(self.change.by.0.cast_signed())
            .bind(self.change.at_unix_ms)
            .bind(to_text(before))
            .bind(to_text(self.config))
            .execute(connection)
            .await
            .map_err(failed)?;
        Ok(())
    }
}

/// The settings as the audit keeps them.
fn to_text(config: GuildConfig) -> String {
    let GuildConfig { base_score, pace, people_to_count } = config;
    json!({ "base_score": base_score, "pace": pace.code(), "people_to_count": people_to_count }).to_string()
}

/// What the server has set, or the defaults.
pub(super) async fn config(
    connection: &mut SqliteConnection,
    guild: GuildId,
) -> Result<GuildConfig, StoreError> {
    let select = "SELECT base_score, pace, people_to_count FROM guild_config WHERE guild = ?1";
    let row: Option<(i64, String, i64)> = sqlx::query_as(select)
        .bind(guild.0.cast_signed())
        .fetch_optional(connection)
        .await
        .map_err(failed)?;
    let Some((base_score, pace, people_to_count)) = row else {
        return Ok(GuildConfig::default());
    };
    Ok(GuildConfig {
        base_score: number(base_score, "the base score")?,
        pace: Pace::from_code(&pace).ok_or(Misread::Value("the pace"))?,
        people_to_count: number(people_to_count, "the number of people")?,
    })
}
