//! Users in SQLite: their settings, everything that is kept of them, and its erasure.

use async_trait::async_trait;
use sqlx::{FromRow, SqliteConnection};

use super::form::{Misread, failed, read_entry, read_result, read_role, read_seat, to_json};
use super::layouts::layouts;
use super::sqlite::SqliteStore;
use super::writer::Deed;
use crate::rules::{BySeat, Role};
use crate::table::{
    ChannelId, Confirmation, Delivery, ENTRY_FORMAT, Entry, GuildId, LobbyEvent, Locale, PersonStore,
    PersonalChange, PersonalData, PersonalGame, PersonalName, PersonalPlace, Pings, StoreError, TableId,
    UserId, UserSettings,
};

#[async_trait]
impl PersonStore for SqliteStore {
    async fn all_user_settings(&self) -> Result<Vec<(UserId, UserSettings)>, StoreError> {
        let rows: Vec<SettingsRow> = sqlx::query_as("SELECT * FROM user_settings")
            .fetch_all(&mut *self.reader().await?)
            .await
            .map_err(failed)?;
        rows.into_iter().map(|row| row.into_settings().map_err(StoreError::from)).collect()
    }

    async fn set_user_settings(&self, user: UserId, settings: UserSettings) -> Result<(), StoreError> {
        self.writer.perform(SetSettings { user, settings }).await
    }

    async fn personal_data(&self, user: UserId) -> Result<PersonalData, StoreError> {
        personal_data(&mut *self.reader().await?, user).await
    }

    async fn erase_user(&self, user: UserId, at_unix_ms: i64) -> Result<(), StoreError> {
        self.writer.perform(Erase { user, at_unix_ms }).await
    }
}

#[derive(FromRow)]
struct SettingsRow {
    user: i64,
    language: Option<String>,
    pings: String,
    delivery: String,
    confirmation: String,
}

impl SettingsRow {
    fn into_settings(self) -> Result<(UserId, UserSettings), Misread> {
        let unknown = Misread::Value("a user's setting");
        let language =
            self.language.map(|code| Locale::from_code(&code).ok_or_else(|| unknown.clone())).transpose()?;
        let settings = UserSettings {
            language,
            pings: Pings::from_code(&self.pings).ok_or_else(|| unknown.clone())?,
            delivery: Delivery::from_code(&self.delivery).ok_or_else(|| unknown.clone())?,
            confirmation: Confirmation::from_code(&self.confirmation).ok_or(unknown)?,
        };
        Ok((UserId(self.user.cast_unsigned()), settings))
    }
}

struct SetSettings {
    user: UserId,
    settings: UserSettings,
}

#[async_trait]
impl Deed for SetSettings {
    type Done = ();

    async fn carry_out(&self, connection: &mut SqliteConnection) -> Result<(), StoreError> {
        let upsert = "INSERT INTO user_settings (user, language, pings, delivery, confirmation) \
                      VALUES (?1, ?2, ?3, ?4, ?5) ON CONFLICT (user) DO UPDATE SET \
                      language = excluded.language, pings = excluded.pings, \
                      delivery = excluded.delivery, confirmation = excluded.confirmation";
        sqlx::query(upsert)
            .bind(self.user.0.cast_signed())
            .bind(self.settings.language.map(Locale::code))
            .bind(self.settings.pings.code())
            .bind(self.settings.delivery.code())
            .bind(self.settings.confirmation.code())
            .execute(connection)
            .await
            .map_err(failed)?;
        Ok(())
    }
}

async fn personal_data(connection: &mut SqliteConnection, user: UserId) -> Result<PersonalData, StoreError> {
    let settings: Option<SettingsRow> = sqlx::query_as("SELECT * FROM user_settings WHERE user = ?1")
        .bind(user.0.cast_signed())
        .fetch_optional(&mut *connection)
        .await
        .map_err(failed)?;
    let settings = settings.map(SettingsRow::into_settings).transpose()?.map(|(_, settings)| settings);
    let mut places = Vec::new();
    for named in naming_entries(connection, user).await? {
        if let Some((name, locale, press)) = named.entry.place_of(user) {
            let NamingEntry { table, guild, channel, .. } = named;
            let (name, locale) = (name.to_owned(), locale.to_owned());
            places.push(PersonalPlace { table, guild, channel, name, locale, press });
        }
    }
    let mut kept = layouts(connection, user, Role::Declarer).await?;
    kept.extend(layouts(connection, user, Role::Defender).await?);
    Ok(PersonalData {
        settings,
        places,
        games: games(connection, user).await?,
        names: names(connection, user).await?,
        layouts: kept,
        config_changes: config_changes(connection, user).await?,
    })
}

