//! The bot's application.

use serde_json::{Value, json};

use crate::wire;
use crate::world::World;

/// An application that may use privileged intents as a small bot does.
fn flags(world: &World) -> u64 {
    const LIMITED: [(u64, u64); 3] = [(1 << 8, 1 << 13), (1 << 1, 1 << 15), (1 << 15, 1 << 19)];
    LIMITED
        .iter()
        .filter(|(intent, _)| world.config.privileged_intents & intent != 0)
        .map(|(_, flag)| flag)
        .sum()
}

pub(crate) fn application(world: &World) -> Value {
    let bot = world.user(world.bot());
    json!({
        "id": world.application.id,
        "name": bot.name,
        "icon": null,
        "description": "",
        "summary": "",
        "type": null,
        "is_monetized": false,
        "is_verified": false,
        "is_discoverable": false,
        "bot_public": true,
        "bot_require_code_grant": false,
        "verify_key": "0".repeat(64),
        "flags": flags(world),
        "flags_new": flags(world).to_string(),
        "explicit_content_filter": 0,
        "eligible_oauth2_scopes": [],
        "hook": true,
        "redirect_uris": [],
        "interactions_endpoint_url": null,
        "role_connections_verification_url": null,
        "integration_types_config": { "0": {} },
        "owner": wire::user::user(bot),
        "team": null,
        "bot": wire::user::user(bot),
        "approximate_guild_count": world.guilds.len(),
        "approximate_user_install_count": 0,
        "approximate_user_authorization_count": 0,
    })
}

/// The part of the application that READY carries.
pub(crate) fn partial(world: &World) -> Value {
    json!({ "id": world.application.id, "flags": flags(world) })
}
