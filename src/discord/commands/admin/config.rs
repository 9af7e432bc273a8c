//! `/junqi-admin config …`: what a server sets.

use serenity::all::{ChannelId as DiscordChannel, RoleId as DiscordRole};

use crate::discord::administration;
use crate::discord::commands::choices::{ComputersChoice, LanguageChoice};
use crate::discord::commands::lobby::PaceChoice;
use crate::discord::commands::{Asked, Context, Done};
use crate::discord::refusals::config_fault;
use crate::discord::screen::Screen;
use crate::discord::screens::config_screen;
use crate::rules::{Clocks, Pace};
use crate::table::{ChannelId, Computers, ConfigChange, GuildConfig, GuildId, RoleId, TrailLine};

/// What to do with the channels in which tables may be opened.
#[derive(Clone, Copy, Debug, poise::ChoiceParameter)]
enum ChannelsChoice {
    #[name = "add"]
    Add,
    #[name = "remove"]
    Remove,
    #[name = "all"]
    All,
}

/// Settings of this server
#[poise::command(
    slash_command,
    subcommand_required,
    subcommands("show", "set", "clocks", "channels", "role", "audit")
)]
#[allow(clippy::unused_async, reason = "the framework calls commands asynchronously")]
pub(super) async fn config(_context: Context<'_>) -> Done {
    Ok(())
}

/// Show them
#[poise::command(slash_command)]
async fn show(context: Context<'_>) -> Done {
    let asked = Asked::acknowledge(&context).await?;
    let Some(guild) = asked.managed().await else { return Ok(()) };
    match asked.bot.config(guild).await {
        Ok(config) => asked.show(config_screen(asked.caller.texts, &config, &[])).await,
        Err(fault) => asked.refuse(&fault).await,
    }
    Ok(())
}

/// Set base score, pace, people to count, language, computers
#[poise::command(slash_command)]
async fn set(
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
    #[description = "language"] language: Option<LanguageChoice>,
    #[description = "computers"] computers: Option<ComputersChoice>,
) -> Done {
    let asked = Asked::acknowledge(&context).await?;
    let Some(guild) = asked.managed().await else { return Ok(()) };
    change(&asked, guild, |config| {
        Ok(GuildConfig {
            base_score: base_score.unwrap_or(config.base_score),
            pace: pace.map_or(config.pace, Pace::from),
            people_to_count: people_to_count.unwrap_or(config.people_to_count),
            language: language.map_or(config.language, LanguageChoice::locale),
            computers: computers.map_or(config.computers, Computers::from),
            ..config
        })
    })
    .await;
    Ok(())
}

/// Set a pace's clocks, in seconds
#[poise::command(slash_command)]
#[allow(clippy::too_many_arguments, reason = "an option for each clock of RULES 12.7")]
async fn clocks(
    context: Context<'_>,
    #[description = "pace"] pace: PaceChoice,
    #[description = "move"]
    #[rename = "move"]
    #[min = 10]
    #[max = 86_400]
    move_s: Option<u32>,
    #[description = "call"]
    #[min = 10]
    #[max = 86_400]
    call: Option<u32>,
    #[description = "declarer"]
    #[min = 30]
    #[max = 86_400]
    declarer: Option<u32>,
    #[description = "defenders"]
    #[min = 30]
    #[max = 86_400]
    defenders: Option<u32>,
    #[description = "vote"]
    #[min = 10]
    #[max = 86_400]
    vote: Option<u32>,
    #[description = "absence"]
    #[min = 60]
    #[max = 604_800]
    absence: Option<u32>,
    #[description = "reset"] reset: Option<bool>,
) -> Done {
    let asked = Asked::acknowledge(&context).await?;
    let Some(guild) = asked.managed().await else { return Ok(()) };
    let pace = Pace::from(pace);
    change(&asked, guild, |config| {
        let before = if reset == Some(true) { pace.clocks() } else { config.clocks.of(pace) };
        let clocks = Clocks {
            call_s: call.unwrap_or(before.call_s),
            declarer_deployment_s: declarer.unwrap_or(before.declarer_deployment_s),
            defender_deployment_s: defenders.unwrap_or(before.defender_deployment_s),
            move_s: move_s.unwrap_or(before.move_s),
            vote_s: vote.unwrap_or(before.vote_s),
            absence_s: absence.unwrap_or(before.absence_s),
        };
        Ok(GuildConfig { clocks: config.clocks.with(pace, clocks), ..config })
    })
    .await;
    Ok(())
}

