//! Opening a table where somebody asks for one: what must be right first, and the practice table.

use super::bot::Bot;
use super::caller::Caller;
use super::refusals::rejection;
use crate::rules::Pace;
use crate::table::{Action, ComputerLevel, Stamp, TableHandle};

/// Opens a table in the caller's channel, at that pace or the server's own, to which so many computer
/// players are to come.
///
/// # Errors
/// In the caller's words: why not, and what to do.
pub async fn open_here(
    bot: &Bot,
    caller: &Caller,
    pace: Option<Pace>,
    computers: u8,
) -> Result<TableHandle, String> {
    if caller.guild.is_none() {
        return Err(caller.texts.say("refused-only-in-servers"));
    }
    bot.open_table(caller, pace, computers).await.map_err(|refusal| refusal.text(caller.texts))
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
    let table = open_here(bot, caller, None, 3).await?;
    add_computers(&table, caller, 3, ComputerLevel::Normal).await?;
    let started = table.press(caller.presser.clone(), Stamp::Any, Action::Start).await;
    started.map_err(|fault| rejection(caller.texts, &fault))?;
    Ok(table)
}
