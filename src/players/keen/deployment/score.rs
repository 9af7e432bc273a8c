//! How good a declarer's layout is (RULES 6), as it would lie in South's arm.

use crate::players::dice::Dice;
use crate::players::keen::values::value;
use crate::players::layout::worth;
use crate::rules::{Board, Kind, Point, Role, Terrain};

/// By how much two equally good points may differ from game to game.
const WHIM: f32 = 16.0;

/// What a block beside the flag counts, and beside the declarer's other headquarters, where it
/// makes believe.
const RING: f32 = 90.0;
const DECOY: f32 = 15.0;

/// What a fighter beside the flag counts where a block is missing.
const GUARD: f32 = 8.0;

/// What counts for a bomb behind or beside a high rank that it can follow.
const BOMB_NEAR: f32 = 4.0;

/// How much it matters where a piece of that kind stands: the strong choose before the weak.
fn weight(kind: Kind) -> f32 {
    match kind {
        Kind::Mine | Kind::Fortress | Kind::Flag => 1.0,
        Kind::Bomb | Kind::Engineer | Kind::Missile => 1.2,
        _ => 0.6 + value(kind) / 60.0,
    }
}

/// One game's taste: what each kind is worth on each point.
pub(super) struct Taste {
    /// `[kind][point]`.
    table: Vec<f32>,
}

impl Taste {
    pub(super) fn new(dice: &mut Dice) -> Self {
        let mut table = Vec::with_capacity(Kind::COUNT * Point::COUNT);
        for kind in Kind::ALL {
            table.extend(Point::all().map(|point| {
                weight(kind) * worth(kind, point, Role::Declarer) as f32 + WHIM * dice.fraction()
            }));
        }
        Self { table }
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
                        near => {
                            if near.is_mobile() {
                                GUARD
                            } else {
                                0.0
                            }
                        }
                    });
                    score += guards.sum::<f32>();
                }
                Kind::Bomb => {
                    let high = beside().any(|near| near.rank().is_some_and(|rank| rank >= 8));
                    score += if high { BOMB_NEAR } else { 0.0 };
                }
                _ if board.terrain(point) == Terrain::Headquarters => {
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
