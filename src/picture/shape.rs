//! Plane shapes with smooth edges, as closed outlines.

use super::orientation::Spot;

/// A shape: closed outlines, all wound the same way but for holes.
#[derive(Clone, Debug, Default)]
pub struct Shape {
    pub(super) outlines: Vec<Vec<Spot>>,
}

/// Corners in which a full circle is drawn.
const CIRCLE_CORNERS: u16 = 48;

impl Shape {
    /// A polygon.
    pub fn polygon(corners: impl IntoIterator<Item = (f32, f32)>) -> Self {
        let mut shape = Self::default();
        shape.push(corners.into_iter().map(|(x, y)| Spot { x, y }).collect());
        shape
    }

    /// A rectangle with round corners about a middle; `half` its half width and height.
    pub fn rounded(middle: Spot, half: (f32, f32), radius: f32) -> Self {
        let mut corners = Vec::new();
        let quarter = CIRCLE_CORNERS / 4;
        for (index, (right, down)) in
            [(1.0, 1.0), (-1.0, 1.0), (-1.0, -1.0), (1.0, -1.0)].into_iter().enumerate()
        {
            let (x, y) = (middle.x + right * (half.0 - radius), middle.y + down * (half.1 - radius));
            for step in 0..=quarter {
                let angle = turn_of(index as u16 * quarter + step);
                corners.push((x + radius * angle.cos(), y + radius * angle.sin()));
            }
        }
        Self::polygon(corners)
    }

    /// A disc.
    pub fn disc(middle: Spot, radius: f32) -> Self {
        let corner = |step| {
            let angle = turn_of(step);
            (middle.x + radius * angle.cos(), middle.y + radius * angle.sin())
        };
        Self::polygon((0..CIRCLE_CORNERS).map(corner))
    }

    /// A line with round ends and joints.
    pub fn line(way: &[Spot], width: f32) -> Self {
        let mut shape = Self::band(way, width);
        for spot in way {
            shape = shape.with(Self::disc(*spot, width / 2.0));
        }
        shape
    }

    /// A line that ends square; where it bends, its sides bend with it.
    pub fn band(way: &[Spot], width: f32) -> Self {
        let Some(headings) = headings(way) else { return Self::default() };
        let side = |half: f32| {
            way.iter().zip(&headings).map(move |(spot, (x, y))| (spot.x - y * half, spot.y + x * half))
        };
        let (left, right): (Vec<_>, Vec<_>) = (side(width / 2.0).collect(), side(-width / 2.0).collect());
        Self::polygon(left.into_iter().chain(right.into_iter().rev()))
    }

    /// The shape so far to the right and down.
    #[must_use]
    pub fn moved(&self, right: f32, down: f32) -> Self {
        let moved = |spot: &Spot| Spot { x: spot.x + right, y: spot.y + down };
        Self { outlines: self.outlines.iter().map(|outline| outline.iter().map(moved).collect()).collect() }
    }

    /// Both shapes.
    #[must_use]
    pub fn with(mut self, other: Self) -> Self {
        self.outlines.extend(other.outlines);
        self
    }

    /// The shape with another, lying wholly within it, cut out.
    #[must_use]
    pub fn without(mut self, hole: Self) -> Self {
        self.outlines.extend(hole.outlines.into_iter().map(|mut outline| {
            outline.reverse();
            outline
        }));
        self
    }

    fn push(&mut self, mut outline: Vec<Spot>) {
        let next = outline.iter().cycle().skip(1);
        let area: f32 = outline.iter().zip(next).map(|(a, b)| a.x * b.y - b.x * a.y).sum();
        if area < 0.0 {
            outline.reverse();
        }
        self.outlines.push(outline);
    }
}

/// The angle of that many corners of a circle.
fn turn_of(corners: u16) -> f32 {
    std::f32::consts::TAU * f32::from(corners) / f32::from(CIRCLE_CORNERS)
}

/// At each spot of a way where it is heading, as right and down: between where it came from and
/// where it goes, so much longer than one that a line's sides keep their distance. None for less than
/// two spots.
fn headings(way: &[Spot]) -> Option<Vec<(f32, f32)>> {
    let steps: Vec<(f32, f32)> = way
        .windows(2)
        .map(|ends| {
            let length = distance(ends[0], ends[1]).max(f32::EPSILON);
            ((ends[1].x - ends[0].x) / length, (ends[1].y - ends[0].y) / length)
        })
        .collect();
    let (first, last) = (*steps.first()?, *steps.last()?);
    let between = steps.windows(2).map(|pair| {
        let (x, y) = (pair[0].0 + pair[1].0, pair[0].1 + pair[1].1);
        // Half the squared length of the sum; where a way turns back there is no side to keep.
        let share = (x * x + y * y).max(0.5) / 2.0;
        (x / share, y / share)
    });
    Some(std::iter::once(first).chain(between).chain([last]).collect())
}

/// How far two spots lie apart, in pixels.
pub fn distance(a: Spot, b: Spot) -> f32 {
    (b.x - a.x).hypot(b.y - a.y)
}

/// The part of a way between two lengths along it, in pixels from its start.
pub fn part_of_way(way: &[Spot], from: f32, to: f32) -> Vec<Spot> {
    let mut part = Vec::new();
    let mut passed = 0.0;
    for ends in way.windows(2) {
        let length = distance(ends[0], ends[1]);
        let at = |along: f32| {
            let share = ((along - passed) / length.max(f32::EPSILON)).clamp(0.0, 1.0);
            Spot {
                x: ends[0].x + (ends[1].x - ends[0].x) * share,
                y: ends[0].y + (ends[1].y - ends[0].y) * share,
            }
        };
        if passed + length > from && passed < to {
            if part.is_empty() {
                part.push(at(from));
            }
            part.push(at(to));
        }
        passed += length;
    }
    part
}

/// The length of a way in pixels.
pub fn length_of_way(way: &[Spot]) -> f32 {
    way.windows(2).map(|ends| distance(ends[0], ends[1])).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_of_a_way_has_the_length_asked_for() {
        let way = [(0.0, 0.0), (10.0, 0.0), (10.0, 10.0)].map(|(x, y)| Spot { x, y });
        assert!((length_of_way(&way) - 20.0).abs() < 1e-4);
        let part = part_of_way(&way, 4.0, 15.0);
        assert!((length_of_way(&part) - 11.0).abs() < 1e-4);
        assert_eq!(part.first().copied(), Some(Spot { x: 4.0, y: 0.0 }));
        assert_eq!(part.last().copied(), Some(Spot { x: 10.0, y: 5.0 }));
    }
}
