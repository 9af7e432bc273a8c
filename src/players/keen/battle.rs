//! Choosing a move.

use super::Budget;
use super::foresight::Foresight;
use super::odds::Odds;
use super::prior::weigh_all;
use super::scene::Scene;
use crate::players::belief::{Belief, Insight, Sampler, World};
use crate::players::dice::Dice;
use crate::players::seated::Battle;
use crate::rules::position::Piece;
use crate::rules::{Kind, Move, Point, Position, Seat};
use crate::view::{BattleView, PlayerView};

/// The best move; none where there is no move.
pub(super) fn choose(battle: &Battle<'_>, dice: &mut Dice, budget: &Budget) -> Option<Move> {
    let &Battle { view, battle, pieces, moves, start } = battle;
    let seed = dice.seed();
    if moves.len() < 2 {
        return moves.first().copied();
    }
    let belief = Belief::of(view, battle, start);
    let mut worlds: Vec<Position> = Vec::with_capacity(budget.worlds);
    let odds = look(&belief, budget.reading(), seed, budget.glances.max(budget.worlds), |number, world| {
        if number < budget.worlds {
            worlds.push(position(view, battle, world.pieces()));
        }
    });
    let scene = Scene::new(view, battle, pieces, odds, &budget.style);
    if let Some(step) = sure_flag(&scene, moves) {
        return Some(step);
    }
    let mut weighed = weigh_all(&scene, moves);
    for weighed in &mut weighed {
        weighed.rest += budget.whim * dice.fraction();
    }
    weighed.sort_by(|a, b| b.total().total_cmp(&a.total()));
    weighed.truncate(budget.candidates.max(1));
    if worlds.is_empty() || budget.replies == 0 {
        return weighed.first().map(|weighed| weighed.step);
    }
    let public = look(&Belief::public(view, battle), budget.reading(), !seed, budget.glances, |_, _| ());
    let mut foresight = Foresight::new(&scene, &public, budget.replies);
    let searched = weighed.iter().map(|weighed| {
        (foresight.worth(weighed.step, &worlds) + weighed.beside_search(&budget.style), weighed.step)
    });
    searched.max_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, step)| step)
}

/// Draws that many worlds, hands each on with its number, and counts what stands where.
fn look(
    belief: &Belief,
    insight: Insight,
    seed: u64,
    worlds: usize,
    mut on_world: impl FnMut(usize, &World<'_>),
) -> Odds {
    let mut odds = Odds::new();
    // What stands about a flag hangs together: each place of the declarer's is taken for true by turns.
    let places = belief.flag_points();
    let supposed: Vec<Belief> = if insight.around_flag > 0.0 && places.len() > 1 {
        places.iter().map(|place| belief.supposing_flag(place)).collect()
    } else {
        vec![]
    };
    let beliefs = if supposed.is_empty() { std::slice::from_ref(belief) } else { &supposed };
    let mut samplers: Vec<Sampler<'_>> =
        beliefs.iter().filter_map(|belief| Sampler::new(belief, insight, seed)).collect();
    let ways = samplers.len();
    for number in 0..if ways > 0 { worlds } else { 0 } {
        let world = samplers[number % ways].draw();
        odds.count(&world);
        on_world(number, &world);
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
