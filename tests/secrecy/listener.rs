//! Listens to all that this program logs, at every level; of its libraries to what is let through.

use std::io;
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};

use tracing_subscriber::fmt::MakeWriter;
use tracing_subscriber::util::SubscriberInitExt as _;

use crate::worlds::listening;

static HEARD: Mutex<Vec<u8>> = Mutex::new(Vec::new());
static ONE_AT_A_TIME: LazyLock<tokio::sync::Mutex<()>> = LazyLock::new(|| {
    listening(Ear).try_init().expect("this process listens once");
    tokio::sync::Mutex::new(())
});

#[derive(Clone, Copy)]
struct Ear;

fn heard() -> MutexGuard<'static, Vec<u8>> {
    HEARD.lock().unwrap_or_else(PoisonError::into_inner)
}

impl io::Write for Ear {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        heard().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl MakeWriter<'_> for Ear {
    type Writer = Self;

    fn make_writer(&self) -> Self {
        *self
    }
}

/// Waits until no other test here runs a bot: all log into one ear.
pub async fn alone() -> tokio::sync::MutexGuard<'static, ()> {
    ONE_AT_A_TIME.lock().await
}

/// The lines that were logged since this was last asked.
pub fn lines() -> Vec<String> {
    let bytes = std::mem::take(&mut *heard());
    String::from_utf8_lossy(&bytes).lines().map(str::to_owned).collect()
}
