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
}

impl Level {
    /// Every level, rising.
    pub const ALL: [Self; 2] = [Self::Random, Self::Simple];

    /// The name that commands and logs use.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::Simple => "simple",
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
