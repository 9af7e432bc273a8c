//! What the program must be allowed to do where a table plays, with Discord's names for it.

use serenity::all::{ChannelType, Permissions};

use super::texts::Texts;

/// What it needs in a channel where a table stands, each with the key of its name.
const IN_CHANNELS: [(Permissions, &str); 3] = [
    (Permissions::VIEW_CHANNEL, "permission-view-channel"),
    (Permissions::SEND_MESSAGES, "permission-send-messages"),
    (Permissions::ATTACH_FILES, "permission-attach-files"),
];

/// What it needs in a thread.
const IN_THREADS: [(Permissions, &str); 3] = [
    (Permissions::VIEW_CHANNEL, "permission-view-channel"),
    (Permissions::SEND_MESSAGES_IN_THREADS, "permission-send-in-threads"),
    (Permissions::ATTACH_FILES, "permission-attach-files"),
];

/// What it needs to open a thread for a table and to play in it.
pub const FOR_OWN_THREAD: Permissions =
    Permissions::CREATE_PUBLIC_THREADS.union(Permissions::SEND_MESSAGES_IN_THREADS);

/// The kind of place in which a table's messages stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlaceKind {
    /// A channel.
    Channel,
    /// A thread, or a forum's post, which is one.
    Thread,
}

impl From<ChannelType> for PlaceKind {
    fn from(kind: ChannelType) -> Self {
        match kind {
            ChannelType::PublicThread | ChannelType::PrivateThread | ChannelType::NewsThread => Self::Thread,
            _ => Self::Channel,
        }
    }
}

/// The names of what is missing in such a place, joined; empty where nothing is. Where it is not
/// known what is allowed, all that is needed is named.
pub fn missing(texts: Texts, kind: PlaceKind, allowed: Option<Permissions>) -> String {
    let needed = match kind {
        PlaceKind::Channel => IN_CHANNELS,
        PlaceKind::Thread => IN_THREADS,
    };
    let lacks = |needed: Permissions| allowed.is_none_or(|allowed| !allowed.contains(needed));
    let names = needed.iter().filter(|(needed, _)| lacks(*needed)).map(|(_, key)| texts.say(key));
    names.collect::<Vec<_>>().join(&texts.say("list-separator"))
}
