//! The computer players at a table.

use std::time::Duration;

use tokio::time::Instant;

use super::{Clock, Joiner, TableState};
use crate::players::{ComputerPlayer, Level, player};
use crate::rules::{Actor, Awaits, BySeat, Chance, Event, Game, Seat};
use crate::view::PlayerView;

/// The computer players of one game, and when the next of them acts.
pub(super) struct Computers {
    players: BySeat<Option<Box<dyn ComputerPlayer>>>,
    pause: Duration,
    due: Option<Instant>,
}

impl Computers {
    /// Those who sit at the table, with a natural pause before each deed.
    pub fn of(state: &TableState, pause: Duration) -> Self {
        // Their chance is apart from the game's (RULES 16.4), and the same after a restart.
        let seed = state.game().map(|game| game.setup().seed);
        let mut chance = seed.map(|seed| Chance::apart(&seed, "computer players"));
        let mut draw = || chance.as_mut().map_or(0, |chance| u64::from(chance.below(u32::MAX)));
        let seats = state.seats();
        let players = BySeat::from_fn(|seat| {
            let number = draw();
            match seats.as_ref().map(|seats| seats[seat]) {
                Some(Joiner::Computer { level }) => Some(player(*level, number)),
                Some(Joiner::Person { .. }) | None => None,
            }
        });
        Self { players, pause, due: None }
    }

    /// Sets when the next of them acts, if the game waits for one.
    pub fn follow(&mut self, game: Option<&Game>) {
        let awaited = game.is_some_and(|game| self.awaited(game).is_some());
        self.due = awaited.then(|| self.due.unwrap_or_else(|| Clock::ahead(self.pause)));
    }

    /// When the next of them acts.
    pub const fn next(&self) -> Option<Instant> {
        self.due
    }

    /// What the computer player for whom the game waits does, as events; none where it finds
    /// nothing that the rules allow, and its clock must run out.
    pub fn act(&mut self, game: &Game) -> Option<Vec<Event>> {
        self.due = None;
        let seat = self.awaited(game)?;
        let view = PlayerView::of(game, seat);
        let chosen = self.players[seat].as_mut().and_then(|player| player.command(&view));
        let decide = |command| game.decide(Actor::Seat(seat), command).ok();
        // A player that errs is a fault of ours; any legal deed serves the table better than none.
        chosen.and_then(decide).or_else(|| {
            tracing::warn!(?seat, "a computer player found no legal command; a random one stands in");
            player(Level::Random, u64::from(game.call_number())).command(&view).and_then(decide)
        })
    }

    /// Forgets when the next of them acts: it could not act and must not be asked again at once.
    pub fn give_up(&mut self) {
        self.due = None;
    }

    fn awaited(&self, game: &Game) -> Option<Seat> {
        let sits = |seat: &Seat| self.players[*seat].is_some();
        match game.awaits() {
            Awaits::Nothing | Awaits::Return(_) => None,
            Awaits::Call(seat) | Awaits::Move(seat) => Some(seat).filter(sits),
            Awaits::March(seats) | Awaits::Answers(seats) => seats.iter().find(sits),
        }
    }
}
