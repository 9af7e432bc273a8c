//! The auction (RULES 4).

use super::{Draft, Phase};
use crate::rules::deal::reinforce;
use crate::rules::{
    BySeat, Call, Chance, Contract, Event, GameResult, Kind, Layout, Refusal, Role, Seat, draw_stock,
};

/// Deals passed out in a row after which the game ends (RULES 4.4).
const DEALS_MAX: usize = 3;

/// One deal's auction so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Auction {
    first_bidder: Seat,
    calls: Vec<(Seat, Call)>,
}

impl Auction {
    pub(super) const fn new(first_bidder: Seat) -> Self {
        Self { first_bidder, calls: Vec::new() }
    }

    pub(super) fn add(&mut self, seat: Seat, call: Call) {
        self.calls.push((seat, call));
    }

    /// Who called, or calls, first.
    pub const fn first_bidder(&self) -> Seat {
        self.first_bidder
    }

    /// The calls so far, in order.
    pub fn calls(&self) -> &[(Seat, Call)] {
        &self.calls
    }

    /// Whose call it is.
    pub fn to_call(&self) -> Seat {
        Seat::from_index(self.first_bidder.index() + self.calls.len())
    }

    /// The highest call so far; a pass where nobody has called.
    pub fn highest(&self) -> Call {
        self.calls.iter().map(|(_, call)| *call).max().unwrap_or(Call::Pass)
    }

    /// The calls that are still legal (RULES 4.1).
    pub fn legal(&self) -> impl Iterator<Item = Call> {
        let highest = self.highest();
        Call::ALL.into_iter().filter(move |call| *call == Call::Pass || *call > highest)
    }

    /// Who has won it, once it is over.
    fn winner(&self) -> Option<(Seat, Contract)> {
        let over = self.calls.len() == 4 || self.highest() == Call::Three;
        let by_height = self.calls.iter().max_by_key(|(_, call)| *call).filter(|_| over)?;
        by_height.1.contract().map(|contract| (by_height.0, contract))
    }
}

impl Draft {
    pub(super) fn call(&mut self, seat: Seat, call: Call) -> Result<(), Refusal> {
        let auction = self.game.auction().ok_or(Refusal::WrongPhase)?;
        if auction.to_call() != seat {
            return Err(Refusal::NotYourTurn { on_turn: auction.to_call() });
        }
        if !auction.legal().any(|legal| legal == call) {
            return Err(Refusal::CallTooLow { highest: auction.highest() });
        }
        self.push(Event::Called { seat, call });
        let Phase::Auction(auction) = &self.game.phase else {
            return Ok(());
        };
        let (winner, first_bidder, calls) = (auction.winner(), auction.first_bidder, auction.calls.len());
        match winner {
            Some((declarer, contract)) => self.declare(declarer, contract),
            None if calls < 4 => {}
            None if self.game.chronicle.deals.len() >= DEALS_MAX => self.end(GameResult::PassedOut),
            None => self.deal(first_bidder.next()),
        }
        Ok(())
    }

    /// The declarer draws from the stock, the defenders get their lieutenants, and everybody gets
    /// a first layout (RULES 5, 6.1).
    fn declare(&mut self, declarer: Seat, contract: Contract) {
        let Some(deal) = self.game.chronicle.deals.last() else { return };
        let drawn = draw_stock(&deal.stock, &mut self.game.chance);
        let words = self.game.chance.words();
        let mut apart = Chance::apart(&self.game.setup.seed, "layouts");
        let layouts = BySeat::from_fn(|seat| {
            let role = if seat == declarer { Role::Declarer } else { Role::Defender };
            let mut hand: Vec<Kind> = deal.hands[seat].clone();
            match role {
                Role::Declarer => hand.extend(&drawn),
                Role::Defender => reinforce(&mut hand),
            }
            Layout::random(&hand, seat, role, &mut apart)
        });
        self.push(Event::Declared { declarer, contract, drawn, layouts, words });
    }
}
