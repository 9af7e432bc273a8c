//! Levels by total points (RULES 14).

use super::Kind;

/// A level, named by a kind of piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level {
    /// The kind whose name it bears.
    pub kind: Kind,
    /// The total from which it is held; none for the lowest.
    pub from: Option<i64>,
}

/// From the lowest up (RULES 14).
const LEVELS: [(Kind, i64); 9] = [
    (Kind::Lieutenant, 100),
    (Kind::Captain, 300),
    (Kind::Major, 700),
    (Kind::Colonel, 1_500),
    (Kind::Brigadier, 3_000),
    (Kind::MajorGeneral, 6_000),
    (Kind::General, 12_000),
    (Kind::FieldMarshal, 25_000),
    (Kind::GrandMarshal, 50_000),
];

impl Level {
    /// The level held with that total (RULES 14).
    pub fn of(total: i64) -> Self {
        let reached = LEVELS.iter().rev().find(|(_, from)| total >= *from);
        match reached {
            Some((kind, from)) => Self { kind: *kind, from: Some(*from) },
            None => Self { kind: Kind::Engineer, from: None },
        }
    }

    /// The level above it; none above the highest.
    pub fn next(self) -> Option<Self> {
        let above = LEVELS.iter().find(|(_, from)| self.from.is_none_or(|own| *from > own));
        above.map(|(kind, from)| Self { kind: *kind, from: Some(*from) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_begin_at_their_totals() {
        for (total, kind) in [
            (-40, Kind::Engineer),
            (99, Kind::Engineer),
            (100, Kind::Lieutenant),
            (299, Kind::Lieutenant),
            (300, Kind::Captain),
            (1_500, Kind::Colonel),
            (49_999, Kind::FieldMarshal),
            (50_000, Kind::GrandMarshal),
        ] {
            assert_eq!(Level::of(total).kind, kind, "RULES 14: {total}");
        }
    }

    #[test]
    fn the_next_level_is_the_one_that_more_points_reach_first() {
        for (total, next) in [
            (-40, Some((Kind::Lieutenant, 100))),
            (99, Some((Kind::Lieutenant, 100))),
            (100, Some((Kind::Captain, 300))),
            (25_000, Some((Kind::GrandMarshal, 50_000))),
            (50_000, None),
        ] {
            let found = Level::of(total).next();
            assert_eq!(found.map(|level| (level.kind, level.from.unwrap())), next, "RULES 14: {total}");
            assert!(found.is_none_or(|level| Level::of(level.from.unwrap()) == level));
        }
    }
}
