//! What a user sees, now or in a while.

use std::time::Duration;

use crate::acting::modal::ModalView;
use crate::acting::refusal::ClientError;
use crate::acting::view::MessageView;
use crate::acting::wait::{self, TimedOut};
use crate::acting::{ActingUser, Interaction, sees, slash};
use crate::id::{ChannelId, MessageId};
use crate::world::World;

/// Seeing.
impl ActingUser {
    /// The messages of a channel or thread that the user sees, oldest first. None where the user sees no channel.
    pub fn messages(&self, channel: ChannelId) -> Vec<MessageView> {
        self.core.read(|world| self.seen_in(world, channel))
    }

    /// One message, wherever it is, if the user sees it.
    pub fn message(&self, id: MessageId) -> Option<MessageView> {
        self.core.read(|world| self.see(world, id).ok())
    }

    /// The conversation with the bot, oldest first.
    pub fn direct_messages(&self) -> Vec<MessageView> {
        self.core.read(|world| {
            let mut channels = world.channels.values();
            let direct = channels.find(|channel| channel.recipient() == Some(self.id));
            direct.map(|channel| self.seen_in(world, channel.id)).unwrap_or_default()
        })
    }

    /// The threads of a channel that the user sees, oldest first.
    pub fn threads(&self, channel: ChannelId) -> Vec<ChannelId> {
        self.core.read(|world| {
            let threads = world.channels.values().filter(|state| {
                state.thread().is_some_and(|thread| thread.parent == channel) && sees(world, state, self.id)
            });
            threads.map(|thread| thread.id).collect()
        })
    }

    /// The modal on the user's screen.
    pub fn open_modal(&self) -> Option<ModalView> {
        self.core.read(|world| world.modals.get(&self.id).map(ModalView::of))
    }

    /// The full names of the commands the client offers in a channel.
    pub fn offered_commands(&self, channel: ChannelId) -> Vec<String> {
        self.core.read(|world| slash::offered(world, self.id, channel))
    }

    /// The messages of a channel and of all its threads that the user sees, oldest first.
    pub fn messages_with_threads(&self, channel: ChannelId) -> Vec<MessageView> {
        let mut all = self.messages(channel);
        all.extend(self.threads(channel).into_iter().flat_map(|thread| self.messages(thread)));
        all.sort_by_key(|message| message.id);
        all
    }

    /// As [`ActingUser::wait_for`], in a channel and all its threads.
    ///
    /// # Errors
    /// [`TimedOut`] with what was seen instead.
    pub async fn wait_for_with_threads<T>(
        &self,
        channel: ChannelId,
        timeout: Duration,
        mut find: impl FnMut(&[MessageView]) -> Option<T>,
    ) -> Result<T, TimedOut> {
        wait::until(&self.core, timeout, || find(&self.messages_with_threads(channel)))
            .await
            .ok_or_else(|| TimedOut::new(timeout, summary(&self.messages_with_threads(channel))))
    }

    /// Waits until a look at a channel finds something, looking again at every change.
    ///
    /// # Errors
    /// [`TimedOut`] with what was seen instead.
    pub async fn wait_for<T>(
        &self,
        channel: ChannelId,
        timeout: Duration,
        mut find: impl FnMut(&[MessageView]) -> Option<T>,
    ) -> Result<T, TimedOut> {
        wait::until(&self.core, timeout, || find(&self.messages(channel)))
            .await
            .ok_or_else(|| TimedOut::new(timeout, summary(&self.messages(channel))))
    }

    /// As [`ActingUser::wait_for`], in the conversation with the bot.
    ///
    /// # Errors
    /// [`TimedOut`] with what was seen instead.
    pub async fn wait_for_direct<T>(
        &self,
        timeout: Duration,
        mut find: impl FnMut(&[MessageView]) -> Option<T>,
    ) -> Result<T, TimedOut> {
        wait::until(&self.core, timeout, || find(&self.direct_messages()))
            .await
            .ok_or_else(|| TimedOut::new(timeout, summary(&self.direct_messages())))
    }

    /// Waits until the message that answers an interaction is there and no longer says "thinking…".
    ///
    /// # Errors
    /// [`TimedOut`] if it is not by then; at once if the bot did not answer with a message.
    pub async fn wait_for_answer(
        &self,
        interaction: &Interaction,
        timeout: Duration,
    ) -> Result<MessageView, TimedOut> {
        let Some(id) = interaction.message else {
            return Err(TimedOut::new(timeout, format!("no message answers {interaction:?}")));
        };
        let find = || self.message(id).filter(|message| !message.is_loading);
        wait::until(&self.core, timeout, find)
            .await
            .ok_or_else(|| TimedOut::new(timeout, format!("message {id} is gone, or loading still")))
    }

    fn seen_in(&self, world: &World, channel: ChannelId) -> Vec<MessageView> {
        let state = world.channels.get(&channel);
        if !state.is_some_and(|state| sees(world, state, self.id)) {
            return Vec::new();
        }
        let seen = world.messages.values().filter(|message| {
            message.channel == channel && message.visible_to.is_none_or(|user| user == self.id)
        });
        seen.map(|message| MessageView::of(world, message)).collect()
    }

    pub(crate) fn see(&self, world: &World, id: MessageId) -> Result<MessageView, ClientError> {
        let message = world.messages.get(&id).filter(|message| {
            let channel = world.channels.get(&message.channel);
            channel.is_some_and(|channel| sees(world, channel, self.id))
                && message.visible_to.is_none_or(|user| user == self.id)
        });
        let message = message.ok_or(ClientError::NoMessage(id))?;
        Ok(MessageView::of(world, message))
    }
}

/// The messages in a line each, for whoever waited in vain.
fn summary(messages: &[MessageView]) -> String {
    let lines = messages.iter().map(|message| {
        let content: String = message.content.chars().take(80).collect();
        let labels: Vec<&str> = message.components.iter().map(|component| component.label.as_str()).collect();
        format!("[{}] {content:?} {labels:?}", message.id)
    });
    let lines: Vec<String> = lines.collect();
    format!("{} messages seen\n{}", messages.len(), lines.join("\n"))
}
