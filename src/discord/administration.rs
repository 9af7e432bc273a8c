//! Buttons of a server's administration. Each is checked again: who saw it once may have lost the
//! right to press it.

use super::bot::Bot;
use super::caller::Caller;
use super::permissions::manages;
use super::refusals::rejection;
use super::screen::Screen;
use super::screens::{TRAIL_PAGE, trail_screen};
use super::side_button::AdminButton;
use crate::table::{Action, ConfigChange, GuildId, Intervention, Rejection, Stamp, TableId};

/// Takes a press on one of those buttons.
pub async fn press(bot: &Bot, caller: &Caller, table: TableId, button: AdminButton) {
    let Some(guild) = caller.guild.filter(|_| manages(caller.permissions)) else {
        bot.follow_up(caller, caller.texts.say("refused-manage-server")).await;
        return;
    };
    let screen = match button {
        AdminButton::Stop => stop(bot, caller, guild, table).await,
        AdminButton::Season { number } => season(bot, caller, guild, number).await,
        AdminButton::Trail { page } => trail(bot, caller, guild, page).await,
    };
    bot.answer(caller, screen).await;
}

/// A page of what the server's administrators did.
pub async fn trail(bot: &Bot, caller: &Caller, guild: GuildId, page: u16) -> Screen {
    match bot.store().trail(guild, u32::from(page) * TRAIL_PAGE, TRAIL_PAGE).await {
        Ok(trail) => trail_screen(caller.texts, &trail, page),
        Err(fault) => Screen::text(rejection(caller.texts, &bot.apologise(&fault))),
    }
}

/// Begins the season of that number. A second press, or that of another administrator, begins no
/// further one.
async fn season(bot: &Bot, caller: &Caller, guild: GuildId, number: u32) -> Screen {
    let texts = caller.texts;
    let change = ConfigChange { by: caller.user(), at_unix_ms: bot.hall.clock().unix_ms() };
    match bot.store().start_season(guild, number, change).await {
        Ok(true) => Screen::text(texts.get("season-begun", &[("season", number.into())])),
        Ok(false) => Screen::text(texts.say("refused-season")),
        Err(fault) => Screen::text(rejection(texts, &bot.apologise(&fault))),
    }
}

/// Ends a table of that server without scores, and keeps who did.
async fn stop(bot: &Bot, caller: &Caller, guild: GuildId, table: TableId) -> Screen {
    let texts = caller.texts;
    let handle = bot.hall.table(table).filter(|handle| handle.latest().guild == guild);
    let Some(handle) = handle else { return Screen::text(rejection(texts, &Rejection::Over)) };
    if let Err(fault) = handle.press(caller.presser.clone(), Stamp::Any, Action::Stop).await {
        return Screen::text(rejection(texts, &fault));
    }
    let change = ConfigChange { by: caller.user(), at_unix_ms: bot.hall.clock().unix_ms() };
    if let Err(fault) = bot.store().note(guild, change, Intervention::Stopped(table)).await {
        // The table is stopped all the same; the log has who did it.
        tracing::error!(%table, by = %caller.user(), %fault, "a stop was not kept in the trail");
    }
    Screen::text(texts.get("stopped", &[("table", table.to_string().into())]))
}
