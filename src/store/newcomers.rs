//! Who has never played (UX: a first-time hint), in SQLite.

use sqlx::SqliteConnection;

use super::form::failed;
use crate::table::{GuildId, StoreError, UserId};

/// Whether the user has a line in the server's ledger, of a counted game or not.
pub(super) async fn has_played(
    connection: &mut SqliteConnection,
    guild: GuildId,
    user: UserId,
) -> Result<bool, StoreError> {
    sqlx::query_scalar("SELECT EXISTS (SELECT 1 FROM ledger WHERE guild = ?1 AND user = ?2)")
        .bind(guild.0.cast_signed())
        .bind(user.0.cast_signed())
        .fetch_one(connection)
        .await
        .map_err(failed)
}
