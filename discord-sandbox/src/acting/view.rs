//! What a user sees.

use std::sync::Arc;

use serde_json::Value;

use crate::id::{AttachmentId, ChannelId, MessageId, UserId};
use crate::wire;
use crate::world::World;
use crate::world::mention::Pings;
use crate::world::message::Message;

/// A message on a user's screen.
#[derive(Clone, Debug)]
pub struct MessageView {
    /// Its number.
    pub id: MessageId,
    /// Where it stands.
    pub channel: ChannelId,
    /// Who wrote it.
    pub author: UserId,
    /// Its text, with mentions and timestamps as they were written.
    pub content: String,
    /// Its embeds.
    pub embeds: Vec<EmbedView>,
    /// Its buttons and selects, row after row.
    pub components: Vec<ComponentView>,
    /// Its files.
    pub attachments: Vec<AttachmentView>,
    /// Whether only this user sees it.
    pub is_ephemeral: bool,
    /// Whether it says "thinking…" still.
    pub is_loading: bool,
    /// Whether it is marked as edited.
    pub is_edited: bool,
    /// The message it answers.
    pub reply_to: Option<MessageId>,
    /// Whom it pinged when it appeared.
    pub pings: Pings,
    /// All of it, as Discord's API shows it.
    pub json: Value,
}

/// An embed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EmbedView {
    /// Its title, or nothing.
    pub title: String,
    /// Its text, or nothing.
    pub description: String,
    /// Names and values of its fields.
    pub fields: Vec<(String, String)>,
    /// The text at its foot, or nothing.
    pub footer: String,
    /// Where its picture is.
    pub image_url: Option<String>,
}

/// Kinds of components that can be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ComponentKind {
    /// A button that tells the bot.
    Button,
    /// A button that leads to an address.
    Link,
    /// A list of the bot's own options.
    StringSelect,
    /// A list of users.
    UserSelect,
    /// A list of roles.
    RoleSelect,
    /// A list of users and roles.
    MentionableSelect,
    /// A list of channels.
    ChannelSelect,
}

/// A button or a select.
#[derive(Clone, Debug, PartialEq)]
pub struct ComponentView {
    /// What it is.
    pub kind: ComponentKind,
    /// Its number within the message.
    pub id: u64,
    /// In which row it stands, from 0.
    pub row: usize,
    /// The bot's name for it; empty for links.
    pub custom_id: String,
    /// The text on a button, or the placeholder of a select.
    pub label: String,
    /// The emoji on a button.
    pub emoji: Option<String>,
    /// Discord's number for the style of a button: 1 Primary, 2 Secondary, 3 Success, 4 Danger, 5 Link.
    pub style: u8,
    /// Whether it is greyed out.
    pub is_disabled: bool,
    /// Where a link leads.
    pub url: Option<String>,
    /// The options of a list of the bot's own.
    pub options: Vec<OptionView>,
    /// The least number of values to choose.
    pub min_values: usize,
    /// The most.
    pub max_values: usize,
}

/// An option of a select.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionView {
    /// What the user reads.
    pub label: String,
    /// What the bot gets.
    pub value: String,
    /// The small print.
    pub description: String,
    /// Whether it is chosen from the start.
    pub is_default: bool,
}

/// A file in a message.
#[derive(Clone, Debug)]
pub struct AttachmentView {
    /// Its number.
    pub id: AttachmentId,
    /// Its name.
    pub filename: String,
    /// Its alternative text.
    pub description: Option<String>,
    /// Its type, such as `image/png`.
    pub content_type: String,
    /// What is in it.
    pub bytes: Arc<[u8]>,
    /// Where it can be had.
    pub url: String,
}

impl AttachmentView {
    /// Whether the client shows it as a picture.
    pub fn is_picture(&self) -> bool {
        self.content_type.starts_with("image/")
    }
}

