//! What can be wrong with a record.

use std::fmt;

use thiserror::Error;

use crate::rules::{Refusal, Seat};

/// Why a text is no record.
#[derive(Debug, Error)]
pub enum RecordFault {
    /// Not well formed; the text names the place.
    #[error("not a well-formed record: {0}")]
    Malformed(#[from] serde_json::Error),
    /// Of another format or version.
    #[error("the format is {found:?}, not {:?}", super::FORMAT)]
    Format {
        /// What it says it is.
        found: String,
    },
}

/// A place in a record; everything is counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// Among the fields at the top.
    Head,
    /// In that deal.
    Deal(usize),
    /// At that call of that deal.
    Call {
        /// Which deal.
        deal: usize,
        /// Which call.
        call: usize,
    },
    /// In that seat's layout.
    Layout(Seat),
    /// At that ply.
    Ply(usize),
    /// At that aside.
    Aside(usize),
    /// At the end.
    End,
}

impl fmt::Display for Place {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Head => formatter.write_str("head"),
            Self::Deal(deal) => write!(formatter, "deal {deal}"),
            Self::Call { deal, call } => write!(formatter, "deal {deal}, call {call}"),
            Self::Layout(seat) => write!(formatter, "layout of {}", seat.code()),
            Self::Ply(ply) => write!(formatter, "ply {ply}"),
            Self::Aside(aside) => write!(formatter, "aside {aside}"),
            Self::End => formatter.write_str("end"),
        }
    }
}

/// The first thing in a record that is not as the rules have it.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Fault {
    /// A value is another than the rules give.
    #[error("{place}: {field} is {found}, should be {expected}")]
    Differs {
        /// Where.
        place: Place,
        /// Which field.
        field: &'static str,
        /// What the record says.
        found: String,
        /// What it should say.
        expected: String,
    },
    /// The rules refuse what the record says was done.
    #[error("{place}: {refusal}")]
    Refused {
        /// Where.
        place: Place,
        /// Why.
        refusal: Refusal,
    },
    /// Something is recorded that cannot stand there.
    #[error("{place}: {field} does not belong there")]
    Misplaced {
        /// Where.
        place: Place,
        /// Which field.
        field: &'static str,
    },
    /// Something is missing.
    #[error("{place}: {field} is missing")]
    Missing {
        /// Where.
        place: Place,
        /// Which field.
        field: &'static str,
    },
    /// A text that is no id of a press.
    #[error("head: joins holds {text:?}, which is no id")]
    Join {
        /// The text, cut.
        text: String,
    },
    /// The game has no such ply.
    #[error("there is no ply {ply}; the game has {plies}")]
    NoSuchPly {
        /// The ply asked for.
        ply: u16,
        /// How many there are.
        plies: u16,
    },
}
