//! One player's panel in an empty corner of the board: a plate with the name, and below it what
//! they are about.
//!
//! The plate lies in one band of rows ([`super::orientation::BANDS`]) and alone tells whose turn it is, so that
//! a turn changes one band for each panel.

use std::ops::Range;
use std::sync::{Arc, LazyLock};

use super::cache::Cache;
use super::canvas::Canvas;
use super::font::{self, Align};
use super::orientation::Spot;
use super::palette::Ink;
use super::shape::Shape;
use super::tile::{self, Face};
use super::vocabulary::{
    Language, absent_mark, call_mark, fallen_mark, marched_mark, pieces_left, points_mark, role_mark,
};
use crate::rules::{Call, Role, Seat};

/// What a player is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum State {
    /// Nothing to tell yet.
    Waiting,
    /// The last call.
    Called(Call),
    /// Has marched.
    Marched,
    /// So many pieces are left.
    Pieces(usize),
    /// Out of the game.
    Eliminated,
    /// Has won or lost so many points.
    Scored(i64),
}

/// Whether a player must act.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Turn {
    /// Must act: the plate is framed.
    Acting,
    /// Need not.
    Idle,
    /// Never will again.
    Out,
}

/// Whether a player is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Presence {
    /// There.
    Present,
    /// Absent (RULES 12.2): a label beside the name says so.
    Absent,
}

/// A part of a panel.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Card {
    /// The plate with what stands for a player.
    Plate {
        /// Whose.
        seat: Seat,
        /// The name.
        name: String,
        /// Whether they must act.
        turn: Turn,
        /// Whether they are there.
        presence: Presence,
    },
    /// What stands below it.
    Status {
        /// Whose.
        seat: Seat,
        /// Declarer or defender, after the auction.
        role: Option<Role>,
        /// What they are about.
        state: State,
    },
}

/// Half the width and height of a panel in pixels.
const HALF: (u16, u16) = (160, 88);
/// The height of the plate in pixels.
const PLATE: u16 = 58;
/// The width of a seat's tile, as its cell, in pixels.
const TILE_CELL: f32 = 102.0;
/// From the panel's edge to what stands in it, in pixels.
const PADDING: f32 = 13.0;
/// Sizes of a line of text in pixels: the largest in which it fits, and at the smallest it is
/// clipped.
const SIZES: [f32; 5] = [48.0, 45.0, 42.0, 39.0, 36.0];
/// The size of the label of who is absent, in pixels.
const LABEL: f32 = 36.0;

/// Cards as they were drawn before; 4 MB are those of about 100.
static CARDS: LazyLock<Cache<(Card, Language), Canvas>> = LazyLock::new(|| Cache::new(4 << 20));

impl Card {
    /// Whose panel it is part of.
    pub const fn seat(&self) -> Seat {
        match self {
            Self::Plate { seat, .. } | Self::Status { seat, .. } => *seat,
        }
    }

    /// The rows that it takes in a panel with that middle, a whole pixel.
    pub fn rows(&self, middle: Spot) -> Range<u32> {
        let top = middle.y as u32 - u32::from(HALF.1);
        let own = self.own_rows();
        top + own.start..top + own.end
    }

    /// The rows of a panel that it takes.
    const fn own_rows(&self) -> Range<u32> {
        match self {
            Self::Plate { .. } => 0..PLATE as u32,
            Self::Status { .. } => PLATE as u32..2 * HALF.1 as u32,
        }
    }

    /// Draws it into a panel with that middle, a whole pixel, on parchment.
    pub fn draw(&self, canvas: &mut Canvas, middle: Spot, language: Language) {
        let key = (self.clone(), language);
        let card = CARDS.get(&key).unwrap_or_else(|| {
            let card = Arc::new(self.draw_afresh(language));
            let bytes = card.pixels().len();
            CARDS.put(key, Arc::clone(&card), bytes);
            card
        });
        canvas.copy(&card, middle.x as u32 - u32::from(HALF.0), self.rows(middle).start);
    }

