//! What players type for points and moves: read generously, and what is wrong with it named.

use super::texts::{Texts, escape};
use super::typed::narrow;
use crate::rules::{Move, Point};

/// What is wrong with a typed move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MoveFault {
    /// A word of it names no point of the board.
    NoPoint(String),
    /// It names no point at all.
    Nothing,
    /// It names one point only.
    OnlyFrom(Point),
    /// It names more than two.
    TooMany,
}

impl MoveFault {
    /// What is wrong, and what to type instead.
    pub fn say(&self, texts: Texts) -> String {
        match self {
            Self::NoPoint(word) => texts.get("refused-no-point", &[("text", escape(word).into())]),
            Self::Nothing => texts.say("refused-no-points"),
            Self::OnlyFrom(point) => texts.get("refused-one-point", &[("point", point.to_string().into())]),
            Self::TooMany => texts.say("refused-many-points"),
        }
    }
}

/// The point that a text begins with: `G6`, `g6`, `Ｇ６`, or a suggestion typed out, `G6 工兵`.
///
/// # Errors
/// The text, where it names none.
pub fn read_point(text: &str) -> Result<Point, String> {
    let words = words(text);
    let first = words.first().and_then(|word| word.parse().ok());
    first.ok_or_else(|| text.chars().take(40).collect())
}

/// The move that a text names: `G6 G7`, `g6-g7`, `Ｇ６　Ｇ７`, `G6→G7`, `G6G7`.
///
/// # Errors
/// The first thing that is wrong with it.
pub fn read_move(text: &str) -> Result<Move, MoveFault> {
    let words = words(text);
    let point = |word: &String| word.parse::<Point>().map_err(|_| MoveFault::NoPoint(word.clone()));
    let points = words.iter().map(point).collect::<Result<Vec<_>, _>>()?;
    match *points.as_slice() {
        [] => Err(MoveFault::Nothing),
        [from] => Err(MoveFault::OnlyFrom(from)),
        [from, to] => Ok(Move { from, to }),
        [_, _, _, ..] => Err(MoveFault::TooMany),
    }
}

/// The words of Latin letters and digits in a text, wide ones made narrow. A letter after a digit
/// begins a new word, and a letter alone takes the number behind it: `G6G7` and `G 6 G 7` are two
/// words each.
fn words(text: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut is_open = false;
    for character in text.chars().map(narrow) {
        if !character.is_ascii_alphanumeric() {
            is_open = false;
            continue;
        }
        let is_digit = character.is_ascii_digit();
        match words.last_mut() {
            Some(word) if is_open && (is_digit || !word.ends_with(|last: char| last.is_ascii_digit())) => {
                word.push(character);
            }
            Some(word)
                if is_digit
                    && word.len() == 1
                    && word.starts_with(|first: char| first.is_ascii_alphabetic()) =>
            {
                word.push(character);
            }
            _ => words.push(character.to_string()),
        }
        is_open = true;
    }
    words
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn point(name: &str) -> Point {
        name.parse().unwrap()
    }

    #[test]
    fn a_move_is_read_however_it_is_typed() {
        let step = Move { from: point("G6"), to: point("G12") };
        for text in [
            "G6 G12",
            "g6-g12",
            "Ｇ６　Ｇ１２",
            "g6→g12",
            "G6G12",
            " G 6 , G 12 ",
            "G6到G12",
            "G6 工兵 → G12 空",
            "g6>G12.",
        ] {
            assert_eq!(read_move(text), Ok(step), "{text}");
        }
    }

    #[test]
    fn what_is_wrong_with_a_typed_move_is_named() {
        let no_point = |word: &str| Err(MoveFault::NoPoint(word.to_owned()));
        for (text, fault) in [
            ("", Err(MoveFault::Nothing)),
            ("→ 工兵", Err(MoveFault::Nothing)),
            ("g6", Err(MoveFault::OnlyFrom(point("G6")))),
            ("G6 G7 G9", Err(MoveFault::TooMany)),
            ("G6 A1", no_point("A1")),
            ("G6 G18", no_point("G18")),
            ("G6 G07", no_point("G07")),
            ("6G 7G", no_point("6")),
            ("engineer G7", no_point("engineer")),
        ] {
            assert_eq!(read_move(text), fault, "{text}");
        }
    }

    #[test]
    fn a_suggestion_that_was_typed_out_names_its_point() {
        for text in ["G6", "g6", "Ｇ６", "G6 工兵", "G6 Engineer", " g6 "] {
            assert_eq!(read_point(text), Ok(point("G6")), "{text}");
        }
        assert_eq!(read_point("工兵"), Err("工兵".to_owned()));
    }

    proptest! {
        #[test]
        fn no_text_makes_the_reading_panic(text in "\\PC{0,80}") {
            let _ = read_move(&text);
            let _ = read_point(&text);
        }

        #[test]
        fn every_pair_of_points_is_read_back(from in 0_usize..129, to in 0_usize..129) {
            let (from, to) = (Point::all().nth(from).unwrap(), Point::all().nth(to).unwrap());
            for text in [format!("{from} {to}"), format!("{from}-{to}").to_lowercase(), format!("{from}{to}")] {
                prop_assert_eq!(read_move(&text), Ok(Move { from, to }));
            }
        }
    }
}
