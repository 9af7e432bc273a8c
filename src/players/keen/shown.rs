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
        odds.iter_mut().for_each(|odds| *odds /= total);
        if self.count == SHOWN_MAX {
            self.forget(self.pieces[0].0);
        }
        self.pieces[self.count] = (point, odds);
        self.count += 1;
        self.points.insert(point);
    }
}
