//! A whole game as an animated GIF.

use std::collections::BTreeMap;

use super::board::{Opened, opened_scene};
use super::canvas::Canvas;
use super::lzw::compress;
use super::names::Names;
use super::palette::Palette;
use super::scene::{Look, Scene};
use super::vocabulary::Language;
use crate::rules::position::Piece;
use crate::rules::{Point, SeatSet};
use crate::view::{LastPly, OpenReplay};

/// How long a ply is shown, in hundredths of a second.
const PLY: u16 = 90;
/// How long the beginning is shown, in hundredths of a second.
const BEGINNING: u16 = 250;
/// How long the end is held before it all begins anew, in hundredths of a second.
const END: u16 = 800;
/// Discord takes files of 10 MB from anybody; this leaves room for the rest of a message.
const LIMIT: usize = 9_500_000;

/// The finished game, opened, ply by ply with the last ply marked, South at the bottom, as an
/// animated GIF that begins anew after its end (RULES 15.4). 1088 × 1088 pixels and below 10 MB;
/// a game that would be larger is drawn half as wide and high.
pub fn replay(game: &OpenReplay, names: &Names, language: Language) -> Vec<u8> {
    let full = animate(game, names, language, Size::Full);
    if full.len() <= LIMIT { full } else { animate(game, names, language, Size::Half) }
}

/// How large a replay is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Size {
    /// As large as a board's picture.
    Full,
    /// Half as wide and high.
    Half,
}

fn animate(game: &OpenReplay, names: &Names, language: Language, size: Size) -> Vec<u8> {
    let mut board = game.start.clone();
    let scene = |board: &BTreeMap<Point, Piece>, last: Option<&LastPly>, fallen, after_ply| {
        let moment = Opened { board, last, fallen, after_ply };
        opened_scene(&game.public, &moment, names, language)
    };
    let count = game.plies.len();
    let mut film =
        Film::begin(&scene(&board, None, SeatSet::NONE, 0), size, if count == 0 { END } else { BEGINNING });
    for (after_ply, ply) in (1..).zip(&game.plies) {
        for &(point, piece) in &ply.changes {
            match piece {
                Some(piece) => board.insert(point, piece),
                None => board.remove(&point),
            };
        }
        let next = scene(&board, Some(&ply.last), ply.fallen, after_ply);
        film.show(&next, if usize::from(after_ply) == count { END } else { PLY });
    }
    film.finish()
}

/// An animation in the making. Each picture is told as what differs from the one before: the
/// rectangle about it, see-through where nothing does.
struct Film {
    encoder: gif::Encoder<Vec<u8>>,
    /// What the bands of the board show.
    looks: Vec<Look>,
    /// The board at its full size, where that is not what is shown.
    board: Option<Canvas>,
    /// What the animation shows by now.
    shown: Canvas,
}

/// The number that stands for what shows through: the palette leaves it free.
const CLEAR: u8 = 255;

impl Film {
    fn begin(scene: &Scene, size: Size, hundredths: u16) -> Self {
        let board = scene.draw();
        let (board, shown) = match size {
            Size::Full => (None, board),
            Size::Half => {
                let half = board.halved();
                (Some(board), half)
            }
        };
        let (width, height) = shown.size();
        let (width, height) = (width as u16, height as u16);
        let bytes = Vec::with_capacity(1 << 20);
        let palette = Palette::get().bytes();
        let mut encoder =
            gif::Encoder::new(bytes, width, height, &palette).expect("writing to memory does not fail");
        encoder.set_repeat(gif::Repeat::Infinite).expect("writing to memory does not fail");
        let data = compress(shown.pixels());
        let mut film = Self { encoder, looks: scene.looks(), board, shown };
        film.write((0, 0), (width, height), data, hundredths);
        film
    }

