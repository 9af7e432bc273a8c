//! Pictures for the pages of rules: the board, the order of the pieces, and how they ride.

use std::sync::{Arc, LazyLock};

use super::Picture;
use super::alt;
use super::board::scene;
use super::cache::Cache;
use super::canvas::Canvas;
use super::font::{self, Align};
use super::hand::draw_card;
use super::mark::Mark;
use super::orientation::{Orientation, Spot};
use super::palette::Ink;
use super::shape::Shape;
use super::tile::Face;
use super::vocabulary::{Language, kind_name};
use crate::rules::board::Riding;
use crate::rules::{Board, Kind, Outcome, Point, Points, Seat, SeatSet};
use crate::view::LastPly;

const COLUMNS: usize = 5;
/// From one card to the next, in pixels; between two ranks stands a sign.
const CELL: (f32, f32) = (206.0, 150.0);
const MARGIN: f32 = 24.0;

/// What a lesson is about.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Lesson {
    OrderOfPieces,
    Riding,
    EmptyBoard,
}

/// Lessons as they were drawn before, nine of some 50 KB at most: they never change.
static DRAWN: LazyLock<Cache<(Lesson, Language), Picture>> = LazyLock::new(|| Cache::new(1 << 20));

/// The lesson as it was drawn before, or drawn now.
fn once(lesson: Lesson, language: Language, draw: fn(Language) -> Picture) -> Picture {
    if let Some(drawn) = DRAWN.get(&(lesson, language)) {
        return Picture::clone(&drawn);
    }
    let drawn = draw(language);
    let bytes = drawn.png.len() + drawn.alt.len();
    let _nothing_has_to_go = DRAWN.put((lesson, language), Arc::new(drawn.clone()), bytes);
    drawn
}

/// The ten ranks from the highest down, each with its number and what it beats at its right, and
/// below them the five kinds that follow rules of their own (RULES 2, 9). 1078 × 498 pixels.
pub fn order_of_pieces(language: Language) -> Picture {
    once(Lesson::OrderOfPieces, language, draw_order_of_pieces)
}

fn draw_order_of_pieces(language: Language) -> Picture {
    let (width, height) = (2.0 * MARGIN + 5.0 * CELL.0, 2.0 * MARGIN + 3.0 * CELL.1);
    let mut canvas = Canvas::filled(width as u32, height as u32, Ink::PARCHMENT);
    for (place, kind) in Kind::ALL.into_iter().enumerate() {
        let (column, row) = (place % COLUMNS, place / COLUMNS);
        let spot = Spot {
            x: (MARGIN + (column as f32 + 0.5) * CELL.0).round(),
            y: (MARGIN + (row as f32 + 0.5) * CELL.1).round(),
        };
        draw_card(&mut canvas, spot, kind, language);
        if let Some(rank) = kind.rank() {
            draw_rank(&mut canvas, Spot { x: spot.x - 68.0, y: spot.y - 52.0 }, rank);
            if rank > 1 {
                draw_beats(&mut canvas, Spot { x: spot.x + CELL.0 / 2.0, y: spot.y });
            }
        }
    }
    Picture { png: canvas.png(), alt: alt::order_of_pieces(language) }
}

/// A rank's number on the corner of its card.
fn draw_rank(canvas: &mut Canvas, spot: Spot, rank: u8) {
    canvas.fill(&Shape::disc(spot, 24.0), Ink::PARCHMENT);
    canvas.fill(&Shape::disc(spot, 21.0), Ink::DARK);
    font::write(canvas, &rank.to_string(), spot, Align::Middle, 30.0, Ink::PAPER);
}

/// What stands at the left beats what stands at the right; at the edge, what begins the next row.
fn draw_beats(canvas: &mut Canvas, spot: Spot) {
    let at = |right: f32, down: f32| Spot { x: spot.x + right, y: spot.y + down };
    canvas.fill(&Shape::line(&[at(-7.0, -15.0), at(7.0, 0.0), at(-7.0, 15.0)], 7.0), Ink::DARK);
}

/// Where the two pieces of [`riding`] stand, and where the engineer goes.
const STRAIGHT: &str = "K3";
const TURNING: (&str, &str) = ("G3", "I11");

/// How pieces ride on an empty board: a colonel with every point that it can reach, straight and
/// round the curves, and an engineer on a way with turns (RULES 7.5, 8.2). 1088 × 1088 pixels.
///
/// # Panics
/// Never: its points are on the board.
pub fn riding(language: Language) -> Picture {
    once(Lesson::Riding, language, draw_riding)
}

