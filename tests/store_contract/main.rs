//! What every store promises, tried on each; and what the one in SQLite promises besides.

#![expect(clippy::unwrap_used, reason = "in a test an error is a failure")]

mod contract;
mod entries;
mod history;
mod house;
mod layouts;
mod people;
mod samples;
mod scores;
mod seasons;
mod settings;
mod sqlite;
mod support;
mod totals;
mod upgrade;
mod upgrade_scores;
