//! Where the board's points lie in a picture.

use std::ops::Range;

use crate::rules::board::{arm, arm_of};
use crate::rules::{Point, Points, Role, Seat, ground};

/// A place in a picture: pixels from its left and upper edges.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spot {
    /// From the left edge.
    pub x: f32,
    /// From the upper edge.
    pub y: f32,
}

/// A rectangle in a picture, in pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Extent {
    /// Its upper left corner.
    pub min: Spot,
    /// Its lower right corner.
    pub max: Spot,
}

/// What part of the board a picture shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Frame {
    /// All of it.
    Board,
    /// One player's ground; the centre's points move together, since nothing lies between them.
    Ground(Role),
}

/// Which seat's arm lies at the bottom, and how large: the only place where the board's points
/// turn into pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Orientation {
    bottom: Seat,
    frame: Frame,
}

/// Width and height of a board's picture in pixels.
pub const BOARD_SIZE: u32 = 1088;

/// The width and height of a board's cell in pixels.
pub const BOARD_CELL: u16 = 59;
const GROUND_CELL: u16 = 116;
/// From a ground's outermost points to the picture's edge, in pixels.
const GROUND_MARGIN: u16 = 74;

/// How many pixels lie above the first row's cells.
const ABOVE: u32 = (BOARD_SIZE - 17 * BOARD_CELL as u32) / 2 + 1;

/// The rows of a board's picture in bands, which are drawn and compressed one by one: what lies
/// above the cells, each row of cells, and what lies below, with no gap between. A ply along a row
/// changes one band.
pub const BANDS: [Range<u32>; 19] = {
    let mut bands = [const { 0..0 }; 19];
    let mut band = 0;
    while band < bands.len() {
        let start = if band == 0 { 0 } else { ABOVE + (band as u32 - 1) * BOARD_CELL as u32 };
        let end = if band == 18 { BOARD_SIZE } else { ABOVE + band as u32 * BOARD_CELL as u32 };
        bands[band] = start..end;
        band += 1;
    }
    bands
};

impl Orientation {
    /// The whole board with that seat's arm at the bottom.
    pub const fn board(bottom: Seat) -> Self {
        Self { bottom, frame: Frame::Board }
    }

    /// That seat's ground, seen from its rear (RULES 6.2, 6.3).
    pub const fn ground(bottom: Seat, role: Role) -> Self {
        Self { bottom, frame: Frame::Ground(role) }
    }

    /// Whose arm lies at the bottom.
    pub const fn bottom(self) -> Seat {
        self.bottom
    }

    /// The width of one cell of the grid in pixels.
    pub fn cell(self) -> f32 {
        f32::from(self.cell_pixels())
    }

    const fn cell_pixels(self) -> u16 {
        match self.frame {
            Frame::Board => BOARD_CELL,
            Frame::Ground(_) => GROUND_CELL,
        }
    }

    /// Width and height of the picture in pixels.
    pub fn size(self) -> (u32, u32) {
        let side = |cells: u16| u32::from(2 * GROUND_MARGIN + cells * GROUND_CELL);
        match self.frame {
            Frame::Board => (BOARD_SIZE, BOARD_SIZE),
            Frame::Ground(role) => (side(4), side(ground_rows(role) - 1)),
        }
    }

    /// The points that the picture shows.
    pub fn points(self) -> Points {
        match self.frame {
            Frame::Board => Point::all().collect(),
            Frame::Ground(Role::Declarer) => ground(self.bottom, Role::Declarer),
            Frame::Ground(Role::Defender) => arm(self.bottom),
        }
    }

    /// The middle of the point's cell; always whole pixels. Only the points of
    /// [`Orientation::points`] lie within the picture.
    pub fn spot(self, point: Point) -> Spot {
        let south = point.to_south(self.bottom);
        let (column, row) = (i16::from(south.column()), i16::from(south.row()));
        let cell = self.cell_pixels() as i16;
        let (x, y) = match self.frame {
            Frame::Board => {
                let first = (BOARD_SIZE as i16 - 16 * cell) / 2;
                (first + column * cell, BOARD_SIZE as i16 - first - row * cell)
            }
            Frame::Ground(role) => {
                let row = if row < 6 { row } else { 3 + row / 2 };
                let rows = ground_rows(role) as i16;
                let margin = GROUND_MARGIN as i16;
                (margin + (column - 6) * cell, margin + (rows - 1 - row) * cell)
            }
        };
        Spot { x: f32::from(x), y: f32::from(y) }
    }

    /// The line from one point to a neighbouring one: straight, or a quarter arc where two arms
    /// meet (RULES 7.3).
    pub fn way(self, from: Point, to: Point) -> Vec<Spot> {
        let (a, b) = (self.spot(from), self.spot(to));
        let meeting = arm_of(from).zip(arm_of(to)).is_some_and(|(one, other)| one != other);
        let is_curve = meeting && a.x.ne(&b.x) && a.y.ne(&b.y);
        if !is_curve {
            return vec![a, b];
        }
        let middle = self.middle();
        let far = |corner: &Spot| (corner.x - middle.x).hypot(corner.y - middle.y);
        let corners = [Spot { x: a.x, y: b.y }, Spot { x: b.x, y: a.y }];
        let centre = if far(&corners[0]) > far(&corners[1]) { corners[0] } else { corners[1] };
        let angle = |spot: Spot| (spot.y - centre.y).atan2(spot.x - centre.x);
        let (first, radius) = (angle(a), self.cell());
        let turn = (angle(b) - first + std::f32::consts::PI).rem_euclid(std::f32::consts::TAU)
            - std::f32::consts::PI;
        let steps = 12u8;
        let along = |step: u8| {
            let angle = first + turn * f32::from(step) / f32::from(steps);
            Spot { x: centre.x + radius * angle.cos(), y: centre.y + radius * angle.sin() }
        };
        (0..=steps).map(along).collect()
    }

