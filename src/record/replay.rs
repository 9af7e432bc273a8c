//! Playing a record again by the rules, from its seed.

use serde::Serialize;

use super::format::{Aside, Deed, Hex, Ply, Record};
use super::scribe::{Scribe, commitment};
use super::{Fault, Place};
use crate::rules::{
    Actor, Answer, Awaits, BySeat, Command, Deadline, Event, Game, GameResult, Move, Request, Seat, Seating,
    Secret, Settings, Setup, VoteResult, derive_seed,
};

/// A game that was played again from its record and found to be as the record says.
#[derive(Clone, Debug)]
pub struct VerifiedGame {
    /// The game, over.
    pub game: Game,
    /// What happened in it, in order. Clock times are not recorded: nobody was waited for.
    pub events: Vec<Event>,
}

impl VerifiedGame {
    /// How it ended.
    ///
    /// # Panics
    /// Never: only finished games have records.
    pub fn result(&self) -> GameResult {
        self.game.over().expect("a verified game is over").result
    }

    /// How many plies were played.
    pub fn plies(&self) -> u16 {
        self.game.chronicle().plies.len() as u16
    }
}

impl Record {
    /// Checks everything: commitment and seed, seats, deals and draws, calls, layouts, plies with
    /// their counts and outcomes, votes and requests, turn order, the end and the scores.
    ///
    /// # Errors
    /// The first fault, in the order in which the game was played.
    pub fn verify(&self) -> Result<VerifiedGame, Fault> {
        let mut replay = Replay::begin(self)?;
        replay.auction()?;
        replay.deployment()?;
        replay.battle()?;
        replay.finish()
    }

    /// The game as it stood after that many plies and what followed from the last of them, before
    /// anything else happened; after the last ply, the game as it ended.
    ///
    /// # Errors
    /// The record's first fault, or that there is no such ply.
    ///
    /// # Panics
    /// Never: a verified game's events fit it.
    pub fn game_at(&self, ply: u16) -> Result<Game, Fault> {
        let VerifiedGame { game, events } = self.verify()?;
        let plies = game.chronicle().plies.len() as u16;
        if ply > plies {
            return Err(Fault::NoSuchPly { ply, plies });
        }
        if ply == plies {
            return Ok(game);
        }
        let reached = |event: &Event| match event {
            Event::BattleBegan => ply == 0,
            Event::Moved { ply: number, .. } => *number == ply,
            _ => false,
        };
        let start = events.iter().position(reached).unwrap_or(0);
        let rest = events[start..].iter().position(|event| matches!(event, Event::TurnBegan { .. }));
        let cut = rest.map_or(events.len(), |turn| start + turn + 1);
        Ok(Game::replay(*game.setup(), &events[..cut]).expect("a verified game's events fit it"))
    }
}

/// A game in the course of being played again.
struct Replay<'a> {
    record: &'a Record,
    secret: Secret,
    joins: Vec<u64>,
    game: Game,
    events: Vec<Event>,
    scribe: Scribe,
    asides_checked: usize,
}

impl<'a> Replay<'a> {
    fn begin(record: &'a Record) -> Result<Self, Fault> {
        let secret = Secret(record.secret.0);
        let mut joins = Vec::new();
        for text in &record.joins {
            let id = text.parse().ok().filter(|id: &u64| id.to_string() == *text);
            joins.push(id.ok_or_else(|| Fault::Join { text: text.chars().take(40).collect() })?);
        }
        if joins.len() > 4 {
            return Err(Fault::Misplaced { place: Place::Head, field: "a fifth of joins" });
        }
        check(Place::Head, "commitment", &record.commitment, &commitment(&secret))?;
        let seed = derive_seed(&secret, &joins);
        check(Place::Head, "seed", &record.seed, &Hex(seed.0))?;
        let settings = Settings { base_score: record.base_score, ..Settings::default() };
        if let Err(fault) = settings.check() {
            let expected = format!("{} to {}", fault.from, fault.to);
            return Err(differs(Place::Head, "base_score", &fault.value, expected));
        }
        let seating = if record.rematch {
            Seating::Rematch { first_bidder: record.first_bidder }
        } else {
            Seating::Fresh
        };
        let game = Game::new(Setup { settings, seed, seating });
        let scribe = Scribe::default();
        let mut replay = Self { record, secret, joins, game, events: Vec::new(), scribe, asides_checked: 0 };
        let events = replay.game.begin();
        replay.apply(events);
        check(Place::Head, "seated", &record.seated, &replay.game.chronicle().seated)?;
        let first_bidder = replay.scribe.first_bidder;
        check(Place::Head, "first_bidder", &Some(record.first_bidder), &first_bidder)?;
        Ok(replay)
    }

