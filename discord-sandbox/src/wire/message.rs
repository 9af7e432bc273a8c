//! Messages.

use serde_json::{Value, json};

use crate::clock::iso8601;
use crate::gateway::session::Intents;
use crate::id::InteractionId;
use crate::wire;
use crate::world::World;
use crate::world::interaction::InteractionKind;
use crate::world::mention::mentioned;
use crate::world::message::{Attachment, Message, MessageKind, Origin};

/// A message with all that is in it.
pub(crate) fn message(world: &World, message: &Message) -> Value {
    let mentions = mentioned(&message.content);
    let users: Vec<Value> =
        mentions.users.iter().filter_map(|id| world.users.get(id)).map(wire::user::user).collect();
    let mut json = json!({
        "id": message.id,
        "channel_id": message.channel,
        "author": wire::user::user(world.user(message.author)),
        "type": message.kind.type_number(),
        "content": message.content,
        "timestamp": iso8601(message.created_ms),
        "edited_timestamp": message.edited_ms.map(iso8601),
        "tts": message.is_tts,
        "mention_everyone": message.pings.everyone,
        "mentions": users,
        "mention_roles": mentions.roles,
        "attachments": message.attachments.iter().map(|it| attachment(world, message, it)).collect::<Vec<_>>(),
        "embeds": message.embeds.iter().map(|it| embed(world, message, it)).collect::<Vec<_>>(),
        "components": message.components,
        "pinned": message.pinned_ms.is_some(),
        "flags": message.flags,
    });
    if message.author == world.bot() {
        json["application_id"] = json!(world.application.id);
    }
    if let Origin::Interaction(id) = message.origin {
        json["webhook_id"] = json!(world.application.id);
        json["interaction_metadata"] = interaction_metadata(world, id);
    }
    if let Some(answered) = message.reply_to {
        json["message_reference"] =
            json!({ "type": 0, "message_id": answered, "channel_id": message.channel });
    }
    if message.kind == MessageKind::Reply {
        let answered = message.reply_to.and_then(|id| world.messages.get(&id));
        json["referenced_message"] = answered.map_or(Value::Null, |answered| unanswering(world, answered));
    }
    json
}

/// A message inside another one, which shows no third.
fn unanswering(world: &World, answered: &Message) -> Value {
    let mut copy = answered.clone();
    copy.kind = MessageKind::Ordinary;
    message(world, &copy)
}

/// A message as a session with these intents may see it: without the intent for contents, those of others are blank
/// unless they are direct, or mention the bot.
pub(crate) fn for_bot(world: &World, shown: &Message, intents: Intents) -> Value {
    let mut json = message(world, shown);
    let is_direct = world.channels.get(&shown.channel).is_some_and(|channel| channel.recipient().is_some());
    let mentions_bot = mentioned(&shown.content).users.contains(&world.bot());
    let is_open = intents.contains(Intents::MESSAGE_CONTENT)
        || is_direct
        || mentions_bot
        || shown.author == world.bot();
    if !is_open {
        json["content"] = json!("");
        for key in ["embeds", "attachments", "components"] {
            json[key] = json!([]);
        }
    }
    json
}

pub(crate) fn attachment_url(world: &World, message: &Message, attachment: &Attachment) -> String {
    format!(
        "{}/attachments/{}/{}/{}",
        world.addresses.files_url, message.channel, attachment.id, attachment.filename
    )
}

/// A file that came with a command and is in no message.
pub(crate) fn loose_attachment(world: &World, file: &Attachment) -> Value {
    let (files, application) = (&world.addresses.files_url, world.application.id);
    let url = format!("{files}/ephemeral-attachments/{application}/{}/{}", file.id, file.filename);
    let mut json = described(file, &url);
    json["ephemeral"] = json!(true);
    json
}

fn attachment(world: &World, message: &Message, attachment: &Attachment) -> Value {
    let mut json = described(attachment, &attachment_url(world, message, attachment));
    if message.visible_to.is_some() {
        json["ephemeral"] = json!(true);
    }
    json
}

fn described(attachment: &Attachment, url: &str) -> Value {
    let mut json = json!({
        "id": attachment.id,
        "filename": attachment.filename,
        "size": attachment.bytes.len(),
        "url": url,
        "proxy_url": url,
        "content_type": attachment.content_type,
    });
    if let Some(description) = &attachment.description {
        json["description"] = json!(description);
    }
    if let Some((width, height)) = attachment.size_in_pixels() {
        json["width"] = json!(width);
        json["height"] = json!(height);
    }
    json
}

/// An embed, with pictures from the message's own files made into addresses.
fn embed(world: &World, message: &Message, embed: &Value) -> Value {
    let mut embed = embed.clone();
    if embed.get("type").is_none() {
        embed["type"] = json!("rich");
    }
    for key in ["image", "thumbnail"] {
        let Some(url) = embed.get_mut(key).and_then(|picture| picture.get_mut("url")) else {
            continue;
        };
        let name = url.as_str().and_then(|url| url.strip_prefix("attachment://"));
        let file =
            name.and_then(|name| message.attachments.iter().find(|attachment| attachment.filename == name));
        if let Some(file) = file {
            *url = json!(attachment_url(world, message, file));
        }
    }
    embed
}

fn interaction_metadata(world: &World, id: InteractionId) -> Value {
    let Some(interaction) = world.interactions.get(&id) else {
        return Value::Null;
    };
    let mut json = json!({
        "id": id,
        "type": interaction.kind.type_number(),
        "user": wire::user::user(world.user(interaction.user)),
        "authorizing_integration_owners": wire::interaction::owners(interaction.guild),
    });
    match interaction.kind {
        InteractionKind::Command | InteractionKind::Autocomplete => {
            json["name"] = json!(interaction.name);
        }
        InteractionKind::Component => json["interacted_message_id"] = json!(interaction.source),
        InteractionKind::ModalSubmit => {
            json["triggering_interaction_metadata"] = json!({
                "id": id,
                "type": 2,
                "name": "",
                "user": wire::user::user(world.user(interaction.user)),
                "authorizing_integration_owners": wire::interaction::owners(interaction.guild),
            });
        }
    }
    json
}
