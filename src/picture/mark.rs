//! What lies over the pieces: the last ply, and where pieces can go. Each mark has a shape of its
//! own, not only a colour.

use super::canvas::Canvas;
use super::orientation::{Orientation, Spot};
use super::palette::Ink;
use super::shape::{Shape, length_of_way, part_of_way};
use super::tile;
use crate::rules::{Outcome, Point};
use crate::view::LastPly;

/// A mark on a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mark {
    /// An own piece that can move: a triangle in its corner.
    Movable,
    /// The chosen piece: a thick frame.
    Chosen,
    /// An empty point where it can go: a disc.
    Reachable,
    /// An enemy it can attack: four corner brackets.
    Attackable,
    /// The destination chosen: a thick frame with the mark of what stands there.
    Destination,
    /// One of two pieces that changed places: a frame.
    Swapped,
}

/// The arrow along the way really travelled, and what came of it at its end.
pub fn draw_last_ply(canvas: &mut Canvas, orientation: Orientation, last: &LastPly) {
    let (Some(&from), Some(&to)) = (last.path.first(), last.path.last()) else { return };
    let mut way = vec![orientation.spot(from)];
    for step in last.path.windows(2) {
        way.extend(orientation.way(step[0], step[1]).into_iter().skip(1));
    }
    let cell = orientation.cell();
    // The head ends at the rim of what stands on the target, so that its face stays free.
    let length = length_of_way(&way) - cell * 0.36;
    let head = cell * 0.36;
    let shaft = part_of_way(&way, 0.0, length - head);
    let tip = part_of_way(&way, length - head, length);
    let (Some(&neck), Some(&point)) = (tip.first(), tip.last()) else { return };
    let arrow = |width: f32, grow: f32| {
        let heading = (point.y - neck.y).atan2(point.x - neck.x);
        let (along, across) = ((heading.cos(), heading.sin()), (-heading.sin(), heading.cos()));
        let corner = |forth: f32, aside: f32| {
            (neck.x + along.0 * forth + across.0 * aside, neck.y + along.1 * forth + across.1 * aside)
        };
        let half = cell * 0.21 + grow * 1.4;
        Shape::line(&shaft, width)
            .with(Shape::polygon([corner(-grow, -half), corner(head + grow * 1.6, 0.0), corner(-grow, half)]))
            .with(Shape::disc(way[0], width))
    };
    canvas.fill(&arrow(cell * 0.23, cell * 0.045), Ink::PAPER);
    canvas.fill(&arrow(cell * 0.14, 0.0), Ink::ARROW);
    draw_outcome(canvas, orientation.spot(to), cell, last.outcome);
}

/// A badge on the target: nothing for a mere move, a tick for a won attack, a cross for a lost
/// one, a large cross where both are gone, a flag where one fell.
fn draw_outcome(canvas: &mut Canvas, spot: Spot, cell: f32, outcome: Outcome) {
    // Like all marks it stays inside its cell.
    let corner = Spot { x: spot.x + cell * 0.25, y: spot.y - cell * 0.25 };
    match outcome {
        Outcome::Moved => {}
        Outcome::AttackerWon => badge(canvas, corner, cell * 0.2, |at| tick(at, cell * 0.2)),
        Outcome::DefenderWon => badge(canvas, corner, cell * 0.2, |at| cross(at, cell * 0.09, cell * 0.07)),
        Outcome::BothRemoved => badge(canvas, spot, cell * 0.3, |at| cross(at, cell * 0.15, cell * 0.1)),
        Outcome::FlagFell => badge(canvas, corner, cell * 0.2, |at| flag(at, cell * 0.12)),
        Outcome::FlagFellToBomb => badge(canvas, spot, cell * 0.3, |at| flag(at, cell * 0.18)),
    }
}

fn badge(canvas: &mut Canvas, spot: Spot, radius: f32, sign: impl Fn(Spot) -> Shape) {
    canvas.fill(&Shape::disc(spot, radius + radius * 0.2), Ink::PAPER);
    canvas.fill(&Shape::disc(spot, radius), Ink::ARROW);
    canvas.fill(&sign(spot), Ink::PAPER);
}

fn cross(spot: Spot, arm: f32, width: f32) -> Shape {
    let line = |down: f32| {
        let ends = [
            Spot { x: spot.x - arm, y: spot.y - arm * down },
            Spot { x: spot.x + arm, y: spot.y + arm * down },
        ];
        Shape::line(&ends, width)
    };
    line(1.0).with(line(-1.0))
}

fn tick(spot: Spot, radius: f32) -> Shape {
    let at = |right: f32, down: f32| Spot { x: spot.x + right * radius, y: spot.y + down * radius };
    Shape::line(&[at(-0.5, 0.05), at(-0.12, 0.42), at(0.5, -0.35)], radius * 0.32)
}

