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
    let total = world.config.session_starts;
    let (remaining, reset_after) = world.gateway.starts.remaining(total, world.now_ms());
    Reply::Json(json!({
        "url": world.addresses.gateway_url,
        "shards": world.config.shards,
        "session_start_limit": {
            "total": total,
            "remaining": remaining,
            "reset_after": reset_after,
            "max_concurrency": world.config.max_concurrency,
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
