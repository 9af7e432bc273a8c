//! What every store promises, tried on each; and what the one in SQLite promises besides.

#![expect(clippy::unwrap_used, reason = "in a test an error is a failure")]

mod contract;
mod entries;
mod history;
mod layouts;
mod samples;
mod scores;
mod seasons;
mod settings;
mod sqlite;
mod support;
mod totals;
mod upgrade_scores;
