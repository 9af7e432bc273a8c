//! Texts in several languages.

use serde_json::Value;

use crate::check::{Form, join};

/// The locales Discord's clients speak.
///
/// Source: <https://discord.com/developers/docs/reference#locales>.
const LOCALES: [&str; 32] = [
    "id", "da", "de", "en-GB", "en-US", "es-ES", "es-419", "fr", "hr", "it", "lt", "hu", "nl", "no", "pl",
    "pt-BR", "ro", "fi", "sv-SE", "vi", "tr", "cs", "el", "bg", "ru", "uk", "hi", "th", "zh-CN", "ja",
    "zh-TW", "ko",
];

/// Checks the names of the languages, and each text by the rule for the text they translate.
pub(crate) fn check_localizations(
    form: &mut Form,
    path: &str,
    object: &Value,
    key: &str,
    check_text: impl Fn(&mut Form, &str, &str),
) {
    let Some(texts) = object[key].as_object() else {
        return;
    };
    let path = join(path, key);
    for (locale, text) in texts {
        let path = join(&path, locale);
        if !LOCALES.contains(&locale.as_str()) {
            form.choices(&path, &LOCALES.join(", "));
        }
        match text.as_str() {
            Some(text) => check_text(form, &path, text),
            None if text.is_null() => {}
            None => form.add(&path, "STRING_TYPE_CONVERT", "Could not interpret as string."),
        }
    }
}