async fn names(connection: &mut SqliteConnection, user: UserId) -> Result<Vec<PersonalName>, StoreError> {
    let names: Vec<(i64, String)> =
        sqlx::query_as("SELECT guild, name FROM names WHERE user = ?1 ORDER BY guild")
            .bind(user.0.cast_signed())
            .fetch_all(connection)
            .await
            .map_err(failed)?;
    let name = |(guild, name): (i64, String)| PersonalName { guild: GuildId(guild.cast_unsigned()), name };
    Ok(names.into_iter().map(name).collect())
}

async fn config_changes(
    connection: &mut SqliteConnection,
    user: UserId,
) -> Result<Vec<PersonalChange>, StoreError> {
    let select = "SELECT guild, at_unix_ms FROM config_audit WHERE by = ?1 ORDER BY change";
    let changes: Vec<(i64, i64)> =
        sqlx::query_as(select).bind(user.0.cast_signed()).fetch_all(connection).await.map_err(failed)?;
    let change = |(guild, at_unix_ms): (i64, i64)| PersonalChange {
        guild: GuildId(guild.cast_unsigned()),
        at_unix_ms,
    };
    Ok(changes.into_iter().map(change).collect())
}

#[derive(FromRow)]
struct GameRow {
    table_id: i64,
    guild: i64,
    name: String,
    seat: String,
    role: Option<String>,
    points: i64,
    is_scored: bool,
    has_deserted: bool,
    result: Option<String>,
    ended_unix_ms: i64,
}

impl GameRow {
    fn into_game(self) -> Result<PersonalGame, Misread> {
        Ok(PersonalGame {
            table: TableId(self.table_id.cast_unsigned()),
            guild: GuildId(self.guild.cast_unsigned()),
            name: self.name,
            seat: read_seat(&self.seat)?,
            role: self.role.as_deref().map(read_role).transpose()?,
            points: self.points,
            is_scored: self.is_scored,
            has_deserted: self.has_deserted,
            result: self.result.as_deref().map(read_result).transpose()?,
            ended_unix_ms: self.ended_unix_ms,
        })
    }
}

async fn games(connection: &mut SqliteConnection, user: UserId) -> Result<Vec<PersonalGame>, StoreError> {
    let select = "SELECT ledger.table_id, ledger.guild, ledger.name, ledger.seat, ledger.role, \
                  ledger.points, tables.is_scored, ledger.has_deserted, tables.result, \
                  tables.ended_unix_ms FROM ledger JOIN tables ON tables.id = ledger.table_id \
                  WHERE ledger.user = ?1 ORDER BY ledger.line";
    let rows: Vec<GameRow> =
        sqlx::query_as(select).bind(user.0.cast_signed()).fetch_all(connection).await.map_err(failed)?;
    rows.into_iter().map(|row| row.into_game().map_err(StoreError::from)).collect()
}

/// An entry that names the user.
struct NamingEntry {
    table: TableId,
    guild: GuildId,
    channel: ChannelId,
    is_running: bool,
    seq: i64,
    entry: Entry,
}

#[derive(FromRow)]
struct EntryRow {
    table_id: i64,
    guild: i64,
    channel: i64,
    is_running: bool,
    seq: i64,
    format: i64,
    body: String,
}

/// The entries that name the user, in the order in which they were written at each table.
async fn naming_entries(
    connection: &mut SqliteConnection,
    user: UserId,
) -> Result<Vec<NamingEntry>, StoreError> {
    // The words of the index entries_of_a_user, so that it is used.
    let select = "SELECT entries.table_id, tables.guild, tables.channel, \
                  tables.ended_unix_ms IS NULL AS is_running, entries.seq, entries.format, entries.body \
                  FROM entries JOIN tables ON tables.id = entries.table_id \
                  WHERE body ->> '$.of' = 'lobby' \
                  AND IFNULL(body -> '$.joiner.user', body -> '$.user') = ?1 \
                  ORDER BY entries.table_id, entries.seq";
    let rows: Vec<EntryRow> =
        sqlx::query_as(select).bind(user.0.to_string()).fetch_all(connection).await.map_err(failed)?;
    let read = |row: EntryRow| {
        let table = TableId(row.table_id.cast_unsigned());
        let entry = read_entry(row.seq.cast_unsigned(), row.format, &row.body);
        Ok(NamingEntry {
            table,
            guild: GuildId(row.guild.cast_unsigned()),
            channel: ChannelId(row.channel.cast_unsigned()),
            is_running: row.is_running,
            seq: row.seq,
            entry: entry.map_err(|misread| misread.of_table(table))?,
        })
    };
    rows.into_iter().map(read).collect()
}

struct Erase {
    user: UserId,
    at_unix_ms: i64,
}

