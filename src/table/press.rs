//! What reaches a table from outside, and what it answers.

use std::sync::Arc;

use thiserror::Error;

use super::{ComputerLevel, PressId, TableId, Telling, UserId};
use crate::rules::{Clocks, Command, Layout, Point, Refusal};

/// Who presses, as the platform says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Presser {
    /// Who.
    pub user: UserId,
    /// As displayed in the server.
    pub name: String,
    /// The language they use, as the platform names it (`zh-TW`).
    pub locale: String,
    /// The press's id (RULES 16.1).
    pub press: PressId,
}

/// What a press was made on; a late one is told by it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stamp {
    /// Nothing in particular: a typed command, or a button that may be pressed at any time.
    Any,
    /// The call of that number, counted from 0 over all deals.
    Call(u32),
    /// The own deployment as changed that often.
    Deployment(u32),
    /// The turn of that number.
    Turn(u32),
    /// The vote of that number.
    Vote(u32),
}

/// What a press wants.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// A place at the table.
    Join,
    /// To leave the lobby.
    Leave,
    /// A computer player more.
    AddComputer(ComputerLevel),
    /// The computer player that joined last away.
    RemoveComputer,
    /// Somebody away from the lobby.
    TurnAway(UserId),
    /// Other clocks for the game (RULES 12.7).
    SetClocks(Clocks),
    /// The game to begin.
    Start,
    /// The lobby closed.
    Close,
    /// Something of the game.
    Play(Command),
    /// Another sound layout.
    Shuffle,
    /// The layout mirrored.
    Mirror,
    /// The last change to the layout taken back.
    Undo,
    /// Several swaps at once: all of them or none.
    Swaps(Vec<(Point, Point)>),
    /// The layout of the own hand that is nearest to a saved one, which lies as in South's arm
    /// (RULES 6.6).
    Load(Layout),
    /// Only to see.
    Look,
    /// The table ended by a manager of the server.
    Stop,
}

/// What a table answers to a press that did what it wanted, and to one that came late.
#[derive(Clone, Debug)]
pub struct Reply {
    /// The table as it now is.
    pub telling: Arc<Telling>,
}

/// Why a table did not do what a press wanted. Nothing has changed.
#[derive(Clone, Debug, Error)]
pub enum Rejection {
    /// The rules refuse it.
    #[error(transparent)]
    Rules(#[from] Refusal),
    /// The press came late or twice; here is the table as it now is.
    #[error("the press was made on what is no longer so")]
    Stale(Arc<Telling>),
    /// The presser does not play here.
    #[error("you do not play at this table")]
    NotAPlayer,
    /// Only the opener may do that.
    #[error("only the opener may do that")]
    NotTheOpener,
    /// All four places are taken.
    #[error("all four places are taken")]
    Full,
    /// Not all four places are taken.
    #[error("{missing} places are still free")]
    PlacesFree {
        /// How many.
        missing: usize,
    },
    /// The presser has a place already.
    #[error("you sit here already")]
    AlreadyHere,
    /// The presser sits at another running table of this server.
    #[error("you sit at table {0}")]
    SeatedElsewhere(TableId),
    /// No computer player is there to be removed, or no such user to be turned away.
    #[error("nobody such sits here")]
    NobodySuch,
    /// The layout is as it was first shown: there is no change to be taken back.
    #[error("there is nothing to take back")]
    NothingToUndo,
    /// The game has begun; the lobby is over.
    #[error("the game has begun")]
    AlreadyBegun,
    /// The game has not begun.
    #[error("the game has not begun")]
    NotBegun,
    /// The table is over, with or without a game.
    #[error("the table is over")]
    Over,
    /// The store failed; the log has it under this id.
    #[error("the store failed (error {error_id})")]
    Store {
        /// To be found in the log.
        error_id: String,
    },
    /// The program is about to end: no table is opened any more.
    #[error("the program is about to end; no table is opened now")]
    Closing,
    /// The table broke down while the press waited, and is being taken up from what is stored.
    #[error("the table broke down and is being taken up again")]
    BrokeDown,
    /// The table broke down too often at the same place; it takes nothing but a manager's stop.
    #[error("the table stands still after a fault of ours")]
    Halted,
    /// Too many presses wait already.
    #[error("too many presses wait already")]
    Busy,
}
