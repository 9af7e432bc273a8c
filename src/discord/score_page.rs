//! What buttons on pages of scores carry: which page they lead to.

use std::fmt;

use crate::table::{Games, Period, UserId};

/// A page of scores, or of a finished game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScorePage {
    /// A page of a leaderboard, from 0.
    Leaderboard {
        /// Over which games.
        period: Period,
        /// Which.
        page: u16,
    },
    /// What somebody's games add up to.
    Profile(UserId),
    /// A page of somebody's games, from 0.
    History {
        /// Whose.
        user: UserId,
        /// Which games.
        games: Games,
        /// Which page.
        page: u16,
    },
    /// A finished game: that of the id's table, or of a select the one chosen.
    Replay,
    /// The opened deal of the id's table, and how it is checked.
    Deal,
}

const fn period_code(period: Period) -> &'static str {
    match period {
        Period::Season => "season",
        Period::LastSeason => "last",
        Period::AllTime => "all",
    }
}

const fn games_code(games: Games) -> &'static str {
    match games {
        Games::All => "all",
        Games::Counted => "counted",
        Games::Practice => "practice",
    }
}

impl fmt::Display for ScorePage {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Leaderboard { period, page } => write!(formatter, "board.{}.{page}", period_code(*period)),
            Self::Profile(user) => write!(formatter, "profile.{user}"),
            Self::History { user, games, page } => {
                write!(formatter, "games.{user}.{}.{page}", games_code(*games))
            }
            Self::Replay => formatter.write_str("replay"),
            Self::Deal => formatter.write_str("deal"),
        }
    }
}

impl ScorePage {
    /// The page that those words name, if they name one.
    pub fn from_words(words: &[&str]) -> Option<Self> {
        Some(match *words {
            ["board", period, page] => {
                let period = Period::ALL.into_iter().find(|known| period_code(*known) == period)?;
                Self::Leaderboard { period, page: page.parse().ok()? }
            }
            ["profile", user] => Self::Profile(UserId(user.parse().ok()?)),
            ["games", user, games, page] => Self::History {
                user: UserId(user.parse().ok()?),
                games: Games::ALL.into_iter().find(|known| games_code(*known) == games)?,
                page: page.parse().ok()?,
            },
            ["replay"] => Self::Replay,
            ["deal"] => Self::Deal,
            _ => return None,
        })
    }
}
