//! One table's task: the only owner of its state.

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use tokio::sync::{mpsc, oneshot, watch};
use tokio::time::{Instant, sleep_until};

use super::computers::{Computers, Deed};
use super::timers::{RanOut, Timers};
use super::{
    Action, Announcer, Append, Clock, Entry, Joiner, LobbyClosed, LobbyEvent, Notice, Presser, Reach,
    Rejection, Reply, Stamp, Store, StoreError, TableId, TableState, Telling,
};
use crate::meters::{METERS, Outcome};
use crate::panics::caught_now;
use crate::players::sound_layout;
use crate::rules::{Actor, Awaits, Command, Deadline, Event, Game, Layout, Refusal, Seat};
use crate::view::PublicEvent;

/// Presses that may wait at one table; more are turned away.
const MAILBOX: usize = 64;

/// Public events told with each state, for the words under the board.
const RECENT: usize = 24;

/// After a failed attempt at what a clock demands, it is made again this much later.
const RETRY: Duration = Duration::from_secs(1);

/// How long a sign of life of the platform may take before it counts as cut off.
const SIGN_PATIENCE: Duration = Duration::from_secs(3);

/// How often it is looked for.
const SIGN_LOOK: Duration = Duration::from_millis(100);

/// What is the same for all tables of a program.
#[derive(Clone, Copy, Debug)]
pub struct Habits {
    /// A computer player's pause before each deed (RULES 12.8 sets no less).
    pub computer_pause: Duration,
    /// A lobby closes after that long without a press.
    pub lobby_idle: Duration,
    /// Between two tables that one user opens.
    pub reopen_user: Duration,
    /// Between two tables that are opened in one channel.
    pub reopen_channel: Duration,
}

impl Default for Habits {
    fn default() -> Self {
        Self {
            computer_pause: Duration::from_millis(1_200),
            lobby_idle: Duration::from_mins(15),
            reopen_user: Duration::from_mins(1),
            reopen_channel: Duration::from_secs(20),
        }
    }
}

/// What a table needs of its surroundings.
#[derive(Clone)]
pub(super) struct Surroundings {
    pub store: Arc<dyn Store>,
    pub announcer: Arc<dyn Announcer>,
    pub clock: Clock,
    pub habits: Habits,
    /// Whether the program is about to end.
    pub is_closing: Arc<AtomicBool>,
}

/// A press on its way, with where the answer goes.
pub(super) struct Message {
    presser: Presser,
    stamp: Stamp,
    action: Action,
    answer: oneshot::Sender<Result<Reply, Rejection>>,
}

/// The way to a running table.
#[derive(Clone, Debug)]
pub struct TableHandle {
    id: TableId,
    mailbox: mpsc::Sender<Box<Message>>,
    latest: watch::Receiver<Arc<Telling>>,
}

impl TableHandle {
    /// Which table.
    pub const fn id(&self) -> TableId {
        self.id
    }

    /// Its present state.
    pub fn latest(&self) -> Arc<Telling> {
        self.latest.borrow().clone()
    }

    /// Puts a press to the table and waits for what came of it.
    ///
    /// # Errors
    /// Why it was not done; nothing has changed then.
    pub async fn press(&self, presser: Presser, stamp: Stamp, action: Action) -> Result<Reply, Rejection> {
        let (answer, answered) = oneshot::channel();
        // Boxed, since mailboxes keep room for 32 at a time, and most stand empty.
        let message = Box::new(Message { presser, stamp, action, answer });
        self.mailbox.try_send(message).map_err(|fault| match fault {
            mpsc::error::TrySendError::Full(_) => Rejection::Busy,
            mpsc::error::TrySendError::Closed(_) => self.gone(),
        })?;
        answered.await.unwrap_or_else(|_| Err(self.gone()))
    }

    /// Why nothing answers.
    fn gone(&self) -> Rejection {
        if self.latest().is_over() { Rejection::Over } else { Rejection::BrokeDown }
    }
}

/// What a table's task does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Conduct {
    /// All that it is there for.
    Playing,
    /// Nothing but a manager's stop: it broke down too often.
    StandingStill,
}

/// One table's task.
pub(super) struct Task {
    state: TableState,
    around: Surroundings,
    mailbox: mpsc::Receiver<Box<Message>>,
    latest: watch::Sender<Arc<Telling>>,
    timers: Timers,
    computers: Computers,
    recent: VecDeque<PublicEvent>,
    last_press: Instant,
    /// Whether the stored log may have gone on without this task.
    is_doubtful: bool,
    /// Whether a clock ran out that could not be believed: all start afresh once one can.
    is_distrusted: bool,
    is_restored: bool,
    pub conduct: Conduct,
}