/// Say in which channels tables may be opened
#[poise::command(slash_command)]
async fn channels(
    context: Context<'_>,
    #[description = "action"] action: ChannelsChoice,
    #[description = "channel"]
    #[channel_types("Text", "News", "Forum", "PublicThread", "Voice")]
    channel: Option<DiscordChannel>,
) -> Done {
    let asked = Asked::acknowledge(&context).await?;
    let Some(guild) = asked.managed().await else { return Ok(()) };
    // Without one, this channel is meant, or that of this thread.
    let here = asked.caller.parent.unwrap_or(asked.caller.channel);
    let channel = channel.map_or(here, |channel| ChannelId(channel.get()));
    change(&asked, guild, |mut config| {
        match action {
            ChannelsChoice::Add if config.channels.contains(&channel) => {}
            ChannelsChoice::Add => config.channels.push(channel),
            ChannelsChoice::Remove if !config.channels.contains(&channel) => {
                return Err("refused-channel-not-named");
            }
            // With none left all would be allowed, which is not what was meant.
            ChannelsChoice::Remove if config.channels.len() == 1 => return Err("refused-last-channel"),
            ChannelsChoice::Remove => config.channels.retain(|named| *named != channel),
            ChannelsChoice::All => config.channels.clear(),
        }
        Ok(config)
    })
    .await;
    Ok(())
}

/// Set the role that a call for players pings
#[poise::command(slash_command)]
async fn role(context: Context<'_>, #[description = "role"] role: Option<DiscordRole>) -> Done {
    let asked = Asked::acknowledge(&context).await?;
    let Some(guild) = asked.managed().await else { return Ok(()) };
    change(&asked, guild, |config| {
        // The role of everybody has the server's own id.
        if role.is_some_and(|role| role.get() == guild.0) {
            return Err("refused-everyone");
        }
        Ok(GuildConfig { call_role: role.map(|role| RoleId(role.get())), ..config })
    })
    .await;
    Ok(())
}

/// Who changed what
#[poise::command(slash_command)]
async fn audit(
    context: Context<'_>,
    #[description = "page"]
    #[min = 1]
    #[max = 10_000]
    page: Option<u16>,
) -> Done {
    let asked = Asked::acknowledge(&context).await?;
    let Some(guild) = asked.managed().await else { return Ok(()) };
    let page = page.unwrap_or(1).saturating_sub(1);
    let screen = administration::trail(asked.bot, &asked.caller, guild, page).await;
    asked.show(screen).await;
    Ok(())
}

/// Changes the server's settings, keeps who did, and shows them; or says why not, by a text's key.
async fn change(
    asked: &Asked<'_>,
    guild: GuildId,
    edit: impl FnOnce(GuildConfig) -> Result<GuildConfig, &'static str>,
) {
    let texts = asked.caller.texts;
    let before = match asked.bot.config(guild).await {
        Ok(config) => config,
        Err(fault) => return asked.refuse(&fault).await,
    };
    let after = match edit(before.clone()) {
        Ok(config) => config,
        Err(key) => return asked.say(key).await,
    };
    if let Err(fault) = after.check() {
        return asked.show(Screen::text(config_fault(texts, &fault))).await;
    }
    let change = ConfigChange { by: asked.caller.user(), at_unix_ms: asked.bot.hall.clock().unix_ms() };
    let differences = TrailLine::of(change, &before.to_json(), &after.to_json()).differences;
    if !differences.is_empty()
        && let Err(fault) = asked.bot.store().set_config(guild, after.clone(), change).await
    {
        return asked.refuse(&asked.bot.apologise(&fault)).await;
    }
    asked.show(config_screen(texts, &after, &differences)).await;
}
