//! A player's own ground in deployment, large, with the name of each point.

use super::Picture;
use super::alt;
use super::canvas::Canvas;
use super::font::{self, Align};
use super::mark::{self, Mark};
use super::orientation::{Orientation, Spot};
use super::palette::Ink;
use super::terrain;
use super::tile;
use super::vocabulary::{Language, kind_label};
use crate::rules::board::{arm, centre};
use crate::rules::{Kind, Point, Role, Seat};
use crate::view::{OwnView, PlayerView};

/// The own ground from its rear: the arm, and for the declarer the centre before it (RULES 6.2),
/// its points moved together. The two pieces that were swapped last are framed. 612 pixels wide
/// and 728 high, for the declarer 1076.
///
/// Without a layout of one's own, that is outside deployment, an empty ground is drawn.
pub fn deployment(view: &PlayerView, language: Language, last_swap: Option<(Point, Point)>) -> Picture {
    let role = match &view.own {
        OwnView::Layout { role, .. } => *role,
        OwnView::Nothing | OwnView::Hand(_) | OwnView::Pieces { .. } => {
            view.public.seats[view.seat].role.unwrap_or(Role::Defender)
        }
    };
    let orientation = Orientation::ground(view.seat, role);
    let (width, height) = orientation.size();
    let mut canvas = Canvas::filled(width, height, Ink::PARCHMENT);
    canvas.fill(&terrain::plot(orientation.extent(arm(view.seat))), Ink::FIELD);
    if role == Role::Declarer {
        canvas.fill(&terrain::plot(orientation.extent(centre())), Ink::FIELD);
    }
    terrain::draw(&mut canvas, orientation);
    if let OwnView::Layout { layout, .. } = &view.own {
        for (&point, &kind) in &layout.0 {
            draw_piece(&mut canvas, orientation, (point, kind), view.seat, language);
        }
    }
    let shown = orientation.points();
    for point in last_swap.into_iter().flat_map(|(a, b)| [a, b]).filter(|point| shown.contains(*point)) {
        mark::draw(&mut canvas, orientation, point, Mark::Swapped);
    }
    Picture { png: canvas.png(), alt: alt::deployment(view, language, last_swap) }
}

fn draw_piece(
    canvas: &mut Canvas,
    orientation: Orientation,
    (point, kind): (Point, Kind),
    seat: Seat,
    language: Language,
) {
    let (spot, cell) = (orientation.spot(point), orientation.cell());
    tile::draw_blank(canvas, spot, cell, seat);
    // Where the label and the point's name stand and how large they are, as shares of the cell: a house has no
    // room under its roof, a disc little at its top and bottom.
    let (label_y, label_size, name_y, name_size) = match seat {
        Seat::South => (-0.13, 0.38, 0.235, 0.26),
        Seat::East => (-0.12, 0.35, 0.23, 0.25),
        Seat::North => (-0.005, 0.37, 0.295, 0.25),
        Seat::West => (-0.105, 0.32, 0.205, 0.23),
    };
    let label = Spot { x: spot.x, y: spot.y + cell * label_y };
    let name = Spot { x: spot.x, y: spot.y + cell * name_y };
    // English labels have up to five letters.
    let size = language.pick(1.0, 1.0, 0.77) * label_size * cell;
    font::write(canvas, kind_label(kind, language), label, Align::Middle, size, tile::text_ink(seat));
    font::write(canvas, &point.to_string(), name, Align::Middle, cell * name_size, tile::text_ink(seat));
}
