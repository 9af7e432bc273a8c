//! What users set for themselves, take out and erase.

use super::bot::Bot;
use super::caller::Caller;
use super::refusals::rejection;
use super::screen::{File, Screen};
use super::screens::{ask_erase_screen, privacy_screen, settings_screen};
use super::side_button::{OwnButton, Setting};
use crate::table::{Confirmation, Delivery, Locale, PersonalData, Pings, StoreError, TableId, UserSettings};

/// The value by which a select means the language of the client.
pub const AUTOMATIC: &str = "auto";

/// Takes a press on one of those buttons.
pub async fn press(bot: &Bot, caller: &Caller, button: OwnButton, value: Option<&str>) {
    match button {
        OwnButton::Set(setting) => {
            let _one_at_a_time = bot.preferences.change().await;
            let before = bot.preferences.of(caller.user());
            let after = value.and_then(|value| changed(before, setting, value)).unwrap_or(before);
            let screen = set(bot, caller, after).await;
            bot.answer(caller, screen).await;
        }
        OwnButton::Export => export(bot, caller).await,
        OwnButton::AskErase => bot.answer(caller, ask_erase_screen(caller.texts)).await,
        OwnButton::Erase => {
            let screen = erase(bot, caller).await;
            bot.answer(caller, screen).await;
        }
    }
}

/// The settings with one of them as chosen; none where no such thing can be chosen.
fn changed(before: UserSettings, setting: Setting, value: &str) -> Option<UserSettings> {
    Some(match setting {
        Setting::Language if value == AUTOMATIC => UserSettings { language: None, ..before },
        Setting::Language => UserSettings { language: Some(Locale::from_code(value)?), ..before },
        Setting::Pings => UserSettings { pings: Pings::from_code(value)?, ..before },
        Setting::Delivery => UserSettings { delivery: Delivery::from_code(value)?, ..before },
        Setting::Confirmation => UserSettings { confirmation: Confirmation::from_code(value)?, ..before },
    })
}

/// Sets them, and shows them as they are now: in the language just chosen.
pub async fn set(bot: &Bot, caller: &Caller, settings: UserSettings) -> Screen {
    let user = caller.user();
    if settings != bot.preferences.of(user) {
        if let Err(fault) = bot.store().set_user_settings(user, settings).await {
            return Screen::text(rejection(caller.texts, &bot.apologise(&fault)));
        }
        bot.preferences.hold(user, settings);
    }
    let texts = bot.preferences.texts(user, &caller.client_locale);
    settings_screen(texts, settings)
}

/// What is kept, and for how long.
pub fn privacy(caller: &Caller) -> Screen {
    privacy_screen(caller.texts)
}

/// Hands everything that is kept of the caller to them alone, as a file.
async fn export(bot: &Bot, caller: &Caller) {
    let texts = caller.texts;
    let screen = match bot.store().personal_data(caller.user()).await {
        Ok(data) => match to_file(&data, caller) {
            Ok(file) => Screen { files: vec![file], ..Screen::text(texts.say("export")) },
            Err(fault) => Screen::text(rejection(texts, &bot.apologise(&fault))),
        },
        Err(fault) => Screen::text(rejection(texts, &bot.apologise(&fault))),
    };
    let drawn = bot.artist.draw(screen).await;
    caller.follow_up(&drawn).await;
}

fn to_file(data: &PersonalData, caller: &Caller) -> Result<File, serde_json::Error> {
    let document = serde_json::json!({ "user": caller.user(), "kept": data });
    let bytes = serde_json::to_vec_pretty(&document)?;
    Ok(File { name: "junqi-my-data.json".to_owned(), bytes, alt: None })
}

async fn erase(bot: &Bot, caller: &Caller) -> Screen {
    let (user, texts) = (caller.user(), caller.texts);
    let playing = |table: TableId| {
        Screen::text(texts.get("refused-erase-playing", &[("table", table.to_string().into())]))
    };
    match bot.store().erase_user(user, bot.hall.clock().unix_ms()).await {
        Ok(()) => {
            bot.preferences.forget(user);
            Screen::text(texts.say("erased"))
        }
        Err(StoreError::StillPlaying { at, .. }) => playing(at),
        Err(fault) => Screen::text(rejection(texts, &bot.apologise(&fault))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_choice_changes_one_setting_and_nonsense_none() {
        let before = UserSettings { language: Some(Locale::English), ..UserSettings::default() };
        let after = changed(before, Setting::Language, AUTOMATIC).unwrap();
        assert_eq!(after, UserSettings { language: None, ..before });
        let after = changed(before, Setting::Pings, "never").unwrap();
        assert_eq!(after, UserSettings { pings: Pings::Never, ..before });
        for setting in [Setting::Language, Setting::Pings, Setting::Delivery, Setting::Confirmation] {
            assert_eq!(changed(before, setting, "loudly"), None);
        }
    }
}
