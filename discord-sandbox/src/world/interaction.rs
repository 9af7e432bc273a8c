//! Interactions: from the press to the last follow-up.

use std::time::Instant;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::gateway::session::{Event, Intents};
use crate::id::{ChannelId, GuildId, InteractionId, MessageId, UserId};
use crate::journal::Timing;
use crate::rest::error::{ApiError, Code};
use crate::wire;
use crate::world::World;
use crate::world::channel::Channel;

/// What a user did.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum InteractionKind {
    /// Typed a command, or used one from a menu.
    Command,
    /// Pressed a button or chose in a select.
    Component,
    /// Typed in an option that completes itself.
    Autocomplete,
    /// Sent a modal.
    ModalSubmit,
}

impl InteractionKind {
    pub(crate) const fn type_number(self) -> u8 {
        match self {
            Self::Command => 2,
            Self::Component => 3,
            Self::Autocomplete => 4,
            Self::ModalSubmit => 5,
        }
    }
}

/// The bot's first answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Answer {
    /// A message (callback type 4).
    Message,
    /// "thinking…", to be filled in (5).
    DeferredMessage,
    /// Nothing visible yet, to be followed by an edit of the message with the component (6).
    DeferredUpdate,
    /// An edit of the message with the component (7).
    Update,
    /// Choices for an option that is being typed (8).
    Choices,
    /// A modal (9).
    Modal,
}

/// A choice offered by autocompletion.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// What the user reads, already in the user's language.
    pub name: String,
    /// What the command gets: a string or number.
    pub value: Value,
}

#[derive(Clone, Debug)]
pub(crate) struct Interaction {
    pub(crate) id: InteractionId,
    pub(crate) token: String,
    pub(crate) kind: InteractionKind,
    /// The command's full name, or the custom id.
    pub(crate) name: String,
    pub(crate) user: UserId,
    pub(crate) channel: ChannelId,
    pub(crate) guild: Option<GuildId>,
    /// The message with the component, or from whose component a modal came.
    pub(crate) source: Option<MessageId>,
    pub(crate) created_ms: u64,
    pub(crate) dispatched: Instant,
    pub(crate) answer: Option<Answer>,
    pub(crate) original: Option<MessageId>,
    pub(crate) follow_ups: Vec<MessageId>,
    pub(crate) choices: Vec<Choice>,
}

/// A modal on a user's screen.
#[derive(Clone, Debug)]
pub(crate) struct OpenModal {
    pub(crate) interaction: InteractionId,
    pub(crate) channel: ChannelId,
    pub(crate) source: Option<MessageId>,
    pub(crate) data: Value,
}

/// What makes a new interaction.
#[derive(Debug)]
pub(crate) struct NewInteraction {
    pub(crate) kind: InteractionKind,
    pub(crate) name: String,
    pub(crate) user: UserId,
    pub(crate) channel: ChannelId,
    pub(crate) source: Option<MessageId>,
    pub(crate) data: Value,
}

impl World {
    /// Makes an interaction and sends it to the bot.
    pub(crate) fn interact(&mut self, new: NewInteraction) -> InteractionId {
        let id: InteractionId = self.next_id();
        let guild = self.channels.get(&new.channel).and_then(Channel::guild);
        let interaction = Interaction {
            id,
            token: format!("sandbox-interaction-{id}-{:016x}", scrambled(id.get())),
            kind: new.kind,
            name: new.name,
            user: new.user,
            channel: new.channel,
            guild,
            source: new.source,
            created_ms: self.now_ms(),
            dispatched: Instant::now(),
            answer: None,
            original: None,
            follow_ups: Vec::new(),
            choices: Vec::new(),
        };
        let data = wire::interaction::interaction(self, &interaction, &new.data);
        self.journal.timings.insert(id, Timing::of(&interaction));
        self.tokens.insert(interaction.token.clone(), id);
        self.interactions.insert(id, interaction);
        self.gateway.dispatch(&Event { name: "INTERACTION_CREATE", needs: Intents::NONE, guild, data });
        id
    }

    /// Whether the time for a first answer is over without one.
    pub(crate) fn has_failed(&self, interaction: &Interaction) -> bool {
        interaction.answer.is_none()
            && self.age_ms(interaction) >= self.config.answer_within.as_millis() as u64
    }

    pub(crate) fn age_ms(&self, interaction: &Interaction) -> u64 {
        self.now_ms().saturating_sub(interaction.created_ms)
    }

    /// The interaction whose token lives and has been answered, for a follow-up.
    ///
    /// # Errors
    /// 10015 for a token that was never good or never acknowledged, 50027 for one that has run out.
    pub(crate) fn answered_interaction(&self, token: &str) -> Result<&Interaction, ApiError> {
        let known = self.tokens.get(token).and_then(|id| self.interactions.get(id));
        let Some(interaction) = known else {
            return Err(ApiError::of(Code::UnknownWebhook));
        };
        if self.age_ms(interaction) >= self.config.token_life.as_millis() as u64 {
            return Err(ApiError::of(Code::TokenExpired));
        }
        match interaction.answer {
            None | Some(Answer::Choices) => Err(ApiError::of(Code::UnknownWebhook)),
            Some(
                Answer::Message
                | Answer::DeferredMessage
                | Answer::DeferredUpdate
                | Answer::Update
                | Answer::Modal,
            ) => Ok(interaction),
        }
    }

    pub(crate) fn interaction_mut(&mut self, id: InteractionId) -> &mut Interaction {
        self.interactions.get_mut(&id).expect("interactions are never removed, and ids come from interact")
    }
}

/// Makes tokens look unlike each other; nothing here has to be hard to guess.
fn scrambled(number: u64) -> u64 {
    let mixed = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb)
}
