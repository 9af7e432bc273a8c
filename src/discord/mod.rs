//! The bot in Discord: commands, buttons, direct messages and texts (UX).
//!
//! A press is decoded, acknowledged at once, and put to its table; what it brings about the
//! [`herald`] shows, and a refusal goes to the presser alone. Public messages are made from the
//! spectator's view, private ones reach their player by ephemeral message or direct message.

mod administration;
mod artist;
mod bot;
mod budget;
mod caller;
mod commands;
mod connection;
mod cooldown;
pub mod custom_id;
mod departures;
mod flood;
mod gatekeeper;
mod ground;
mod herald;
#[cfg(test)]
mod hostile;
#[cfg(test)]
pub mod leak;
mod lines;
mod living;
mod modals;
mod opening;
mod own;
mod patience;
mod permissions;
mod practice;
mod preferences;
mod presses;
mod refusals;
mod replay;
mod score_page;
mod scores;
mod screen;
mod screens;
mod serve;
mod side_button;
mod starts;
mod suggestions;
mod texts;
mod trouble;
mod typed;
mod typed_move;
mod vitals;
mod words;

pub use connection::{Connection, ConnectionFault, REQUEST_PATIENCE, SandboxAddress};
pub use departures::DEPARTED_KEPT;
pub use flood::{PRESS_RETURN, PRESSES_AT_ONCE};
pub use ground::Ground;
pub use score_page::ScorePage;
pub use serve::{REQUESTS_PER_SECOND, ServeFault, Service, serve, serve_watched};
pub use side_button::{AdminButton, OwnButton, Setting};
pub use starts::Starts;
pub use texts::language_of;
pub use vitals::Vitals;
