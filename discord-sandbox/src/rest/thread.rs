//! Threads: opening, changing, members.

use serde_json::{Value, json};

use crate::Permissions;
use crate::check::Form;
use crate::check::message::{MessageBody, flag};
use crate::id::{ChannelId, MessageId, UserId};
use crate::rest::error::{ApiError, Code};
use crate::rest::{Call, Reply};
use crate::wire;
use crate::world::World;
use crate::world::channel::{Channel, Place};
use crate::world::message::{Envelope, MessageKind, Origin};
use crate::world::thread::{Activity, Lock, NewThread, Privacy, Thread};

const AUTO_ARCHIVE_MINUTES: [u64; 4] = [60, 1440, 4320, 10_080];

pub(crate) fn open(
    world: &mut World,
    parent: ChannelId,
    starter: Option<MessageId>,
    call: &Call,
) -> Result<Reply, ApiError> {
    let state = world.visible_channel(parent)?;
    let Place::Text { guild, .. } = state.place else {
        return Err(ApiError::of(Code::WrongChannelType));
    };
    if let Some(starter) = starter {
        world.public_message(parent, starter)?;
        if world.channels.contains_key(&ChannelId::new(starter.get())) {
            return Err(ApiError::of(Code::ThreadExists));
        }
    }
    let body = call.json();
    let mut form = Form::default();
    let name = form.required_text(body, "", "name", 1..=100).unwrap_or_default();
    let minutes = read_auto_archive(&mut form, body).unwrap_or(1440);
    let privacy = match (starter, body["type"].as_u64()) {
        (Some(_), _) | (None, Some(10 | 11)) => Privacy::Public,
        // Discord's default where there is no message to hang on.
        (None, None | Some(12)) => Privacy::Private,
        (None, Some(_)) => {
            form.add("type", "BASE_TYPE_CHOICES", "Value must be one of {10, 11, 12}.");
            Privacy::Private
        }
    };
    form.finish()?;
    let needed = match privacy {
        Privacy::Public => Permissions::CREATE_PUBLIC_THREADS,
        Privacy::Private => Permissions::CREATE_PRIVATE_THREADS,
    };
    world.require(state, needed)?;
    let new =
        NewThread { guild, parent, starter, name: name.to_owned(), privacy, auto_archive_minutes: minutes };
    let bot = world.bot();
    let id = world.open_thread(new, bot);
    match starter {
        Some(starter) => {
            if let Some(message) = world.messages.get_mut(&starter) {
                message.flags |= flag::HAS_THREAD;
            }
            world.announce_message(starter, "MESSAGE_UPDATE");
        }
        None => announce_in_parent(world, parent, privacy, name)?,
    }
    Ok(Reply::Created(wire::channel::channel(world, &world.channels[&id])))
}

/// A public thread that hangs on no message is told of by one.
fn announce_in_parent(
    world: &mut World,
    parent: ChannelId,
    privacy: Privacy,
    name: &str,
) -> Result<(), ApiError> {
    match privacy {
        Privacy::Private => Ok(()),
        Privacy::Public => {
            let envelope = Envelope {
                channel: parent,
                author: world.bot(),
                kind: MessageKind::ThreadCreated,
                origin: Origin::Channel,
                visible_to: None,
                flags: 0,
            };
            let body = MessageBody { content: Some(name.to_owned()), ..MessageBody::default() };
            world.post(envelope, &body).map(|_| ())
        }
    }
}

fn read_auto_archive(form: &mut Form, body: &Value) -> Option<u64> {
    let minutes = form.number(body, "", "auto_archive_duration")?;
    if !AUTO_ARCHIVE_MINUTES.contains(&minutes) {
        let message = "Value must be one of {60, 1440, 4320, 10080}.";
        form.add("auto_archive_duration", "BASE_TYPE_CHOICES", message);
    }
    Some(minutes)
}

/// Renames, archives, wakes, locks and unlocks.
pub(crate) fn edit(world: &mut World, id: ChannelId, call: &Call) -> Result<Reply, ApiError> {
    let channel = world.visible_channel(id)?;
    let thread = find(channel)?;
    let body = call.json();
    let mut form = Form::default();
    let name = form.text(body, "", "name", 1..=100).map(str::to_owned);
    let minutes = read_auto_archive(&mut form, body);
    form.finish()?;
    let activity = match body["archived"].as_bool() {
        Some(true) => Activity::Archived,
        Some(false) => Activity::Active,
        None => thread.activity,
    };
    let lock = match body["locked"].as_bool() {
        Some(true) => Lock::Locked,
        Some(false) => Lock::Unlocked,
        None => thread.lock,
    };
    let may = world.permissions_in(channel, world.bot());
    if !may.contains(Permissions::MANAGE_THREADS) {
        let only_wakes =
            name.is_none() && minutes.is_none() && lock == thread.lock && activity == Activity::Active;
        let is_own = thread.owner == world.bot();
        let touches_lock = lock != thread.lock || thread.lock == Lock::Locked;
        if touches_lock || !(is_own || only_wakes) {
            world.require(channel, Permissions::MANAGE_THREADS)?;
        }
    }
    let stays_archived = thread.activity == Activity::Archived && activity == Activity::Archived;
    if stays_archived && (name.is_some() || minutes.is_some()) {
        return Err(world.thread_refusal(id, Code::ThreadArchived));
    }
    if let Some(channel) = world.channels.get_mut(&id) {
        if let Some(name) = name {
            channel.name = name;
        }
        if let (Some(thread), Some(minutes)) = (channel.thread_mut(), minutes) {
            thread.auto_archive_minutes = minutes;
        }
    }
    world.set_thread_state(id, activity, lock);
    Ok(Reply::Json(wire::channel::channel(world, &world.channels[&id])))
}

pub(crate) fn members(world: &World, id: ChannelId) -> Result<Reply, ApiError> {
    let thread = find(world.visible_channel(id)?)?;
    let members = thread.members.iter().map(|user| wire::channel::thread_member(id, *user, thread));
    Ok(Reply::Json(json!(members.collect::<Vec<_>>())))
}

pub(crate) fn add_member(world: &mut World, id: ChannelId, user: Option<UserId>) -> Result<Reply, ApiError> {
    let user = user.unwrap_or(world.bot());
    let channel = world.visible_channel(id)?;
    if find(channel)?.activity == Activity::Archived {
        return Err(world.thread_refusal(id, Code::ThreadArchived));
    }
    world.require(channel, Permissions::SEND_MESSAGES_IN_THREADS)?;
    let guild = channel.guild().and_then(|guild| world.guilds.get(&guild));
    if !guild.is_some_and(|guild| guild.members.contains_key(&user)) {
        return Err(ApiError::of(Code::UnknownMember));
    }
    world.join_thread(id, user);
    Ok(Reply::Empty)
}

pub(crate) fn remove_member(
    world: &mut World,
    id: ChannelId,
    user: Option<UserId>,
) -> Result<Reply, ApiError> {
    let bot = world.bot();
    let channel = world.visible_channel(id)?;
    if find(channel)?.activity == Activity::Archived {
        return Err(world.thread_refusal(id, Code::ThreadArchived));
    }
    if user.is_some_and(|user| user != bot) {
        world.require(channel, Permissions::MANAGE_THREADS)?;
    }
    world.leave_thread(id, user.unwrap_or(bot));
    Ok(Reply::Empty)
}

fn find(channel: &Channel) -> Result<&Thread, ApiError> {
    channel.thread().ok_or_else(|| ApiError::of(Code::WrongChannelType))
}
