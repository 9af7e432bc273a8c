//! What a board's picture shows, item by item, and how its rows are drawn and kept.

use std::ops::Range;
use std::sync::Arc;

use super::bands::KEPT_BANDS;
use super::canvas::Canvas;
use super::encode::{Band, png_of_bands};
use super::font::{self, Align};
use super::mark::{self, Mark};
use super::orientation::{BANDS, Orientation};
use super::palette::Ink;
use super::panel::Card;
use super::terrain;
use super::tile::{self, Face};
use super::vocabulary::{Language, fallen_mark};
use crate::rules::board::arm;
use crate::rules::{Point, Seat};
use crate::view::LastPly;

/// Something drawn over the empty board.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Item {
    /// An eliminated player's arm, greyed; pieces of others may still stand on it.
    Fallen(Seat),
    /// A piece.
    Tile(Point, Seat, Face),
    /// The last ply.
    Ply(LastPly),
    /// Where something can go, or was chosen.
    Mark(Point, Mark),
    /// A part of a player's panel.
    Card(Card),
}

impl Item {
    /// The rows of the picture that it may change.
    fn rows(&self, orientation: Orientation) -> Range<u32> {
        // Whatever stands on a point stays inside its cell.
        let cells = |points: &[Point]| {
            let rows = points.iter().map(|point| orientation.spot(*point).y);
            let (top, bottom) =
                rows.fold((f32::MAX, f32::MIN), |(top, bottom), y| (top.min(y), bottom.max(y)));
            let half = orientation.cell() / 2.0;
            (top - half).ceil() as u32..(bottom + half).ceil() as u32
        };
        match self {
            Self::Fallen(seat) => {
                let plot = orientation.extent(arm(*seat));
                plot.min.y.floor() as u32..plot.max.y.ceil() as u32
            }
            Self::Tile(point, ..) | Self::Mark(point, _) => cells(&[*point]),
            Self::Ply(ply) => cells(&ply.path),
            Self::Card(card) => card.rows(orientation.corner(card.seat())),
        }
    }

    fn draw(&self, canvas: &mut Canvas, orientation: Orientation, language: Language) {
        match self {
            Self::Fallen(seat) => draw_fallen(canvas, orientation, *seat, language),
            Self::Tile(point, seat, face) => {
                tile::stamp(canvas, orientation.spot(*point), *seat, *face, language);
            }
            Self::Ply(ply) => mark::draw_last_ply(canvas, orientation, ply),
            Self::Mark(point, mark) => mark::draw(canvas, orientation, *point, *mark),
            Self::Card(card) => card.draw(canvas, orientation.corner(card.seat()), language),
        }
    }
}

fn draw_fallen(canvas: &mut Canvas, orientation: Orientation, seat: Seat, language: Language) {
    let extent = orientation.extent(arm(seat));
    canvas.wash(&terrain::plot(extent), Ink::ASH, 0.72);
    let text = fallen_mark(language);
    let size = language.pick(250.0, 250.0, 124.0);
    font::wash(canvas, text, extent.middle(), Align::Middle, size, Ink::SLATE, 0.8);
}

/// What a board's picture shows, whoever looks at it.
#[derive(Clone, Debug)]
pub struct Scene {
    /// Whose arm lies at the bottom.
    pub bottom: Seat,
    /// The language of its words.
    pub language: Language,
    /// Each over the ones before.
    pub items: Vec<Item>,
}

/// All that the look of a band depends on.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Look {
    band: u8,
    bottom: Seat,
    language: Language,
    items: Vec<Item>,
}

impl Scene {
    /// The looks of its bands, the uppermost first.
    pub fn looks(&self) -> Vec<Look> {
        let orientation = Orientation::board(self.bottom);
        let mut looks: Vec<Look> = (0..BANDS.len() as u8)
            .map(|band| Look { band, bottom: self.bottom, language: self.language, items: Vec::new() })
            .collect();
        for item in &self.items {
            let rows = item.rows(orientation);
            for look in &mut looks {
                let band = look.rows();
                if rows.start < band.end && band.start < rows.end {
                    look.items.push(item.clone());
                }
            }
        }
        looks
    }

    /// The whole picture.
    pub fn draw(&self) -> Canvas {
        let mut whole = terrain::ground(self.bottom).rows(0..super::BOARD_SIZE);
        for look in self.looks() {
            let band = look.draw();
            whole.copy(&band, 0, band.span().start);
        }
        whole
    }

    /// The picture as an indexed PNG; the same scene gives the same bytes.
    pub fn png(&self) -> Vec<u8> {
        let bands: Vec<Arc<Band>> =
            self.looks().into_iter().map(|look| KEPT_BANDS.compressed(look)).collect();
        let (width, height) = Orientation::board(self.bottom).size();
        png_of_bands(width, height, bands.iter().map(Arc::as_ref))
    }
}

