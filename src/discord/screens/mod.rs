//! What each message shows: a telling in, a screen out. Nothing here sends or waits.

mod admin;
mod battle;
mod deal;
mod deployment;
mod door;
mod history;
mod leaderboard;
mod lobby;
mod moves;
mod opener;
mod over;
mod own;
mod private;
mod profile;
mod public;
mod rules;
#[cfg(test)]
mod secrecy;
mod shelf;
mod vote;

pub use admin::{TRAIL_PAGE, ask_season_screen, ask_stop_screen, config_screen, table_line, trail_screen};
pub use battle::{is_asked, ping_occasion, ping_screen};
pub use deal::deal_screen;
pub use deployment::{DrawerAsks, DrawerPage};
pub use door::{direct_battle_screen, direct_over_screen, door_screen};
pub use history::{HISTORY_PAGE, history_screen, what};
pub use leaderboard::{LEADERBOARD_PAGE, LeaderboardPage, leaderboard_screen};
pub use moves::Moving;
pub use opener::{call_screen, opener_screen};
pub use over::{Audience, Ending, film_file, over_screen, record_file};
pub use own::{ask_erase_screen, privacy_screen, settings_screen};
pub use private::{Choice, private_screen, words_screen};
pub use profile::{Membership, Profile, no_profile_screen, profile_screen};
pub use public::main_screen;
pub use rules::{Topic, newcomer_screen, rules_screen};
pub use shelf::{ShelfPage, ShelfState, shelf_screen};
pub use vote::vote_screen;

use serenity::all::{ButtonStyle, CreateButton};

use super::custom_id::{Button, CustomId};
use super::texts::Texts;
use crate::table::TableId;

/// No table: pages that stand for themselves.
pub const NO_TABLE: TableId = TableId(0);

/// A button of a table.
fn button(table: TableId, button: Button, label: String, style: ButtonStyle) -> CreateButton {
    CreateButton::new(CustomId { table, button }.to_string()).label(label).style(style)
}

/// Which page of how many, counted from 0; none where there is but one.
fn page_line(texts: Texts, page: u32, pages: u32) -> Option<String> {
    let line = || texts.get("page-of", &[("page", page.saturating_add(1).into()), ("pages", pages.into())]);
    (pages > 1).then(line)
}
