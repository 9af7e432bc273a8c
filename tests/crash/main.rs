//! The real program is killed, its database is taken from it or spoilt, and it goes on or says why not.

#![allow(clippy::unwrap_used, reason = "a test that meets an error has failed")]

mod autopsy;
mod database;
mod full_disk;
mod kills;
mod oracle;
mod people;
mod program;
mod scripted;
#[path = "../discord/stage.rs"]
#[allow(dead_code, reason = "written for the tests in tests/discord, of which these need a part")]
mod stage;
mod upgrade;
