//! Users, and opening conversations with them.

use serde_json::{Value, json};

use crate::Permissions;
use crate::check::Form;
use crate::id::UserId;
use crate::rest::error::{ApiError, Code};
use crate::rest::{Call, Reply};
use crate::wire;
use crate::world::World;

pub(crate) fn current(world: &World) -> Reply {
    Reply::Json(wire::user::current_user(world.user(world.bot())))
}

pub(crate) fn user(world: &World, id: UserId) -> Result<Reply, ApiError> {
    let user = world.users.get(&id).ok_or_else(|| ApiError::of(Code::UnknownUser))?;
    Ok(Reply::Json(wire::user::user(user)))
}

pub(crate) fn guilds(world: &World) -> Reply {
    let bot = world.bot();
    let guilds: Vec<Value> = world
        .guilds
        .values()
        .filter(|guild| guild.members.contains_key(&bot))
        .map(|guild| {
            let permissions: Permissions = world.guild_permissions(guild.id, bot);
            json!({
                "id": guild.id,
                "name": guild.name,
                "icon": null,
                "banner": null,
                "owner": guild.owner == bot,
                "permissions": permissions,
                "features": [],
            })
        })
        .collect();
    Reply::Json(json!(guilds))
}

pub(crate) fn open_direct(world: &mut World, call: &Call) -> Result<Reply, ApiError> {
    let mut form = Form::default();
    let recipient = form.number(call.json(), "", "recipient_id");
    if recipient.is_none() {
        form.required("recipient_id");
    }
    form.finish()?;
    let recipient = UserId::new(recipient.unwrap_or_default());
    let user = world.users.get(&recipient).ok_or_else(|| ApiError::of(Code::UnknownUser))?;
    if user.is_bot {
        return Err(ApiError::of(Code::CannotMessageUser));
    }
    let id = world.direct_channel(recipient);
    Ok(Reply::Json(wire::channel::channel(world, &world.channels[&id])))
}
