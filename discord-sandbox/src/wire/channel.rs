//! Channels and threads.

use serde_json::{Value, json};

use crate::clock::iso8601;
use crate::id::{ChannelId, UserId};
use crate::wire;
use crate::world::World;
use crate::world::channel::{Channel, Overwrite, Place, Subject};
use crate::world::thread::{Activity, Lock, Thread};
use crate::{GuildId, Permissions};

pub(crate) fn channel(world: &World, channel: &Channel) -> Value {
    let mut json = json!({
        "id": channel.id,
        "type": channel.type_number(),
        "last_message_id": channel.last_message,
        "last_pin_timestamp": null,
        "flags": 0,
    });
    match &channel.place {
        Place::Direct { user } => {
            json["recipients"] = json!([wire::user::user(world.user(*user))]);
        }
        Place::Text { guild, overwrites, topic } => {
            json["guild_id"] = json!(guild);
            json["name"] = json!(channel.name);
            json["topic"] = json!(topic);
            json["position"] = json!(0);
            json["parent_id"] = Value::Null;
            json["nsfw"] = json!(false);
            json["rate_limit_per_user"] = json!(0);
            json["permission_overwrites"] = overwrites.iter().map(|it| overwrite(*guild, it)).collect();
        }
        Place::Thread { guild, thread } => {
            json["guild_id"] = json!(guild);
            json["name"] = json!(channel.name);
            json["parent_id"] = json!(thread.parent);
            json["owner_id"] = json!(thread.owner);
            json["rate_limit_per_user"] = json!(0);
            json["message_count"] = json!(thread.message_count);
            json["total_message_sent"] = json!(thread.message_count);
            json["member_count"] = json!(thread.members.len());
            json["thread_metadata"] = thread_metadata(thread);
            if thread.members.contains(&world.bot()) {
                json["member"] = thread_member(channel.id, world.bot(), thread);
            }
        }
    }
    json
}

/// A channel as interactions carry it, with what the acting user may do there.
pub(crate) fn partial(world: &World, shown: &Channel, user: UserId) -> Value {
    let mut json = channel(world, shown);
    if shown.guild().is_some() {
        json["permissions"] = json!(world.permissions_in(shown, user));
    }
    json
}

fn overwrite(guild: GuildId, overwrite: &Overwrite) -> Value {
    let (id, kind) = match overwrite.subject {
        Subject::Everyone => (guild.everyone().get(), 0),
        Subject::Role(role) => (role.get(), 0),
        Subject::User(user) => (user.get(), 1),
    };
    let written = |permissions: Permissions| json!(permissions);
    json!({
        "id": id.to_string(),
        "type": kind,
        "allow": written(overwrite.allow),
        "deny": written(overwrite.deny),
    })
}

fn thread_metadata(thread: &Thread) -> Value {
    json!({
        "archived": thread.activity == Activity::Archived,
        "auto_archive_duration": thread.auto_archive_minutes,
        "archive_timestamp": iso8601(thread.changed_ms),
        "create_timestamp": iso8601(thread.created_ms),
        "locked": thread.lock == Lock::Locked,
        "invitable": true,
    })
}

pub(crate) fn thread_member(channel: ChannelId, user: UserId, thread: &Thread) -> Value {
    json!({
        "id": channel,
        "user_id": user,
        "join_timestamp": iso8601(thread.created_ms),
        "flags": 0,
    })
}
