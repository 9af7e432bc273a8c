//! The clocks of one game: which run, and when they run out (RULES 4.3, 6.4, 11, 12).

use std::time::Duration;

use tokio::time::Instant;

use super::{Clock, Due};
use crate::rules::{Awaits, Clocks, Deadline, Game, Role, Seat};

/// What a clock was started for: with another occasion it starts afresh.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Occasion {
    Call(u32),
    Deployment(Role),
    Move { turn: u32 },
    Return { turn: u32 },
    Vote(u32),
}

impl Occasion {
    const fn deadline(self) -> Deadline {
        match self {
            Self::Call(_) => Deadline::Call,
            Self::Deployment(role) => Deadline::Deployment(role),
            Self::Move { .. } => Deadline::Move,
            Self::Return { .. } => Deadline::Absence,
            Self::Vote(_) => Deadline::Vote,
        }
    }
}

#[derive(Clone, Copy, Debug)]
struct Running {
    occasion: Occasion,
    started: Instant,
    /// When it runs out.
    ends: Instant,
    /// When it is looked at next: then, or later where an attempt has to be made again.
    due: Instant,
    /// The log's length when it started: its turn has been shown once that state has.
    version: u64,
}

/// A clock that stands still while a vote is open (RULES 11.1).
#[derive(Clone, Copy, Debug)]
struct Standing {
    occasion: Occasion,
    remaining: Duration,
    board: BoardStamp,
}

/// Tells whether the board has changed.
type BoardStamp = (u16, usize);

/// An absent player whom the game waits for on their turn.
#[derive(Clone, Copy, Debug)]
struct Waiting {
    seat: Seat,
    /// Waited before a vote interrupted it.
    before: Duration,
    /// None while a vote is open: it has a clock of its own.
    since: Option<Instant>,
}

impl Waiting {
    fn waited(&self) -> Duration {
        self.before + self.since.map_or(Duration::ZERO, |since| since.elapsed())
    }
}

/// The clocks of one game.
#[derive(Debug, Default)]
pub(super) struct Timers {
    running: Vec<Running>,
    standing: Option<Standing>,
    waiting: Option<Waiting>,
}

/// A clock that ran out.
#[derive(Clone, Copy, Debug)]
pub(super) struct RanOut {
    pub deadline: Deadline,
    pub started: Instant,
    pub ended: Instant,
    pub version: u64,
}

impl Timers {
    /// Sets the clocks that the game's state calls for; those that run already go on.
    pub fn follow(&mut self, game: &Game, version: u64) {
        let wanted = wanted(game);
        let board = board_stamp(game);
        self.let_the_move_clock_stand(game, board);
        self.wait(game);
        self.running.retain(|clock| wanted.contains(&clock.occasion));
        let clocks = game.setup().settings.clocks;
        for occasion in wanted {
            if self.running.iter().all(|clock| clock.occasion != occasion) {
                let length = self.length(occasion, game, &clocks, board);
                let (started, ends) = (Instant::now(), Clock::ahead(length));
                self.running.push(Running { occasion, started, ends, due: ends, version });
            }
        }
    }

    /// Starts every clock afresh: the program or the platform was away (RULES 12.6).
    pub fn afresh(&mut self, game: &Game, version: u64) {
        self.running.clear();
        self.standing = None;
        self.waiting = None;
        self.follow(game, version);
    }

    /// Lets every clock that runs run out that much later, so that a failed attempt is made again.
    pub fn put_off(&mut self, by: Duration) {
        for clock in &mut self.running {
            clock.due = clock.due.max(Clock::ahead(by));
        }
    }

    /// When the next clock runs out.
    pub fn next(&self) -> Option<Instant> {
        self.running.iter().map(|clock| clock.due).min()
    }

    /// A clock that has run out by now.
    pub fn ran_out(&self) -> Option<RanOut> {
        let now = Instant::now();
        let late = self.running.iter().filter(|clock| clock.due <= now).min_by_key(|clock| clock.due)?;
        let Running { occasion, started, ends: ended, version, .. } = *late;
        Some(RanOut { deadline: occasion.deadline(), started, ended, version })
    }

