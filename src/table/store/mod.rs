//! What is needed of a store: traits, so that SQLite and the in-memory twin serve alike.

mod career;
mod scores;

pub use career::{Career, Tally};
pub use scores::{Games, History, Leaderboard, Period, PlayedGame, Scores, Season, Standing};

use async_trait::async_trait;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::{
    ChannelId, ConfigChange, Entry, GuildConfig, GuildId, HouseStore, Joiner, LobbyEvent, MessageId,
    PersonStore, TableId, UserId,
};
use crate::rules::{BySeat, Contract, GameResult, Layout, Role, Seat, Secret, Settings};

/// All that a table starts from; it never changes afterwards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableSetup {
    /// The server.
    pub guild: GuildId,
    /// The channel in which it was opened.
    pub channel: ChannelId,
    /// Base score and clocks.
    pub settings: Settings,
    /// How many people make a game count for points (RULES 14).
    pub people_to_count: u8,
    /// The language of its public texts, as the platform names it (`zh-TW`).
    pub locale: String,
    /// The secret behind the published commitment (RULES 16.1).
    pub secret: Secret,
    /// In a rematch: the table before, and who calls first (RULES 4.2).
    pub rematch: Option<Rematch>,
    /// When it was opened, in milliseconds of Unix time.
    pub opened_unix_ms: i64,
}

#[cfg(test)]
impl TableSetup {
    /// A table as tests open it, where nothing depends on how.
    pub fn sample() -> Self {
        Self {
            guild: GuildId(1),
            channel: ChannelId(2),
            settings: Settings::default(),
            people_to_count: 2,
            locale: "zh-TW".to_owned(),
            secret: Secret([3; 32]),
            rematch: None,
            opened_unix_ms: 0,
        }
    }
}

/// What a rematch goes on from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rematch {
    /// The table before.
    pub of: TableId,
    /// The seat after the last first bidder (RULES 4.2).
    pub first_bidder: Seat,
    /// `[seat]`: who sits there again; none for a computer player.
    pub seats: BySeat<Option<UserId>>,
}

/// A stored table with its log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredTable {
    /// Which.
    pub id: TableId,
    /// What it started from.
    pub setup: TableSetup,
    /// Its log in order; entry `n` has sequence number `n`.
    pub entries: Vec<Entry>,
}

/// A claim on a user's one seat per server, which goes with an append.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    /// The user sits down at this table.
    Take(UserId),
    /// The user is free to sit elsewhere.
    Release(UserId),
}

/// One player's line in the score ledger.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LedgerRow {
    /// Who.
    pub user: UserId,
    /// The name under which they played.
    pub name: String,
    /// Where they sat.
    pub seat: Seat,
    /// As what, if the auction came to that.
    pub role: Option<Role>,
    /// Points won or lost; 0 where the result scores nothing.
    pub points: i64,
    /// Whether they deserted (RULES 12.5).
    pub has_deserted: bool,
}

/// The end of a table, written with its last entries in one transaction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settlement {
    /// The game's result; none where the lobby closed without a game.
    pub result: Option<GameResult>,
    /// The contract, if the auction came to that.
    pub contract: Option<Contract>,
    /// Whether it counts for points, or stands as practice (RULES 14).
    pub counts: bool,
    /// A line for each person; empty where nothing is to be remembered of anybody.
    pub ledger: Vec<LedgerRow>,
    /// When, in milliseconds of Unix time.
    pub ended_unix_ms: i64,
}

/// One append to a table's log: all of it or nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Append {
    /// Which table.
    pub table: TableId,
    /// The sequence number of the first entry: how many there were before.
    pub first_seq: u64,
    /// The entries, in order.
    pub entries: Vec<Entry>,
    /// Seats taken and left.
    pub claims: Vec<Claim>,
    /// The end, where this is it. All claims on the table end with it.
    pub settlement: Option<Settlement>,
}

