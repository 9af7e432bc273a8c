//! The computer players at a table.
//!
//! They think on threads of their own, of which there are few: a table goes on taking presses while
//! one of its players thinks, and however many tables there are, no more of them think at once than
//! cores can be spared. A player thinks at once and acts after its pause, so that how long it
//! thought, which depends on what it holds, does not show (RULES 15.3).

use std::sync::{Arc, LazyLock};
use std::time::Duration;

use tokio::sync::{Semaphore, oneshot};
use tokio::time::Instant;
use tracing::Span;

use super::{Clock, Joiner, TableState};
use crate::meters::{METERS, Part};
use crate::players::{ComputerPlayer, Level, player};
use crate::rules::{Actor, Awaits, BySeat, Chance, Command, Event, Game, Seat};
use crate::view::PlayerView;

/// Places for those who think: half the cores, one at the least.
static THINKERS: LazyLock<Arc<Semaphore>> = LazyLock::new(|| Arc::new(Semaphore::new(thinkers())));

fn thinkers() -> usize {
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    (cores / 2).max(1)
}

/// What a player was made from.
#[derive(Clone, Copy)]
struct Maker {
    level: Level,
    seed: u64,
}

impl Maker {
    fn make(self) -> Box<dyn ComputerPlayer> {
        player(self.level, self.seed)
    }
}

type Found = (Box<dyn ComputerPlayer>, Option<Command>);

/// What one of them is about.
enum Mind {
    Idle,
    Thinking { seat: Seat, version: u64, found: oneshot::Receiver<Found> },
    Decided { seat: Seat, version: u64, command: Option<Command> },
}

/// What came of a decision when its time had come.
pub(super) enum Deed {
    /// It is done by these events.
    Done(Vec<Event>),
    /// The game has gone on meanwhile: the player must think anew.
    Outdated,
    /// Nothing that the rules allow was found; its clock must run out.
    Nothing,
}

/// The computer players of one game, and when the next of them acts.
pub(super) struct Computers {
    makers: BySeat<Option<Maker>>,
    /// None where a person sits, and for as long as the player thinks.
    players: BySeat<Option<Box<dyn ComputerPlayer>>>,
    mind: Mind,
    pause: Duration,
    due: Instant,
    is_at_a_loss: bool,
}

impl Computers {
    /// Those who sit at the table, with a natural pause before each deed.
    pub fn of(state: &TableState, pause: Duration) -> Self {
        // Their chance is apart from the game's (RULES 16.4), and the same after a restart.
        let seed = state.game().map(|game| game.setup().seed);
        let mut chance = seed.map(|seed| Chance::apart(&seed, "computer players"));
        let mut draw = || chance.as_mut().map_or(0, |chance| u64::from(chance.below(u32::MAX)));
        let seats = state.seats();
        let makers = BySeat::from_fn(|seat| {
            let seed = draw();
            match seats.as_ref().map(|seats| seats[seat]) {
                Some(Joiner::Computer { level }) => Some(Maker { level: *level, seed }),
                Some(Joiner::Person { .. }) | None => None,
            }
        });
        let players = makers.map(|_, maker| maker.map(Maker::make));
        Self { makers, players, mind: Mind::Idle, pause, due: Instant::now(), is_at_a_loss: false }
    }

    /// Lets the one for whom the game waits think, if none does already. The version is the length
    /// of the table's log.
    pub fn follow(&mut self, game: Option<&Game>, version: u64) {
        let Some(game) = game.filter(|_| matches!(self.mind, Mind::Idle)) else { return };
        let Some(seat) = self.awaited(game) else { return };
        let Some(mut player) = self.players[seat].take() else { return };
        let view = PlayerView::of(game, seat);
        let (sender, found) = oneshot::channel();
        let span = Span::current();
        tokio::spawn(async move {
            // The places are never closed; without one it would think all the same.
            let place = Arc::clone(&THINKERS).acquire_owned().await;
            let thought = tokio::task::spawn_blocking(move || {
                let command = span.in_scope(|| player.command(&view));
                (player, command)
            });
            if let Ok(found) = thought.await {
                // A table that ended meanwhile listens no more.
                let _ = sender.send(found);
            }
            drop(place);
        });
        self.mind = Mind::Thinking { seat, version, found };
        self.is_at_a_loss = false;
        self.due = Clock::ahead(self.pause.mul_f64(rhythm(version)));
    }

    /// Ready when the one who thinks has found something; never while none does.
    pub async fn decided(&mut self) {
        let Mind::Thinking { seat, version, found } = &mut self.mind else {
            return std::future::pending().await;
        };
        let (seat, version) = (*seat, *version);
        let (player, command) = if let Ok((player, command)) = found.await {
            (Some(player), command)
        } else {
            // A fault of ours, and one made anew goes on.
            METERS.panic(Part::Computer);
            tracing::error!("a computer player broke down while it thought; another takes its seat");
            (self.makers[seat].map(Maker::make), None)
        };
        self.players[seat] = player;
        self.mind = Mind::Decided { seat, version, command };
    }

