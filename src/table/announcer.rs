//! Whom a table tells.

use std::sync::Arc;

use super::{TableId, Telling};

/// Whether the platform can be reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// Since then without a break, in milliseconds of Unix time.
    Since(i64),
    /// It seems so; a sign of life has been asked for and has not come yet.
    Awaited,
    /// Not now.
    Cut,
}

/// Shows a table's state to its people. Nothing here waits or fails: what cannot be shown now is
/// shown later, and only the newest state counts.
pub trait Announcer: Send + Sync + 'static {
    /// The table has this state now.
    fn tell(&self, telling: Arc<Telling>);

    /// Whether the platform can be reached, known by a sign of life that was asked for not before
    /// that moment, in milliseconds of Unix time; while it cannot, no clock runs (RULES 12.6). Where
    /// there has been none since, this asks for one, and the caller asks again a little later.
    fn reach(&self, table: TableId, moment: i64) -> Reach;

    /// Whether that state of the table, or a later one, has been shown. A clock that ran out
    /// before its turn was shown is not believed (RULES 12.6).
    fn has_shown(&self, table: TableId, version: u64) -> bool;
}
