//! Permissions as Discord's bit set.

use std::borrow::Cow;
use std::ops::{BitAnd, BitOr, BitOrAssign, Not};

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A set of permissions.
///
/// Source: <https://discord.com/developers/docs/topics/permissions>.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Permissions(u64);

macro_rules! permissions {
    ($($(#[$doc:meta])* $name:ident = $bit:literal),* $(,)?) => {
        impl Permissions {
            $($(#[$doc])* pub const $name: Self = Self(1 << $bit);)*
        }
    };
}

permissions! {
    /// Everything, whatever a channel says.
    ADMINISTRATOR = 3,
    /// Change and delete channels.
    MANAGE_CHANNELS = 4,
    /// "Manage Server".
    MANAGE_GUILD = 5,
    /// See a channel.
    VIEW_CHANNEL = 10,
    /// Send messages outside threads.
    SEND_MESSAGES = 11,
    /// Delete the messages of others.
    MANAGE_MESSAGES = 13,
    /// Send embeds.
    EMBED_LINKS = 14,
    /// Send files.
    ATTACH_FILES = 15,
    /// Read what was written before.
    READ_MESSAGE_HISTORY = 16,
    /// Ping everyone and every role.
    MENTION_EVERYONE = 17,
    /// Change roles.
    MANAGE_ROLES = 28,
    /// Use slash commands.
    USE_APPLICATION_COMMANDS = 31,
    /// Archive, lock and delete threads, and see private ones.
    MANAGE_THREADS = 34,
    /// Open public threads.
    CREATE_PUBLIC_THREADS = 35,
    /// Open private threads.
    CREATE_PRIVATE_THREADS = 36,
    /// Send messages in threads.
    SEND_MESSAGES_IN_THREADS = 38,
    /// Pin messages.
    PIN_MESSAGES = 51,
}

impl Permissions {
    /// No permission.
    pub const NONE: Self = Self(0);
    /// Every permission that Discord numbers today.
    pub const ALL: Self = Self((1 << 53) - 1);
    /// What `@everyone` has on a new guild.
    pub const EVERYONE: Self = Self(
        Self::VIEW_CHANNEL.0
            | Self::SEND_MESSAGES.0
            | Self::EMBED_LINKS.0
            | Self::ATTACH_FILES.0
            | Self::READ_MESSAGE_HISTORY.0
            | Self::USE_APPLICATION_COMMANDS.0
            | Self::CREATE_PUBLIC_THREADS.0
            | Self::SEND_MESSAGES_IN_THREADS.0,
    );

    /// The set with this number.
    pub const fn from_bits(bits: u64) -> Self {
        Self(bits)
    }

    /// The number Discord sends for this set.
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// Whether all of `other` is in this set.
    pub const fn contains(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    /// This set without `other`.
    #[must_use]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

impl BitOr for Permissions {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitOrAssign for Permissions {
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

impl BitAnd for Permissions {
    type Output = Self;

    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl Not for Permissions {
    type Output = Self;

    fn not(self) -> Self {
        Self(!self.0) & Self::ALL
    }
}

/// As a string of digits, as Discord writes it.
impl Serialize for Permissions {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0)
    }
}

impl<'de> Deserialize<'de> for Permissions {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = Cow::<'de, str>::deserialize(deserializer)?;
        text.parse().map(Self).map_err(D::Error::custom)
    }
}
