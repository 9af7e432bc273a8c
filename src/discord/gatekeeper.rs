//! Stands before the framework that carries out commands: what it cannot bear goes no further, and
//! should it break down all the same, that is the end of one event and of nothing else.

use poise::Framework;
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

#[async_trait]
impl<U: Send + Sync, E: Send + Sync> serenity::framework::Framework for Gatekeeper<U, E> {
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
        if caught(serenity::framework::Framework::dispatch(&self.0, context, event)).await.is_err() {
            METERS.panic(Part::Dispatch);
            tracing::error!(event = name, "the taking of an event broke down");
        }
    }
}
