//! Appending to a table's log in SQLite, with the seats and the end that go with it.

use async_trait::async_trait;
use sqlx::SqliteConnection;

use super::form::{failed, role_code, to_json};
use super::names::set_name;
use super::seasons::running_number;
use super::tables::{Stage, stage};
use super::totals::add_to_totals;
use super::writer::Deed;
use crate::rules::GameResult;
use crate::table::{
    Append, Claim, ENTRY_FORMAT, Entry, GuildId, LedgerRow, Settlement, StoreError, TableId, UserId,
};

#[async_trait]
impl Deed for Append {
    type Done = ();

    async fn carry_out(&self, connection: &mut SqliteConnection) -> Result<(), StoreError> {
        let table = self.table;
        let guild = match stage(connection, table).await? {
            Stage::Running { guild } => guild,
            Stage::Ended => return Err(StoreError::Conflict { table }),
        };
        if next_seq(connection, table).await? != self.first_seq {
            return Err(StoreError::Conflict { table });
        }
        for (seq, entry) in (self.first_seq..).zip(&self.entries) {
            insert_entry(connection, table, seq, entry).await?;
        }
        for claim in &self.claims {
            match *claim {
                Claim::Take(user) => take(connection, guild, table, user).await?,
                Claim::Release(user) => release(connection, guild, table, user).await?,
            }
        }
        if let Some(settlement) = &self.settlement {
            settle(connection, guild, table, settlement).await?;
        }
        Ok(())
    }
}

/// How many entries the log has, by the last one's number: it has no gaps.
async fn next_seq(connection: &mut SqliteConnection, table: TableId) -> Result<u64, StoreError> {
    let next: i64 = sqlx::query_scalar("SELECT IFNULL(MAX(seq) + 1, 0) FROM entries WHERE table_id = ?1")
        .bind(table.0.cast_signed())
        .fetch_one(connection)
        .await
        .map_err(failed)?;
    Ok(next.cast_unsigned())
}

async fn insert_entry(
    connection: &mut SqliteConnection,
    table: TableId,
    seq: u64,
    entry: &Entry,
) -> Result<(), StoreError> {
    let inserted = sqlx::query("INSERT INTO entries (table_id, seq, format, body) VALUES (?1, ?2, ?3, ?4)")
        .bind(table.0.cast_signed())
        .bind(seq.cast_signed())
        .bind(ENTRY_FORMAT)
        .bind(to_json(entry)?)
        .execute(connection)
        .await;
    match inserted {
        Ok(_) => Ok(()),
        // one_entry_for_a_number: another program has written past the lock.
        Err(sqlx::Error::Database(error)) if error.is_unique_violation() => {
            Err(StoreError::Conflict { table })
        }
        Err(error) => Err(failed(error)),
    }
}

async fn take(
    connection: &mut SqliteConnection,
    guild: GuildId,
    table: TableId,
    user: UserId,
) -> Result<(), StoreError> {
    // one_seat_for_a_user: who sits already stays where they sit, and the row says where.
    let insert = "INSERT INTO sittings (guild, user, table_id) VALUES (?1, ?2, ?3) \
                  ON CONFLICT (guild, user) DO UPDATE SET table_id = table_id RETURNING table_id";
    let at: i64 = sqlx::query_scalar(insert)
        .bind(guild.0.cast_signed())
        .bind(user.0.cast_signed())
        .bind(table.0.cast_signed())
        .fetch_one(connection)
        .await
        .map_err(failed)?;
    let at = TableId(at.cast_unsigned());
    if at == table { Ok(()) } else { Err(StoreError::SeatedElsewhere { user, at }) }
}

async fn release(
    connection: &mut SqliteConnection,
    guild: GuildId,
    table: TableId,
    user: UserId,
) -> Result<(), StoreError> {
    sqlx::query("DELETE FROM sittings WHERE guild = ?1 AND user = ?2 AND table_id = ?3")
        .bind(guild.0.cast_signed())
        .bind(user.0.cast_signed())
        .bind(table.0.cast_signed())
        .execute(connection)
        .await
        .map_err(failed)?;
    Ok(())
}

async fn settle(
    connection: &mut SqliteConnection,
    guild: GuildId,
    table: TableId,
    settlement: &Settlement,
) -> Result<(), StoreError> {
    let is_scored = settlement.counts && settlement.result.is_some_and(GameResult::has_scores);
    let season = running_number(connection, guild).await?;
    let update = "UPDATE tables SET ended_unix_ms = ?2, result = ?3, contract = ?4, counts = ?5, \
                  is_scored = ?6, season = ?7 WHERE id = ?1";
    sqlx::query(update)
        .bind(table.0.cast_signed())
        .bind(settlement.ended_unix_ms)
        .bind(settlement.result.map(GameResult::code))
        .bind(settlement.contract.map(u8::from))
        .bind(settlement.counts)
        .bind(is_scored)
        .bind(season)
        .execute(&mut *connection)
        .await
        .map_err(failed)?;
    for row in &settlement.ledger {
        insert_line(connection, guild, table, row).await?;
        set_name(connection, guild, row.user, &row.name).await?;
        if is_scored || row.has_deserted {
            let points = is_scored.then_some(row.points);
            add_to_totals(connection, guild, season, row, points).await?;
        }
    }
    sqlx::query("DELETE FROM sittings WHERE table_id = ?1")
        .bind(table.0.cast_signed())
        .execute(connection)
        .await
        .map_err(failed)?;
    Ok(())
}

async fn insert_line(
    connection: &mut SqliteConnection,
    guild: GuildId,
    table: TableId,
    row: &LedgerRow,
) -> Result<(), StoreError> {
    let insert = "INSERT INTO ledger (table_id, guild, user, name, seat, role, points, has_deserted) \
                  VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)";
    sqlx::query(insert)
        .bind(table.0.cast_signed())
        .bind(guild.0.cast_signed())
        .bind(row.user.0.cast_signed())
        .bind(&row.name)
        .bind(row.seat.code())
        .bind(row.role.map(role_code))
        .bind(row.points)
        .bind(row.has_deserted)
        .execute(connection)
        .await
        .map_err(failed)?;
    Ok(())
}
