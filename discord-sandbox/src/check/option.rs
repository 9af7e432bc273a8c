//! The limits of a select's options.

use std::collections::HashSet;

use serde_json::Value;

use crate::check::{Form, join};

const MOST_OPTIONS: usize = 25;

/// Checks the options of a string select that lets `most` be chosen at once.
pub(crate) fn check_select_options(form: &mut Form, path: &str, select: &Value, most: usize) {
    let options_path = join(path, "options");
    let Some(options) = form.list(select, path, "options") else {
        return form.required(&options_path);
    };
    let least = most.clamp(1, MOST_OPTIONS);
    form.count(&options_path, options.len(), least..=MOST_OPTIONS);
    let mut values = HashSet::new();
    let mut defaults = 0;
    for (index, option) in options.iter().enumerate() {
        let path = join(&options_path, index);
        form.required_text(option, &path, "label", 1..=100);
        form.text(option, &path, "description", 0..=100);
        let value = form.required_text(option, &path, "value", 1..=100);
        if value.is_some_and(|value| !values.insert(value)) {
            form.add(
                &join(&path, "value"),
                "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED",
                "The specified option value is already used",
            );
        }
        defaults += usize::from(option["default"] == true);
    }
    if defaults > most {
        form.add(
            &options_path,
            "SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES",
            format!("The number of default options must be {most} or fewer"),
        );
    }
}
