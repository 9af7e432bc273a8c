//! The limits of modals.

use std::collections::HashSet;

use serde_json::Value;

use crate::check::option::check_select_options;
use crate::check::{Form, join};

const MOST_INPUTS: usize = 5;

/// Checks the `data` of a callback that opens a modal.
pub(crate) fn check_modal(form: &mut Form, path: &str, modal: &Value) {
    form.required_text(modal, path, "custom_id", 1..=100);
    form.required_text(modal, path, "title", 1..=45);
    let rows_path = join(path, "components");
    let Some(rows) = form.list(modal, path, "components") else {
        return form.required(&rows_path);
    };
    form.count(&rows_path, rows.len(), 1..=MOST_INPUTS);
    let mut custom_ids = HashSet::new();
    for (index, row) in rows.iter().enumerate() {
        let path = join(&rows_path, index);
        let Some((path, input)) = input_of(form, &path, row) else {
            continue;
        };
        check_input(form, &path, input, row["type"] == 1);
        let id = form.required_text(input, &path, "custom_id", 1..=100);
        if id.is_some_and(|id| !custom_ids.insert(id)) {
            form.add(
                &join(&path, "custom_id"),
                "COMPONENT_CUSTOM_ID_DUPLICATED",
                "Component custom id cannot be duplicated",
            );
        }
    }
}

/// The one input of a row or label; a text between them has none.
fn input_of<'a>(form: &mut Form, path: &str, row: &'a Value) -> Option<(String, &'a Value)> {
    match row["type"].as_u64() {
        Some(1) => {
            let parts = form.list(row, path, "components")?;
            let path = join(path, "components");
            form.count(&path, parts.len(), 1..=1);
            Some((join(&path, 0), parts.first()?))
        }
        Some(18) => {
            form.required_text(row, path, "label", 1..=45);
            form.text(row, path, "description", 0..=100);
            Some((join(path, "component"), &row["component"]))
        }
        Some(10) => None,
        _ => {
            form.choices(&join(path, "type"), "1, 10, 18");
            None
        }
    }
}

fn check_input(form: &mut Form, path: &str, input: &Value, is_in_row: bool) {
    match input["type"].as_u64() {
        Some(4) => check_text_input(form, path, input, is_in_row),
        Some(3) if !is_in_row => {
            let most = input["max_values"].as_u64().unwrap_or(1);
            check_select_options(form, path, input, most as usize);
        }
        Some(5..=8) if !is_in_row => {}
        _ => form.choices(&join(path, "type"), "4"),
    }
}

fn check_text_input(form: &mut Form, path: &str, input: &Value, is_in_row: bool) {
    if is_in_row {
        form.required_text(input, path, "label", 1..=45);
    }
    if !matches!(input["style"].as_u64(), Some(1 | 2)) {
        form.choices(&join(path, "style"), "1, 2");
    }
    form.text(input, path, "placeholder", 0..=100);
    let least = input["min_length"].as_u64().unwrap_or(0);
    let most = input["max_length"].as_u64().unwrap_or(4000);
    if least > 4000 || !(1..=4000).contains(&most) || least > most {
        form.add(&join(path, "max_length"), "NUMBER_TYPE_RANGE", "int value should be between 1 and 4000.");
    }
    form.text(input, path, "value", 0..=most as usize);
}
