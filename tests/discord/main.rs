//! The bot through the real serenity and poise against the stand-in, on a real SQLite file.

mod crash;
mod game;
mod refusals;
mod stage;
