//! Tables whose logs the tests write.

use crate::rules::{Actor, Command, Deadline, Event, Game, Seat, Seed};
use crate::selfplay::twins::Twins;
use crate::table::{
    Due, Entry, Joiner, LobbyEvent, PressId, TableId, TableSetup, TableState, Telling, UserId,
};
use crate::view::PublicEvent;

pub const USERS: [u64; 4] = [11, 12, 13, 14];
pub const ONLOOKER: u64 = 99;

/// Public events that a table tells with each state.
const RECENT: usize = 24;

/// A table whose log is being written.
#[derive(Clone)]
pub struct Written {
    state: TableState,
    recent: Vec<PublicEvent>,
}

impl Written {
    /// Four people have joined and the game has started; nothing is dealt yet.
    pub fn started() -> Self {
        let mut written =
            Self { state: TableState::new(TableId(1), TableSetup::sample()), recent: Vec::new() };
        for user in USERS {
            let (user, press) = (UserId(user), PressId(user * 1_000));
            let (name, locale) = (format!("player {user}"), "en-GB".to_owned());
            written.add(&Entry::Lobby(LobbyEvent::Joined {
                joiner: Joiner::Person { user, name, locale, press },
            }));
        }
        written.add(&Entry::Lobby(LobbyEvent::Started));
        written
    }

    pub fn begun() -> Self {
        let mut written = Self::started();
        for event in written.game().begin() {
            written.add(&Entry::Game(event));
        }
        written
    }

    pub fn add(&mut self, entry: &Entry) {
        self.state.apply(entry).unwrap();
        if let Entry::Game(event) = entry {
            let learned = PublicEvent::of(event, self.game());
            self.recent.extend(learned);
            let surplus = self.recent.len().saturating_sub(RECENT);
            self.recent.drain(..surplus);
        }
    }

    pub fn game(&self) -> &Game {
        self.state.game().unwrap()
    }

    pub fn telling(&self) -> Telling {
        let due = [Deadline::Call, Deadline::Move, Deadline::Vote, Deadline::Absence];
        let due = due.map(|deadline| Due { deadline, at_unix_ms: 1_790_000_000_000 });
        Telling::of(&self.state, due.to_vec(), self.recent.clone())
    }

    pub fn user(&self, seat: Seat) -> u64 {
        self.state.seats().unwrap()[seat].user().unwrap().0
    }

    pub fn play(&mut self, seat: Seat, command: Command) {
        for event in self.game().decide(Actor::Seat(seat), command).unwrap() {
            self.add(&Entry::Game(event));
        }
    }
}

/// Two tables that only one player can tell apart.
pub struct TwinTables {
    pub twins: Twins,
    pub tables: [Written; 2],
    /// How many of the twins' events the tables have.
    taken: usize,
}

impl TwinTables {
    /// Tables in deployment.
    pub fn deploying(seed: &Seed, owner: Seat) -> Self {
        let twins = Twins::deploying(seed, owner);
        let mut both = Self { twins, tables: [Written::started(), Written::started()], taken: 0 };
        both.follow();
        both
    }

    /// Everybody marches.
    pub fn march(&mut self) {
        self.twins.march();
        self.follow();
    }

    /// Plays a turn on, alike; false where there is none to be looked at any more.
    pub fn play_on(&mut self) -> bool {
        let goes_on = self.twins.play_on();
        self.follow();
        goes_on
    }

    /// The same deed at both tables.
    pub fn both(&mut self, seat: Seat, command: &Command) {
        self.twins.both(Actor::Seat(seat), command);
        self.follow();
    }

    fn follow(&mut self) {
        for (table, events) in self.tables.iter_mut().zip(&self.twins.events) {
            let new: &[Event] = &events[self.taken..];
            for event in new {
                table.add(&Entry::Game(event.clone()));
            }
        }
        self.taken = self.twins.events[0].len();
    }
}
