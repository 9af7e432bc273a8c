//! Commands.

use serde_json::{Value, json};

/// A definition with the fields Discord fills in where the bot left them out.
pub(crate) fn completed(definition: &Value) -> Value {
    let mut command = without_nulls(definition);
    for (key, value) in [
        ("type", json!(1)),
        ("description", json!("")),
        ("options", json!([])),
        ("default_member_permissions", Value::Null),
        ("dm_permission", json!(true)),
        ("nsfw", json!(false)),
        ("integration_types", json!([0])),
        ("contexts", Value::Null),
        ("name_localizations", Value::Null),
        ("description_localizations", Value::Null),
    ] {
        if command.get(key).is_none() {
            command[key] = value;
        }
    }
    // Permissions may be sent as a number and always come back as a string.
    if let Some(number) = command["default_member_permissions"].as_u64() {
        command["default_member_permissions"] = json!(number.to_string());
    }
    command
}

/// What a library sends as null is what it leaves out; Discord's answers have it only where nothing can be meant by it.
fn without_nulls(definition: &Value) -> Value {
    const KEPT: [&str; 2] = ["name_localizations", "description_localizations"];
    match definition {
        Value::Object(fields) => {
            let kept = fields.iter().filter(|(key, value)| !value.is_null() || KEPT.contains(&key.as_str()));
            Value::Object(kept.map(|(key, value)| (key.clone(), without_nulls(value))).collect())
        }
        Value::Array(entries) => entries.iter().map(without_nulls).collect(),
        other => other.clone(),
    }
}