impl Look {
    /// The picture's rows that it is about.
    pub fn rows(&self) -> Range<u32> {
        BANDS[usize::from(self.band)].clone()
    }

    /// Draws these rows.
    pub fn draw(&self) -> Canvas {
        self.draw_in(Vec::new())
    }

    /// The same in memory that served something else before.
    pub fn draw_in(&self, memory: Vec<u8>) -> Canvas {
        let mut canvas = terrain::ground(self.bottom).rows_in(self.rows(), memory);
        for item in &self.items {
            item.draw(&mut canvas, Orientation::board(self.bottom), self.language);
        }
        canvas
    }

    /// How many bytes it takes, roughly.
    pub fn bytes(&self) -> usize {
        let beside = self.items.iter().map(|item| match item {
            Item::Ply(ply) => ply.path.len(),
            Item::Card(Card::Plate { name, .. }) => name.len(),
            Item::Fallen(_) | Item::Tile(..) | Item::Mark(..) | Item::Card(Card::Status { .. }) => 0,
        });
        size_of::<Self>() + self.items.capacity() * size_of::<Item>() + beside.sum::<usize>()
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::picture::panel::{Presence, State, Turn};
    use crate::rules::{Board, Kind, Outcome, Point, Role};

    /// Every item at every place, by turns of all sorts.
    fn items() -> Vec<Item> {
        let mut items: Vec<Item> = Seat::ALL.into_iter().map(Item::Fallen).collect();
        let marks = [
            Mark::Movable,
            Mark::Chosen,
            Mark::Reachable,
            Mark::Attackable,
            Mark::Destination,
            Mark::Swapped,
        ];
        for (place, point) in Point::all().enumerate() {
            let seat = Seat::ALL[place % 4];
            items.push(Item::Tile(point, seat, Face::Kind(Kind::ALL[place % Kind::COUNT])));
            items.push(Item::Mark(point, marks[place % marks.len()]));
            let board = Board::get();
            for to in board.railways(point).iter().chain(board.roads(point)) {
                let outcome = Outcome::ALL[(place + usize::from(to.column())) % Outcome::ALL.len()];
                items.push(Item::Ply(LastPly { seat, path: vec![point, to], outcome }));
            }
        }
        for seat in Seat::ALL {
            let (turn, presence) = (Turn::Acting, Presence::Absent);
            items.push(Item::Card(Card::Plate { seat, name: "Alexandrina".to_owned(), turn, presence }));
            let state = State::Pieces(39);
            items.push(Item::Card(Card::Status { seat, role: Some(Role::Declarer), state }));
        }
        items
    }

    /// Bands of some pictures.
    pub fn looks() -> Vec<Look> {
        let (bottom, language) = (Seat::West, Language::TraditionalChinese);
        let items = items();
        let scenes = items.chunks(120).map(|items| Scene { bottom, language, items: items.to_vec() });
        scenes.flat_map(|scene| scene.looks()).filter(|look| !look.items.is_empty()).collect()
    }

    #[test]
    fn no_item_changes_a_row_that_it_does_not_tell_of() {
        for bottom in [Seat::South, Seat::East] {
            let orientation = Orientation::board(bottom);
            let ground = terrain::ground(bottom);
            for item in items() {
                let rows = item.rows(orientation);
                let mut canvas = ground.clone();
                item.draw(&mut canvas, orientation, Language::English);
                let width = canvas.size().0 as usize;
                let lines = canvas.pixels().chunks_exact(width).zip(ground.pixels().chunks_exact(width));
                for (row, (after, before)) in (0..).zip(lines) {
                    assert!(
                        after == before || rows.contains(&row),
                        "{item:?} changes row {row}, not in {rows:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn what_stands_on_one_row_of_cells_changes_one_band() {
        for bottom in [Seat::South, Seat::East] {
            for item in items() {
                if let Item::Tile(..) | Item::Mark(..) | Item::Card(Card::Plate { .. }) = item {
                    let looks = Scene { bottom, language: Language::English, items: vec![item] }.looks();
                    assert_eq!(looks.iter().filter(|look| !look.items.is_empty()).count(), 1);
                }
            }
        }
    }

    #[test]
    fn bands_make_the_picture_that_the_whole_would_be() {
        // Cut at other rows, slanting edges round otherwise here and there; a missing item would be seen.
        let scene = Scene { bottom: Seat::West, language: Language::TraditionalChinese, items: items() };
        let mut whole = terrain::ground(Seat::West).clone();
        for item in &scene.items {
            item.draw(&mut whole, Orientation::board(Seat::West), scene.language);
        }
        let banded = scene.draw();
        let differ = whole.pixels().iter().zip(banded.pixels()).filter(|(one, other)| one != other).count();
        assert!(differ * 1_000 <= whole.pixels().len(), "{differ} pixels");
    }
}
