//! Users.

use serde::{Deserialize, Serialize};

use crate::id::UserId;
use crate::world::World;

/// Whether a user takes direct messages from members of shared guilds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum DirectMessages {
    /// They arrive.
    #[default]
    Open,
    /// Sending one is answered with 50007.
    Closed,
}

/// How to make a user.
///
/// ```
/// use discord_sandbox::UserSpec;
///
/// let spec = UserSpec { locale: "zh-TW".to_owned(), ..UserSpec::named("小明") };
/// assert_eq!(spec.name, "小明");
/// ```
#[derive(Clone, Debug)]
pub struct UserSpec {
    /// The name shown in the client.
    pub name: String,
    /// The language of the client, as Discord writes it, such as `zh-TW`.
    pub locale: String,
    /// Whether direct messages arrive.
    pub direct_messages: DirectMessages,
}

impl UserSpec {
    /// A user with an English client who takes direct messages.
    pub fn named(name: impl Into<String>) -> Self {
        Self { name: name.into(), locale: "en-US".to_owned(), direct_messages: DirectMessages::Open }
    }
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct User {
    pub(crate) id: UserId,
    pub(crate) name: String,
    pub(crate) locale: String,
    pub(crate) is_bot: bool,
    pub(crate) direct_messages: DirectMessages,
}

impl World {
    pub(crate) fn add_user(&mut self, spec: UserSpec) -> UserId {
        let id = self.next_id();
        let user = User {
            id,
            name: spec.name,
            locale: spec.locale,
            is_bot: false,
            direct_messages: spec.direct_messages,
        };
        self.users.insert(id, user);
        id
    }

    pub(crate) fn user(&self, id: UserId) -> &User {
        self.users.get(&id).expect("users are never removed, and ids come from add_user")
    }
}
