//! Where messages stand, in SQLite.

use async_trait::async_trait;
use sqlx::SqliteConnection;

use super::form::{Misread, failed};
use super::tables::guild_of;
use super::writer::Deed;
use crate::table::{ChannelId, MessageId, Place, Slot, StoreError, TableId};

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
        let query = match self.place {
            Some(place) => {
                let upsert = "INSERT INTO places (table_id, slot, channel, message) \
                              VALUES (?1, ?2, ?3, ?4) ON CONFLICT (table_id, slot) \
                              DO UPDATE SET channel = excluded.channel, message = excluded.message";
                sqlx::query(upsert)
                    .bind(self.table.0.cast_signed())
                    .bind(self.slot.code())
                    .bind(place.channel.0.cast_signed())
                    .bind(place.message.0.cast_signed())
            }
            None => sqlx::query("DELETE FROM places WHERE table_id = ?1 AND slot = ?2")
                .bind(self.table.0.cast_signed())
                .bind(self.slot.code()),
        };
        query.execute(connection).await.map_err(failed)?;
        Ok(())
    }
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
