//! Messages of channels.

use serde_json::{Value, json};

use crate::Permissions;
use crate::check::Form;
use crate::check::message::MessageBody;
use crate::clock::iso8601;
use crate::gateway::session::Intents;
use crate::id::{ChannelId, MessageId};
use crate::rest::error::{ApiError, Code};
use crate::rest::{Call, Reply};
use crate::wire;
use crate::world::World;
use crate::world::channel::{Channel, Place};
use crate::world::message::{Envelope, Message, MessageKind, Origin};
use crate::world::thread::Lock;
use crate::world::user::DirectMessages;

pub(crate) fn list(world: &World, channel: ChannelId, call: &Call) -> Result<Reply, ApiError> {
    let state = world.visible_channel(channel)?;
    let may = world.permissions_in(state, world.bot());
    if !may.contains(Permissions::READ_MESSAGE_HISTORY) {
        return Ok(Reply::Json(json!([])));
    }
    let number = |key: &str| call.query.get(key).and_then(|text| text.parse::<u64>().ok());
    let limit = number("limit").unwrap_or(50) as usize;
    let mut form = Form::default();
    if !(1..=100).contains(&limit) {
        form.add("limit", "NUMBER_TYPE_RANGE", "int value should be between 1 and 100.");
    }
    form.finish()?;
    let in_channel =
        world.messages.values().filter(|message| message.channel == channel && message.visible_to.is_none());
    let mut found: Vec<&Message> = if let Some(after) = number("after") {
        in_channel.filter(|message| message.id.get() > after).take(limit).collect()
    } else if let Some(around) = number("around") {
        let mut all: Vec<&Message> = in_channel.collect();
        all.sort_by_key(|message| message.id.get().abs_diff(around));
        all.truncate(limit);
        all
    } else {
        let before = number("before").unwrap_or(u64::MAX);
        in_channel.rev().filter(|message| message.id.get() < before).take(limit).collect()
    };
    found.sort_by_key(|message| std::cmp::Reverse(message.id));
    let shown = found.into_iter().map(|message| show(world, message));
    Ok(Reply::Json(shown.collect()))
}

pub(crate) fn one(world: &World, channel: ChannelId, id: MessageId) -> Result<Reply, ApiError> {
    let state = world.visible_channel(channel)?;
    world.require(state, Permissions::READ_MESSAGE_HISTORY)?;
    Ok(Reply::Json(show(world, world.public_message(channel, id)?)))
}

/// Discord looks for the same nonce in "the past few minutes".
const NONCE_KEPT_MS: u64 = 3 * 60 * 1_000;

pub(crate) fn post(world: &mut World, channel: ChannelId, call: &Call) -> Result<Reply, ApiError> {
    let state = world.visible_channel(channel)?;
    check_may_send(world, state)?;
    let mut form = Form::default();
    let body = MessageBody::read(&mut form, "", call.json(), &call.body.uploads, 0);
    form.finish()?;
    if !body.uploads.is_empty() {
        world.require(state, Permissions::ATTACH_FILES)?;
    }
    if body.embeds.as_ref().is_some_and(|embeds| !embeds.is_empty()) {
        world.require(state, Permissions::EMBED_LINKS)?;
    }
    if let Some(answered) = body.reply_to {
        let may = world.permissions_in(state, world.bot());
        if !may.contains(Permissions::READ_MESSAGE_HISTORY) {
            return Err(ApiError::of(Code::CannotReply));
        }
        check_reference(world, channel, answered, call.json())?;
    }
    let nonce = call.json()["nonce"].as_str().map(str::to_owned);
    let once = nonce.filter(|_| call.json()["enforce_nonce"] == true).map(|nonce| (channel, nonce));
    if let Some(posted) = once.as_ref().and_then(|once| world.nonces.get(once)).copied()
        && let Ok(message) = world.public_message(channel, posted)
        && world.now_ms().saturating_sub(message.created_ms) < NONCE_KEPT_MS
    {
        return Ok(Reply::Json(show(world, message)));
    }
    let envelope = Envelope {
        channel,
        author: world.bot(),
        kind: if body.reply_to.is_some() { MessageKind::Reply } else { MessageKind::Ordinary },
        origin: Origin::Channel,
        visible_to: None,
        flags: 0,
    };
    let id = world.post(envelope, &body)?;
    if let Some(once) = once {
        world.nonces.insert(once, id);
    }
    let mut shown = show(world, &world.messages[&id]);
    if let Some(nonce) = call.json().get("nonce") {
        shown["nonce"] = nonce.clone();
    }
    Ok(Reply::Json(shown))
}

/// Whether the bot may send in this channel: by its permissions, the thread's lock, or the other's will.
pub(crate) fn check_may_send(world: &World, channel: &Channel) -> Result<(), ApiError> {
    match &channel.place {
        Place::Text { .. } => world.require(channel, Permissions::SEND_MESSAGES),
        Place::Thread { thread, .. } => {
            world.require(channel, Permissions::SEND_MESSAGES_IN_THREADS)?;
            let may = world.permissions_in(channel, world.bot());
            if thread.lock == Lock::Locked && !may.contains(Permissions::MANAGE_THREADS) {
                return Err(world.thread_refusal(channel.id, Code::ThreadLocked));
            }
            Ok(())
        }
        Place::Direct { user } => {
            if !world.shares_guild_with_bot(*user) {
                return Err(ApiError::of(Code::NoMutualGuild));
            }
            match world.user(*user).direct_messages {
                DirectMessages::Open => Ok(()),
                DirectMessages::Closed => Err(ApiError::of(Code::CannotMessageUser)),
            }
        }
    }
}

