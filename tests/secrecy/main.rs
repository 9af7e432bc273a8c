//! What nobody may learn, and what nobody may do: the bot through the real serenity and poise against
//! the stand-in, in a process of its own, since it listens to all that the program logs.

#![allow(clippy::unwrap_used, reason = "a test that meets an error has failed")]

mod forged;
mod forgery;
mod listener;
mod malformed;
mod oracle;
mod scene;
mod tables;
mod two_worlds;
mod views;
mod worlds;
