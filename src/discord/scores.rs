//! Leaderboards, profiles and histories: read from the store and made into screens, for commands and
//! buttons alike.

use super::bot::Bot;
use super::caller::Caller;
use super::refusals::rejection;
use super::screen::Screen;
use super::screens::{
    HISTORY_PAGE, LEADERBOARD_PAGE, LeaderboardPage, Membership, Profile, history_screen, leaderboard_screen,
    no_profile_screen, profile_screen,
};
use crate::table::{Games, GuildId, Period, StoreError, UserId};

/// Somebody whose scores are asked for.
#[derive(Clone, Debug)]
pub struct Somebody {
    /// Who.
    pub user: UserId,
    /// How they are called now, where the platform said so.
    pub name: Option<String>,
    /// Whether they are still there.
    pub membership: Membership,
}

impl Somebody {
    /// The one who asks.
    pub fn caller(caller: &Caller) -> Self {
        let name = Some(caller.presser.name.clone());
        Self { user: caller.user(), name, membership: Membership::Present }
    }

    /// Of whom nothing but the id is known.
    pub fn of(caller: &Caller, user: UserId) -> Self {
        if user == caller.user() {
            return Self::caller(caller);
        }
        Self { user, name: None, membership: Membership::Present }
    }
}

/// A page of the server's leaderboard, from 0, with the caller's own line; one beyond the last is the
/// last.
pub async fn leaderboard(bot: &Bot, caller: &Caller, guild: GuildId, period: Period, page: u16) -> Screen {
    let made = async {
        let mut own = bot.store().standing(guild, period, caller.user()).await?;
        if let Some(own) = own.as_mut().filter(|own| !own.name.is_empty()) {
            note_name(bot, guild, caller.user(), &own.name, &caller.presser.name).await?;
            own.name.clone_from(&caller.presser.name);
        }
        let take = |page: u16| {
            bot.store().leaderboard(guild, period, u32::from(page) * LEADERBOARD_PAGE, LEADERBOARD_PAGE)
        };
        let (mut page, mut board) = (page, take(page).await?);
        if board.standings.is_empty() && board.users > 0 {
            page = last_page(board.users, LEADERBOARD_PAGE);
            board = take(page).await?;
        }
        let season = bot.store().season(guild).await?.number;
        let (board, own) = (&board, own.as_ref());
        let shown = LeaderboardPage { period, page, board, reader: caller.user(), own, season };
        Ok(leaderboard_screen(caller.texts, &shown))
    };
    made.await.unwrap_or_else(|fault| apology(bot, caller, &fault))
}

/// Somebody's profile.
pub async fn profile(bot: &Bot, caller: &Caller, guild: GuildId, of: &Somebody) -> Screen {
    let made = async {
        let Some(mut career) = bot.store().career(guild, of.user).await? else {
            return Ok(no_profile_screen(caller.texts, of.name.as_deref().unwrap_or_default()));
        };
        if let Some(name) = &of.name
            && !career.name.is_empty()
        {
            note_name(bot, guild, of.user, &career.name, name).await?;
            career.name.clone_from(name);
        }
        let season = bot.store().season(guild).await?.number;
        let line = bot.store().standing(guild, Period::Season, of.user).await?;
        let all_time = bot.store().standing(guild, Period::AllTime, of.user).await?;
        let Somebody { user, membership, .. } = *of;
        let shown = Profile { user, membership, career: &career, season: (season, line), all_time };
        Ok(profile_screen(caller.texts, &shown))
    };
    made.await.unwrap_or_else(|fault| apology(bot, caller, &fault))
}

/// A page of somebody's games, from 0; one beyond the last is the last.
pub async fn history(
    bot: &Bot,
    caller: &Caller,
    guild: GuildId,
    of: &Somebody,
    games: Games,
    page: u16,
) -> Screen {
    let made = async {
        let take = |games, page: u16| {
            bot.store().history(guild, of.user, games, u32::from(page) * HISTORY_PAGE, HISTORY_PAGE)
        };
        let (mut page, mut history) = (page, take(games, page).await?);
        if history.counted + history.practice == 0 {
            return Ok(no_profile_screen(caller.texts, of.name.as_deref().unwrap_or(&history.name)));
        }
        if history.games.is_empty() && history.len(games) > 0 {
            page = last_page(history.len(games), HISTORY_PAGE);
            history = take(games, page).await?;
        }
        if let Some(name) = &of.name
            && !history.name.is_empty()
        {
            note_name(bot, guild, of.user, &history.name, name).await?;
            history.name.clone_from(name);
        }
        Ok(history_screen(caller.texts, of.user, games, page, &history))
    };
    made.await.unwrap_or_else(|fault| apology(bot, caller, &fault))
}

/// The last page of so many lines, from 0.
fn last_page(lines: u32, on_a_page: u32) -> u16 {
    u16::try_from((lines.div_ceil(on_a_page)).saturating_sub(1)).unwrap_or(u16::MAX)
}

/// Keeps the name that somebody has now, where another was known.
async fn note_name(
    bot: &Bot,
    guild: GuildId,
    user: UserId,
    known: &str,
    now: &str,
) -> Result<(), StoreError> {
    if known == now { Ok(()) } else { bot.store().rename(guild, user, now).await }
}

fn apology(bot: &Bot, caller: &Caller, fault: &StoreError) -> Screen {
    Screen::text(rejection(caller.texts, &bot.apologise(fault)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_page_holds_the_last_line() {
        let pages = [1, 10, 11, 20, u32::MAX].map(|lines| last_page(lines, 10));
        assert_eq!(pages, [0, 0, 1, 1, u16::MAX]);
    }
}
