//! Letters and numbers beside the arms. They turn with the view but keep their names.

use super::canvas::Canvas;
use super::font::{self, Align};
use super::orientation::{Orientation, Spot};
use super::palette::Ink;
use crate::rules::board::{arm, arm_of};
use crate::rules::{Point, Seat};

/// The height of the letters in pixels, as an ideograph's box.
const SIZE: f32 = 29.0;
/// From the edge of a cell to the near edge of a letter, in pixels.
const GAP: f32 = 5.0;
/// Half the height of capitals and digits.
const HALF_HEIGHT: f32 = SIZE * 0.37;
/// How far a label that has another arm's label beside it moves away from it, in pixels.
const AWAY: f32 = 9.0;

/// On which side of its point a label stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Edge {
    Left,
    Right,
    Above,
    Below,
}

const EDGES: [Edge; 4] = [Edge::Left, Edge::Right, Edge::Above, Edge::Below];

/// A label of one point's column or row.
struct Label {
    text: String,
    spot: Spot,
    align: Align,
}

/// Writes all coordinates of a board.
pub fn draw(canvas: &mut Canvas, orientation: Orientation) {
    for label in labels(orientation) {
        font::write(canvas, &label.text, label.spot, label.align, SIZE, Ink::DARK);
    }
}

fn labels(orientation: Orientation) -> Vec<Label> {
    let mut labels = Vec::new();
    for seat in Seat::ALL {
        let extent = orientation.extent(arm(seat));
        let half = orientation.cell() / 2.0;
        for point in arm(seat) {
            let spot = orientation.spot(point);
            for edge in EDGES {
                let on_rim = match edge {
                    Edge::Left => spot.x - half <= extent.min.x,
                    Edge::Right => spot.x + half >= extent.max.x,
                    Edge::Above => spot.y - half <= extent.min.y,
                    Edge::Below => spot.y + half >= extent.max.y,
                };
                if on_rim && !faces_centre(orientation, seat, edge) {
                    labels.push(label(orientation, point, edge));
                }
            }
        }
    }
    labels
}

/// Whether an arm's side is its front, where the board goes on.
fn faces_centre(orientation: Orientation, seat: Seat, edge: Edge) -> bool {
    let (own, middle) = (orientation.extent(arm(seat)).middle(), orientation.middle());
    let (right, down) = (middle.x - own.x, middle.y - own.y);
    match edge {
        Edge::Left => right < -1.0 && right.abs() > down.abs(),
        Edge::Right => right > 1.0 && right.abs() > down.abs(),
        Edge::Above => down < -1.0 && down.abs() > right.abs(),
        Edge::Below => down > 1.0 && down.abs() > right.abs(),
    }
}

fn label(orientation: Orientation, point: Point, edge: Edge) -> Label {
    let spot = orientation.spot(point);
    // Seen from some seats the letters count what stands one above the other.
    let sideways = matches!(orientation.bottom(), Seat::East | Seat::West);
    let beside = matches!(edge, Edge::Left | Edge::Right);
    let text = if beside == sideways {
        char::from(b'A' + point.column()).to_string()
    } else {
        (point.row() + 1).to_string()
    };
    let reach = orientation.cell() / 2.0 + GAP;
    let (away_x, away_y) = away_from_neighbour(orientation, point);
    let (spot, align) = match edge {
        Edge::Left => (Spot { x: spot.x - reach, y: spot.y + away_y }, Align::Right),
        Edge::Right => (Spot { x: spot.x + reach, y: spot.y + away_y }, Align::Left),
        Edge::Above => (Spot { x: spot.x + away_x, y: spot.y - reach - HALF_HEIGHT }, Align::Middle),
        Edge::Below => (Spot { x: spot.x + away_x, y: spot.y + reach + HALF_HEIGHT }, Align::Middle),
    };
    Label { text, spot, align }
}

/// Front rows meet another arm's: their labels move a little towards their own rear.
fn away_from_neighbour(orientation: Orientation, point: Point) -> (f32, f32) {
    let Some(seat) = arm_of(point) else { return (0.0, 0.0) };
    if point.to_south(seat).row() != 5 {
        return (0.0, 0.0);
    }
    let (own, middle) = (orientation.extent(arm(seat)).middle(), orientation.middle());
    let (right, down) = (own.x - middle.x, own.y - middle.y);
    if right.abs() > down.abs() { (right.signum() * AWAY, 0.0) } else { (0.0, down.signum() * AWAY) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_coordinate_is_clipped_and_none_touches_another() {
        for seat in Seat::ALL {
            let orientation = Orientation::board(seat);
            let boxes: Vec<(f32, f32, f32, f32)> = labels(orientation)
                .iter()
                .map(|label| {
                    let width = font::width_of(&label.text, SIZE);
                    let left = match label.align {
                        Align::Left => label.spot.x,
                        Align::Middle => label.spot.x - width / 2.0,
                        Align::Right => label.spot.x - width,
                    };
                    (left, label.spot.y - HALF_HEIGHT, left + width, label.spot.y + HALF_HEIGHT)
                })
                .collect();
            assert_eq!(boxes.len(), 4 * (5 + 6 + 6));
            for (place, one) in boxes.iter().enumerate() {
                assert!(one.0 >= 0.0 && one.1 >= 0.0 && one.2 <= 1088.0 && one.3 <= 1088.0, "{one:?}");
                for other in &boxes[place + 1..] {
                    let apart = one.2 <= other.0 || other.2 <= one.0 || one.3 <= other.1 || other.3 <= one.1;
                    assert!(apart, "{seat:?}: {one:?} {other:?}");
                }
            }
        }
    }

    #[test]
    fn labels_keep_their_absolute_names_from_every_seat() {
        for seat in Seat::ALL {
            let mut texts: Vec<String> =
                labels(Orientation::board(seat)).into_iter().map(|label| label.text).collect();
            texts.sort();
            texts.dedup();
            assert_eq!(texts.len(), 34, "{seat:?}: A–Q and 1–17");
        }
    }
}
