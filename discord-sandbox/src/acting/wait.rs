//! Waiting for the world to change, without looking at it in vain.

use std::time::Duration;

use thiserror::Error;

use crate::core::Core;

/// What was waited for did not come.
#[derive(Clone, Debug, Error)]
#[error("after {timeout:?}: {found}")]
pub struct TimedOut {
    /// How long was waited.
    pub timeout: Duration,
    /// What there was instead.
    pub found: String,
}

impl TimedOut {
    pub(crate) fn new(timeout: Duration, found: impl Into<String>) -> Self {
        Self { timeout, found: found.into() }
    }
}

/// Looks now and after each change, until something is found or the time is over.
pub(crate) async fn until<T>(
    core: &Core,
    timeout: Duration,
    mut look: impl FnMut() -> Option<T>,
) -> Option<T> {
    let mut changes = core.changes();
    let looking = async {
        loop {
            if let Some(found) = look() {
                return Some(found);
            }
            // The bell lives as long as the core, which is borrowed here.
            changes.changed().await.ok()?;
        }
    };
    tokio::time::timeout(timeout, looking).await.ok().flatten()
}
