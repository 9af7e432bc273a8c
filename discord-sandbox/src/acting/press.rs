//! Buttons and selects, as the client lets them be used.

use serde_json::{Value, json};

use crate::acting::refusal::ClientError;
use crate::acting::view::{ComponentKind, ComponentView, MessageView};
use crate::id::UserId;
use crate::wire::resolved::Resolved;
use crate::world::World;

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
        "id": 0,
    });
    if component.kind == ComponentKind::Button {
        return Ok(data);
    }
    let refuse = |why: String| ClientError::BadChoice { select: component.custom_id.clone(), why };
    if !(component.min_values..=component.max_values).contains(&values.len()) {
        return Err(refuse(format!(
            "{} values, where {} to {} can be chosen",
            values.len(),
            component.min_values,
            component.max_values
        )));
    }
    let guild = world.channels.get(&view.channel).and_then(|channel| channel.guild());
    let mut resolved = Resolved::default();
    for (index, value) in values.iter().enumerate() {
        if values[..index].contains(value) {
            return Err(refuse(format!("{value:?} is chosen twice")));
        }
        let is_offered = match component.kind {
            ComponentKind::StringSelect => component.options.iter().any(|option| option.value == *value),
            ComponentKind::UserSelect | ComponentKind::MentionableSelect => {
                resolve(value, |id| resolved.user(world, guild, UserId::new(id)))
            }
            ComponentKind::RoleSelect => resolve(value, |id| resolved.role(world, guild, id.into())),
            ComponentKind::ChannelSelect => resolve(value, |id| resolved.channel(world, user, id.into())),
            ComponentKind::Button | ComponentKind::Link => false,
        };
        if !is_offered {
            let offered: Vec<&str> = component.options.iter().map(|option| option.value.as_str()).collect();
            return Err(refuse(format!("{value:?} is not among {offered:?}")));
        }
    }
    data["values"] = json!(values);
    data["resolved"] = resolved.into_json();
    Ok(data)
}

/// Whether the value is a number; what it stands for is spelt out.
fn resolve(value: &str, resolve: impl FnOnce(u64)) -> bool {
    value.parse().map(resolve).is_ok()
}
