//! Games, scores, settings and layouts in SQLite, and an in-memory twin.
//!
//! [`SqliteStore`] keeps everything in one file, [`MemoryStore`] keeps it as long as it lives. Both do
//! what [`Store`](crate::table::Store) says, and one suite of contract tests holds them to it.
//!
//! All writing goes through one connection and one task (`writer`), which commits what has come
//! together; each kind of write is a *deed* in the file of its noun. Reading goes beside it, through a
//! pool of connections that cannot write.

mod append;
mod backup;
mod check;
mod config;
mod form;
mod health;
mod history;
#[cfg(test)]
mod hostile;
mod house;
mod layouts;
mod lock;
mod memory;
mod names;
mod newcomers;
mod open;
mod people;
mod places;
mod seasons;
mod sqlite;
mod tables;
mod totals;
mod trail;
mod writer;

pub use crate::table::LAYOUTS_MOST;
pub use backup::{BackupError, backup};
pub use check::{CheckError, CheckReport, check};
pub use memory::MemoryStore;
pub use open::OpenError;
pub use sqlite::SqliteStore;
