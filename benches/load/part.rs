//! One part of a run: how fast is pressed, and what came of it.

use std::collections::{HashMap, HashSet, VecDeque};
use std::time::{Duration, Instant};

use discord_sandbox::InteractionId;
use junqi::discord::custom_id::Button;
use junqi::rules::{Move, Seat};
use tokio::time::sleep;

use super::Fault;
use super::bot::Bot;
use super::stage::{Seen, Stage};

/// Between two looks at the journal.
const TICK: Duration = Duration::from_millis(2);

/// From a piece's choice to that of where it goes, where people play.
const THOUGHT: Duration = Duration::from_secs(2);

/// Before so much of its length a part runs in: no band has been compressed yet, and the first plies are on their way.
const RUNS_IN: u32 = 6;

/// Nothing may take longer after the last press.
const PATIENCE: Duration = Duration::from_mins(4);

/// How fast is pressed.
#[derive(Clone, Copy, Debug)]
pub enum Pace {
    /// A ply so often at each table.
    Each(Duration),
    /// So many plies a second at all tables together.
    Rate(u32),
    /// Each table goes on as soon as its board shows the ply before.
    Full,
}

/// What came of a part.
#[derive(Clone, Debug, Default)]
pub struct Outcome {
    /// Plies in all, those that were finished after the last was begun among them.
    pub plies: u64,
    /// Plies within the part's length once it had run in, and how long that was.
    pub timely: u64,
    pub lasted: Duration,
    /// From each press to its first answer.
    pub answers: Vec<Duration>,
    /// From each press to the presser's own message, drawn.
    pub views: Vec<Duration>,
    /// From each ply's press to the first board with it.
    pub boards: Vec<Duration>,
    /// Boards that were drawn and sent.
    pub boards_sent: u64,
    /// Presses without an answer.
    pub unanswered: u64,
    /// Presses that were refused.
    pub refused: u64,
    /// Requests that Discord turned away.
    pub too_many: u64,
    pub requests: u64,
    /// The bot's, meanwhile.
    pub processor: Duration,
    /// From the last press until every board showed the last ply.
    pub caught_up: Duration,
}

/// Where a table is in its ply.
#[derive(Clone, Copy)]
enum At {
    Idle,
    /// The piece is chosen; from then on, once the view shows it, where it goes is.
    Chosen {
        press: InteractionId,
        seat: Seat,
        step: Move,
        earliest: Instant,
        is_viewed: bool,
    },
}

struct Run<'a> {
    stage: &'a mut Stage,
    pace: Pace,
    at: Vec<At>,
    /// `[table]`: plies whose board has not come, with when they were pressed.
    unseen: Vec<VecDeque<(u16, Instant)>>,
    /// Presses without an answer so far.
    waiting: HashMap<InteractionId, Instant>,
    /// Presses whose own message has not been drawn; later plies draw it again on the same token.
    undrawn: HashSet<InteractionId>,
    outcome: Outcome,
    /// Plies begun.
    begun: usize,
    /// The table whose turn is next.
    next: usize,
}

/// Presses for so long once it has run in, then waits until all is answered and shown.
pub async fn run(stage: &mut Stage, bot: &Bot, pace: Pace, length: Duration) -> Result<Outcome, Fault> {
    stage.look();
    let requests = stage.requests;
    let processor_time = || bot.processor_time().unwrap_or_default();
    let tables = stage.tables.len();
    let mut run = Run {
        stage,
        pace,
        at: vec![At::Idle; tables],
        unseen: vec![VecDeque::new(); tables],
        waiting: HashMap::new(),
        undrawn: HashSet::new(),
        outcome: Outcome::default(),
        begun: 0,
        next: 0,
    };
    let start = Instant::now();
    run.press_for(start, length / RUNS_IN).await?;
    let (plies, processor, measured) = (run.outcome.plies, processor_time(), Instant::now());
    run.press_for(start, length / RUNS_IN + length).await?;
    run.outcome.timely = run.outcome.plies - plies;
    run.outcome.lasted = measured.elapsed();
    run.outcome.processor = processor_time().saturating_sub(processor);
    let last = Instant::now();
    while !run.is_done() && last.elapsed() < PATIENCE {
        run.look();
        run.finish_plies()?;
        sleep(TICK).await;
    }
    run.outcome.caught_up = last.elapsed();
    run.outcome.unanswered = run.waiting.len() as u64;
    run.outcome.requests = run.stage.requests - requests;
    Ok(run.outcome)
}

