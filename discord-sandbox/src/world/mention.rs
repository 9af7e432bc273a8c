//! Whom a message mentions, and whom it pings.

use serde::{Deserialize, Serialize};

use crate::check::message::{AllowedMentions, flag};
use crate::id::{RoleId, UserId};
use crate::permissions::Permissions;
use crate::world::World;
use crate::world::channel::Channel;
use crate::world::message::Message;

/// Who was notified when a message appeared. Edits notify nobody.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pings {
    /// The users pinged by name.
    pub users: Vec<UserId>,
    /// The roles pinged.
    pub roles: Vec<RoleId>,
    /// Whether `@everyone` or `@here` worked.
    pub everyone: bool,
}

impl Pings {
    /// Whether nobody was pinged.
    pub fn is_silent(&self) -> bool {
        self.users.is_empty() && self.roles.is_empty() && !self.everyone
    }
}

impl World {
    /// Whom a new message pings: who is mentioned in the content, as far as `allowed_mentions` lets them through.
    pub(crate) fn pings(&self, message: &Message, allowed: Option<&AllowedMentions>) -> Pings {
        let mentioned = mentioned(&message.content);
        let may_parse = |kind: &str| match allowed {
            None => true,
            Some(allowed) => allowed.parse.iter().any(|parsed| parsed == kind),
        };
        let channel = self.channels.get(&message.channel);
        let permissions =
            channel.map_or(Permissions::NONE, |channel| self.permissions_in(channel, message.author));
        let may_ping_all = permissions.contains(Permissions::MENTION_EVERYONE);
        let guild = channel.and_then(Channel::guild);
        let is_mentionable = |id: &RoleId| {
            let role = guild.and_then(|guild| self.guilds[&guild].roles.get(id));
            role.is_some_and(|role| role.is_mentionable || may_ping_all)
        };
        let mut users: Vec<UserId> = mentioned
            .users
            .into_iter()
            .filter(|id| self.users.contains_key(id))
            .filter(|id| may_parse("users") || allowed.is_some_and(|allowed| allowed.users.contains(id)))
            .collect();
        let answered = message.reply_to.and_then(|id| self.messages.get(&id));
        if let Some(answered) = answered
            && allowed.is_none_or(|allowed| allowed.replied_user)
            && !users.contains(&answered.author)
        {
            users.push(answered.author);
        }
        if message.flags & flag::SUPPRESS_NOTIFICATIONS != 0 {
            return Pings::default();
        }
        Pings {
            users,
            roles: mentioned
                .roles
                .into_iter()
                .filter(is_mentionable)
                .filter(|id| may_parse("roles") || allowed.is_some_and(|allowed| allowed.roles.contains(id)))
                .collect(),
            everyone: mentioned.everyone && may_parse("everyone") && may_ping_all,
        }
    }
}

/// Finds `<@1>`, `<@!1>`, `<@&1>`, `@everyone` and `@here` in a text, each once.
pub(crate) fn mentioned(content: &str) -> Pings {
    let mut found =
        Pings { everyone: content.contains("@everyone") || content.contains("@here"), ..Pings::default() };
    for part in content.split("<@").skip(1) {
        let Some((inside, _)) = part.split_once('>') else {
            continue;
        };
        if let Some(role) = inside.strip_prefix('&') {
            if let Ok(role) = role.parse()
                && !found.roles.contains(&role)
            {
                found.roles.push(role);
            }
        } else if let Ok(user) = inside.trim_start_matches('!').parse()
            && !found.users.contains(&user)
        {
            found.users.push(user);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mentions_are_found_once_each() {
        let found = mentioned("<@1> <@!2>, again <@1> and <@&3> <@x> <@4");
        assert_eq!(found.users, [UserId::new(1), UserId::new(2)]);
        assert_eq!(found.roles, [RoleId::new(3)]);
        assert!(!found.everyone);
    }
}
