//! Messages: sending and deleting.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::check::message::{MessageBody, flag};
use crate::clock::iso8601;
use crate::gateway::session::{Event, Intents};
use crate::id::{AttachmentId, ChannelId, InteractionId, MessageId, UserId};
use crate::rest::error::{ApiError, Code};
use crate::wire;
use crate::world::World;
use crate::world::channel::Channel;
use crate::world::mention::Pings;

/// A file that belongs to a message.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Attachment {
    pub(crate) id: AttachmentId,
    pub(crate) filename: String,
    pub(crate) description: Option<String>,
    pub(crate) content_type: String,
    /// Kept in a file of its own.
    #[serde(skip)]
    pub(crate) bytes: Arc<[u8]>,
}

impl Attachment {
    /// Width and height in pixels, where the file is a PNG or GIF.
    pub(crate) fn size_in_pixels(&self) -> Option<(u32, u32)> {
        if self.bytes.starts_with(b"GIF8") {
            let number = |from: usize| {
                let low = self.bytes.get(from)?;
                let high = self.bytes.get(from + 1)?;
                Some(u32::from(u16::from_le_bytes([*low, *high])))
            };
            return Some((number(6)?, number(8)?));
        }
        let header = self.bytes.get(..24)?;
        if !header.starts_with(b"\x89PNG\r\n\x1a\n") {
            return None;
        }
        let number = |from: usize| {
            u32::from_be_bytes([header[from], header[from + 1], header[from + 2], header[from + 3]])
        };
        Some((number(16), number(20)))
    }
}

/// What a message came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Origin {
    /// Written by a user, or by the bot through the channel.
    Channel,
    /// The first answer to an interaction, or a follow-up to it.
    Interaction(InteractionId),
}

/// What Discord calls the type of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum MessageKind {
    Ordinary,
    Reply,
    ChatInputCommand,
    ThreadCreated,
}

impl MessageKind {
    pub(crate) const fn type_number(self) -> u8 {
        match self {
            Self::Ordinary => 0,
            Self::ThreadCreated => 18,
            Self::Reply => 19,
            Self::ChatInputCommand => 20,
        }
    }
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Message {
    pub(crate) id: MessageId,
    pub(crate) channel: ChannelId,
    pub(crate) author: UserId,
    pub(crate) kind: MessageKind,
    pub(crate) origin: Origin,
    pub(crate) content: String,
    pub(crate) embeds: Vec<Value>,
    pub(crate) components: Vec<Value>,
    pub(crate) attachments: Vec<Attachment>,
    pub(crate) flags: u64,
    pub(crate) is_tts: bool,
    /// When it was pinned, if it is.
    pub(crate) pinned_ms: Option<u64>,
    pub(crate) reply_to: Option<MessageId>,
    /// `Some` makes it ephemeral: nobody else sees it.
    pub(crate) visible_to: Option<UserId>,
    pub(crate) pings: Pings,
    pub(crate) created_ms: u64,
    pub(crate) edited_ms: Option<u64>,
    /// When it was edited while older than an hour.
    pub(crate) late_edits_ms: Vec<u64>,
}

impl Message {
    pub(crate) fn is_loading(&self) -> bool {
        self.flags & flag::LOADING != 0
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.content.trim().is_empty()
            && self.embeds.is_empty()
            && self.components.is_empty()
            && self.attachments.is_empty()
    }
}

/// Everything about a new message but its body.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Envelope {
    pub(crate) channel: ChannelId,
    pub(crate) author: UserId,
    pub(crate) kind: MessageKind,
    pub(crate) origin: Origin,
    pub(crate) visible_to: Option<UserId>,
    /// Flags that the sandbox sets, besides those the body asks for.
    pub(crate) flags: u64,
}

