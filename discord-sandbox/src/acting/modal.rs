//! Modals on a user's screen.

use serde_json::{Value, json};

use crate::acting::press::check_values;
use crate::acting::refusal::ClientError;
use crate::acting::view::ComponentView;
use crate::id::{InteractionId, UserId};
use crate::wire::resolved::Resolved;
use crate::world::World;
use crate::world::interaction::OpenModal;

/// A modal.
#[derive(Clone, Debug, PartialEq)]
pub struct ModalView {
    /// The interaction that opened it.
    pub interaction: InteractionId,
    /// The bot's name for it.
    pub custom_id: String,
    /// Its title.
    pub title: String,
    /// What can be filled in, from top to bottom.
    pub inputs: Vec<InputView>,
}

/// The size of a text input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InputStyle {
    /// One line.
    Short,
    /// Several lines.
    Paragraph,
}

/// An input of a modal: for a text, or a list.
#[derive(Clone, Debug, PartialEq)]
pub struct InputView {
    /// The bot's name for it.
    pub custom_id: String,
    /// What stands above it.
    pub label: String,
    /// Its size.
    pub style: InputStyle,
    /// What stands in it in grey.
    pub placeholder: String,
    /// What the bot has put in.
    pub value: String,
    /// Whether it has to be filled in.
    pub is_required: bool,
    /// The least number of characters, if there are any.
    pub min_length: usize,
    /// The most.
    pub max_length: usize,
    /// The list, where it is one to choose from and not a text.
    pub select: Option<ComponentView>,
}

impl ModalView {
    pub(crate) fn of(open: &OpenModal) -> Self {
        let rows = open.data["components"].as_array().into_iter().flatten();
        Self {
            interaction: open.interaction,
            custom_id: text(&open.data["custom_id"]),
            title: text(&open.data["title"]),
            inputs: rows.filter_map(InputView::of).collect(),
        }
    }

    /// The input with this custom id.
    pub fn input(&self, custom_id: &str) -> Option<&InputView> {
        self.inputs.iter().find(|input| input.custom_id == custom_id)
    }
}

impl InputView {
    /// The text input in a row, or under a label.
    fn of(row: &Value) -> Option<Self> {
        let (input, label) = match row["type"].as_u64()? {
            1 => (&row["components"][0], &row["components"][0]["label"]),
            18 => (&row["component"], &row["label"]),
            _ => return None,
        };
        let number = |key: &str| input[key].as_u64().map(|number| number as usize);
        Some(Self {
            custom_id: text(&input["custom_id"]),
            label: text(label),
            style: if input["style"] == 2 { InputStyle::Paragraph } else { InputStyle::Short },
            placeholder: text(&input["placeholder"]),
            value: text(&input["value"]),
            is_required: input["required"] != false,
            min_length: number("min_length").unwrap_or(0),
            max_length: number("max_length").unwrap_or(4000),
            select: ComponentView::of(input, 0),
        })
    }

    fn check(&self, text: &str) -> Result<(), ClientError> {
        let refuse = |why: String| ClientError::BadInput { input: self.custom_id.clone(), why };
        let length = text.chars().count();
        if length == 0 {
            return if self.is_required { Err(refuse("it is required".to_owned())) } else { Ok(()) };
        }
        if (self.min_length..=self.max_length).contains(&length) {
            return Ok(());
        }
        let limits = format!("{} to {}", self.min_length, self.max_length);
        Err(refuse(format!("{length} characters, where {limits} are allowed")))
    }
}

/// The `data` of a modal sent back, in the shape in which the bot laid it out.
pub(crate) fn submission(
    world: &World,
    user: UserId,
    open: &OpenModal,
    modal: &ModalView,
    entries: &[(&str, &str)],
) -> Result<Value, ClientError> {
    if let Some((unknown, _)) = entries.iter().find(|(id, _)| modal.input(id).is_none()) {
        return Err(ClientError::NoInput((*unknown).to_owned()));
    }
    let mut resolved = Resolved::default();
    let mut answers = Vec::new();
    for input in &modal.inputs {
        let mut entered = entries.iter().filter(|(id, _)| *id == input.custom_id).map(|(_, entry)| *entry);
        answers.push(match &input.select {
            None => {
                let text = entered.next_back().unwrap_or(&input.value);
                input.check(text)?;
                json!({ "type": 4, "custom_id": input.custom_id, "value": text })
            }
            Some(select) => {
                let values = chosen(select, entered.collect());
                if input.is_required || !values.is_empty() {
                    check_values(world, user, open.channel, select, &values, &mut resolved)?;
                }
                let kind = select.type_number();
                json!({ "type": kind, "custom_id": input.custom_id, "values": values })
            }
        });
    }
    let mut answers = answers.into_iter();
    let rows = open.data["components"].as_array().into_iter().flatten();
    let rows: Vec<Value> = rows
        .filter_map(|row| {
            let inside = match row["type"].as_u64()? {
                1 => &row["components"][0],
                18 => &row["component"],
                _ => return None,
            };
            let mut answer = answers.next()?;
            answer["id"] = inside["id"].clone();
            let mut sent = json!({ "type": row["type"], "id": row["id"] });
            if row["type"] == 1 {
                sent["components"] = json!([answer]);
            } else {
                sent["component"] = answer;
            }
            Some(sent)
        })
        .collect();
    let mut data = json!({ "custom_id": modal.custom_id, "components": rows });
    resolved.put_into(&mut data);
    Ok(data)
}

/// What is chosen in a list: what the user says, or else what the bot has chosen from the start.
fn chosen<'a>(select: &'a ComponentView, entered: Vec<&'a str>) -> Vec<&'a str> {
    if !entered.is_empty() {
        return entered;
    }
    let preset = select.options.iter().filter(|option| option.is_default);
    preset.map(|option| option.value.as_str()).collect()
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}
