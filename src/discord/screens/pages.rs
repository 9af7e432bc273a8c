//! Paged texts: the rules.

use serenity::all::{ButtonStyle, CreateActionRow};

use super::{NO_TABLE, button, page_line};
use crate::discord::custom_id::Button;
use crate::discord::screen::Screen;
use crate::discord::texts::Texts;

/// The rules' pages, in order.
const RULES_PAGES: [&str; 6] =
    ["rules-aim", "rules-pieces", "rules-deployment", "rules-moving", "rules-combat", "rules-end"];

/// A page of the rules, from 0; one beyond the last is the last.
pub fn rules_screen(texts: Texts, page: u8) -> Screen {
    let last = RULES_PAGES.len() - 1;
    let page = usize::from(page).min(last);
    let count = page_line(texts, page as u32, RULES_PAGES.len() as u32).unwrap_or_default();
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
