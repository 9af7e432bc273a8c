//! Playing one game.

use std::time::Duration;

use super::interruptions::Interruptions;
use super::requests::{Requests, Restless};
use super::stopwatch::Stopwatch;
use crate::players::dice::Dice;
use crate::players::{ComputerPlayer, Level, player};
use crate::record::Record;
use crate::rules::{
    Actor, Awaits, BySeat, Call, Command, Contract, Deadline, Event, Game, Kind, Role, Seat, Seating, Secret,
    Settings, Setup, derive_seed,
};
use crate::view::PlayerView;

/// A game that computer players have played.
#[derive(Clone, Debug)]
pub struct PlayedGame {
    /// From what it was repeated exactly.
    pub seed: u64,
    /// The secret of its deal, made from the seed; nobody pressed anything to join.
    pub secret: Secret,
    /// The game, over.
    pub game: Game,
    /// What happened in it, in order.
    pub events: Vec<Event>,
    /// Who met whom, attacker first, in order.
    pub clashes: Vec<(Kind, Kind)>,
    /// Commands of the players that the rules refused: a fault in a player.
    pub refused: u32,
    /// `[seat]`: the processor's time that the player took over its moves; the only thing here that a repeated
    /// game does not repeat.
    pub thought: BySeat<Thought>,
}

/// The processor's time that a player took over its moves.
#[derive(Clone, Copy, Debug, Default)]
pub struct Thought {
    /// How many moves.
    pub moves: u32,
    /// Over all of them.
    pub total: Duration,
    /// Over the longest.
    pub longest: Duration,
}

impl Thought {
    /// Adds another's.
    pub fn add(&mut self, other: &Self) {
        self.moves += other.moves;
        self.total += other.total;
        self.longest = self.longest.max(other.longest);
    }

    /// Milliseconds a move, on average.
    pub fn ms_per_move(&self) -> f64 {
        self.total.as_secs_f64() * 1_000.0 / f64::from(self.moves.max(1))
    }
}

impl PlayedGame {
    /// The game's record.
    ///
    /// # Panics
    /// Never: the game is over.
    pub fn record(&self) -> Record {
        Record::of(&self.secret, &[], &self.game, &self.events).expect("a played game is over")
    }
}

/// Plays a game to its end. The same seed, seats and requests play the same game, always.
///
/// `seats` are from South on, in turn order. With [`Requests::NowAndThen`] clocks run out now and
/// then, too, and players go absent; with [`Requests::Never`] nothing but play happens.
pub fn play(seed: u64, seats: [Level; 4], requests: Requests) -> PlayedGame {
    play_on(seed, seats, requests, None)
}

/// Plays a game without an auction of its own: that seat becomes the declarer of that contract. The
/// same seed deals the same hands to the seats as it does in [`play`].
pub fn play_bid(seed: u64, seats: [Level; 4], bid: (Seat, Contract)) -> PlayedGame {
    play_on(seed, seats, Requests::Never, Some(bid))
}

fn play_on(seed: u64, seats: [Level; 4], requests: Requests, bid: Option<(Seat, Contract)>) -> PlayedGame {
    let mut dice = Dice::new(seed);
    let mut bytes = [0; 32];
    bytes.chunks_exact_mut(8).for_each(|chunk| chunk.copy_from_slice(&dice.seed().to_le_bytes()));
    let secret = Secret(bytes);
    let setup =
        Setup { settings: Settings::default(), seed: derive_seed(&secret, &[]), seating: Seating::Fresh };
    let players = BySeat::from_fn(|seat| seated(seats[seat.index()], requests, dice.seed()));
    let interruptions = Interruptions::new(requests, Dice::new(dice.seed()));
    let mut table = Table {
        players,
        interruptions,
        played: PlayedGame {
            seed,
            secret,
            game: Game::new(setup),
            events: Vec::new(),
            clashes: Vec::new(),
            refused: 0,
            thought: BySeat::default(),
        },
    };
    table.apply(table.played.game.begin());
    while let (Some(bid), Awaits::Call(seat)) = (bid, table.played.game.awaits()) {
        let call = if seat == bid.0 { Call::of(bid.1) } else { Call::Pass };
        table.does(Actor::Seat(seat), Command::Call(call));
    }
    while table.played.game.over().is_none() {
        table.step();
    }
    table.played
}