impl Run<'_> {
    /// Presses until so long after the start.
    async fn press_for(&mut self, start: Instant, length: Duration) -> Result<(), Fault> {
        while start.elapsed() < length {
            self.look();
            self.begin_plies(start);
            self.finish_plies()?;
            sleep(TICK).await;
        }
        Ok(())
    }

    fn is_done(&self) -> bool {
        let idle = self.at.iter().all(|at| matches!(at, At::Idle));
        idle && self.waiting.is_empty() && self.unseen.iter().all(VecDeque::is_empty)
    }

    /// Takes in what the bot has done.
    fn look(&mut self) {
        for seen in self.stage.look() {
            match seen {
                Seen::Answered { press, after } => {
                    if self.waiting.remove(&press).is_some() {
                        self.outcome.answers.push(after);
                    }
                }
                Seen::Viewed { press, table, after } => {
                    if self.undrawn.remove(&press) {
                        self.outcome.views.push(after);
                    }
                    if let At::Chosen { press: chosen, is_viewed, .. } = &mut self.at[table]
                        && *chosen == press
                    {
                        *is_viewed = true;
                    }
                }
                Seen::Board { table, plies, at } => {
                    self.outcome.boards_sent += 1;
                    while let Some((ply, pressed)) = self.unseen[table].front().copied()
                        && ply <= plies
                    {
                        self.outcome.boards.push(at.saturating_duration_since(pressed));
                        self.unseen[table].pop_front();
                    }
                }
                Seen::Refused { press } => {
                    self.waiting.remove(&press);
                    self.outcome.refused += 1;
                }
                Seen::TooMany => self.outcome.too_many += 1,
            }
        }
    }

    /// Chooses pieces at the tables whose time it is.
    fn begin_plies(&mut self, start: Instant) {
        let tables = self.at.len();
        let elapsed = start.elapsed().as_secs_f64();
        let per_s = match self.pace {
            Pace::Each(every) => tables as f64 / every.as_secs_f64(),
            Pace::Rate(rate) => f64::from(rate),
            Pace::Full => f64::INFINITY,
        };
        // Round the tables: where a table's last ply is not done, or its game is over, its turn goes to the next.
        for _ in 0..tables {
            if self.begun as f64 >= elapsed * per_s {
                break;
            }
            let table = self.next;
            self.next = (table + 1) % tables;
            let is_free = matches!(self.at[table], At::Idle);
            let is_shown = !matches!(self.pace, Pace::Full) || self.unseen[table].is_empty();
            if is_free && is_shown && self.choose(table) {
                self.begun += 1;
            }
        }
    }

    /// Chooses a piece at a table; false where its game is over.
    fn choose(&mut self, table: usize) -> bool {
        let known = &self.stage.tables[table];
        let Some((_, turn)) = known.turn() else { return false };
        let Some((seat, step)) = known.next_move(self.begun) else { return false };
        let Some(view) = known.views[seat] else { return false };
        let button = Button::From { turn, page: 0 };
        let press = self.stage.press(table, seat, view, button, Some(step.from.to_string()));
        self.waiting.insert(press, Instant::now());
        self.undrawn.insert(press);
        let thought = if matches!(self.pace, Pace::Each(_)) { THOUGHT } else { Duration::ZERO };
        let earliest = Instant::now() + thought;
        self.at[table] = At::Chosen { press, seat, step, earliest, is_viewed: false };
        true
    }

    /// Chooses where to at the tables whose view shows the piece.
    fn finish_plies(&mut self) -> Result<(), Fault> {
        let now = Instant::now();
        for table in 0..self.at.len() {
            let At::Chosen { seat, step, earliest, is_viewed: true, .. } = self.at[table] else { continue };
            if now < earliest {
                continue;
            }
            self.at[table] = At::Idle;
            let known = &mut self.stage.tables[table];
            let Some((plies, turn)) = known.turn() else { continue };
            let Some(view) = known.views[seat] else { continue };
            known.play(seat, step)?;
            let goes_on = known.turn().is_some();
            let button = Button::To { turn, from: step.from, page: 0 };
            let pressed = Instant::now();
            let press = self.stage.press(table, seat, view, button, Some(step.to.to_string()));
            self.waiting.insert(press, pressed);
            self.undrawn.insert(press);
            self.outcome.plies += 1;
            // The last board of a game tells of its end instead.
            if goes_on {
                self.unseen[table].push_back((plies + 1, pressed));
            }
        }
        Ok(())
    }
}