impl World {
    /// Puts a message into its channel and tells the bot.
    ///
    /// # Errors
    /// 50006 if there is nothing in it and it is not a placeholder; 50035 if an attachment is described that was not sent.
    pub(crate) fn post(&mut self, envelope: Envelope, body: &MessageBody) -> Result<MessageId, ApiError> {
        let attachments = self.attach(Vec::new(), body)?;
        let id = self.next_id();
        let asked = flag::SUPPRESS_EMBEDS | flag::SUPPRESS_NOTIFICATIONS | flag::COMPONENTS_V2;
        let ephemeral = if envelope.visible_to.is_some() { flag::EPHEMERAL } else { 0 };
        let content = body.content.clone().unwrap_or_default();
        let mut message = Message {
            id,
            channel: envelope.channel,
            author: envelope.author,
            kind: envelope.kind,
            origin: envelope.origin,
            pings: Pings::default(),
            content,
            embeds: body.embeds.clone().unwrap_or_default(),
            components: number_components(body.components.clone().unwrap_or_default()),
            attachments,
            flags: body.flags & asked | envelope.flags | ephemeral,
            is_tts: body.is_tts,
            pinned_ms: None,
            reply_to: body.reply_to,
            visible_to: envelope.visible_to,
            created_ms: self.now_ms(),
            edited_ms: None,
            late_edits_ms: Vec::new(),
        };
        if message.is_empty() && !message.is_loading() && message.kind != MessageKind::ThreadCreated {
            return Err(ApiError::of(Code::EmptyMessage));
        }
        message.pings = self.pings(&message, body.allowed_mentions.as_ref());
        self.insert_message(message);
        Ok(id)
    }

    fn insert_message(&mut self, message: Message) {
        let (id, channel) = (message.id, message.channel);
        for attachment in &message.attachments {
            self.files.insert(attachment.id, id);
        }
        let is_ephemeral = message.visible_to.is_some();
        self.messages.insert(id, message);
        if is_ephemeral {
            return;
        }
        if let Some(channel) = self.channels.get_mut(&channel) {
            channel.last_message = Some(id);
        }
        self.announce_message(id, "MESSAGE_CREATE");
        self.note_message_in_thread(channel);
    }

    /// Tells the bot of a public message, each session as its intents allow.
    pub(crate) fn announce_message(&mut self, id: MessageId, name: &'static str) {
        let Some(message) = self.messages.get(&id).filter(|message| message.visible_to.is_none()) else {
            return;
        };
        let Some(channel) = self.channels.get(&message.channel) else {
            return;
        };
        let bot_sees = self.permissions_in(channel, self.bot());
        if !bot_sees.contains(crate::Permissions::VIEW_CHANNEL) {
            return;
        }
        let guild = channel.guild();
        let needs = message_intent(guild.is_some());
        let described = self.gateway.describe(needs, |intents| {
            let mut data = wire::message::for_bot(self, message, intents);
            if let Some(guild) = guild {
                data["guild_id"] = json!(guild);
                data["member"] = wire::guild::member_beside_user(self, guild, message.author);
            }
            data
        });
        self.gateway.send_described(guild, name, described);
    }

    /// Deletes a message and tells the bot, unless only its reader saw it.
    pub(crate) fn delete_message(&mut self, id: MessageId) {
        let Some(message) = self.forget_message(id) else {
            return;
        };
        if message.visible_to.is_none() {
            self.announce_deletion("MESSAGE_DELETE", message.channel, json!({ "id": id }));
        }
    }

    /// Deletes several messages of a channel at once, and tells the bot once.
    pub(crate) fn delete_messages(&mut self, channel: ChannelId, ids: &[MessageId]) {
        for id in ids {
            self.forget_message(*id);
        }
        self.announce_deletion("MESSAGE_DELETE_BULK", channel, json!({ "ids": ids }));
    }

