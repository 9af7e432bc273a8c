//! Choosing a move.

use std::collections::BTreeMap;

use super::odds::Odds;
use super::prior::{Weights, weigh_all};
use super::replies::{END, Node, Replies, signed};
use super::scene::Scene;
use super::Budget;
use crate::players::belief::{Belief, Sampler};
use crate::players::dice::Dice;
use crate::rules::position::Piece;
use crate::rules::{Kind, Layout, Move, Point, Position, Seat, Side};
use crate::view::{BattleView, PlayerView};

/// What wins a game's worth are reckoned against: so much makes an advantage that is as good as
/// three games in four.
const SCALE: f32 = 400.0;

/// The share of the spread over worlds that counts against a move.
const CAUTION: f32 = 0.1;

/// What the search counts beside the prior.
const TRUST: f32 = 1.0;

/// What the first, second and third defender's fall are worth beside the army.
const FALLS: [f32; 3] = [300.0, 300.0, 300.0];

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
    let mut odds = Odds::new();
    let mut worlds: Vec<Position> = Vec::with_capacity(budget.worlds);
    if let Some(mut sampler) = Sampler::new(&belief, seed) {
        for number in 0..budget.glances.max(budget.worlds) {
            let world = sampler.draw();
            odds.count(&world);
            if number < budget.worlds {
                worlds.push(position(view, battle, world.pieces()));
            }
        }
    }
    odds.settle();
    let scene = Scene::new(view, battle, pieces, odds);
    if let Some(step) = sure_flag(&scene, moves) {
        return Some(step);
    }
    let mut weighed = weigh_all(&scene, moves, &Weights::USUAL);
    for (weight, _) in &mut weighed {
        *weight += budget.whim * dice.fraction();
    }
    weighed.sort_by(|a, b| b.0.total_cmp(&a.0));
    weighed.truncate(budget.candidates.max(1));
    if worlds.is_empty() || budget.plies == 0 {
        return weighed.first().map(|(_, step)| *step);
    }
    let mut replies = Replies::new(&scene.worths, FALLS, budget.nodes_max);
    let searched = weighed.iter().map(|&(weight, step)| {
        let value = search(&mut replies, &worlds, step, scene.side, budget);
        (TRUST * value + weight, step)
    });
    searched.max_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, step)| step)
}

/// A flag that is sure to fall, taken by whatever is worth least.
fn sure_flag(scene: &Scene<'_>, moves: &[Move]) -> Option<Move> {
    let takes = moves.iter().filter(|step| {
        scene.enemies.contains(step.to) && scene.odds.of(step.to, Kind::Flag) > 0.999
    });
    let cost = |step: &&Move| {
        let kind = scene.pieces.get(&step.from).copied().unwrap_or(Kind::Flag);
        scene.worths.of(scene.side, kind, step.from)
    };
    takes.min_by(|a, b| cost(a).total_cmp(&cost(b))).copied()
}

/// What the move is worth over the worlds, in the units of the prior: the mean, less a share of
/// the spread.
fn search(replies: &mut Replies<'_>, worlds: &[Position], step: Move, side: Side, budget: &Budget) -> f32 {
    let other = match side {
        Side::Declarer => Side::Defenders,
        Side::Defenders => Side::Declarer,
    };
    let (mut sum, mut squares) = (0.0, 0.0);
    for world in worlds {
        let node = Node { position: *world, won: 0.0, is_over: false };
        let next = replies.after(&node, step);
        let won = replies.best(&next, other, budget.plies - 1, -END, END);
        let value = signed(side, SCALE * (won / SCALE).tanh());
        sum += value;
        squares += value * value;
    }
    let count = worlds.len() as f32;
    let mean = sum / count;
    mean - CAUTION * (squares / count - mean * mean).max(0.0).sqrt()
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
