//! `/junqi layouts` and the presses on its page.

use super::deployment::said_of;
use crate::discord::bot::Bot;
use crate::discord::caller::Caller;
use crate::discord::custom_id::{NameKey, Shelf};
use crate::discord::modals::clean_name;
use crate::discord::refusals::rejection;
use crate::discord::screen::Screen;
use crate::discord::screens::{ShelfPage, ShelfState, shelf_screen};
use crate::rules::Role;
use crate::table::{LAYOUT_NAME_MOST, Renamed, SavedLayout};

/// The caller's layouts of that role, as a page.
pub async fn shelf_page(
    bot: &Bot,
    caller: &Caller,
    role: Role,
    shown: Option<NameKey>,
    state: ShelfState,
) -> Screen {
    match bot.store().layouts(caller.user(), role).await {
        Ok(layouts) => shelf_screen(caller.texts, ShelfPage { role, layouts, shown, state }),
        Err(fault) => Screen::text(rejection(caller.texts, &bot.apologise(&fault))),
    }
}

/// Takes a press on the page; the page shows what came of it.
pub async fn use_shelf(bot: &Bot, caller: &Caller, shelf: Shelf, value: Option<&str>) {
    let texts = caller.texts;
    let (role, shown, state) = match shelf {
        Shelf::Open(role) => (role, None, ShelfState::Calm),
        Shelf::Choose(role) => (role, value.and_then(NameKey::parse), ShelfState::Calm),
        // A modal opens for another name before anything comes here.
        Shelf::Show(role, key) | Shelf::Rename(role, key) => (role, Some(key), ShelfState::Calm),
        Shelf::AskDelete(role, key) => (role, Some(key), ShelfState::AsksDelete),
        Shelf::Delete(role, key) => {
            let said = match named(bot, caller, role, key).await {
                Ok(Some(saved)) => match bot.store().delete_layout(caller.user(), role, &saved.name).await {
                    Ok(true) => said_of(texts, "layouts-deleted", &saved.name),
                    Ok(false) => texts.say("layouts-gone"),
                    Err(fault) => rejection(texts, &bot.apologise(&fault)),
                },
                Ok(None) => texts.say("layouts-gone"),
                Err(said) => said,
            };
            (role, None, ShelfState::Says(said))
        }
    };
    bot.answer(caller, shelf_page(bot, caller, role, shown, state).await).await;
}

/// Gives a layout the name typed into the modal.
pub async fn rename(bot: &Bot, caller: &Caller, (role, key): (Role, NameKey), typed: &str) {
    let texts = caller.texts;
    let mut shown = key;
    let said = match (clean_name(typed), named(bot, caller, role, key).await) {
        (None, _) => texts.get("layouts-bad-name", &[("most", LAYOUT_NAME_MOST.into())]),
        (_, Err(said)) => said,
        (_, Ok(None)) => texts.say("layouts-gone"),
        (Some(name), Ok(Some(saved))) => {
            match bot.store().rename_layout(caller.user(), role, &saved.name, &name).await {
                Ok(Renamed::Done) => {
                    shown = NameKey::of(&name);
                    said_of(texts, "layouts-renamed", &name)
                }
                Ok(Renamed::NameTaken) => said_of(texts, "layouts-name-taken", &name),
                Ok(Renamed::NoSuchLayout) => texts.say("layouts-gone"),
                Err(fault) => rejection(texts, &bot.apologise(&fault)),
            }
        }
    };
    bot.answer(caller, shelf_page(bot, caller, role, Some(shown), ShelfState::Says(said)).await).await;
}

/// The caller's layout of that key; the apology where the store fails.
async fn named(bot: &Bot, caller: &Caller, role: Role, key: NameKey) -> Result<Option<SavedLayout>, String> {
    let layouts = bot.store().layouts(caller.user(), role).await;
    let layouts = layouts.map_err(|fault| rejection(caller.texts, &bot.apologise(&fault)))?;
    Ok(layouts.into_iter().find(|saved| NameKey::of(&saved.name) == key))
}