impl MessageView {
    pub(crate) fn of(world: &World, message: &Message) -> Self {
        let attachments = message.attachments.iter().map(|attachment| AttachmentView {
            id: attachment.id,
            filename: attachment.filename.clone(),
            description: attachment.description.clone(),
            content_type: attachment.content_type.clone(),
            bytes: Arc::clone(&attachment.bytes),
            url: wire::message::attachment_url(world, message, attachment),
        });
        let json = wire::message::message(world, message);
        let embeds = json["embeds"].as_array().into_iter().flatten().map(EmbedView::of);
        Self {
            id: message.id,
            channel: message.channel,
            author: message.author,
            content: message.content.clone(),
            embeds: embeds.collect(),
            components: components(&message.components),
            attachments: attachments.collect(),
            is_ephemeral: message.visible_to.is_some(),
            is_loading: message.is_loading(),
            is_edited: message.edited_ms.is_some(),
            reply_to: message.reply_to,
            pings: message.pings.clone(),
            json,
        }
    }

    /// The component with this custom id.
    pub fn component(&self, custom_id: &str) -> Option<&ComponentView> {
        self.components.iter().find(|component| component.custom_id == custom_id)
    }

    /// The button with this text.
    pub fn button(&self, label: &str) -> Option<&ComponentView> {
        let mut components = self.components.iter();
        components.find(|component| {
            let is_button = matches!(component.kind, ComponentKind::Button | ComponentKind::Link);
            is_button && component.label == label
        })
    }
}

impl EmbedView {
    fn of(embed: &Value) -> Self {
        let fields = embed["fields"].as_array().into_iter().flatten();
        Self {
            title: text(&embed["title"]),
            description: text(&embed["description"]),
            fields: fields.map(|field| (text(&field["name"]), text(&field["value"]))).collect(),
            footer: text(&embed["footer"]["text"]),
            image_url: embed["image"]["url"].as_str().map(str::to_owned),
        }
    }
}

impl ComponentView {
    pub(crate) fn of(component: &Value, row: usize) -> Option<Self> {
        let kind = match (component["type"].as_u64()?, component["style"].as_u64()) {
            (2, Some(5)) => ComponentKind::Link,
            (2, _) => ComponentKind::Button,
            (3, _) => ComponentKind::StringSelect,
            (5, _) => ComponentKind::UserSelect,
            (6, _) => ComponentKind::RoleSelect,
            (7, _) => ComponentKind::MentionableSelect,
            (8, _) => ComponentKind::ChannelSelect,
            _ => return None,
        };
        let label = if component["label"].is_string() { "label" } else { "placeholder" };
        let number = |key: &str| component[key].as_u64().map_or(1, |number| number as usize);
        let options = component["options"].as_array().into_iter().flatten();
        Some(Self {
            kind,
            id: component["id"].as_u64().unwrap_or(0),
            row,
            custom_id: text(&component["custom_id"]),
            label: text(&component[label]),
            emoji: component["emoji"]["name"].as_str().map(str::to_owned),
            style: component["style"].as_u64().unwrap_or(0) as u8,
            is_disabled: component["disabled"] == true,
            url: component["url"].as_str().map(str::to_owned),
            options: options.map(OptionView::of).collect(),
            min_values: number("min_values"),
            max_values: number("max_values"),
        })
    }

    /// Discord's number for the type of component.
    pub(crate) const fn type_number(&self) -> u8 {
        match self.kind {
            ComponentKind::Button | ComponentKind::Link => 2,
            ComponentKind::StringSelect => 3,
            ComponentKind::UserSelect => 5,
            ComponentKind::RoleSelect => 6,
            ComponentKind::MentionableSelect => 7,
            ComponentKind::ChannelSelect => 8,
        }
    }
}

impl OptionView {
    fn of(option: &Value) -> Self {
        Self {
            label: text(&option["label"]),
            value: text(&option["value"]),
            description: text(&option["description"]),
            is_default: option["default"] == true,
        }
    }
}

/// All that can be used, rows inside containers included.
fn components(top: &[Value]) -> Vec<ComponentView> {
    fn gather(component: &Value, row: &mut usize, found: &mut Vec<ComponentView>) {
        found.extend(ComponentView::of(component, *row));
        for part in component["components"].as_array().into_iter().flatten() {
            gather(part, row, found);
        }
        found.extend(ComponentView::of(&component["accessory"], *row));
        if component["type"] == 1 {
            *row += 1;
        }
    }
    let mut found = Vec::new();
    let mut row = 0;
    for component in top {
        gather(component, &mut row, &mut found);
    }
    found
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}
