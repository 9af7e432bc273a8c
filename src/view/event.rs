//! What anybody learns from an event (RULES 15.1, 15.2).

use crate::rules::{
    Answer, BySeat, Call, Contract, Elimination, Event, Game, GameResult, Outcome, Point, Request, Seat,
    VoteResult,
};

/// An event as anybody may learn of it. What happens in secret has none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PublicEvent {
    /// Hands were dealt.
    Dealt {
        /// Who calls first.
        first_bidder: Seat,
    },
    /// A call was made.
    Called {
        /// Whose.
        seat: Seat,
        /// What.
        call: Call,
    },
    /// The auction has a declarer.
    Declared {
        /// Who plays alone.
        declarer: Seat,
        /// Against how many.
        contract: Contract,
    },
    /// A player is ready.
    Marched {
        /// Who.
        seat: Seat,
    },
    /// The battle begins, the defenders' flags are shown (RULES 6.5).
    BattleBegan {
        /// `[seat]`: none for the declarer and for who is out.
        flags: BySeat<Option<Point>>,
    },
    /// It is somebody's turn.
    TurnBegan {
        /// Whose.
        seat: Seat,
    },
    /// A piece moved.
    Moved {
        /// Which ply.
        ply: u16,
        /// Whose piece.
        seat: Seat,
        /// From where.
        from: Point,
        /// To where.
        to: Point,
        /// What came of it.
        outcome: Outcome,
    },
    /// A player is out.
    Eliminated {
        /// Who.
        seat: Seat,
        /// Why.
        how: Elimination,
    },
    /// A turn was lost to the clock.
    TurnSkipped {
        /// Whose.
        seat: Seat,
    },
    /// Somebody asks for something.
    Asked {
        /// Who.
        seat: Seat,
        /// For what.
        request: Request,
    },
    /// Somebody answered.
    Answered {
        /// Who.
        seat: Seat,
        /// What.
        answer: Answer,
    },
    /// The vote is over.
    VoteClosed {
        /// How.
        result: VoteResult,
    },
    /// Somebody is absent.
    WentAbsent {
        /// Who.
        seat: Seat,
    },
    /// Somebody is back.
    Returned {
        /// Who.
        seat: Seat,
    },
    /// Somebody left for good.
    Deserted {
        /// Who.
        seat: Seat,
    },
    /// The game is over.
    Ended {
        /// How.
        result: GameResult,
        /// `[seat]`: points, where the result scores any.
        scores: Option<BySeat<i64>>,
    },
}

impl PublicEvent {
    /// What anybody learns from the event, in the game as it is right after it.
    pub fn of(event: &Event, after: &Game) -> Option<Self> {
        Some(match *event {
            Event::Dealt { first_bidder, .. } => Self::Dealt { first_bidder },
            Event::Called { seat, call } => Self::Called { seat, call },
            Event::Declared { declarer, contract, .. } => Self::Declared { declarer, contract },
            Event::Marched { seat } => Self::Marched { seat },
            Event::BattleBegan => Self::BattleBegan {
                flags: BySeat::from_fn(|seat| after.battle().and_then(|battle| battle.shown_flag(seat))),
            },
            Event::TurnBegan { seat } => Self::TurnBegan { seat },
            Event::Moved { ply, seat, from, to, outcome, .. } => Self::Moved { ply, seat, from, to, outcome },
            Event::Eliminated { seat, how } => Self::Eliminated { seat, how },
            Event::TurnSkipped { seat } => Self::TurnSkipped { seat },
            Event::Asked { seat, request } => Self::Asked { seat, request },
            Event::Answered { seat, answer } => Self::Answered { seat, answer },
            Event::VoteClosed { result } => Self::VoteClosed { result },
            Event::WentAbsent { seat } => Self::WentAbsent { seat },
            Event::Returned { seat, .. } => Self::Returned { seat },
            Event::Deserted { seat } => Self::Deserted { seat },
            Event::Ended { result, scores } => Self::Ended { result, scores },
            Event::Seated { .. } | Event::Swapped { .. } | Event::Arranged { .. } => return None,
        })
    }
}
