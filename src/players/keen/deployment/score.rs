//! How good a layout is (RULES 6), as it would lie in South's arm.

use crate::players::dice::Dice;
use crate::rules::{Board, Kind, Point, Role, Terrain};

/// By how much two equally good points may differ from game to game.
const WHIM: f32 = 7.0;

/// What a block beside the flag counts, and beside the declarer's other headquarters, where it
/// makes believe.
const RING: f32 = 60.0;
const DECOY: f32 = 16.0;

/// What a fighter beside the flag counts where a block is missing.
const GUARD: f32 = 14.0;

/// What counts for a bomb behind or beside a high rank that it can follow.
const BOMB_NEAR: f32 = 4.0;

/// One game's taste: what each kind is worth on each point.
pub(super) struct Taste {
    role: Role,
    /// `[kind][point]`.
    table: Vec<f32>,
}

impl Taste {
    pub(super) fn new(role: Role, dice: &mut Dice) -> Self {
        let mut table = Vec::with_capacity(Kind::COUNT * Point::COUNT);
        for kind in Kind::ALL {
            table.extend(Point::all().map(|point| worth(kind, point, role) + WHIM * dice.fraction()));
        }
        Self { role, table }
    }

    /// The score of a layout.
    pub(super) fn score(&self, cells: &[(Point, Kind)]) -> f32 {
        let board = Board::get();
        let mut at = [None; Point::COUNT];
        let mut score = 0.0;
        for &(point, kind) in cells {
            at[point.index()] = Some(kind);
            score += self.table[kind as usize * Point::COUNT + point.index()];
        }
        for &(point, kind) in cells {
            let beside = || board.roads(point).iter().filter_map(|near| at[near.index()]);
            match kind {
                Kind::Flag => {
                    let guards = beside().map(|near| match near {
                        Kind::Mine => RING,
                        Kind::Fortress => RING + 8.0,
                        Kind::Bomb => GUARD,
                        near => near.rank().map_or(0.0, |rank| GUARD * f32::from(rank) / 10.0),
                    });
                    score += guards.sum::<f32>();
                }
                Kind::Bomb => {
                    let high = beside().any(|near| near.rank().is_some_and(|rank| rank >= 8));
                    score += if high { BOMB_NEAR } else { 0.0 };
                }
                _ if self.role == Role::Declarer && board.terrain(point) == Terrain::Headquarters => {
                    // Only the declarer's flag is hidden (RULES 6.5).
                    let blocks = beside().filter(|near| !near.is_mobile()).count();
                    score += DECOY * blocks as f32;
                }
                _ => {}
            }
        }
        score
    }
}

/// How good the point is for the kind; more is better.
fn worth(kind: Kind, south: Point, role: Role) -> f32 {
    let row = usize::from(south.row());
    let board = Board::get();
    let rail = if board.railway_points().contains(south) { 1.0 } else { 0.0 };
    let in_camp = if board.terrain(south) == Terrain::Camp { 1.0 } else { 0.0 };
    let in_headquarters = board.terrain(south) == Terrain::Headquarters;
    // Rows 0 to 5 of the arm, then the centre's three.
    let by_row = |rows: [f32; 7]| rows[row.min(6)];
    match kind {
        Kind::Flag => 0.0,
        Kind::Mine | Kind::Fortress => {
            by_row([18.0, 8.0, 0.0, -6.0, -14.0, -30.0, -45.0]) - 8.0 * rail
                + if in_headquarters { 4.0 } else { 0.0 }
        }
        _ if in_headquarters => -0.35 * price(kind),
        Kind::Bomb => by_row([-10.0, 4.0, 6.0, 10.0, 11.0, 0.0, -6.0]) + 5.0 * rail + 4.0 * in_camp,
        Kind::Engineer => by_row([-4.0, 8.0, 7.0, 6.0, 0.0, -6.0, -6.0]) + 8.0 * rail,
        Kind::Missile => by_row([-30.0, 2.0, 4.0, 8.0, 10.0, 6.0, 0.0]) + 10.0 * rail,
        Kind::GrandMarshal | Kind::FieldMarshal | Kind::General => {
            by_row([-35.0, 0.0, 4.0, 9.0, 12.0, 8.0, 4.0]) + 9.0 * rail + 3.0 * in_camp
        }
        Kind::MajorGeneral | Kind::Brigadier => {
            by_row([-25.0, 0.0, 3.0, 7.0, 9.0, 9.0, 8.0]) + 6.0 * rail + 2.0 * in_camp
        }
        Kind::Colonel | Kind::Major => by_row([-12.0, 1.0, 3.0, 5.0, 6.0, 8.0, 8.0]) + 3.0 * rail,
        Kind::Captain => by_row([-4.0, 1.0, 2.0, 3.0, 3.0, 5.0, 6.0]),
        Kind::Lieutenant => {
            by_row([0.0, 0.0, 1.0, 1.0, 2.0, if role == Role::Defender { 6.0 } else { 4.0 }, 5.0])
        }
    }
}

/// What is lost of a piece that is shut up in a headquarters.
const fn price(kind: Kind) -> f32 {
    crate::players::keen::values::value(kind)
}
