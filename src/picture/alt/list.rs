//! Lists of points and pieces, short enough to be listened to.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::picture::vocabulary::Language;
use crate::rules::{Kind, Point, Points};

/// The points, three and more neighbours of a row as its two ends: `G1–K1, I4`.
pub fn points(points: Points, language: Language) -> String {
    let mut list = String::new();
    add_points(&mut list, points, language);
    list
}

/// Writes the points behind what is there: a picture has dozens of such lists.
fn add_points(list: &mut String, points: Points, language: Language) {
    let comma = language.pick("、", "、", ", ");
    let mut points = points.into_iter().peekable();
    let mut before = "";
    while let Some(first) = points.next() {
        let (mut end, mut count) = (first, 1);
        while let Some(next) =
            points.next_if(|point: &Point| end.row() == point.row() && end.column() + 1 == point.column())
        {
            end = next;
            count += 1;
        }
        let written = match count {
            1 => write!(list, "{before}{first}"),
            2 => write!(list, "{before}{first}{comma}{end}"),
            _ => write!(list, "{before}{first}–{end}"),
        };
        // Memory takes whatever is written.
        debug_assert!(written.is_ok());
        before = comma;
    }
}

/// Pieces grouped by kind, highest first, each kind by the word given.
pub fn by_kind(
    pieces: &BTreeMap<Point, Kind>,
    word: fn(Kind, Language) -> &'static str,
    language: Language,
) -> String {
    let mut groups = String::new();
    for kind in Kind::ALL {
        let own: Points =
            pieces.iter().filter(|(_, other)| **other == kind).map(|(point, _)| *point).collect();
        if own.is_empty() {
            continue;
        }
        if !groups.is_empty() {
            groups.push_str(language.pick("；", "；", "; "));
        }
        groups.push_str(word(kind, language));
        groups.push(' ');
        add_points(&mut groups, own, language);
    }
    groups
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Seat;
    use crate::rules::board::arm;

    #[test]
    fn neighbours_of_a_row_are_told_by_their_ends() {
        let set: Points =
            ["G1", "H1", "I1", "K1", "G7", "I7", "I4"].iter().map(|name| name.parse().unwrap()).collect();
        assert_eq!(points(set, Language::English), "G1–I1, K1, I4, G7, I7");
        let arm = points(arm(Seat::West), Language::TraditionalChinese);
        assert_eq!(arm, "A7–F7、A8–F8、A9–F9、A10–F10、A11–F11");
    }
}
