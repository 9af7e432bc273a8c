//! What users see of their own settings and data; only they see it.

use serenity::all::{
    ButtonStyle, CreateActionRow, CreateSelectMenu, CreateSelectMenuKind, CreateSelectMenuOption,
};

use super::button;
use crate::discord::custom_id::{Button, CustomId};
use crate::discord::departures::kept_for;
use crate::discord::own::AUTOMATIC;
use crate::discord::screen::Screen;
use crate::discord::side_button::{OwnButton, Setting};
use crate::discord::texts::Texts;
use crate::table::{Confirmation, Delivery, Locale, Pings, TableId, UserSettings};

/// No table: these stand for themselves.
const NO_TABLE: TableId = TableId(0);

/// The user's settings, each with a list to choose from.
pub fn settings_screen(texts: Texts, settings: UserSettings) -> Screen {
    let languages = [AUTOMATIC].into_iter().chain(Locale::ALL.map(Locale::code));
    let language = settings.language.map_or(AUTOMATIC, Locale::code);
    let rows = vec![
        select(texts, Setting::Language, languages, language, language_key),
        select(
            texts,
            Setting::Pings,
            Pings::ALL.iter().map(|it| it.code()),
            settings.pings.code(),
            pings_key,
        ),
        select(
            texts,
            Setting::Delivery,
            Delivery::ALL.iter().map(|it| it.code()),
            settings.delivery.code(),
            delivery_key,
        ),
        select(
            texts,
            Setting::Confirmation,
            Confirmation::ALL.iter().map(|it| it.code()),
            settings.confirmation.code(),
            confirmation_key,
        ),
    ];
    Screen { content: texts.say("settings-title"), rows, ..Screen::default() }
}

/// A list of the values of one setting, the present one chosen.
fn select(
    texts: Texts,
    setting: Setting,
    values: impl Iterator<Item = &'static str>,
    present: &str,
    key: impl Fn(&str) -> &'static str,
) -> CreateActionRow {
    let option = |value: &'static str| {
        CreateSelectMenuOption::new(texts.say(key(value)), value).default_selection(value == present)
    };
    let options = values.map(option).collect();
    let id = CustomId { table: NO_TABLE, button: Button::Own(OwnButton::Set(setting)) };
    let kind = CreateSelectMenuKind::String { options };
    CreateActionRow::SelectMenu(CreateSelectMenu::new(id.to_string(), kind))
}

fn language_key(value: &str) -> &'static str {
    match Locale::from_code(value) {
        Some(Locale::TraditionalChinese) => "language-zh-tw",
        Some(Locale::SimplifiedChinese) => "language-zh-cn",
        Some(Locale::English) => "language-en",
        None => "language-auto",
    }
}

fn pings_key(value: &str) -> &'static str {
    match Pings::from_code(value).unwrap_or_default() {
        Pings::Always => "pings-always",
        Pings::LongClocks => "pings-long",
        Pings::Never => "pings-never",
    }
}

fn delivery_key(value: &str) -> &'static str {
    match Delivery::from_code(value).unwrap_or_default() {
        Delivery::DirectMessages => "delivery-direct",
        Delivery::ChannelOnly => "delivery-channel",
    }
}

fn confirmation_key(value: &str) -> &'static str {
    match Confirmation::from_code(value).unwrap_or_default() {
        Confirmation::AtOnce => "confirmation-at-once",
        Confirmation::Ask => "confirmation-ask",
    }
}

/// What is kept of users and servers, and for how long.
pub fn privacy_screen(texts: Texts) -> Screen {
    let make = |own, key: &str, style| button(NO_TABLE, Button::Own(own), texts.say(key), style);
    let rows = vec![CreateActionRow::Buttons(vec![
        make(OwnButton::Export, "button-export", ButtonStyle::Primary),
        make(OwnButton::AskErase, "button-erase", ButtonStyle::Danger),
    ])];
    let content = texts.get("privacy", &[("kept", kept_for(texts).into())]);
    Screen { content, rows, ..Screen::default() }
}

/// Asks before everything is erased.
pub fn ask_erase_screen(texts: Texts) -> Screen {
    let yes = Button::Own(OwnButton::Erase);
    let yes = button(NO_TABLE, yes, texts.say("button-erase-yes"), ButtonStyle::Danger);
    let rows = vec![CreateActionRow::Buttons(vec![yes])];
    Screen { content: texts.say("confirm-erase"), rows, ..Screen::default() }
}
