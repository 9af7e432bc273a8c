//! `/junqi leaderboard`, `rules`.

use super::{Asked, Context, Done};
use crate::discord::presses;
use crate::discord::screens::rules_screen;

/// Scores and levels of this server
#[poise::command(slash_command)]
pub(super) async fn leaderboard(context: Context<'_>) -> Done {
    let asked = Asked::acknowledge(&context).await?;
    let Some(guild) = asked.caller.guild else {
        asked.say("refused-only-in-servers").await;
        return Ok(());
    };
    let screen = presses::leaderboard(asked.bot, &asked.caller, guild, 0).await;
    asked.show(screen).await;
    Ok(())
}

/// The rules
#[poise::command(slash_command)]
pub(super) async fn rules(context: Context<'_>) -> Done {
    let asked = Asked::acknowledge(&context).await?;
    asked.show(rules_screen(asked.caller.texts, 0)).await;
    Ok(())
}