    /// The deadlines that run.
    pub fn due(&self, clock: &Clock) -> Vec<Due> {
        let due = |running: &Running| Due {
            deadline: running.occasion.deadline(),
            at_unix_ms: clock.unix_ms_of(running.due),
        };
        self.running.iter().map(due).collect()
    }

    /// For how long the game has waited for the absent player since it last was their turn.
    pub fn waited(&self, seat: Seat) -> Duration {
        let waiting = self.waiting.filter(|waiting| waiting.seat == seat);
        waiting.map_or(Duration::ZERO, |waiting| waiting.waited())
    }

    fn length(&mut self, occasion: Occasion, game: &Game, clocks: &Clocks, board: BoardStamp) -> Duration {
        let seconds = |seconds: u32| Duration::from_secs(u64::from(seconds));
        match occasion {
            Occasion::Call(_) => seconds(clocks.call_s),
            Occasion::Deployment(role) => clocks.deployment(role),
            Occasion::Vote(_) => seconds(clocks.vote_s),
            Occasion::Move { .. } => {
                let kept = self.standing.take_if(|standing| standing.occasion == occasion);
                let kept = kept.filter(|standing| standing.board == board);
                kept.map_or(seconds(clocks.move_s), |standing| standing.remaining)
            }
            Occasion::Return { .. } => {
                let Awaits::Return(seat) = game.awaits() else { return Duration::ZERO };
                let stored = game.battle().map_or(0, |battle| battle.waited_ms(seat));
                let waited = Duration::from_millis(stored) + self.waited(seat);
                seconds(clocks.absence_s).saturating_sub(waited)
            }
        }
    }

    /// Keeps what the move clock had left when a vote opens (RULES 11.1).
    fn let_the_move_clock_stand(&mut self, game: &Game, board: BoardStamp) {
        let moving = self.running.iter().find(|clock| matches!(clock.occasion, Occasion::Move { .. }));
        if let (Some(clock), Awaits::Answers(_)) = (moving, game.awaits()) {
            let remaining = clock.due.saturating_duration_since(Instant::now());
            self.standing = Some(Standing { occasion: clock.occasion, remaining, board });
        }
    }

    /// Begins, goes on with, or ends the wait for an absent player.
    fn wait(&mut self, game: &Game) {
        let now = Instant::now();
        self.waiting = match (game.awaits(), self.waiting.take()) {
            (Awaits::Return(seat), Some(waiting)) if waiting.seat == seat => {
                Some(Waiting { since: waiting.since.or(Some(now)), ..waiting })
            }
            (Awaits::Return(seat), _) => Some(Waiting { seat, before: Duration::ZERO, since: Some(now) }),
            (Awaits::Answers(_), Some(waiting)) => {
                Some(Waiting { seat: waiting.seat, before: waiting.waited(), since: None })
            }
            _ => None,
        };
    }
}

fn wanted(game: &Game) -> Vec<Occasion> {
    let turn = game.battle().map_or(0, crate::rules::game::Battle::turn_number);
    match game.awaits() {
        Awaits::Nothing => Vec::new(),
        Awaits::Call(_) => vec![Occasion::Call(game.call_number())],
        Awaits::March(unmarched) => {
            let Some(deployment) = game.deployment() else { return Vec::new() };
            let waits = |role: &Role| unmarched.iter().any(|seat| deployment.role(seat) == *role);
            let roles = [Role::Declarer, Role::Defender].into_iter().filter(waits);
            roles.map(Occasion::Deployment).collect()
        }
        Awaits::Move(_) => vec![Occasion::Move { turn }],
        Awaits::Return(_) => vec![Occasion::Return { turn }],
        Awaits::Answers(_) => {
            let number = game.battle().map_or(0, crate::rules::game::Battle::vote_number);
            vec![Occasion::Vote(number)]
        }
    }
}

fn board_stamp(game: &Game) -> BoardStamp {
    let plies = game.battle().map_or(0, |battle| battle.position().plies());
    (plies, game.chronicle().eliminated.len())
}
