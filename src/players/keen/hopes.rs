//! What a side hopes for from each capture, knowing no more than it may: its own piece's kind, and
//! how likely each kind is where it attacks.

use super::line::FLAG_HOPE;
use super::odds::Odds;
use super::values::Worths;
use crate::rules::{Kind, Outcome, Point, Points, Side, clash};

/// What a side hopes for: `[kind][point]`, in the worths' units.
pub(super) struct Hopes {
    side: Side,
    table: Vec<f32>,
}

impl Hopes {
    /// The hopes of a side against these targets, which it takes for what the odds say.
    pub(super) fn new(side: Side, targets: Points, odds: &Odds, worths: &Worths) -> Self {
        let mut hopes = Self { side, table: vec![0.0; Kind::COUNT * Point::COUNT] };
        for point in targets {
            let row = hopes.row(point, odds.row(point), worths);
            for (kind, hope) in row.into_iter().enumerate() {
                hopes.table[kind * Point::COUNT + point.index()] = hope;
            }
        }
        hopes
    }

    /// What each kind hopes for where these kinds are so likely: `[kind]`.
    pub(super) fn row(&self, point: Point, odds: &[f32; Kind::COUNT], worths: &Worths) -> [f32; Kind::COUNT] {
        let other = match self.side {
            Side::Declarer => Side::Defenders,
            Side::Defenders => Side::Declarer,
        };
        Kind::ALL.map(|attacker| {
            if !attacker.is_mobile() {
                return 0.0;
            }
            let own = worths.of(self.side, attacker, point);
            let each = Kind::ALL.into_iter().zip(odds).filter(|(_, odds)| **odds > 0.0);
            let hopes = each.map(|(kind, odds)| {
                let outcome = clash(attacker, kind);
                let gain = match outcome {
                    _ if kind == Kind::Flag => FLAG_HOPE,
                    Outcome::AttackerWon | Outcome::BothRemoved => worths.of(other, kind, point),
                    _ => 0.0,
                };
                odds * if outcome.mover_stays() { gain } else { gain - own }
            });
            hopes.sum()
        })
    }

    /// What that kind hopes for on the point.
    #[inline]
    pub(super) fn of(&self, kind: Kind, point: Point) -> f32 {
        self.table[kind as usize * Point::COUNT + point.index()]
    }
}
