//! What everybody may see once a game is over: everything (RULES 15.4).

use std::collections::BTreeMap;

use super::{LastPly, PublicView};
use crate::rules::game::{Chronicle, Phase};
use crate::rules::position::Piece;
use crate::rules::{Board, BySeat, Call, Game, Kind, Layout, Move, Point, Position, Seat};

/// One deal with its calls, opened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenDeal {
    /// `[seat]`: 20 pieces each.
    pub hands: BySeat<Vec<Kind>>,
    /// 23 pieces.
    pub stock: Vec<Kind>,
    /// The calls in order.
    pub calls: Vec<(Seat, Call)>,
}

/// A finished game, opened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenView {
    /// What everybody saw before.
    pub public: PublicView,
    /// The deals, in order.
    pub deals: Vec<OpenDeal>,
    /// The 19 pieces that the declarer drew.
    pub drawn: Vec<Kind>,
    /// `[seat]`: how the battle began, if it came to deployment.
    pub layouts: Option<BySeat<Layout>>,
    /// Every piece as it stands after [`OpenView::after_ply`] plies, those that an elimination
    /// at that moment takes away still among them.
    pub board: BTreeMap<Point, Piece>,
    /// The ply that led there.
    pub last: Option<LastPly>,
    /// How many plies lead to the board shown.
    pub after_ply: u16,
}

impl OpenView {
    /// The finished game with the board as it stood at the end; none while it is not over.
    pub fn of(game: &Game) -> Option<Self> {
        Self::at_ply(game, u16::MAX)
    }

    /// The finished game with the board as it stood after that many plies, or at the end if fewer
    /// were played; none while it is not over.
    pub fn at_ply(game: &Game, ply: u16) -> Option<Self> {
        let Phase::Over(over) = game.phase() else { return None };
        let chronicle = game.chronicle();
        let after_ply = ply.min(over.after_ply);
        let (board, last) = board_after(chronicle, after_ply);
        let deals = chronicle.deals.iter().map(|deal| OpenDeal {
            hands: deal.hands.clone(),
            stock: deal.stock.clone(),
            calls: deal.calls.clone(),
        });
        Some(Self {
            public: PublicView::of(game),
            deals: deals.collect(),
            drawn: chronicle.drawn.clone(),
            layouts: chronicle.layouts.clone(),
            board,
            last,
            after_ply,
        })
    }
}

/// Plays the plies on from the layouts.
fn board_after(chronicle: &Chronicle, after_ply: u16) -> (BTreeMap<Point, Piece>, Option<LastPly>) {
    let (Some(bid), Some(layouts)) = (chronicle.bid, &chronicle.layouts) else {
        return (BTreeMap::new(), None);
    };
    let mut position = Position::empty(bid.declarer, bid.contract);
    for (seat, layout) in layouts.iter() {
        for (&point, &kind) in &layout.0 {
            position.place(point, Piece { seat, kind });
        }
    }
    let mut last = None;
    for entry in chronicle.plies.iter().take(usize::from(after_ply)) {
        // Who fell after the ply before this one is gone when this one is played.
        let gone = chronicle.eliminated.iter().filter(|fall| fall.after_ply < entry.ply);
        gone.for_each(|fall| position.eliminate(fall.seat));
        let path = Board::get().path(entry.from, entry.to, position.open());
        position.make(Move { from: entry.from, to: entry.to }, entry.outcome);
        last = Some(LastPly { seat: entry.seat, path, outcome: entry.outcome });
    }
    let standing = position.occupied().iter();
    (standing.filter_map(|point| Some((point, position.piece(point)?))).collect(), last)
}
