//! Guilds, members, roles.

use serde_json::{Value, json};

use crate::clock::iso8601;
use crate::gateway::session::Intents;
use crate::id::{GuildId, UserId};
use crate::wire;
use crate::world::World;
use crate::world::channel::{Channel, Place};
use crate::world::guild::{Guild, Role};
use crate::world::thread::Activity;

pub(crate) fn role(role: &Role) -> Value {
    json!({
        "id": role.id,
        "name": role.name,
        "description": null,
        "color": 0,
        "colors": { "primary_color": 0, "secondary_color": null, "tertiary_color": null },
        "hoist": false,
        "icon": null,
        "unicode_emoji": null,
        "managed": role.is_managed,
        "mentionable": role.is_mentionable,
        "position": role.position,
        "permissions": role.permissions,
        "flags": 0,
    })
}

/// A member with the user inside. A user who is not on the guild has no roles.
pub(crate) fn member(world: &World, guild: GuildId, user: UserId) -> Value {
    let mut json = member_beside_user(world, guild, user);
    json["user"] = wire::user::user(world.user(user));
    json
}

/// A member where the user stands beside it, as in messages.
pub(crate) fn member_beside_user(world: &World, guild: GuildId, user: UserId) -> Value {
    let member = world.guilds.get(&guild).and_then(|guild| guild.members.get(&user));
    let roles = member.map(|member| member.roles.as_slice()).unwrap_or_default();
    let joined_ms = member.map_or(0, |member| member.joined_ms);
    json!({
        "roles": roles,
        "nick": null,
        "avatar": null,
        "banner": null,
        "joined_at": iso8601(joined_ms),
        "premium_since": null,
        "deaf": false,
        "mute": false,
        "pending": false,
        "flags": 0,
        "communication_disabled_until": null,
    })
}

/// The guild as the REST API shows it.
pub(crate) fn guild(guild: &Guild) -> Value {
    let features: &[&str] = if guild.preferred_locale.is_some() { &["COMMUNITY"] } else { &[] };
    json!({
        "id": guild.id,
        "name": guild.name,
        "icon": null,
        "splash": null,
        "discovery_splash": null,
        "home_header": null,
        "banner": null,
        "description": null,
        "owner_id": guild.owner,
        "region": "deprecated",
        "afk_channel_id": null,
        "afk_timeout": 300,
        "widget_enabled": false,
        "widget_channel_id": null,
        "verification_level": 0,
        "default_message_notifications": 1,
        "explicit_content_filter": 0,
        "roles": guild.roles.values().map(role).collect::<Vec<_>>(),
        "emojis": [],
        "stickers": [],
        "features": features,
        "mfa_level": 0,
        "application_id": null,
        "system_channel_id": null,
        "system_channel_flags": 0,
        "rules_channel_id": null,
        "public_updates_channel_id": null,
        "safety_alerts_channel_id": null,
        "max_presences": null,
        "max_members": 500_000,
        "max_video_channel_users": 25,
        "max_stage_video_channel_users": 50,
        "vanity_url_code": null,
        "premium_tier": 0,
        "premium_subscription_count": 0,
        "premium_progress_bar_enabled": false,
        "preferred_locale": guild.locale(),
        "nsfw": false,
        "nsfw_level": 0,
        "hub_type": null,
        "incidents_data": null,
    })
}

/// The guild as the gateway shows it, with what a session with these intents may know.
pub(crate) fn guild_create(world: &World, id: GuildId, intents: Intents) -> Value {
    let state = world.known_guild(id);
    let bot = world.bot();
    let sees = |channel: &&Channel| {
        channel.guild() == Some(id)
            && world.permissions_in(channel, bot).contains(crate::Permissions::VIEW_CHANNEL)
    };
    let visible = || world.channels.values().filter(sees);
    let is_text = |channel: &&Channel| matches!(channel.place, Place::Text { .. });
    let is_live_thread =
        |channel: &&Channel| channel.thread().is_some_and(|thread| thread.activity == Activity::Active);
    let all_members = intents.contains(Intents::GUILD_MEMBERS);
    let members: Vec<Value> = state
        .members
        .keys()
        .filter(|user| all_members || **user == bot)
        .map(|user| member(world, id, *user))
        .collect();
    let mut json = guild(state);
    json["joined_at"] = json!(iso8601(state.joined_ms));
    json["large"] = json!(false);
    json["unavailable"] = json!(false);
    json["member_count"] = json!(state.members.len());
    json["voice_states"] = json!([]);
    json["members"] = json!(members);
    json["channels"] = visible().filter(is_text).map(|it| wire::channel::channel(world, it)).collect();
    json["threads"] = visible().filter(is_live_thread).map(|it| wire::channel::channel(world, it)).collect();
    json["presences"] = json!([]);
    json["stage_instances"] = json!([]);
    json["guild_scheduled_events"] = json!([]);
    json["soundboard_sounds"] = json!([]);
    json
}
