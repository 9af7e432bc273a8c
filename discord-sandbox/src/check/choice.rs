//! The limits of choices, in commands and in answers to autocompletion.

use serde_json::Value;

use crate::check::localization::check_localizations;
use crate::check::{Form, join};

const MOST_CHOICES: usize = 25;
/// The largest whole number a JSON reader that knows only doubles keeps exact.
const LARGEST_NUMBER: f64 = 9_007_199_254_740_992.0;

pub(crate) fn check_choices(form: &mut Form, path: &str, choices: &[Value]) {
    form.count(path, choices.len(), 0..=MOST_CHOICES);
    for (index, choice) in choices.iter().enumerate() {
        let path = join(path, index);
        form.required_text(choice, &path, "name", 1..=100);
        check_localizations(form, &path, choice, "name_localizations", |form, path, text| {
            form.length(path, text, 1..=100);
        });
        let value_path = join(&path, "value");
        match &choice["value"] {
            Value::String(text) => form.length(&value_path, text, 0..=100),
            Value::Number(number) => {
                if number.as_f64().is_none_or(|number| number.abs() > LARGEST_NUMBER) {
                    form.add(&value_path, "NUMBER_TYPE_MAX", "Number is too large.");
                }
            }
            _ => form.required(&value_path),
        }
    }
}
