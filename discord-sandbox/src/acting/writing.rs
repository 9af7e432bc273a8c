//! What a user writes, what they have read, and what they clear from their screen.

use std::sync::Arc;

use crate::Permissions;
use crate::acting::refusal::ClientError;
use crate::acting::{ActingUser, check_may_write, sees};
use crate::check::message::MessageBody;
use crate::id::{ChannelId, MessageId};
use crate::rest::body::Upload;
use crate::wire::interaction::LARGEST_FILE;
use crate::world::World;
use crate::world::message::{Envelope, Message, MessageKind, Origin};

/// The most characters a user may write.
const MOST_CONTENT: usize = 2000;
/// The most files in a message.
const MOST_FILES: usize = 10;

/// A file that a user sends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutgoingFile {
    /// Its name.
    pub filename: String,
    /// Its type, such as `image/png`.
    pub content_type: String,
    /// What is in it.
    pub bytes: Arc<[u8]>,
}

/// A message before it is sent.
#[derive(Clone, Debug, Default)]
pub struct Draft {
    /// Its text.
    pub content: String,
    /// Its files.
    pub files: Vec<OutgoingFile>,
    /// The message it answers.
    pub reply_to: Option<MessageId>,
}

impl Draft {
    /// A text alone.
    pub fn saying(content: impl Into<String>) -> Self {
        Self { content: content.into(), ..Self::default() }
    }

    fn check(&self) -> Result<(), ClientError> {
        let refuse = |why: &str| Err(ClientError::BadMessage(why.to_owned()));
        let length = self.content.chars().count();
        if length > MOST_CONTENT {
            return refuse(&format!("{length} characters, where {MOST_CONTENT} are allowed"));
        }
        if self.content.trim().is_empty() && self.files.is_empty() {
            return refuse("it is empty");
        }
        if self.files.len() > MOST_FILES {
            return refuse(&format!("{} files, where {MOST_FILES} are allowed", self.files.len()));
        }
        match self.files.iter().find(|file| file.bytes.len() > LARGEST_FILE) {
            Some(file) => refuse(&format!("{} is larger than {LARGEST_FILE} bytes", file.filename)),
            None => Ok(()),
        }
    }
}

/// What a user has not read in a channel.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Unread {
    /// Messages of others.
    pub messages: usize,
    /// Of these, the ones that pinged the user; in a direct conversation all.
    pub mentions: usize,
}

/// Writing and reading.
impl ActingUser {
    /// Sends a message.
    ///
    /// # Errors
    /// If the user may not write or send files there, or the message is none that Discord's client sends.
    pub fn send(&self, channel: ChannelId, draft: Draft) -> Result<MessageId, ClientError> {
        draft.check()?;
        self.core.change(|world| {
            let place = check_may_write(world, self.id(), channel)?;
            let may = world.permissions_in(place, self.id());
            if !draft.files.is_empty() && !may.contains(Permissions::ATTACH_FILES) {
                return Err(ClientError::CannotWrite(channel));
            }
            let envelope = Envelope {
                channel,
                author: self.id(),
                kind: if draft.reply_to.is_some() { MessageKind::Reply } else { MessageKind::Ordinary },
                origin: Origin::Channel,
                visible_to: None,
                flags: 0,
            };
            let uploads = draft.files.into_iter().zip(0..).map(|(file, index)| Upload {
                index,
                filename: file.filename,
                content_type: file.content_type,
                bytes: file.bytes,
            });
            let body = MessageBody {
                content: Some(draft.content),
                uploads: uploads.collect(),
                reply_to: draft.reply_to,
                ..MessageBody::default()
            };
            let sent = world.post(envelope, &body).map_err(|_| ClientError::CannotWrite(channel))?;
            note_read(world, self, channel);
            Ok(sent)
        })
    }

    /// Clears a private answer from the user's screen. The bot is not told.
    ///
    /// # Errors
    /// If the user sees no such message, or others see it too.
    pub fn dismiss(&self, message: MessageId) -> Result<(), ClientError> {
        self.core.change(|world| {
            if !self.see(world, message)?.is_ephemeral {
                return Err(ClientError::NoMessage(message));
            }
            world.taken_away.messages.insert(message);
            world.forget_message(message);
            Ok(())
        })
    }

    /// Closes the modal on the user's screen unsent. The bot is not told.
    pub fn close_modal(&self) {
        self.core.change(|world| world.modals.remove(&self.id()));
    }

    /// Notes that the user has read all of a channel.
    pub fn mark_read(&self, channel: ChannelId) {
        let newest = self.core.read(|world| newest_unread(world, self, channel));
        if newest.is_some() {
            self.core.change(|world| note_read(world, self, channel));
        }
    }

    /// What the user has not read in a channel. Private answers do not count.
    pub fn unread(&self, channel: ChannelId) -> Unread {
        self.core.read(|world| unread(world, self, channel))
    }
}

/// The newest message, if the user has not read it.
fn newest_unread(world: &World, user: &ActingUser, channel: ChannelId) -> Option<MessageId> {
    let newest = world.newest_for(channel, user.id())?;
    (newest > last_read(world, user, channel)).then_some(newest)
}

fn note_read(world: &mut World, user: &ActingUser, channel: ChannelId) {
    if let Some(newest) = newest_unread(world, user, channel) {
        world.read.entry(user.id()).or_default().insert(channel, newest);
    }
}

/// Who has read nothing yet has read all that was written before they came: numbers grow with time.
fn last_read(world: &World, user: &ActingUser, channel: ChannelId) -> MessageId {
    let noted = world.read.get(&user.id()).and_then(|read| read.get(&channel));
    noted.copied().unwrap_or_else(|| MessageId::new(user.id().get()))
}

pub(crate) fn unread(world: &World, user: &ActingUser, channel: ChannelId) -> Unread {
    let Some(state) = world.channels.get(&channel).filter(|state| sees(world, state, user.id())) else {
        return Unread::default();
    };
    let last = last_read(world, user, channel);
    let is_new = |message: &&Message| {
        message.channel == channel && message.visible_to.is_none() && message.author != user.id()
    };
    let mut found = Unread::default();
    for message in world.messages.range(last..).map(|(_, message)| message).filter(is_new) {
        if message.id == last {
            continue;
        }
        found.messages += 1;
        found.mentions += usize::from(state.recipient().is_some() || pings(world, message, user));
    }
    found
}

/// Whether a message notified the user.
pub(crate) fn pings(world: &World, message: &Message, user: &ActingUser) -> bool {
    if message.author == user.id() {
        return false;
    }
    let guild = world.channels.get(&message.channel).and_then(crate::world::channel::Channel::guild);
    let member = guild.and_then(|guild| world.guilds.get(&guild)?.members.get(&user.id()));
    let roles = member.map(|member| member.roles.as_slice()).unwrap_or_default();
    message.pings.everyone
        || message.pings.users.contains(&user.id())
        || message.pings.roles.iter().any(|role| roles.contains(role))
}
