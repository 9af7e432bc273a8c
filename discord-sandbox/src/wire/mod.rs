//! Discord's JSON, made from the world's state.
//!
//! serenity drops an event that lacks a field it wants without saying so; every field here that looks idle is one that
//! some client needs.

pub(crate) mod application;
pub(crate) mod channel;
pub(crate) mod command;
pub(crate) mod guild;
pub(crate) mod interaction;
pub(crate) mod message;
pub(crate) mod resolved;
pub(crate) mod user;
