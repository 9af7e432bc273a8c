//! What this program needs to be allowed in a channel, and what an administrator must be.

use serenity::all::{ChannelType, Permissions, Role};

use super::texts::Texts;

/// Whether a table can do without.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weight {
    /// No table opens without it.
    Needed,
    /// Tables open all the same, and play without what it would give.
    Wished,
}

/// A permission, with what it is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Need {
    /// Which.
    pub permission: Permissions,
    /// The key of the name that Discord gives it.
    pub name: &'static str,
    /// The key of what it is for.
    pub purpose: &'static str,
    /// Whether a table can do without.
    pub weight: Weight,
}

/// The kind of place in which a table's messages stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlaceKind {
    /// A channel, where tables get threads of their own.
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

/// What it needs to open a thread for a table and to play in it.
pub const FOR_OWN_THREAD: Permissions =
    Permissions::CREATE_PUBLIC_THREADS.union(Permissions::SEND_MESSAGES_IN_THREADS);

const fn need(permission: Permissions, name: &'static str, purpose: &'static str, weight: Weight) -> Need {
    Need { permission, name, purpose, weight }
}

const IN_CHANNELS: [Need; 6] = [
    need(Permissions::VIEW_CHANNEL, "permission-view-channel", "need-view-channel", Weight::Needed),
    need(Permissions::SEND_MESSAGES, "permission-send-messages", "need-send-messages", Weight::Needed),
    need(Permissions::ATTACH_FILES, "permission-attach-files", "need-attach-files", Weight::Needed),
    need(
        Permissions::CREATE_PUBLIC_THREADS,
        "permission-create-threads",
        "need-create-threads",
        Weight::Wished,
    ),
    need(
        Permissions::SEND_MESSAGES_IN_THREADS,
        "permission-send-in-threads",
        "need-send-in-threads",
        Weight::Wished,
    ),
    need(Permissions::READ_MESSAGE_HISTORY, "permission-read-history", "need-read-history", Weight::Wished),
];

const IN_THREADS: [Need; 4] = [
    need(Permissions::VIEW_CHANNEL, "permission-view-channel", "need-view-channel", Weight::Needed),
    need(
        Permissions::SEND_MESSAGES_IN_THREADS,
        "permission-send-in-threads",
        "need-send-messages",
        Weight::Needed,
    ),
    need(Permissions::ATTACH_FILES, "permission-attach-files", "need-attach-files", Weight::Needed),
    need(Permissions::READ_MESSAGE_HISTORY, "permission-read-history", "need-read-history", Weight::Wished),
];

/// Everything this program needs there, the most important first.
pub fn needs(kind: PlaceKind) -> &'static [Need] {
    match kind {
        PlaceKind::Channel => &IN_CHANNELS,
        PlaceKind::Thread => &IN_THREADS,
    }
}

/// What no table opens without and is missing from these permissions.
pub fn lacking(allowed: Permissions, kind: PlaceKind) -> Vec<Need> {
    let is_missing = |need: &&Need| need.weight == Weight::Needed && !has(allowed, need.permission);
    needs(kind).iter().filter(is_missing).copied().collect()
}

/// Whether these permissions hold that one; administrators have all.
pub fn has(allowed: Permissions, permission: Permissions) -> bool {
    allowed.contains(permission) || allowed.contains(Permissions::ADMINISTRATOR)
}

/// Whether a mention of the role reaches its members, with these permissions.
pub fn may_mention(role: &Role, own: Permissions) -> bool {
    role.mentionable || has(own, Permissions::MENTION_EVERYONE)
}

/// Whether a member may change this program's settings. Default permissions hide a command; they do
/// not guard it.
pub fn manages(member: Option<Permissions>) -> bool {
    member.is_some_and(|allowed| has(allowed, Permissions::MANAGE_GUILD))
}

/// The names of permissions, joined.
pub fn names(texts: Texts, needs: &[Need]) -> String {
    let names: Vec<String> = needs.iter().map(|need| texts.say(need.name)).collect();
    names.join(&texts.say("list-separator"))
}

/// The names of what no table goes on without in such a place and is missing; empty where nothing is.
/// Where it is not known what is allowed, all that is needed is named.
pub fn missing(texts: Texts, kind: PlaceKind, allowed: Option<Permissions>) -> String {
    names(texts, &lacking(allowed.unwrap_or(Permissions::empty()), kind))
}

/// Names each of those permissions, and where they are granted.
pub fn refusal(texts: Texts, missing: &[Need]) -> String {
    texts.get("refused-permissions", &[("missing", names(texts, missing).into())])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thread_needs_the_permission_of_threads_and_not_that_of_channels() {
        let channel = Permissions::VIEW_CHANNEL | Permissions::SEND_MESSAGES | Permissions::ATTACH_FILES;
        assert_eq!(lacking(channel, PlaceKind::Channel), []);
        let names: Vec<&str> = lacking(channel, PlaceKind::Thread).iter().map(|need| need.name).collect();
        assert_eq!(names, ["permission-send-in-threads"]);
        assert_eq!(
            lacking(Permissions::ADMINISTRATOR, PlaceKind::Thread),
            [],
            "administrators may everything"
        );
    }

    #[test]
    fn a_table_opens_without_what_is_only_wished_for() {
        let wished = needs(PlaceKind::Channel).iter().filter(|need| need.weight == Weight::Wished);
        let all_but_wished = wished.fold(Permissions::all(), |all, need| all - need.permission);
        assert_eq!(lacking(all_but_wished - Permissions::ADMINISTRATOR, PlaceKind::Channel), []);
    }

    #[test]
    fn who_may_not_manage_the_server_does_not() {
        assert!(manages(Some(Permissions::MANAGE_GUILD)) && manages(Some(Permissions::ADMINISTRATOR)));
        assert!(!manages(Some(Permissions::MANAGE_CHANNELS)) && !manages(None));
    }
}
