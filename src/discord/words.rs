//! Phrases that several screens use: players, plies, results.

use super::texts::{Texts, escape};
use crate::picture::{Names, seat_name};
use crate::rules::{BySeat, Call, Contract, Elimination, GameResult, Outcome, Request, Seat, VoteResult};
use crate::table::{Joiner, Telling};
use crate::view::PublicEvent;

/// A user's name, to stand in a message; whoever had themselves erased has none.
pub fn shown_name(texts: Texts, name: &str) -> String {
    if name.is_empty() { texts.say("name-erased") } else { escape(name) }
}

/// The phrases of one table in one language.
#[derive(Clone, Copy)]
pub struct Words<'a> {
    /// The texts.
    pub texts: Texts,
    /// The table.
    pub telling: &'a Telling,
}

impl<'a> Words<'a> {
    /// The table's public phrases, in the language of its server.
    pub fn public(telling: &'a Telling) -> Self {
        Self { texts: Texts::of_locale(&telling.locale), telling }
    }

    /// The name of whoever joined, to stand in a message.
    pub fn joiner(&self, joiner: &Joiner) -> String {
        match joiner {
            Joiner::Person { name, .. } => shown_name(self.texts, name),
            Joiner::Computer { level } => match level {
                crate::table::ComputerLevel::Random => self.texts.say("computer-random"),
                crate::table::ComputerLevel::Simple => self.texts.say("computer-simple"),
                crate::table::ComputerLevel::Easy => self.texts.say("computer-easy"),
                crate::table::ComputerLevel::Normal => self.texts.say("computer-normal"),
                crate::table::ComputerLevel::Hard => self.texts.say("computer-hard"),
            },
        }
    }

    /// A player as seat and name.
    pub fn player(&self, seat: Seat) -> String {
        let seat_word = seat_name(seat, self.texts.0);
        match &self.telling.seats {
            Some(seats) => format!("{seat_word} {}", self.joiner(&seats[seat])),
            None => seat_word.to_owned(),
        }
    }

    /// The names for a picture: as they are, not escaped.
    pub fn names(&self) -> Names {
        let seats = self.telling.seats.as_ref();
        Names(BySeat::from_fn(|seat| match seats.map(|seats| &seats[seat]) {
            Some(Joiner::Person { name, .. }) if !name.is_empty() => name.clone(),
            Some(erased @ Joiner::Person { .. }) => self.joiner(erased),
            Some(computer @ Joiner::Computer { .. }) => self.joiner(computer),
            None => String::new(),
        }))
    }

    /// A call.
    pub fn call(&self, call: Call) -> String {
        call.contract().map_or_else(|| self.texts.say("call-pass"), |contract| self.contract(contract))
    }

    /// A contract.
    pub fn contract(&self, contract: Contract) -> String {
        self.texts.get("contract", &[("number", contract.defenders().into())])
    }

    /// What came of a ply.
    pub fn outcome(&self, outcome: Outcome) -> String {
        self.texts.say(match outcome {
            Outcome::Moved => "outcome-moved",
            Outcome::AttackerWon => "outcome-attacker-won",
            Outcome::DefenderWon => "outcome-defender-won",
            Outcome::BothRemoved => "outcome-both-removed",
            Outcome::FlagFell => "outcome-flag-fell",
            Outcome::FlagFellToBomb => "outcome-flag-fell-to-bomb",
        })
    }

    /// Why somebody is out.
    pub fn elimination(&self, how: Elimination) -> String {
        self.texts.say(match how {
            Elimination::FlagFell => "eliminated-flag-fell",
            Elimination::NothingCanMove => "eliminated-nothing-can-move",
            Elimination::NoLegalMove => "eliminated-no-legal-move",
            Elimination::SelfDestructed => "eliminated-self-destructed",
            Elimination::Deserted => "eliminated-deserted",
        })
    }

    /// How a game ended.
    pub fn result(&self, result: GameResult) -> String {
        self.texts.say(match result {
            GameResult::DeclarerMade => "result-declarer-made",
            GameResult::DeclarerFailed => "result-declarer-failed",
            GameResult::DrawAgreed => "result-draw-agreed",
            GameResult::DrawByLength => "result-draw-by-length",
            GameResult::PassedOut => "result-passed-out",
            GameResult::Void => "result-void",
            GameResult::Stopped => "result-stopped",
        })
    }

    /// A request.
    pub fn request(&self, request: Request) -> String {
        self.texts.say(match request {
            Request::Draw => "request-draw",
            Request::SelfDestruct => "request-self-destruct",
        })
    }

    /// What anybody learned, as a line; none for what the screen shows anyway.
    pub fn event(&self, event: &PublicEvent) -> Option<String> {
        let player = |seat: &Seat| self.player(*seat).into();
        Some(match event {
            PublicEvent::Moved { ply, seat, from, to, outcome } => self.texts.get(
                "line-moved",
                &[
                    ("ply", (*ply).into()),
                    ("player", player(seat)),
                    ("from", from.to_string().into()),
                    ("to", to.to_string().into()),
                    ("outcome", self.outcome(*outcome).into()),
                ],
            ),
            PublicEvent::Eliminated { seat, how } => {
                let how = self.elimination(*how).into();
                self.texts.get("line-eliminated", &[("player", player(seat)), ("how", how)])
            }
            PublicEvent::TurnSkipped { seat } => {
                self.texts.get("line-turn-skipped", &[("player", player(seat))])
            }
            PublicEvent::WentAbsent { seat } => self.texts.get("line-absent", &[("player", player(seat))]),
            PublicEvent::Returned { seat } => self.texts.get("line-returned", &[("player", player(seat))]),
            PublicEvent::Deserted { seat } => self.texts.get("line-deserted", &[("player", player(seat))]),
            PublicEvent::VoteClosed { result } => self.texts.say(match result {
                VoteResult::Carried => "line-vote-carried",
                VoteResult::Refused => "line-vote-refused",
                VoteResult::Unanswered => "line-vote-unanswered",
                VoteResult::Void => "line-vote-void",
            }),
            PublicEvent::Asked { seat, request } => {
                let request = self.request(*request).into();
                self.texts.get("line-asked", &[("player", player(seat)), ("request", request)])
            }
            PublicEvent::Dealt { .. }
            | PublicEvent::Called { .. }
            | PublicEvent::Declared { .. }
            | PublicEvent::Marched { .. }
            | PublicEvent::BattleBegan { .. }
            | PublicEvent::TurnBegan { .. }
            | PublicEvent::Answered { .. }
            | PublicEvent::Ended { .. } => return None,
        })
    }

    /// The lines of what happened since the ply before the last one, at most that many.
    pub fn recent(&self, most: usize) -> Vec<String> {
        let mut lines: Vec<String> =
            self.telling.recent.iter().rev().filter_map(|event| self.event(event)).take(most).collect();
        lines.reverse();
        lines
    }

    /// A length of time, given in seconds.
    pub fn span(&self, seconds: u64) -> String {
        let (hours, minutes) = (seconds / 3_600, seconds / 60);
        if hours > 0 {
            self.texts.get("span-hours", &[("hours", hours.into()), ("minutes", (minutes % 60).into())])
        } else {
            self.texts.get("span-minutes", &[("minutes", minutes.into()), ("seconds", (seconds % 60).into())])
        }
    }

    /// A deadline as Discord counts it down by itself.
    pub fn countdown(at_unix_ms: i64) -> String {
        format!("<t:{}:R>", (at_unix_ms + 999) / 1_000)
    }
}
