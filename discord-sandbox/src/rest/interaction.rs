//! The first answer to an interaction.

use serde_json::{Value, json};

use crate::check::Form;
use crate::check::choice::check_choices;
use crate::check::message::{MessageBody, flag};
use crate::check::modal::check_modal;
use crate::id::{InteractionId, MessageId};
use crate::rest::error::{ApiError, Code};
use crate::rest::{Call, Reply};
use crate::wire;
use crate::world::World;
use crate::world::interaction::{Answer, Choice, Interaction, InteractionKind, OpenModal};
use crate::world::message::{Envelope, MessageKind, Origin, number_components};

pub(crate) fn callback(
    world: &mut World,
    id: InteractionId,
    token: &str,
    call: &Call,
) -> Result<Reply, ApiError> {
    let interaction = waiting(world, id, token)?.clone();
    let answer = read_answer(&interaction, call.json())?;
    let data = &call.json()["data"];
    let original = match answer {
        Answer::Message => Some(post_answer(world, &interaction, data, call)?),
        Answer::DeferredMessage => Some(post_placeholder(world, &interaction, data)?),
        Answer::DeferredUpdate => Some(source(world, &interaction)?),
        Answer::Update => Some(update(world, &interaction, data, call)?),
        Answer::Choices => {
            offer_choices(world, &interaction, data)?;
            None
        }
        Answer::Modal => {
            open_modal(world, &interaction, data)?;
            None
        }
    };
    let state = world.interaction_mut(id);
    state.answer = Some(answer);
    state.original = original;
    if let Some(timing) = world.journal.timings.get_mut(&id) {
        timing.answer = Some(answer);
        timing.answered_after = Some(call.received - interaction.dispatched);
    }
    if call.query.get("with_response").is_some_and(|with| with == "true" || with == "1") {
        return Ok(Reply::Json(described(world, &interaction, answer, original)));
    }
    Ok(Reply::Empty)
}

/// The interaction, if it waits for its first answer still.
fn waiting<'w>(world: &'w World, id: InteractionId, token: &str) -> Result<&'w Interaction, ApiError> {
    let known = world.interactions.get(&id).filter(|known| known.token == token);
    let interaction = known.ok_or_else(|| ApiError::of(Code::UnknownInteraction))?;
    if interaction.answer.is_some() {
        return Err(ApiError::of(Code::AlreadyAcknowledged));
    }
    if world.has_failed(interaction) {
        return Err(ApiError::of(Code::UnknownInteraction));
    }
    Ok(interaction)
}

/// Which answer a callback gives, if this interaction takes it.
fn read_answer(interaction: &Interaction, body: &Value) -> Result<Answer, ApiError> {
    let answer = match body["type"].as_u64() {
        Some(4) => Some(Answer::Message),
        Some(5) => Some(Answer::DeferredMessage),
        Some(6) => Some(Answer::DeferredUpdate),
        Some(7) => Some(Answer::Update),
        Some(8) => Some(Answer::Choices),
        Some(9) => Some(Answer::Modal),
        _ => None,
    };
    let has_source = interaction.source.is_some();
    let allowed = match interaction.kind {
        InteractionKind::Command => "4, 5, 9",
        InteractionKind::Component => "4, 5, 6, 7, 9",
        InteractionKind::Autocomplete => "8",
        InteractionKind::ModalSubmit if has_source => "4, 5, 6, 7",
        InteractionKind::ModalSubmit => "4, 5",
    };
    let number = body["type"].to_string();
    let is_allowed = allowed.split(", ").any(|one| one == number);
    if let Some(answer) = answer.filter(|_| is_allowed) {
        return Ok(answer);
    }
    let mut form = Form::default();
    form.add(
        "type",
        "INTERACTION_CALLBACK_TYPE_INVALID",
        format!("This interaction takes an answer of type {allowed}."),
    );
    form.finish().map(|()| Answer::Message)
}

fn envelope(world: &World, interaction: &Interaction, asked_flags: u64, flags: u64) -> Envelope {
    let is_ephemeral = asked_flags & flag::EPHEMERAL != 0;
    Envelope {
        channel: interaction.channel,
        author: world.bot(),
        kind: match interaction.kind {
            InteractionKind::Command => MessageKind::ChatInputCommand,
            InteractionKind::Component | InteractionKind::Autocomplete | InteractionKind::ModalSubmit => {
                MessageKind::Ordinary
            }
        },
        origin: Origin::Interaction(interaction.id),
        visible_to: is_ephemeral.then_some(interaction.user),
        flags,
    }
}

