//! Tables in SQLite: opening one, reading them back.

use async_trait::async_trait;
use sqlx::{FromRow, SqliteConnection};

use super::form::{Misread, failed, read_entry, read_seat};
use super::writer::Deed;
use crate::rules::{Clocks, Secret, Settings};
use crate::table::{
    Append, ChannelId, Entry, GuildId, Joiner, Rematch, Slot, StoreError, StoredTable, TableId, TableSetup,
};

/// Opens a table with its first joiners.
pub(super) struct OpenTable {
    pub(super) setup: TableSetup,
    pub(super) joiners: Vec<Joiner>,
}

#[async_trait]
impl Deed for OpenTable {
    type Done = TableId;

    async fn carry_out(&self, connection: &mut SqliteConnection) -> Result<TableId, StoreError> {
        let table = self.insert(connection).await?;
        Append::of_joiners(table, &self.joiners).carry_out(connection).await?;
        Ok(table)
    }
}

impl OpenTable {
    async fn insert(&self, connection: &mut SqliteConnection) -> Result<TableId, StoreError> {
        let setup = &self.setup;
        if let Some(rematch) = setup.rematch {
            guild_of(connection, rematch.of).await?;
        }
        let seats = setup.rematch.map(|rematch| serde_json::to_string(&rematch.seats)).transpose();
        let seats = seats.map_err(|fault| StoreError::Failed(Box::new(fault)))?;
        let clocks = setup.settings.clocks;
        let insert = "INSERT INTO tables (guild, channel, base_score, call_s, declarer_deployment_s, \
                      defender_deployment_s, move_s, vote_s, absence_s, people_to_count, locale, \
                      secret, rematch_of, first_bidder, rematch_seats, opened_unix_ms) \
                      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16)";
        let inserted = sqlx::query(insert)
            .bind(setup.guild.0.cast_signed())
            .bind(setup.channel.0.cast_signed())
            .bind(setup.settings.base_score)
            .bind(clocks.call_s)
            .bind(clocks.declarer_deployment_s)
            .bind(clocks.defender_deployment_s)
            .bind(clocks.move_s)
            .bind(clocks.vote_s)
            .bind(clocks.absence_s)
            .bind(setup.people_to_count)
            .bind(&setup.locale)
            .bind(setup.secret.0.as_slice())
            .bind(setup.rematch.map(|rematch| rematch.of.0.cast_signed()))
            .bind(setup.rematch.map(|rematch| rematch.first_bidder.code()))
            .bind(seats)
            .bind(setup.opened_unix_ms)
            .execute(connection)
            .await
            .map_err(failed)?;
        Ok(TableId(inserted.last_insert_rowid().cast_unsigned()))
    }
}

/// Where a table stands in its life, as far as appends must know.
pub(super) enum Stage {
    Running { guild: GuildId },
    Ended,
}

/// The stage of a table.
pub(super) async fn stage(connection: &mut SqliteConnection, table: TableId) -> Result<Stage, StoreError> {
    let select = "SELECT guild, ended_unix_ms IS NOT NULL FROM tables WHERE id = ?1";
    let found: Option<(i64, bool)> = sqlx::query_as(select)
        .bind(table.0.cast_signed())
        .fetch_optional(connection)
        .await
        .map_err(failed)?;
    match found {
        None => Err(StoreError::NoTable(table)),
        Some((_, true)) => Ok(Stage::Ended),
        Some((guild, false)) => Ok(Stage::Running { guild: GuildId(guild.cast_unsigned()) }),
    }
}

/// The server of a table, running or ended.
pub(super) async fn guild_of(
    connection: &mut SqliteConnection,
    table: TableId,
) -> Result<GuildId, StoreError> {
    let found: Option<i64> = sqlx::query_scalar("SELECT guild FROM tables WHERE id = ?1")
        .bind(table.0.cast_signed())
        .fetch_optional(connection)
        .await
        .map_err(failed)?;
    found.map(|guild| GuildId(guild.cast_unsigned())).ok_or(StoreError::NoTable(table))
}

/// A table with its log.
pub(super) async fn read_table(
    connection: &mut SqliteConnection,
    id: TableId,
) -> Result<StoredTable, StoreError> {
    let select = "SELECT guild, channel, base_score, call_s, declarer_deployment_s, \
                  defender_deployment_s, move_s, vote_s, absence_s, people_to_count, locale, secret, \
                  rematch_of, first_bidder, rematch_seats, opened_unix_ms FROM tables WHERE id = ?1";
    let row: Option<TableRow> = sqlx::query_as(select)
        .bind(id.0.cast_signed())
        .fetch_optional(&mut *connection)
        .await
        .map_err(failed)?;
    let setup = row.ok_or(StoreError::NoTable(id))?.into_setup().map_err(|misread| misread.of_table(id))?;
    // The setup never changes and the log only grows: what this reads a moment later fits it.
    let rows: Vec<(i64, i64, String)> =
        sqlx::query_as("SELECT seq, format, body FROM entries WHERE table_id = ?1 ORDER BY seq")
            .bind(id.0.cast_signed())
            .fetch_all(connection)
            .await
            .map_err(failed)?;
    let entries = read_log(rows).map_err(|misread| misread.of_table(id))?;
    Ok(StoredTable { id, setup, entries })
}

