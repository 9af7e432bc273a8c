//! What is kept of a world, and how a world is made of it again.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::time::Instant;

use serde::{Deserialize, Serialize};

use crate::config::Config;
use crate::id::{ChannelId, GuildId, IdSource, InteractionId, MessageId, UserId};
use crate::keep::KeepFault;
use crate::keep::folder::File;
use crate::world::channel::Channel;
use crate::world::guild::Guild;
use crate::world::interaction::{Interaction, InteractionKind};
use crate::world::message::{Message, Origin};
use crate::world::user::User;
use crate::world::{Addresses, Application, TakenAway, World};

/// The form in which worlds are kept today.
const VERSION: u32 = 1;

/// A world at rest.
#[derive(Debug, Deserialize)]
pub(crate) struct Kept {
    last_id: u64,
    application: Application,
    users: Vec<User>,
    guilds: Vec<Guild>,
    channels: Vec<Channel>,
    pub(crate) messages: Vec<Message>,
    interactions: Vec<Used>,
    taken_away: TakenAway,
    read: BTreeMap<UserId, BTreeMap<ChannelId, MessageId>>,
}

/// The same, borrowed from a living world.
#[derive(Serialize)]
struct Writing<'w> {
    version: u32,
    last_id: u64,
    application: &'w Application,
    users: Vec<&'w User>,
    guilds: Vec<&'w Guild>,
    channels: Vec<&'w Channel>,
    messages: Vec<&'w Message>,
    interactions: Vec<Used>,
    taken_away: &'w TakenAway,
    read: &'w BTreeMap<UserId, BTreeMap<ChannelId, MessageId>>,
}

/// What a message tells of the command or press that it answers.
#[derive(Debug, Serialize, Deserialize)]
struct Used {
    id: InteractionId,
    kind: InteractionKind,
    name: String,
    user: UserId,
    channel: ChannelId,
    guild: Option<GuildId>,
    source: Option<MessageId>,
}

#[derive(Deserialize)]
struct Head {
    version: u32,
}

impl Kept {
    /// The world as JSON, and the files of its messages.
    pub(crate) fn write(world: &World) -> (Vec<u8>, Vec<File>) {
        // A private answer goes when its reader's client closes, and so does one that was never filled in.
        let stays = |message: &&Message| message.visible_to.is_none() && !message.is_loading();
        let messages: Vec<&Message> = world.messages.values().filter(stays).collect();
        let used: BTreeSet<InteractionId> = messages
            .iter()
            .filter_map(|message| match message.origin {
                Origin::Interaction(id) => Some(id),
                Origin::Channel => None,
            })
            .collect();
        let interactions = used.iter().filter_map(|id| world.interactions.get(id)).map(Used::of);
        let files = messages.iter().flat_map(|message| &message.attachments);
        let files = files.map(|attachment| (attachment.id, attachment.bytes.clone())).collect();
        let writing = Writing {
            version: VERSION,
            last_id: world.ids.last(),
            application: &world.application,
            users: world.users.values().collect(),
            guilds: world.guilds.values().collect(),
            channels: world.channels.values().collect(),
            interactions: interactions.collect(),
            messages,
            taken_away: &world.taken_away,
            read: &world.read,
        };
        let json =
            serde_json::to_vec(&writing).expect("texts, numbers and lists can always be written as JSON");
        (json, files)
    }

    /// The files of the messages are still empty.
    pub(crate) fn read(path: &Path, text: &[u8]) -> Result<Self, KeepFault> {
        let damaged = |source| KeepFault::Damaged { path: path.to_owned(), source };
        let head: Head = serde_json::from_slice(text).map_err(damaged)?;
        if head.version > VERSION {
            return Err(KeepFault::Later { path: path.to_owned(), version: head.version });
        }
        serde_json::from_slice(text).map_err(damaged)
    }

    /// Wakes the world.
    pub(crate) fn into_world(self, config: Config, addresses: Addresses) -> World {
        let mut world = World::new(config, addresses);
        world.ids = IdSource::after(self.last_id.max(world.ids.last()));
        world.application = self.application;
        if let Some(token) = world.config.token.clone() {
            world.application.token = token;
        }
        world.users = self.users.into_iter().map(|user| (user.id, user)).collect();
        let name = world.config.bot_name.clone();
        if let Some(bot) = world.users.get_mut(&world.application.bot) {
            bot.name = name;
        }
        world.guilds = self.guilds.into_iter().map(|guild| (guild.id, guild)).collect();
        world.channels = self.channels.into_iter().map(|channel| (channel.id, channel)).collect();
        for message in self.messages {
            for attachment in &message.attachments {
                world.files.insert(attachment.id, message.id);
            }
            world.messages.insert(message.id, message);
        }
        world.interactions =
            self.interactions.into_iter().map(|used| (used.id, used.into_interaction())).collect();
        world.taken_away = self.taken_away;
        world.read = self.read;
        world
    }
}

impl Used {
    fn of(interaction: &Interaction) -> Self {
        Self {
            id: interaction.id,
            kind: interaction.kind,
            name: interaction.name.clone(),
            user: interaction.user,
            channel: interaction.channel,
            guild: interaction.guild,
            source: interaction.source,
        }
    }

    /// One whose token nobody has any more.
    fn into_interaction(self) -> Interaction {
        Interaction {
            id: self.id,
            token: String::new(),
            kind: self.kind,
            name: self.name,
            user: self.user,
            channel: self.channel,
            guild: self.guild,
            source: self.source,
            created_ms: 0,
            dispatched: Instant::now(),
            answer: None,
            original: None,
            follow_ups: Vec::new(),
            choices: Vec::new(),
        }
    }
}
