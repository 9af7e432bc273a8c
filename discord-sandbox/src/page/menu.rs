//! The commands that the slash box offers, in the user's language.

use axum::Json;
use axum::extract::{Query, State};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::acting::slash::offered_commands;
use crate::id::{ChannelId, UserId};
use crate::page::PageState;
use crate::world::World;
use crate::world::command::Command;

#[derive(Debug, Deserialize)]
pub(crate) struct Where {
    #[serde(rename = "as")]
    user: UserId,
    channel: ChannelId,
}

/// The commands offered to a user in a channel.
pub(crate) async fn commands(State(state): State<PageState>, Query(place): Query<Where>) -> Json<Value> {
    let entries = state.core.read(|world| {
        if !world.users.contains_key(&place.user) {
            return Vec::new();
        }
        entries(world, place.user, place.channel)
    });
    Json(json!(entries))
}

fn entries(world: &World, user: UserId, channel: ChannelId) -> Vec<Value> {
    let locale = &world.user(user).locale;
    let mut entries = Vec::new();
    for command in offered_commands(world, user, channel) {
        below(command, &command.definition, &Names::default(), locale, &mut entries);
    }
    entries
}

/// A name as the bot knows it and as the user reads it, both with what stands before it.
#[derive(Default)]
struct Names {
    name: String,
    shown: String,
}

impl Names {
    fn then(&self, part: &Value, locale: &str) -> Self {
        let joined = |before: &str, word: &str| {
            if before.is_empty() { word.to_owned() } else { format!("{before} {word}") }
        };
        Self {
            name: joined(&self.name, part["name"].as_str().unwrap_or_default()),
            shown: joined(&self.shown, localised(part, "name", locale)),
        }
    }
}

fn below(command: &Command, part: &Value, before: &Names, locale: &str, entries: &mut Vec<Value>) {
    let names = before.then(part, locale);
    let options = || part["options"].as_array().into_iter().flatten();
    let nested: Vec<&Value> =
        options().filter(|option| matches!(option["type"].as_u64(), Some(1 | 2))).collect();
    for option in &nested {
        below(command, option, &names, locale, entries);
    }
    if nested.is_empty() {
        entries.push(json!({
            "id": command.id,
            "name": names.name,
            "shown": names.shown,
            "description": localised(part, "description", locale),
            "options": options().map(|it| option(it, locale)).collect::<Vec<_>>(),
        }));
    }
}

fn option(option: &Value, locale: &str) -> Value {
    let choices = option["choices"].as_array().into_iter().flatten();
    let choices =
        choices.map(|choice| json!({ "name": localised(choice, "name", locale), "value": choice["value"] }));
    json!({
        "name": option["name"],
        "shown": localised(option, "name", locale),
        "description": localised(option, "description", locale),
        "type": option["type"],
        "required": option["required"] == true,
        "autocomplete": option["autocomplete"] == true,
        "choices": choices.collect::<Vec<_>>(),
        "min_value": option["min_value"],
        "max_value": option["max_value"],
        "min_length": option["min_length"],
        "max_length": option["max_length"],
    })
}

fn localised<'v>(part: &'v Value, key: &str, locale: &str) -> &'v str {
    let translated = part[format!("{key}_localizations")][locale].as_str();
    translated.or(part[key].as_str()).unwrap_or_default()
}
