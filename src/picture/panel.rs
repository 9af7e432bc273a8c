//! One player's panel in an empty corner of the board.

use std::borrow::Cow;
use std::sync::{Arc, LazyLock};

use super::cache::Cache;
use super::canvas::Canvas;
use super::font::{self, Align};
use super::orientation::Spot;
use super::palette::Ink;
use super::shape::Shape;
use super::tile::{self, Face};
use super::vocabulary::{
    Language, absent_mark, call_name, fallen_mark, marched_mark, pieces_left, role_mark,
};
use crate::rules::{Call, Role, Seat};

/// What a player is about, in the second line of the panel.
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
    /// Must act: the panel is framed.
    Acting,
    /// Need not.
    Idle,
}

/// Whether a player is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Presence {
    /// There.
    Present,
    /// Absent (RULES 12.2): the panel says so.
    Absent,
}

/// One player's panel.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Panel<'a> {
    /// Whose.
    pub seat: Seat,
    /// What stands for them.
    pub name: Cow<'a, str>,
    /// Declarer or defender, after the auction.
    pub role: Option<Role>,
    /// What they are about.
    pub state: State,
    /// Whether they must act.
    pub turn: Turn,
    /// Whether they are there.
    pub presence: Presence,
}

/// Half the width and height of a panel in pixels.
const HALF: (f32, f32) = (160.0, 92.0);
const TILE_CELL: f32 = 96.0;
/// From the panel's edge to what stands in it, in pixels.
const PADDING: f32 = 14.0;
/// Sizes of a line of text in pixels: the largest in which it fits, and at the smallest it is
/// clipped.
const SIZES: [f32; 4] = [52.0, 47.0, 42.0, 37.0];

/// Width and height in pixels of the ground that a panel is kept on: with its frame, and with the
/// label of an absent player above it.
const CARD: (u16, u16) = (350, 250);

/// Panels as they were drawn before; 8 MB are those of about 90.
static CARDS: LazyLock<Cache<(Panel<'static>, Language), Canvas>> = LazyLock::new(|| Cache::new(8 << 20));

impl Panel<'_> {
    /// Draws the panel about a middle that is a whole pixel, on parchment.
    pub fn draw(self, canvas: &mut Canvas, middle: Spot, language: Language) {
        let key = (Panel { name: Cow::Owned(self.name.into_owned()), ..self }, language);
        let card = CARDS.get(&key).unwrap_or_else(|| {
            let (width, height) = (u32::from(CARD.0), u32::from(CARD.1));
            let mut card = Canvas::filled(width, height, Ink::PARCHMENT);
            let middle = Spot { x: f32::from(CARD.0 / 2), y: f32::from(CARD.1 / 2) };
            key.0.draw_afresh(&mut card, middle, language);
            let card = Arc::new(card);
            CARDS.put(key, Arc::clone(&card), (width * height) as usize);
            card
        });
        canvas.copy(&card, middle.x as u32 - u32::from(CARD.0 / 2), middle.y as u32 - u32::from(CARD.1 / 2));
    }

    fn draw_afresh(&self, canvas: &mut Canvas, middle: Spot, language: Language) {
        let is_out = self.state == State::Eliminated;
        let (ground, ink) = match self.turn {
            _ if is_out => (Ink::ASH, Ink::SLATE),
            Turn::Acting => (Ink::PAPER, Ink::DARK),
            Turn::Idle => (Ink::PANEL, Ink::DARK),
        };
        if self.turn == Turn::Acting {
            let (width, height) = (HALF.0 + 10.0, HALF.1 + 10.0);
            canvas.fill(&Shape::rounded(middle, (width, height), 24.0), Ink::DARK);
            canvas.fill(&Shape::rounded(middle, (width - 2.0, height - 2.0), 22.0), Ink::AMBER);
        }
        canvas.fill(&Shape::rounded(middle, HALF, 16.0), ground);

        let (left, right) = (middle.x - HALF.0 + PADDING, middle.x + HALF.0 - PADDING);
        let upper = middle.y - 36.0;
        let tile_middle = Spot { x: left + TILE_CELL / 2.0 - 4.0, y: upper };
        tile::draw(canvas, tile_middle, TILE_CELL, self.seat, Face::Seat, language);
        let beside = left + TILE_CELL + 4.0;
        write_fitted(canvas, &self.state_line(language), (beside, right), upper, ink);
        write_fitted(canvas, &self.name, (left, right), middle.y + 50.0, ink);
        if self.presence == Presence::Absent && !is_out {
            draw_absence(canvas, Spot { x: middle.x + HALF.0 - 20.0, y: middle.y - HALF.1 }, language);
        }
    }

    fn state_line(&self, language: Language) -> String {
        let role = self.role.map(|role| role_mark(role, language).to_owned());
        let state = match self.state {
            State::Waiting => None,
            State::Called(call) => Some(call_name(call, language).to_owned()),
            State::Marched => Some(marched_mark(language).to_owned()),
            State::Pieces(pieces) => Some(pieces_left(pieces, language)),
            State::Eliminated => Some(fallen_mark(language).to_owned()),
            State::Scored(points) => Some(format!("{points:+}").replace('-', "−")),
        };
        let words: Vec<String> = role.into_iter().chain(state).collect();
        words.join(" ")
    }
}

/// Writes in the middle between two edges, as large as fits.
fn write_fitted(canvas: &mut Canvas, text: &str, (left, right): (f32, f32), y: f32, ink: Ink) {
    let fits = |size: &f32| font::width_of(text, *size) <= right - left;
    let size = SIZES.into_iter().find(fits).unwrap_or(SIZES[SIZES.len() - 1]);
    let text = font::clipped(text, size, right - left);
    font::write(canvas, &text, Spot { x: f32::midpoint(left, right), y }, Align::Middle, size, ink);
}

/// A dark label over the panel's upper corner, ending at the spot.
fn draw_absence(canvas: &mut Canvas, spot: Spot, language: Language) {
    let text = absent_mark(language);
    let width = font::width_of(text, 40.0);
    let middle = Spot { x: spot.x - width / 2.0, y: spot.y };
    let half = (width / 2.0 + 12.0, 27.0);
    canvas.fill(&Shape::rounded(middle, (half.0 + 3.0, half.1 + 3.0), 13.0), Ink::PAPER);
    canvas.fill(&Shape::rounded(middle, half, 10.0), Ink::DARK);
    font::write(canvas, text, middle, Align::Middle, 40.0, Ink::PAPER);
}
