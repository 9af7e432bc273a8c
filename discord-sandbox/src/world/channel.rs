//! Channels: text channels, threads and direct conversations.

use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::gateway::session::{Event, Intents};
use crate::id::{ChannelId, GuildId, MessageId, RoleId, UserId};
use crate::permissions::Permissions;
use crate::wire;
use crate::world::World;
use crate::world::thread::Thread;

/// Whom an overwrite of a channel is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Subject {
    /// Everybody on the guild.
    Everyone,
    /// Everybody with a role.
    Role(RoleId),
    /// One user, or the bot.
    User(UserId),
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Overwrite {
    pub(crate) subject: Subject,
    pub(crate) allow: Permissions,
    pub(crate) deny: Permissions,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) enum Place {
    Text { guild: GuildId, overwrites: Vec<Overwrite>, topic: Option<String> },
    Thread { guild: GuildId, thread: Thread },
    Direct { user: UserId },
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Channel {
    pub(crate) id: ChannelId,
    pub(crate) name: String,
    pub(crate) place: Place,
    pub(crate) last_message: Option<MessageId>,
}

impl Channel {
    pub(crate) fn guild(&self) -> Option<GuildId> {
        match &self.place {
            Place::Text { guild, .. } | Place::Thread { guild, .. } => Some(*guild),
            Place::Direct { .. } => None,
        }
    }

    pub(crate) fn thread(&self) -> Option<&Thread> {
        match &self.place {
            Place::Thread { thread, .. } => Some(thread),
            Place::Text { .. } | Place::Direct { .. } => None,
        }
    }

    pub(crate) fn thread_mut(&mut self) -> Option<&mut Thread> {
        match &mut self.place {
            Place::Thread { thread, .. } => Some(thread),
            Place::Text { .. } | Place::Direct { .. } => None,
        }
    }

    pub(crate) fn recipient(&self) -> Option<UserId> {
        match self.place {
            Place::Direct { user } => Some(user),
            Place::Text { .. } | Place::Thread { .. } => None,
        }
    }

    /// Discord's number for the kind of channel.
    pub(crate) fn type_number(&self) -> u8 {
        match &self.place {
            Place::Text { .. } => 0,
            Place::Direct { .. } => 1,
            Place::Thread { thread, .. } => thread.privacy.type_number(),
        }
    }
}

impl World {
    pub(crate) fn add_text_channel(&mut self, guild: GuildId, name: String) -> ChannelId {
        let id = self.next_id();
        let place = Place::Text { guild, overwrites: Vec::new(), topic: None };
        self.channels.insert(id, Channel { id, name, place, last_message: None });
        self.announce_channel(id, "CHANNEL_CREATE");
        id
    }

    /// The direct conversation of the bot with a user, opened if there was none.
    pub(crate) fn direct_channel(&mut self, user: UserId) -> ChannelId {
        let open = self.channels.values().find(|channel| channel.recipient() == Some(user));
        if let Some(channel) = open {
            return channel.id;
        }
        let id = self.next_id();
        let channel = Channel { id, name: String::new(), place: Place::Direct { user }, last_message: None };
        self.channels.insert(id, channel);
        id
    }

    /// Deletes a channel as a moderator does, so that the bot is not blamed for reaching for it.
    pub(crate) fn take_channel_away(&mut self, id: ChannelId) {
        let is_below = |channel: &&Channel| channel.thread().is_some_and(|thread| thread.parent == id);
        let below: Vec<ChannelId> =
            self.channels.values().filter(is_below).map(|channel| channel.id).collect();
        for channel in below.into_iter().chain([id]) {
            let within = self.messages.values().filter(|message| message.channel == channel);
            self.taken_away.messages.extend(within.map(|message| message.id));
            self.taken_away.channels.insert(channel);
        }
        self.delete_channel(id);
    }

    pub(crate) fn delete_channel(&mut self, id: ChannelId) {
        let threads: Vec<ChannelId> = self
            .channels
            .values()
            .filter(|channel| channel.thread().is_some_and(|thread| thread.parent == id))
            .map(|channel| channel.id)
            .collect();
        for thread in threads {
            self.delete_channel(thread);
        }
        let Some(channel) = self.channels.get(&id) else {
            return;
        };
        let name = if channel.thread().is_some() { "THREAD_DELETE" } else { "CHANNEL_DELETE" };
        self.announce_channel(id, name);
        self.channels.remove(&id);
        let gone: Vec<MessageId> = self
            .messages
            .values()
            .filter(|message| message.channel == id)
            .map(|message| message.id)
            .collect();
        for message in gone {
            self.forget_message(message);
        }
    }

    pub(crate) fn set_overwrite(
        &mut self,
        id: ChannelId,
        subject: Subject,
        allow: Permissions,
        deny: Permissions,
    ) {
        self.taken_away.permissions = true;
        let Some(channel) = self.channels.get_mut(&id) else {
            return;
        };
        if let Place::Text { overwrites, .. } = &mut channel.place {
            overwrites.retain(|overwrite| overwrite.subject != subject);
            overwrites.push(Overwrite { subject, allow, deny });
        }
        self.announce_channel(id, "CHANNEL_UPDATE");
    }

    /// Tells the bot of a guild's channel or thread. Direct conversations are not announced, nor threads it cannot see.
    pub(crate) fn announce_channel(&mut self, id: ChannelId, name: &'static str) {
        let Some(channel) = self.channels.get(&id) else {
            return;
        };
        let Some(guild) = channel.guild() else {
            return;
        };
        let bot_may = self.permissions_in(channel, self.bot());
        if channel.thread().is_some() && !bot_may.contains(Permissions::VIEW_CHANNEL) {
            return;
        }
        let mut data = wire::channel::channel(self, channel);
        match (name, channel.thread()) {
            ("THREAD_CREATE", _) => data["newly_created"] = json!(true),
            ("THREAD_DELETE", Some(thread)) => {
                data = json!({
                    "id": id, "guild_id": guild, "parent_id": thread.parent, "type": channel.type_number(),
                });
            }
            _ => {}
        }
        self.gateway.dispatch(&Event { name, needs: Intents::GUILDS, guild: Some(guild), data });
    }
}
