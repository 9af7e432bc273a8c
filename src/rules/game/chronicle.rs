//! All that happened in a game so far, secrets included.

use crate::rules::{BySeat, Call, Contract, Elimination, Event, Kind, Layout, Outcome, Point, Seat};

/// One deal with its calls.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DealEntry {
    /// `[seat]`: 20 pieces each.
    pub hands: BySeat<Vec<Kind>>,
    /// 23 pieces.
    pub stock: Vec<Kind>,
    /// Who called first.
    pub first_bidder: Seat,
    /// The calls in their order.
    pub calls: Vec<(Seat, Call)>,
}

/// What the auction ended in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bid {
    /// Who plays alone.
    pub declarer: Seat,
    /// Against how many.
    pub contract: Contract,
}

/// One ply as everybody at the table saw it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlyEntry {
    /// Which, from 1.
    pub ply: u16,
    /// Whose piece.
    pub seat: Seat,
    /// From where.
    pub from: Point,
    /// To where.
    pub to: Point,
    /// What came of it.
    pub outcome: Outcome,
}

/// One elimination.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EliminationEntry {
    /// Who.
    pub seat: Seat,
    /// Why.
    pub how: Elimination,
    /// After how many plies.
    pub after_ply: u16,
}

/// All that happened so far.
#[derive(Clone, Debug, Default)]
pub struct Chronicle {
    /// `[seat]`: which joiner, counted from 0; none in a rematch.
    pub seated: Option<BySeat<u8>>,
    /// The deals; all but the last were passed out.
    pub deals: Vec<DealEntry>,
    /// Declarer and contract, after the auction.
    pub bid: Option<Bid>,
    /// The 19 pieces that the declarer drew.
    pub drawn: Vec<Kind>,
    /// `[seat]`: how the battle began.
    pub layouts: Option<BySeat<Layout>>,
    /// The plies in order.
    pub plies: Vec<PlyEntry>,
    /// The eliminations in order.
    pub eliminated: Vec<EliminationEntry>,
    /// The deserters in order.
    pub deserted: Vec<Seat>,
}

impl Chronicle {
    pub(super) fn dealt(&mut self, hands: BySeat<Vec<Kind>>, stock: Vec<Kind>, first_bidder: Seat) {
        self.deals.push(DealEntry { hands, stock, first_bidder, calls: Vec::new() });
    }

    pub(super) fn called(&mut self, seat: Seat, call: Call) {
        if let Some(deal) = self.deals.last_mut() {
            deal.calls.push((seat, call));
        }
    }

    pub(super) fn declared(&mut self, declarer: Seat, contract: Contract, drawn: Vec<Kind>) {
        self.bid = Some(Bid { declarer, contract });
        self.drawn = drawn;
    }

    pub(super) fn add_ply(&mut self, event: &Event) {
        if let Event::Moved { ply, seat, from, to, outcome, .. } = *event {
            self.plies.push(PlyEntry { ply, seat, from, to, outcome });
        }
    }

    pub(super) fn eliminated(&mut self, seat: Seat, how: Elimination, after_ply: u16) {
        self.eliminated.push(EliminationEntry { seat, how, after_ply });
    }

    /// The seat's pieces as dealt, in the last deal.
    pub fn hand(&self, seat: Seat) -> Option<&[Kind]> {
        self.deals.last().map(|deal| deal.hands[seat].as_slice())
    }
}
