//! The application itself, and the way to the gateway.

use serde_json::json;

use crate::clock::iso8601;
use crate::rest::Reply;
use crate::wire;
use crate::world::World;

const DAY_MS: u64 = 24 * 60 * 60 * 1000;

pub(crate) fn gateway(world: &World) -> Reply {
    Reply::Json(json!({ "url": world.addresses.gateway_url }))
}

pub(crate) fn gateway_bot(world: &World) -> Reply {
    Reply::Json(json!({
        "url": world.addresses.gateway_url,
        "shards": 1,
        "session_start_limit": {
            "total": 1000, "remaining": 1000, "reset_after": DAY_MS, "max_concurrency": 1,
        },
    }))
}

pub(crate) fn application(world: &World) -> Reply {
    Reply::Json(wire::application::application(world))
}

pub(crate) fn authorization(world: &World) -> Reply {
    Reply::Json(json!({
        "application": wire::application::application(world),
        "scopes": ["bot", "applications.commands"],
        "expires": iso8601(world.now_ms() + 7 * DAY_MS),
        "user": wire::user::user(world.user(world.bot())),
    }))
}