impl Append {
    /// The first entries of a new table: these join, and the people among them take their seats.
    pub fn of_joiners(table: TableId, joiners: &[Joiner]) -> Self {
        let joined = |joiner: &Joiner| Entry::Lobby(LobbyEvent::Joined { joiner: joiner.clone() });
        Self {
            table,
            first_seq: 0,
            entries: joiners.iter().map(joined).collect(),
            claims: joiners.iter().filter_map(Joiner::user).map(Claim::Take).collect(),
            settlement: None,
        }
    }
}

/// A kind of message that a table keeps in the channel or in a DM.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Slot {
    /// The lobby, then the board: the one public message that is edited in place.
    Main,
    /// The message on which the lobby stood, once the table plays in the thread that hangs on it: it
    /// leads there.
    Door,
    /// The result, once the game is over, in place of the board.
    End,
    /// The open vote.
    Vote,
    /// The short message that pings whose turn it is.
    Ping,
    /// The private view in a seat's DM.
    Direct(Seat),
}

impl Slot {
    /// Whether it is a direct message.
    pub const fn is_direct(self) -> bool {
        matches!(self, Self::Direct(_))
    }

    /// The name that the store keeps.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Main => "main",
            Self::Door => "door",
            Self::End => "end",
            Self::Vote => "vote",
            Self::Ping => "ping",
            Self::Direct(Seat::South) => "direct_south",
            Self::Direct(Seat::East) => "direct_east",
            Self::Direct(Seat::North) => "direct_north",
            Self::Direct(Seat::West) => "direct_west",
        }
    }

    /// The slot of that name.
    pub fn from_code(code: &str) -> Option<Self> {
        let fixed = [Self::Main, Self::Door, Self::End, Self::Vote, Self::Ping];
        let all = fixed.into_iter().chain(Seat::ALL.map(Self::Direct));
        all.into_iter().find(|slot| slot.code() == code)
    }
}

/// Where a message stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// In which channel, thread or DM.
    pub channel: ChannelId,
    /// Which message.
    pub message: MessageId,
}

/// A message that is being posted: where it may stand before that is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Posting {
    /// For which slot.
    pub slot: Slot,
    /// In which channel, thread or DM.
    pub channel: ChannelId,
    /// By which the platform gives the message that stands there already, for some minutes.
    pub nonce: String,
}

/// How many layouts a user may keep for each role.
pub const LAYOUTS_MOST: u32 = 20;

/// The most characters of a layout's name.
pub const LAYOUT_NAME_MOST: usize = 40;

/// A saved layout: a wish relative to South's arm (RULES 6.6).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SavedLayout {
    /// Its name, 1 to 40 characters.
    pub name: String,
    /// For which role; the two are kept apart.
    pub role: Role,
    /// As if deployed in South's seat.
    pub layout: Layout,
}

/// What came of giving a saved layout another name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Renamed {
    /// It has it.
    Done,
    /// Another layout of that role has that name; nothing has changed.
    NameTaken,
    /// There is no layout of the old name.
    NoSuchLayout,
}

