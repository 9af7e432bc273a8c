//! One running table: its lobby, its game, its clocks, and who must be told.

mod entry;
mod id;
mod store;

pub use entry::{ComputerLevel, ENTRY_FORMAT, Entry, Joiner, LobbyClosed, LobbyEvent};
pub use id::{ChannelId, GuildId, MessageId, PressId, TableId, UserId};
pub use store::{
    Append, Claim, ConfigChange, GuildConfig, Leaderboard, LedgerRow, Place, Rematch, SavedLayout,
    Settlement, Slot, Standing, Store, StoreError, StoredTable, TableSetup,
};
