//! Modals: opened as a press's first answer, without a look at anything that is stored; what comes back
//! carries the id of the button that opened it.

use serenity::all::{
    ActionRowComponent, CreateActionRow, CreateInputText, CreateModal, InputTextStyle, ModalInteraction,
};

use super::custom_id::{Button, CustomId};
use super::texts::Texts;

/// The one input of each modal.
pub const INPUT: &str = "text";

/// The most characters of a typed move: two points with room to spare.
const MOVE_MOST: u16 = 40;

/// The modal that a button opens; none for one that opens none.
pub fn modal_of(id: CustomId, texts: Texts) -> Option<CreateModal> {
    let (title, input) = match id.button {
        Button::TypeMove { .. } => {
            let label = texts.say("modal-move-label");
            let input = CreateInputText::new(InputTextStyle::Short, label, INPUT)
                .placeholder(texts.say("modal-move-hint"))
                .max_length(MOVE_MOST);
            (texts.say("modal-move-title"), input)
        }
        _ => return None,
    };
    let rows = vec![CreateActionRow::InputText(input)];
    Some(CreateModal::new(id.to_string(), title).components(rows))
}

/// What was typed into a modal.
pub fn typed(interaction: &ModalInteraction) -> &str {
    let components = interaction.data.components.iter().flat_map(|row| &row.components);
    let mut texts = components.filter_map(|component| match component {
        ActionRowComponent::InputText(input) if input.custom_id == INPUT => input.value.as_deref(),
        _ => None,
    });
    texts.next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::Language;
    use crate::table::TableId;

    #[test]
    fn modals_keep_discords_limits_in_every_language() {
        for texts in Language::ALL.map(Texts) {
            let id = CustomId { table: TableId(u64::MAX), button: Button::TypeMove { turn: u32::MAX } };
            let json = serde_json::to_value(modal_of(id, texts).unwrap()).unwrap();
            let length = |value: &serde_json::Value| value.as_str().unwrap().chars().count();
            assert!((1..=45).contains(&length(&json["title"])), "{json}");
            let input = &json["components"][0]["components"][0];
            assert!((1..=45).contains(&length(&input["label"])), "{json}");
            assert!(length(&input["placeholder"]) <= 100, "{json}");
        }
        let none = CustomId { table: TableId(1), button: Button::Join };
        assert!(modal_of(none, Texts::of_locale("en-GB")).is_none());
    }
}
