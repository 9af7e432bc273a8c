//! `/junqi-admin`: hidden without Manage Server, and checked again here.

use serenity::all::Permissions;

use super::lobby::PaceChoice;
use super::{Asked, Context, Done};
use crate::discord::screen::Screen;
use crate::rules::{Pace, Settings};
use crate::table::{ConfigChange, GuildConfig};

/// 軍棋三打一: administration
#[poise::command(
    slash_command,
    guild_only,
    rename = "junqi-admin",
    default_member_permissions = "MANAGE_GUILD",
    subcommand_required,
    subcommands("config")
)]
#[allow(clippy::unused_async, reason = "the framework calls commands asynchronously")]
pub(super) async fn junqi_admin(_context: Context<'_>) -> Done {
    Ok(())
}

/// Set base score and paces, or show them
#[poise::command(slash_command)]
async fn config(
    context: Context<'_>,
    #[description = "base score"]
    #[min = 1]
    #[max = 1000]
    base_score: Option<u32>,
    #[description = "pace"] pace: Option<PaceChoice>,
    #[description = "people"]
    #[min = 1]
    #[max = 4]
    people_to_count: Option<u8>,
) -> Done {
    let asked = Asked::acknowledge(&context).await?;
    // Default permissions hide a command; they do not guard it.
    let allowed = asked.caller.permissions.is_some_and(|may| may.contains(Permissions::MANAGE_GUILD));
    let Some(guild) = asked.caller.guild.filter(|_| allowed) else {
        asked.say("refused-manage-server").await;
        return Ok(());
    };
    let before = match asked.bot.store().config(guild).await {
        Ok(config) => config,
        Err(fault) => {
            asked.refuse(&asked.bot.apologise(&fault)).await;
            return Ok(());
        }
    };
    let after = GuildConfig {
        base_score: base_score.unwrap_or(before.base_score),
        pace: pace.map_or(before.pace, Pace::from),
        people_to_count: people_to_count.unwrap_or(before.people_to_count),
    };
    let settings = Settings { base_score: after.base_score, clocks: after.pace.clocks() };
    if settings.check().is_err() || !(1..=4).contains(&after.people_to_count) {
        asked.say("refused-config").await;
        return Ok(());
    }
    if after != before {
        let change = ConfigChange { by: asked.caller.user(), at_unix_ms: asked.bot.hall.clock().unix_ms() };
        if let Err(fault) = asked.bot.store().set_config(guild, after, change).await {
            asked.refuse(&asked.bot.apologise(&fault)).await;
            return Ok(());
        }
    }
    let texts = asked.caller.texts;
    let pace = texts.say(match after.pace {
        Pace::Original => "pace-original",
        Pace::Relaxed => "pace-relaxed",
        Pace::Slow => "pace-slow",
    });
    let words = texts.get(
        "config",
        &[
            ("base_score", after.base_score.into()),
            ("pace", pace.into()),
            ("people", after.people_to_count.into()),
        ],
    );
    asked.show(Screen::text(words)).await;
    Ok(())
}
