//! What this program needs to be allowed in a channel, and what an administrator must be.

use serenity::all::Permissions;

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

/// Where a table would be opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spot {
    /// In a channel, where tables get threads of their own.
    Channel,
    /// In a thread, or a post of a forum.
    Thread,
}

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
pub fn needs(spot: Spot) -> &'static [Need] {
    match spot {
        Spot::Channel => &IN_CHANNELS,
        Spot::Thread => &IN_THREADS,
    }
}

/// What no table opens without and is missing from these permissions.
pub fn missing(allowed: Permissions, spot: Spot) -> Vec<Need> {
    let is_missing = |need: &&Need| need.weight == Weight::Needed && !has(allowed, need.permission);
    needs(spot).iter().filter(is_missing).copied().collect()
}

/// Whether these permissions hold that one; administrators have all.
pub fn has(allowed: Permissions, permission: Permissions) -> bool {
    allowed.contains(permission) || allowed.contains(Permissions::ADMINISTRATOR)
}

/// Whether a member may change this program's settings. Default permissions hide a command; they do
/// not guard it.
pub fn manages(member: Option<Permissions>) -> bool {
    member.is_some_and(|allowed| has(allowed, Permissions::MANAGE_GUILD))
}

/// Names each of those permissions, and where they are granted.
pub fn refusal(texts: Texts, missing: &[Need]) -> String {
    let names: Vec<String> = missing.iter().map(|need| texts.say(need.name)).collect();
    texts.get("refused-permissions", &[("missing", names.join(&texts.say("list-comma")).into())])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thread_needs_the_permission_of_threads_and_not_that_of_channels() {
        let channel = Permissions::VIEW_CHANNEL | Permissions::SEND_MESSAGES | Permissions::ATTACH_FILES;
        assert_eq!(missing(channel, Spot::Channel), []);
        let names: Vec<&str> = missing(channel, Spot::Thread).iter().map(|need| need.name).collect();
        assert_eq!(names, ["permission-send-in-threads"]);
        assert_eq!(missing(Permissions::ADMINISTRATOR, Spot::Thread), [], "administrators may everything");
    }

    #[test]
    fn a_table_opens_without_what_is_only_wished_for() {
        let wished = needs(Spot::Channel).iter().filter(|need| need.weight == Weight::Wished);
        let all_but_wished = wished.fold(Permissions::all(), |all, need| all - need.permission);
        assert_eq!(missing(all_but_wished - Permissions::ADMINISTRATOR, Spot::Channel), []);
    }

    #[test]
    fn who_may_not_manage_the_server_does_not() {
        assert!(manages(Some(Permissions::MANAGE_GUILD)) && manages(Some(Permissions::ADMINISTRATOR)));
        assert!(!manages(Some(Permissions::MANAGE_CHANNELS)) && !manages(None));
    }
}
