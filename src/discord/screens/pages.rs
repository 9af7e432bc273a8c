//! Paged texts: the rules and the leaderboard.

use serenity::all::{ButtonStyle, CreateActionRow};

use super::button;
use crate::discord::custom_id::Button;
use crate::discord::screen::Screen;
use crate::discord::texts::Texts;
use crate::discord::words::shown_name;
use crate::picture::kind_name;
use crate::rules::Level;
use crate::table::{Leaderboard, Standing, TableId};

/// Lines on one page of the leaderboard.
pub const LEADERBOARD_PAGE: u32 = 10;

/// The rules' pages, in order.
const RULES_PAGES: [&str; 6] =
    ["rules-aim", "rules-pieces", "rules-deployment", "rules-moving", "rules-combat", "rules-end"];

/// No table: pages that stand for themselves.
const NO_TABLE: TableId = TableId(0);

/// A page of the rules, from 0; one beyond the last is the last.
pub fn rules_screen(texts: Texts, page: u8) -> Screen {
    let last = RULES_PAGES.len() - 1;
    let page = usize::from(page).min(last);
    let count = texts.get("page-of", &[("page", (page + 1).into()), ("pages", (last + 1).into())]);
    let content = format!("{}\n\n{count}", texts.say(RULES_PAGES[page]));
    let turn = |to: usize, key: &str| {
        button(NO_TABLE, Button::Rules { page: to as u8 }, texts.say(key), ButtonStyle::Secondary)
    };
    let mut turns = Vec::new();
    if page > 0 {
        turns.push(turn(page - 1, "button-previous"));
    }
    if page < last {
        turns.push(turn(page + 1, "button-next"));
    }
    Screen { content, rows: vec![CreateActionRow::Buttons(turns)], ..Screen::default() }
}

/// A page of the leaderboard, from 0, with the asker's own line below where they have one.
pub fn leaderboard_screen(texts: Texts, board: &Leaderboard, page: u16, own: Option<&Standing>) -> Screen {
    if board.users == 0 {
        return Screen::text(texts.say("leaderboard-empty"));
    }
    let line = |standing: &Standing| {
        texts.get(
            "leaderboard-line",
            &[
                ("place", standing.place.into()),
                ("name", shown_name(texts, &standing.name).into()),
                ("total", standing.total.into()),
                ("level", kind_name(Level::of(standing.total).kind, texts.0).into()),
                ("games", standing.games.into()),
                ("won", standing.won.into()),
                ("desertions", standing.desertions.into()),
            ],
        )
    };
    let mut lines = vec![texts.say("leaderboard-title")];
    lines.extend(board.standings.iter().map(line));
    if let Some(own) = own {
        lines.push(String::new());
        lines.push(texts.get("leaderboard-own", &[("line", line(own).into())]));
    }
    let pages = board.users.div_ceil(LEADERBOARD_PAGE).max(1);
    let mut rows = Vec::new();
    if pages > 1 {
        lines.push(texts.get("page-of", &[("page", (u32::from(page) + 1).into()), ("pages", pages.into())]));
        let turn = |to: u16, key: &str| {
            button(NO_TABLE, Button::Leaderboard { page: to }, texts.say(key), ButtonStyle::Secondary)
        };
        rows.push(CreateActionRow::Buttons(vec![
            turn(page.saturating_sub(1), "button-previous").disabled(page == 0),
            turn(page.saturating_add(1), "button-next").disabled(u32::from(page) + 1 >= pages),
        ]));
    }
    Screen { content: lines.join("\n"), rows, ..Screen::default() }
}
