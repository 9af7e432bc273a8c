//! What is kept of a user besides running games: own settings; and everything, to be handed out or
//! erased.

use async_trait::async_trait;
use serde::{Deserialize, Serialize};

use super::{
    ChannelId, ConfigChange, Entry, GuildId, Joiner, LobbyEvent, Locale, PressId, SavedLayout, StoreError,
    TableId, UserId,
};
use crate::rules::{GameResult, Role, Seat};

/// An enum whose variants have names that settings and commands use.
macro_rules! named {
    ($(#[$doc:meta])* $name:ident { $($(#[$about:meta])* $variant:ident = $code:literal),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
        pub enum $name {
            $($(#[$about])* #[serde(rename = $code)] $variant),+
        }

        impl $name {
            /// Every value, the default first.
            pub const ALL: &[Self] = &[$(Self::$variant),+];

            /// The name that settings and commands use.
            pub const fn code(self) -> &'static str {
                match self {
                    $(Self::$variant => $code),+
                }
            }

            /// What is called so.
            pub fn from_code(code: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|value| value.code() == code)
            }
        }
    };
}

named! {
    /// When a user wants to be pinged.
    Pings {
        /// Whenever they must act.
        #[default]
        Always = "always",
        /// Only where there is time to come back for it.
        LongClocks = "long",
        /// Never.
        Never = "never",
    }
}

named! {
    /// Where a user's pieces are shown to them.
    Delivery {
        /// By direct message, and in the channel on demand.
        #[default]
        DirectMessages = "direct",
        /// In the channel only, on demand.
        ChannelOnly = "channel",
    }
}

named! {
    /// Whether a chosen move is asked about before it is made.
    Confirmation {
        /// It is made at once.
        #[default]
        AtOnce = "at-once",
        /// It is shown first, to be confirmed.
        Ask = "ask",
    }
}

/// A user's own settings; they hold on every server.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
pub struct UserSettings {
    /// The language of what only they see; none for that of their client.
    pub language: Option<Locale>,
    /// When they want to be pinged.
    pub pings: Pings,
    /// Where their pieces are shown to them.
    pub delivery: Delivery,
    /// Whether a move is asked about first.
    pub confirmation: Confirmation,
}

/// Everything that is kept of a user, to be handed to them.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct PersonalData {
    /// Own settings; none where they never set any.
    pub settings: Option<UserSettings>,
    /// Places taken at tables, oldest first.
    pub places: Vec<PersonalPlace>,
    /// Lines of the score ledger, oldest first.
    pub games: Vec<PersonalGame>,
    /// The latest name known of them on each server.
    pub names: Vec<PersonalName>,
    /// Saved layouts.
    pub layouts: Vec<SavedLayout>,
    /// Changes of servers' settings made by them, oldest first.
    pub config_changes: Vec<PersonalChange>,
}

/// The user's latest name on a server.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PersonalName {
    /// On which server.
    pub guild: GuildId,
    /// The name.
    pub name: String,
}

/// A place that the user took at a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PersonalPlace {
    /// Which table.
    pub table: TableId,
    /// On which server.
    pub guild: GuildId,
    /// In which channel it was opened.
    pub channel: ChannelId,
    /// The name displayed then.
    pub name: String,
    /// The language used then.
    pub locale: String,
    /// The press with which they joined (RULES 16.1).
    pub press: PressId,
}

/// A game that the user played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PersonalGame {
    /// Which table.
    pub table: TableId,
    /// On which server.
    pub guild: GuildId,
    /// The name under which it stands.
    pub name: String,
    /// The seat.
    pub seat: Seat,
    /// As what, if the auction came to that.
    pub role: Option<Role>,
    /// Points won or lost.
    pub points: i64,
    /// Whether the game counted for totals.
    pub is_scored: bool,
    /// Whether they deserted.
    pub has_deserted: bool,
    /// How it ended.
    pub result: Option<GameResult>,
    /// When, in milliseconds of Unix time.
    pub ended_unix_ms: i64,
}

/// A change of a server's settings made by the user.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PersonalChange {
    /// On which server.
    pub guild: GuildId,
    /// When, in milliseconds of Unix time.
    pub at_unix_ms: i64,
}

impl PersonalChange {
    /// What is kept of a change on that server.
    pub const fn of(guild: GuildId, change: ConfigChange) -> Self {
        Self { guild, at_unix_ms: change.at_unix_ms }
    }
}

/// Ids that stand for users who had themselves erased. The platform counts its ids by the clock and
/// reaches these in a century.
const ERASED: std::ops::Range<u64> = 0xE000_0000_0000_0000..0xF000_0000_0000_0000;

impl UserId {
    /// The stand-in for the user of the `number`-th erasure; nothing leads from it to the user.
    pub const fn of_erasure(number: u64) -> Self {
        Self(ERASED.start + number)
    }

    /// Whether it stands for somebody who had themselves erased.
    pub fn is_erased(self) -> bool {
        ERASED.contains(&self.0)
    }
}

impl Entry {
    /// The place that the user takes with this entry, if it is one: name, language, press.
    pub(crate) fn place_of(&self, of: UserId) -> Option<(&str, &str, PressId)> {
        match self {
            Self::Lobby(LobbyEvent::Joined { joiner: Joiner::Person { user, name, locale, press } })
                if *user == of =>
            {
                Some((name, locale, *press))
            }
            Self::Lobby(_) | Self::Game(_) => None,
        }
    }

    /// Puts the stand-in in the user's place, without name and language; whether the entry named them.
    ///
    /// The press's id stays: the seed of the deal is made of it (RULES 16.1), it was published with
    /// the end of the game, and it names nobody.
    pub(crate) fn erase(&mut self, erased: UserId, stand_in: UserId) -> bool {
        let user = match self {
            Self::Lobby(LobbyEvent::Joined { joiner: Joiner::Person { user, name, locale, .. } })
                if *user == erased =>
            {
                name.clear();
                locale.clear();
                user
            }
            Self::Lobby(LobbyEvent::Left { user }) if *user == erased => user,
            Self::Lobby(_) | Self::Game(_) => return false,
        };
        *user = stand_in;
        true
    }
}

/// What a store keeps of users.
#[async_trait]
pub trait PersonStore {
    /// The settings of everybody who has set any. They are few words each and asked for with every
    /// press, so they are read once and held.
    async fn all_user_settings(&self) -> Result<Vec<(UserId, UserSettings)>, StoreError>;

    /// Sets a user's own settings.
    async fn set_user_settings(&self, user: UserId, settings: UserSettings) -> Result<(), StoreError>;

    /// Everything that is kept of the user.
    async fn personal_data(&self, user: UserId) -> Result<PersonalData, StoreError>;

    /// Erases the user: settings and saved layouts go; in logs, ledger and trail a stand-in takes
    /// their place and their name goes, so that every game still replays and verifies, and every
    /// other player's total is what it was.
    ///
    /// # Errors
    /// [`StoreError::StillPlaying`] while a running table has them or waits for them to sit down again.
    async fn erase_user(&self, user: UserId, at_unix_ms: i64) -> Result<(), StoreError>;
}