fn draw_riding(language: Language) -> Picture {
    let point = |name: &str| name.parse::<Point>().expect("a point of the board");
    let (straight, from, to) = (point(STRAIGHT), point(TURNING.0), point(TURNING.1));
    let before: Points = Point::all().filter(|point| ![straight, from].contains(point)).collect();
    let open = before.iter().filter(|point| *point != to).collect();
    let board = Board::get();
    let last = LastPly { seat: Seat::South, path: board.path(from, to, before), outcome: Outcome::Moved };
    let reach = board.destinations(straight, Riding::Straight, open, Points::NONE);
    let mut marks: Vec<(Point, Mark)> = reach.iter().map(|point| (point, Mark::Reachable)).collect();
    marks.push((straight, Mark::Chosen));
    // The engineer is shown where it has come to, as after every ply.
    let pieces = [straight, to].into_iter().zip([Kind::Colonel, Kind::Engineer]);
    let pieces = pieces.map(|(point, kind)| (point, Seat::South, Face::Kind(kind))).collect();
    let bottom = (Seat::South, language);
    let mut canvas = scene(bottom, SeatSet::NONE, pieces, Some(&last), &marks, Vec::new()).draw();
    let orientation = Orientation::board(Seat::South);
    let captions = [(Seat::South, Kind::Colonel), (Seat::West, Kind::Engineer)];
    for (corner, kind) in captions {
        let how = if kind.turns() {
            language.pick("可轉彎", "可转弯", "turns")
        } else {
            language.pick("直走、過彎道", "直走、过弯道", "straight, curves")
        };
        draw_caption(&mut canvas, orientation.corner(corner), kind_name(kind, language), how);
    }
    Picture { png: canvas.png(), alt: alt::riding((straight, reach), &last, language) }
}

/// The empty board, with how camps, headquarters, railways and roads look and what they are for in its
/// corners (RULES 7). 1088 × 1088 pixels.
pub fn empty_board(language: Language) -> Picture {
    once(Lesson::EmptyBoard, language, draw_empty_board)
}

fn draw_empty_board(language: Language) -> Picture {
    let bottom = (Seat::South, language);
    let mut canvas = scene(bottom, SeatSet::NONE, Vec::new(), None, &[], Vec::new()).draw();
    let orientation = Orientation::board(Seat::South);
    for (corner, (what, how)) in Seat::ALL.into_iter().zip(board_captions(language)) {
        draw_caption(&mut canvas, orientation.corner(corner), what, how);
    }
    Picture { png: canvas.png(), alt: alt::empty_board(language) }
}

/// Camps, headquarters, railways and roads: each by name, with how it looks and what it does.
const fn board_captions(language: Language) -> [(&'static str, &'static str); 4] {
    match language {
        Language::TraditionalChinese => [
            ("行營", "圓點：不能被攻擊"),
            ("大本營", "雙框：有進無出"),
            ("鐵路", "粗線：一次走多格"),
            ("公路", "細線：一次走一格"),
        ],
        Language::SimplifiedChinese => [
            ("行营", "圆点：不能被攻击"),
            ("大本营", "双框：有进无出"),
            ("铁路", "粗线：一次走多格"),
            ("公路", "细线：一次走一格"),
        ],
        Language::English => [
            ("Camp", "round: safe"),
            ("Headquarters", "framed: no exit"),
            ("Railway", "bold: ride far"),
            ("Road", "thin: one step"),
        ],
    }
}

/// Two lines in an empty corner.
fn draw_caption(canvas: &mut Canvas, middle: Spot, what: &str, how: &str) {
    canvas.fill(&Shape::rounded(middle, (160.0, 88.0), 16.0), Ink::EDGE);
    canvas.fill(&Shape::rounded(middle, (158.0, 86.0), 14.0), Ink::PANEL);
    for (text, up) in [(what, -36.0), (how, 40.0)] {
        let size = [52.0, 44.0, 36.0].into_iter().find(|size| font::width_of(text, *size) <= 290.0);
        let spot = Spot { x: middle.x, y: middle.y + up };
        font::write(canvas, text, spot, Align::Middle, size.unwrap_or(32.0), Ink::DARK);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_font_has_what_the_corners_of_the_board_say() {
        for language in Language::ALL {
            for (what, how) in board_captions(language) {
                assert!(font::has_glyphs(what) && font::has_glyphs(how), "{what} {how}");
                assert!(font::width_of(how, 36.0) <= 290.0, "{how} fits its corner");
            }
        }
    }

    #[test]
    fn the_engineers_way_turns_where_no_run_does() {
        let [from, to] = [TURNING.0, TURNING.1].map(|name| name.parse::<Point>().unwrap());
        let open: Points = Point::all().collect();
        let straight = Board::get().destinations(from, Riding::Straight, open, Points::NONE);
        let turning = Board::get().destinations(from, Riding::Turning, open, Points::NONE);
        assert!(turning.contains(to) && !straight.contains(to), "RULES 8.2");
    }
}