    fn draw_afresh(&self, language: Language) -> Canvas {
        let (width, height) = (u32::from(2 * HALF.0), u32::from(2 * HALF.1));
        let mut canvas = Canvas::filled(width, height, Ink::PARCHMENT).rows(self.own_rows());
        let half = (f32::from(HALF.0), f32::from(HALF.1));
        let middle = Spot { x: half.0, y: half.1 };
        let is_out = match self {
            Self::Plate { turn, .. } => *turn == Turn::Out,
            Self::Status { state, .. } => *state == State::Eliminated,
        };
        let (ground, ink) = if is_out { (Ink::ASH, Ink::SLATE) } else { (Ink::PANEL, Ink::DARK) };
        canvas.fill(&Shape::rounded(middle, half, 16.0), Ink::EDGE);
        canvas.fill(&Shape::rounded(middle, (half.0 - 2.0, half.1 - 2.0), 14.0), ground);
        match self {
            Self::Plate { name, turn, presence, .. } => {
                let edges = draw_plate(&mut canvas, *turn);
                let right = match presence {
                    Presence::Absent if !is_out => draw_absence(&mut canvas, edges.1, language),
                    Presence::Absent | Presence::Present => edges.1,
                };
                write_fitted(&mut canvas, name, (edges.0, right), f32::from(PLATE) / 2.0, ink);
            }
            Self::Status { seat, role, state } => {
                draw_status(&mut canvas, *seat, &lines(*role, *state, language), ink, language);
            }
        }
        canvas
    }
}

/// An empty plate: amber with a dark frame and a pointer for who must act. From where to where there is room on it.
fn draw_plate(canvas: &mut Canvas, turn: Turn) -> (f32, f32) {
    let half = (f32::from(HALF.0), f32::from(PLATE) / 2.0);
    let middle = Spot { x: half.0, y: half.1 };
    if turn == Turn::Acting {
        canvas.fill(&Shape::rounded(middle, half, 16.0), Ink::DARK);
        canvas.fill(&Shape::rounded(middle, (half.0 - 4.0, half.1 - 4.0), 12.0), Ink::AMBER);
        let (left, y) = (15.0, middle.y);
        canvas.fill(&Shape::polygon([(left, y - 13.0), (left + 20.0, y), (left, y + 13.0)]), Ink::DARK);
        (left + 28.0, 2.0 * half.0 - PADDING)
    } else {
        let line = [Spot { x: 14.0, y: 57.0 }, Spot { x: 2.0 * half.0 - 14.0, y: 57.0 }];
        canvas.fill(&Shape::band(&line, 2.0), Ink::EDGE);
        (PADDING, 2.0 * half.0 - PADDING)
    }
}

/// A seat's tile, and beside it what its player is and is about.
fn draw_status(canvas: &mut Canvas, seat: Seat, lines: &[String], ink: Ink, language: Language) {
    let spot = tile_spot();
    tile::draw(canvas, spot, TILE_CELL, seat, Face::Seat, language);
    let edges = (spot.x + TILE_CELL / 2.0 + 4.0, 2.0 * f32::from(HALF.0) - PADDING);
    let first = spot.y - 27.0 * (lines.len() as f32 - 1.0);
    for (line, text) in lines.iter().enumerate() {
        write_fitted(canvas, text, edges, first + 54.0 * line as f32, ink);
    }
}

/// The middle of a seat's tile in its panel.
fn tile_spot() -> Spot {
    Spot { x: PADDING + TILE_CELL / 2.0 - 2.0, y: f32::from(HALF.1 + PLATE / 2) }
}

fn lines(role: Option<Role>, state: State, language: Language) -> Vec<String> {
    let role = role.map(|role| role_mark(role, language).to_owned());
    let state = match state {
        State::Waiting => None,
        State::Called(call) => Some(call_mark(call, language).to_owned()),
        State::Marched => Some(marched_mark(language).to_owned()),
        State::Pieces(pieces) => Some(pieces_left(pieces, language)),
        State::Eliminated => Some(fallen_mark(language).to_owned()),
        State::Scored(points) => Some(points_mark(points)),
    };
    role.into_iter().chain(state).collect()
}

/// Writes in the middle between two edges, as large as fits.
fn write_fitted(canvas: &mut Canvas, text: &str, (left, right): (f32, f32), y: f32, ink: Ink) {
    let fits = |size: &f32| font::width_of(text, *size) <= right - left;
    let size = SIZES.into_iter().find(fits).unwrap_or(SIZES[SIZES.len() - 1]);
    let text = font::clipped(text, size, right - left);
    font::write(canvas, &text, Spot { x: f32::midpoint(left, right), y }, Align::Middle, size, ink);
}

/// A dark label at the right end of a plate; where it begins.
fn draw_absence(canvas: &mut Canvas, right: f32, language: Language) -> f32 {
    let text = absent_mark(language);
    let half = font::width_of(text, LABEL) / 2.0 + 9.0;
    let middle = Spot { x: right - half + 4.0, y: f32::from(PLATE) / 2.0 };
    canvas.fill(&Shape::rounded(middle, (half, 22.0), 10.0), Ink::DARK);
    font::write(canvas, text, middle, Align::Middle, LABEL, Ink::PAPER);
    middle.x - half - 7.0
}
