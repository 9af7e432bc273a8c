//! Weighing every move by what one look shows: the clash, the flags, danger, and the way ahead.

use super::scene::Scene;
use super::values::{eagerness, value};
use crate::rules::{Board, Kind, Move, Point, Terrain};

/// What each consideration counts, in the units of [`value`].
#[derive(Clone, Copy, Debug)]
pub(super) struct Weights {
    /// A guarded flag's exposure.
    pub(super) guard: f32,
    /// A step nearer to the enemy's flag.
    pub(super) approach: f32,
    /// The share of what may be lost where a piece stands.
    pub(super) danger: f32,
    /// The enemy's flag, if it may stand on the point attacked.
    pub(super) flag: f32,
    /// Going back where one just came from, and doing the same over again.
    pub(super) aimless: f32,
    /// Learning what an unknown piece is.
    pub(super) scout: f32,
    /// Leaving a point beside a flag to guard.
    pub(super) post: f32,
    /// What a step nearer to a flag adds to a piece's worth in the search, and from how far on.
    pub(super) nearer: f32,
    pub(super) near: f32,
    /// How much farther a defender's flag seems for each piece of the army.
    pub(super) army_bias: f32,
    /// Against what the search's gains are reckoned.
    pub(super) scale: f32,
    pub(super) caution: f32,
    /// What the search counts beside the prior.
    pub(super) trust: f32,
    pub(super) fall: f32,
    pub(super) prior: f32,
    pub(super) least: f32,
    pub(super) layout: f32,
    pub(super) insight: f32,
}

impl Weights {
    pub(super) const USUAL: Self = Self {
        guard: 260.0,
        approach: 4.0,
        danger: 0.5,
        flag: 600.0,
        aimless: 25.0,
        scout: 6.0,
        post: 12.0,
        nearer: 2.2,
        near: 14.0,
        army_bias: 0.12,
        scale: 400.0,
        caution: 0.1,
        trust: 1.0,
        fall: 300.0,
        prior: 1.0,
        least: 0.0,
        layout: 0.0,
        insight: 1.0,
    };
}

/// What is lost of a piece that shuts itself up in a headquarters for nothing.
const STRANDED: f32 = 0.8;

/// Own plies that are remembered against going to and fro.
const MEMORY: usize = 8;

/// Every move with its weight, best first; ties in the order of the moves.
pub(super) fn weigh_all(scene: &Scene<'_>, moves: &[Move], weights: &Weights) -> Vec<(f32, Move)> {
    let exposed = scene.exposure(scene.open, scene.enemies);
    let own = scene.view.public.plies.iter().rev().filter(|ply| ply.seat == scene.view.seat);
    let recent: Vec<Move> = own.take(MEMORY).map(|ply| Move { from: ply.from, to: ply.to }).collect();
    let weighed = moves.iter().filter_map(|&step| {
        let kind = *scene.pieces.get(&step.from)?;
        Some((
            weigh(scene, step, kind, exposed, weights) - aimlessness(&recent, step) * weights.aimless,
            step,
        ))
    });
    let mut weighed: Vec<(f32, Move)> = weighed.collect();
    weighed.sort_by(|a, b| b.0.total_cmp(&a.0));
    weighed
}

fn weigh(scene: &Scene<'_>, step: Move, kind: Kind, exposed: f32, weights: &Weights) -> f32 {
    let Move { from, to } = step;
    let attacks = scene.enemies.contains(to);
    // The board as it will be if the mover stands on the point; what it attacks is gone then.
    let (mut open, mut enemies) = (scene.open, scene.enemies);
    open.insert(from);
    open.remove(to);
    enemies.remove(to);
    let mut score = 0.0;
    let mut survives = 1.0;
    let guard = if attacks {
        let prospect = scene.odds.prospect(kind, to, |other| scene.worths.of(scene.other_side(), other, to));
        survives = prospect.survives;
        score += prospect.gain - (1.0 - survives) * scene.worths.of(scene.side, kind, from);
        score += weights.flag * scene.odds.of(to, Kind::Flag);
        score += weights.scout * doubt(scene, to);
        let mut kept = scene.open;
        kept.insert(from);
        let failed = scene.exposure(kept, scene.enemies);
        prospect.removes * scene.exposure(open, enemies) + (1.0 - prospect.removes) * failed
    } else {
        scene.exposure(open, enemies)
    };
    score += weights.guard * (exposed - guard);
    let risk = scene.danger(kind, from, scene.open, scene.enemies)
        - survives * scene.danger(kind, to, open, enemies);
    score += weights.danger * risk;
    if Board::get().terrain(to) == Terrain::Headquarters {
        score -= STRANDED * value(kind) * survives;
    } else {
        score += survives * approach(scene, step, kind, weights);
    }
    let leaves_post = scene.guarded.iter().any(|(flag, _)| Board::get().roads(*flag).contains(from));
    if leaves_post { score - weights.post } else { score }
}

/// What coming nearer to an enemy's flag is worth.
fn approach(scene: &Scene<'_>, step: Move, kind: Kind, weights: &Weights) -> f32 {
    let (before, after) = (scene.ahead[step.from.index()], scene.ahead[step.to.index()]);
    let nearer = (before - after).clamp(-8.0, 8.0);
    let last = if nearer > 0.0 { 6.0 / (1.0 + after) } else { 0.0 };
    nearer * weights.approach * eagerness(kind) + last
}

/// How little is known of what stands on the point, 0 to 1.
fn doubt(scene: &Scene<'_>, point: Point) -> f32 {
    1.0 - Kind::ALL.into_iter().map(|kind| scene.odds.of(point, kind).powi(2)).sum::<f32>()
}

fn aimlessness(recent: &[Move], step: Move) -> f32 {
    let undoes = recent.iter().any(|past| past.from == step.to && past.to == step.from);
    let repeats = recent.contains(&step);
    f32::from(u8::from(undoes) + u8::from(repeats))
}
