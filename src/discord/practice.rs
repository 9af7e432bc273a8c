//! Opening a table where somebody asks for one: what must be right first, and the practice table.

use serenity::all::Permissions;

use super::bot::Bot;
use super::caller::Caller;
use super::permissions::missing;
use super::refusals::rejection;
use crate::rules::{Pace, Settings};
use crate::table::{Action, ComputerLevel, Stamp, TableHandle};

/// Opens a table in the caller's channel, at that pace or the server's own.
///
/// # Errors
/// In the caller's words: why not, and what to do.
pub async fn open_here(bot: &Bot, caller: &Caller, pace: Option<Pace>) -> Result<TableHandle, String> {
    let texts = caller.texts;
    let Some(guild) = caller.guild else { return Err(texts.say("refused-only-in-servers")) };
    let allowed = caller.own_permissions.unwrap_or(Permissions::all());
    let missing = missing(texts, caller.place_kind, Some(allowed));
    if !missing.is_empty() {
        return Err(texts.get("refused-permissions", &[("missing", missing.into())]));
    }
    let config = bot.store().config(guild).await;
    let config = config.map_err(|fault| rejection(texts, &bot.apologise(&fault)))?;
    let clocks = pace.unwrap_or(config.pace).clocks();
    let settings = Settings { base_score: config.base_score, clocks };
    let opened = bot.open_table(caller, settings, config.people_to_count).await;
    opened.map_err(|fault| rejection(texts, &fault))
}

/// Fills places with computer players.
///
/// # Errors
/// In the caller's words: why not, and what to do.
pub async fn add_computers(
    table: &TableHandle,
    caller: &Caller,
    count: u8,
    level: ComputerLevel,
) -> Result<(), String> {
    for _ in 0..count {
        let added = table.press(caller.presser.clone(), Stamp::Any, Action::AddComputer(level)).await;
        added.map_err(|fault| rejection(caller.texts, &fault))?;
    }
    Ok(())
}

/// Opens a table against three computer players and begins at once.
///
/// # Errors
/// In the caller's words: why not, and what to do.
pub async fn practise_here(bot: &Bot, caller: &Caller) -> Result<TableHandle, String> {
    let table = open_here(bot, caller, None).await?;
    add_computers(&table, caller, 3, ComputerLevel::Simple).await?;
    let started = table.press(caller.presser.clone(), Stamp::Any, Action::Start).await;
    started.map_err(|fault| rejection(caller.texts, &fault))?;
    Ok(table)
}
