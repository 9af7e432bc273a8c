//! Commands, as the client lets them be typed.

use serde_json::{Value, json};

use crate::acting::check_may_write;
use crate::acting::refusal::ClientError;
use crate::acting::value::OptionValue;
use crate::id::{AttachmentId, ChannelId, GuildId, UserId};
use crate::permissions::Permissions;
use crate::wire::resolved::Resolved;
use crate::world::World;
use crate::world::channel::Channel;
use crate::world::command::{Command, Scope, is_called};

/// What becomes an interaction.
#[derive(Debug)]
pub(crate) struct TypedCommand {
    /// The name in no language, subcommands included.
    pub(crate) full_name: String,
    pub(crate) json: Value,
}

/// A command that has been found in what is registered.
struct Found<'w> {
    command: &'w Command,
    /// The subcommand group and subcommand, from the outside in.
    nested: Vec<&'w Value>,
    guild: Option<GuildId>,
}

impl Found<'_> {
    fn full_name(&self) -> String {
        let outer = self.command.definition["name"].as_str();
        let inner = self.nested.iter().filter_map(|nested| nested["name"].as_str());
        outer.into_iter().chain(inner).collect::<Vec<_>>().join(" ")
    }

    /// The options of the innermost part.
    fn options(&self) -> &[Value] {
        let innermost = self.nested.last().copied().unwrap_or(&self.command.definition);
        innermost["options"].as_array().map_or(&[], Vec::as_slice)
    }

    fn option(&self, name: &str) -> Result<&Value, ClientError> {
        let found = self.options().iter().find(|option| option["name"] == name);
        found.ok_or_else(|| ClientError::UnknownOption { command: self.full_name(), option: name.to_owned() })
    }

    /// The `data` of the interaction around the typed options.
    fn data(&self, options: &[Value], resolved: Resolved) -> Value {
        let mut options = json!(options);
        for nested in self.nested.iter().rev() {
            let part = json!({
                "name": nested["name"], "type": nested["type"], "options": options,
            });
            options = json!([part]);
        }
        let mut data = json!({
            "id": self.command.id,
            "name": self.command.definition["name"],
            "type": 1,
            "options": options,
        });
        resolved.put_into(&mut data);
        if let Some(guild) = self.command.definition.get("guild_id") {
            data["guild_id"] = guild.clone();
        }
        data
    }
}

/// The `data` of a command that is sent. `files` are the numbers under which the options' files were put, in their order.
pub(crate) fn command_data(
    world: &World,
    user: UserId,
    channel: ChannelId,
    typed: &str,
    options: &[(&str, OptionValue)],
    files: &[AttachmentId],
) -> Result<TypedCommand, ClientError> {
    let found = find(world, user, channel, typed)?;
    for option in found.options() {
        let name = option["name"].as_str().unwrap_or_default();
        if option["required"] == true && !options.iter().any(|(typed, _)| *typed == name) {
            return Err(ClientError::MissingOption { option: name.to_owned() });
        }
    }
    let mut json = Vec::new();
    let mut resolved = Resolved::default();
    let mut files = files.iter();
    for (name, value) in options {
        let option = found.option(name)?;
        check_value(world, &found, option, value)?;
        let mut sent = value.json();
        match value {
            OptionValue::User(id) => resolved.user(world, found.guild, *id),
            OptionValue::Channel(id) => resolved.channel(world, user, *id),
            OptionValue::Role(id) => resolved.role(world, found.guild, *id),
            OptionValue::File(_) => {
                if let Some(id) = files.next() {
                    resolved.attachment(world, *id);
                    sent = json!(id);
                }
            }
            OptionValue::Text(_)
            | OptionValue::Integer(_)
            | OptionValue::Number(_)
            | OptionValue::Boolean(_) => {}
        }
        json.push(json!({ "name": name, "type": option["type"], "value": sent }));
    }
    Ok(TypedCommand { full_name: found.full_name(), json: found.data(&json, resolved) })
}

/// The `data` of a command that is being typed.
pub(crate) fn autocomplete_data(
    world: &World,
    user: UserId,
    channel: ChannelId,
    typed: &str,
    options: &[(&str, OptionValue)],
    focused: &str,
) -> Result<TypedCommand, ClientError> {
    let found = find(world, user, channel, typed)?;
    if found.option(focused)?["autocomplete"] != true {
        let why = "it does not complete itself".to_owned();
        return Err(ClientError::BadValue { option: focused.to_owned(), why });
    }
    let mut json = Vec::new();
    for (name, value) in options {
        let option = found.option(name)?;
        // What is being typed is a text still, whatever it will be.
        let value = match value.json() {
            Value::String(text) => json!(text),
            other if *name == focused => json!(other.to_string()),
            other => other,
        };
        let mut entry = json!({ "name": name, "type": option["type"], "value": value });
        if *name == focused {
            entry["focused"] = json!(true);
        }
        json.push(entry);
    }
    if !options.iter().any(|(name, _)| *name == focused) {
        let kind = &found.option(focused)?["type"];
        json.push(json!({ "name": focused, "type": kind, "value": "", "focused": true }));
    }
    Ok(TypedCommand { full_name: found.full_name(), json: found.data(&json, Resolved::default()) })
}

/// Full names of the commands the client lists for a user in a channel.
pub(crate) fn offered(world: &World, user: UserId, channel: ChannelId) -> Vec<String> {
    offered_commands(world, user, channel).into_iter().flat_map(Command::full_names).collect()
}

