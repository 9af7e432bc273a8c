//! The board itself: ground, roads, railways, stations, camps and headquarters (RULES 7).

use std::sync::LazyLock;

use super::canvas::Canvas;
use super::coordinates;
use super::orientation::{Extent, Orientation, Spot};
use super::palette::Ink;
use super::shape::{Shape, length_of_way, part_of_way};
use super::tile;
use crate::rules::board::{arm, centre};
use crate::rules::{Board, Point, Points, Seat, Terrain};

/// The width of the line about an arm in pixels.
const BORDER: f32 = 4.0;
/// How round the corners of an arm are, in pixels.
const CORNER: f32 = 9.0;

/// By whose arm lies at the bottom: the whole empty board; four pictures of 1.2 MB at most.
static GROUNDS: [LazyLock<Canvas>; 4] = [
    LazyLock::new(|| draw_ground(Orientation::board(Seat::South))),
    LazyLock::new(|| draw_ground(Orientation::board(Seat::East))),
    LazyLock::new(|| draw_ground(Orientation::board(Seat::North))),
    LazyLock::new(|| draw_ground(Orientation::board(Seat::West))),
];

/// The whole empty board with that seat's arm at the bottom.
pub fn ground(bottom: Seat) -> &'static Canvas {
    &GROUNDS[bottom.index()]
}

fn draw_ground(orientation: Orientation) -> Canvas {
    let (width, height) = orientation.size();
    let mut canvas = Canvas::filled(width, height, Ink::PARCHMENT);
    let inner = orientation.extent(centre());
    let middle = orientation.middle();
    for seat in Seat::ALL {
        // The four arms and the centre are one ground: an arm's fourth side lies under the centre.
        let mut extent = orientation.extent(arm(seat));
        let own = extent.middle();
        let towards =
            |own: f32, middle: f32| if (own - middle).abs() < 1.0 { 0.0 } else { (middle - own).signum() };
        let (right, down) =
            (towards(own.x, middle.x) * 2.0 * CORNER, towards(own.y, middle.y) * 2.0 * CORNER);
        extent.min.x += right.min(0.0);
        extent.max.x += right.max(0.0);
        extent.min.y += down.min(0.0);
        extent.max.y += down.max(0.0);
        let outer = plot(extent);
        canvas.wash(&outer.moved(0.0, 4.0), Ink::EDGE, 0.5);
        canvas.fill(&outer, Ink::FIELD);
        // A line in the seat's colour tells whose an empty arm is.
        let inset = Extent {
            min: Spot { x: extent.min.x + BORDER, y: extent.min.y + BORDER },
            max: Spot { x: extent.max.x - BORDER, y: extent.max.y - BORDER },
        };
        canvas.wash(&outer.without(plot(inset)), tile::fill_ink(seat), 0.67);
    }
    let half = (inner.max.x - inner.min.x) / 2.0;
    canvas.fill(&Shape::rounded(inner.middle(), (half, half), 0.0), Ink::FIELD);
    draw(&mut canvas, orientation);
    // Outside the arms nothing is ever drawn over them.
    coordinates::draw(&mut canvas, orientation);
    canvas
}

/// The plot of ground under an arm.
pub fn plot(extent: Extent) -> Shape {
    let half = ((extent.max.x - extent.min.x) / 2.0, (extent.max.y - extent.min.y) / 2.0);
    Shape::rounded(extent.middle(), half, CORNER)
}

/// Draws the lines and points of everything that the orientation shows.
pub fn draw(canvas: &mut Canvas, orientation: Orientation) {
    let board = Board::get();
    let shown = orientation.points();
    for (a, b) in edges(shown, |point| board.roads(point)) {
        canvas.fill(&Shape::band(&orientation.way(a, b), even(orientation.cell() * 0.06)), Ink::ROAD);
    }
    for (a, b) in edges(shown, |point| board.railways(point)) {
        draw_railway(canvas, &orientation.way(a, b), orientation.cell());
    }
    for point in shown {
        draw_point(canvas, orientation.spot(point), board.terrain(point), orientation.cell());
    }
}

/// Each edge between two of the points once.
fn edges(points: Points, of: impl Fn(Point) -> Points) -> Vec<(Point, Point)> {
    let from = |a: Point| of(a).and(points).iter().filter(move |b| a < *b).map(move |b| (a, b));
    points.iter().flat_map(from).collect()
}

/// A dark band with light sleepers, as maps draw railways.
fn draw_railway(canvas: &mut Canvas, way: &[Spot], cell: f32) {
    canvas.fill(&Shape::band(way, even(cell * 0.16)), Ink::RAIL);
    let dash = cell * 0.125;
    let length = length_of_way(way);
    // A whole number of dashes, so that each edge looks alike from both its ends.
    let dashes = (length / (2.0 * dash)).round().max(1.0);
    let pace = length / dashes;
    for index in 0..dashes as u16 {
        let from = (pace * (f32::from(index) + 0.25)).round();
        let sleeper = part_of_way(way, from, from + (pace / 2.0).round());
        canvas.fill(&Shape::band(&sleeper, even(cell * 0.095)), Ink::PAPER);
    }
}

/// The nearest even width, so that straight lines through whole pixels have sharp edges: they look
/// crisp, and a picture of them is smaller.
fn even(width: f32) -> f32 {
    (width / 2.0).round() * 2.0
}

fn draw_point(canvas: &mut Canvas, spot: Spot, terrain: Terrain, cell: f32) {
    let line = (cell * 0.04).round();
    match terrain {
        Terrain::Station => {
            let half = ((cell * 0.29).round(), (cell * 0.21).round());
            boxed(canvas, spot, half, line, (Ink::DARK, Ink::PAPER));
        }
        Terrain::Camp => {
            canvas.fill(&Shape::disc(spot, cell * 0.41), Ink::CAMP_RING);
            canvas.fill(&Shape::disc(spot, cell * 0.41 - line), Ink::CAMP);
            let inner = Shape::disc(spot, cell * 0.27).without(Shape::disc(spot, cell * 0.27 - line));
            canvas.fill(&inner, Ink::CAMP_RING);
        }
        Terrain::Headquarters => {
            let half = ((cell * 0.42).round(), (cell * 0.36).round());
            boxed(canvas, spot, half, line, (Ink::DARK, Ink::HEADQUARTERS));
            let inset = (cell * 0.11).round();
            let inner = (half.0 - inset, half.1 - inset);
            boxed(canvas, spot, inner, line, (Ink::DARK, Ink::HEADQUARTERS));
        }
    }
}

fn boxed(canvas: &mut Canvas, spot: Spot, half: (f32, f32), line: f32, (edge, fill): (Ink, Ink)) {
    let radius = half.1 * 0.35;
    canvas.fill(&Shape::rounded(spot, half, radius), edge);
    canvas.fill(&Shape::rounded(spot, (half.0 - line, half.1 - line), radius - line / 2.0), fill);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_road_and_railway_is_drawn_once() {
        let all = Orientation::board(Seat::South).points();
        assert_eq!(edges(all, |point| Board::get().railways(point)).len(), 92, "RULES 7.3");
        assert_eq!(edges(all, |point| Board::get().roads(point)).len(), 196, "RULES 7.4");
    }
}
