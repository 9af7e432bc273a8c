//! Buttons beside the game: a user's own settings and data, and a server's administration.

use std::fmt;

/// A button or select of what a user keeps for themselves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OwnButton {
    /// Sets something; the value chosen says to what.
    Set(Setting),
    /// Hands out everything that is kept of the presser.
    Export,
    /// Asks whether everything is to be erased.
    AskErase,
    /// Erases it.
    Erase,
}

/// What a user sets for themselves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Setting {
    /// The language.
    Language,
    /// When to be pinged.
    Pings,
    /// Direct messages or the channel only.
    Delivery,
    /// Whether moves are confirmed.
    Confirmation,
}

/// A button of a server's administration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AdminButton {
    /// Ends the table without scores.
    Stop,
    /// Begins the season of that number.
    Season {
        /// Which: the one after the season that ran when it was asked.
        number: u32,
    },
    /// Shows a page of the trail, from 0.
    Trail {
        /// Which.
        page: u16,
    },
}

impl fmt::Display for OwnButton {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Set(Setting::Language) => "language",
            Self::Set(Setting::Pings) => "pings",
            Self::Set(Setting::Delivery) => "delivery",
            Self::Set(Setting::Confirmation) => "confirmation",
            Self::Export => "export",
            Self::AskErase => "askerase",
            Self::Erase => "erase",
        })
    }
}

impl OwnButton {
    /// Every one.
    pub const ALL: [Self; 7] = [
        Self::Set(Setting::Language),
        Self::Set(Setting::Pings),
        Self::Set(Setting::Delivery),
        Self::Set(Setting::Confirmation),
        Self::Export,
        Self::AskErase,
        Self::Erase,
    ];

    /// The button that is written so.
    pub fn read(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|button| button.to_string() == word)
    }
}

impl fmt::Display for AdminButton {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Stop => formatter.write_str("stop"),
            Self::Season { number } => write!(formatter, "season.{number}"),
            Self::Trail { page } => write!(formatter, "trail.{page}"),
        }
    }
}

impl AdminButton {
    /// The button that is written in those words.
    pub fn read(words: &[&str]) -> Option<Self> {
        match words {
            ["stop"] => Some(Self::Stop),
            ["season", number] => Some(Self::Season { number: number.parse().ok()? }),
            ["trail", page] => Some(Self::Trail { page: page.parse().ok()? }),
            _ => None,
        }
    }
}
