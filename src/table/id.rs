//! Ids, so that one cannot be taken for another.

use std::fmt;

use serde::{Deserialize, Serialize};

macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct $name(pub u64);

        impl fmt::Display for $name {
            fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(formatter)
            }
        }
    };
}

id!(
    /// A table: its lobby and the one game played from it. Counted by the store from 1.
    TableId
);
id!(
    /// A user of the platform.
    UserId
);
id!(
    /// A server of the platform.
    GuildId
);
id!(
    /// A channel or thread of the platform.
    ChannelId
);
id!(
    /// A role of the platform.
    RoleId
);
id!(
    /// A message of the platform.
    MessageId
);
id!(
    /// A press or command of the platform; what RULES 16.1 calls the id of a joining press.
    PressId
);