    fn announce_deletion(&mut self, name: &'static str, channel: ChannelId, mut data: Value) {
        let place = self.channels.get(&channel);
        let bot_may = place.map(|place| self.permissions_in(place, self.bot())).unwrap_or_default();
        if !bot_may.contains(crate::Permissions::VIEW_CHANNEL) {
            return;
        }
        let guild = place.and_then(Channel::guild);
        data["channel_id"] = json!(channel);
        if let Some(guild) = guild {
            data["guild_id"] = json!(guild);
        }
        self.gateway.dispatch(&Event { name, needs: message_intent(guild.is_some()), guild, data });
    }

    /// Pins a message or takes the pin out, and tells the bot of the message and of the channel.
    pub(crate) fn set_pinned(&mut self, id: MessageId, pinned_ms: Option<u64>) {
        let Some(message) = self.messages.get_mut(&id) else {
            return;
        };
        message.pinned_ms = pinned_ms;
        let channel = message.channel;
        let pins = self.messages.values().filter(|message| message.channel == channel);
        let newest = pins.filter_map(|message| message.pinned_ms).max();
        self.announce_message(id, "MESSAGE_UPDATE");
        let guild = self.channels.get(&channel).and_then(Channel::guild);
        let mut data = json!({ "channel_id": channel, "last_pin_timestamp": newest.map(iso8601) });
        let needs = match guild {
            Some(guild) => {
                data["guild_id"] = json!(guild);
                Intents::GUILDS
            }
            None => Intents::DIRECT_MESSAGES,
        };
        self.gateway.dispatch(&Event { name: "CHANNEL_PINS_UPDATE", needs, guild, data });
    }

    /// What is newest in a channel for a user, private answers included.
    pub(crate) fn newest_for(&self, channel: ChannelId, user: UserId) -> Option<MessageId> {
        let mut messages = self.messages.values().rev();
        let newest = messages.find(|message| {
            message.channel == channel && message.visible_to.is_none_or(|reader| reader == user)
        });
        newest.map(|message| message.id)
    }

    /// Takes a message out of the world without a word.
    pub(crate) fn forget_message(&mut self, id: MessageId) -> Option<Message> {
        let message = self.messages.remove(&id)?;
        for attachment in &message.attachments {
            self.files.remove(&attachment.id);
        }
        Some(message)
    }

    /// A message the bot can name: one of this channel that everybody sees.
    pub(crate) fn public_message(&self, channel: ChannelId, id: MessageId) -> Result<&Message, ApiError> {
        let found = self.messages.get(&id);
        found
            .filter(|message| message.channel == channel && message.visible_to.is_none())
            .ok_or_else(|| self.unknown_message(id))
    }

    pub(crate) fn unknown_message(&self, id: MessageId) -> ApiError {
        let error = ApiError::of(Code::UnknownMessage);
        if self.taken_away.messages.contains(&id) { error.brought_about() } else { error }
    }
}

fn message_intent(is_on_guild: bool) -> Intents {
    if is_on_guild { Intents::GUILD_MESSAGES } else { Intents::DIRECT_MESSAGES }
}

/// Gives every component the number Discord gives those that have none, and every list how many can be chosen.
pub(crate) fn number_components(mut components: Vec<Value>) -> Vec<Value> {
    fn number(component: &mut Value, next: &mut u64) {
        if component.get("id").is_none_or(|id| id.is_null() || *id == 0) {
            component["id"] = json!(*next);
        }
        *next += 1;
        if matches!(component["type"].as_u64(), Some(3 | 5..=8)) {
            for key in ["min_values", "max_values"] {
                if component[key].is_null() {
                    component[key] = json!(1);
                }
            }
        }
        let parts = component.get_mut("components").and_then(Value::as_array_mut);
        for part in parts.into_iter().flatten() {
            number(part, next);
        }
        for key in ["accessory", "component"] {
            if let Some(part) = component.get_mut(key).filter(|part| part.is_object()) {
                number(part, next);
            }
        }
    }
    let mut next = 1;
    for component in &mut components {
        number(component, &mut next);
    }
    components
}
