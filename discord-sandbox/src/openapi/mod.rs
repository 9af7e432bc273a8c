//! Discord's own published description of its REST API as a judge over what the bot asks and what the sandbox answers.
//!
//! The description (repository `discord/discord-api-spec`, `specs/openapi.json`) is not part of this project. Where it
//! lies beside it, or where `DISCORD_OPENAPI` names it, every exchange is held against it; elsewhere a notice says that
//! it was not. It knows shapes of bodies and nothing of rules across fields, nor of the gateway: those are checked by
//! hand in `check` and `gateway`.

mod operation;

use std::collections::HashMap;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use jsonschema::Validator;
use jsonschema::error::{ValidationError, ValidationErrorKind};
use serde_json::{Value, json};

use crate::openapi::operation::{Operation, Wanted};

/// The environment variable that names the description.
pub(crate) const VARIABLE: &str = "DISCORD_OPENAPI";

/// Where the description lies if nothing else is said: in `shared` beside the workspace's folder.
const BESIDE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared/discord-openapi.json");

/// The most that is told of one breach, in characters.
const MOST_TOLD: usize = 600;

/// What can be had of the description.
enum Judge {
    Present(Description),
    /// Nobody asked for it and it is not there.
    Absent,
    /// Somebody asked for it and it cannot be read.
    Broken(String),
}

/// Read once for the whole process: it is a megabyte, and each schema takes some tens of milliseconds to compile.
static JUDGE: LazyLock<Judge> = LazyLock::new(|| {
    let asked = std::env::var_os(VARIABLE).map(PathBuf::from);
    let path = asked.clone().unwrap_or_else(|| PathBuf::from(BESIDE));
    match (Description::read(&path), asked) {
        (Ok(description), _) => Judge::Present(description),
        (Err(why), Some(path)) => Judge::Broken(format!("{VARIABLE} names {}: {why}", path.display())),
        (Err(_), None) => {
            // Past the test harness, which would keep a printed line to itself. Nobody reads it if this fails.
            let _ = writeln!(
                std::io::stderr(),
                "discord-sandbox: Discord's OpenAPI description was not found, so bodies are NOT checked against \
                 it. Set {VARIABLE} to its path to have them checked.",
            );
            Judge::Absent
        }
    }
});

/// Whether exchanges are held against the description here.
pub(crate) fn is_present() -> bool {
    matches!(&*JUDGE, Judge::Present(_))
}

/// One request and its answer.
pub(crate) struct Seen<'a> {
    pub(crate) method: &'a str,
    /// After `/api/v10`, without the query.
    pub(crate) path: &'a str,
    pub(crate) query: &'a HashMap<String, String>,
    /// Null if there was none.
    pub(crate) body: &'a Value,
    pub(crate) status: u16,
    /// Null if there was none.
    pub(crate) answer: &'a Value,
}

/// What in an exchange is not as the description has it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Breaches {
    /// In the bot's request.
    pub(crate) request: Option<String>,
    /// In the sandbox's answer.
    pub(crate) answer: Option<String>,
}

/// Holds an exchange against the description, if there is one.
pub(crate) fn breaches(seen: &Seen<'_>) -> Breaches {
    match &*JUDGE {
        Judge::Present(description) => description.breaches(seen),
        Judge::Absent => Breaches::default(),
        Judge::Broken(why) => Breaches { request: None, answer: Some(why.clone()) },
    }
}

struct Description {
    components: Value,
    operations: Vec<Operation>,
    validators: Mutex<HashMap<String, Arc<Validator>>>,
}

impl Description {
    fn read(path: &Path) -> Result<Self, String> {
        let text = std::fs::read_to_string(path).map_err(|error| error.to_string())?;
        Self::of(serde_json::from_str(&text).map_err(|error| error.to_string())?)
    }

    fn of(mut whole: Value) -> Result<Self, String> {
        let operations = operation::read_all(&whole);
        if operations.is_empty() {
            return Err("it describes no operation".to_owned());
        }
        Ok(Self { components: whole["components"].take(), operations, validators: Mutex::default() })
    }

    fn breaches(&self, seen: &Seen<'_>) -> Breaches {
        let steps: Vec<&str> = seen.path.trim_matches('/').split('/').collect();
        // A fixed step says more than a free one: `@original` is also a message's name.
        let fitting = self.operations.iter().filter(|operation| operation.fits(seen.method, &steps));
        let Some(operation) = fitting.max_by_key(|operation| operation.fixed_steps()) else {
            let what = format!("{} {} is not described", seen.method, seen.path);
            return Breaches { request: Some(what), answer: None };
        };
        Breaches { request: self.in_request(operation, seen), answer: self.in_answer(operation, seen) }
    }

