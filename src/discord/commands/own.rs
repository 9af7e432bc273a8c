//! `/junqi settings`, `privacy`.

use super::choices::LanguageChoice;
use super::{Asked, Context, Done};
use crate::discord::own;
use crate::table::{Confirmation, Delivery, Pings, UserSettings};

/// When to be pinged.
#[derive(Clone, Copy, Debug, poise::ChoiceParameter)]
enum PingsChoice {
    #[name = "always"]
    Always,
    #[name = "long"]
    LongClocks,
    #[name = "never"]
    Never,
}

/// Where to get one's pieces.
#[derive(Clone, Copy, Debug, poise::ChoiceParameter)]
enum DeliveryChoice {
    #[name = "direct"]
    Direct,
    #[name = "channel"]
    Channel,
}

/// Your language, pings, direct messages, confirmation
#[poise::command(slash_command)]
pub(super) async fn settings(
    context: Context<'_>,
    #[description = "language"] language: Option<LanguageChoice>,
    #[description = "pings"] pings: Option<PingsChoice>,
    #[description = "pieces"]
    #[rename = "pieces"]
    delivery: Option<DeliveryChoice>,
    #[description = "confirm"] confirm_moves: Option<bool>,
) -> Done {
    let asked = Asked::acknowledge(&context).await?;
    let _one_at_a_time = asked.bot.preferences.change().await;
    let before = asked.bot.preferences.of(asked.caller.user());
    let after = UserSettings {
        language: language.map_or(before.language, LanguageChoice::locale),
        pings: pings.map_or(before.pings, |choice| match choice {
            PingsChoice::Always => Pings::Always,
            PingsChoice::LongClocks => Pings::LongClocks,
            PingsChoice::Never => Pings::Never,
        }),
        delivery: delivery.map_or(before.delivery, |choice| match choice {
            DeliveryChoice::Direct => Delivery::DirectMessages,
            DeliveryChoice::Channel => Delivery::ChannelOnly,
        }),
        confirmation: match confirm_moves {
            Some(true) => Confirmation::Ask,
            Some(false) => Confirmation::AtOnce,
            None => before.confirmation,
        },
    };
    let screen = own::set(asked.bot, &asked.caller, after).await;
    asked.show(screen).await;
    Ok(())
}

/// What is kept of you; take it out or erase it
#[poise::command(slash_command)]
pub(super) async fn privacy(context: Context<'_>) -> Done {
    let asked = Asked::acknowledge(&context).await?;
    asked.show(own::privacy(&asked.caller)).await;
    Ok(())
}