impl Task {
    /// Makes the task of a table, to be run, and the way to it. Nothing is told before it runs, so
    /// that no press on what is told can come before the way is known.
    pub fn new(state: TableState, around: Surroundings, is_restored: bool) -> (TableHandle, Self) {
        let (sender, mailbox) = mpsc::channel(MAILBOX);
        let computers = Computers::of(&state, around.habits.computer_pause);
        let mut first = Telling::of(&state, Vec::new(), Vec::new());
        first.is_restored = is_restored;
        let (latest, watch) = watch::channel(Arc::new(first));
        let handle = TableHandle { id: state.id, mailbox: sender, latest: watch };
        let task = Self {
            state,
            around,
            mailbox,
            latest,
            timers: Timers::default(),
            computers,
            recent: VecDeque::new(),
            last_press: Instant::now(),
            is_doubtful: false,
            is_distrusted: false,
            is_restored,
            conduct: Conduct::Playing,
        };
        (handle, task)
    }

    /// Runs until the table is over or every handle to it is dropped.
    pub async fn run(mut self) {
        if self.conduct == Conduct::StandingStill {
            return self.stand_still().await;
        }
        self.follow();
        while !self.state.is_over() {
            let wake = self.next_wake();
            tokio::select! {
                message = self.mailbox.recv() => match message {
                    Some(message) => self.receive(message).await,
                    None => break,
                },
                () = self.computers.decided() => {}
                () = sleep_until(wake) => self.on_time().await,
            }
        }
    }

    /// Tells that the table stands still, and takes presses until one of them ends it.
    async fn stand_still(mut self) {
        // Telling may be just what it breaks down in.
        let _ = caught_now(|| self.tell());
        while !self.state.is_over() {
            let Some(message) = self.mailbox.recv().await else { return };
            self.receive(message).await;
        }
    }

    fn next_wake(&self) -> Instant {
        let lobby = self.state.game().is_none().then(|| self.last_press + self.around.habits.lobby_idle);
        let wakes = [self.timers.next(), self.computers.next(), lobby];
        wakes.into_iter().flatten().min().unwrap_or_else(|| Clock::ahead(Duration::MAX))
    }

    async fn receive(&mut self, message: Box<Message>) {
        let Message { presser, stamp, action, answer } = *message;
        self.last_press = Instant::now();
        let done = self.press(&presser, stamp, action).await;
        METERS.press(match &done {
            Ok(()) => Outcome::Done,
            Err(Rejection::Store { .. } | Rejection::BrokeDown | Rejection::Halted) => Outcome::Failed,
            Err(_) => Outcome::Refused,
        });
        let reply = done.map(|()| Reply { telling: self.latest.borrow().clone() });
        // Whoever pressed may have gone; the deed stands.
        let _ = answer.send(reply);
    }

    async fn press(&mut self, presser: &Presser, stamp: Stamp, action: Action) -> Result<(), Rejection> {
        self.make_sure().await?;
        if self.conduct == Conduct::StandingStill && action != Action::Stop {
            return Err(Rejection::Halted);
        }
        self.bring_back(presser).await?;
        if action == Action::Look {
            return Ok(());
        }
        let entries = match self.lobby_entries(presser, &action) {
            Some(events) => events?.into_iter().map(Entry::Lobby).collect(),
            None => self.game_events(presser, stamp, action)?.into_iter().map(Entry::Game).collect(),
        };
        self.commit(entries).await
    }

    /// What the action does in the lobby; none where it belongs to the game.
    fn lobby_entries(
        &self,
        presser: &Presser,
        action: &Action,
    ) -> Option<Result<Vec<LobbyEvent>, Rejection>> {
        let lobby = self.state.lobby();
        let user = presser.user;
        Some(match action {
            Action::Join => self.may_sit(presser).and_then(|()| {
                lobby.join(Joiner::Person {
                    user,
                    name: presser.name.clone(),
                    locale: presser.locale.clone(),
                    press: presser.press,
                })
            }),
            Action::Leave => lobby.leave(user),
            Action::AddComputer(level) => {
                lobby.opened_by(user).and_then(|()| lobby.join(Joiner::Computer { level: *level }))
            }
            Action::RemoveComputer => lobby.remove_computer(user),
            Action::TurnAway(other) => lobby.turn_away(user, *other),
            Action::SetClocks(clocks) => lobby.set_clocks(user, self.state.settings(), *clocks),
            Action::Start => lobby.start(user),
            Action::Close => {
                lobby.opened_by(user).map(|()| vec![LobbyEvent::Closed { reason: LobbyClosed::ByOpener }])
            }
            Action::Stop if self.state.game().is_none() => {
                lobby.open().map(|()| vec![LobbyEvent::Closed { reason: LobbyClosed::ByManager }])
            }
            Action::Play(_)
            | Action::Shuffle
            | Action::Mirror
            | Action::Undo
            | Action::Swaps(_)
            | Action::Load(_)
            | Action::Look
            | Action::Stop => return None,
        })
    }

