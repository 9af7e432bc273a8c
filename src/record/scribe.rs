//! Writing a record down from a game's events.

use std::collections::BTreeMap;

use super::format::{Aside, CallEntry, DealRecord, Deed, End, FORMAT, FallEntry, Hex, Ply, Record};
use crate::rules::game::Phase;
use crate::rules::{Answer, Elimination, Event, Game, Request, Seat, Seating, Secret, derive_seed};

/// What the events so far leave in a record.
#[derive(Clone, Debug, Default)]
pub(super) struct Scribe {
    pub(super) first_bidder: Option<Seat>,
    pub(super) plies: Vec<Ply>,
    pub(super) asides: Vec<Aside>,
    /// Which aside is the last request, counted from 0.
    request: Option<usize>,
}

impl Scribe {
    /// Which aside is the last request, counted from 0.
    pub(super) const fn last_request(&self) -> Option<usize> {
        self.request
    }

    /// Writes down one more event.
    pub(super) fn note(&mut self, event: &Event) {
        match event {
            Event::Dealt { first_bidder, .. } => {
                self.first_bidder.get_or_insert(*first_bidder);
            }
            Event::Moved { ply, seat, from, to, outcome, legal } => self.plies.push(Ply {
                ply: *ply,
                seat: *seat,
                from: *from,
                to: *to,
                outcome: (*outcome).into(),
                legal: *legal,
                eliminated: Vec::new(),
            }),
            Event::Eliminated { seat, how } => self.note_elimination(*seat, *how),
            Event::TurnSkipped { seat } => self.add(*seat, Deed::TurnSkipped),
            Event::WentAbsent { seat } => self.add(*seat, Deed::Absent),
            Event::Returned { seat, .. } => self.add(*seat, Deed::Returned),
            Event::Deserted { seat } => self.add(*seat, Deed::Deserted),
            Event::Asked { seat, request } => {
                self.request = Some(self.asides.len());
                self.add(
                    *seat,
                    match request {
                        Request::Draw => Deed::DrawOffered,
                        Request::SelfDestruct => Deed::SelfDestructAsked,
                    },
                );
                if let Some(aside) = self.asides.last_mut() {
                    aside.votes = Some(BTreeMap::new());
                }
            }
            Event::Answered { seat, answer } => {
                let request = self.request.and_then(|place| self.asides.get_mut(place));
                if let Some(votes) = request.and_then(|aside| aside.votes.as_mut()) {
                    votes.insert(*seat, *answer == Answer::Agree);
                }
            }
            Event::Seated { .. }
            | Event::Called { .. }
            | Event::Declared { .. }
            | Event::Swapped { .. }
            | Event::Arranged { .. }
            | Event::Marched { .. }
            | Event::BattleBegan
            | Event::TurnBegan { .. }
            | Event::VoteClosed { .. }
            | Event::Ended { .. } => {}
        }
    }

    fn add(&mut self, seat: Seat, what: Deed) {
        let after_ply = self.plies.len() as u16;
        self.asides.push(Aside { after_ply, seat, what, votes: None, eliminated: Vec::new() });
    }

    fn note_elimination(&mut self, seat: Seat, how: Elimination) {
        let fallen = match how {
            Elimination::FlagFell | Elimination::NothingCanMove => {
                self.plies.last_mut().map(|ply| &mut ply.eliminated)
            }
            Elimination::NoLegalMove | Elimination::SelfDestructed => {
                let deed =
                    if how == Elimination::NoLegalMove { Deed::NoLegalMove } else { Deed::SelfDestructed };
                self.add(seat, deed);
                self.asides.last_mut().map(|aside| &mut aside.eliminated)
            }
            Elimination::Deserted => self.asides.last_mut().map(|aside| &mut aside.eliminated),
        };
        if let Some(fallen) = fallen {
            fallen.push(seat);
        }
    }

    /// The whole record of the game, once it is over.
    pub(super) fn finish(self, secret: &Secret, joins: &[u64], game: &Game) -> Option<Record> {
        let Phase::Over(over) = game.phase() else { return None };
        let chronicle = game.chronicle();
        let fallen = chronicle.eliminated.iter();
        let deals = chronicle.deals.iter().map(|deal| DealRecord {
            hands: deal.hands.clone(),
            calls: deal.calls.iter().map(|&(seat, contract)| CallEntry { seat, contract }).collect(),
        });
        let last = chronicle.deals.last().filter(|_| chronicle.bid.is_some());
        Some(Record {
            format: FORMAT.to_owned(),
            secret: Hex(secret.0),
            commitment: commitment(secret),
            joins: joins.iter().map(u64::to_string).collect(),
            seed: Hex(derive_seed(secret, joins).0),
            base_score: game.setup().settings.base_score,
            rematch: matches!(game.setup().seating, Seating::Rematch { .. }),
            seated: chronicle.seated,
            first_bidder: self.first_bidder?,
            deals: deals.collect(),
            declarer: chronicle.bid.map(|bid| bid.declarer),
            contract: chronicle.bid.map(|bid| bid.contract),
            stock: last.map(|deal| deal.stock.clone()),
            drawn: last.map(|_| chronicle.drawn.clone()),
            layouts: chronicle.layouts.clone(),
            plies: self.plies,
            asides: self.asides,
            end: End {
                result: over.result,
                after_ply: over.after_ply,
                eliminated: fallen
                    .map(|fall| FallEntry { seat: fall.seat, how: fall.how, after_ply: fall.after_ply })
                    .collect(),
                deserted: chronicle.deserted.clone(),
            },
            scores: over.scores,
        })
    }
}

/// The SHA-256 of the secret (RULES 16.1).
pub(super) fn commitment(secret: &Secret) -> Hex {
    Hex::try_from(secret.commitment()).expect("a commitment is 64 hex digits")
}

impl Record {
    /// The record of a finished game from its events; none while the game is not over.
    ///
    /// `joins` are the ids of the joining presses in order (RULES 16.1); the game's seed is taken
    /// to be what they make with the secret.
    pub fn of(secret: &Secret, joins: &[u64], game: &Game, events: &[Event]) -> Option<Self> {
        let mut scribe = Scribe::default();
        for event in events {
            scribe.note(event);
        }
        scribe.finish(secret, joins, game)
    }
}
