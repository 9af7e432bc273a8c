//! The commands the bot has registered.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::id::{CommandId, GuildId};
use crate::wire;
use crate::world::World;

/// Where commands are registered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Scope {
    Global,
    Guild(GuildId),
}

/// A registered command: its definition as the bot sent it, completed as Discord does.
#[derive(Clone, Debug)]
pub(crate) struct Command {
    pub(crate) id: CommandId,
    pub(crate) definition: Value,
}

impl Command {
    pub(crate) fn type_number(&self) -> u64 {
        self.definition["type"].as_u64().unwrap_or(1)
    }

    /// The names a user can type: the command's own, or those of its subcommands.
    pub(crate) fn full_names(&self) -> Vec<String> {
        fn below(definition: &Value, prefix: &str, names: &mut Vec<String>) {
            let name = definition["name"].as_str().unwrap_or_default();
            let name = if prefix.is_empty() { name.to_owned() } else { format!("{prefix} {name}") };
            let options = definition["options"].as_array().into_iter().flatten();
            let nested: Vec<&Value> =
                options.filter(|option| matches!(option["type"].as_u64(), Some(1 | 2))).collect();
            for option in &nested {
                below(option, &name, names);
            }
            if nested.is_empty() {
                names.push(name);
            }
        }
        let mut names = Vec::new();
        below(&self.definition, "", &mut names);
        names
    }
}

/// All commands by where they are registered.
#[derive(Debug, Default)]
pub(crate) struct Commands {
    by_scope: BTreeMap<Scope, Vec<Command>>,
}

impl Commands {
    pub(crate) fn of(&self, scope: Scope) -> &[Command] {
        self.by_scope.get(&scope).map_or(&[], Vec::as_slice)
    }

    pub(crate) fn is_anything_registered(&self) -> bool {
        self.by_scope.values().any(|commands| !commands.is_empty())
    }

    /// The chat command a user on this guild, or in a direct conversation, means by a name.
    pub(crate) fn find(&self, guild: Option<GuildId>, name: &str, locale: &str) -> Option<&Command> {
        let guild = guild.map(Scope::Guild);
        guild
            .into_iter()
            .chain([Scope::Global])
            .flat_map(|scope| self.of(scope))
            .find(|command| command.type_number() == 1 && is_called(&command.definition, name, locale))
    }
}

impl Commands {
    /// A full name as a user with a client in this language reads it; unchanged where there is no such command.
    pub(crate) fn shown_name(&self, guild: Option<GuildId>, full_name: &str, locale: &str) -> String {
        let mut words = full_name.split_whitespace();
        let first = words.next().unwrap_or_default();
        let Some(command) = self.find(guild, first, locale) else {
            return full_name.to_owned();
        };
        let shown =
            |part: &Value, word: &str| part["name_localizations"][locale].as_str().unwrap_or(word).to_owned();
        let mut level = &command.definition;
        let mut name = shown(level, first);
        for word in words {
            let options = level["options"].as_array().map_or(&[][..], Vec::as_slice);
            level = options.iter().find(|option| option["name"] == word).unwrap_or(&Value::Null);
            name = format!("{name} {}", shown(level, word));
        }
        name
    }
}

impl World {
    /// Replaces all commands of a scope; those that keep their name keep their number.
    pub(crate) fn replace_commands(&mut self, scope: Scope, definitions: &[Value]) {
        let before = self.commands.by_scope.remove(&scope).unwrap_or_default();
        for definition in definitions {
            let kept = before.iter().find(|command| is_same(command, definition)).map(|command| command.id);
            self.put_command(scope, kept, definition);
        }
    }

    /// Adds a command, or replaces the one of the same name, and returns it.
    pub(crate) fn upsert_command(&mut self, scope: Scope, definition: &Value) -> Value {
        let commands = self.commands.by_scope.entry(scope).or_default();
        let kept = commands.iter().position(|command| is_same(command, definition));
        let id = kept.map(|index| commands.remove(index).id);
        self.put_command(scope, id, definition)
    }

    /// Whether there was such a command.
    pub(crate) fn remove_command(&mut self, scope: Scope, id: CommandId) -> bool {
        let commands = self.commands.by_scope.entry(scope).or_default();
        let before = commands.len();
        commands.retain(|command| command.id != id);
        commands.len() < before
    }

    fn put_command(&mut self, scope: Scope, id: Option<CommandId>, definition: &Value) -> Value {
        let id = id.unwrap_or_else(|| self.next_id());
        let version: CommandId = self.next_id();
        let mut definition = wire::command::completed(definition);
        definition["id"] = json!(id);
        definition["version"] = json!(version);
        definition["application_id"] = json!(self.application.id);
        if let Scope::Guild(guild) = scope {
            definition["guild_id"] = json!(guild);
        }
        let commands = self.commands.by_scope.entry(scope).or_default();
        commands.push(Command { id, definition: definition.clone() });
        definition
    }
}

/// Whether a user with a client in this language can call it so. The name in no language works as well, as it does for
/// whoever knows it from elsewhere.
pub(crate) fn is_called(definition: &Value, name: &str, locale: &str) -> bool {
    definition["name"] == name || definition["name_localizations"][locale] == name
}

fn is_same(command: &Command, definition: &Value) -> bool {
    command.definition["name"] == definition["name"]
        && command.type_number() == definition["type"].as_u64().unwrap_or(1)
}