    /// A rematch is for those who played before.
    fn may_sit(&self, presser: &Presser) -> Result<(), Rejection> {
        let seats = self.state.setup.rematch.map(|rematch| rematch.seats);
        let expected = |seats: crate::rules::BySeat<Option<super::UserId>>| {
            seats.find(|user| *user == Some(presser.user)).is_some()
        };
        if seats.is_none_or(expected) { Ok(()) } else { Err(Rejection::NotAPlayer) }
    }

    fn game_events(&self, presser: &Presser, stamp: Stamp, action: Action) -> Result<Vec<Event>, Rejection> {
        let game = self.state.game().ok_or(Rejection::NotBegun)?;
        if action == Action::Stop {
            return Ok(game.decide(Actor::Manager, Command::Stop)?);
        }
        let seat = self.state.seat_of(presser.user).ok_or(Rejection::NotAPlayer)?;
        if !is_current(stamp, game, seat) {
            return Err(Rejection::Stale(self.latest.borrow().clone()));
        }
        let command = match action {
            Action::Play(command) => command,
            other => Command::Arrange(arranged(game, seat, other, presser)?),
        };
        Ok(game.decide(Actor::Seat(seat), command)?)
    }

    /// Any press of an absent player brings them back (RULES 12.2).
    async fn bring_back(&mut self, presser: &Presser) -> Result<(), Rejection> {
        let Some(seat) = self.state.seat_of(presser.user) else { return Ok(()) };
        let absent = self.state.game().and_then(Game::battle).is_some_and(|battle| battle.is_absent(seat));
        if !absent {
            return Ok(());
        }
        let waited_ms = self.timers.waited(seat).as_millis() as u64;
        let decided =
            self.state.game().map(|game| game.decide(Actor::Seat(seat), Command::Return { waited_ms }));
        match decided {
            Some(Ok(events)) => self.commit(events.into_iter().map(Entry::Game).collect()).await,
            Some(Err(_)) | None => Ok(()),
        }
    }

    async fn on_time(&mut self) {
        let now = Instant::now();
        if self.is_doubtful && self.make_sure().await.is_err() {
            self.timers.put_off(RETRY);
            self.computers.put_off(RETRY);
            return;
        }
        if self.state.game().is_none() {
            if now >= self.last_press + self.around.habits.lobby_idle {
                let closed = Entry::Lobby(LobbyEvent::Closed { reason: LobbyClosed::Idle });
                if self.commit(vec![closed]).await.is_err() {
                    self.last_press = now;
                }
            }
            return;
        }
        if self.computers.next().is_some_and(|due| due <= now) {
            self.let_computer_act().await;
        }
        if let Some(ran_out) = self.timers.ran_out() {
            self.time_out(ran_out).await;
        }
    }

    async fn let_computer_act(&mut self) {
        let Some(game) = self.state.game() else { return };
        match self.computers.act(game, self.state.len) {
            Deed::Done(events) => {
                let done = self.commit(events.into_iter().map(Entry::Game).collect()).await;
                if done.is_err() {
                    // The store may take it in a moment; waiting for the player's clock would hold up everybody.
                    self.computers.follow(self.state.game(), self.state.len);
                    self.computers.put_off(RETRY);
                }
            }
            Deed::Outdated => self.computers.follow(Some(game), self.state.len),
            Deed::Nothing => {}
        }
    }

    async fn time_out(&mut self, ran_out: RanOut) {
        if !self.believes(ran_out) {
            return;
        }
        let Some(game) = self.state.game() else { return };
        let computer = match game.awaits() {
            Awaits::Move(seat) | Awaits::Call(seat) => {
                self.state.seats().is_some_and(|seats| seats[seat].user().is_none())
            }
            _ => false,
        };
        if computer && ran_out.deadline == Deadline::Move && !self.computers.is_at_a_loss() {
            // A computer player keeps its clock; if the store failed it, it tries again first.
            self.computers.follow(Some(game), self.state.len);
            self.timers.put_off(RETRY);
            return;
        }
        let decided = game.decide(Actor::Clock, Command::TimeOut(ran_out.deadline));
        let done = match decided {
            Ok(events) => self.commit(events.into_iter().map(Entry::Game).collect()).await.is_ok(),
            // The computer's deed above has made the clock's void.
            Err(_) => false,
        };
        if !done {
            self.timers.put_off(RETRY);
        }
    }