struct Table {
    players: BySeat<Box<dyn ComputerPlayer>>,
    interruptions: Interruptions,
    played: PlayedGame,
}

impl Table {
    /// Lets one thing happen.
    fn step(&mut self) {
        let game = &self.played.game;
        let interruption = self.interruptions.next(game);
        if interruption.is_some_and(|(actor, command)| self.does(actor, command)) {
            return;
        }
        let bystander = self.interruptions.bystander(&self.played.game);
        if bystander.is_some_and(|seat| self.asks(seat)) {
            return;
        }
        let awaits = self.played.game.awaits();
        let has_acted = awaited(awaits).is_some_and(|seat| self.asks(seat));
        if !has_acted {
            self.runs_out(awaits);
        }
    }

    /// Asks the player of the seat; whether anything came of it.
    fn asks(&mut self, seat: Seat) -> bool {
        let view = PlayerView::of(&self.played.game, seat);
        let watch = Stopwatch::begin();
        let command = self.players[seat].command(&view);
        if matches!(command, Some(Command::Move(_))) {
            let took = watch.read();
            self.played.thought[seat].add(&Thought { moves: 1, total: took, longest: took });
        }
        command.is_some_and(|command| self.does(Actor::Seat(seat), command))
    }

    fn does(&mut self, actor: Actor, command: Command) -> bool {
        if let Ok(events) = self.played.game.decide(actor, command) {
            self.apply(events);
            return true;
        }
        // A refusal is counted, and the clock settles it, as it would at a table.
        self.played.refused += 1;
        false
    }

    /// Nobody did what was awaited: the clock runs out.
    fn runs_out(&mut self, awaits: Awaits) {
        let deadline = match awaits {
            Awaits::Nothing => return,
            Awaits::Call(_) => Deadline::Call,
            Awaits::March(seats) => {
                let declarer = self.played.game.deployment().map(crate::rules::game::Deployment::declarer);
                let is_declarers = declarer.is_some_and(|seat| seats.contains(seat));
                Deadline::Deployment(if is_declarers { Role::Declarer } else { Role::Defender })
            }
            Awaits::Move(_) => Deadline::Move,
            Awaits::Return(_) => Deadline::Absence,
            Awaits::Answers(_) => Deadline::Vote,
        };
        let events = self.played.game.decide(Actor::Clock, Command::TimeOut(deadline));
        self.apply(events.expect("the deadline is the one that the game awaits"));
    }

    fn apply(&mut self, events: Vec<Event>) {
        for event in events {
            if let (Event::Moved { from, to, .. }, Some(battle)) = (&event, self.played.game.battle()) {
                let kind = |point| battle.position().piece(point).map(|piece| piece.kind);
                self.played.clashes.extend(kind(*from).zip(kind(*to)));
            }
            self.played.game.apply(&event).expect("the game's own events fit it");
            self.played.events.push(event);
        }
    }
}

/// A player of that level who makes such requests.
fn seated(level: Level, requests: Requests, seed: u64) -> Box<dyn ComputerPlayer> {
    let calm = player(level, seed);
    match requests {
        Requests::Never => calm,
        Requests::NowAndThen => Box::new(Restless::new(calm, seed)),
    }
}

/// Whose deed the game waits for; of several, the first.
fn awaited(awaits: Awaits) -> Option<Seat> {
    match awaits {
        Awaits::Nothing => None,
        Awaits::Call(seat) | Awaits::Move(seat) | Awaits::Return(seat) => Some(seat),
        Awaits::March(seats) | Awaits::Answers(seats) => seats.iter().next(),
    }
}
