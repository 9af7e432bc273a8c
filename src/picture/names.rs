//! The players' names, as pictures can show them.

use super::font;
use super::vocabulary::{Language, seat_name};
use crate::rules::{BySeat, Seat};

/// The players' display names. Where the font lacks a character, the seat's name is shown instead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Names(pub BySeat<String>);

impl Names {
    /// What stands for the player in a picture.
    pub fn shown(&self, seat: Seat, language: Language) -> &str {
        let name = self.0[seat].trim();
        if name.is_empty() || !font::has_glyphs(name) { seat_name(seat, language) } else { name }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_with_characters_that_the_font_lacks_gives_way_to_the_seats_name() {
        let names = Names(BySeat {
            south: "小明".to_owned(),
            east: "🐉 dragon".to_owned(),
            north: " \u{3000} ".to_owned(),
            west: "Zoë\u{202E}".to_owned(),
        });
        let shown = Seat::ALL.map(|seat| names.shown(seat, Language::TraditionalChinese));
        assert_eq!(shown, ["小明", "東", "北", "西"]);
        assert_eq!(names.shown(Seat::East, Language::English), "East");
    }
}
