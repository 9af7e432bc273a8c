//! Users.

use serde_json::{Value, json};

use crate::world::user::User;

pub(crate) fn user(user: &User) -> Value {
    json!({
        "id": user.id,
        "username": user.name,
        "discriminator": if user.is_bot { "0001" } else { "0" },
        "global_name": if user.is_bot { Value::Null } else { json!(user.name) },
        "avatar": null,
        "banner": null,
        "accent_color": null,
        "avatar_decoration_data": null,
        "collectibles": null,
        "clan": null,
        "primary_guild": null,
        "bot": user.is_bot,
        "public_flags": 0,
        "flags": 0,
    })
}

/// The bot, as it sees itself.
pub(crate) fn current_user(itself: &User) -> Value {
    let mut json = user(itself);
    json["mfa_enabled"] = json!(true);
    json["verified"] = json!(true);
    json["email"] = Value::Null;
    json["locale"] = json!(itself.locale);
    json
}
