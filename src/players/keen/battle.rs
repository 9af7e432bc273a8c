//! Choosing a move.

use std::collections::BTreeMap;

use super::Budget;
use super::foresight::Foresight;
use super::odds::Odds;
use super::prior::weigh_all;
use super::scene::Scene;
use crate::players::belief::{Belief, Sampler, World};
use crate::players::dice::Dice;
use crate::rules::position::Piece;
use crate::rules::{Kind, Layout, Move, Point, Position, Seat};
use crate::view::{BattleView, PlayerView};

/// The best move; none where there is no move.
pub(super) fn choose(
    view: &PlayerView,
    battle: &BattleView,
    (pieces, moves): (&BTreeMap<Point, Kind>, &[Move]),
    start: Option<&Layout>,
    dice: &mut Dice,
    budget: &Budget,
) -> Option<Move> {
    let seed = dice.seed();
    if moves.len() < 2 {
        return moves.first().copied();
    }
    let belief = Belief::of(view, battle, start);
    let mut worlds: Vec<Position> = Vec::with_capacity(budget.worlds);
    let odds = look(&belief, budget.insight, seed, budget.glances.max(budget.worlds), |number, world| {
        if number < budget.worlds {
            worlds.push(position(view, battle, world.pieces()));
        }
    });
    let scene = Scene::new(view, battle, pieces, odds);
    if let Some(step) = sure_flag(&scene, moves) {
        return Some(step);
    }
    let mut weighed = weigh_all(&scene, moves);
    for (weight, _) in &mut weighed {
        *weight += budget.whim * dice.fraction();
    }
    weighed.sort_by(|a, b| b.0.total_cmp(&a.0));
    weighed.truncate(budget.candidates.max(1));
    if worlds.is_empty() || budget.replies == 0 {
        return weighed.first().map(|(_, step)| *step);
    }
    let public = look(&Belief::public(view, battle), budget.insight, !seed, budget.glances, |_, _| ());
    let mut foresight = Foresight::new(&scene, &public, budget.replies);
    let searched = weighed.iter().map(|&(weight, step)| (foresight.worth(step, &worlds) + weight, step));
    searched.max_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, step)| step)
}

/// Draws that many worlds, hands each on with its number, and counts what stands where.
fn look(
    belief: &Belief,
    insight: f32,
    seed: u64,
    worlds: usize,
    mut on_world: impl FnMut(usize, &World<'_>),
) -> Odds {
    let mut odds = Odds::new();
    if let Some(mut sampler) = Sampler::new(belief, insight, seed) {
        for number in 0..worlds {
            let world = sampler.draw();
            odds.count(&world);
            on_world(number, &world);
        }
    }
    odds.settle();
    odds
}

/// A flag that is sure to fall, taken by whatever is worth least.
fn sure_flag(scene: &Scene<'_>, moves: &[Move]) -> Option<Move> {
    let takes = moves
        .iter()
        .filter(|step| scene.enemies.contains(step.to) && scene.odds.of(step.to, Kind::Flag) > 0.999);
    let cost = |step: &&Move| {
        let kind = scene.pieces.get(&step.from).copied().unwrap_or(Kind::Flag);
        scene.worths.of(scene.side, kind, step.from)
    };
    takes.min_by(|a, b| cost(a).total_cmp(&cost(b))).copied()
}

/// A world as a position.
fn position(
    view: &PlayerView,
    battle: &BattleView,
    pieces: impl Iterator<Item = (Point, Seat, Kind)>,
) -> Position {
    let mut position = Position::empty(battle.declarer, battle.contract);
    for (point, seat, kind) in pieces {
        position.place(point, Piece { seat, kind });
    }
    for (seat, one) in view.public.seats.iter() {
        if one.eliminated.is_some() {
            position.eliminate(seat);
        }
    }
    position.set_turn(view.seat);
    position
}
