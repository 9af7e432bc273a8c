//! What pieces are worth, where they stand, to either side.

use crate::rules::{Kind, Point, Side};

/// What a piece is worth, the grand marshal 100.
pub(super) const fn value(kind: Kind) -> f32 {
    match kind {
        Kind::GrandMarshal => 100.0,
        Kind::FieldMarshal => 85.0,
        Kind::General => 68.0,
        Kind::Missile => 60.0,
        Kind::MajorGeneral => 52.0,
        Kind::Bomb => 42.0,
        Kind::Brigadier => 38.0,
        Kind::Colonel => 28.0,
        Kind::Fortress => 25.0,
        Kind::Major => 19.0,
        Kind::Engineer => 17.0,
        Kind::Captain => 13.0,
        Kind::Mine => 14.0,
        Kind::Lieutenant => 8.0,
        Kind::Flag => 0.0,
    }
}

/// How much it matters to a piece of that kind to come nearer to the enemy's flag.
pub(super) const fn eagerness(kind: Kind) -> f32 {
    match kind {
        Kind::MajorGeneral | Kind::Brigadier | Kind::Colonel | Kind::Major | Kind::Bomb => 1.5,
        Kind::General | Kind::Engineer | Kind::Missile => 1.0,
        Kind::GrandMarshal | Kind::FieldMarshal => 1.0,
        Kind::Captain | Kind::Lieutenant => 0.8,
        Kind::Mine | Kind::Flag | Kind::Fortress => 0.0,
    }
}

/// What everything is worth everywhere, in one choice of a move: the kind's value and what its
/// place adds. Both sides' worths are positive.
pub(super) struct Worths {
    /// `[side][point][kind]`.
    table: Vec<[f32; Kind::COUNT]>,
}

const fn index(side: Side, point: Point) -> usize {
    side as usize * Point::COUNT + point.index()
}

impl Worths {
    /// The worths, given what each place adds for a piece of full eagerness, and for any:
    /// `[side][point]`; and how much the pieces of each side count.
    pub(super) fn new(places: [&[f32]; 2], posts: &[[f32; Point::COUNT]; 2], counts: [f32; 2]) -> Self {
        let mut table = vec![[0.0; Kind::COUNT]; 2 * Point::COUNT];
        for side in [Side::Declarer, Side::Defenders] {
            for point in Point::all() {
                let place = places[side as usize][point.index()];
                let post = posts[side as usize][point.index()];
                table[index(side, point)] = Kind::ALL
                    .map(|kind| counts[side as usize] * value(kind) + eagerness(kind) * place + post);
            }
        }
        Self { table }
    }

    /// What a piece is worth to its side.
    #[inline]
    pub(super) fn of(&self, side: Side, kind: Kind, point: Point) -> f32 {
        self.table[index(side, point)][kind as usize]
    }

    /// What pieces of each kind are worth to that side on the point: `[kind]`.
    #[inline]
    pub(super) fn row(&self, side: Side, point: Point) -> &[f32; Kind::COUNT] {
        &self.table[index(side, point)]
    }
}
