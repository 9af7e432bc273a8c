//! Pieces: each seat has a colour and a shape of its own, so that no eye needs the colour.

use std::sync::LazyLock;

use super::canvas::{Canvas, Sprite};
use super::font::{self, Align};
use super::orientation::{Orientation, Spot};
use super::palette::Ink;
use super::shape::Shape;
use super::vocabulary::{Language, kind_mark, seat_mark};
use crate::rules::{Kind, Seat};

/// What a piece's upper side shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Face {
    /// Nothing of its kind.
    Hidden,
    /// Its kind.
    Kind(Kind),
    /// Whose it is, in panels.
    Seat,
}

/// Half the width of a tile, as a share of its cell: it stays inside.
const HALF: f32 = 0.455;

/// How far below a tile its shadow reaches, in pixels, and how dark it is, 0 to 1.
const SHADOW: (f32, f32) = (2.0, 0.34);

impl Face {
    /// How many faces there are.
    const COUNT: usize = Kind::COUNT + 2;

    const fn index(self) -> usize {
        match self {
            Self::Kind(kind) => kind.index(),
            Self::Hidden => Kind::COUNT,
            Self::Seat => Kind::COUNT + 1,
        }
    }

    fn text(self, seat: Seat, language: Language) -> Option<&'static str> {
        match self {
            Self::Hidden => None,
            Self::Kind(kind) => Some(kind_mark(kind, language)),
            Self::Seat => Some(seat_mark(seat, language)),
        }
    }

    const fn from_index(index: usize) -> Self {
        match index {
            Kind::COUNT => Self::Hidden,
            index if index < Kind::COUNT => Self::Kind(Kind::ALL[index]),
            _ => Self::Seat,
        }
    }
}

/// Tiles of the board's size: by language, seat and face.
static SPRITES: LazyLock<Vec<Sprite>> = LazyLock::new(|| {
    let mut sprites = Vec::with_capacity(Language::ALL.len() * 4 * Face::COUNT);
    let cell = Orientation::board(Seat::South).cell();
    let side = cell.ceil() as u32;
    // Stamped so that its middle lies on the whole pixel of the spot.
    let middle = Spot { x: (side / 2) as f32, y: (side / 2) as f32 };
    for language in Language::ALL {
        for seat in Seat::ALL {
            for face in (0..Face::COUNT).map(Face::from_index) {
                let mut drawn = Canvas::filled(side, side, Ink::DARK);
                draw(&mut drawn, middle, cell, seat, face, language);
                sprites.push(Sprite::cut(drawn, &outline(middle, half_of(cell), seat), Ink::DARK, SHADOW));
            }
        }
    }
    sprites
});

/// Puts a tile of the board's size on a spot.
pub fn stamp(canvas: &mut Canvas, spot: Spot, seat: Seat, face: Face, language: Language) {
    let sprite = &SPRITES[(language as usize * 4 + seat.index()) * Face::COUNT + face.index()];
    let (width, height) = sprite.size();
    canvas.stamp(sprite, spot.x as u32 - width / 2, spot.y as u32 - height / 2);
}

/// Draws a tile in a cell of that many pixels about a middle.
pub fn draw(canvas: &mut Canvas, middle: Spot, cell: f32, seat: Seat, face: Face, language: Language) {
    draw_blank(canvas, middle, cell, seat);
    let half = half_of(cell);
    if let Some(text) = face.text(seat, language) {
        let one = text.chars().count() == 1;
        let size = if one && !text.is_ascii() {
            half * 1.36
        } else if one {
            half * 1.3
        } else {
            half * 1.0
        };
        font::write(canvas, text, face_middle(middle, half, seat), Align::Middle, size, text_ink(seat));
    } else {
        canvas.fill(&outline(face_middle(middle, half, seat), half * 0.42, seat), faint_ink(seat));
    }
}

/// Draws a tile without anything on its face.
pub fn draw_blank(canvas: &mut Canvas, middle: Spot, cell: f32, seat: Seat) {
    let half = half_of(cell);
    let line = (cell * 0.03).max(1.5).round();
    canvas.fill(&outline(middle, half, seat), Ink::DARK);
    canvas.fill(&outline(middle, half - line, seat), Ink::PAPER);
    canvas.fill(&outline(middle, half - (2.3 * line).round(), seat), fill_ink(seat));
}

/// The middle of what can be written on: a house has its roof above.
pub fn face_middle(middle: Spot, half: f32, seat: Seat) -> Spot {
    match seat {
        Seat::North => Spot { x: middle.x, y: middle.y + half * 0.14 },
        Seat::South | Seat::East | Seat::West => middle,
    }
}

/// Half the width of a tile in a cell of that many pixels, a whole number: straight sides are
/// sharp.
pub fn half_of(cell: f32) -> f32 {
    (cell * HALF).round()
}

/// A seat's shape: rounded square, octagon, house or disc; never beyond `half` from its middle.
pub fn outline(middle: Spot, half: f32, seat: Seat) -> Shape {
    let Spot { x, y } = middle;
    match seat {
        Seat::South => Shape::rounded(middle, (half, half), half * 0.22),
        Seat::East => {
            let cut = half * 0.42;
            let corners = [(-half, -cut), (-cut, -half), (cut, -half), (half, -cut)];
            let upper = corners.into_iter();
            let lower = corners.into_iter().rev().map(|(right, down)| (right, -down));
            Shape::polygon(upper.chain(lower).map(|(right, down)| (x + right, y + down)))
        }
        Seat::North => Shape::polygon([
            (x, y - half),
            (x + half, y - half * 0.36),
            (x + half, y + half),
            (x - half, y + half),
            (x - half, y - half * 0.36),
        ]),
        Seat::West => Shape::disc(middle, half),
    }
}

/// A seat's colour.
pub const fn fill_ink(seat: Seat) -> Ink {
    match seat {
        Seat::South => Ink::VERMILION,
        Seat::East => Ink::BLACK,
        Seat::North => Ink::BLUE,
        Seat::West => Ink::SKY,
    }
}

/// What is written on a seat's colour.
pub const fn text_ink(seat: Seat) -> Ink {
    match seat {
        Seat::South | Seat::East | Seat::North => Ink::PAPER,
        Seat::West => Ink::DARK,
    }
}

const fn faint_ink(seat: Seat) -> Ink {
    match seat {
        Seat::South => Ink::VERMILION_FAINT,
        Seat::East => Ink::BLACK_FAINT,
        Seat::North => Ink::BLUE_FAINT,
        Seat::West => Ink::SKY_FAINT,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tile_stays_inside_its_cell() {
        let cell = Orientation::board(Seat::South).cell();
        for seat in Seat::ALL {
            for language in Language::ALL {
                for face in (0..Face::COUNT).map(Face::from_index) {
                    let mut canvas = Canvas::filled(100, 100, Ink::FIELD);
                    stamp(&mut canvas, Spot { x: 50.0, y: 50.0 }, seat, face, language);
                    for (x, y) in (0..100).flat_map(|x| (0..100).map(move |y| (x, y))) {
                        let changed = canvas.at(x, y) != Ink::FIELD.0;
                        let far = x.abs_diff(50).max(y.abs_diff(50)) as f32 > cell / 2.0;
                        assert!(!(changed && far), "{seat:?} {face:?} at {x}, {y}");
                    }
                }
            }
        }
    }

    #[test]
    fn faces_count_and_read_back() {
        for index in 0..Face::COUNT {
            assert_eq!(Face::from_index(index).index(), index);
        }
        assert_eq!(SPRITES.len(), 3 * 4 * Face::COUNT);
    }
}
