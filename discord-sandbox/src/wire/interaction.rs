//! Interactions, as the gateway carries them.

use serde_json::{Map, Value, json};

use crate::id::GuildId;
use crate::wire;
use crate::world::World;
use crate::world::interaction::{Interaction, InteractionKind};

/// The largest file Discord takes from a bot without boosts, in bytes.
pub(crate) const LARGEST_FILE: usize = 10 * 1024 * 1024;

pub(crate) fn interaction(world: &World, interaction: &Interaction, data: Value) -> Value {
    let channel = world.channels.get(&interaction.channel);
    let user = world.user(interaction.user);
    let bot_may = channel.map(|channel| world.permissions_in(channel, world.bot()));
    let mut json = json!({
        "id": interaction.id,
        "application_id": world.application.id,
        "type": interaction.kind.type_number(),
        "token": interaction.token,
        "version": 1,
        "channel_id": interaction.channel,
        "locale": user.locale,
        "entitlements": [],
        "entitlement_sku_ids": [],
        "attachment_size_limit": LARGEST_FILE,
        "app_permissions": bot_may.unwrap_or_default(),
        "authorizing_integration_owners": owners(interaction.guild),
        "context": if interaction.guild.is_some() { 0 } else { 1 },
        "data": data,
    });
    if let Some(channel) = channel {
        json["channel"] = wire::channel::partial(world, channel, interaction.user);
    }
    match interaction.guild {
        Some(id) => {
            let guild = world.known_guild(id);
            let may = channel.map(|channel| world.permissions_in(channel, interaction.user));
            json["guild_id"] = json!(id);
            json["guild_locale"] = json!(guild.locale());
            json["guild"] = json!({ "id": id, "locale": guild.locale(), "features": [] });
            json["member"] = wire::guild::member(world, id, interaction.user);
            json["member"]["permissions"] = json!(may.unwrap_or_default());
        }
        None => json["user"] = wire::user::user(user),
    }
    let carries_message = match interaction.kind {
        InteractionKind::Component | InteractionKind::ModalSubmit => true,
        InteractionKind::Command | InteractionKind::Autocomplete => false,
    };
    let source = interaction.source.and_then(|id| world.messages.get(&id));
    if let Some(source) = source.filter(|_| carries_message) {
        json["message"] = wire::message::message(world, source);
    }
    json
}

/// Through which installation the bot is here: the guild's, or the bot's own conversation.
pub(crate) fn owners(guild: Option<GuildId>) -> Value {
    let mut owners = Map::new();
    owners.insert("0".to_owned(), guild.map_or(json!("0"), |guild| json!(guild)));
    Value::Object(owners)
}