/// The commands the client lists for a user in a channel.
pub(crate) fn offered_commands(world: &World, user: UserId, channel: ChannelId) -> Vec<&Command> {
    let Ok(place) = check_may_write(world, user, channel) else {
        return Vec::new();
    };
    if !world.permissions_in(place, user).contains(Permissions::USE_APPLICATION_COMMANDS) {
        return Vec::new();
    }
    let scopes = place.guild().map(Scope::Guild).into_iter().chain([Scope::Global]);
    let commands = scopes.flat_map(|scope| world.commands.of(scope));
    commands
        .filter(|command| command.type_number() == 1)
        .filter(|command| works_in(command, place) && !is_hidden(world, command, place, user))
        .collect()
}

fn find<'w>(
    world: &'w World,
    user: UserId,
    channel: ChannelId,
    typed: &str,
) -> Result<Found<'w>, ClientError> {
    let place = check_may_write(world, user, channel)?;
    let may = world.permissions_in(place, user);
    if !may.contains(Permissions::USE_APPLICATION_COMMANDS) {
        return Err(ClientError::CannotWrite(channel));
    }
    let locale = &world.user(user).locale;
    let unknown =
        || ClientError::UnknownCommand { command: typed.to_owned(), offered: offered(world, user, channel) };
    let mut words = typed.trim_start_matches('/').split_whitespace();
    let command = words
        .next()
        .and_then(|word| world.commands.find(place.guild(), word, locale))
        .filter(|command| works_in(command, place))
        .ok_or_else(unknown)?;
    if is_hidden(world, command, place, user) {
        return Err(ClientError::HiddenCommand { command: typed.to_owned() });
    }
    let mut found = Found { command, nested: Vec::new(), guild: place.guild() };
    let mut level = &command.definition;
    for word in words {
        let options = level["options"].as_array().into_iter().flatten();
        let mut nested = options.filter(|option| is_nested(option));
        level = nested.find(|option| is_called(option, word, locale)).ok_or_else(unknown)?;
        found.nested.push(level);
    }
    // A command with subcommands cannot be sent itself.
    if found.options().iter().any(is_nested) {
        return Err(unknown());
    }
    Ok(found)
}

fn is_nested(option: &Value) -> bool {
    matches!(option["type"].as_u64(), Some(1 | 2))
}

/// Whether the command is offered in this kind of place.
fn works_in(command: &Command, place: &Channel) -> bool {
    let context = u8::from(place.guild().is_none());
    match command.definition["contexts"].as_array() {
        Some(contexts) => contexts.iter().any(|allowed| *allowed == context),
        None => place.guild().is_some() || command.definition["dm_permission"] != false,
    }
}

/// Whether the command's default permissions hide it; they know top-level commands only.
fn is_hidden(world: &World, command: &Command, place: &Channel, user: UserId) -> bool {
    if place.guild().is_none() {
        return false;
    }
    let needed = command.definition["default_member_permissions"].as_str();
    let Some(needed) = needed.and_then(|bits| bits.parse().ok()).map(Permissions::from_bits) else {
        return false;
    };
    let may = world.permissions_in(place, user);
    let needed = if needed == Permissions::NONE { Permissions::ADMINISTRATOR } else { needed };
    !may.contains(needed) && !may.contains(Permissions::ADMINISTRATOR)
}

fn check_value(
    world: &World,
    found: &Found<'_>,
    option: &Value,
    value: &OptionValue,
) -> Result<(), ClientError> {
    let refuse = |why: String| {
        let option = option["name"].as_str().unwrap_or_default().to_owned();
        Err(ClientError::BadValue { option, why })
    };
    let kind = option["type"].as_u64().unwrap_or_default();
    if !value.fits(kind) {
        return refuse(format!("{value:?} does not fit type {kind}"));
    }
    let choices = option["choices"].as_array().filter(|choices| !choices.is_empty());
    if let Some(choices) = choices
        && !choices.iter().any(|choice| choice["value"] == value.json())
    {
        let values: Vec<&Value> = choices.iter().map(|choice| &choice["value"]).collect();
        return refuse(format!("{value:?} is not among {values:?}"));
    }
    match value {
        OptionValue::Text(text) => {
            let length = text.chars().count() as u64;
            let least = option["min_length"].as_u64().unwrap_or(0);
            let most = option["max_length"].as_u64().unwrap_or(6000);
            if !(least..=most).contains(&length) {
                return refuse(format!("{length} characters, where {least} to {most} are allowed"));
            }
        }
        OptionValue::Integer(number) => return check_range(option, *number as f64),
        OptionValue::Number(number) => return check_range(option, *number),
        OptionValue::User(id) if !world.users.contains_key(id) => {
            return refuse(format!("there is no user {id}"));
        }
        OptionValue::Channel(id) if world.channels.get(id).and_then(Channel::guild) != found.guild => {
            return refuse(format!("there is no channel {id} here"));
        }
        OptionValue::User(_)
        | OptionValue::Channel(_)
        | OptionValue::Role(_)
        | OptionValue::Boolean(_)
        | OptionValue::File(_) => {}
    }
    Ok(())
}

fn check_range(option: &Value, number: f64) -> Result<(), ClientError> {
    let least = option["min_value"].as_f64().unwrap_or(f64::MIN);
    let most = option["max_value"].as_f64().unwrap_or(f64::MAX);
    if (least..=most).contains(&number) {
        return Ok(());
    }
    let option = option["name"].as_str().unwrap_or_default().to_owned();
    Err(ClientError::BadValue { option, why: format!("{number} is not from {least} to {most}") })
}
