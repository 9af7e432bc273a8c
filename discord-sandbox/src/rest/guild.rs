//! Guilds, as far as a bot looks at them.

use serde_json::{Value, json};

use crate::Permissions;
use crate::gateway::session::Intents;
use crate::id::{GuildId, UserId};
use crate::rest::error::{ApiError, Code};
use crate::rest::{Call, Reply};
use crate::wire;
use crate::world::World;
use crate::world::channel::{Channel, Place};
use crate::world::thread::Activity;

pub(crate) fn guild(world: &World, id: GuildId) -> Result<Reply, ApiError> {
    Ok(Reply::Json(wire::guild::guild(world.visible_guild(id)?)))
}

pub(crate) fn channels(world: &World, id: GuildId) -> Result<Reply, ApiError> {
    world.visible_guild(id)?;
    let is_text = |channel: &&Channel| matches!(channel.place, Place::Text { .. });
    let shown = seen(world, id).filter(is_text).map(|it| wire::channel::channel(world, it));
    Ok(Reply::Json(shown.collect()))
}

pub(crate) fn active_threads(world: &World, id: GuildId) -> Result<Reply, ApiError> {
    world.visible_guild(id)?;
    let bot = world.bot();
    let mut threads = Vec::new();
    let mut members = Vec::new();
    for channel in seen(world, id) {
        let Some(thread) = channel.thread() else {
            continue;
        };
        if thread.activity == Activity::Active {
            threads.push(wire::channel::channel(world, channel));
            if thread.members.contains(&bot) {
                members.push(wire::channel::thread_member(channel.id, bot, thread));
            }
        }
    }
    Ok(Reply::Json(json!({ "threads": threads, "members": members, "has_more": false })))
}

pub(crate) fn roles(world: &World, id: GuildId) -> Result<Reply, ApiError> {
    let roles = world.visible_guild(id)?.roles.values().map(wire::guild::role);
    Ok(Reply::Json(roles.collect()))
}

/// The list is for bots with the members intent only.
pub(crate) fn members(world: &World, id: GuildId, call: &Call) -> Result<Reply, ApiError> {
    let guild = world.visible_guild(id)?;
    let granted = Intents::from_bits(world.config.privileged_intents).unwrap_or_default();
    if !granted.contains(Intents::GUILD_MEMBERS) {
        return Err(ApiError::of(Code::MissingAccess));
    }
    let number = |key: &str| call.query.get(key).and_then(|text| text.parse::<u64>().ok());
    let after = number("after").unwrap_or(0);
    let limit = number("limit").unwrap_or(1).clamp(1, 1000) as usize;
    let members: Vec<Value> = guild
        .members
        .keys()
        .filter(|user| user.get() > after)
        .take(limit)
        .map(|user| wire::guild::member(world, id, *user))
        .collect();
    Ok(Reply::Json(json!(members)))
}

pub(crate) fn member(world: &World, id: GuildId, user: UserId) -> Result<Reply, ApiError> {
    let guild = world.visible_guild(id)?;
    if !world.users.contains_key(&user) {
        return Err(ApiError::of(Code::UnknownUser));
    }
    if !guild.members.contains_key(&user) {
        // Looking is how a bot without the members intent learns of it.
        return Err(ApiError::of(Code::UnknownMember).brought_about());
    }
    Ok(Reply::Json(wire::guild::member(world, id, user)))
}

fn seen(world: &World, id: GuildId) -> impl Iterator<Item = &Channel> {
    world.channels.values().filter(move |channel| {
        channel.guild() == Some(id)
            && world.permissions_in(channel, world.bot()).contains(Permissions::VIEW_CHANNEL)
    })
}
