//! Discord's faults, one by one: a table under each of them reaches its end.
//!
//! Real serenity and poise against the stand-in, on a real SQLite file. The people are stubborn: who
//! sees that nothing came of a press presses again.

#![allow(clippy::unwrap_used, reason = "a test that meets an error has failed")]

mod gateway;
mod life;
mod match_play;
mod routes;
#[path = "../discord/stage.rs"]
#[allow(dead_code, reason = "shared with the other tests of the bot, each of which uses its part")]
mod stage;
mod world;
