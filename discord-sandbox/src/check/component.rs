//! The limits of components in messages.
//!
//! Source: <https://discord.com/developers/docs/components/reference>.

use std::collections::HashSet;

use serde_json::Value;

use crate::check::option::check_select_options;
use crate::check::{Form, join};

const MOST_ROWS: usize = 5;
const MOST_BUTTONS: usize = 5;
/// With components V2, over all levels.
const MOST_NESTED: usize = 40;

/// Which of Discord's two sets of rules a message follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Layout {
    /// Rows of buttons and selects below the content.
    Rows,
    /// Components V2: the components are the content.
    Free,
}

pub(crate) fn check_components(form: &mut Form, path: &str, components: &[Value], layout: Layout) {
    let mut check = ComponentCheck { form, custom_ids: HashSet::new(), count: 0 };
    match layout {
        Layout::Rows => {
            check.form.count(path, components.len(), 0..=MOST_ROWS);
            for (index, row) in components.iter().enumerate() {
                let path = join(path, index);
                if row["type"] == 1 {
                    check.row(&path, row);
                } else {
                    check.form.choices(&join(&path, "type"), "1");
                }
            }
        }
        Layout::Free => {
            for (index, component) in components.iter().enumerate() {
                check.free(&join(path, index), component);
            }
            let count = check.count;
            form.count(path, count, 0..=MOST_NESTED);
        }
    }
}

struct ComponentCheck<'a> {
    form: &'a mut Form,
    custom_ids: HashSet<String>,
    count: usize,
}

impl ComponentCheck<'_> {
    fn row(&mut self, path: &str, row: &Value) {
        let path_of_parts = join(path, "components");
        let Some(parts) = self.form.list(row, path, "components") else {
            return self.form.required(&path_of_parts);
        };
        self.form.count(&path_of_parts, parts.len(), 1..=MOST_BUTTONS);
        let selects = parts.iter().filter(|part| is_select(part)).count();
        if selects > 0 && parts.len() > 1 {
            self.form.add(
                &path_of_parts,
                "COMPONENT_LAYOUT_WIDTH_EXCEEDED",
                "The specified component exceeds the maximum width",
            );
        }
        for (index, part) in parts.iter().enumerate() {
            let path = join(&path_of_parts, index);
            self.count += 1;
            match part["type"].as_u64() {
                Some(2) => self.button(&path, part),
                Some(3 | 5..=8) => self.select(&path, part),
                _ => self.form.choices(&join(&path, "type"), "2, 3, 5, 6, 7, 8"),
            }
        }
    }

    fn free(&mut self, path: &str, component: &Value) {
        self.count += 1;
        match component["type"].as_u64() {
            Some(1) => self.row(path, component),
            Some(9 | 17) => {
                let parts_path = join(path, "components");
                let parts = self.form.list(component, path, "components");
                for (index, part) in parts.into_iter().flatten().enumerate() {
                    self.free(&join(&parts_path, index), part);
                }
                if component["accessory"].is_object() {
                    self.free(&join(path, "accessory"), &component["accessory"]);
                }
            }
            Some(2) => self.button(path, component),
            Some(10) => {
                self.form.required_text(component, path, "content", 1..=4000);
            }
            Some(11..=14) => {}
            _ => self.form.choices(&join(path, "type"), "1, 9, 10, 11, 12, 13, 14, 17"),
        }
    }

    fn button(&mut self, path: &str, button: &Value) {
        self.form.text(button, path, "label", 0..=80);
        match button["style"].as_u64() {
            Some(1..=4) => {
                self.custom_id(path, button);
                if !button["url"].is_null() {
                    self.form.add(
                        &join(path, "url"),
                        "BUTTON_COMPONENT_URL_AND_CUSTOM_ID_EXCLUSIVE",
                        "A url and custom id cannot both be specified",
                    );
                }
                let has_label = button["label"].as_str().is_some_and(|label| !label.is_empty());
                if !has_label && !button["emoji"].is_object() {
                    self.form.add(
                        path,
                        "BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED",
                        "A label or emoji is required",
                    );
                }
            }
            Some(5) => {
                let url = self.form.required_text(button, path, "url", 1..=512);
                if url.is_some_and(|url| !url.contains("://")) {
                    self.form.add(&join(path, "url"), "URL_TYPE_INVALID_URL", "Not a well formed URL.");
                }
            }
            _ => self.form.choices(&join(path, "style"), "1, 2, 3, 4, 5, 6"),
        }
    }

    fn select(&mut self, path: &str, select: &Value) {
        self.custom_id(path, select);
        self.form.text(select, path, "placeholder", 0..=150);
        let least = select["min_values"].as_u64().unwrap_or(1);
        let most = select["max_values"].as_u64().unwrap_or(1);
        if least > 25 {
            self.form.add(
                &join(path, "min_values"),
                "NUMBER_TYPE_MAX",
                "int value should be less than or equal to 25.",
            );
        }
        if !(1..=25).contains(&most) || most < least {
            self.form.add(
                &join(path, "max_values"),
                "NUMBER_TYPE_RANGE",
                format!("int value should be between {} and 25.", least.max(1)),
            );
        }
        if select["type"] == 3 {
            check_select_options(self.form, path, select, most as usize);
        }
    }

    fn custom_id(&mut self, path: &str, component: &Value) {
        let Some(id) = self.form.required_text(component, path, "custom_id", 1..=100) else {
            return;
        };
        if !self.custom_ids.insert(id.to_owned()) {
            self.form.add(
                &join(path, "custom_id"),
                "COMPONENT_CUSTOM_ID_DUPLICATED",
                "Component custom id cannot be duplicated",
            );
        }
    }
}

fn is_select(component: &Value) -> bool {
    matches!(component["type"].as_u64(), Some(3 | 5..=8))
}
