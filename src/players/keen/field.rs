//! How far every point is from the flags that matter, in plies and hard fights.

use super::odds::Odds;
use crate::rules::{Board, Kind, Point, Points};

/// Further than any way.
pub(super) const FAR: f32 = 60.0;

/// What entering a point costs on the way to a flag: `[point]`.
pub(super) struct Costs {
    enter: Vec<f32>,
}

/// A step along the railway: a ride takes one ply whatever its length.
const RAIL: f32 = 0.35;
/// A step along a road.
const ROAD: f32 = 1.0;
/// A piece of the own side in the way can go away.
const OWN: f32 = 0.6;
/// An enemy in a camp cannot be attacked.
const SHELTERED: f32 = 5.0;

/// How hard a kind is to clear away.
const fn toughness(kind: Kind) -> f32 {
    match kind {
        Kind::GrandMarshal | Kind::Fortress => 5.0,
        Kind::FieldMarshal | Kind::Mine => 4.0,
        Kind::General => 3.5,
        Kind::MajorGeneral => 3.0,
        Kind::Brigadier | Kind::Missile => 2.5,
        Kind::Colonel | Kind::Bomb => 2.0,
        Kind::Major => 1.6,
        Kind::Captain => 1.3,
        Kind::Lieutenant => 1.1,
        Kind::Engineer => 1.0,
        Kind::Flag => 0.5,
    }
}

impl Costs {
    /// The costs for the side whose pieces stand at `own` against those at `enemies`.
    pub(super) fn of(own: Points, enemies: Points, odds: &Odds) -> Self {
        let camps = Board::get().camps();
        let enter = Point::all().map(|point| {
            if enemies.contains(point) {
                let shelter = if camps.contains(point) { SHELTERED } else { 0.0 };
                0.5 + odds.mean(point, toughness) + shelter
            } else if own.contains(point) {
                OWN
            } else {
                0.0
            }
        });
        Self { enter: enter.collect() }
    }

    /// `[point]`: the cost of the best way from there to the goal.
    pub(super) fn to(&self, goal: Point) -> Vec<f32> {
        let board = Board::get();
        let mut cost = vec![FAR; Point::COUNT];
        cost[goal.index()] = 0.0;
        let mut open: Points = std::iter::once(goal).collect();
        while let Some(point) = cheapest(open, &cost) {
            open.remove(point);
            // Nothing goes on from a headquarters but the last step to the goal in it.
            if board.headquarters().contains(point) && point != goal {
                continue;
            }
            let here = cost[point.index()] + if point == goal { 0.0 } else { self.enter[point.index()] };
            let mut relax = |next: Point, step: f32| {
                if here + step < cost[next.index()] {
                    cost[next.index()] = here + step;
                    open.insert(next);
                }
            };
            board.railways(point).iter().for_each(|next| relax(next, RAIL));
            board.roads(point).iter().for_each(|next| relax(next, ROAD));
        }
        cost
    }
}

fn cheapest(open: Points, cost: &[f32]) -> Option<Point> {
    open.iter().min_by(|a, b| cost[a.index()].total_cmp(&cost[b.index()]))
}
