//! What only the opener of a lobby sees, and the call for players.

use serenity::all::{
    ButtonStyle, CreateActionRow, CreateSelectMenu, CreateSelectMenuKind, CreateSelectMenuOption, RoleId,
};

use super::button;
use crate::discord::custom_id::{Button, CustomId};
use crate::discord::screen::Screen;
use crate::discord::texts::Texts;
use crate::discord::words::Words;
use crate::rules::Pace;
use crate::table::{Joiner, PLACES, Telling, UserId};

/// What the opener can do with the lobby: its pace, and turning somebody away.
pub fn opener_screen(telling: &Telling, opener: UserId, texts: Texts) -> Screen {
    let select = |pressed, options, key: &str| {
        let id = CustomId { table: telling.table, button: pressed }.to_string();
        let kind = CreateSelectMenuKind::String { options };
        CreateActionRow::SelectMenu(CreateSelectMenu::new(id, kind).placeholder(texts.say(key)))
    };
    let pace = |pace: Pace| {
        let key = match pace {
            Pace::Original => "pace-original",
            Pace::Relaxed => "pace-relaxed",
            Pace::Slow => "pace-slow",
        };
        let is_set = pace.clocks() == telling.settings.clocks;
        CreateSelectMenuOption::new(texts.say(key), pace.code()).default_selection(is_set)
    };
    let others = telling.joiners.iter().filter_map(|joiner| match joiner {
        Joiner::Person { user, name, .. } if *user != opener => {
            Some(CreateSelectMenuOption::new(label(name), user.to_string()))
        }
        Joiner::Person { .. } | Joiner::Computer { .. } => None,
    });
    let others: Vec<CreateSelectMenuOption> = others.collect();
    let mut rows = vec![select(Button::SetPace, Pace::ALL.map(pace).to_vec(), "select-pace")];
    let mut lines = vec![texts.say("opener-menu")];
    if others.is_empty() {
        lines.push(texts.say("opener-alone"));
    } else {
        rows.push(select(Button::TurnAway, others, "select-turn-away"));
    }
    Screen { content: lines.join("\n"), rows, ..Screen::default() }
}

/// A name as a select shows it, which knows no markdown; a user's may be blank to the eye.
fn label(name: &str) -> String {
    let shown: String = name.chars().filter(|character| !character.is_control()).take(80).collect();
    if shown.trim().is_empty() { "?".to_owned() } else { shown }
}

/// The public call for players, which pings the server's role for it.
pub fn call_screen(telling: &Telling, caller: &str, role: RoleId) -> Screen {
    let words = Words::public(telling);
    let missing = PLACES.saturating_sub(telling.joiners.len());
    let content = words.texts.get(
        "lobby-call",
        &[
            ("role", format!("<@&{role}>").into()),
            ("name", crate::discord::texts::escape(caller).into()),
            ("missing", missing.into()),
            ("table", telling.table.to_string().into()),
        ],
    );
    let join = button(telling.table, Button::Join, words.texts.say("button-join"), ButtonStyle::Primary);
    let rows = vec![CreateActionRow::Buttons(vec![join])];
    Screen { content, rows, role_pings: vec![role], ..Screen::default() }
}