/// What of a user `?1` simply goes.
const DELETED: [&str; 5] = [
    "DELETE FROM user_settings WHERE user = ?1",
    "DELETE FROM saved_layouts WHERE user = ?1",
    "DELETE FROM names WHERE user = ?1",
    // The channel of their direct messages leads to them.
    "DELETE FROM places WHERE EXISTS (SELECT 1 FROM ledger WHERE ledger.user = ?1 \
     AND ledger.table_id = places.table_id AND places.slot = 'direct_' || ledger.seat)",
    "DELETE FROM postings WHERE EXISTS (SELECT 1 FROM ledger WHERE ledger.user = ?1 \
     AND ledger.table_id = postings.table_id AND postings.slot = 'direct_' || ledger.seat)",
];

/// Where the stand-in `?2` takes the place of a user `?1`.
const REPLACED: [&str; 3] = [
    "UPDATE ledger SET user = ?2, name = '' WHERE user = ?1",
    "UPDATE totals SET user = ?2 WHERE user = ?1",
    "UPDATE config_audit SET by = ?2 WHERE by = ?1",
];

#[async_trait]
impl Deed for Erase {
    type Done = ();

    async fn carry_out(&self, connection: &mut SqliteConnection) -> Result<(), StoreError> {
        let named = naming_entries(connection, self.user).await?;
        let rematches = rematches(connection, self.user).await?;
        if let Some(at) = running_table(&named, &rematches) {
            return Err(StoreError::StillPlaying { user: self.user, at });
        }
        let erasure = sqlx::query("INSERT INTO erasures (at_unix_ms) VALUES (?1)")
            .bind(self.at_unix_ms)
            .execute(&mut *connection)
            .await
            .map_err(failed)?;
        let stand_in = UserId::of_erasure(erasure.last_insert_rowid().cast_unsigned());
        for mut naming in named {
            naming.entry.erase(self.user, stand_in);
            rewrite(connection, &naming).await?;
        }
        for rematch in rematches {
            let seats =
                rematch.seats.map(|_, user| user.map(|user| if user == self.user { stand_in } else { user }));
            sqlx::query("UPDATE tables SET rematch_seats = ?2 WHERE id = ?1")
                .bind(rematch.id.0.cast_signed())
                .bind(to_json(&seats)?)
                .execute(&mut *connection)
                .await
                .map_err(failed)?;
        }
        let user = self.user.0.cast_signed();
        for delete in DELETED {
            sqlx::query(delete).bind(user).execute(&mut *connection).await.map_err(failed)?;
        }
        for replace in REPLACED {
            let replace = sqlx::query(replace).bind(user).bind(stand_in.0.cast_signed());
            replace.execute(&mut *connection).await.map_err(failed)?;
        }
        Ok(())
    }
}

async fn rewrite(connection: &mut SqliteConnection, naming: &NamingEntry) -> Result<(), StoreError> {
    sqlx::query("UPDATE entries SET format = ?3, body = ?4 WHERE table_id = ?1 AND seq = ?2")
        .bind(naming.table.0.cast_signed())
        .bind(naming.seq)
        .bind(ENTRY_FORMAT)
        .bind(to_json(&naming.entry)?)
        .execute(connection)
        .await
        .map_err(failed)?;
    Ok(())
}

/// A rematch of a game that the user played.
struct RematchRow {
    id: TableId,
    is_running: bool,
    seats: BySeat<Option<UserId>>,
}

async fn rematches(connection: &mut SqliteConnection, user: UserId) -> Result<Vec<RematchRow>, StoreError> {
    let select = "SELECT id, ended_unix_ms IS NULL, rematch_seats FROM tables \
                  WHERE rematch_of IN (SELECT table_id FROM ledger WHERE user = ?1) ORDER BY id";
    let rows: Vec<(i64, bool, String)> =
        sqlx::query_as(select).bind(user.0.cast_signed()).fetch_all(connection).await.map_err(failed)?;
    let read = |(id, is_running, seats): (i64, bool, String)| {
        let id = TableId(id.cast_unsigned());
        let seats = serde_json::from_str(&seats).map_err(|_| Misread::Value("the seats of a rematch"));
        Ok(RematchRow { id, is_running, seats: seats.map_err(|misread| misread.of_table(id))? })
    };
    rows.into_iter().map(read).collect()
}

/// A running table that the user has not left, or that waits for them to sit down again.
fn running_table(named: &[NamingEntry], rematches: &[RematchRow]) -> Option<TableId> {
    let is_last = |index: usize| named.get(index + 1).is_none_or(|next| next.table != named[index].table);
    let sits = named.iter().enumerate().find(|(index, naming)| {
        naming.is_running && is_last(*index) && !matches!(naming.entry, Entry::Lobby(LobbyEvent::Left { .. }))
    });
    let waits = || rematches.iter().find(|rematch| rematch.is_running).map(|rematch| rematch.id);
    sits.map(|(_, naming)| naming.table).or_else(waits)
}
