//! Lists of points and pieces, short enough to be listened to.

use std::collections::BTreeMap;

use crate::picture::vocabulary::Language;
use crate::rules::{Kind, Point, Points};

/// The points, three and more neighbours of a row as its two ends: `G1–K1, I4`.
pub fn points(points: Points, language: Language) -> String {
    let mut runs: Vec<(Point, Point, usize)> = Vec::new();
    for point in points {
        match runs.last_mut() {
            Some((_, end, count)) if end.row() == point.row() && end.column() + 1 == point.column() => {
                *end = point;
                *count += 1;
            }
            _ => runs.push((point, point, 1)),
        }
    }
    let comma = language.pick("、", "、", ", ");
    let words: Vec<String> = runs
        .into_iter()
        .map(|(first, last, count)| match count {
            1 => first.to_string(),
            2 => format!("{first}{comma}{last}"),
            _ => format!("{first}–{last}"),
        })
        .collect();
    words.join(comma)
}

/// Pieces grouped by kind, highest first, each kind by the word given.
pub fn by_kind(
    pieces: &BTreeMap<Point, Kind>,
    word: fn(Kind, Language) -> &'static str,
    language: Language,
) -> String {
    let groups = Kind::ALL.into_iter().filter_map(|kind| {
        let own: Points =
            pieces.iter().filter(|(_, other)| **other == kind).map(|(point, _)| *point).collect();
        let list = points(own, language);
        (!own.is_empty()).then(|| format!("{} {list}", word(kind, language)))
    });
    groups.collect::<Vec<_>>().join(language.pick("；", "；", "; "))
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
