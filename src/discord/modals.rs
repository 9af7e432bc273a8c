//! Modals: opened as a press's first answer, without a look at anything that is stored; what comes back
//! carries the id of the button that opened it.

use serenity::all::{
    ActionRowComponent, CreateActionRow, CreateInputText, CreateModal, InputTextStyle, ModalInteraction,
};

use super::custom_id::{Button, CustomId, Drawer, Shelf};
use super::texts::Texts;
use crate::table::LAYOUT_NAME_MOST;

/// The one input of each modal.
pub const INPUT: &str = "text";

/// The most characters of typed swaps: 40 pairs with room to spare.
const TYPED_MOST: u16 = 400;

/// The most characters of a typed move: two points with room to spare.
const MOVE_MOST: u16 = 40;

/// The modal that a button opens; none for one that opens none.
pub fn modal_of(id: CustomId, texts: Texts) -> Option<CreateModal> {
    let name = |title: &str| {
        let input = CreateInputText::new(InputTextStyle::Short, texts.say("modal-name-label"), INPUT)
            .placeholder(texts.say("modal-name-hint"))
            .min_length(1)
            .max_length(LAYOUT_NAME_MOST as u16);
        (texts.say(title), input)
    };
    let (title, input) = match id.button {
        Button::Typed { .. } => {
            let label = texts.say("modal-typed-label");
            let input = CreateInputText::new(InputTextStyle::Paragraph, label, INPUT)
                .placeholder(texts.say("modal-typed-hint"))
                .max_length(TYPED_MOST);
            (texts.say("modal-typed-title"), input)
        }
        Button::TypeMove { .. } => {
            let label = texts.say("modal-move-label");
            let input = CreateInputText::new(InputTextStyle::Short, label, INPUT)
                .placeholder(texts.say("modal-move-hint"))
                .max_length(MOVE_MOST);
            (texts.say("modal-move-title"), input)
        }
        Button::Drawer(Drawer::Save) => name("modal-save-title"),
        Button::Shelf(Shelf::Rename(..)) => name("modal-rename-title"),
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

/// A name as it is kept: no control characters, spaces at its ends or twice in a row; none where
/// nothing is left, or too much.
pub fn clean_name(text: &str) -> Option<String> {
    let visible: String =
        text.chars().map(|character| if character.is_control() { ' ' } else { character }).collect();
    let name = visible.split_whitespace().collect::<Vec<_>>().join(" ");
    (1..=LAYOUT_NAME_MOST).contains(&name.chars().count()).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::Language;
    use crate::rules::Role;
    use crate::table::TableId;

    #[test]
    fn names_are_kept_tidy_and_within_bounds() {
        for (typed, name) in [
            ("  鐵桶　陣\n", Some("鐵桶 陣")),
            ("a\u{0}\tb", Some("a b")),
            ("   \u{3000} ", None),
            ("", None),
        ] {
            assert_eq!(clean_name(typed).as_deref(), name, "{typed:?}");
        }
        assert_eq!(clean_name(&"陣".repeat(40)).map(|name| name.chars().count()), Some(40));
        assert_eq!(clean_name(&"x".repeat(41)), None);
    }

    #[test]
    fn modals_keep_discords_limits_in_every_language() {
        let key = crate::discord::custom_id::NameKey::of("a");
        let buttons = [
            Button::Typed { revision: 3 },
            Button::TypeMove { turn: u32::MAX },
            Button::Drawer(Drawer::Save),
            Button::Shelf(Shelf::Rename(Role::Declarer, key)),
        ];
        for texts in Language::ALL.map(Texts) {
            for button in buttons {
                let modal = modal_of(CustomId { table: TableId(u64::MAX), button }, texts).unwrap();
                let json = serde_json::to_value(&modal).unwrap();
                let length = |value: &serde_json::Value| value.as_str().unwrap().chars().count();
                assert!((1..=45).contains(&length(&json["title"])), "{json}");
                let input = &json["components"][0]["components"][0];
                assert!((1..=45).contains(&length(&input["label"])), "{json}");
                assert!(length(&input["placeholder"]) <= 100, "{json}");
            }
            let none = CustomId { table: TableId(1), button: Button::Join };
            assert!(modal_of(none, texts).is_none());
        }
    }
}
