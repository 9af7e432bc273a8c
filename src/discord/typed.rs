//! Swaps as they are typed: `G1 H2, G3 I5` and whatever else people write for that.

use thiserror::Error;

use crate::rules::{LayoutFault, Point};

/// More swaps than a ground has points would only undo each other.
pub const SWAPS_MOST: usize = 40;

/// What is wrong with one word of the text.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum TypedFault {
    /// It names no point of the board.
    #[error("word {place}, {word:?}, names no point")]
    NoPoint {
        /// Which word, from 1.
        place: usize,
        /// What was written, shortened.
        word: String,
    },
    /// The last point has none to be swapped with.
    #[error("word {place}, {point}, stands alone")]
    Alone {
        /// Which word, from 1.
        place: usize,
        /// Which point.
        point: Point,
    },
    /// Both points of a pair are the same.
    #[error("words {place} and the next name {point} twice")]
    Twice {
        /// Which word, from 1.
        place: usize,
        /// Which point.
        point: Point,
    },
    /// No point is named at all.
    #[error("no points")]
    Nothing,
    /// More swaps than are taken at once.
    #[error("{0} swaps")]
    TooMany(usize),
}

/// The words of a text: runs of letters and the digits behind them. Small letters and full-width
/// characters will do, and anything else separates, a new letter behind a digit too.
fn words(text: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut last = None;
    for character in text.chars() {
        let plain = narrow(character).to_ascii_uppercase();
        if !plain.is_ascii_alphanumeric() {
            last = None;
            continue;
        }
        let begins = match last {
            None => true,
            Some(before) => char::is_ascii_digit(&before) && plain.is_ascii_alphabetic(),
        };
        match words.last_mut().filter(|_| !begins) {
            Some(word) => word.push(plain),
            None => words.push(plain.to_string()),
        }
        last = Some(plain);
    }
    words
}

/// The narrow form of a full-width Latin letter, digit, sign or space; anything else as it is.
pub fn narrow(character: char) -> char {
    match character {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(character) - 0xfee0).unwrap_or(character),
        '\u{3000}' => ' ',
        _ => character,
    }
}

/// Reads swaps: points in pairs.
///
/// # Errors
/// Everything that is wrong, each with the place of its word; never empty.
pub fn swaps(text: &str) -> Result<Vec<(Point, Point)>, Vec<TypedFault>> {
    let words = words(text);
    if words.is_empty() {
        return Err(vec![TypedFault::Nothing]);
    }
    let mut faults = Vec::new();
    let mut points = Vec::new();
    for (index, word) in words.iter().enumerate() {
        match word.parse::<Point>() {
            Ok(point) => points.push((index + 1, point)),
            Err(fault) => faults.push(TypedFault::NoPoint { place: index + 1, word: fault.text }),
        }
    }
    // Where a word could not be read, nobody can say which points belong together.
    if faults.is_empty() {
        for pair in points.chunks(2) {
            match *pair {
                [(place, a), (_, b)] if a == b => faults.push(TypedFault::Twice { place, point: a }),
                [(place, point)] => faults.push(TypedFault::Alone { place, point }),
                _ => {}
            }
        }
    }
    let pairs: Vec<(Point, Point)> = points.chunks_exact(2).map(|pair| (pair[0].1, pair[1].1)).collect();
    if pairs.len() > SWAPS_MOST {
        faults.push(TypedFault::TooMany(pairs.len()));
    }
    if faults.is_empty() { Ok(pairs) } else { Err(faults) }
}

/// Which of the swaps, from 1, is the last one that touched the point of a refused layout.
pub fn swap_at_fault(swaps: &[(Point, Point)], fault: LayoutFault) -> Option<usize> {
    let (LayoutFault::ForeignPoint(point)
    | LayoutFault::EmptyPoint(point)
    | LayoutFault::FlagOutsideHeadquarters(point)
    | LayoutFault::MineOutsideRear(point)
    | LayoutFault::BombInFront(point)) = fault
    else {
        return None;
    };
    swaps.iter().rposition(|(a, b)| *a == point || *b == point).map(|index| index + 1)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn point(name: &str) -> Point {
        name.parse().unwrap()
    }

    #[test]
    fn points_are_read_however_they_are_separated_and_written() {
        let expected = vec![(point("G1"), point("H2")), (point("G3"), point("I5"))];
        for text in [
            "G1 H2, G3 I5",
            "g1-h2;g3-i5",
            "G1H2G3I5",
            "Ｇ１　Ｈ２，ｇ３　ｉ５",
            "G1↔H2\nG3→I5",
            " G1 換 H2、G3 和 I5。",
            "(G1,H2),(G3,I5)",
        ] {
            assert_eq!(swaps(text).as_ref(), Ok(&expected), "{text:?}");
        }
    }

    #[test]
    fn every_fault_is_told_with_its_place() {
        let no_point = |place, word: &str| TypedFault::NoPoint { place, word: word.to_owned() };
        let rows = [
            ("", vec![TypedFault::Nothing]),
            ("，。 換", vec![TypedFault::Nothing]),
            ("G1 Z9, A1 I5, 7", vec![no_point(2, "Z9"), no_point(3, "A1"), no_point(5, "7")]),
            ("G1 H2, G3", vec![TypedFault::Alone { place: 3, point: point("G3") }]),
            ("G1 G1, G3 I5", vec![TypedFault::Twice { place: 1, point: point("G1") }]),
            ("G01 H2", vec![no_point(1, "G01")]),
        ];
        for (text, expected) in rows {
            assert_eq!(swaps(text), Err(expected), "{text:?}");
        }
        let many = "G1 H2 ".repeat(SWAPS_MOST + 1);
        assert_eq!(swaps(&many), Err(vec![TypedFault::TooMany(SWAPS_MOST + 1)]));
    }

    #[test]
    fn a_refused_layout_leads_back_to_the_swap_that_broke_the_rule() {
        let swaps = [(point("G1"), point("H2")), (point("G6"), point("H2")), (point("K1"), point("K2"))];
        assert_eq!(swap_at_fault(&swaps, LayoutFault::BombInFront(point("G6"))), Some(2));
        assert_eq!(swap_at_fault(&swaps, LayoutFault::MineOutsideRear(point("H2"))), Some(2));
        assert_eq!(swap_at_fault(&swaps, LayoutFault::ForeignPoint(point("K1"))), Some(3));
        assert_eq!(swap_at_fault(&swaps, LayoutFault::WrongCount(crate::rules::Kind::Mine)), None);
    }

    proptest! {
        #[test]
        fn no_text_makes_the_reading_panic(text in "\\PC{0,200}") {
            let _ = swaps(&text);
        }

        #[test]
        fn what_is_written_is_read(
            pairs in prop::collection::vec((0..129_usize, 0..129_usize), 1..12),
            separator in "[ ,;\u{3001}\u{ff0c}\u{3000}-]{1,3}",
            is_small in any::<bool>(),
        ) {
            let pairs: Vec<(Point, Point)> = pairs
                .into_iter()
                .filter(|(a, b)| a != b)
                .filter_map(|(a, b)| Some((Point::from_index(a)?, Point::from_index(b)?)))
                .collect();
            let names = pairs.iter().flat_map(|(a, b)| [a.to_string(), b.to_string()]);
            let mut text = names.collect::<Vec<_>>().join(&separator);
            if is_small {
                text = text.to_lowercase();
            }
            if !pairs.is_empty() {
                prop_assert_eq!(swaps(&text), Ok(pairs));
            }
        }
    }
}