/// Why a store did not do what was asked. Nothing was changed, but for [`StoreError::Unknown`].
#[derive(Debug, Error)]
pub enum StoreError {
    /// Another append took these sequence numbers.
    #[error("the log of table {table} has gone on without this append")]
    Conflict {
        /// Which table.
        table: TableId,
    },
    /// The user sits at another running table of this server.
    #[error("user {user} sits at table {at}")]
    SeatedElsewhere {
        /// Who.
        user: UserId,
        /// Where.
        at: TableId,
    },
    /// A running table has the user, or waits for them: they cannot be erased yet.
    #[error("user {user} still belongs to table {at}")]
    StillPlaying {
        /// Who.
        user: UserId,
        /// At which table.
        at: TableId,
    },
    /// There is no such table.
    #[error("there is no table {0}")]
    NoTable(TableId),
    /// What is stored cannot be read: it is damaged, or newer than this program.
    #[error("what is stored of table {table} cannot be read: {fault}")]
    Unreadable {
        /// Which table.
        table: TableId,
        /// What is wrong.
        fault: String,
    },
    /// Too many saved layouts; some must go first.
    #[error("no more than {most} layouts are kept")]
    TooManyLayouts {
        /// How many are kept.
        most: u32,
    },
    /// The store failed in a way that left nothing changed.
    #[error("the store failed: {0}")]
    Failed(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// The store failed at the commit: whether it was done is not known.
    #[error("the store failed at its commit: {0}")]
    Unknown(#[source] Box<dyn std::error::Error + Send + Sync>),
}

/// Games, scores, settings and layouts, kept.
#[async_trait]
pub trait Store: HouseStore + PersonStore + Scores + Send + Sync + 'static {
    /// Opens a table with an empty log.
    async fn open_table(&self, setup: &TableSetup) -> Result<TableId, StoreError> {
        self.open_table_with(setup, &[]).await
    }

    /// Opens a table at which these have joined already, in one transaction: nothing ever finds a table that
    /// nobody opened.
    async fn open_table_with(&self, setup: &TableSetup, joiners: &[Joiner]) -> Result<TableId, StoreError>;

    /// Appends entries with what goes with them, in one transaction.
    async fn append(&self, append: &Append) -> Result<(), StoreError>;

    /// A table with its log, running or ended.
    async fn table(&self, id: TableId) -> Result<StoredTable, StoreError>;

    /// The tables that have not ended, oldest first. One that cannot be read is passed over with
    /// a log entry, so that it does not keep the others from going on.
    async fn running_tables(&self) -> Result<Vec<StoredTable>, StoreError>;

    /// The games that ended since then and whose result has not been posted, oldest first: their
    /// board stands, and no result does. One that cannot be read is passed over with a log entry.
    async fn untold_ends(&self, since_unix_ms: i64) -> Result<Vec<StoredTable>, StoreError>;

    /// Where the table's messages stand.
    async fn places(&self, table: TableId) -> Result<Vec<(Slot, Place)>, StoreError>;

    /// Remembers where a message stands, or forgets it.
    async fn set_place(&self, table: TableId, slot: Slot, place: Option<Place>) -> Result<(), StoreError>;

    /// Remembers that a message is about to be posted.
    async fn begin_post(&self, table: TableId, posting: &Posting) -> Result<(), StoreError>;

    /// The message stands there now, and is remembered as its slot's; or nowhere. In one transaction.
    async fn end_post(
        &self,
        table: TableId,
        posting: &Posting,
        message: Option<MessageId>,
    ) -> Result<(), StoreError>;

    /// Messages of which it is not known whether they were posted, in the order of their slots and nonces.
    async fn postings(&self, table: TableId) -> Result<Vec<Posting>, StoreError>;

    /// What the server has set; the defaults where it has set nothing.
    async fn config(&self, guild: GuildId) -> Result<GuildConfig, StoreError>;

    /// Sets it, and keeps who changed what, with the values before and after.
    async fn set_config(
        &self,
        guild: GuildId,
        config: GuildConfig,
        change: ConfigChange,
    ) -> Result<(), StoreError>;

    /// Whether the user has ever finished a game in the server, counted or not.
    async fn has_played(&self, guild: GuildId, user: UserId) -> Result<bool, StoreError>;

    /// The user's saved layouts of that role, by name.
    async fn layouts(&self, user: UserId, role: Role) -> Result<Vec<SavedLayout>, StoreError>;

    /// Saves a layout, in place of one of the same name and role.
    async fn save_layout(&self, user: UserId, layout: &SavedLayout) -> Result<(), StoreError>;

    /// Gives a layout another name.
    async fn rename_layout(
        &self,
        user: UserId,
        role: Role,
        name: &str,
        new_name: &str,
    ) -> Result<Renamed, StoreError>;

    /// Deletes a layout; whether there was one.
    async fn delete_layout(&self, user: UserId, role: Role, name: &str) -> Result<bool, StoreError>;
}
