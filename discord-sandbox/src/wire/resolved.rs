//! The things that an interaction's values name, spelt out.

use serde_json::{Map, Value, json};

use crate::id::{AttachmentId, ChannelId, GuildId, RoleId, UserId};
use crate::wire;
use crate::world::World;

/// Gathers what has to stand in `resolved`.
#[derive(Debug, Default)]
pub(crate) struct Resolved {
    parts: Map<String, Value>,
}

impl Resolved {
    fn put(&mut self, part: &str, id: &impl ToString, json: Value) {
        let entries = self.parts.entry(part).or_insert_with(|| json!({}));
        entries[id.to_string()] = json;
    }

    pub(crate) fn user(&mut self, world: &World, guild: Option<GuildId>, id: UserId) {
        let Some(user) = world.users.get(&id) else {
            return;
        };
        self.put("users", &id, wire::user::user(user));
        let member =
            guild.and_then(|guild| world.guilds.get(&guild)).filter(|guild| guild.members.contains_key(&id));
        if let Some(guild) = member {
            let mut json = wire::guild::member_beside_user(world, guild.id, id);
            json["permissions"] = json!(world.guild_permissions(guild.id, id));
            self.put("members", &id, json);
        }
    }

    pub(crate) fn channel(&mut self, world: &World, asker: UserId, id: ChannelId) {
        if let Some(channel) = world.channels.get(&id) {
            self.put("channels", &id, wire::channel::partial(world, channel, asker));
        }
    }

    pub(crate) fn role(&mut self, world: &World, guild: Option<GuildId>, id: RoleId) {
        let guild = guild.and_then(|guild| world.guilds.get(&guild));
        if let Some(role) = guild.and_then(|guild| guild.roles.get(&id)) {
            self.put("roles", &id, wire::guild::role(role));
        }
    }

    pub(crate) fn attachment(&mut self, world: &World, id: AttachmentId) {
        if let Some(file) = world.loose_files.get(&id) {
            self.put("attachments", &id, wire::message::loose_attachment(world, file));
        }
    }

    /// Puts it into the `data` of an interaction; where nothing is named, Discord leaves it out.
    pub(crate) fn put_into(self, data: &mut Value) {
        if !self.parts.is_empty() {
            data["resolved"] = Value::Object(self.parts);
        }
    }
}