    fn in_request(&self, operation: &Operation, seen: &Seen<'_>) -> Option<String> {
        let mut unknown = seen.query.keys().filter(|key| !operation.query.contains(*key));
        if let Some(key) = unknown.next() {
            return Some(format!("{} has no parameter {key:?}", operation.name));
        }
        let is_empty = seen.body.is_null() || *seen.body == json!({});
        match &operation.request {
            Wanted::Nothing if is_empty => None,
            Wanted::Nothing => Some(format!("{} takes no body", operation.name)),
            Wanted::Optional(_) if seen.body.is_null() => None,
            Wanted::Required(_) if seen.body.is_null() => Some(format!("{} needs a body", operation.name)),
            Wanted::Optional(schema) | Wanted::Required(schema) => {
                let key = format!("{} request", operation.name);
                self.fault(&key, schema, &in_described_form(seen.body))
            }
        }
    }

    fn in_answer(&self, operation: &Operation, seen: &Seen<'_>) -> Option<String> {
        let exact = seen.status.to_string();
        let class = format!("{}XX", seen.status / 100);
        let Some((status, described)) =
            operation.answers.get_key_value(&exact).or_else(|| operation.answers.get_key_value(&class))
        else {
            return Some(format!("{} is never answered with {}", operation.name, seen.status));
        };
        match described {
            None if seen.answer.is_null() => None,
            None => Some(format!("{} answers {status} without a body", operation.name)),
            Some(schema) => {
                let key = format!("{} {status}", operation.name);
                self.fault(&key, schema, &without_form_faults(seen.answer))
            }
        }
    }

    /// What is wrong with a value, in words that name the place.
    fn fault(&self, key: &str, schema: &Value, value: &Value) -> Option<String> {
        let validator = match self.validator(key, schema) {
            Ok(validator) => validator,
            Err(why) => return Some(format!("{key} cannot be checked: {why}")),
        };
        let error = validator.iter_errors(value).next()?;
        let mut text = format!("{key}: {}", deepest(&error));
        if let Some((end, _)) = text.char_indices().nth(MOST_TOLD) {
            text.truncate(end);
            text.push('…');
        }
        Some(text)
    }

    fn validator(&self, key: &str, schema: &Value) -> Result<Arc<Validator>, String> {
        let mut validators = self.validators.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(validator) = validators.get(key) {
            return Ok(Arc::clone(validator));
        }
        let whole = json!({ "allOf": [schema], "components": self.components });
        let validator = jsonschema::draft202012::options()
            .should_validate_formats(true)
            .should_ignore_unknown_formats(true)
            .build(&whole)
            .map_err(|error| error.to_string())?;
        let validator = Arc::new(validator);
        validators.insert(key.to_owned(), Arc::clone(&validator));
        Ok(validator)
    }
}

/// The fault furthest inside: of a choice between shapes, the one that was meant tells most.
fn deepest(error: &ValidationError<'_>) -> String {
    let (ValidationErrorKind::AnyOf { context: branches }
    | ValidationErrorKind::OneOfNotValid { context: branches }) = error.kind()
    else {
        return format!("{error} at {:?}", error.instance_path().to_string());
    };
    let own_depth = depth(error);
    let is_meant = |branch: &&Vec<ValidationError<'_>>| {
        !branch.is_empty() && !branch.iter().any(|inner| is_another_type(inner, own_depth))
    };
    let of_meant = branches.iter().filter(is_meant).flatten().max_by_key(|inner| depth(inner));
    match of_meant.or_else(|| branches.iter().flatten().max_by_key(|inner| depth(inner))) {
        Some(inner) => deepest(inner),
        None => format!("{error} at {:?}", error.instance_path().to_string()),
    }
}

fn depth(error: &ValidationError<'_>) -> usize {
    error.instance_path().to_string().matches('/').count()
}

/// Whether a shape does not fit because its `type` says that it is for other things.
fn is_another_type(error: &ValidationError<'_>, depth_of_choice: usize) -> bool {
    let is_choice =
        matches!(error.kind(), ValidationErrorKind::Enum { .. } | ValidationErrorKind::Constant { .. });
    let path = error.instance_path().to_string();
    is_choice && path.ends_with("/type") && depth(error) == depth_of_choice + 1
}

/// A body with what is described otherwise than Discord takes it put into the described form: numbers in
/// `attachments[].id` (serenity) and `recipient_id` (discord.py), and the texts that all libraries and Discord's
/// documentation have in `default_member_permissions`.
fn in_described_form(body: &Value) -> Value {
    let mut body = body.clone();
    if let Some(number) = body["recipient_id"].as_u64() {
        body["recipient_id"] = json!(number.to_string());
    }
    for place in ["/attachments", "/data/attachments", "/message/attachments"] {
        let entries = body.pointer_mut(place).and_then(Value::as_array_mut);
        for entry in entries.into_iter().flatten() {
            if let Some(number) = entry["id"].as_u64() {
                entry["id"] = json!(number.to_string());
            }
        }
    }
    let commands: Vec<&mut Value> = match &mut body {
        Value::Array(commands) => commands.iter_mut().collect(),
        one => vec![one],
    };
    for command in commands {
        let permissions = command.get_mut("default_member_permissions");
        if let Some(permissions) = permissions
            && let Some(number) = permissions.as_str().and_then(|text| text.parse::<u64>().ok())
        {
            *permissions = json!(number);
        }
    }
    body
}

