//! How strong a computer player is.

use std::fmt;

use serde::{Deserialize, Serialize};

/// How strong a computer player is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Level {
    /// Any legal call, layout, move and answer, each as likely as the others.
    Random,
    /// Sensible: looks one ply ahead.
    Simple,
    /// Weighs moves by what it can tell of the pieces, without searching; strays a little.
    Easy,
    /// Searches the likeliest moves two plies ahead in a few worlds that fit what it has seen.
    Normal,
    /// Searches deeper, and in more worlds.
    Hard,
}

impl Level {
    /// Every level, rising.
    pub const ALL: [Self; 5] = [Self::Random, Self::Simple, Self::Easy, Self::Normal, Self::Hard];

    /// The name that commands and logs use.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::Simple => "simple",
            Self::Easy => "easy",
            Self::Normal => "normal",
            Self::Hard => "hard",
        }
    }

    /// The level of that name.
    pub fn from_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|level| level.code() == code)
    }
}

impl fmt::Display for Level {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(self.code())
    }
}
