//! Weighing every move by what one look shows: the clash, the flags, danger, and the way ahead.

use super::scene::Scene;
use super::values::{eagerness, value};
use crate::rules::{Board, Kind, Move, Point, Terrain};

/// What considerations of every style count, in the units of [`value`]: the enemy's flag, if it may stand on the point attacked;
const FLAG: f32 = 600.0;
/// leaving a point beside a flag to guard.
const POST: f32 = 12.0;

/// What is lost of a piece that shuts itself up in a headquarters for nothing.
const STRANDED: f32 = 0.8;

/// Own plies that are remembered against going to and fro.
const MEMORY: usize = 8;

/// A move and what speaks for it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Weighed {
    pub(super) step: Move,
    pub(super) worth: f32,
}

/// Every move with what speaks for it.
pub(super) fn weigh_all(scene: &Scene<'_>, moves: &[Move]) -> Vec<Weighed> {
    let exposed = scene.exposure(scene.open, scene.enemies);
    let own = scene.view.public.plies.iter().rev().filter(|ply| ply.seat == scene.view.seat);
    let recent: Vec<Move> = own.take(MEMORY).map(|ply| Move { from: ply.from, to: ply.to }).collect();
    let weighed = moves.iter().filter_map(|&step| {
        let kind = *scene.pieces.get(&step.from)?;
        let mut weighed = weigh(scene, step, kind, exposed);
        weighed.worth -= aimlessness(&recent, step) * scene.style.aimless;
        Some(weighed)
    });
    weighed.collect()
}

fn weigh(scene: &Scene<'_>, step: Move, kind: Kind, exposed: f32) -> Weighed {
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
        let prospect = scene.odds.prospect(kind, to, |other| scene.worths.of(scene.side.other(), other, to));
        survives = prospect.survives;
        score += prospect.gain - (1.0 - survives) * scene.worths.of(scene.side, kind, from);
        score += FLAG * scene.odds.of(to, Kind::Flag);
        score += scene.style.scout * doubt(scene, to);
        let mut kept = scene.open;
        kept.insert(from);
        let failed = scene.exposure(kept, scene.enemies);
        prospect.removes * scene.exposure(open, enemies) + (1.0 - prospect.removes) * failed
    } else {
        scene.exposure(open, enemies)
    };
    score += scene.style.guard * (exposed - guard);
    let risk = scene.danger(kind, from, scene.open, scene.enemies)
        - survives * scene.danger(kind, to, open, enemies);
    score += scene.style.danger * risk;
    if Board::get().terrain(to) == Terrain::Headquarters {
        score -= STRANDED * value(kind) * survives;
    } else {
        score += survives * approach(scene, step, kind);
    }
    let leaves_post = scene.guarded.iter().any(|(flag, _)| Board::get().roads(*flag).contains(from));
    Weighed { step, worth: if leaves_post { score - POST } else { score } }
}

/// What coming nearer to an enemy's flag is worth.
fn approach(scene: &Scene<'_>, step: Move, kind: Kind) -> f32 {
    let (before, after) = (scene.ahead[step.from.index()], scene.ahead[step.to.index()]);
    let nearer = (before - after).clamp(-8.0, 8.0);
    let last = if nearer > 0.0 { scene.style.arrival / (1.0 + after) } else { 0.0 };
    scene.haste * (nearer * scene.style.approach * eagerness(kind) + last)
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
