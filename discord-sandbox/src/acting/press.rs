//! Buttons and selects, as the client lets them be used.

use serde_json::{Value, json};

use crate::acting::refusal::ClientError;
use crate::acting::view::{ComponentKind, ComponentView, MessageView};
use crate::id::{ChannelId, RoleId, UserId};
use crate::wire::resolved::Resolved;
use crate::world::World;
use crate::world::channel::Channel;

/// Which component is meant.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Wanted<'a> {
    Button(&'a str),
    ButtonWithLabel(&'a str),
    Select(&'a str),
}

/// The component, if it is there and can be used.
pub(crate) fn usable<'v>(
    view: &'v MessageView,
    wanted: &Wanted<'_>,
) -> Result<&'v ComponentView, ClientError> {
    let found = view.components.iter().find(|component| match wanted {
        Wanted::Button(id) => component.kind == ComponentKind::Button && component.custom_id == *id,
        Wanted::ButtonWithLabel(label) => {
            component.kind == ComponentKind::Button && component.label == *label
        }
        Wanted::Select(id) => {
            let is_button = matches!(component.kind, ComponentKind::Button | ComponentKind::Link);
            !is_button && component.custom_id == *id
        }
    });
    let Some(component) = found else {
        let present = view.components.iter();
        return Err(ClientError::NoComponent {
            message: view.id,
            wanted: format!("{wanted:?}"),
            present: present.map(|it| format!("{} ({})", it.label, it.custom_id)).collect(),
        });
    };
    if component.is_disabled {
        return Err(ClientError::Disabled(component.custom_id.clone()));
    }
    Ok(component)
}

/// The `data` of the interaction, values checked against what the select offers.
pub(crate) fn data(
    world: &World,
    user: UserId,
    view: &MessageView,
    component: &ComponentView,
    values: &[&str],
) -> Result<Value, ClientError> {
    let mut data = json!({
        "custom_id": component.custom_id,
        "component_type": component.type_number(),
        "id": component.id,
    });
    if component.kind == ComponentKind::Button {
        return Ok(data);
    }
    let mut resolved = Resolved::default();
    check_values(world, user, view.channel, component, values, &mut resolved)?;
    data["values"] = json!(values);
    resolved.put_into(&mut data);
    Ok(data)
}

/// Checks chosen values against what a select offers, and spells out what they stand for.
pub(crate) fn check_values(
    world: &World,
    user: UserId,
    channel: ChannelId,
    select: &ComponentView,
    values: &[&str],
    resolved: &mut Resolved,
) -> Result<(), ClientError> {
    let refuse = |why: String| ClientError::BadChoice { select: select.custom_id.clone(), why };
    if !(select.min_values..=select.max_values).contains(&values.len()) {
        let (least, most) = (select.min_values, select.max_values);
        return Err(refuse(format!("{} values, where {least} to {most} can be chosen", values.len())));
    }
    let guild = world.channels.get(&channel).and_then(Channel::guild);
    let guild_of = |id| world.channels.get(&id).and_then(Channel::guild);
    let is_user = |id: u64| world.users.contains_key(&UserId::new(id));
    let is_role = |id: u64| {
        let guild = guild.and_then(|guild| world.guilds.get(&guild));
        guild.is_some_and(|guild| guild.roles.contains_key(&RoleId::new(id)))
    };
    for (index, value) in values.iter().enumerate() {
        if values[..index].contains(value) {
            return Err(refuse(format!("{value:?} is chosen twice")));
        }
        let number: Option<u64> = value.parse().ok();
        let kind = select.kind;
        let is_offered = match (kind, number) {
            (ComponentKind::StringSelect, _) => select.options.iter().any(|option| option.value == *value),
            (ComponentKind::UserSelect | ComponentKind::MentionableSelect, Some(id)) if is_user(id) => {
                resolved.user(world, guild, UserId::new(id));
                true
            }
            (ComponentKind::RoleSelect | ComponentKind::MentionableSelect, Some(id)) if is_role(id) => {
                resolved.role(world, guild, RoleId::new(id));
                true
            }
            (ComponentKind::ChannelSelect, Some(id)) if guild.is_some() && guild_of(id.into()) == guild => {
                resolved.channel(world, user, id.into());
                true
            }
            _ => false,
        };
        if !is_offered {
            let offered: Vec<&str> = select.options.iter().map(|option| option.value.as_str()).collect();
            return Err(refuse(format!("{value:?} is not among {offered:?}")));
        }
    }
    Ok(())
}
