//! The record of a finished game: one JSON document that anyone can check without this program.
//!
//! [`Record::of`] writes it, [`Record::read`] reads it, [`Record::verify`] plays the game again from
//! its seed by the rules and compares everything, [`Record::game_at`] rebuilds the game as it stood
//! after a ply.

mod fault;
mod format;
mod replay;
mod scribe;

pub use fault::{Fault, Place, RecordFault};
pub use format::{Aside, CallEntry, DealRecord, Deed, End, FORMAT, FallEntry, Hex, Ply, PlyOutcome, Record};
pub use replay::VerifiedGame;