/// An answer without the tree of a form's faults: their codes are described as numbers and are words.
fn without_form_faults(answer: &Value) -> Value {
    let mut answer = answer.clone();
    if let Some(fields) = answer.as_object_mut()
        && fields.contains_key("code")
        && fields.contains_key("message")
    {
        fields.remove("errors");
    }
    answer
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Things with a number, kept in one of two shapes that their `type` tells apart.
    fn description() -> Description {
        let shape = |kind: u64, field: &str| {
            json!({
                "type": "object",
                "properties": { "type": { "enum": [kind] }, field: { "type": "integer" } },
                "required": ["type", field],
            })
        };
        let thing = json!({ "oneOf": [shape(1, "weight"), shape(2, "height")] });
        let body = json!({ "application/json": { "schema": { "$ref": "#/components/schemas/Thing" } } });
        let create = json!({
            "operationId": "create_thing",
            "parameters": [{ "name": "wait", "in": "query" }],
            "requestBody": { "content": body, "required": true },
            "responses": { "200": { "content": body }, "204": {} },
        });
        let whole = json!({
            "paths": { "/things/{id}": { "post": create } },
            "components": { "schemas": { "Thing": thing } },
        });
        Description::of(whole).expect("it describes an operation")
    }

    fn breaches(body: &Value, status: u16, answer: &Value) -> Breaches {
        let query = HashMap::new();
        let path = "/things/5";
        description().breaches(&Seen { method: "POST", path, query: &query, body, status, answer })
    }

    #[test]
    fn what_is_as_described_is_no_breach() {
        let thing = json!({ "type": 1, "weight": 5 });
        assert_eq!(breaches(&thing, 200, &thing), Breaches::default());
        assert_eq!(breaches(&json!({ "type": 2, "height": 5 }), 204, &Value::Null), Breaches::default());
    }

    #[test]
    fn a_wrong_body_and_a_wrong_answer_are_told_with_their_place() {
        let good = json!({ "type": 1, "weight": 5 });
        let wrong = json!({ "type": 2, "height": "tall" });
        for (body, status, answer, in_request, in_answer) in [
            (&wrong, 200, &good, Some("/height"), None),
            (&good, 200, &wrong, None, Some("/height")),
            (&Value::Null, 200, &good, Some("needs a body"), None),
            (&good, 204, &good, None, Some("without a body")),
            (&good, 201, &good, None, Some("never answered with 201")),
            (&good, 200, &json!({ "type": 1 }), None, Some("\"weight\" is a required property")),
        ] {
            let found = breaches(body, status, answer);
            for (told, expected) in [(&found.request, in_request), (&found.answer, in_answer)] {
                match expected {
                    Some(words) => {
                        assert!(told.as_ref().is_some_and(|told| told.contains(words)), "{words}: {found:?}");
                    }
                    None => assert_eq!(*told, None, "{found:?}"),
                }
            }
        }
    }

    #[test]
    fn what_is_not_described_is_told() {
        let query = HashMap::from([("loud".to_owned(), "1".to_owned())]);
        let thing = json!({ "type": 1, "weight": 5 });
        let seen =
            |method, path| Seen { method, path, query: &query, body: &thing, status: 200, answer: &thing };
        for (seen, words) in [
            (seen("GET", "/things/5"), "GET /things/5 is not described"),
            (seen("POST", "/others/5"), "POST /others/5 is not described"),
            (seen("POST", "/things/5"), "has no parameter \"loud\""),
        ] {
            let told = description().breaches(&seen).request.unwrap_or_default();
            assert!(told.contains(words), "{told}");
        }
    }

    #[test]
    fn what_discord_takes_in_another_form_is_forgiven() {
        let body = json!({
            "recipient_id": 5, "default_member_permissions": "32", "attachments": [{ "id": 0 }],
        });
        let described = json!({
            "recipient_id": "5", "default_member_permissions": 32, "attachments": [{ "id": "0" }],
        });
        assert_eq!(in_described_form(&body), described);
        let refusal = json!({ "code": 50035, "message": "Invalid Form Body", "errors": { "name": {} } });
        assert_eq!(without_form_faults(&refusal), json!({ "code": 50035, "message": "Invalid Form Body" }));
    }
}
