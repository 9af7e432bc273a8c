//! Snowflakes: a newtype for each kind of thing that Discord numbers, and their source.

use std::borrow::Cow;
use std::fmt;
use std::num::ParseIntError;
use std::str::FromStr;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The first millisecond of 2015, from which Discord counts.
const EPOCH_UNIX_MS: u64 = 1_420_070_400_000;
/// The low bits of a snowflake, which tell apart what was made in the same millisecond.
const LOW_BITS: u32 = 22;

macro_rules! snowflake {
    ($($(#[$doc:meta])* $name:ident),* $(,)?) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(u64);

        impl $name {
            /// Wraps a number, for instance one that serenity has handed out.
            pub const fn new(number: u64) -> Self {
                Self(number)
            }

            /// The bare number.
            pub const fn get(self) -> u64 {
                self.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }

        impl FromStr for $name {
            type Err = ParseIntError;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                text.parse().map(Self)
            }
        }

        impl From<u64> for $name {
            fn from(number: u64) -> Self {
                Self(number)
            }
        }

        /// As a string, since JSON's numbers are too short for a snowflake.
        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(&self.0)
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let text = Cow::<'de, str>::deserialize(deserializer)?;
                text.parse().map_err(D::Error::custom)
            }
        }
    )*};
}

snowflake! {
    /// The bot's application.
    ApplicationId,
    /// A file in a message.
    AttachmentId,
    /// A text channel, a thread or a direct conversation.
    ChannelId,
    /// A registered command.
    CommandId,
    /// A server.
    GuildId,
    /// One use of a command, button, select or modal.
    InteractionId,
    /// A message.
    MessageId,
    /// A role on a server.
    RoleId,
    /// A person, or the bot.
    UserId,
}

impl GuildId {
    /// The role everybody has, which shares the guild's number.
    pub const fn everyone(self) -> RoleId {
        RoleId(self.0)
    }
}

/// Hands out snowflakes that grow strictly, as Discord's do within a process.
#[derive(Debug, Default)]
pub(crate) struct IdSource {
    last: u64,
}

impl IdSource {
    pub(crate) fn next<T: From<u64>>(&mut self, now_ms: u64) -> T {
        let fresh = now_ms.saturating_sub(EPOCH_UNIX_MS) << LOW_BITS;
        self.last = fresh.max(self.last + 1);
        T::from(self.last)
    }

    /// A source whose numbers are all above one that was handed out before.
    pub(crate) const fn after(last: u64) -> Self {
        Self { last }
    }

    /// The number handed out last.
    pub(crate) const fn last(&self) -> u64 {
        self.last
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn snowflakes_grow_even_within_one_millisecond() {
        let mut source = IdSource::default();
        let first: MessageId = source.next(EPOCH_UNIX_MS + 5);
        let second: MessageId = source.next(EPOCH_UNIX_MS + 5);
        let third: MessageId = source.next(EPOCH_UNIX_MS + 4);
        assert!(first < second && second < third);
    }
}
