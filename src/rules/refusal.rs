//! Why the game refuses a command, or an event.

use thiserror::Error;

use super::{Call, LayoutFaults, Move, Point, Seat};

/// What was wrong with a command: one variant for each distinct reaction. Nothing has changed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Refusal {
    /// The command belongs to another phase of the game.
    #[error("this belongs to another phase of the game")]
    WrongPhase,
    /// It is somebody else's turn, or somebody else's call.
    #[error("it is {on_turn:?}'s turn")]
    NotYourTurn {
        /// Whose it is.
        on_turn: Seat,
    },
    /// Only a clock or a manager may do that, or only a player.
    #[error("that is not this actor's to do")]
    NotYours,
    /// A call must be higher than every call so far (RULES 4.1).
    #[error("a call must be higher than {highest:?}")]
    CallTooLow {
        /// The highest so far.
        highest: Call,
    },
    /// A march is not taken back (RULES 6.4).
    #[error("a march is not taken back")]
    AlreadyMarched,
    /// The layout, or the swap, breaks rules of deployment (RULES 6.2, 6.3).
    #[error(transparent)]
    BadLayout(#[from] LayoutFaults),
    /// No piece of the player's stands there.
    #[error("no own piece stands on {0}")]
    NoOwnPiece(Point),
    /// What stands there never moves (RULES 8.3).
    #[error("what stands on {0} never moves")]
    Immobile(Point),
    /// A piece in a headquarters never leaves it (RULES 8.3).
    #[error("what stands in the headquarters {0} never leaves it")]
    InHeadquarters(Point),
    /// An ally or an own piece stands there (RULES 8.4).
    #[error("a piece of the own side stands on {0}")]
    OwnSide(Point),
    /// A piece in a camp cannot be attacked (RULES 8.4).
    #[error("a piece in the camp {0} cannot be attacked")]
    ProtectedByCamp(Point),
    /// No road or open railway leads there (RULES 8.2).
    #[error("no way leads along {0}")]
    NoWay(Move),
    /// No piece moves while a request is open (RULES 11.1).
    #[error("a request is open; no piece moves meanwhile")]
    VoteOpen,
    /// One request at a time (RULES 11.1).
    #[error("another request is open")]
    RequestOpen,
    /// Requests begin after fifty plies (RULES 11.1).
    #[error("requests begin after 50 plies; {played} have been played")]
    TooEarly {
        /// How many have.
        played: u16,
    },
    /// Five requests a game are used up (RULES 11.1).
    #[error("all five requests are used up")]
    NoRequestsLeft,
    /// There is no request to answer.
    #[error("no request is open")]
    NoVote,
    /// The player is not among those asked.
    #[error("you are not asked")]
    NotAsked,
    /// The player has answered already.
    #[error("you have answered already")]
    AlreadyAnswered,
    /// An eliminated player does nothing more (RULES 10.5).
    #[error("you are out of the game")]
    Eliminated,
    /// The player is absent already, or not absent.
    #[error("nothing changes by that")]
    NoChange,
    /// The game is over.
    #[error("the game is over")]
    GameOver,
}

/// An event that does not fit the game it is applied to: the log it comes from is damaged.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("event {event} does not fit a game in {phase}")]
pub struct Misfit {
    /// The event's name.
    pub event: &'static str,
    /// The phase.
    pub phase: &'static str,
}
