//! Who can attack what, and what of it matters.

use crate::rules::board::Riding;
use crate::rules::{Board, Point, Points};

/// The enemies that can attack the point if they ride straight: a ride leads back as it leads
/// there.
fn attackers(at: Point, open: Points, enemies: Points) -> Points {
    let board = Board::get();
    let by_road = board.roads(at).and(enemies);
    let reach = board.destinations(at, Riding::Straight, open, enemies).and(enemies);
    by_road.or(reach).minus(board.headquarters())
}

/// How exposed the guarded flags are, each counting that much, if these points were open and these the
/// enemies: each enemy beside a flag counts one, each open point beside it that an enemy can reach a
/// quarter, and both as far as the enemy is likely to move at all (0 to 1).
pub(super) fn exposure(
    guarded: &[(Point, f32)],
    open: Points,
    enemies: Points,
    mobile: impl Fn(Point) -> f32,
) -> f32 {
    let board = Board::get();
    let mut exposure = 0.0;
    for (flag, matters) in guarded {
        for beside in board.roads(*flag) {
            let danger = if enemies.contains(beside) {
                mobile(beside)
            } else if open.contains(beside) {
                0.25 * attackers(beside, open, enemies).iter().map(&mobile).fold(0.0, f32::max)
            } else {
                0.0
            };
            exposure += matters * danger;
        }
    }
    exposure
}

/// What is likely to be lost of a piece on the point: by the worst for it of the enemies that can attack
/// it, each of which takes that much.
pub(super) fn danger(at: Point, open: Points, enemies: Points, loss: impl Fn(Point) -> f32) -> f32 {
    if Board::get().camps().contains(at) {
        return 0.0;
    }
    attackers(at, open, enemies).iter().map(loss).fold(0.0, f32::max)
}