fn post_answer(
    world: &mut World,
    interaction: &Interaction,
    data: &Value,
    call: &Call,
) -> Result<MessageId, ApiError> {
    let mut form = Form::default();
    let body = MessageBody::read(&mut form, "data", data, &call.body.uploads, 0);
    form.finish()?;
    let envelope = envelope(world, interaction, body.flags, 0);
    world.post(envelope, &body)
}

fn post_placeholder(
    world: &mut World,
    interaction: &Interaction,
    data: &Value,
) -> Result<MessageId, ApiError> {
    let asked = data["flags"].as_u64().unwrap_or(0);
    let envelope = envelope(world, interaction, asked, flag::LOADING);
    world.post(envelope, &MessageBody::default())
}

fn source(world: &World, interaction: &Interaction) -> Result<MessageId, ApiError> {
    let source = interaction.source.ok_or_else(|| ApiError::of(Code::UnknownMessage))?;
    // A message may go between the press and the answer; acknowledging the press is no mistake then.
    Ok(world.messages.get(&source).map_or(source, |message| message.id))
}

fn update(
    world: &mut World,
    interaction: &Interaction,
    data: &Value,
    call: &Call,
) -> Result<MessageId, ApiError> {
    let source = source(world, interaction)?;
    let Some(message) = world.messages.get(&source) else {
        return Err(world.unknown_message(source));
    };
    let mut form = Form::default();
    let body = MessageBody::read(&mut form, "data", data, &call.body.uploads, message.flags);
    form.finish()?;
    world.edit(source, &body)?;
    Ok(source)
}

fn offer_choices(world: &mut World, interaction: &Interaction, data: &Value) -> Result<(), ApiError> {
    let mut form = Form::default();
    let choices = form.list(data, "data", "choices").cloned();
    let Some(choices) = choices else {
        form.required("data.choices");
        return form.finish();
    };
    check_choices(&mut form, "data.choices", &choices);
    form.finish()?;
    let locale = world.user(interaction.user).locale.clone();
    let choices = choices.iter().map(|choice| {
        let translated = choice["name_localizations"][&locale].as_str();
        let name = translated.or(choice["name"].as_str()).unwrap_or_default();
        Choice { name: name.to_owned(), value: choice["value"].clone() }
    });
    world.interaction_mut(interaction.id).choices = choices.collect();
    Ok(())
}

fn open_modal(world: &mut World, interaction: &Interaction, data: &Value) -> Result<(), ApiError> {
    let mut form = Form::default();
    check_modal(&mut form, "data", data);
    form.finish()?;
    let mut numbered = data.clone();
    if let Some(rows) = numbered["components"].as_array_mut() {
        *rows = number_components(std::mem::take(rows));
    }
    let modal = OpenModal {
        interaction: interaction.id,
        channel: interaction.channel,
        source: interaction.source,
        data: numbered,
    };
    world.modals.insert(interaction.user, modal);
    Ok(())
}

/// What a callback is answered with when the bot asks to see it.
fn described(world: &World, interaction: &Interaction, answer: Answer, original: Option<MessageId>) -> Value {
    // A resource is told of only where the answer itself is one.
    let resource = match answer {
        Answer::Message => Some(4),
        Answer::Update => Some(7),
        Answer::DeferredMessage | Answer::DeferredUpdate | Answer::Choices | Answer::Modal => None,
    };
    let mut json = json!({
        "interaction": {
            "id": interaction.id,
            "type": interaction.kind.type_number(),
            "channel_id": interaction.channel,
            "guild_id": interaction.guild,
        },
    });
    if let Some(message) = original.and_then(|id| world.messages.get(&id)) {
        json["interaction"]["response_message_id"] = json!(message.id);
        json["interaction"]["response_message_loading"] = json!(message.is_loading());
        json["interaction"]["response_message_ephemeral"] = json!(message.visible_to.is_some());
        if let Some(number) = resource {
            json["resource"] = json!({ "type": number, "message": wire::message::message(world, message) });
        }
    }
    json
}
