//! One player's panel in an empty corner of the board.

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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// Must act: the panel is framed.
    Acting,
    /// Need not.
    Idle,
}

/// Whether a player is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Presence {
    /// There.
    Present,
    /// Absent (RULES 12.2): the panel says so.
    Absent,
}

/// One player's panel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Panel<'a> {
    /// Whose.
    pub seat: Seat,
    /// What stands for them.
    pub name: &'a str,
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
const HALF: (f32, f32) = (158.0, 92.0);
const TILE_CELL: f32 = 96.0;
const NAME_SIZE: f32 = 50.0;
const LINE_SIZE: f32 = 52.0;

impl Panel<'_> {
    /// Draws the panel about a middle.
    pub fn draw(&self, canvas: &mut Canvas, middle: Spot, language: Language) {
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

        let line = Spot { x: middle.x - HALF.0 + 14.0, y: middle.y - 38.0 };
        let tile_middle = Spot { x: line.x + TILE_CELL / 2.0 - 2.0, y: line.y };
        tile::draw(canvas, tile_middle, TILE_CELL, self.seat, Face::Seat, language);
        let name_left = line.x + TILE_CELL + 6.0;
        let name = font::clipped(self.name, NAME_SIZE, middle.x + HALF.0 - 12.0 - name_left);
        font::write(canvas, &name, Spot { x: name_left, ..line }, Align::Left, NAME_SIZE, ink);

        let below = Spot { x: middle.x, y: middle.y + 46.0 };
        font::write(canvas, &self.second_line(language), below, Align::Middle, LINE_SIZE, ink);
        if self.presence == Presence::Absent && !is_out {
            draw_absence(canvas, Spot { x: middle.x + HALF.0 - 20.0, y: middle.y - HALF.1 }, language);
        }
    }

    fn second_line(&self, language: Language) -> String {
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
        words.join(language.pick("　", "　", " "))
    }
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
