//! `/junqi layouts`: the own saved layouts, shown, renamed, deleted.

use serenity::all::{
    ButtonStyle, CreateActionRow, CreateSelectMenu, CreateSelectMenuKind, CreateSelectMenuOption,
};

use super::{NO_TABLE, button};
use crate::discord::custom_id::{Button, CustomId, NameKey, Shelf};
use crate::discord::screen::Screen;
use crate::discord::texts::{Texts, escape_most};
use crate::picture;
use crate::rules::Role;
use crate::table::{LAYOUT_NAME_MOST, LAYOUTS_MOST, SavedLayout};

/// What `/junqi layouts` shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShelfPage {
    /// The layouts of which role.
    pub role: Role,
    /// All of them, by name.
    pub layouts: Vec<SavedLayout>,
    /// The one shown.
    pub shown: Option<NameKey>,
    /// What is asked or said about it.
    pub state: ShelfState,
}

/// What is asked or said on the page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ShelfState {
    /// Nothing.
    Calm,
    /// Whether the one shown shall be deleted.
    AsksDelete,
    /// What became of the last press.
    Says(String),
}

/// Names of layouts as a select's options; the values are their keys.
pub fn layout_options<'a>(
    names: impl Iterator<Item = &'a str>,
    chosen: Option<NameKey>,
) -> Vec<CreateSelectMenuOption> {
    let option = |name: &str| {
        let key = NameKey::of(name);
        // A name has no control characters since it was saved; a select shows no markdown.
        CreateSelectMenuOption::new(name, key.to_string()).default_selection(Some(key) == chosen)
    };
    names.map(option).collect()
}

/// The page.
pub fn shelf_screen(texts: Texts, page: ShelfPage) -> Screen {
    let ShelfPage { role, layouts, shown, state } = page;
    let names = || layouts.iter().map(|saved| saved.name.as_str());
    let found = shown.and_then(|key| layouts.iter().find(|saved| NameKey::of(&saved.name) == key));
    let title = match role {
        Role::Declarer => "layouts-title-declarer",
        Role::Defender => "layouts-title-defender",
    };
    let mut lines = vec![texts.get(title, &[("count", layouts.len().into()), ("most", LAYOUTS_MOST.into())])];
    let named = |key: &str, saved: &SavedLayout| {
        texts.get(key, &[("name", escape_most(&saved.name, LAYOUT_NAME_MOST).into())])
    };
    match (&state, found) {
        (ShelfState::Says(said), _) => lines.push(said.clone()),
        (ShelfState::AsksDelete, Some(saved)) => lines.push(named("layouts-delete-asks", saved)),
        (ShelfState::Calm | ShelfState::AsksDelete, None) if layouts.is_empty() => {
            lines.push(texts.say("layouts-how"));
        }
        (ShelfState::Calm | ShelfState::AsksDelete, _) => {}
    }
    lines
        .extend(found.filter(|_| state != ShelfState::AsksDelete).map(|saved| named("layouts-shown", saved)));
    let make = |shelf, key: &str, style| button(NO_TABLE, Button::Shelf(shelf), texts.say(key), style);
    let tab = |of: Role, key: &str| {
        make(Shelf::Open(of), key, ButtonStyle::Secondary).disabled(of == role && found.is_none())
    };
    let mut rows = vec![CreateActionRow::Buttons(vec![
        tab(Role::Defender, "button-defender-layouts"),
        tab(Role::Declarer, "button-declarer-layouts"),
    ])];
    if !layouts.is_empty() {
        let options = CreateSelectMenuKind::String { options: layout_options(names(), shown) };
        let id = CustomId { table: NO_TABLE, button: Button::Shelf(Shelf::Choose(role)) }.to_string();
        let select = CreateSelectMenu::new(id, options).placeholder(texts.say("select-layout"));
        rows.push(CreateActionRow::SelectMenu(select));
    }
    if let Some(saved) = found {
        let key = NameKey::of(&saved.name);
        rows.push(CreateActionRow::Buttons(if state == ShelfState::AsksDelete {
            vec![
                make(Shelf::Delete(role, key), "button-delete", ButtonStyle::Danger),
                make(Shelf::Show(role, key), "button-keep", ButtonStyle::Secondary),
            ]
        } else {
            vec![
                make(Shelf::Rename(role, key), "button-rename", ButtonStyle::Primary),
                make(Shelf::AskDelete(role, key), "button-delete-asks", ButtonStyle::Secondary),
            ]
        }));
    }
    let (language, drawn) = (texts.0, found.map(|saved| saved.layout.clone()));
    let drawing = drawn.map(|layout| -> crate::discord::screen::Drawing {
        Box::new(move || picture::saved_layout(&layout, role, language))
    });
    Screen { content: lines.join("\n"), drawing, rows, ..Screen::default() }
}
