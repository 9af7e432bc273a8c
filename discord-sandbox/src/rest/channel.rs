//! Channels and threads as a whole.

use serde_json::{Value, json};

use crate::Permissions;
use crate::check::Form;
use crate::gateway::session::{Event, Intents};
use crate::id::ChannelId;
use crate::rest::error::{ApiError, Code};
use crate::rest::message::check_may_send;
use crate::rest::{Call, Reply, thread};
use crate::wire;
use crate::world::World;
use crate::world::channel::Place;

pub(crate) fn channel(world: &World, id: ChannelId) -> Result<Reply, ApiError> {
    let channel = world.visible_channel(id)?;
    Ok(Reply::Json(wire::channel::channel(world, channel)))
}

pub(crate) fn edit(world: &mut World, id: ChannelId, call: &Call) -> Result<Reply, ApiError> {
    let state = world.visible_channel(id)?;
    match &state.place {
        Place::Direct { .. } => Err(ApiError::of(Code::DirectChannel)),
        Place::Thread { .. } => thread::edit(world, id, call),
        Place::Text { .. } => {
            world.require(state, Permissions::MANAGE_CHANNELS)?;
            edit_text(world, id, call.json())?;
            channel(world, id)
        }
    }
}

fn edit_text(world: &mut World, id: ChannelId, body: &Value) -> Result<(), ApiError> {
    let mut form = Form::default();
    let new_name = form.text(body, "", "name", 1..=100);
    let new_topic = form.text(body, "", "topic", 0..=1024);
    form.finish()?;
    let Some(channel) = world.channels.get_mut(&id) else {
        return Err(ApiError::of(Code::UnknownChannel));
    };
    if let Some(name) = new_name {
        name.clone_into(&mut channel.name);
    }
    if let Place::Text { topic, .. } = &mut channel.place
        && let Some(new_topic) = new_topic
    {
        *topic = Some(new_topic.to_owned());
    }
    world.announce_channel(id, "CHANNEL_UPDATE");
    Ok(())
}

pub(crate) fn delete(world: &mut World, id: ChannelId) -> Result<Reply, ApiError> {
    let channel = world.visible_channel(id)?;
    let shown = wire::channel::channel(world, channel);
    match channel.place {
        // A conversation is only closed: it is there again with all that was said when it is opened anew.
        Place::Direct { .. } => return Ok(Reply::Json(shown)),
        Place::Thread { .. } => world.require(channel, Permissions::MANAGE_THREADS)?,
        Place::Text { .. } => world.require(channel, Permissions::MANAGE_CHANNELS)?,
    }
    world.delete_channel(id);
    Ok(Reply::Json(shown))
}

pub(crate) fn typing(world: &mut World, id: ChannelId) -> Result<Reply, ApiError> {
    let channel = world.visible_channel(id)?;
    check_may_send(world, channel)?;
    let (bot, guild) = (world.bot(), channel.guild());
    let mut data = json!({ "channel_id": id, "user_id": bot, "timestamp": world.now_ms() / 1000 });
    let needs = match guild {
        Some(guild) => {
            data["guild_id"] = json!(guild);
            data["member"] = wire::guild::member(world, guild, bot);
            Intents::GUILD_MESSAGE_TYPING
        }
        None => Intents::DIRECT_MESSAGE_TYPING,
    };
    world.gateway.dispatch(&Event { name: "TYPING_START", needs, guild, data });
    Ok(Reply::Empty)
}