    /// When the one who has decided acts.
    pub const fn next(&self) -> Option<Instant> {
        if let Mind::Decided { .. } = self.mind { Some(self.due) } else { None }
    }

    /// Lets the one who has decided act that much later: what it decided could not be stored now.
    pub fn put_off(&mut self, by: Duration) {
        self.due = self.due.max(Clock::ahead(by));
    }

    /// Whether the last who acted found nothing that the rules allow.
    pub const fn is_at_a_loss(&self) -> bool {
        self.is_at_a_loss
    }

    /// What the one who has decided does.
    pub fn act(&mut self, game: &Game, version: u64) -> Deed {
        let Mind::Decided { seat, version: asked, command } = std::mem::replace(&mut self.mind, Mind::Idle)
        else {
            return Deed::Nothing;
        };
        let decide = |command| game.decide(Actor::Seat(seat), command).ok();
        match command.and_then(decide) {
            Some(events) if self.awaits(game, seat) => Deed::Done(events),
            Some(_) | None if asked != version => Deed::Outdated,
            Some(_) | None => {
                // A player that errs is a fault of ours; any legal deed serves the table better
                // than none.
                tracing::warn!(?seat, "a computer player found no legal command; a random one stands in");
                let view = PlayerView::of(game, seat);
                let any = player(Level::Random, u64::from(game.call_number())).command(&view);
                let deed = any.and_then(decide).map_or(Deed::Nothing, Deed::Done);
                self.is_at_a_loss = matches!(deed, Deed::Nothing);
                deed
            }
        }
    }

    fn awaited(&self, game: &Game) -> Option<Seat> {
        Seat::ALL.into_iter().find(|seat| self.awaits(game, *seat))
    }

    /// Whether the game waits for the computer player of that seat.
    fn awaits(&self, game: &Game, seat: Seat) -> bool {
        let is_awaited = match game.awaits() {
            Awaits::Nothing | Awaits::Return(_) => false,
            Awaits::Call(on) | Awaits::Move(on) => on == seat,
            Awaits::March(seats) | Awaits::Answers(seats) => seats.contains(seat),
        };
        self.makers[seat].is_some() && is_awaited
    }
}

/// How long this pause is beside the usual one, from 0.8 to 1.5: it depends on the count of what
/// has happened, which everybody knows.
fn rhythm(version: u64) -> f64 {
    let scattered = version.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40;
    0.8 + 0.7 * (scattered as f64 / f64::from(1 << 24))
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;
    use crate::table::{Entry, LobbyEvent, TableId, TableSetup};

    /// Says that it has begun, thinks until it is told to stop, and finds nothing.
    struct Slow {
        begun: mpsc::Sender<()>,
        stopped: mpsc::Receiver<()>,
    }

    impl ComputerPlayer for Slow {
        fn command(&mut self, _: &PlayerView) -> Option<Command> {
            let _ = self.begun.send(());
            let _ = self.stopped.recv();
            None
        }
    }

    /// A table of four computer players in its auction.
    fn state() -> TableState {
        let mut state = TableState::new(TableId(1), TableSetup::sample());
        let joined = (0..4).map(|_| LobbyEvent::Joined { joiner: Joiner::Computer { level: Level::Simple } });
        for event in joined.chain([LobbyEvent::Started]) {
            state.apply(&Entry::Lobby(event)).unwrap();
        }
        for event in state.game().unwrap().begin() {
            state.apply(&Entry::Game(event)).unwrap();
        }
        state
    }

    #[tokio::test]
    async fn however_long_players_think_their_tables_go_on_and_after_them_others_think() {
        let state = state();
        let table = || Computers::of(&state, Duration::ZERO);
        let (begun, begins) = mpsc::channel();
        let (mut slow, stops): (Vec<Computers>, Vec<mpsc::Sender<()>>) = (0..thinkers())
            .map(|_| {
                let (stop, stopped) = mpsc::channel();
                let mut computers = table();
                let seat = computers.awaited(state.game().unwrap()).unwrap();
                computers.players[seat] = Some(Box::new(Slow { begun: begun.clone(), stopped }));
                computers.follow(state.game(), state.len);
                (computers, stop)
            })
            .unzip();
        // Other tests' players may have to end first.
        let mut thinking = 0;
        while thinking < thinkers() {
            tokio::time::sleep(Duration::from_millis(1)).await;
            thinking += begins.try_iter().count();
        }
        let mut quick = table();
        quick.follow(state.game(), state.len);
        for computers in slow.iter_mut().chain([&mut quick]) {
            // The table looks after other things meanwhile, and the other player has no place yet.
            let moment = Duration::from_millis(10);
            assert!(tokio::time::timeout(moment, computers.decided()).await.is_err());
            assert!(computers.next().is_none());
        }
        drop(stops);
        for computers in &mut slow {
            computers.decided().await;
        }
        quick.decided().await;
        assert!(quick.next().is_some());
        assert!(matches!(quick.act(state.game().unwrap(), state.len), Deed::Done(_)));
    }
}
