//! A message as a request brings it, checked and ready to be put into the world.

use serde_json::Value;

use crate::check::component::{Layout, check_components};
use crate::check::embed::check_embeds;
use crate::check::{Form, join};
use crate::id::{MessageId, RoleId, UserId};
use crate::rest::body::Upload;

/// Discord's bits for [`MessageBody::flags`].
pub(crate) mod flag {
    pub(crate) const SUPPRESS_EMBEDS: u64 = 1 << 2;
    pub(crate) const HAS_THREAD: u64 = 1 << 5;
    pub(crate) const EPHEMERAL: u64 = 1 << 6;
    pub(crate) const LOADING: u64 = 1 << 7;
    pub(crate) const SUPPRESS_NOTIFICATIONS: u64 = 1 << 12;
    pub(crate) const COMPONENTS_V2: u64 = 1 << 15;
}

const MOST_CONTENT: usize = 2000;
const MOST_ATTACHMENTS: usize = 10;
const MOST_DESCRIPTION: usize = 1024;

/// An entry of `attachments`: a file kept, or what is to be known of a new one.
#[derive(Clone, Debug)]
pub(crate) struct Slot {
    pub(crate) id: u64,
    pub(crate) filename: Option<String>,
    pub(crate) description: Option<String>,
}

/// Whom a message may ping. A field that is `None` was not sent.
#[derive(Clone, Debug, Default)]
pub(crate) struct AllowedMentions {
    pub(crate) parse: Vec<String>,
    pub(crate) users: Vec<UserId>,
    pub(crate) roles: Vec<RoleId>,
    pub(crate) replied_user: bool,
}

/// A message's body. What is `None` was not sent: nothing on creation, unchanged on an edit.
#[derive(Clone, Debug, Default)]
pub(crate) struct MessageBody {
    pub(crate) content: Option<String>,
    pub(crate) embeds: Option<Vec<Value>>,
    pub(crate) components: Option<Vec<Value>>,
    pub(crate) attachments: Option<Vec<Slot>>,
    pub(crate) uploads: Vec<Upload>,
    pub(crate) flags: u64,
    pub(crate) allowed_mentions: Option<AllowedMentions>,
    pub(crate) reply_to: Option<MessageId>,
    pub(crate) is_tts: bool,
}

impl MessageBody {
    /// Reads a body, adding to `form` whatever Discord would refuse. `present_flags` are those the message has already.
    pub(crate) fn read(
        form: &mut Form,
        path: &str,
        body: &Value,
        uploads: &[Upload],
        present_flags: u64,
    ) -> Self {
        let flags = form.number(body, path, "flags").unwrap_or(0);
        let layout =
            if (flags | present_flags) & flag::COMPONENTS_V2 == 0 { Layout::Rows } else { Layout::Free };
        let content = cleared(body, "content", String::new(), || {
            let text = form.text(body, path, "content", 0..=MOST_CONTENT);
            text.unwrap_or_default().to_owned()
        });
        let embeds = cleared(body, "embeds", Vec::new(), || {
            form.list(body, path, "embeds").cloned().unwrap_or_default()
        });
        let components = cleared(body, "components", Vec::new(), || {
            form.list(body, path, "components").cloned().unwrap_or_default()
        });
        check_embeds(form, &join(path, "embeds"), embeds.as_deref().unwrap_or_default());
        check_components(form, &join(path, "components"), components.as_deref().unwrap_or_default(), layout);
        if layout == Layout::Free {
            refuse_beside_v2(form, path, content.as_deref(), embeds.as_deref());
        }
        let attachments = read_slots(form, path, body, uploads);
        Self {
            content,
            embeds,
            components,
            attachments,
            uploads: uploads.to_vec(),
            flags,
            allowed_mentions: read_allowed_mentions(form, path, body),
            reply_to: body["message_reference"]["message_id"]
                .as_str()
                .and_then(|id| id.parse().ok())
                .or_else(|| body["message_reference"]["message_id"].as_u64().map(MessageId::new)),
            is_tts: body["tts"] == true,
        }
    }
}

/// `None` if the field was not sent, `empty` if it was null.
fn cleared<T>(body: &Value, key: &str, empty: T, read: impl FnOnce() -> T) -> Option<T> {
    match body.get(key)? {
        Value::Null => Some(empty),
        _ => Some(read()),
    }
}

fn refuse_beside_v2(form: &mut Form, path: &str, content: Option<&str>, embeds: Option<&[Value]>) {
    const CODE: &str = "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2";
    if content.is_some_and(|content| !content.is_empty()) {
        let message = "The 'content' field cannot be used when using MessageFlags.IS_COMPONENTS_V2";
        form.add(&join(path, "content"), CODE, message);
    }
    if embeds.is_some_and(|embeds| !embeds.is_empty()) {
        let message = "The 'embeds' field cannot be used when using MessageFlags.IS_COMPONENTS_V2";
        form.add(&join(path, "embeds"), CODE, message);
    }
}

fn read_slots(form: &mut Form, path: &str, body: &Value, uploads: &[Upload]) -> Option<Vec<Slot>> {
    let path = join(path, "attachments");
    form.count(&path, uploads.len(), 0..=MOST_ATTACHMENTS);
    if body.get("attachments")?.is_null() {
        return Some(Vec::new());
    }
    let entries = form.list(body, "", "attachments")?;
    form.count(&path, entries.len(), 0..=MOST_ATTACHMENTS);
    let slots = entries.iter().enumerate().filter_map(|(index, entry)| {
        let path = join(&path, index);
        let description = form.text(entry, &path, "description", 0..=MOST_DESCRIPTION);
        let filename = form.text(entry, &path, "filename", 0..=1024);
        let Some(id) = form.number(entry, &path, "id") else {
            form.required(&join(&path, "id"));
            return None;
        };
        Some(Slot { id, filename: filename.map(str::to_owned), description: description.map(str::to_owned) })
    });
    Some(slots.collect())
}

fn read_allowed_mentions(form: &mut Form, path: &str, body: &Value) -> Option<AllowedMentions> {
    let sent = body.get("allowed_mentions").filter(|sent| sent.is_object())?;
    let path = join(path, "allowed_mentions");
    let texts = |key: &str| -> Vec<String> {
        let entries = sent[key].as_array().into_iter().flatten();
        entries.map(|entry| entry.as_str().map_or_else(|| entry.to_string(), str::to_owned)).collect()
    };
    let parse = texts("parse");
    for (index, kind) in parse.iter().enumerate() {
        if !["roles", "users", "everyone"].contains(&kind.as_str()) {
            form.choices(&join(&join(&path, "parse"), index), "'roles', 'users', 'everyone'");
        }
    }
    let users = texts("users");
    let roles = texts("roles");
    for (key, ids) in [("users", &users), ("roles", &roles)] {
        form.count(&join(&path, key), ids.len(), 0..=100);
        if !ids.is_empty() && parse.iter().any(|kind| kind == key) {
            form.add(
                &path,
                "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
                format!("parse:[\"{key}\"] and {key}: [ids...] are mutually exclusive."),
            );
        }
    }
    Some(AllowedMentions {
        users: users.iter().filter_map(|id| id.parse().ok()).collect(),
        roles: roles.iter().filter_map(|id| id.parse().ok()).collect(),
        replied_user: sent["replied_user"] == true,
        parse,
    })
}
