//! Messages on the token of an interaction: the first answer, looked at again, and follow-ups.

use crate::check::Form;
use crate::check::message::{MessageBody, flag};
use crate::id::MessageId;
use crate::rest::error::{ApiError, Code};
use crate::rest::route::Named;
use crate::rest::{Call, Reply};
use crate::wire;
use crate::world::World;
use crate::world::interaction::Interaction;
use crate::world::message::{Envelope, Message, MessageKind, Origin};

pub(crate) fn follow_up(world: &mut World, token: &str, call: &Call) -> Result<Reply, ApiError> {
    let interaction = world.answered_interaction(token)?.clone();
    let placeholder = interaction
        .original
        .and_then(|id| world.messages.get(&id))
        .filter(|message| message.is_loading())
        .map(|message| message.id);
    let mut form = Form::default();
    let body = MessageBody::read(&mut form, "", call.json(), &call.body.uploads, 0);
    form.finish()?;
    // The first follow-up after "thinking…" takes its place, seen by whom the placeholder was for.
    if let Some(placeholder) = placeholder {
        world.edit(placeholder, &body)?;
        return show(world, placeholder);
    }
    let is_ephemeral = body.flags & flag::EPHEMERAL != 0;
    let envelope = Envelope {
        channel: interaction.channel,
        author: world.bot(),
        kind: MessageKind::Ordinary,
        origin: Origin::Interaction(interaction.id),
        visible_to: is_ephemeral.then_some(interaction.user),
        flags: 0,
    };
    let id = world.post(envelope, &body)?;
    world.interaction_mut(interaction.id).follow_ups.push(id);
    show(world, id)
}

pub(crate) fn message(world: &World, token: &str, named: Named) -> Result<Reply, ApiError> {
    let id = find(world, token, named)?.id;
    show(world, id)
}

pub(crate) fn edit(world: &mut World, token: &str, named: Named, call: &Call) -> Result<Reply, ApiError> {
    let message = find(world, token, named)?;
    let (id, flags) = (message.id, message.flags);
    let mut form = Form::default();
    let body = MessageBody::read(&mut form, "", call.json(), &call.body.uploads, flags);
    form.finish()?;
    world.edit(id, &body)?;
    show(world, id)
}

pub(crate) fn delete(world: &mut World, token: &str, named: Named) -> Result<Reply, ApiError> {
    let id = find(world, token, named)?.id;
    world.delete_message(id);
    Ok(Reply::Empty)
}

/// The message a path means, if it belongs to the token's interaction.
fn find<'w>(world: &'w World, token: &str, named: Named) -> Result<&'w Message, ApiError> {
    let interaction = world.answered_interaction(token)?;
    let id = match named {
        Named::Original => interaction.original,
        Named::Id(id) => Some(id).filter(|id| belongs(interaction, *id)),
    };
    let id = id.ok_or_else(|| ApiError::of(Code::UnknownMessage))?;
    world.messages.get(&id).ok_or_else(|| world.unknown_message(id))
}

fn belongs(interaction: &Interaction, id: MessageId) -> bool {
    interaction.original == Some(id) || interaction.source == Some(id) || interaction.follow_ups.contains(&id)
}

fn show(world: &World, id: MessageId) -> Result<Reply, ApiError> {
    let message = world.messages.get(&id).ok_or_else(|| world.unknown_message(id))?;
    Ok(Reply::Json(wire::message::message(world, message)))
}