    /// A clock that ran out is believed only if its people could see it run, and the platform has
    /// given a sign of life since: what they pressed in time has arrived then (RULES 12.6).
    fn believes(&mut self, ran_out: RanOut) -> bool {
        if self.around.is_closing.load(Ordering::SeqCst) {
            // All clocks start afresh when the program is back.
            self.timers.put_off(RETRY);
            return false;
        }
        let Surroundings { announcer, clock, .. } = &self.around;
        let (started, ended) = (clock.unix_ms_of(ran_out.started), clock.unix_ms_of(ran_out.ended));
        if !announcer.has_shown(self.state.id, ran_out.version) {
            return self.distrust();
        }
        match announcer.reach(self.state.id, ended) {
            Reach::Since(since) if !self.is_distrusted && since <= started => true,
            Reach::Since(_) => {
                self.is_distrusted = false;
                if let Some(game) = self.state.game() {
                    self.timers.afresh(game, self.state.len);
                }
                self.tell();
                false
            }
            Reach::Awaited if ran_out.ended.elapsed() < SIGN_PATIENCE => {
                self.timers.put_off(SIGN_LOOK);
                false
            }
            Reach::Awaited | Reach::Cut => self.distrust(),
        }
    }

    /// Believes no clock until they have started afresh.
    fn distrust(&mut self) -> bool {
        self.is_distrusted = true;
        self.timers.put_off(RETRY);
        false
    }

    /// Stores the entries, then applies them, then tells.
    async fn commit(&mut self, mut entries: Vec<Entry>) -> Result<(), Rejection> {
        let mut after = self.state.clone();
        let mut learned = Vec::new();
        let mut index = 0;
        while let Some(entry) = entries.get(index) {
            let entry = entry.clone();
            if let Err(fault) = after.apply(&entry) {
                return Err(self.fail(&fault));
            }
            if let (Entry::Game(event), Some(game)) = (&entry, after.game()) {
                learned.extend(PublicEvent::of(event, game));
            }
            entries.extend(consequences(&entry, &after).into_iter().map(Entry::Game));
            index += 1;
        }
        let append = Append {
            table: self.state.id,
            first_seq: self.state.len,
            claims: after.claims(&entries),
            settlement: after.settlement(self.around.clock.unix_ms()),
            entries,
        };
        let handed_in = std::time::Instant::now();
        match self.around.store.append(&append).await {
            Ok(()) => {
                METERS.commit(handed_in.elapsed());
                METERS.plies(plies_of(&append.entries));
                self.adopt(after, learned);
                Ok(())
            }
            Err(StoreError::SeatedElsewhere { at, .. }) => Err(Rejection::SeatedElsewhere(at)),
            Err(StoreError::Conflict { .. }) => {
                self.is_doubtful = true;
                self.make_sure().await?;
                Err(Rejection::Stale(self.latest.borrow().clone()))
            }
            Err(StoreError::Unknown(fault)) => {
                tracing::error!(table = %self.state.id, %fault, "a commit's fate is unknown; reading the log again");
                self.is_doubtful = true;
                self.make_sure().await?;
                let done = self.state.len >= append.first_seq + append.entries.len() as u64;
                if done { Ok(()) } else { Err(self.fail(&fault)) }
            }
            Err(fault) => Err(self.fail(&fault)),
        }
    }

    fn adopt(&mut self, after: TableState, learned: Vec<PublicEvent>) {
        let begins = self.state.game().is_none() && after.game().is_some();
        self.state = after;
        if begins {
            self.computers = Computers::of(&self.state, self.around.habits.computer_pause);
        }
        self.recent.extend(learned);
        let surplus = self.recent.len().saturating_sub(RECENT);
        self.recent.drain(..surplus);
        self.is_restored = false;
        self.follow();
    }

    /// Sets clocks and computer players to the present state, and tells it.
    fn follow(&mut self) {
        if let Some(game) = self.state.game() {
            self.timers.follow(game, self.state.len);
        }
        self.computers.follow(self.state.game(), self.state.len);
        self.tell();
    }

    fn tell(&self) {
        let due = self.timers.due(&self.around.clock);
        let mut telling = Telling::of(&self.state, due, self.recent.iter().cloned().collect());
        telling.is_restored = self.is_restored;
        telling.notice = self.notice();
        let telling = Arc::new(telling);
        self.latest.send_replace(Arc::clone(&telling));
        self.around.announcer.tell(telling);
    }

