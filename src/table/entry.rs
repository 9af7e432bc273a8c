//! What a table's log holds: first its lobby, then its game.

use serde::{Deserialize, Serialize};

use super::{ComputerLevel, PressId, UserId};
use crate::rules::{Clocks, Event};

/// Who joined a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "who", rename_all = "snake_case")]
pub enum Joiner {
    /// A user of the platform.
    Person {
        /// Who.
        user: UserId,
        /// As displayed when they joined.
        name: String,
        /// The language they use, as the platform names it (`zh-TW`).
        locale: String,
        /// The press with which they joined (RULES 16.1).
        press: PressId,
    },
    /// A computer player.
    Computer {
        /// How strong.
        level: ComputerLevel,
    },
}

impl Joiner {
    /// The user, where it is one.
    pub const fn user(&self) -> Option<UserId> {
        match self {
            Self::Person { user, .. } => Some(*user),
            Self::Computer { .. } => None,
        }
    }
}

/// Why a lobby closed without a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LobbyClosed {
    /// Its opener closed it.
    ByOpener,
    /// A manager of the server closed it.
    ByManager,
    /// Nobody pressed anything for too long.
    Idle,
    /// The last person left.
    Empty,
}

/// What happens in a lobby.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "what", rename_all = "snake_case")]
pub enum LobbyEvent {
    /// Somebody took a place; the first person to do so is the opener.
    Joined {
        /// Who.
        joiner: Joiner,
    },
    /// Somebody left, or was turned away.
    Left {
        /// Who.
        user: UserId,
    },
    /// The computer player that joined last was taken out again.
    ComputerRemoved,
    /// The opener set other clocks than those with which the table was opened (RULES 12.7).
    Paced {
        /// Which.
        clocks: Clocks,
    },
    /// The game begins with the four in the order in which they joined.
    Started,
    /// There will be no game.
    Closed {
        /// Why.
        reason: LobbyClosed,
    },
}

/// One entry of a table's log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "of", rename_all = "snake_case")]
pub enum Entry {
    /// In its lobby.
    Lobby(LobbyEvent),
    /// In its game.
    Game(Event),
}

/// The version of the stored form of [`Entry`]; older ones stay readable.
pub const ENTRY_FORMAT: u32 = 1;
