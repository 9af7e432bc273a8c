//! The world in a folder, so that it is still there at the next start.
//!
//! `world.json` holds everything but the files of messages, which lie beside it under `attachments/`, each under its
//! number. Both are written to another name first and then renamed, so that a program killed in between leaves the
//! last whole state. What lives no longer than a connection is not kept: sessions, tokens of interactions, private
//! answers, registered commands.

mod folder;
mod kept;

use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use thiserror::Error;
use tokio::sync::watch;
use tokio::task::JoinHandle;

use crate::core::Core;
pub(crate) use folder::Folder;
pub(crate) use kept::Kept;

/// How long changes are gathered before they are written.
const PAUSE: Duration = Duration::from_secs(2);

/// Why a world cannot be kept, or not be found again.
#[derive(Debug, Error)]
pub enum KeepFault {
    /// The folder cannot be read or written.
    #[error("{path} cannot be read or written: {source}")]
    Io {
        /// Which file or folder.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// The file is not one of ours, or damaged.
    #[error("{path} is not a kept world, or damaged ({source}); move it away to begin anew")]
    Damaged {
        /// Which file.
        path: PathBuf,
        /// Where reading ended.
        source: serde_json::Error,
    },
    /// A later version has written it.
    #[error("{path} was written by a later version of this program (format {version}); use that one")]
    Later {
        /// Which file.
        path: PathBuf,
        /// Its format.
        version: u32,
    },
}

/// Writes the world down whenever it has changed.
#[derive(Debug)]
pub(crate) struct Keeper {
    core: Arc<Core>,
    folder: Folder,
    task: JoinHandle<()>,
}

impl Keeper {
    pub(crate) fn start(core: Arc<Core>, folder: Folder) -> Self {
        // Listening begins here, not when the task first runs: no change goes unheard.
        let changes = core.changes();
        let task = tokio::spawn(keep(Arc::clone(&core), folder.clone(), changes));
        Self { core, folder, task }
    }

    /// Writes the world a last time.
    pub(crate) async fn finish(mut self) -> Result<(), KeepFault> {
        self.task.abort();
        // The abort is what ends it. A write under way goes on in its own thread, and the last one waits for its turn.
        let _ = (&mut self.task).await;
        write(Arc::clone(&self.core), self.folder.clone()).await
    }
}

impl Drop for Keeper {
    fn drop(&mut self) {
        self.task.abort();
    }
}

async fn keep(core: Arc<Core>, folder: Folder, mut changes: watch::Receiver<u64>) {
    while changes.changed().await.is_ok() {
        tokio::time::sleep(PAUSE).await;
        changes.borrow_and_update();
        if let Err(fault) = write(Arc::clone(&core), folder.clone()).await {
            tracing::error!(%fault, "the world could not be kept");
        }
    }
}

async fn write(core: Arc<Core>, folder: Folder) -> Result<(), KeepFault> {
    let writing = tokio::task::spawn_blocking(move || {
        let _turn = folder.turn();
        let (json, attachments) = core.read(Kept::write);
        folder.save(&json, &attachments)
    });
    writing.await.unwrap_or(Ok(()))
}
