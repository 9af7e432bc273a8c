//! The routes of the API, as a type.

use crate::id::{ChannelId, CommandId, GuildId, InteractionId, MessageId, UserId};
use crate::rest::limit::{Bucket, Global, Quota};
use crate::world::command::Scope;

/// How a path names a message that belongs to an interaction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Named {
    /// `@original`: the first answer, or the message with the component.
    Original,
    /// By its number.
    Id(MessageId),
}

/// An operation of the API with what stands in its path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Route {
    Gateway,
    GatewayBot,
    CurrentAuthorization,
    CurrentApplication,
    CurrentUser,
    CurrentUserGuilds,
    User(UserId),
    OpenDirect,
    Commands(Scope),
    ReplaceCommands(Scope),
    UpsertCommand(Scope),
    Command(Scope, CommandId),
    EditCommand(Scope, CommandId),
    DeleteCommand(Scope, CommandId),
    Callback(InteractionId, String),
    FollowUp(String),
    WebhookMessage(String, Named),
    EditWebhookMessage(String, Named),
    DeleteWebhookMessage(String, Named),
    Channel(ChannelId),
    EditChannel(ChannelId),
    DeleteChannel(ChannelId),
    Typing(ChannelId),
    Messages(ChannelId),
    PostMessage(ChannelId),
    Message(ChannelId, MessageId),
    EditMessage(ChannelId, MessageId),
    DeleteMessage(ChannelId, MessageId),
    BulkDelete(ChannelId),
    Pins(ChannelId),
    /// The older way to list them.
    BarePins(ChannelId),
    Pin(ChannelId, MessageId),
    Unpin(ChannelId, MessageId),
    OpenThread(ChannelId),
    OpenThreadOn(ChannelId, MessageId),
    ThreadMembers(ChannelId),
    /// `None` is `@me`.
    AddThreadMember(ChannelId, Option<UserId>),
    RemoveThreadMember(ChannelId, Option<UserId>),
    Guild(GuildId),
    GuildChannels(GuildId),
    ActiveThreads(GuildId),
    Roles(GuildId),
    Members(GuildId),
    Member(GuildId, UserId),
}

/// Why there is no route.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct NoRoute;

impl Route {
    /// Finds the operation for a method and the path after `/api/v10`.
    pub(crate) fn find(method: &str, path: &str) -> Result<Self, NoRoute> {
        let steps: Vec<&str> = path.trim_matches('/').split('/').collect();
        let route = match steps.first() {
            Some(&"channels") => Self::find_in_channel(method, &steps[1..]),
            Some(&"guilds") => Self::find_in_guild(method, &steps[1..]),
            Some(&"webhooks") => Self::find_webhook(method, &steps[1..]),
            Some(&"applications") => Self::find_in_application(method, &steps[1..]),
            _ => match (method, steps.as_slice()) {
                ("GET", ["gateway"]) => Some(Self::Gateway),
                ("GET", ["gateway", "bot"]) => Some(Self::GatewayBot),
                ("GET", ["oauth2", "applications", "@me"]) => Some(Self::CurrentApplication),
                ("GET", ["oauth2", "@me"]) => Some(Self::CurrentAuthorization),
                ("GET", ["users", "@me"]) => Some(Self::CurrentUser),
                ("GET", ["users", "@me", "guilds"]) => Some(Self::CurrentUserGuilds),
                ("POST", ["users", "@me", "channels"]) => Some(Self::OpenDirect),
                ("GET", ["users", id]) => id.parse().ok().map(Self::User),
                ("POST", ["interactions", id, token, "callback"]) => {
                    id.parse().ok().map(|id| Self::Callback(id, (*token).to_owned()))
                }
                _ => None,
            },
        };
        route.ok_or(NoRoute)
    }

    fn find_in_application(method: &str, steps: &[&str]) -> Option<Self> {
        let (scope, rest) = match steps {
            ["@me"] if method == "GET" => return Some(Self::CurrentApplication),
            [_, "guilds", guild, "commands", rest @ ..] => (Scope::Guild(guild.parse().ok()?), rest),
            [_, "commands", rest @ ..] => (Scope::Global, rest),
            _ => return None,
        };
        match (method, rest) {
            ("GET", []) => Some(Self::Commands(scope)),
            ("PUT", []) => Some(Self::ReplaceCommands(scope)),
            ("POST", []) => Some(Self::UpsertCommand(scope)),
            ("GET", [id]) => Some(Self::Command(scope, id.parse().ok()?)),
            ("PATCH", [id]) => Some(Self::EditCommand(scope, id.parse().ok()?)),
            ("DELETE", [id]) => Some(Self::DeleteCommand(scope, id.parse().ok()?)),
            _ => None,
        }
    }

    fn find_webhook(method: &str, steps: &[&str]) -> Option<Self> {
        let (token, rest) = match steps {
            [_, token, rest @ ..] => ((*token).to_owned(), rest),
            _ => return None,
        };
        let named = match rest {
            [] => return (method == "POST").then_some(Self::FollowUp(token)),
            ["messages", "@original"] => Named::Original,
            ["messages", id] => Named::Id(id.parse().ok()?),
            _ => return None,
        };
        match method {
            "GET" => Some(Self::WebhookMessage(token, named)),
            "PATCH" => Some(Self::EditWebhookMessage(token, named)),
            "DELETE" => Some(Self::DeleteWebhookMessage(token, named)),
            _ => None,
        }
    }