    fn auction(&mut self) -> Result<(), Fault> {
        for (index, deal) in self.record.deals.iter().enumerate() {
            let place = Place::Deal(index + 1);
            let dealt = self.game.chronicle().deals.get(index).filter(|_| self.game.auction().is_some());
            let dealt = dealt.ok_or(Fault::Misplaced { place, field: "a deal" })?;
            check(place, "hands", &deal.hands, &dealt.hands)?;
            for (number, call) in deal.calls.iter().enumerate() {
                let place = Place::Call { deal: index + 1, call: number + 1 };
                if self.game.chronicle().deals.len() != index + 1 {
                    return Err(Fault::Misplaced { place, field: "a call" });
                }
                self.decide(place, Actor::Seat(call.seat), Command::Call(call.contract))?;
            }
        }
        let dealt = self.game.chronicle().deals.len();
        if dealt > self.record.deals.len() {
            return Err(Fault::Missing { place: Place::Deal(dealt), field: "a deal" });
        }
        let chronicle = self.game.chronicle();
        let last = chronicle.deals.last().filter(|_| chronicle.bid.is_some());
        let drawn = last.map(|_| &chronicle.drawn);
        check(Place::Head, "declarer", &self.record.declarer, &chronicle.bid.map(|bid| bid.declarer))?;
        check(Place::Head, "contract", &self.record.contract, &chronicle.bid.map(|bid| bid.contract))?;
        check(Place::Head, "stock", &self.record.stock.as_ref(), &last.map(|deal| &deal.stock))?;
        check(Place::Head, "drawn", &self.record.drawn.as_ref(), &drawn)
    }

    fn deployment(&mut self) -> Result<(), Fault> {
        if self.game.deployment().is_none() {
            return check(Place::Head, "layouts", &self.record.layouts, &None::<BySeat<()>>);
        }
        let layouts = self.record.layouts.as_ref();
        let layouts = layouts.ok_or(Fault::Missing { place: Place::Head, field: "layouts" })?;
        for (seat, layout) in layouts.iter() {
            // The first layout may have been kept; the rules take no change that changes nothing.
            let is_kept = self.game.deployment().is_some_and(|deployment| deployment.layout(seat) == layout);
            if !is_kept {
                self.decide(Place::Layout(seat), Actor::Seat(seat), Command::Arrange(layout.clone()))?;
            }
        }
        // Whether somebody left just before the battle or at its start makes no difference to it.
        while let Some(aside) = self.next_aside().filter(|aside| aside.what == Deed::Deserted) {
            if aside.after_ply > 0 || self.game.deployment().is_none() {
                break;
            }
            self.aside(aside)?;
        }
        // The same holds for a manager's stop.
        if self.is_played_out() && self.record.end.result == GameResult::Stopped {
            return Ok(());
        }
        while let Awaits::March(seats) = self.game.awaits() {
            let Some(seat) = seats.iter().next() else { break };
            self.decide(Place::Layout(seat), Actor::Seat(seat), Command::March)?;
        }
        self.compare_asides()
    }

    fn battle(&mut self) -> Result<(), Fault> {
        loop {
            let played = self.scribe.plies.len();
            let aside = self.next_aside();
            let ply = self.record.plies.get(played);
            let place = match (aside, ply) {
                (None, None) => return Ok(()),
                (Some(_), _) => Place::Aside(self.scribe.asides.len() + 1),
                (None, Some(_)) => Place::Ply(played + 1),
            };
            if self.game.over().is_some() {
                return Err(Fault::Misplaced { place, field: "what is recorded after the end" });
            }
            match (aside.filter(|aside| usize::from(aside.after_ply) <= played), ply) {
                (Some(aside), _) => self.aside(aside)?,
                (None, Some(ply)) => self.ply(ply)?,
                (None, None) => return Err(Fault::Misplaced { place, field: "after_ply" }),
            }
        }
    }

