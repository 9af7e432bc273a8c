//! The limits of commands.
//!
//! Source: <https://discord.com/developers/docs/interactions/application-commands>.

use std::collections::HashSet;

use serde_json::Value;

use crate::check::choice::check_choices;
use crate::check::localization::check_localizations;
use crate::check::{Form, join};

const MOST_OPTIONS: usize = 25;
/// Over the names, descriptions and values of a command with all its options.
const MOST_CHARACTERS: usize = 8000;
const SUBCOMMAND: u64 = 1;
const SUBCOMMAND_GROUP: u64 = 2;

/// Checks a list of commands that is to replace all there are.
pub(crate) fn check_commands(form: &mut Form, commands: &[Value]) {
    let mut names = HashSet::new();
    for (index, command) in commands.iter().enumerate() {
        let path = index.to_string();
        check_command(form, &path, command);
        let key = (command["type"].as_u64().unwrap_or(1), command["name"].as_str());
        if !names.insert(key) {
            form.add(
                &path,
                "APPLICATION_COMMANDS_DUPLICATE_NAME",
                "Application command names must be unique",
            );
        }
    }
}

pub(crate) fn check_command(form: &mut Form, path: &str, command: &Value) {
    match command["type"].as_u64().unwrap_or(1) {
        1 => {
            check_name_and_description(form, path, command);
            check_options(form, path, command, 0);
            if characters(command) > MOST_CHARACTERS {
                form.add(
                    path,
                    "APPLICATION_COMMAND_TOO_LARGE",
                    format!("Command exceeds maximum size ({MOST_CHARACTERS})"),
                );
            }
        }
        2 | 3 => {
            form.required_text(command, path, "name", 1..=32);
            if command["description"].as_str().is_some_and(|text| !text.is_empty()) {
                form.add(
                    &join(path, "description"),
                    "APPLICATION_COMMAND_DESCRIPTION_NOT_ALLOWED",
                    "Context menu commands cannot have description",
                );
            }
        }
        _ => form.choices(&join(path, "type"), "1, 2, 3, 4"),
    }
}

fn check_name_and_description(form: &mut Form, path: &str, object: &Value) {
    if let Some(name) = form.required_text(object, path, "name", 1..=32) {
        check_name(form, &join(path, "name"), name);
    }
    check_localizations(form, path, object, "name_localizations", |form, path, name| {
        form.length(path, name, 1..=32);
        check_name(form, path, name);
    });
    form.required_text(object, path, "description", 1..=100);
    check_localizations(form, path, object, "description_localizations", |form, path, text| {
        form.length(path, text, 1..=100);
    });
}

/// Letters and digits of any script, `-`, `_` and `'`, in lower case where the script has it.
fn check_name(form: &mut Form, path: &str, name: &str) {
    let is_allowed = |letter: char| {
        (letter.is_alphanumeric() || "-_'".contains(letter))
            && letter.to_lowercase().eq(std::iter::once(letter))
    };
    if !name.chars().all(is_allowed) {
        form.add(path, "APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid");
    }
}

/// Checks the options of a command (`depth` 0), group (1) or subcommand (2).
fn check_options(form: &mut Form, path: &str, parent: &Value, depth: usize) {
    let Some(options) = form.list(parent, path, "options") else {
        return;
    };
    let path = join(path, "options");
    form.count(&path, options.len(), 0..=MOST_OPTIONS);
    let mut names = HashSet::new();
    let mut has_optional = false;
    let nested = options.iter().filter(|option| is_nested(option)).count();
    if nested > 0 && nested < options.len() {
        form.add(
            &path,
            "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
            "Sub-command and sub-command group option types are mutually exclusive to all other types",
        );
    }
    for (index, option) in options.iter().enumerate() {
        let path = join(&path, index);
        check_name_and_description(form, &path, option);
        if option["name"].as_str().is_some_and(|name| !names.insert(name)) {
            form.add(&path, "APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS", "Option name already exists");
        }
        match option["type"].as_u64() {
            Some(SUBCOMMAND) if depth < 2 => check_options(form, &path, option, 2),
            Some(SUBCOMMAND_GROUP) if depth == 0 => check_options(form, &path, option, 1),
            Some(3..=11) => {
                let is_required = option["required"] == true;
                if is_required && has_optional {
                    form.add(
                        &path,
                        "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
                        "Required options must be placed before non-required options",
                    );
                }
                has_optional |= !is_required;
                check_values(form, &path, option);
            }
            _ => form.choices(&join(&path, "type"), "1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11"),
        }
    }
}

fn check_values(form: &mut Form, path: &str, option: &Value) {
    let choices = form.list(option, path, "choices").filter(|choices| !choices.is_empty());
    if let Some(choices) = choices {
        check_choices(form, &join(path, "choices"), choices);
        if option["autocomplete"] == true {
            form.add(
                path,
                "APPLICATION_COMMAND_AUTOCOMPLETE_CHOICES_INVALID",
                "Option cannot have both choices and autocomplete",
            );
        }
    }
}

fn is_nested(option: &Value) -> bool {
    matches!(option["type"].as_u64(), Some(SUBCOMMAND | SUBCOMMAND_GROUP))
}

/// Discord counts the longest translation of each text where there are some.
fn characters(object: &Value) -> usize {
    let length = |value: &Value| value.as_str().map_or(0, |text| text.chars().count());
    let longest = |key: &str| {
        let translations = object[format!("{key}_localizations")].as_object();
        let translated = translations.into_iter().flatten().map(|(_, text)| length(text));
        translated.chain([length(&object[key])]).max().unwrap_or(0)
    };
    let nested = |key: &str| {
        let parts = object[key].as_array().into_iter().flatten();
        parts.map(characters).sum::<usize>()
    };
    longest("name")
        + longest("description")
        + length(&object["value"])
        + nested("options")
        + nested("choices")
}
