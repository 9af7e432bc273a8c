//! What servers have set, in SQLite.

use std::collections::BTreeMap;

use async_trait::async_trait;
use sqlx::{FromRow, SqliteConnection};

use super::form::{Misread, failed, to_json};
use super::tables::number;
use super::trail::keep;
use super::writer::Deed;
use crate::rules::{Clocks, Pace};
use crate::table::{Computers, ConfigChange, GuildConfig, GuildId, Locale, PaceClocks, RoleId, StoreError};

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
        self.config.check().map_err(failed)?;
        let before = config(connection, self.guild).await?;
        let clocks: BTreeMap<&str, Clocks> =
            self.config.clocks.changed().map(|(pace, clocks)| (pace.code(), clocks)).collect();
        let upsert = "INSERT INTO guild_config (guild, base_score, pace, people_to_count, language, \
                      clocks, channels, computers, call_role) \
                      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9) ON CONFLICT (guild) DO UPDATE SET \
                      base_score = excluded.base_score, pace = excluded.pace, \
                      people_to_count = excluded.people_to_count, language = excluded.language, \
                      clocks = excluded.clocks, channels = excluded.channels, \
                      computers = excluded.computers, call_role = excluded.call_role";
        sqlx::query(upsert)
            .bind(self.guild.0.cast_signed())
            .bind(self.config.base_score)
            .bind(self.config.pace.code())
            .bind(self.config.people_to_count)
            .bind(self.config.language.map(Locale::code))
            .bind(to_json(&clocks)?)
            .bind(to_json(&self.config.channels)?)
            .bind(self.config.computers.code())
            .bind(self.config.call_role.map(|role| role.0.cast_signed()))
            .execute(&mut *connection)
            .await
            .map_err(failed)?;
        keep(connection, self.guild, self.change, &before.to_json(), &self.config.to_json()).await
    }
}

/// What the server has set, or the defaults.
pub(super) async fn config(
    connection: &mut SqliteConnection,
    guild: GuildId,
) -> Result<GuildConfig, StoreError> {
    let select = "SELECT base_score, pace, people_to_count, language, clocks, channels, computers, call_role \
                  FROM guild_config WHERE guild = ?1";
    let row: Option<ConfigRow> = sqlx::query_as(select)
        .bind(guild.0.cast_signed())
        .fetch_optional(connection)
        .await
        .map_err(failed)?;
    Ok(row.map(ConfigRow::into_config).transpose()?.unwrap_or_default())
}

#[derive(FromRow)]
struct ConfigRow {
    base_score: i64,
    pace: String,
    people_to_count: i64,
    language: Option<String>,
    clocks: String,
    channels: String,
    computers: String,
    call_role: Option<i64>,
}

impl ConfigRow {
    fn into_config(self) -> Result<GuildConfig, Misread> {
        let pace = |code: &str| Pace::from_code(code).ok_or(Misread::Value("the pace"));
        let changed: BTreeMap<String, Clocks> =
            serde_json::from_str(&self.clocks).map_err(|_| Misread::Value("the clocks"))?;
        let mut clocks = PaceClocks::default();
        for (code, own) in changed {
            clocks = clocks.with(pace(&code)?, own);
        }
        let language =
            self.language.map(|code| Locale::from_code(&code).ok_or(Misread::Value("the language")));
        Ok(GuildConfig {
            base_score: number(self.base_score, "the base score")?,
            pace: pace(&self.pace)?,
            clocks,
            people_to_count: number(self.people_to_count, "the number of people")?,
            language: language.transpose()?,
            channels: serde_json::from_str(&self.channels).map_err(|_| Misread::Value("the channels"))?,
            computers: Computers::from_code(&self.computers).ok_or(Misread::Value("the computers"))?,
            call_role: self.call_role.map(|role| RoleId(role.cast_unsigned())),
        })
    }
}
