//! `/junqi-admin season`: a leaderboard that begins anew.

use crate::discord::commands::{Asked, Context, Done};
use crate::discord::screens::ask_season_screen;

/// Begin a new season
#[poise::command(slash_command)]
pub(super) async fn season(context: Context<'_>) -> Done {
    let asked = Asked::acknowledge(&context).await?;
    let Some(guild) = asked.managed().await else { return Ok(()) };
    match asked.bot.store().season(guild).await {
        Ok(running) => asked.show(ask_season_screen(asked.caller.texts, running)).await,
        Err(fault) => asked.refuse(&asked.bot.apologise(&fault)).await,
    }
    Ok(())
}
