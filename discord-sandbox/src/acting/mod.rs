//! Acting as a user: what a person with Discord's client can do and see.

pub(crate) mod modal;
pub(crate) mod press;
pub(crate) mod refusal;
pub(crate) mod sight;
pub(crate) mod slash;
pub(crate) mod value;
pub(crate) mod view;
pub(crate) mod wait;
pub(crate) mod writing;

use std::sync::Arc;
use std::time::Duration;

use serde_json::Value;

use crate::Permissions;
use crate::acting::refusal::ClientError;
use crate::acting::value::OptionValue;
use crate::acting::writing::Draft;
use crate::core::Core;
use crate::id::{AttachmentId, ChannelId, InteractionId, MessageId, UserId};
use crate::world::World;
use crate::world::channel::{Channel, Place};
use crate::world::interaction::{Answer, Choice, InteractionKind, NewInteraction};
use crate::world::thread::Lock;

/// What the client shows after a press.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The bot has answered: a message, an edit, a modal, choices.
    Answered,
    /// The bot has asked for time.
    Deferred,
    /// "The application did not respond", or "This interaction failed".
    Failed,
}

/// What became of a press, a command, a modal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Interaction {
    /// Its number.
    pub id: InteractionId,
    /// What the client shows.
    pub outcome: Outcome,
    /// The bot's first answer; `None` if there was none in time.
    pub answer: Option<Answer>,
    /// The message that is or will be the answer: a new one, or the one with the component.
    pub message: Option<MessageId>,
    /// From the dispatch to the receipt of the first answer.
    pub latency: Option<Duration>,
}

/// An interaction as no honest client would send it; of a component, the message must be there.
#[derive(Clone, Debug)]
pub struct RawInteraction {
    /// What it claims to be.
    pub kind: InteractionKind,
    /// Where it claims to come from; not checked against what the user sees.
    pub channel: ChannelId,
    /// The message it claims to belong to.
    pub message: Option<MessageId>,
    /// Its `data`, sent as it is.
    pub data: Value,
}

/// A handle to act as a user.
#[derive(Clone, Debug)]
pub struct ActingUser {
    pub(crate) core: Arc<Core>,
    id: UserId,
}

/// Doing.
impl ActingUser {
    pub(crate) fn new(core: Arc<Core>, id: UserId) -> Self {
        Self { core, id }
    }

    /// Who acts.
    pub fn id(&self) -> UserId {
        self.id
    }

    /// Types a command, such as `play now`, with these options. Comes back at the first answer, or when there has been
    /// none in time.
    ///
    /// # Errors
    /// What the client would not let the user send: unknown or hidden commands, unknown or missing options, values
    /// that do not fit, channels the user may not write in.
    pub async fn slash(
        &self,
        channel: ChannelId,
        command: &str,
        options: &[(&str, OptionValue)],
    ) -> Result<Interaction, ClientError> {
        let id = self.core.change(|world| {
            let files = options.iter().filter_map(|(_, value)| match value {
                OptionValue::File(file) => Some(world.put_loose_file(file.clone())),
                _ => None,
            });
            let files: Vec<AttachmentId> = files.collect();
            let data = slash::command_data(world, self.id, channel, command, options, &files)?;
            Ok(world.interact(NewInteraction {
                kind: InteractionKind::Command,
                name: data.full_name,
                user: self.id,
                channel,
                source: None,
                data: data.json,
            }))
        })?;
        Ok(self.outcome(id).await)
    }

    /// Types in the option `focused` of a command and reads the choices the bot offers.
    ///
    /// # Errors
    /// As for [`ActingUser::slash`], but required options may be missing still; [`ClientError::NoChoices`] if the bot
    /// does not answer in time.
    pub async fn autocomplete(
        &self,
        channel: ChannelId,
        command: &str,
        options: &[(&str, OptionValue)],
        focused: &str,
    ) -> Result<Vec<Choice>, ClientError> {
        let id = self.core.change(|world| {
            let data = slash::autocomplete_data(world, self.id, channel, command, options, focused)?;
            Ok(world.interact(NewInteraction {
                kind: InteractionKind::Autocomplete,
                name: data.full_name,
                user: self.id,
                channel,
                source: None,
                data: data.json,
            }))
        })?;
        match self.outcome(id).await.outcome {
            Outcome::Answered | Outcome::Deferred => {
                Ok(self.core.read(|world| world.interactions[&id].choices.clone()))
            }
            Outcome::Failed => Err(ClientError::NoChoices),
        }
    }

    /// Presses the button with a custom id.
    ///
    /// # Errors
    /// If the user sees no such message or button, or it is disabled.
    pub async fn press(&self, message: MessageId, custom_id: &str) -> Result<Interaction, ClientError> {
        self.use_component(message, &press::Wanted::Button(custom_id), &[]).await
    }

    /// Presses the button with a text.
    ///
    /// # Errors
    /// As for [`ActingUser::press`].
    pub async fn press_label(&self, message: MessageId, label: &str) -> Result<Interaction, ClientError> {
        self.use_component(message, &press::Wanted::ButtonWithLabel(label), &[]).await
    }

    /// Chooses values in the select with a custom id: the bot's own, or the numbers of users, roles, channels.
    ///
    /// # Errors
    /// If the user sees no such message or select, it is disabled, or does not let these be chosen.
    pub async fn choose(
        &self,
        message: MessageId,
        custom_id: &str,
        values: &[&str],
    ) -> Result<Interaction, ClientError> {
        self.use_component(message, &press::Wanted::Select(custom_id), values).await
    }

