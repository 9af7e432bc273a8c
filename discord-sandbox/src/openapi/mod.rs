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
        let mut whole: Value = serde_json::from_str(&text).map_err(|error| error.to_string())?;
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
                self.fault(&key, schema, &with_texts_for_attachments(seen.body))
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
                self.fault(&key, schema, seen.answer)
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

/// The fault furthest inside: of a choice between shapes, the one that came closest tells most.
fn deepest(error: &ValidationError<'_>) -> String {
    let branches = match error.kind() {
        ValidationErrorKind::AnyOf { context } | ValidationErrorKind::OneOfNotValid { context } => context,
        _ => return format!("{error} at {:?}", error.instance_path().to_string()),
    };
    let depth = |error: &ValidationError<'_>| error.instance_path().to_string().matches('/').count();
    // Among shapes that fail at the same depth, the one with fewest faults; `null` as an alternative is never meant.
    let closest = branches
        .iter()
        .filter(|branch| !branch.is_empty())
        .max_by_key(|branch| {
            let deepest = branch.iter().map(depth).max().unwrap_or_default();
            (deepest, std::cmp::Reverse(branch.len()))
        })
        .and_then(|branch| branch.iter().max_by_key(|error| depth(error)));
    match closest {
        Some(closest) => deepest(closest),
        None => format!("{error} at {:?}", error.instance_path().to_string()),
    }
}

/// serenity sends `attachments[].id` as a number where the description wants a string. Discord takes both.
fn with_texts_for_attachments(body: &Value) -> Value {
    let mut body = body.clone();
    for place in ["/attachments", "/data/attachments", "/message/attachments"] {
        let entries = body.pointer_mut(place).and_then(Value::as_array_mut);
        for entry in entries.into_iter().flatten() {
            if let Some(number) = entry["id"].as_u64() {
                entry["id"] = json!(number.to_string());
            }
        }
    }
    body
}
