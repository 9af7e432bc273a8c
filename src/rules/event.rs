//! What happens in a game. Replaying its events gives the same game, always.

use serde::{Deserialize, Serialize};

use super::position::{End, Fall};
use super::{Answer, BySeat, Call, Contract, Kind, Layout, Outcome, Point, Request, Seat};

/// Why a player was eliminated (RULES 10.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Elimination {
    /// The flag fell.
    FlagFell,
    /// Nothing was left that could ever move again.
    NothingCanMove,
    /// No legal move on the own turn.
    NoLegalMove,
    /// Self-destruction (RULES 11).
    SelfDestructed,
    /// Desertion (RULES 12).
    Deserted,
}

impl Elimination {
    /// Every way to be eliminated.
    pub const ALL: [Self; 5] =
        [Self::FlagFell, Self::NothingCanMove, Self::NoLegalMove, Self::SelfDestructed, Self::Deserted];
}

impl From<Fall> for Elimination {
    fn from(fall: Fall) -> Self {
        match fall {
            Fall::FlagFell => Self::FlagFell,
            Fall::NothingCanMove => Self::NothingCanMove,
            Fall::NoLegalMove => Self::NoLegalMove,
        }
    }
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GameResult {
    /// The declarer made the contract (RULES 10.3).
    DeclarerMade,
    /// The declarer was eliminated (RULES 10.3).
    DeclarerFailed,
    /// A draw was agreed (RULES 11.4).
    DrawAgreed,
    /// Ply 500 passed without a result (RULES 10.4).
    DrawByLength,
    /// Three deals were passed out (RULES 4.4).
    PassedOut,
    /// Somebody deserted in the auction (RULES 12.4).
    Void,
    /// A manager of the server stopped it.
    Stopped,
}

impl GameResult {
    /// Every result.
    pub const ALL: [Self; 7] = [
        Self::DeclarerMade,
        Self::DeclarerFailed,
        Self::DrawAgreed,
        Self::DrawByLength,
        Self::PassedOut,
        Self::Void,
        Self::Stopped,
    ];

    /// Whether games that end so have scores (RULES 13).
    pub const fn has_scores(self) -> bool {
        match self {
            Self::DeclarerMade | Self::DeclarerFailed | Self::DrawAgreed | Self::DrawByLength => true,
            Self::PassedOut | Self::Void | Self::Stopped => false,
        }
    }

    /// The name that records write.
    pub const fn code(self) -> &'static str {
        match self {
            Self::DeclarerMade => "declarer_made",
            Self::DeclarerFailed => "declarer_failed",
            Self::DrawAgreed => "draw_agreed",
            Self::DrawByLength => "draw_by_length",
            Self::PassedOut => "passed_out",
            Self::Void => "void",
            Self::Stopped => "stopped",
        }
    }
}

impl From<End> for GameResult {
    fn from(end: End) -> Self {
        match end {
            End::DeclarerMade => Self::DeclarerMade,
            End::DeclarerFailed => Self::DeclarerFailed,
            End::DrawByLength => Self::DrawByLength,
        }
    }
}

/// What became of a request (RULES 11).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum VoteResult {
    /// All who were asked agreed.
    Carried,
    /// Somebody refused.
    Refused,
    /// Somebody did not answer in time, which is a no (RULES 11.5).
    Unanswered,
    /// The asker was eliminated meanwhile, or the declarer self-destructed (RULES 11.2, 11.5).
    Void,
}

/// One thing that happened.
///
/// Events carry what chance and combat gave, so that applying one decides nothing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "what", rename_all = "snake_case")]
pub enum Event {
    /// The joiners took their seats (RULES 16.3). Left out in a rematch.
    Seated {
        /// `[seat]`: which joiner, counted from 0.
        seated: BySeat<u8>,
        /// Who calls first.
        first_bidder: Seat,
        /// Words of the key stream read so far.
        words: u64,
    },
    /// Hands were dealt (RULES 3).
    Dealt {
        /// `[seat]`: 20 pieces each.
        hands: BySeat<Vec<Kind>>,
        /// 23 pieces.
        stock: Vec<Kind>,
        /// Who calls first.
        first_bidder: Seat,
        /// Words of the key stream read so far.
        words: u64,
    },
    /// A call was made (RULES 4.1), or the clock passed for the caller (RULES 4.3).
    Called {
        /// Whose.
        seat: Seat,
        /// What.
        call: Call,
    },
    /// The auction has a declarer, who drew from the stock; everybody has a first layout
    /// (RULES 5, 6.1).
    Declared {
        /// Who plays alone.
        declarer: Seat,
        /// Against how many.
        contract: Contract,
        /// 19 pieces.
        drawn: Vec<Kind>,
        /// `[seat]`: a legal layout.
        layouts: BySeat<Layout>,
        /// Words of the key stream read so far.
        words: u64,
    },
    /// Two pieces changed places (RULES 6.1).
    Swapped {
        /// Whose.
        seat: Seat,
        /// One point.
        a: Point,
        /// The other.
        b: Point,
    },
    /// A whole layout was taken (RULES 6.1).
    Arranged {
        /// Whose.
        seat: Seat,
        /// All of it.
        layout: Layout,
    },
    /// A player is ready, or their time is up (RULES 6.4).
    Marched {
        /// Who.
        seat: Seat,
    },
    /// All have marched: the battle begins (RULES 6.4, 6.5).
    BattleBegan,
    /// It is somebody's turn (RULES 8.1).
    TurnBegan {
        /// Whose.
        seat: Seat,
    },
    /// A piece moved (RULES 8, 9).
    Moved {
        /// Which ply, from 1.
        ply: u16,
        /// Whose piece.
        seat: Seat,
        /// From where.
        from: Point,
        /// To where.
        to: Point,
        /// What came of it.
        outcome: Outcome,
        /// How many moves the mover had to choose from.
        legal: u32,
    },
    /// A player is out, with all their pieces (RULES 10.1).
    Eliminated {
        /// Who.
        seat: Seat,
        /// Why.
        how: Elimination,
    },
    /// The clock ran out; the turn is lost (RULES 12.1).
    TurnSkipped {
        /// Whose.
        seat: Seat,
    },
    /// Somebody asks for a draw or to self-destruct (RULES 11).
    Asked {
        /// Who.
        seat: Seat,
        /// For what.
        request: Request,
    },
    /// Somebody asked answered (RULES 11).
    Answered {
        /// Who.
        seat: Seat,
        /// What.
        answer: Answer,
    },
    /// The vote is over (RULES 11).
    VoteClosed {
        /// How.
        result: VoteResult,
    },
    /// Somebody missed three turns running, or said so (RULES 12.2).
    WentAbsent {
        /// Who.
        seat: Seat,
    },
    /// An absent player is back (RULES 12.2).
    Returned {
        /// Who.
        seat: Seat,
        /// How long the game waited for them this time, in milliseconds.
        waited_ms: u64,
    },
    /// Somebody left for good (RULES 12.3, 12.2).
    Deserted {
        /// Who.
        seat: Seat,
    },
    /// The game is over (RULES 10.3, 13).
    Ended {
        /// How.
        result: GameResult,
        /// `[seat]`: points; none where the result scores nothing.
        scores: Option<BySeat<i64>>,
    },
}