    async fn use_component(
        &self,
        message: MessageId,
        wanted: &press::Wanted<'_>,
        values: &[&str],
    ) -> Result<Interaction, ClientError> {
        let id = self.core.change(|world| {
            let view = self.see(world, message)?;
            let component = press::usable(&view, wanted)?;
            let data = press::data(world, self.id, &view, component, values)?;
            Ok(world.interact(NewInteraction {
                kind: InteractionKind::Component,
                name: component.custom_id.clone(),
                user: self.id,
                channel: view.channel,
                source: Some(message),
                data,
            }))
        })?;
        Ok(self.outcome(id).await)
    }

    /// Fills in a modal and sends it. Inputs that are not named keep what the bot has put in. A list takes each of its
    /// values as an entry of its own.
    ///
    /// # Errors
    /// If that modal is not open, has no such input, or a text or value does not fit.
    pub async fn submit(
        &self,
        modal: &modal::ModalView,
        texts: &[(&str, &str)],
    ) -> Result<Interaction, ClientError> {
        let id = self.core.change(|world| {
            let open = world.modals.get(&self.id);
            let open = open.filter(|open| open.interaction == modal.interaction);
            let open = open.ok_or(ClientError::NoModal)?.clone();
            let data = modal::submission(world, self.id, &open, modal, texts)?;
            world.modals.remove(&self.id);
            Ok(world.interact(NewInteraction {
                kind: InteractionKind::ModalSubmit,
                name: modal.custom_id.clone(),
                user: self.id,
                channel: open.channel,
                source: open.source,
                data,
            }))
        })?;
        Ok(self.outcome(id).await)
    }

    /// Sends an interaction as a forged or broken client would: nothing of it is checked but what Discord itself
    /// needs to make an event of it.
    ///
    /// # Errors
    /// [`ClientError::NoMessage`] for a component of a message that is not there, or no longer: Discord answers the
    /// client that it knows no such message (10008), and the bot hears nothing of it.
    pub async fn raw(&self, raw: RawInteraction) -> Result<Interaction, ClientError> {
        let id = self.send_raw(raw)?;
        Ok(self.outcome(id).await)
    }

    /// Sends an interaction as [`ActingUser::raw`] does and does not wait for an answer; the journal tells of it.
    ///
    /// # Errors
    /// As for [`ActingUser::raw`].
    pub fn send_raw(&self, raw: RawInteraction) -> Result<InteractionId, ClientError> {
        let name = raw.data["custom_id"].as_str().or(raw.data["name"].as_str());
        let name = name.unwrap_or_default().to_owned();
        self.core.change(|world| {
            let message = raw.message.unwrap_or(MessageId::new(0));
            if raw.kind == InteractionKind::Component && !world.messages.contains_key(&message) {
                return Err(ClientError::NoMessage(message));
            }
            Ok(world.interact(NewInteraction {
                kind: raw.kind,
                name,
                user: self.id,
                channel: raw.channel,
                source: raw.message,
                data: raw.data,
            }))
        })
    }

    /// Writes an ordinary message.
    ///
    /// # Errors
    /// If the user may not write there.
    pub fn say(&self, channel: ChannelId, content: &str) -> Result<MessageId, ClientError> {
        self.send(channel, Draft::saying(content))
    }

    /// The conversation with the bot, opened if there was none.
    pub fn direct_channel(&self) -> ChannelId {
        self.core.change(|world| world.direct_channel(self.id))
    }

    /// Waits until the interaction has been answered or its time is over.
    async fn outcome(&self, id: InteractionId) -> Interaction {
        let mut changes = self.core.changes();
        loop {
            let (found, wait) = self.core.read(|world| {
                let interaction = &world.interactions[&id];
                let limit = world.config.answer_within;
                let age = Duration::from_millis(world.age_ms(interaction));
                (describe(world, id), limit.saturating_sub(age))
            });
            if let Some(found) = found {
                return found;
            }
            let wait = wait.max(Duration::from_millis(1));
            // Whichever comes first: the next look tells what it was.
            let _ = tokio::time::timeout(wait, changes.changed()).await;
        }
    }
}

pub(crate) fn sees(world: &World, channel: &Channel, user: UserId) -> bool {
    world.permissions_in(channel, user).contains(Permissions::VIEW_CHANNEL)
}

/// Whether the user sees the channel and may type there.
pub(crate) fn check_may_write(world: &World, user: UserId, id: ChannelId) -> Result<&Channel, ClientError> {
    let channel = world.channels.get(&id).ok_or(ClientError::CannotSee(id))?;
    let may = world.permissions_in(channel, user);
    if !may.contains(Permissions::VIEW_CHANNEL) {
        return Err(ClientError::CannotSee(id));
    }
    let needed = match &channel.place {
        Place::Direct { .. } => Permissions::NONE,
        Place::Text { .. } => Permissions::SEND_MESSAGES,
        Place::Thread { thread, .. } if thread.lock == Lock::Locked => {
            Permissions::SEND_MESSAGES_IN_THREADS | Permissions::MANAGE_THREADS
        }
        Place::Thread { .. } => Permissions::SEND_MESSAGES_IN_THREADS,
    };
    if may.contains(needed) { Ok(channel) } else { Err(ClientError::CannotWrite(id)) }
}

/// What the client shows of an interaction, once it is decided.
fn describe(world: &World, id: InteractionId) -> Option<Interaction> {
    let interaction = &world.interactions[&id];
    let latency = world.journal.timings.get(&id).and_then(|timing| timing.answered_after);
    let outcome = match interaction.answer {
        Some(Answer::DeferredMessage | Answer::DeferredUpdate) => Outcome::Deferred,
        Some(Answer::Message | Answer::Update | Answer::Choices | Answer::Modal) => Outcome::Answered,
        None if world.has_failed(interaction) => Outcome::Failed,
        None => return None,
    };
    Some(Interaction { id, outcome, answer: interaction.answer, message: interaction.original, latency })
}