    fn show(&mut self, scene: &Scene, hundredths: u16) {
        let windows = self.redrawn(scene.looks());
        let width = self.shown.size().0 as usize;
        let at = |row: u32| &self.shown.pixels()[row as usize * width..][..width];
        // Row, what it showed, what it shows; only rows that changed.
        let mut changed: Vec<(u32, &[u8], &[u8])> = Vec::new();
        for window in &windows {
            let rows = window.span().zip(window.pixels().chunks_exact(width));
            changed.extend(
                rows.map(|(row, after)| (row, at(row), after)).filter(|(_, before, after)| before != after),
            );
        }
        let first =
            |(_, before, after): &(u32, &[u8], &[u8])| before.iter().zip(*after).position(|(a, b)| a != b);
        let last =
            |(_, before, after): &(u32, &[u8], &[u8])| before.iter().zip(*after).rposition(|(a, b)| a != b);
        let left = changed.iter().filter_map(first).min().unwrap_or(0);
        let right = changed.iter().filter_map(last).max().unwrap_or(left);
        // A still picture needs a frame for its time nevertheless: one pixel of it.
        let top = changed.first().map_or(0, |(row, ..)| *row);
        let bottom = changed.last().map_or(top, |(row, ..)| *row);
        let wide = right + 1 - left;
        let mut pixels = vec![CLEAR; wide * (bottom + 1 - top) as usize];
        for (row, before, after) in changed {
            let line = &mut pixels[(row - top) as usize * wide..][..wide];
            for (pixel, (before, after)) in line.iter_mut().zip(before[left..].iter().zip(&after[left..])) {
                if before != after {
                    *pixel = *after;
                }
            }
        }
        for window in &windows {
            self.shown.copy(window, 0, window.span().start);
        }
        self.write(
            (left as u16, top as u16),
            (wide as u16, (bottom + 1 - top) as u16),
            compress(&pixels),
            hundredths,
        );
    }

    /// Draws the bands of the board that look otherwise than before; what of the animation may have changed,
    /// from above.
    fn redrawn(&mut self, looks: Vec<Look>) -> Vec<Canvas> {
        let changed = looks.iter().zip(&self.looks).filter(|(look, before)| look != before);
        let drawn: Vec<Canvas> = changed.map(|(look, _)| look.draw()).collect();
        self.looks = looks;
        match &mut self.board {
            None => drawn,
            Some(board) => {
                for band in drawn {
                    board.copy(&band, 0, band.span().start);
                }
                vec![board.halved()]
            }
        }
    }

    /// One picture more, of compressed pixels.
    fn write(
        &mut self,
        (left, top): (u16, u16),
        (width, height): (u16, u16),
        data: Vec<u8>,
        hundredths: u16,
    ) {
        let frame = gif::Frame {
            delay: hundredths,
            dispose: gif::DisposalMethod::Keep,
            transparent: Some(CLEAR),
            left,
            top,
            width,
            height,
            buffer: data.into(),
            ..gif::Frame::default()
        };
        self.encoder.write_lzw_pre_encoded_frame(&frame).expect("writing to memory does not fail");
    }

    fn finish(self) -> Vec<u8> {
        self.encoder.into_inner().expect("writing to memory does not fail")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{BySeat, Game, Kind, Outcome, Seat, Seating, Seed, Settings, Setup};
    use crate::view::{OpenPly, PublicView};

    /// A game of one ply, that of a lone piece.
    fn game() -> OpenReplay {
        let setup = Setup { settings: Settings::default(), seed: Seed([0; 32]), seating: Seating::Fresh };
        let [from, to]: [Point; 2] = ["G2", "G5"].map(|name| name.parse().unwrap());
        let piece = Piece { seat: Seat::South, kind: Kind::Captain };
        let path = ["G2", "G3", "G4", "G5"].map(|name| name.parse().unwrap()).to_vec();
        OpenReplay {
            public: PublicView::of(&Game::new(setup)),
            start: BTreeMap::from([(from, piece)]),
            plies: vec![OpenPly {
                last: LastPly { seat: Seat::South, path, outcome: Outcome::Moved },
                changes: vec![(from, None), (to, Some(piece))],
                fallen: SeatSet::NONE,
            }],
        }
    }

    #[test]
    fn a_game_too_large_is_drawn_half_as_wide_and_high() {
        let names = Names(BySeat::from_fn(|_| String::new()));
        for (size, side) in [(Size::Full, 1088), (Size::Half, 544)] {
            let film = animate(&game(), &names, Language::English, size);
            let mut reader = gif::DecodeOptions::new().read_info(film.as_slice()).unwrap();
            assert_eq!((reader.width(), reader.height()), (side, side));
            let first = reader.read_next_frame().unwrap().unwrap().delay;
            let last = reader.read_next_frame().unwrap().unwrap();
            assert_eq!((first, last.delay), (BEGINNING, END));
            assert!(last.width < side / 4 && last.height < side / 4, "only what changed is told");
            assert!(reader.read_next_frame().unwrap().is_none());
        }
    }
}
