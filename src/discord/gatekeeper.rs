//! Stands before the framework that carries out commands: what it cannot bear goes no further, and
//! should it break down all the same, that is the end of one event and of nothing else.

use std::fmt::Display;

use poise::{Framework, FrameworkContext};
use serenity::all::{
    Client, CommandInteraction, CommandType, Context, CreateInteractionResponse,
    CreateInteractionResponseMessage, FullEvent, Interaction,
};
use serenity::async_trait;

use super::texts::Texts;
use super::trouble::trouble;
use crate::meters::{METERS, Part};
use crate::panics::caught;

/// A framework and what stands before it.
pub struct Gatekeeper<U, E>(pub Framework<U, E>);

/// Whether a command has all that the framework takes for granted: Discord sends it always, and
/// without it the framework panics.
fn is_whole(command: &CommandInteraction) -> bool {
    let is_typed = command.data.kind == CommandType::ChatInput;
    let knows_permissions = command.app_permissions.is_some()
        && command.member.as_ref().is_some_and(|member| member.permissions.is_some());
    is_typed && (command.guild_id.is_none() || knows_permissions)
}

/// Tells whoever sent it, in the language of their client, that there is no such command.
async fn refuse(context: &Context, command: &CommandInteraction) {
    let words = Texts::of_locale(&command.locale).say("refused-unknown-command");
    let message = CreateInteractionResponseMessage::new().content(words).ephemeral(true);
    let answer = CreateInteractionResponse::Message(message);
    if let Err(error) = command.create_response(&context.http, answer).await {
        trouble(&error);
        tracing::warn!(%error, "a refusal could not be told");
    }
}

/// Whether the framework has something to do with an event but to hand it on: it is set up once the gateway
/// is ready, and carries out commands.
const fn is_for_framework(event: &FullEvent) -> bool {
    match event {
        FullEvent::Ready { .. } => true,
        FullEvent::InteractionCreate { interaction } => {
            matches!(interaction, Interaction::Command(_) | Interaction::Autocomplete(_))
        }
        _ => false,
    }
}

impl<U: Send + Sync, E: Send + Sync + Display> Gatekeeper<U, E> {
    /// Hands an event to its handler as the framework does once it is set up, without what the framework
    /// remembers meanwhile: some 35 KB a press.
    async fn hand_on(&self, context: &Context, event: &FullEvent) {
        let framework = FrameworkContext {
            serenity_context: context,
            options: self.0.options(),
            user_data: self.0.user_data().await,
            shard_manager: self.0.shard_manager(),
        };
        if let Err(error) = (framework.options.event_handler)(framework, event).await {
            tracing::warn!(%error, event = event.snake_case_name(), "an event could not be taken");
        }
    }
}

#[async_trait]
impl<U: Send + Sync, E: Send + Sync + Display> serenity::framework::Framework for Gatekeeper<U, E> {
    async fn init(&mut self, client: &Client) {
        serenity::framework::Framework::init(&mut self.0, client).await;
    }

    async fn dispatch(&self, context: Context, event: FullEvent) {
        match &event {
            FullEvent::InteractionCreate { interaction: Interaction::Command(command) }
                if !is_whole(command) =>
            {
                return refuse(&context, command).await;
            }
            // Whoever still types is suggested nothing.
            FullEvent::InteractionCreate { interaction: Interaction::Autocomplete(typed) }
                if !is_whole(typed) =>
            {
                return;
            }
            _ => {}
        }
        let name = event.snake_case_name();
        let taken = if is_for_framework(&event) {
            caught(serenity::framework::Framework::dispatch(&self.0, context, event)).await
        } else {
            caught(self.hand_on(&context, &event)).await
        };
        if taken.is_err() {
            METERS.panic(Part::Dispatch);
            tracing::error!(event = name, "the taking of an event broke down");
        }
    }
}
