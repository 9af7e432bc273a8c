//! What stands around the messages on a user's screen: servers, channels, people, and the state of the stand-in.

use axum::Json;
use axum::extract::State;
use serde_json::{Value, json};

use crate::Permissions;
use crate::acting::writing::{pings, unread};
use crate::acting::{ActingUser, check_may_write, sees};
use crate::id::{ChannelId, MessageId, UserId};
use crate::page::{PageState, trouble};
use crate::wire;
use crate::world::World;
use crate::world::channel::{Channel, Place};
use crate::world::guild::Guild;
use crate::world::message::Message;
use crate::world::thread::{Activity, Lock};
use crate::world::user::{DirectMessages, User};

/// Everybody a person can act as.
pub(crate) async fn users(State(state): State<PageState>) -> Json<Value> {
    let users = state.core.read(|world| {
        let people = world.users.values().filter(|user| !user.is_bot);
        people.map(user_json).collect::<Vec<_>>()
    });
    Json(json!(users))
}

/// All of it, as this user sees it.
pub(crate) fn of(world: &World, user: &ActingUser) -> Value {
    let guilds = world.guilds.values().filter(|guild| guild.members.contains_key(&user.id()));
    let mut channels = world.channels.values();
    let direct = channels.find(|channel| channel.recipient() == Some(user.id()));
    let direct = direct.map(|channel| {
        let unread = unread(world, user, channel.id);
        json!({
            "id": channel.id,
            "with": world.bot(),
            "unread": unread.messages,
            "mentions": unread.mentions,
            "can_write": true,
        })
    });
    json!({
        "me": user_json(world.user(user.id())),
        "bot": world.bot(),
        "users": world.users.values().map(user_json).collect::<Vec<_>>(),
        "guilds": guilds.map(|guild| guild_json(world, user, guild)).collect::<Vec<_>>(),
        "direct": direct,
        "answer_within_ms": world.config.answer_within.as_millis() as u64,
        "trouble": trouble::state(world),
    })
}

fn user_json(user: &User) -> Value {
    json!({
        "id": user.id,
        "name": user.name,
        "is_bot": user.is_bot,
        "locale": user.locale,
        "takes_direct_messages": user.direct_messages == DirectMessages::Open,
    })
}

fn guild_json(world: &World, user: &ActingUser, guild: &Guild) -> Value {
    let visible: Vec<&Channel> = world
        .channels
        .values()
        .filter(|channel| channel.guild() == Some(guild.id) && sees(world, channel, user.id()))
        .collect();
    let members = guild.members.iter().map(|(id, member)| {
        json!({
            "id": id,
            "roles": member.roles.iter().filter(|role| **role != member.own_role).collect::<Vec<_>>(),
            "is_owner": guild.owner == *id,
            "manages": world.guild_permissions(guild.id, *id).contains(Permissions::MANAGE_GUILD),
        })
    });
    let own_roles: Vec<_> = guild.members.values().map(|member| member.own_role).collect();
    let roles = guild.roles.values().filter(|role| !own_roles.contains(&role.id));
    json!({
        "id": guild.id,
        "name": guild.name,
        "members": members.collect::<Vec<_>>(),
        "roles": roles.map(|role| json!({ "id": role.id, "name": role.name })).collect::<Vec<_>>(),
        "channels": visible.iter().map(|channel| channel_json(world, user, channel)).collect::<Vec<_>>(),
    })
}

fn channel_json(world: &World, user: &ActingUser, channel: &Channel) -> Value {
    let unread = unread(world, user, channel.id);
    let mut json = json!({
        "id": channel.id,
        "name": channel.name,
        "unread": unread.messages,
        "mentions": unread.mentions,
        "can_write": check_may_write(world, user.id(), channel.id).is_ok(),
        "can_attach": world.permissions_in(channel, user.id()).contains(Permissions::ATTACH_FILES),
    });
    match &channel.place {
        Place::Text { topic, .. } => {
            json["topic"] = json!(topic);
            json["taken"] = json!(trouble::taken_from_bot(world, channel));
        }
        Place::Thread { thread, .. } => {
            json["parent"] = json!(thread.parent);
            json["is_archived"] = json!(thread.activity == Activity::Archived);
            json["is_locked"] = json!(thread.lock == Lock::Locked);
        }
        Place::Direct { .. } => {}
    }
    json
}

/// The newest messages of a channel that the user sees, oldest first: each as Discord's API shows it, and whether it
/// notified the user.
pub(crate) fn messages(
    world: &World,
    user: &ActingUser,
    channel: ChannelId,
    most: usize,
) -> Vec<(MessageId, Value)> {
    let state = world.channels.get(&channel);
    if !state.is_some_and(|state| sees(world, state, user.id())) {
        return Vec::new();
    }
    let is_seen = |message: &&Message| {
        message.channel == channel && message.visible_to.is_none_or(|reader| reader == user.id())
    };
    let newest = world.messages.values().rev().filter(is_seen).take(most);
    let mut shown: Vec<(MessageId, Value)> =
        newest.map(|message| (message.id, message_json(world, user, message))).collect();
    shown.reverse();
    shown
}

fn message_json(world: &World, user: &ActingUser, message: &Message) -> Value {
    let direct = world.channels.get(&message.channel).is_some_and(|channel| channel.recipient().is_some());
    let mut json = wire::message::message(world, message);
    json["pings_me"] = json!(!direct && pings(world, message, user));
    json["commanded"] = command_shown(world, user.id(), message);
    json
}

/// The name under which the reader knows the command that a message answers.
fn command_shown(world: &World, reader: UserId, message: &Message) -> Value {
    use crate::world::interaction::InteractionKind;
    use crate::world::message::Origin;

    let Origin::Interaction(id) = message.origin else {
        return Value::Null;
    };
    let Some(used) = world.interactions.get(&id).filter(|used| used.kind == InteractionKind::Command) else {
        return Value::Null;
    };
    json!(world.commands.shown_name(used.guild, &used.name, &world.user(reader).locale))
}
