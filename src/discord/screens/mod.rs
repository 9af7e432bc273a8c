//! What each message shows: a telling in, a screen out. Nothing here sends or waits.

mod admin;
mod over;
mod own;
mod pages;
mod private;
mod public;
#[cfg(test)]
mod secrecy;

pub use admin::{TRAIL_PAGE, ask_stop_screen, config_screen, table_line, trail_screen};
pub use over::over_screen;
pub use own::{ask_erase_screen, privacy_screen, settings_screen};
pub use pages::{LEADERBOARD_PAGE, leaderboard_screen, rules_screen};
pub use private::{Choice, private_screen, words_screen};
pub use public::{main_screen, ping_screen, vote_screen};

use serenity::all::{ButtonStyle, CreateButton};

use super::custom_id::{Button, CustomId};
use crate::table::TableId;

/// A button of a table.
fn button(table: TableId, button: Button, label: String, style: ButtonStyle) -> CreateButton {
    CreateButton::new(CustomId { table, button }.to_string()).label(label).style(style)
}