fn check_reference(
    world: &World,
    channel: ChannelId,
    answered: MessageId,
    body: &Value,
) -> Result<(), ApiError> {
    let may_be_missing = body["message_reference"]["fail_if_not_exists"] == false;
    if may_be_missing || world.public_message(channel, answered).is_ok() {
        return Ok(());
    }
    let mut form = Form::default();
    form.add("message_reference", "REPLIES_UNKNOWN_MESSAGE", "Unknown message");
    let error = form.finish();
    let was_taken = world.taken_away.messages.contains(&answered);
    error.map_err(|error| if was_taken { error.brought_about() } else { error })
}

pub(crate) fn edit(
    world: &mut World,
    channel: ChannelId,
    id: MessageId,
    call: &Call,
) -> Result<Reply, ApiError> {
    let state = world.visible_channel(channel)?;
    let message = world.public_message(channel, id)?;
    if message.author != world.bot() {
        return Err(ApiError::of(Code::NotTheAuthor));
    }
    if !call.body.uploads.is_empty() {
        world.require(state, Permissions::ATTACH_FILES)?;
    }
    let mut form = Form::default();
    let body = MessageBody::read(&mut form, "", call.json(), &call.body.uploads, message.flags);
    form.finish()?;
    world.count_late_edit(id)?;
    world.edit(id, &body)?;
    Ok(Reply::Json(show(world, &world.messages[&id])))
}

pub(crate) fn delete(world: &mut World, channel: ChannelId, id: MessageId) -> Result<Reply, ApiError> {
    let state = world.visible_channel(channel)?;
    let message = world.public_message(channel, id)?;
    if message.author != world.bot() {
        if state.recipient().is_some() {
            return Err(ApiError::of(Code::DirectChannel));
        }
        world.require(state, Permissions::MANAGE_MESSAGES)?;
    }
    world.delete_message(id);
    Ok(Reply::Empty)
}

pub(crate) fn bulk_delete(world: &mut World, channel: ChannelId, call: &Call) -> Result<Reply, ApiError> {
    let state = world.visible_channel(channel)?;
    if state.recipient().is_some() {
        return Err(ApiError::of(Code::DirectChannel));
    }
    world.require(state, Permissions::MANAGE_MESSAGES)?;
    let mut form = Form::default();
    let ids = form.list(call.json(), "", "messages").cloned().unwrap_or_default();
    form.count("messages", ids.len(), 2..=100);
    form.finish()?;
    let ids = ids.iter().filter_map(|id| id.as_str().and_then(|id| id.parse().ok()));
    let ids: Vec<MessageId> = ids.filter(|id| world.public_message(channel, *id).is_ok()).collect();
    world.delete_messages(channel, &ids);
    Ok(Reply::Empty)
}

/// The pins of a channel, newest first, page by page.
pub(crate) fn pins(world: &World, channel: ChannelId, call: &Call) -> Result<Reply, ApiError> {
    world.visible_channel(channel)?;
    let limit = call.query.get("limit").and_then(|text| text.parse().ok()).unwrap_or(50_usize);
    let mut form = Form::default();
    if !(1..=50).contains(&limit) {
        form.add("limit", "NUMBER_TYPE_RANGE", "int value should be between 1 and 50.");
    }
    form.finish()?;
    let before = call.query.get("before").map(String::as_str);
    let mut pinned = pinned(world, channel);
    // Times in this form are in the order of their letters.
    pinned.retain(|(pinned_ms, _)| before.is_none_or(|before| iso8601(*pinned_ms).as_str() < before));
    let has_more = pinned.len() > limit;
    let items = pinned.into_iter().take(limit).map(
        |(pinned_ms, message)| json!({ "pinned_at": iso8601(pinned_ms), "message": show(world, message) }),
    );
    Ok(Reply::Json(json!({ "items": items.collect::<Vec<_>>(), "has_more": has_more })))
}

pub(crate) fn bare_pins(world: &World, channel: ChannelId) -> Result<Reply, ApiError> {
    world.visible_channel(channel)?;
    let messages = pinned(world, channel).into_iter().map(|(_, message)| show(world, message));
    Ok(Reply::Json(messages.collect()))
}

/// Pinned messages with the time of their pin, newest pin first.
fn pinned(world: &World, channel: ChannelId) -> Vec<(u64, &Message)> {
    let messages = world.messages.values().filter(|message| message.channel == channel);
    let mut pinned: Vec<(u64, &Message)> =
        messages.filter_map(|message| Some((message.pinned_ms?, message))).collect();
    pinned.sort_by_key(|(pinned_ms, message)| std::cmp::Reverse((*pinned_ms, message.id)));
    pinned
}

pub(crate) fn pin(world: &mut World, channel: ChannelId, id: MessageId) -> Result<Reply, ApiError> {
    check_pinnable(world, channel, id)?;
    world.set_pinned(id, Some(world.now_ms()));
    Ok(Reply::Empty)
}

pub(crate) fn unpin(world: &mut World, channel: ChannelId, id: MessageId) -> Result<Reply, ApiError> {
    check_pinnable(world, channel, id)?;
    world.set_pinned(id, None);
    Ok(Reply::Empty)
}

fn check_pinnable(world: &World, channel: ChannelId, id: MessageId) -> Result<(), ApiError> {
    let state = world.visible_channel(channel)?;
    let may = world.permissions_in(state, world.bot());
    if !may.contains(Permissions::MANAGE_MESSAGES) {
        world.require(state, Permissions::PIN_MESSAGES)?;
    }
    world.public_message(channel, id).map(|_| ())
}

/// A message as the bot may read it over HTTP: the intents it has been granted count here too.
fn show(world: &World, message: &Message) -> Value {
    let granted = Intents::from_bits(world.config.privileged_intents).unwrap_or_default();
    wire::message::for_bot(world, message, granted)
}
