//! A server's leaderboard.

use serenity::all::{ButtonStyle, CreateActionRow, CreateButton};

use super::{NO_TABLE, button, page_line};
use crate::discord::custom_id::Button;
use crate::discord::score_page::ScorePage;
use crate::discord::screen::Screen;
use crate::discord::texts::Texts;
use crate::picture::kind_name;
use crate::rules::Level;
use crate::table::{Leaderboard, Period, Standing, UserId};

/// Lines on one page of the leaderboard.
pub const LEADERBOARD_PAGE: u32 = 10;

/// A page of a leaderboard, as somebody sees it.
pub struct LeaderboardPage<'a> {
    /// Over which games.
    pub period: Period,
    /// Which page, from 0.
    pub page: u16,
    /// Its lines.
    pub board: &'a Leaderboard,
    /// Who looks at it.
    pub reader: UserId,
    /// Their own line.
    pub own: Option<&'a Standing>,
    /// The number of the season that runs.
    pub season: u32,
}

/// A page of a leaderboard, with the reader's own line below where it is not on the page.
pub fn leaderboard_screen(texts: Texts, shown: &LeaderboardPage<'_>) -> Screen {
    let LeaderboardPage { board, reader, own, .. } = shown;
    let mut lines = vec![title(texts, shown)];
    if board.users == 0 {
        lines.push(texts.say(match shown.period {
            Period::Season if shown.season > 1 => "leaderboard-empty-season",
            Period::LastSeason => "leaderboard-empty-last",
            Period::Season | Period::AllTime => "leaderboard-empty",
        }));
    } else {
        lines.extend(board.standings.iter().map(|standing| line(texts, standing, *reader)));
        lines.push(String::new());
        let is_on_page = board.standings.iter().any(|standing| standing.user == *reader);
        match own {
            Some(_) if is_on_page => {}
            Some(own) => {
                lines.push(texts.get("leaderboard-own", &[("line", line(texts, own, *reader).into())]));
            }
            None => lines.push(texts.say("leaderboard-no-own")),
        }
        lines.extend(page_line(texts, u32::from(shown.page), pages(board.users)));
    }
    Screen { content: lines.join("\n"), rows: rows(texts, shown), ..Screen::default() }
}

/// How many pages so many lines fill, at least one.
fn pages(users: u32) -> u32 {
    users.div_ceil(LEADERBOARD_PAGE).max(1)
}

fn title(texts: Texts, shown: &LeaderboardPage<'_>) -> String {
    match (shown.period, shown.board.season) {
        (Period::AllTime, _) | (_, None) => texts.say("leaderboard-all-time"),
        (Period::Season, Some(season)) => texts.get("leaderboard-season", &[("season", season.into())]),
        (Period::LastSeason, Some(season)) => texts.get("leaderboard-last", &[("season", season.into())]),
    }
}

fn line(texts: Texts, standing: &Standing, reader: UserId) -> String {
    let line = texts.get(
        "leaderboard-line",
        &[
            ("place", standing.place.into()),
            ("name", crate::discord::words::shown_name(texts, &standing.name).into()),
            ("total", standing.total.into()),
            ("level", kind_name(Level::of(standing.career_total).kind, texts.0).into()),
            ("games", standing.games.into()),
            ("won", standing.won.into()),
            ("desertions", standing.desertions.into()),
        ],
    );
    if standing.user == reader { format!("{line} ◀") } else { line }
}

