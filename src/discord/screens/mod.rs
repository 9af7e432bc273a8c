//! What each message shows: a telling in, a screen out. Nothing here sends or waits.

mod battle;
mod deployment;
mod door;
mod moves;
mod opener;
mod over;
mod pages;
mod private;
mod public;
mod rules;
#[cfg(test)]
mod secrecy;
mod vote;

pub use battle::{ping_occasion, ping_screen};
pub use door::{direct_battle_screen, direct_over_screen, door_screen};
pub use moves::Moving;
mod shelf;

pub use deployment::{DrawerAsks, DrawerPage};
pub use opener::{call_screen, opener_screen};
pub use over::over_screen;
pub use pages::{LEADERBOARD_PAGE, leaderboard_screen};
pub use private::{Choice, private_screen, words_screen};
pub use public::main_screen;
pub use rules::{Topic, newcomer_screen, rules_screen};
pub use shelf::{ShelfPage, ShelfState, shelf_screen};
pub use vote::vote_screen;

use serenity::all::{ButtonStyle, CreateButton};

use super::custom_id::{Button, CustomId};
use crate::table::TableId;

/// No table: pages that stand for themselves.
pub const NO_TABLE: TableId = TableId(0);

/// A button of a table.
fn button(table: TableId, button: Button, label: String, style: ButtonStyle) -> CreateButton {
    CreateButton::new(CustomId { table, button }.to_string()).label(label).style(style)
}