    fn find_in_channel(method: &str, steps: &[&str]) -> Option<Self> {
        let (id, rest) = steps.split_first()?;
        let id: ChannelId = id.parse().ok()?;
        let member = |name: &str| match name {
            "@me" => Some(None),
            user => user.parse().ok().map(Some),
        };
        match (method, rest) {
            ("GET", []) => Some(Self::Channel(id)),
            ("PATCH", []) => Some(Self::EditChannel(id)),
            ("DELETE", []) => Some(Self::DeleteChannel(id)),
            ("POST", ["typing"]) => Some(Self::Typing(id)),
            ("GET", ["messages"]) => Some(Self::Messages(id)),
            ("POST", ["messages"]) => Some(Self::PostMessage(id)),
            ("POST", ["messages", "bulk-delete"]) => Some(Self::BulkDelete(id)),
            ("GET", ["messages", "pins"]) => Some(Self::Pins(id)),
            ("GET", ["pins"]) => Some(Self::BarePins(id)),
            ("PUT", ["pins", message] | ["messages", "pins", message]) => {
                Some(Self::Pin(id, message.parse().ok()?))
            }
            ("DELETE", ["pins", message] | ["messages", "pins", message]) => {
                Some(Self::Unpin(id, message.parse().ok()?))
            }
            ("GET", ["messages", message]) => Some(Self::Message(id, message.parse().ok()?)),
            ("PATCH", ["messages", message]) => Some(Self::EditMessage(id, message.parse().ok()?)),
            ("DELETE", ["messages", message]) => Some(Self::DeleteMessage(id, message.parse().ok()?)),
            ("POST", ["threads"]) => Some(Self::OpenThread(id)),
            ("POST", ["messages", message, "threads"]) => Some(Self::OpenThreadOn(id, message.parse().ok()?)),
            ("GET", ["thread-members"]) => Some(Self::ThreadMembers(id)),
            ("PUT", ["thread-members", user]) => Some(Self::AddThreadMember(id, member(user)?)),
            ("DELETE", ["thread-members", user]) => Some(Self::RemoveThreadMember(id, member(user)?)),
            _ => None,
        }
    }

    fn find_in_guild(method: &str, steps: &[&str]) -> Option<Self> {
        let (id, rest) = steps.split_first()?;
        let id: GuildId = id.parse().ok()?;
        match (method, rest) {
            ("GET", []) => Some(Self::Guild(id)),
            ("GET", ["channels"]) => Some(Self::GuildChannels(id)),
            ("GET", ["threads", "active"]) => Some(Self::ActiveThreads(id)),
            ("GET", ["roles"]) => Some(Self::Roles(id)),
            ("GET", ["members"]) => Some(Self::Members(id)),
            ("GET", ["members", user]) => Some(Self::Member(id, user.parse().ok()?)),
            _ => None,
        }
    }

    /// Whether the bot's token has to be sent. Interactions bring their own.
    pub(crate) const fn needs_token(&self) -> bool {
        !matches!(
            self,
            Self::Gateway
                | Self::Callback(..)
                | Self::FollowUp(_)
                | Self::WebhookMessage(..)
                | Self::EditWebhookMessage(..)
                | Self::DeleteWebhookMessage(..)
        )
    }

    /// Answers to interactions are outside the global limit.
    pub(crate) const fn global(&self) -> Global {
        if self.interaction_token().is_some() { Global::Exempt } else { Global::Counted }
    }

    /// The interaction's token in the path.
    pub(crate) const fn interaction_token(&self) -> Option<&String> {
        match self {
            Self::Callback(_, token)
            | Self::FollowUp(token)
            | Self::WebhookMessage(token, _)
            | Self::EditWebhookMessage(token, _)
            | Self::DeleteWebhookMessage(token, _) => Some(token),
            _ => None,
        }
    }

    /// The quota and the bucket it is counted in.
    pub(crate) fn quota(&self) -> (Bucket, Quota) {
        let bucket = |kind: &str, resource: &dyn std::fmt::Display, limit, window_ms| {
            let bucket = Bucket { kind: kind.to_owned(), resource: resource.to_string() };
            (bucket, Quota { limit, window_ms })
        };
        match self {
            Self::PostMessage(channel) => bucket("post", channel, 5, 5000),
            Self::EditMessage(channel, _) => bucket("edit", channel, 5, 5000),
            Self::DeleteMessage(channel, _) => bucket("delete", channel, 5, 1000),
            Self::Typing(channel) => bucket("typing", channel, 5, 5000),
            Self::EditChannel(channel) => bucket("channel", channel, 5, 15_000),
            Self::Callback(id, _) => bucket("callback", id, 5, 5000),
            Self::FollowUp(token)
            | Self::WebhookMessage(token, _)
            | Self::EditWebhookMessage(token, _)
            | Self::DeleteWebhookMessage(token, _) => bucket("webhook", token, 5, 2000),
            Self::OpenDirect => bucket("open direct", &"", 10, 10_000),
            Self::ReplaceCommands(scope) => bucket("commands", &format!("{scope:?}"), 2, 60_000),
            other => {
                let name = format!("{other:?}");
                bucket(name.split(['(', ' ']).next().unwrap_or_default(), &"", 50, 1000)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_become_routes_and_unknown_ones_do_not() {
        let message = MessageId::new(7);
        let channel = ChannelId::new(5);
        for (method, path, route) in [
            ("GET", "/gateway/bot", Ok(Route::GatewayBot)),
            ("PATCH", "/channels/5/messages/7", Ok(Route::EditMessage(channel, message))),
            (
                "PATCH",
                "/webhooks/1/t/messages/@original",
                Ok(Route::EditWebhookMessage("t".to_owned(), Named::Original)),
            ),
            ("PUT", "/applications/1/commands", Ok(Route::ReplaceCommands(Scope::Global))),
            ("PUT", "/channels/5/messages/7", Err(NoRoute)),
            ("GET", "/channels/five", Err(NoRoute)),
            ("GET", "/", Err(NoRoute)),
        ] {
            assert_eq!(Route::find(method, path), route, "{method} {path}");
        }
    }
}
