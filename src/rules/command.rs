//! What may be asked of a game, and by whom.

use serde::{Deserialize, Serialize};

use super::{Layout, Move, Point, Role, Seat};

/// How many defenders the declarer must eliminate (滅一家, 滅二家, 滅三家).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub enum Contract {
    /// One.
    One = 1,
    /// Two.
    Two,
    /// Three.
    Three,
}

impl Contract {
    /// All three, rising.
    pub const ALL: [Self; 3] = [Self::One, Self::Two, Self::Three];

    /// The number of defenders, 1 to 3.
    pub const fn defenders(self) -> u8 {
        self as u8
    }
}

impl From<Contract> for u8 {
    fn from(contract: Contract) -> Self {
        contract.defenders()
    }
}

impl TryFrom<u8> for Contract {
    type Error = String;

    fn try_from(number: u8) -> Result<Self, String> {
        let fits = Self::ALL.into_iter().find(|contract| contract.defenders() == number);
        fits.ok_or_else(|| format!("a contract is 1, 2 or 3, not {number}"))
    }
}

/// A call in the auction (RULES 4.1); pass is lowest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub enum Call {
    /// 不叫.
    Pass,
    /// A contract of one.
    One,
    /// A contract of two.
    Two,
    /// A contract of three.
    Three,
}

impl Call {
    /// Every call, rising.
    pub const ALL: [Self; 4] = [Self::Pass, Self::One, Self::Two, Self::Three];

    /// The call of that contract.
    pub const fn of(contract: Contract) -> Self {
        match contract {
            Contract::One => Self::One,
            Contract::Two => Self::Two,
            Contract::Three => Self::Three,
        }
    }

    /// The contract called; none for a pass.
    pub const fn contract(self) -> Option<Contract> {
        match self {
            Self::Pass => None,
            Self::One => Some(Contract::One),
            Self::Two => Some(Contract::Two),
            Self::Three => Some(Contract::Three),
        }
    }
}

impl From<Call> for u8 {
    fn from(call: Call) -> Self {
        call.contract().map_or(0, Contract::defenders)
    }
}

impl TryFrom<u8> for Call {
    type Error = String;

    fn try_from(number: u8) -> Result<Self, String> {
        let fits = Self::ALL.get(usize::from(number)).copied();
        fits.ok_or_else(|| format!("a call is 0 to 3, not {number}"))
    }
}

/// Who asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Actor {
    /// A player.
    Seat(Seat),
    /// A clock that ran out.
    Clock,
    /// A manager of the server.
    Manager,
}

/// What a player may put to the vote (RULES 11).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Request {
    /// Self-destruction (RULES 11.2, 11.3).
    SelfDestruct,
    /// A draw (RULES 11.4).
    Draw,
}

/// An answer to a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Answer {
    /// Yes.
    Agree,
    /// No.
    Refuse,
}

/// The deadline that ran out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deadline {
    /// A call (RULES 4.3).
    Call,
    /// The deployment of that role (RULES 6.4).
    Deployment(Role),
    /// A move (RULES 12.1).
    Move,
    /// The answers to a vote (RULES 11.5).
    Vote,
    /// The time an absent player is waited for (RULES 12.2).
    Absence,
}

/// What is asked of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Call in the auction (RULES 4.1).
    Call(Call),
    /// Swap two own pieces in deployment (RULES 6.1).
    Swap(Point, Point),
    /// Take this layout of the own hand (RULES 6.1, 6.6).
    Arrange(Layout),
    /// Be ready (RULES 6.1).
    March,
    /// Move a piece (RULES 8).
    Move(Move),
    /// Ask for a draw or to self-destruct (RULES 11.1).
    Ask(Request),
    /// Answer the request (RULES 11).
    Answer(Answer),
    /// Be absent until further notice (RULES 12.2).
    BeAbsent,
    /// Be back after having been waited for that long, in milliseconds (RULES 12.2).
    Return {
        /// How long the game waited on this player's turn.
        waited_ms: u64,
    },
    /// Leave for good (RULES 12.3).
    Desert,
    /// A clock ran out.
    TimeOut(Deadline),
    /// End a stuck game without scores.
    Stop,
}