fn rows(texts: Texts, shown: &LeaderboardPage<'_>) -> Vec<CreateActionRow> {
    let make = |page: ScorePage, key: &str| {
        button(NO_TABLE, Button::Scores(page), texts.say(key), ButtonStyle::Secondary)
    };
    let mut rows = Vec::new();
    let last = pages(shown.board.users) - 1;
    if last > 0 {
        let turn = |to: u16, key: &str| make(ScorePage::Leaderboard { period: shown.period, page: to }, key);
        rows.push(CreateActionRow::Buttons(vec![
            turn(shown.page.saturating_sub(1), "button-previous").disabled(shown.page == 0),
            turn(shown.page.saturating_add(1), "button-next").disabled(u32::from(shown.page) >= last),
        ]));
    }
    // The period that is shown is not offered: its first page may be what Previous leads to, and no
    // two buttons of a message lead to the same.
    let offered = [
        (Period::Season, "button-season", true),
        (Period::LastSeason, "button-last-season", shown.season > 1),
        (Period::AllTime, "button-all-time", true),
    ];
    let offered = offered.into_iter().filter(|(period, _, exists)| *exists && *period != shown.period);
    let over = |(period, key, _)| make(ScorePage::Leaderboard { period, page: 0 }, key);
    let mut periods: Vec<CreateButton> = offered.map(over).collect();
    periods.push(make(ScorePage::Profile(shown.reader), "button-my-profile"));
    rows.push(CreateActionRow::Buttons(periods));
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    fn standing(place: u32, user: u64, name: &str) -> Standing {
        Standing {
            place,
            user: UserId(user),
            name: name.to_owned(),
            total: 30,
            career_total: 330,
            games: 2,
            won: 1,
            desertions: 0,
        }
    }

    fn shown(board: &Leaderboard, page: u16, own: Option<&Standing>, reader: u64) -> String {
        let page =
            LeaderboardPage { period: Period::Season, page, board, reader: UserId(reader), own, season: 1 };
        leaderboard_screen(Texts::of_locale("en-GB"), &page).content
    }

    #[test]
    fn the_own_line_is_marked_on_its_page_and_shown_below_the_others() {
        let standings = vec![standing(1, 1, "one"), standing(1, 2, "two")];
        let board = Leaderboard { season: Some(1), standings, users: 25 };
        let own = board.standings[1].clone();
        let on_page = shown(&board, 0, Some(&own), 2);
        assert!(on_page.contains("**two** 30 points (captain) · 2 games, 1 won ◀"), "{on_page}");
        assert_eq!(on_page.matches("two").count(), 1, "{on_page}");
        let elsewhere = standing(14, 3, "three");
        let below = shown(&board, 0, Some(&elsewhere), 3);
        assert!(below.contains("Your place: 14. **three**"), "{below}");
        let stranger = shown(&board, 0, None, 4);
        assert!(stranger.contains("You have no counted game"), "{stranger}");
        assert!(stranger.contains("Page 1 of 3"), "{stranger}");
    }

    #[test]
    fn an_erased_name_has_words_in_its_place_and_a_name_cannot_mark_up() {
        let standings = vec![standing(1, 1, ""), standing(1, 2, "**@everyone**")];
        let board = Leaderboard { season: Some(1), standings, users: 2 };
        let content = shown(&board, 0, None, 9);
        assert!(content.contains("**(name erased)**"), "{content}");
        assert!(!content.contains("@everyone"), "{content}");
    }

    #[test]
    fn the_longest_page_fits_into_a_message() {
        let name = "*".repeat(60);
        let line = |place| Standing {
            total: -1_000_000_000,
            games: u32::MAX,
            won: u32::MAX,
            desertions: 1_000_000,
            ..standing(place, u64::from(place), &name)
        };
        let standings = (1..=LEADERBOARD_PAGE).map(line).collect();
        let board = Leaderboard { season: Some(1), standings, users: u32::MAX };
        let own = line(4_000_000_000);
        for locale in ["zh-TW", "zh-CN", "en-GB"] {
            let page = LeaderboardPage {
                period: Period::LastSeason,
                page: u16::MAX,
                board: &board,
                reader: UserId(9_999),
                own: Some(&own),
                season: 9,
            };
            let content = leaderboard_screen(Texts::of_locale(locale), &page).content;
            assert!(content.encode_utf16().count() <= 2_000, "{locale}: {}", content.chars().count());
        }
    }
}
