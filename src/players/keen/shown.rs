//! What a line of play has shown of pieces, beside what was known when it began.

use super::hopes::Row;
use crate::rules::{Kind, Point, Points};

/// Pieces shown in one line; the oldest are forgotten first.
const SHOWN_MAX: usize = 6;

/// Pieces of which the line has shown something: where they stand now, and what others make of
/// them.
#[derive(Clone, Copy)]
pub(super) struct Shown {
    pieces: [(Point, Row); SHOWN_MAX],
    count: usize,
    points: Points,
}

impl Shown {
    /// Nothing yet; the point is as good as any.
    pub(super) const fn nothing(point: Point) -> Self {
        Self { pieces: [(point, [0.0; Kind::COUNT]); SHOWN_MAX], count: 0, points: Points::NONE }
    }

    /// Where such pieces stand.
    #[inline]
    pub(super) const fn points(&self) -> Points {
        self.points
    }

    /// What others make of the piece on the point, if the line has shown anything of it.
    #[inline]
    pub(super) fn at(&self, point: Point) -> Option<&Row> {
        if !self.points.contains(point) {
            return None;
        }
        self.pieces[..self.count].iter().find(|(at, _)| *at == point).map(|(_, odds)| odds)
    }

    /// Forgets what stood on the point.
    pub(super) fn forget(&mut self, point: Point) {
        if !self.points.contains(point) {
            return;
        }
        self.points.remove(point);
        if let Some(place) = self.pieces[..self.count].iter().position(|(at, _)| *at == point) {
            self.pieces.copy_within(place + 1..self.count, place);
            self.count -= 1;
        }
    }

    /// Of these kinds' likelihoods for the piece on the point, keeps those that fit.
    pub(super) fn add(&mut self, point: Point, mut odds: Row, fits: impl Fn(Kind) -> bool) {
        let mut total = 0.0;
        for (kind, odds) in Kind::ALL.into_iter().zip(&mut odds) {
            *odds = if fits(kind) { *odds } else { 0.0 };
            total += *odds;
        }
        if total <= 0.0 {
            return;
        }
        for odds in &mut odds {
            *odds /= total;
        }
        if self.count == SHOWN_MAX {
            self.forget(self.pieces[0].0);
        }
        self.pieces[self.count] = (point, odds);
        self.count += 1;
        self.points.insert(point);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn point(number: usize) -> Point {
        Point::from_index(number).unwrap()
    }

    #[test]
    fn what_a_piece_has_shown_rules_kinds_out_until_it_is_forgotten() {
        let mut shown = Shown::nothing(point(0));
        let mut odds = [0.0; Kind::COUNT];
        (odds[Kind::Mine as usize], odds[Kind::Bomb as usize]) = (0.75, 0.25);
        shown.add(point(3), odds, Kind::is_mobile);
        let known = shown.at(point(3)).unwrap();
        assert!(known[Kind::Mine as usize].abs() < 1e-6 && (known[Kind::Bomb as usize] - 1.0).abs() < 1e-6);
        shown.forget(point(3));
        assert!(shown.at(point(3)).is_none() && shown.points().is_empty());
    }

    #[test]
    fn the_oldest_are_forgotten_first() {
        let mut shown = Shown::nothing(point(0));
        for number in 1..=SHOWN_MAX + 2 {
            shown.add(point(number), [1.0; Kind::COUNT], |_| true);
        }
        let known: Vec<usize> = shown.points().iter().map(Point::index).collect();
        assert_eq!(known, (3..=SHOWN_MAX + 2).collect::<Vec<_>>());
        assert!(known.iter().all(|number| shown.at(point(*number)).is_some()));
    }
}
