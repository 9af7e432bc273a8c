//! Looking back at finished games: the replay, and the opened deal.

use super::artist::{NoFilm, Patience};
use super::bot::Bot;
use super::caller::Caller;
use super::refusals::rejection;
use super::screen::Screen;
use super::screens::{Audience, Ending, deal_screen, film_file, over_screen, record_file};
use super::trouble::Trouble;
use super::typed::narrow;
use super::words::Words;
use crate::panics::Panicked;
use crate::picture::replay;
use crate::rules::BySeat;
use crate::table::{FinishedGame, NotFinished, StoreError, TableId};

/// The number of a table in what somebody typed: the first digits, full width or not.
pub fn table_number(text: &str) -> Option<TableId> {
    let digits: String = text
        .chars()
        .map(narrow)
        .skip_while(|character| !character.is_ascii_digit())
        .take_while(char::is_ascii_digit)
        .collect();
    digits.parse().ok().map(TableId)
}

/// Answers with a finished game of the caller's server: film, record, result; or why not.
pub async fn answer_replay(bot: &Bot, caller: &Caller, table: TableId) {
    let game = match finished(bot, caller, table).await {
        Ok(game) => game,
        Err(words) => return bot.answer(caller, Screen::text(words)).await,
    };
    let FinishedGame { telling, replay: battle, record } = game;
    let texts = caller.texts;
    let settled = bot.store().settled(table).await.unwrap_or_else(|fault| {
        tracing::error!(%table, %fault, "the scores of a table cannot be read");
        BySeat::default()
    });
    let screen = |film: Result<Option<Vec<u8>>, &str>| {
        let (film, note) = match film {
            Ok(film) => (film, None),
            Err(key) => (None, Some(texts.say(key))),
        };
        let film = film.map(|bytes| film_file(&telling, texts, bytes));
        let files = film.into_iter().chain([record_file(&telling, &record)]).collect();
        let ending = Ending { settled: &settled, files, note, audience: Audience::One };
        over_screen(&telling, texts, ending).unwrap_or_default()
    };
    let names = Words { texts, telling: &telling }.names();
    let film = if battle.plies.is_empty() {
        // Nothing moved: the board says it all.
        Ok(None)
    } else {
        let drawn = bot.artist.film(move || replay(&battle, &names, texts.0), Patience::Short).await;
        match drawn {
            Ok(bytes) if bytes.len() > caller.attachment_limit => Err("replay-too-large"),
            Ok(bytes) => Ok(Some(bytes)),
            Err(NoFilm::Busy) => Err("replay-busy"),
            Err(NoFilm::Failed) => Err("replay-failed"),
        }
    };
    if bot.try_answer(caller, screen(film)).await == Err(Trouble::TooLarge) {
        bot.answer(caller, screen(Err("replay-too-large"))).await;
    }
}

/// Answers with the opened deal of a finished game of the caller's server, or why not.
pub async fn answer_deal(bot: &Bot, caller: &Caller, table: TableId) {
    let screen = match finished(bot, caller, table).await {
        Ok(game) => deal_screen(&game.telling, caller.texts).unwrap_or_default(),
        Err(words) => Screen::text(words),
    };
    bot.answer(caller, screen).await;
}

/// A finished game of the caller's server, or in words why there is none. Of another server's table
/// it is not even said that it exists; of a running one nothing but that it runs.
async fn finished(bot: &Bot, caller: &Caller, table: TableId) -> Result<FinishedGame, String> {
    let texts = caller.texts;
    let about = |key: &str| texts.get(key, &[("table", table.to_string().into())]);
    let stored = match bot.store().table(table).await {
        Ok(stored) if Some(stored.setup.guild) == caller.guild => stored,
        Ok(_) | Err(StoreError::NoTable(_)) => return Err(about("replay-unknown")),
        Err(fault) => return Err(rejection(texts, &bot.apologise(&fault))),
    };
    // A whole game is played again, which is no work for the threads that answer presses.
    let game = tokio::task::spawn_blocking(move || stored.finished()).await;
    match game {
        Ok(Ok(game)) => Ok(game),
        Ok(Err(NotFinished::Running)) => Err(about("replay-running")),
        Ok(Err(NotFinished::NoGame)) => Err(about("replay-no-game")),
        Ok(Err(NotFinished::Log(fault))) => Err(rejection(texts, &bot.apologise(&fault))),
        Err(_) => Err(rejection(texts, &bot.apologise(&Panicked))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_is_found_in_whatever_stands_about_its_number() {
        for (text, found) in [
            ("12", Some(12)),
            (" #12 ", Some(12)),
            ("第 12 桌　2026-11-30", Some(12)),
            ("１２", Some(12)),
            ("12 34", Some(12)),
            ("18446744073709551615", Some(u64::MAX)),
            ("18446744073709551616", None),
            ("twelve", None),
            ("", None),
            ("-", None),
        ] {
            assert_eq!(table_number(text), found.map(TableId), "{text:?}");
        }
    }
}