    fn notice(&self) -> Option<Notice> {
        if self.state.is_over() {
            None
        } else if self.conduct == Conduct::StandingStill {
            Some(Notice::Halted)
        } else {
            self.around.is_closing.load(Ordering::SeqCst).then_some(Notice::Pausing)
        }
    }

    /// Reads the log again where it may have gone on without this task.
    async fn make_sure(&mut self) -> Result<(), Rejection> {
        if !self.is_doubtful {
            return Ok(());
        }
        let stored = self.around.store.table(self.state.id).await.map_err(|fault| self.fail(&fault))?;
        let state = TableState::replay(stored).map_err(|fault| self.fail(&fault))?;
        self.is_doubtful = false;
        self.state = state;
        self.computers = Computers::of(&self.state, self.around.habits.computer_pause);
        self.follow();
        Ok(())
    }

    /// Logs what went wrong on our side under an id, and makes the apology that bears it.
    fn fail(&self, fault: &dyn std::fmt::Display) -> Rejection {
        let error_id = format!("{:x}-{:x}", self.state.id.0, self.around.clock.unix_ms());
        tracing::error!(%error_id, table = %self.state.id, %fault, "a press was not done");
        Rejection::Store { error_id }
    }
}

fn plies_of(entries: &[Entry]) -> u64 {
    entries.iter().filter(|entry| matches!(entry, Entry::Game(Event::Moved { .. }))).count() as u64
}

/// What the table itself adds to an entry: the first deal to the start, sound layouts to the
/// declarer's election.
fn consequences(entry: &Entry, after: &TableState) -> Vec<Event> {
    let Some(game) = after.game() else { return Vec::new() };
    match entry {
        Entry::Lobby(LobbyEvent::Started) => game.begin(),
        Entry::Game(Event::Declared { .. }) => {
            let arrange = |seat| {
                let layout = shuffled(game, seat, u64::from(game.call_number())).ok()?;
                game.decide(Actor::Seat(seat), Command::Arrange(layout)).ok()
            };
            Seat::ALL.into_iter().filter_map(arrange).flatten().collect()
        }
        Entry::Lobby(_) | Entry::Game(_) => Vec::new(),
    }
}

/// The layout that an action in deployment asks for, not yet looked at by the rules.
fn arranged(game: &Game, seat: Seat, action: Action, presser: &Presser) -> Result<Layout, Rejection> {
    let deployment = game.deployment().ok_or(Refusal::WrongPhase)?;
    if deployment.marched().contains(seat) {
        return Err(Refusal::AlreadyMarched.into());
    }
    let (layout, role) = (deployment.layout(seat), deployment.role(seat));
    let arranged = match action {
        Action::Shuffle => shuffled(game, seat, presser.press.0),
        Action::Mirror => Ok(layout.mirrored(seat)),
        Action::Undo => return deployment.before(seat).cloned().ok_or(Rejection::NothingToUndo),
        Action::Swaps(swaps) => layout.swapped_each(&swaps, seat, role).map_err(Refusal::from),
        Action::Load(saved) => saved.nearest(&deployment.hand(seat), seat, role).map_err(Refusal::from),
        Action::Join
        | Action::Leave
        | Action::AddComputer(_)
        | Action::RemoveComputer
        | Action::TurnAway(_)
        | Action::SetClocks(_)
        | Action::Start
        | Action::Close
        | Action::Play(_)
        | Action::Look
        | Action::Stop => Err(Refusal::WrongPhase),
    };
    Ok(arranged?)
}

/// A sound layout of the seat's pieces, another for each number.
fn shuffled(game: &Game, seat: Seat, number: u64) -> Result<Layout, Refusal> {
    let deployment = game.deployment().ok_or(Refusal::WrongPhase)?;
    let role = deployment.role(seat);
    Ok(sound_layout(&deployment.hand(seat), seat, role, number ^ (seat.index() as u64) << 62))
}

/// Whether the press was made on what is still so.
fn is_current(stamp: Stamp, game: &Game, seat: Seat) -> bool {
    match stamp {
        Stamp::Any => true,
        Stamp::Call(number) => game.auction().is_some() && game.call_number() == number,
        Stamp::Deployment(revision) => {
            game.deployment().is_some_and(|deployment| deployment.revision(seat) == revision)
        }
        Stamp::Turn(number) => game.battle().is_some_and(|battle| battle.turn_number() == number),
        Stamp::Vote(number) => {
            game.battle().is_some_and(|battle| battle.vote().is_some() && battle.vote_number() == number)
        }
    }
}
