//! Whom a table tells.

use std::sync::Arc;

use super::{TableId, Telling};

/// Whether the platform can be reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// Since then without a break, in milliseconds of Unix time.
    Since(i64),
    /// Not now.
    Cut,
}

/// Shows a table's state to its people. Nothing here waits or fails: what cannot be shown now is
/// shown later, and only the newest state counts.
pub trait Announcer: Send + Sync + 'static {
    /// The table has this state now.
    fn tell(&self, telling: Arc<Telling>);

    /// Whether the platform can be reached; while it cannot, no clock runs (RULES 12.6).
    fn reach(&self) -> Reach;

    /// Whether that state of the table, or a later one, has been shown. A clock that ran out
    /// before its turn was shown is not believed (RULES 12.6).
    fn has_shown(&self, table: TableId, version: u64) -> bool;
}
