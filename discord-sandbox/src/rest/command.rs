//! Registration of commands.

use serde_json::{Value, json};

use crate::check::Form;
use crate::check::command::{check_command, check_commands};
use crate::id::CommandId;
use crate::rest::error::{ApiError, Code};
use crate::rest::{Call, Reply};
use crate::world::World;
use crate::world::command::{Command, Scope};

const MOST_CHAT_COMMANDS: usize = 100;

pub(crate) fn list(world: &World, scope: Scope) -> Result<Reply, ApiError> {
    check_scope(world, scope)?;
    let definitions = world.commands.of(scope).iter().map(|command| &command.definition);
    Ok(Reply::Json(json!(definitions.collect::<Vec<_>>())))
}

pub(crate) fn replace(world: &mut World, scope: Scope, call: &Call) -> Result<Reply, ApiError> {
    check_scope(world, scope)?;
    let mut form = Form::default();
    let Some(definitions) = call.json().as_array() else {
        form.add("", "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType");
        form.finish()?;
        return list(world, scope);
    };
    check_commands(&mut form, definitions);
    form.finish()?;
    let is_chat = |definition: &&Value| definition["type"].as_u64().unwrap_or(1) == 1;
    if definitions.iter().filter(is_chat).count() > MOST_CHAT_COMMANDS {
        return Err(ApiError::of(Code::TooManyCommands));
    }
    world.replace_commands(scope, definitions);
    list(world, scope)
}

pub(crate) fn upsert(world: &mut World, scope: Scope, call: &Call) -> Result<Reply, ApiError> {
    check_scope(world, scope)?;
    let mut form = Form::default();
    check_command(&mut form, "", call.json());
    form.finish()?;
    if world.commands.of(scope).len() >= MOST_CHAT_COMMANDS {
        return Err(ApiError::of(Code::TooManyCommands));
    }
    Ok(Reply::Created(world.upsert_command(scope, call.json())))
}

pub(crate) fn one(world: &World, scope: Scope, id: CommandId) -> Result<Reply, ApiError> {
    find(world, scope, id).map(|command| Reply::Json(command.definition.clone()))
}

pub(crate) fn edit(world: &mut World, scope: Scope, id: CommandId, call: &Call) -> Result<Reply, ApiError> {
    let mut definition = find(world, scope, id)?.definition.clone();
    for (key, value) in call.json().as_object().into_iter().flatten() {
        definition[key] = value.clone();
    }
    let mut form = Form::default();
    check_command(&mut form, "", &definition);
    form.finish()?;
    world.remove_command(scope, id);
    Ok(Reply::Json(world.upsert_command(scope, &definition)))
}

pub(crate) fn delete(world: &mut World, scope: Scope, id: CommandId) -> Result<Reply, ApiError> {
    if world.remove_command(scope, id) { Ok(Reply::Empty) } else { Err(ApiError::of(Code::UnknownCommand)) }
}

fn find(world: &World, scope: Scope, id: CommandId) -> Result<&Command, ApiError> {
    let found = world.commands.of(scope).iter().find(|command| command.id == id);
    found.ok_or_else(|| ApiError::of(Code::UnknownCommand))
}

/// Commands of a guild need the bot to be there.
fn check_scope(world: &World, scope: Scope) -> Result<(), ApiError> {
    match scope {
        Scope::Global => Ok(()),
        Scope::Guild(guild) => world.visible_guild(guild).map(|_| ()),
    }
}
