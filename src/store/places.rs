//! Where messages stand, in SQLite.

use async_trait::async_trait;
use sqlx::SqliteConnection;

use super::form::{Misread, failed};
use super::tables::guild_of;
use super::writer::Deed;
use crate::table::{ChannelId, MessageId, Place, Posting, Slot, StoreError, TableId};

/// Remembers where a message stands, or forgets it.
pub(super) struct SetPlace {
    pub(super) table: TableId,
    pub(super) slot: Slot,
    pub(super) place: Option<Place>,
}

#[async_trait]
impl Deed for SetPlace {
    type Done = ();

    async fn carry_out(&self, connection: &mut SqliteConnection) -> Result<(), StoreError> {
        guild_of(connection, self.table).await?;
        set_place(connection, self.table, self.slot, self.place).await
    }
}

async fn set_place(
    connection: &mut SqliteConnection,
    table: TableId,
    slot: Slot,
    place: Option<Place>,
) -> Result<(), StoreError> {
    let query = match place {
        Some(place) => {
            let upsert = "INSERT INTO places (table_id, slot, channel, message) \
                          VALUES (?1, ?2, ?3, ?4) ON CONFLICT (table_id, slot) \
                          DO UPDATE SET channel = excluded.channel, message = excluded.message";
            sqlx::query(upsert)
                .bind(table.0.cast_signed())
                .bind(slot.code())
                .bind(place.channel.0.cast_signed())
                .bind(place.message.0.cast_signed())
        }
        None => sqlx::query("DELETE FROM places WHERE table_id = ?1 AND slot = ?2")
            .bind(table.0.cast_signed())
            .bind(slot.code()),
    };
    query.execute(connection).await.map_err(failed)?;
    Ok(())
}

/// Remembers that a message is about to be posted.
pub(super) struct BeginPost {
    pub(super) table: TableId,
    pub(super) posting: Posting,
}

#[async_trait]
impl Deed for BeginPost {
    type Done = ();

    async fn carry_out(&self, connection: &mut SqliteConnection) -> Result<(), StoreError> {
        guild_of(connection, self.table).await?;
        let upsert = "INSERT INTO postings (table_id, slot, channel, nonce) VALUES (?1, ?2, ?3, ?4) \
                      ON CONFLICT (table_id, nonce) DO UPDATE SET slot = excluded.slot, channel = excluded.channel";
        sqlx::query(upsert)
            .bind(self.table.0.cast_signed())
            .bind(self.posting.slot.code())
            .bind(self.posting.channel.0.cast_signed())
            .bind(&self.posting.nonce)
            .execute(connection)
            .await
            .map_err(failed)?;
        Ok(())
    }
}

/// Remembers where a message that was posted stands; or that it stands nowhere.
pub(super) struct EndPost {
    pub(super) table: TableId,
    pub(super) posting: Posting,
    pub(super) message: Option<MessageId>,
}

#[async_trait]
impl Deed for EndPost {
    type Done = ();

    async fn carry_out(&self, connection: &mut SqliteConnection) -> Result<(), StoreError> {
        guild_of(connection, self.table).await?;
        let Posting { slot, channel, nonce } = &self.posting;
        sqlx::query("DELETE FROM postings WHERE table_id = ?1 AND nonce = ?2")
            .bind(self.table.0.cast_signed())
            .bind(nonce)
            .execute(&mut *connection)
            .await
            .map_err(failed)?;
        match self.message {
            Some(message) => {
                let place = Place { channel: *channel, message };
                set_place(connection, self.table, *slot, Some(place)).await
            }
            None => Ok(()),
        }
    }
}

/// Messages of a table of which it is not known whether they were posted, in the order of their slots
/// and nonces.
pub(super) async fn postings(
    connection: &mut SqliteConnection,
    table: TableId,
) -> Result<Vec<Posting>, StoreError> {
    guild_of(connection, table).await?;
    let rows: Vec<(String, i64, String)> =
        sqlx::query_as("SELECT slot, channel, nonce FROM postings WHERE table_id = ?1")
            .bind(table.0.cast_signed())
            .fetch_all(connection)
            .await
            .map_err(failed)?;
    let read = rows.into_iter().map(|(slot, channel, nonce)| {
        let slot = Slot::from_code(&slot).ok_or(Misread::Value("a posting's slot"))?;
        Ok(Posting { slot, channel: ChannelId(channel.cast_unsigned()), nonce })
    });
    let read: Result<Vec<_>, Misread> = read.collect();
    let mut postings = read.map_err(|misread| misread.of_table(table))?;
    postings.sort_unstable_by(|a, b| (a.slot, &a.nonce).cmp(&(b.slot, &b.nonce)));
    Ok(postings)
}

/// All places of a table, in the order of their slots.
pub(super) async fn places(
    connection: &mut SqliteConnection,
    table: TableId,
) -> Result<Vec<(Slot, Place)>, StoreError> {
    guild_of(connection, table).await?;
    let rows: Vec<(String, i64, i64)> =
        sqlx::query_as("SELECT slot, channel, message FROM places WHERE table_id = ?1")
            .bind(table.0.cast_signed())
            .fetch_all(connection)
            .await
            .map_err(failed)?;
    let read = rows.into_iter().map(|(slot, channel, message)| {
        let slot = Slot::from_code(&slot).ok_or(Misread::Value("a message's slot"))?;
        let channel = ChannelId(channel.cast_unsigned());
        Ok((slot, Place { channel, message: MessageId(message.cast_unsigned()) }))
    });
    let read: Result<Vec<_>, Misread> = read.collect();
    let mut places = read.map_err(|misread| misread.of_table(table))?;
    places.sort_unstable_by_key(|(slot, _)| *slot);
    Ok(places)
}
