//! The bot through the real serenity and poise against the stand-in, on a real SQLite file.

#![allow(clippy::unwrap_used, reason = "a test that meets an error has failed")]

mod absence;
mod administration;
mod backpressure;
mod departures;
mod deployment;
mod etiquette;
mod game;
mod layouts;
mod limits;
mod lobby;
mod moves;
mod operation;
mod own;
mod past;
mod refusals;
mod replay;
mod rules;
mod scores;
mod stage;
mod threads;
mod votes;
