//! Choosing a move.

use std::collections::BTreeMap;

use super::hopes::Hopes;
use super::odds::Odds;
use super::prior::weigh_all;
use super::replies::{END, Node, Replies, signed};
use super::scene::Scene;
use super::Budget;
use crate::players::belief::{Belief, Sampler};
use crate::players::dice::Dice;
use crate::rules::position::Piece;
use crate::rules::board::Riding;
use crate::rules::{Board, Kind, Layout, Move, Outcome, Point, Position, Seat, SeatSet, Side, clash};
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
    let scene = Scene::new(view, battle, pieces, odds, &budget.weights);
    if let Some(step) = sure_flag(&scene, moves) {
        return Some(step);
    }
    let mut weighed = weigh_all(&scene, moves, &budget.weights);
    for (weight, _) in &mut weighed {
        *weight += budget.whim * dice.fraction();
    }
    weighed.sort_by(|a, b| b.0.total_cmp(&a.0));
    weighed.truncate(budget.candidates.max(1));
    if worlds.is_empty() || budget.plies == 0 {
        return weighed.first().map(|(_, step)| *step);
    }
    let w = &budget.weights;
    let mut replies = Replies::new(&scene.worths, [w.fall; 3], budget.nodes_max);
    let public = {
        let belief = Belief::public(view, battle);
        let mut odds = Odds::new();
        if let Some(mut sampler) = Sampler::new(&belief, !seed) {
            for _ in 0..budget.glances {
                odds.count(&sampler.draw());
            }
        }
        odds.settle();
        odds
    };
    let own_points = battle.board.occupied().minus(scene.enemies);
    let theirs = Hopes::new(scene.other_side(), own_points, &public, &scene.worths, w.fall.max(1000.0));
    let ours = Hopes::new(scene.side, scene.enemies, &scene.odds, &scene.worths, w.fall.max(1000.0));
    let searched = weighed.iter().map(|&(weight, step)| {
        let value = if w.mode < 0.5 {
            search(&mut replies, &worlds, step, scene.side, budget)
        } else {
            foresee(&mut replies, &worlds, step, &scene, &public, (&theirs, &ours), budget)
        };
        (w.trust * value + w.prior * weight, step)
    });
    searched.max_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, step)| step)
}

fn foresee(replies: &mut Replies<'_>, worlds: &[Position], step: Move, scene: &Scene<'_>, public: &Odds, (theirs, ours): (&Hopes, &Hopes), budget: &Budget) -> f32 {
    let w = &budget.weights;
    let me = scene.view.seat;
    let declarer = scene.battle.declarer;
    let defenders = SeatSet::ALL.without(declarer);
    let (own_seats, their_seats) = match scene.side {
        Side::Declarer => (SeatSet::NONE.with(declarer), defenders),
        Side::Defenders => (defenders, SeatSet::NONE.with(declarer)),
    };
    let (mut sum, mut squares) = (0.0, 0.0);
    // What others make of the mover after its move.
    let attacked = scene.enemies.contains(step.to);
    let mut as_seen = *public.row(step.from);
    let turned_only = !Board::get().roads(step.from).or(Board::get().railways(step.from)).contains(step.to)
        && !Board::get().destinations(step.from, Riding::Straight, scene.open, scene.enemies).contains(step.to);
    for kind in Kind::ALL {
        if !kind.is_mobile() || turned_only && !kind.turns() {
            as_seen[kind as usize] = 0.0;
        }
    }
    for world in worlds {
        let node = Node { position: *world, won: 0.0, is_over: false };
        let target = world.piece(step.to).map(|piece| piece.kind);
        let mut now = replies.after(&node, step);
        let mover_stays = now.position.piece(step.to).is_some_and(|piece| piece.seat == me);
        let mut seen = as_seen;
        if let (true, Some(target)) = (attacked, target) {
            let _ = target;
            // They know what they lost only if it is theirs: the one who lost it weighs the winner.
            for kind in Kind::ALL {
                if clash(kind, target) != Outcome::AttackerWon { seen[kind as usize] = 0.0; }
            }
        }
        let total: f32 = seen.iter().sum();
        if total > 0.0 { seen.iter_mut().for_each(|odds| *odds /= total); }
        let row = theirs.row(step.to, &seen, &scene.worths);
        let seen = mover_stays.then_some((step.to, &row));
        if w.mode < 1.5 {
            let mut side_ours = false;
            for _ in 1..budget.plies {
                let next = if side_ours {
                    replies.hope(&now, own_seats, ours, None, w.least)
                } else {
                    replies.hope(&now, their_seats, theirs, seen, w.least)
                };
                if let Some((next, _)) = next { now = next; }
                side_ours = !side_ours;
            }
        } else {
            let mut seat = me;
            for _ in 1..budget.plies {
                seat = seat.next();
                let set = SeatSet::NONE.with(seat);
                let next = if own_seats.contains(seat) {
                    replies.hope(&now, set, ours, None, w.least)
                } else {
                    replies.hope(&now, set, theirs, seen, w.least)
                };
                if let Some((next, _)) = next { now = next; }
            }
        }
        let value = signed(scene.side, w.scale * (now.won / w.scale).tanh());
        sum += value;
        squares += value * value;
    }
    let count = worlds.len() as f32;
    let mean = sum / count;
    mean - w.caution * (squares / count - mean * mean).max(0.0).sqrt()
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
        let value = signed(side, budget.weights.scale * (won / budget.weights.scale).tanh());
        sum += value;
        squares += value * value;
    }
    let count = worlds.len() as f32;
    let mean = sum / count;
    mean - budget.weights.caution * (squares / count - mean * mean).max(0.0).sqrt()
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
