//! What Discord refuses in a request's body, and how it says so.

pub(crate) mod choice;
pub(crate) mod command;
pub(crate) mod component;
pub(crate) mod embed;
pub(crate) mod localization;
pub(crate) mod message;
pub(crate) mod modal;
pub(crate) mod option;

use std::ops::RangeInclusive;

use serde_json::{Map, Value, json};

use crate::rest::error::ApiError;

/// Collects every fault of a form, so that one answer names them all, as Discord's does.
#[derive(Debug, Default)]
pub(crate) struct Form {
    faults: Vec<Fault>,
}

#[derive(Debug)]
struct Fault {
    path: String,
    code: &'static str,
    message: String,
}

impl Form {
    pub(crate) fn add(&mut self, path: &str, code: &'static str, message: impl Into<String>) {
        self.faults.push(Fault { path: path.to_owned(), code, message: message.into() });
    }

    pub(crate) fn required(&mut self, path: &str) {
        self.add(path, "BASE_TYPE_REQUIRED", "This field is required");
    }

    fn choices(&mut self, path: &str, allowed: &str) {
        let message = format!("Value must be one of {{{allowed}}}.");
        self.add(path, "BASE_TYPE_CHOICES", message);
    }

    /// Refuses a length outside the limits. Discord counts code points.
    pub(crate) fn length(&mut self, path: &str, text: &str, limits: RangeInclusive<usize>) {
        self.count(path, text.chars().count(), limits);
    }

    pub(crate) fn count(&mut self, path: &str, count: usize, limits: RangeInclusive<usize>) {
        if limits.contains(&count) {
            return;
        }
        let (least, most) = (limits.start(), limits.end());
        if *least == 0 {
            let message = format!("Must be {most} or fewer in length.");
            self.add(path, "BASE_TYPE_MAX_LENGTH", message);
        } else {
            let message = format!("Must be between {least} and {most} in length.");
            self.add(path, "BASE_TYPE_BAD_LENGTH", message);
        }
    }

    /// The text at `key`, checked for its length. Absent and null are `None`.
    pub(crate) fn text<'a>(
        &mut self,
        object: &'a Value,
        path: &str,
        key: &str,
        limits: RangeInclusive<usize>,
    ) -> Option<&'a str> {
        let value = object.get(key).filter(|value| !value.is_null())?;
        let Some(text) = value.as_str() else {
            self.add(&join(path, key), "STRING_TYPE_CONVERT", "Could not interpret as string.");
            return None;
        };
        self.length(&join(path, key), text, limits);
        Some(text)
    }

    /// As [`Form::text`], but absence is a fault too.
    pub(crate) fn required_text<'a>(
        &mut self,
        object: &'a Value,
        path: &str,
        key: &str,
        limits: RangeInclusive<usize>,
    ) -> Option<&'a str> {
        if object.get(key).is_none_or(Value::is_null) {
            self.required(&join(path, key));
            return None;
        }
        self.text(object, path, key, limits)
    }

    /// The list at `key`. Absent and null are `None`.
    pub(crate) fn list<'a>(&mut self, object: &'a Value, path: &str, key: &str) -> Option<&'a Vec<Value>> {
        let value = object.get(key).filter(|value| !value.is_null())?;
        if value.as_array().is_none() {
            self.add(&join(path, key), "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType");
        }
        value.as_array()
    }

    pub(crate) fn number(&mut self, object: &Value, path: &str, key: &str) -> Option<u64> {
        let value = object.get(key).filter(|value| !value.is_null())?;
        let number = value.as_u64().or_else(|| value.as_str().and_then(|text| text.parse().ok()));
        if number.is_none() {
            let message = format!("Value \"{value}\" is not int.");
            self.add(&join(path, key), "NUMBER_TYPE_COERCE", message);
        }
        number
    }

    /// # Errors
    /// 50035 with the tree of all faults, if there are any.
    pub(crate) fn finish(self) -> Result<(), ApiError> {
        if self.faults.is_empty() {
            return Ok(());
        }
        let mut tree = Value::Object(Map::new());
        for fault in &self.faults {
            let mut node = &mut tree;
            for step in fault.path.split('.').filter(|step| !step.is_empty()) {
                node = &mut node[step];
            }
            let entry = json!({ "code": fault.code, "message": fault.message });
            match node["_errors"].as_array_mut() {
                Some(entries) => entries.push(entry),
                None => node["_errors"] = json!([entry]),
            }
        }
        Err(ApiError::form(tree))
    }
}

/// The path of a part of the form, in the way of `components.0.label`.
pub(crate) fn join(path: &str, step: impl std::fmt::Display) -> String {
    if path.is_empty() { step.to_string() } else { format!("{path}.{step}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faults_become_a_tree_with_every_one_in_its_place() {
        let mut form = Form::default();
        form.length("content", &"x".repeat(2001), 0..=2000);
        form.length("embeds.0.title", "", 1..=256);
        let error = form.finish().unwrap_err();
        assert_eq!(error.code, 50035);
        let tree = error.errors.unwrap();
        assert_eq!(tree["content"]["_errors"][0]["code"], "BASE_TYPE_MAX_LENGTH");
        assert_eq!(tree["embeds"]["0"]["title"]["_errors"][0]["code"], "BASE_TYPE_BAD_LENGTH");
    }
}
