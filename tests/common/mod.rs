//! A hall with the in-memory store and an announcer that writes down what it is told.

#![allow(dead_code, reason = "each test file uses its part")]

pub mod faulty;

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use junqi::rules::{Call, Command, Kind, Secret, Settings};
use junqi::store::MemoryStore;
use junqi::table::{
    Action, Announcer, ChannelId, Clock, GuildId, Habits, Hall, PressId, Presser, Reach, Rejection, Reply,
    Stamp, Store, TableHandle, TableId, TableSetup, Telling, UserId, Viewer,
};
use junqi::view::{OwnView, PlayerView, Stage};

/// Midnight of some day.
pub const START_UNIX_MS: i64 = 1_790_000_000_000;

pub const GUILD: GuildId = GuildId(77);

/// What was told, and whether the platform can be reached.
#[derive(Default)]
pub struct Recorder {
    pub told: Mutex<Vec<Arc<Telling>>>,
    pub is_cut: AtomicBool,
    /// Connected as it seems, and gives no sign of life.
    pub is_silent: AtomicBool,
    pub since: Mutex<i64>,
    pub is_blind: AtomicBool,
    /// The table whose every telling panics.
    pub breaks_at: Mutex<Option<TableId>>,
}

impl Announcer for Recorder {
    fn tell(&self, telling: Arc<Telling>) {
        let breaks = *self.breaks_at.lock().unwrap() == Some(telling.table);
        assert!(!breaks, "an announcer that breaks down, on purpose");
        self.told.lock().unwrap().push(telling);
    }

    fn reach(&self, _: TableId, _: i64) -> Reach {
        if self.is_cut.load(Ordering::SeqCst) {
            Reach::Cut
        } else if self.is_silent.load(Ordering::SeqCst) {
            Reach::Awaited
        } else {
            Reach::Since(*self.since.lock().unwrap())
        }
    }

    fn has_shown(&self, _: TableId, _: u64) -> bool {
        !self.is_blind.load(Ordering::SeqCst)
    }
}

pub struct House {
    pub hall: Hall,
    pub store: Arc<dyn Store>,
    pub recorder: Arc<Recorder>,
    presses: Mutex<u64>,
}

impl House {
    pub fn new() -> Self {
        Self::with(Arc::new(MemoryStore::default()))
    }

    pub fn with(store: Arc<dyn Store>) -> Self {
        let recorder = Arc::new(Recorder::default());
        let habits = Habits { computer_pause: Duration::from_secs(1), ..Habits::default() };
        let announcer: Arc<dyn Announcer> = recorder.clone();
        let hall = Hall::new(Arc::clone(&store), announcer, Clock::at(START_UNIX_MS), habits);
        Self { hall, store, recorder, presses: Mutex::new(1_000) }
    }

    pub fn presser(&self, user: u64) -> Presser {
        let mut presses = self.presses.lock().unwrap();
        *presses += 1;
        Presser {
            user: UserId(user),
            name: format!("player {user}"),
            locale: "zh-TW".to_owned(),
            press: PressId(*presses),
        }
    }

    pub fn setup() -> TableSetup {
        TableSetup {
            guild: GUILD,
            channel: ChannelId(5),
            settings: Settings::default(),
            people_to_count: 2,
            locale: "zh-TW".to_owned(),
            secret: Secret([9; 32]),
            rematch: None,
            opened_unix_ms: START_UNIX_MS,
        }
    }

    /// A lobby of users 1 to 4, opened by 1.
    pub async fn full_lobby(&self) -> TableHandle {
        let table = self.hall.open(Self::setup(), self.presser(1)).await.unwrap();
        for user in 2..=4 {
            table.press(self.presser(user), Stamp::Any, Action::Join).await.unwrap();
        }
        table
    }

    pub async fn started(&self) -> TableHandle {
        let table = self.full_lobby().await;
        table.press(self.presser(1), Stamp::Any, Action::Start).await.unwrap();
        table
    }

    pub async fn play(&self, table: &TableHandle, user: u64, command: Command) -> Result<Reply, Rejection> {
        table.press(self.presser(user), Stamp::Any, Action::Play(command)).await
    }

    /// A table in deployment: the first bidder has called one, the others passed.
    pub async fn deploying(&self) -> TableHandle {
        let table = self.started().await;
        for call in [Call::One, Call::Pass, Call::Pass, Call::Pass] {
            let caller = user_on_turn(&table.latest());
            self.play(&table, caller, Command::Call(call)).await.unwrap();
        }
        table
    }

    pub async fn battling(&self) -> TableHandle {
        let table = self.deploying().await;
        for user in 1..=4 {
            self.play(&table, user, Command::March).await.unwrap();
        }
        table
    }

    /// Whoever is on turn makes their first legal move.
    pub async fn make_a_move(&self, table: &TableHandle) {
        let telling = table.latest();
        let user = user_on_turn(&telling);
        let OwnView::Pieces { moves, .. } = own(&telling, user).own.clone() else { panic!("a battle") };
        self.play(table, user, Command::Move(moves[0])).await.unwrap();
    }
}

pub fn own(telling: &Telling, user: u64) -> &PlayerView {
    match telling.viewer(UserId(user)) {
        Viewer::Player(view) => view,
        Viewer::Spectator => panic!("user {user} plays"),
    }
}

/// Whose call or turn it is.
pub fn user_on_turn(telling: &Telling) -> u64 {
    let seat = match &telling.public.as_ref().unwrap().stage {
        Stage::Auction(auction) => auction.to_call,
        Stage::Battle(battle) => battle.turn,
        other => panic!("nobody is on turn in {other:?}"),
    };
    telling.seats.as_ref().unwrap()[seat].user().unwrap().0
}

pub fn hand(telling: &Telling, user: u64) -> Vec<Kind> {
    match &own(telling, user).own {
        OwnView::Hand(hand) => hand.clone(),
        other => panic!("a hand, not {other:?}"),
    }
}

/// Lets everything that is due by then happen.
pub async fn wait(seconds: f64) {
    tokio::time::sleep(Duration::from_secs_f64(seconds)).await;
}
