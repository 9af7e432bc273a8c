//! How a database file is: its size, its disk, its lock, whether it is whole.

use std::path::{Path, PathBuf};
use std::time::Instant;

use async_trait::async_trait;
use sqlx::SqliteConnection;

use super::form::failed;
use super::sqlite::SqliteStore;
use super::writer::Deed;
use crate::table::{Soundness, StoreError, StoreHealth};

/// A file up to that size is looked through in a fraction of a second.
const LOOKED_THROUGH_MOST: u64 = 64 << 20;

/// Finds out how the store is.
pub(super) async fn health(store: &SqliteStore) -> Result<StoreHealth, StoreError> {
    let handed_in = Instant::now();
    store.writer.perform(Probe).await?;
    let write = handed_in.elapsed();
    let file = store.file.clone();
    let measured = tokio::task::spawn_blocking(move || (size(&file), free(&file))).await;
    let (bytes, free_bytes) = measured.map_err(failed)?;
    let soundness = if bytes <= LOOKED_THROUGH_MOST {
        look_through(&mut *store.reader().await?).await?
    } else {
        Soundness::NotLooked
    };
    Ok(StoreHealth { bytes, free_bytes, write, soundness })
}

/// A write that leaves nothing behind: it takes the lock and reaches the disk.
struct Probe;

#[async_trait]
impl Deed for Probe {
    type Done = ();

    async fn carry_out(&self, connection: &mut SqliteConnection) -> Result<(), StoreError> {
        // No server has the id 0.
        let there_and_gone = "INSERT INTO departures (guild, since_unix_ms) VALUES (0, 0); \
                              DELETE FROM departures WHERE guild = 0";
        sqlx::raw_sql(there_and_gone).execute(connection).await.map_err(failed)?;
        Ok(())
    }
}

async fn look_through(connection: &mut SqliteConnection) -> Result<Soundness, StoreError> {
    let said: String =
        sqlx::query_scalar("PRAGMA quick_check(1)").fetch_one(connection).await.map_err(failed)?;
    if said == "ok" {
        return Ok(Soundness::Sound);
    }
    tracing::error!(%said, "the database is damaged");
    Ok(Soundness::Damaged)
}

/// The file's bytes with those of its log, as far as they can be read.
fn size(file: &Path) -> u64 {
    let mut log = file.as_os_str().to_owned();
    log.push("-wal");
    let length = |path: PathBuf| path.metadata().map_or(0, |metadata| metadata.len());
    length(file.to_owned()) + length(log.into())
}

fn free(file: &Path) -> Option<u64> {
    fs4::available_space(file.parent()?).ok()
}