    /// The next aside that has not come about by itself.
    fn next_aside(&self) -> Option<&'a Aside> {
        self.record.asides.get(self.scribe.asides.len())
    }

    /// Whether nothing recorded is left to be played.
    fn is_played_out(&self) -> bool {
        self.next_aside().is_none() && self.record.plies.len() <= self.scribe.plies.len()
    }

    fn ply(&mut self, ply: &Ply) -> Result<(), Fault> {
        let number = self.scribe.plies.len();
        let place = Place::Ply(number + 1);
        check(place, "ply", &usize::from(ply.ply), &(number + 1))?;
        self.close_vote(place)?;
        let step = Move { from: ply.from, to: ply.to };
        self.decide(place, Actor::Seat(ply.seat), Command::Move(step))?;
        if let Some(played) = self.scribe.plies.get(number) {
            check(place, "outcome", &ply.outcome, &played.outcome)?;
            check(place, "legal", &ply.legal, &played.legal)?;
            check(place, "eliminated", &ply.eliminated, &played.eliminated)?;
        }
        self.compare_asides()
    }

    fn aside(&mut self, aside: &Aside) -> Result<(), Fault> {
        let place = Place::Aside(self.scribe.asides.len() + 1);
        let seat = Actor::Seat(aside.seat);
        match aside.what {
            Deed::NoLegalMove => return Err(Fault::Misplaced { place, field: "what" }),
            Deed::TurnSkipped => {
                self.close_vote(place)?;
                self.decide(place, Actor::Clock, Command::TimeOut(Deadline::Move))?;
            }
            Deed::DrawOffered => self.request(place, aside, Request::Draw)?,
            Deed::SelfDestructAsked => self.request(place, aside, Request::SelfDestruct)?,
            Deed::SelfDestructed => {
                // Only the declarer's may come into an open vote (RULES 11.2).
                if self.record.declarer != Some(aside.seat) {
                    self.close_vote(place)?;
                }
                self.decide(place, seat, Command::Ask(Request::SelfDestruct))?;
            }
            Deed::Absent => self.decide(place, seat, Command::BeAbsent)?,
            Deed::Returned => self.decide(place, seat, Command::Return { waited_ms: 0 })?,
            Deed::Deserted => {
                if self.would_carry(aside.seat) && !self.is_carried_next() {
                    self.close_vote(place)?;
                }
                self.decide(place, seat, Command::Desert)?;
            }
        }
        self.compare_asides()
    }

    /// A request with its answers; a no ends the vote and so comes last.
    fn request(&mut self, place: Place, aside: &Aside, request: Request) -> Result<(), Fault> {
        let votes = aside.votes.as_ref().ok_or(Fault::Missing { place, field: "votes" })?;
        self.close_vote(place)?;
        self.decide(place, Actor::Seat(aside.seat), Command::Ask(request))?;
        let (yes, no): (Vec<Seat>, Vec<Seat>) = votes.keys().partition(|seat| votes[seat]);
        let yes = yes.into_iter().map(|seat| (seat, Answer::Agree));
        for (seat, answer) in yes.chain(no.into_iter().map(|seat| (seat, Answer::Refuse))) {
            self.decide(place, Actor::Seat(seat), Command::Answer(answer))?;
        }
        Ok(())
    }

    /// Whether the open vote would carry if the player deserted now.
    fn would_carry(&self, seat: Seat) -> bool {
        let events = self.game.decide(Actor::Seat(seat), Command::Desert).unwrap_or_default();
        events.iter().any(|event| matches!(event, Event::VoteClosed { result: VoteResult::Carried }))
    }

    /// Whether the record goes on as if the open request had carried with the next aside, rather
    /// than having been closed by the clock before it.
    fn is_carried_next(&self) -> bool {
        let Some(vote) = self.game.battle().and_then(|battle| battle.vote()) else { return false };
        let after = self.record.asides.get(self.scribe.asides.len() + 1);
        match vote.request {
            Request::Draw => {
                let is_last = after.is_none() && self.record.plies.len() <= self.scribe.plies.len();
                is_last && self.record.end.result == GameResult::DrawAgreed
            }
            Request::SelfDestruct => {
                after.is_some_and(|next| next.what == Deed::SelfDestructed && next.seat == vote.asker)
            }
        }
    }

    /// What follows could only happen once the open vote, if there is one, was closed by the
    /// clock.
    fn close_vote(&mut self, place: Place) -> Result<(), Fault> {
        match self.game.awaits() {
            Awaits::Answers(_) => self.decide(place, Actor::Clock, Command::TimeOut(Deadline::Vote)),
            _ => Ok(()),
        }
    }

    fn decide(&mut self, place: Place, actor: Actor, command: Command) -> Result<(), Fault> {
        let events = self.game.decide(actor, command).map_err(|refusal| Fault::Refused { place, refusal })?;
        self.apply(events);
        Ok(())
    }

    fn apply(&mut self, events: Vec<Event>) {
        for event in &events {
            self.game.apply(event).expect("the game's own events fit it");
            self.scribe.note(event);
        }
        self.events.extend(events);
    }

    /// Compares the asides that have come about with those recorded. The answers to an open
    /// request are still to come, so it is left for later with all that follow it.
    fn compare_asides(&mut self) -> Result<(), Fault> {
        let open = self.scribe.last_request().filter(|_| matches!(self.game.awaits(), Awaits::Answers(_)));
        let ready = open.unwrap_or(self.scribe.asides.len());
        while self.asides_checked < ready {
            let place = Place::Aside(self.asides_checked + 1);
            let expected = &self.scribe.asides[self.asides_checked];
            let found = self.record.asides.get(self.asides_checked);
            let found = found.ok_or(Fault::Missing { place, field: "an aside" })?;
            check(place, "what", &found.what, &expected.what)?;
            check(place, "seat", &found.seat, &expected.seat)?;
            check(place, "after_ply", &found.after_ply, &expected.after_ply)?;
            check(place, "votes", &found.votes, &expected.votes)?;
            check(place, "eliminated", &found.eliminated, &expected.eliminated)?;
            self.asides_checked += 1;
        }
        Ok(())
    }

    fn finish(mut self) -> Result<VerifiedGame, Fault> {
        if self.record.end.result == GameResult::Stopped && self.game.over().is_none() {
            self.decide(Place::End, Actor::Manager, Command::Stop)?;
        }
        self.compare_asides()?;
        let record = self.record;
        let played = self.scribe.finish(&self.secret, &self.joins, &self.game);
        let played = played.ok_or(Fault::Missing { place: Place::End, field: "the rest of the game" })?;
        check(Place::End, "result", &record.end.result, &played.end.result)?;
        check(Place::End, "after_ply", &record.end.after_ply, &played.end.after_ply)?;
        check(Place::End, "eliminated", &record.end.eliminated, &played.end.eliminated)?;
        check(Place::End, "deserted", &record.end.deserted, &played.end.deserted)?;
        check(Place::End, "scores", &record.scores, &played.scores)?;
        check(Place::Head, "the whole", record, &played)?;
        Ok(VerifiedGame { game: self.game, events: self.events })
    }
}

fn check<F, E>(place: Place, field: &'static str, found: &F, expected: &E) -> Result<(), Fault>
where
    F: Serialize,
    E: Serialize,
{
    let (found, expected) = (written(found), written(expected));
    if found == expected { Ok(()) } else { Err(differs(place, field, &found, expected)) }
}

/// How a record writes the value.
fn written(value: &impl Serialize) -> String {
    let json = serde_json::to_string(value).expect("every part of a record can be written");
    json.trim_matches('"').to_owned()
}

/// Longest text of a value in a fault, in characters.
const TEXT_MAX: usize = 80;

fn differs(place: Place, field: &'static str, found: &impl ToString, expected: String) -> Fault {
    let cut = |text: String| match text.char_indices().nth(TEXT_MAX) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    };
    Fault::Differs { place, field, found: cut(found.to_string()), expected: cut(expected) }
}