fn flag(spot: Spot, half: f32) -> Shape {
    let at = |right: f32, down: f32| (spot.x + right * half, spot.y + down * half);
    let pole = Shape::polygon([at(-0.7, -1.0), at(-0.35, -1.0), at(-0.35, 1.0), at(-0.7, 1.0)]);
    pole.with(Shape::polygon([at(-0.35, -1.0), at(0.9, -0.45), at(-0.35, 0.1)]))
}

/// Draws a mark on a point.
pub fn draw(canvas: &mut Canvas, orientation: Orientation, point: Point, mark: Mark) {
    let (spot, cell) = (orientation.spot(point), orientation.cell());
    match mark {
        Mark::Movable => {
            let half = tile::half_of(cell) + cell * 0.033;
            let leg = cell * 0.45;
            let corner = |inset: f32, leg: f32| {
                let (x, y) = (spot.x + half - inset, spot.y - half + inset);
                Shape::polygon([(x - leg, y), (x, y), (x, y + leg)])
            };
            canvas.fill(&corner(0.0, leg), Ink::DARK);
            canvas.fill(&corner(cell * 0.03, leg - cell * 0.1), Ink::AMBER);
        }
        Mark::Chosen => frame(canvas, spot, cell, Ink::AMBER, cell * 0.09),
        Mark::Reachable => {
            canvas.fill(&Shape::disc(spot, cell * 0.25), Ink::PAPER);
            canvas.fill(&Shape::disc(spot, cell * 0.2), Ink::GREEN);
        }
        Mark::Attackable => brackets(canvas, spot, cell),
        Mark::Destination => {
            frame(canvas, spot, cell, Ink::GREEN, cell * 0.09);
            canvas.fill(&Shape::disc(spot, cell * 0.13), Ink::PAPER);
            canvas.fill(&Shape::disc(spot, cell * 0.09), Ink::GREEN);
        }
        Mark::Swapped => frame(canvas, spot, cell, Ink::AMBER, cell * 0.055),
    }
}

/// A square frame just within the cell.
fn frame(canvas: &mut Canvas, spot: Spot, cell: f32, ink: Ink, width: f32) {
    let ring = |half: f32, width: f32| {
        let inner = half - width;
        Shape::rounded(spot, (half, half), cell * 0.1).without(Shape::rounded(
            spot,
            (inner, inner),
            cell * 0.04,
        ))
    };
    let half = cell * 0.49;
    let edge = cell * 0.022;
    canvas.fill(&ring(half, width + 2.0 * edge), Ink::DARK);
    canvas.fill(&ring(half - edge, width), ink);
}

/// Four corners about a cell.
fn brackets(canvas: &mut Canvas, spot: Spot, cell: f32) {
    let corners = |half: f32, width: f32, leg: f32| {
        let mut all = Shape::default();
        for (right, down) in [(1.0, 1.0), (-1.0, 1.0), (-1.0, -1.0), (1.0, -1.0)] {
            let at = |x: f32, y: f32| Spot { x: spot.x + right * x, y: spot.y + down * y };
            all = all.with(Shape::line(&[at(half - leg, half), at(half, half), at(half, half - leg)], width));
        }
        all
    };
    let half = cell * 0.425;
    canvas.fill(&corners(half, cell * 0.13, cell * 0.24), Ink::PAPER);
    canvas.fill(&corners(half, cell * 0.085, cell * 0.24), Ink::GREEN);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Seat;

    #[test]
    fn every_mark_and_outcome_changes_the_picture_in_its_own_way() {
        let orientation = Orientation::board(Seat::South);
        let point: Point = "I9".parse().unwrap();
        let mut seen: Vec<Vec<u8>> = Vec::new();
        for mark in
            [Mark::Movable, Mark::Chosen, Mark::Reachable, Mark::Attackable, Mark::Destination, Mark::Swapped]
        {
            let mut canvas = Canvas::filled(1088, 1088, Ink::FIELD);
            draw(&mut canvas, orientation, point, mark);
            seen.push(canvas.png());
        }
        for outcome in Outcome::ALL {
            let path = ["I7", "I9"].map(|name| name.parse().unwrap()).to_vec();
            let mut canvas = Canvas::filled(1088, 1088, Ink::FIELD);
            draw_last_ply(&mut canvas, orientation, &LastPly { seat: Seat::South, path, outcome });
            seen.push(canvas.png());
        }
        let count = seen.len();
        seen.sort();
        seen.dedup();
        assert_eq!(seen.len(), count);
    }
}
