//! What clocks and absent players do to a game, now and then.

use super::requests::Requests;
use crate::players::dice::Dice;
use crate::rules::{Actor, Awaits, Command, Deadline, Game, Role, Seat};

/// One game in so many has callers who let their time run out.
const SILENT_AUCTION_ONCE_IN: usize = 16;

/// How seldom each comes, as one in so many times that it could.
const DEPLOYMENT_ENDS_ONCE_IN: usize = 60;
const SLEEP_ONCE_IN: usize = 900;
const ABSENCE_ONCE_IN: usize = 6_000;
const NEVER_BACK_ONCE_IN: usize = 12;
const VOTE_ENDS_ONCE_IN: usize = 12;
const BYSTANDER_ONCE_IN: usize = 6;

/// Turns that somebody misses running, at most: more than make them absent (RULES 12.2).
const SLEEP_TURNS: usize = 4;

/// How long an absent player is waited for, in milliseconds: more than all told is not waited.
const WAIT_MS: usize = 200_000;

/// What interrupts one game.
pub(super) struct Interruptions {
    dice: Dice,
    are_made: bool,
    /// Deals in which nobody calls in time.
    silent_deals: usize,
    asleep: Option<(Seat, usize)>,
}

impl Interruptions {
    pub(super) fn new(requests: Requests, mut dice: Dice) -> Self {
        let are_made = requests == Requests::NowAndThen;
        let is_silent = are_made && dice.once_in(SILENT_AUCTION_ONCE_IN);
        let silent_deals = if is_silent { 1 + dice.below(3) } else { 0 };
        Self { dice, are_made, silent_deals, asleep: None }
    }

    /// What a clock or an absent player does now instead of the players asked.
    pub(super) fn next(&mut self, game: &Game) -> Option<(Actor, Command)> {
        if !self.are_made {
            return None;
        }
        match game.awaits() {
            Awaits::Nothing => None,
            Awaits::Call(_) => {
                let is_silent = game.chronicle().deals.len() <= self.silent_deals;
                is_silent.then_some((Actor::Clock, Command::TimeOut(Deadline::Call)))
            }
            Awaits::March(seats) => {
                let seat = seats.iter().next()?;
                let role = game.deployment().map_or(Role::Defender, |deployment| deployment.role(seat));
                let ends = self.dice.once_in(DEPLOYMENT_ENDS_ONCE_IN);
                ends.then_some((Actor::Clock, Command::TimeOut(Deadline::Deployment(role))))
            }
            Awaits::Move(seat) => self.on_turn(seat),
            Awaits::Return(seat) => Some(if self.dice.once_in(NEVER_BACK_ONCE_IN) {
                (Actor::Clock, Command::TimeOut(Deadline::Absence))
            } else {
                self.asleep = None;
                let waited_ms = self.dice.below(WAIT_MS) as u64;
                (Actor::Seat(seat), Command::Return { waited_ms })
            }),
            Awaits::Answers(_) => {
                let ends = self.dice.once_in(VOTE_ENDS_ONCE_IN);
                ends.then_some((Actor::Clock, Command::TimeOut(Deadline::Vote)))
            }
        }
    }

    fn on_turn(&mut self, seat: Seat) -> Option<(Actor, Command)> {
        if self.asleep.is_none() && self.dice.once_in(SLEEP_ONCE_IN) {
            self.asleep = Some((seat, 1 + self.dice.below(SLEEP_TURNS)));
        }
        if let Some((sleeper, turns)) = self.asleep.filter(|(sleeper, _)| *sleeper == seat) {
            self.asleep = (turns > 1).then_some((sleeper, turns - 1));
            return Some((Actor::Clock, Command::TimeOut(Deadline::Move)));
        }
        self.dice.once_in(ABSENCE_ONCE_IN).then_some((Actor::Seat(seat), Command::BeAbsent))
    }

    /// Somebody who may speak though it is not their turn (RULES 11.1).
    pub(super) fn bystander(&mut self, game: &Game) -> Option<Seat> {
        let speaks = self.are_made && game.battle().is_some() && self.dice.once_in(BYSTANDER_ONCE_IN);
        speaks.then(|| Seat::from_index(self.dice.below(4)))
    }
}