    /// The middle of the picture.
    pub fn middle(self) -> Spot {
        let (width, height) = self.size();
        Spot { x: width as f32 / 2.0, y: height as f32 / 2.0 }
    }

    /// The cells of those points, as one rectangle.
    pub fn extent(self, points: Points) -> Extent {
        let half = self.cell() / 2.0;
        let none = Extent { min: Spot { x: f32::MAX, y: f32::MAX }, max: Spot { x: f32::MIN, y: f32::MIN } };
        points.iter().map(|point| self.spot(point)).fold(none, |all, spot| Extent {
            min: Spot { x: all.min.x.min(spot.x - half), y: all.min.y.min(spot.y - half) },
            max: Spot { x: all.max.x.max(spot.x + half), y: all.max.y.max(spot.y + half) },
        })
    }

    /// In which of the four empty corners of the board the seat's panel stands: the middle of
    /// that corner, a whole pixel. It is the one at the right hand of who sits there.
    pub fn corner(self, seat: Seat) -> Spot {
        let (own, middle) = (self.extent(arm(seat)).middle(), self.middle());
        let (x, y) = (own.x - middle.x, own.y - middle.y);
        // A quarter turn on, the corner lies between this arm and the next.
        let (right_x, right_y) = (x + y, y - x);
        // Its rows begin where those of cells do.
        let inset = (366.0, 354.0);
        Spot { x: middle.x + right_x.signum() * inset.0, y: middle.y + right_y.signum() * inset.1 }
    }
}

/// Rows of points in the picture of a ground.
const fn ground_rows(role: Role) -> u16 {
    match role {
        Role::Declarer => 9,
        Role::Defender => 6,
    }
}

impl Extent {
    /// Its middle.
    pub fn middle(self) -> Spot {
        Spot { x: f32::midpoint(self.min.x, self.max.x), y: f32::midpoint(self.min.y, self.max.y) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_players_own_arm_lies_at_the_bottom() {
        for seat in Seat::ALL {
            let orientation = Orientation::board(seat);
            let own = orientation.extent(arm(seat));
            for other in Seat::ALL.into_iter().filter(|other| *other != seat) {
                assert!(own.max.y > orientation.extent(arm(other)).max.y, "{seat:?} {other:?}");
            }
            let next = orientation.extent(arm(seat.next())).middle();
            assert!(next.x > orientation.middle().x, "RULES 1: the next in turn sits at the right");
        }
    }

    #[test]
    fn every_cell_lies_within_the_picture_and_none_overlaps_another() {
        let grounds = [Role::Declarer, Role::Defender].map(|role| Orientation::ground(Seat::West, role));
        for orientation in Seat::ALL.map(Orientation::board).into_iter().chain(grounds) {
            let (width, height) = orientation.size();
            let half = orientation.cell() / 2.0;
            let spots: Vec<Spot> = orientation.points().iter().map(|point| orientation.spot(point)).collect();
            for (place, spot) in spots.iter().enumerate() {
                assert!(spot.x >= half && spot.x + half <= width as f32, "{spot:?}");
                assert!(spot.y >= half && spot.y + half <= height as f32, "{spot:?}");
                for other in &spots[place + 1..] {
                    let apart = (spot.x - other.x).abs().max((spot.y - other.y).abs());
                    assert!(apart >= orientation.cell());
                }
            }
        }
    }

    #[test]
    fn the_railway_curves_where_two_arms_meet_and_nowhere_else() {
        let orientation = Orientation::board(Seat::East);
        let way = |from: &str, to: &str| orientation.way(from.parse().unwrap(), to.parse().unwrap());
        for (from, to) in [("G6", "F7"), ("K6", "L7"), ("K12", "L11"), ("G12", "F11")] {
            assert!(way(from, to).len() > 2, "RULES 7.3: {from}–{to}");
        }
        assert_eq!(way("G6", "G7").len(), 2);
        assert_eq!(way("H3", "I4").len(), 2);
    }

    #[test]
    fn each_row_of_cells_has_a_band_of_its_own() {
        for (above, below) in BANDS.iter().zip(&BANDS[1..]) {
            assert_eq!(above.end, below.start);
        }
        assert_eq!((BANDS[0].start, BANDS[18].end), (0, BOARD_SIZE));
        for point in Point::all() {
            let y = Orientation::board(Seat::South).spot(point).y as u32;
            let band = BANDS.iter().find(|band| band.contains(&y)).unwrap();
            assert_eq!((band.end - band.start, y - band.start), (59, 29), "{point}");
        }
    }

    #[test]
    fn each_seat_has_a_corner_of_its_own() {
        for bottom in Seat::ALL {
            let orientation = Orientation::board(bottom);
            let corner = orientation.corner(bottom);
            assert!(corner.x > orientation.middle().x && corner.y > orientation.middle().y);
            for (place, seat) in Seat::ALL.into_iter().enumerate() {
                for other in &Seat::ALL[place + 1..] {
                    assert_ne!(orientation.corner(seat), orientation.corner(*other));
                }
            }
        }
    }
}
