//! One running table: its lobby, its game, its clocks, and who must be told.
//!
//! A [`Hall`] holds all tables. Each runs as a task of its own, the only owner of its state; the
//! way to it is a [`TableHandle`], whose presses it takes one at a time. What a press brings about
//! is stored first, then applied, then told.

mod announcer;
mod clock;
mod computers;
mod config;
mod entry;
mod finished;
mod hall;
mod house;
mod id;
mod keeper;
mod lobby;
mod person;
mod press;
mod state;
mod store;
mod task;
mod telling;
mod timers;

pub use announcer::{Announcer, Reach};
pub use clock::Clock;
pub use config::{
    Computers, ConfigChange, ConfigFault, Difference, GuildConfig, Intervention, Locale, PaceClocks, Trail,
    TrailLine,
};
pub use entry::{ENTRY_FORMAT, Entry, Joiner, LobbyClosed, LobbyEvent};
pub use finished::{FinishedGame, NotFinished};
pub use hall::Hall;
pub use house::{HouseStore, Purged, Soundness, StoreHealth};
pub use id::{ChannelId, GuildId, MessageId, PressId, RoleId, TableId, UserId};
pub use lobby::{Lobby, LobbyStatus, PLACES};
pub use person::{
    Confirmation, Delivery, PersonStore, PersonalChange, PersonalData, PersonalGame, PersonalName,
    PersonalPlace, Pings, UserSettings,
};
pub use press::{Action, Presser, Rejection, Reply, Stamp};
pub use state::{LogFault, TableState};
pub use store::{
    Append, Career, Claim, Games, History, LAYOUT_NAME_MOST, LAYOUTS_MOST, Leaderboard, LedgerRow, Period,
    Place, PlayedGame, Posting, Rematch, Renamed, SavedLayout, Scores, Season, Settlement, Slot, Standing,
    Store, StoreError, StoredTable, TableSetup, Tally,
};
pub use task::{Habits, TableHandle};
pub use telling::{Due, Notice, Opening, Telling, Viewer};

pub use crate::players::Level as ComputerLevel;
