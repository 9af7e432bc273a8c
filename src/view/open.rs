//! What everybody may see once a game is over: everything (RULES 15.4).

use std::collections::{BTreeMap, BTreeSet};

use super::{LastPly, PublicView};
use crate::rules::game::{Chronicle, Phase};
use crate::rules::position::Piece;
use crate::rules::{Board, BySeat, Call, Game, Kind, Layout, Move, Point, Position, Seat, SeatSet};

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

/// A finished game's battle, opened ply by ply: each board as what changed since the one before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenReplay {
    /// What everybody saw before.
    pub public: PublicView,
    /// Every piece as the battle began; none if it never did.
    pub start: BTreeMap<Point, Piece>,
    /// The plies in order.
    pub plies: Vec<OpenPly>,
}

/// One ply of a finished game, opened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenPly {
    /// The ply.
    pub last: LastPly,
    /// What stands, after it, on the points that it or an elimination just before it changed.
    pub changes: Vec<(Point, Option<Piece>)>,
    /// Who had fallen before it; their pieces are gone. Who falls by it still stands.
    pub fallen: SeatSet,
}

impl OpenReplay {
    /// The finished game; none while it is not over.
    pub fn of(game: &Game) -> Option<Self> {
        let Phase::Over(_) = game.phase() else { return None };
        let (chronicle, public) = (game.chronicle(), PublicView::of(game));
        let Some(mut battle) = Unrolled::begin(chronicle) else {
            return Some(Self { public, start: BTreeMap::new(), plies: Vec::new() });
        };
        let start = battle.board();
        let mut before = start.clone();
        let mut plies = Vec::with_capacity(chronicle.plies.len());
        while let Some(last) = battle.next() {
            let after = battle.board();
            let touched: BTreeSet<Point> = before.keys().chain(after.keys()).copied().collect();
            let changed = touched.into_iter().filter(|point| before.get(point) != after.get(point));
            let changes = changed.map(|point| (point, after.get(&point).copied())).collect();
            plies.push(OpenPly { last, changes, fallen: battle.fallen });
            before = after;
        }
        Some(Self { public, start, plies })
    }
}

/// A battle played on from its layouts.
struct Unrolled<'a> {
    chronicle: &'a Chronicle,
    position: Position,
    played: usize,
    fallen: SeatSet,
}

impl<'a> Unrolled<'a> {
    fn begin(chronicle: &'a Chronicle) -> Option<Self> {
        let (bid, layouts) = (chronicle.bid?, chronicle.layouts.as_ref()?);
        let mut position = Position::empty(bid.declarer, bid.contract);
        for (seat, layout) in layouts.iter() {
            for (&point, &kind) in &layout.0 {
                position.place(point, Piece { seat, kind });
            }
        }
        Some(Self { chronicle, position, played: 0, fallen: SeatSet::NONE })
    }

    fn board(&self) -> BTreeMap<Point, Piece> {
        let standing = self.position.occupied().iter();
        standing.filter_map(|point| Some((point, self.position.piece(point)?))).collect()
    }
}

impl Iterator for Unrolled<'_> {
    type Item = LastPly;

    fn next(&mut self) -> Option<LastPly> {
        let entry = self.chronicle.plies.get(self.played)?;
        self.played += 1;
        // Who fell after the ply before this one is gone when this one is played.
        for fall in self.chronicle.eliminated.iter().filter(|fall| fall.after_ply < entry.ply) {
            self.position.eliminate(fall.seat);
            self.fallen = self.fallen.with(fall.seat);
        }
        let path = Board::get().path(entry.from, entry.to, self.position.open());
        self.position.make(Move { from: entry.from, to: entry.to }, entry.outcome);
        Some(LastPly { seat: entry.seat, path, outcome: entry.outcome })
    }
}

/// Plays the plies on from the layouts.
fn board_after(chronicle: &Chronicle, after_ply: u16) -> (BTreeMap<Point, Piece>, Option<LastPly>) {
    let Some(mut battle) = Unrolled::begin(chronicle) else { return (BTreeMap::new(), None) };
    let last = battle.by_ref().take(usize::from(after_ply)).last();
    (battle.board(), last)
}
