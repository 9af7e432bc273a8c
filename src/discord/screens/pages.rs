//! Paged texts: the leaderboard.

use serenity::all::{ButtonStyle, CreateActionRow};

use super::{NO_TABLE, button};
use crate::discord::custom_id::Button;
use crate::discord::screen::Screen;
use crate::discord::texts::{Texts, escape};
use crate::picture::kind_name;
use crate::rules::Level;
use crate::table::{Leaderboard, Standing};

/// Lines on one page of the leaderboard.
pub const LEADERBOARD_PAGE: u32 = 10;

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
                ("name", escape(&standing.name).into()),
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