fn read_log(rows: Vec<(i64, i64, String)>) -> Result<Vec<Entry>, Misread> {
    let numbered = (0_u64..).zip(rows);
    let read = numbered.map(|(expected, (seq, format, body))| {
        if seq.cast_unsigned() != expected {
            return Err(Misread::Gap(expected));
        }
        read_entry(expected, format, &body)
    });
    read.collect()
}

/// The tables that have not ended, oldest first.
pub(super) async fn running(connection: &mut SqliteConnection) -> Result<Vec<TableId>, StoreError> {
    let ids: Vec<i64> = sqlx::query_scalar("SELECT id FROM tables WHERE ended_unix_ms IS NULL ORDER BY id")
        .fetch_all(connection)
        .await
        .map_err(failed)?;
    Ok(ids.into_iter().map(|id| TableId(id.cast_unsigned())).collect())
}

/// The games that ended since then, whose board's message stands and whose result's does not, oldest
/// first.
pub(super) async fn untold(
    connection: &mut SqliteConnection,
    since_unix_ms: i64,
) -> Result<Vec<TableId>, StoreError> {
    let select = "SELECT tables.id FROM tables \
                  JOIN places ON places.table_id = tables.id AND places.slot = ?2 \
                  WHERE tables.ended_unix_ms >= ?1 AND tables.result IS NOT NULL \
                    AND NOT EXISTS (SELECT 1 FROM places AS told \
                                    WHERE told.table_id = tables.id AND told.slot = ?3) \
                  ORDER BY tables.id";
    let ids: Vec<i64> = sqlx::query_scalar(select)
        .bind(since_unix_ms)
        .bind(Slot::Main.code())
        .bind(Slot::End.code())
        .fetch_all(connection)
        .await
        .map_err(failed)?;
    Ok(ids.into_iter().map(|id| TableId(id.cast_unsigned())).collect())
}

/// Those tables with their logs; one that cannot be read is passed over with a log entry.
pub(super) async fn read_tables(
    connection: &mut SqliteConnection,
    ids: &[TableId],
) -> Result<Vec<StoredTable>, StoreError> {
    let mut tables = Vec::with_capacity(ids.len());
    for id in ids {
        match read_table(connection, *id).await {
            Ok(table) => tables.push(table),
            Err(StoreError::Unreadable { table, fault }) => {
                tracing::error!(%table, %fault, "a table is passed over");
            }
            Err(error) => return Err(error),
        }
    }
    Ok(tables)
}

/// A row of `tables`, without its end.
#[derive(FromRow)]
struct TableRow {
    guild: i64,
    channel: i64,
    base_score: i64,
    call_s: i64,
    declarer_deployment_s: i64,
    defender_deployment_s: i64,
    move_s: i64,
    vote_s: i64,
    absence_s: i64,
    people_to_count: i64,
    locale: String,
    secret: Vec<u8>,
    rematch_of: Option<i64>,
    first_bidder: Option<String>,
    rematch_seats: Option<String>,
    opened_unix_ms: i64,
}

impl TableRow {
    fn into_setup(self) -> Result<TableSetup, Misread> {
        let clocks = Clocks {
            call_s: number(self.call_s, "a clock")?,
            declarer_deployment_s: number(self.declarer_deployment_s, "a clock")?,
            defender_deployment_s: number(self.defender_deployment_s, "a clock")?,
            move_s: number(self.move_s, "a clock")?,
            vote_s: number(self.vote_s, "a clock")?,
            absence_s: number(self.absence_s, "a clock")?,
        };
        let rematch = match (self.rematch_of, self.first_bidder, self.rematch_seats) {
            (Some(of), Some(seat), Some(seats)) => Some(Rematch {
                of: TableId(of.cast_unsigned()),
                first_bidder: read_seat(&seat)?,
                seats: serde_json::from_str(&seats).map_err(|_| Misread::Value("the seats of a rematch"))?,
            }),
            _ => None,
        };
        Ok(TableSetup {
            guild: GuildId(self.guild.cast_unsigned()),
            channel: ChannelId(self.channel.cast_unsigned()),
            settings: Settings { base_score: number(self.base_score, "the base score")?, clocks },
            people_to_count: number(self.people_to_count, "the number of people")?,
            locale: self.locale,
            secret: Secret(self.secret.try_into().map_err(|_| Misread::Value("the secret"))?),
            rematch,
            opened_unix_ms: self.opened_unix_ms,
        })
    }
}

/// A stored number in the range of its type.
pub(super) fn number<T: TryFrom<i64>>(stored: i64, what: &'static str) -> Result<T, Misread> {
    T::try_from(stored).map_err(|_| Misread::Value(what))
}
