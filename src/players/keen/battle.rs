//! Choosing a move.

use super::Budget;
use super::foresight::Foresight;
use super::odds::Odds;
use super::prior::{Weighed, weigh_all};
use super::scene::Scene;
use crate::players::belief::{Belief, Insight, Sampler, World};
use crate::players::dice::Dice;
use crate::players::seated::OwnTurn;
use crate::rules::position::Piece;
use crate::rules::{Kind, Move, Point, Position, Seat, Side};
use crate::view::{BattleView, PlayerView};

/// The best move; none where there is no move.
pub(super) fn choose(battle: &OwnTurn<'_>, dice: &mut Dice, budget: &Budget) -> Option<Move> {
    let seed = dice.seed();
    if battle.moves.len() < 2 {
        return battle.moves.first().copied();
    }
    let matter = Matter::of(battle, seed, budget);
    if let Some(step) = sure_flag(&matter.scene, battle.moves) {
        return Some(step);
    }
    let candidates = matter.candidates(battle.moves, dice, budget);
    match &matter.public {
        None => candidates.first().map(|weighed| weighed.step),
        Some(public) => search(&matter, public, &candidates, budget).0,
    }
}

/// Makes the search for the best move ready and hands it over, to be measured by itself; each time it
/// is carried out it tells how many best replies it looked for.
pub(in crate::players) fn rehearse(
    battle: &OwnTurn<'_>,
    seed: u64,
    budget: &Budget,
    run: impl FnOnce(&mut dyn FnMut() -> u64),
) {
    let matter = Matter::of(battle, seed, budget);
    let candidates = matter.candidates(battle.moves, &mut Dice::new(seed), budget);
    if let Some(public) = &matter.public {
        run(&mut || search(&matter, public, &candidates, budget).1);
    }
}

/// What a choice is made from.
struct Matter<'a> {
    scene: Scene<'a>,
    worlds: Vec<Position>,
    /// What anybody makes of the own side's pieces; none where nothing is searched.
    public: Option<Odds>,
}

impl<'a> Matter<'a> {
    fn of(battle: &OwnTurn<'a>, seed: u64, budget: &'a Budget) -> Self {
        let &OwnTurn { view, battle, pieces, start, .. } = battle;
        let side = Side::of(view.seat, battle.declarer);
        let reading = budget.reading(side);
        let belief = Belief::of(view, battle, start);
        let mut worlds: Vec<Position> = Vec::with_capacity(budget.worlds);
        let glances = budget.glances.max(budget.worlds);
        let odds = look(&belief, reading, seed, glances, |number, world| {
            if number < budget.worlds {
                worlds.push(position(view, battle, world.pieces()));
            }
        });
        let searches = !worlds.is_empty() && budget.replies > 0;
        let public =
            searches.then(|| look(&Belief::public(view, battle), reading, !seed, budget.glances, |_, _| ()));
        Self { scene: Scene::new(view, battle, pieces, odds, budget.style(side)), worlds, public }
    }

    /// The moves worth a search, best first.
    fn candidates(&self, moves: &[Move], dice: &mut Dice, budget: &Budget) -> Vec<Weighed> {
        let mut weighed = weigh_all(&self.scene, moves);
        for weighed in &mut weighed {
            weighed.worth += self.scene.style.whim * dice.fraction();
        }
        weighed.sort_by(|a, b| b.worth.total_cmp(&a.worth));
        weighed.truncate(budget.candidates.max(1));
        weighed
    }
}

/// The best of the candidates, and how many best replies were looked for.
fn search(
    matter: &Matter<'_>,
    public: &Odds,
    candidates: &[Weighed],
    budget: &Budget,
) -> (Option<Move>, u64) {
    let mut foresight = Foresight::new(&matter.scene, public, budget.replies);
    let mut best: Option<(f32, Move)> = None;
    for weighed in candidates {
        let worth = foresight.worth(weighed.step, &matter.worlds) + weighed.worth;
        // Of equals the last, as it has always been.
        if best.is_none_or(|(highest, _)| worth >= highest) {
            best = Some((worth, weighed.step));
        }
    }
    (best.map(|(_, step)| step), foresight.nodes)
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
