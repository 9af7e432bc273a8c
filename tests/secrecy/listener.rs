//! Listens to all that this program logs, at every level; of its libraries to what is let through.

use std::sync::LazyLock;

use tracing_subscriber::util::SubscriberInitExt as _;

use crate::worlds::{Ear, listening};

static EAR: LazyLock<Ear> = LazyLock::new(Ear::default);
static ONE_AT_A_TIME: LazyLock<tokio::sync::Mutex<()>> = LazyLock::new(|| {
    listening(EAR.clone()).try_init().expect("this process listens once");
    tokio::sync::Mutex::new(())
});

/// Waits until no other test here runs a bot: all log into one ear.
pub async fn alone() -> tokio::sync::MutexGuard<'static, ()> {
    ONE_AT_A_TIME.lock().await
}

/// The lines that were logged since this was last asked.
pub fn lines() -> Vec<String> {
    let bytes = std::mem::take(&mut *EAR.heard());
    String::from_utf8_lossy(&bytes).lines().map(str::to_owned).collect()
}
