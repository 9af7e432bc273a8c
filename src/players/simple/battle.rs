//! Choosing a move: everything is weighed one ply ahead.

use super::field::{FAR, Field};
use super::value::{Prospect, prospect, value};
use crate::players::dice::Dice;
use crate::players::seated::OwnTurn;
use crate::rules::{Board, Kind, Move, Terrain};

/// What a flag of one's own being exposed counts.
const GUARD: f32 = 260.0;

/// What a ply nearer to the enemy's flag counts.
const APPROACH: f32 = 4.0;

/// What is lost of a piece that shuts itself up in a headquarters for nothing.
const STRANDED: f32 = 0.8;

/// What going back where one just came from costs, and doing the same over again.
const TO_AND_FRO: f32 = 25.0;

/// Own plies that are remembered for that.
const MEMORY: usize = 6;

/// The best move, as far as one ply shows; none where there is no move.
pub(super) fn choose(battle: &OwnTurn<'_>, dice: &mut Dice) -> Option<Move> {
    let &OwnTurn { view, battle, pieces, moves, start } = battle;
    let field = Field::of(view, battle, pieces, start);
    let exposed = field.exposure(field.open, field.enemies);
    let own_plies = view.public.plies.iter().rev().filter(|ply| ply.seat == view.seat).take(MEMORY);
    let recent: Vec<Move> = own_plies.map(|ply| Move { from: ply.from, to: ply.to }).collect();
    let mut best: Option<(f32, Move)> = None;
    for &step in moves {
        let Some(&kind) = pieces.get(&step.from) else { continue };
        let whim = dice.below(4) as f32;
        let score = weigh(&field, step, kind, exposed) - aimlessness(&recent, step) + whim;
        if best.is_none_or(|(highest, _)| score > highest) {
            best = Some((score, step));
        }
    }
    best.map(|(_, step)| step)
}

fn weigh(field: &Field<'_>, step: Move, kind: Kind, exposed: f32) -> f32 {
    let Move { from, to } = step;
    let enemy = field.enemy(to);
    let clash = enemy.map(|suspect| prospect(kind, suspect, field.role(suspect.owner)));
    let (gain, survives) = clash.map_or((0.0, 1.0), |clash| (clash.gain, clash.survives));

    // The board as it will be if the mover stands on the point; what it attacks is gone then.
    let (mut open, mut enemies) = (field.open, field.enemies);
    open.insert(from);
    open.remove(to);
    enemies.remove(to);
    let ahead = match clash {
        None => field.exposure(open, enemies),
        Some(Prospect { removes, .. }) => {
            let mut kept = field.open;
            kept.insert(from);
            let failed = field.exposure(kept, field.enemies);
            removes * field.exposure(open, enemies) + (1.0 - removes) * failed
        }
    };
    let guard = GUARD * (exposed - ahead);

    let risk = field.danger(kind, from, field.open, field.enemies)
        - survives * field.danger(kind, to, open, enemies);
    let stranded = match Board::get().terrain(to) {
        Terrain::Headquarters => STRANDED * value(kind) * survives,
        Terrain::Camp | Terrain::Station => 0.0,
    };
    let leaves_guard =
        field.guarded.first().is_some_and(|(flag, _)| Board::get().roads(*flag).contains(from));
    gain + guard + 0.5 * risk + approach(field, step, kind) - stranded - if leaves_guard { 12.0 } else { 0.0 }
}

/// What coming nearer to an enemy's flag is worth: fighters and engineers lead.
fn approach(field: &Field<'_>, step: Move, kind: Kind) -> f32 {
    let eager = match kind {
        Kind::MajorGeneral | Kind::Brigadier | Kind::Colonel | Kind::Major | Kind::Bomb => 1.5,
        Kind::General | Kind::Engineer | Kind::Missile => 1.0,
        Kind::GrandMarshal | Kind::FieldMarshal | Kind::Captain | Kind::Lieutenant => 0.8,
        Kind::Mine | Kind::Flag | Kind::Fortress => 0.0,
    };
    let (before, after) = (field.distance[step.from.index()], field.distance[step.to.index()]);
    match (before, after) {
        (FAR, FAR) => 0.0,
        (FAR, _) => APPROACH * eager,
        (_, FAR) => -2.0 * APPROACH * eager,
        // The nearer the goal, the more a ply counts.
        _ => {
            let nearer = f32::from(before) - f32::from(after);
            nearer * APPROACH * eager + if nearer > 0.0 { 6.0 / (1.0 + f32::from(after)) } else { 0.0 }
        }
    }
}

fn aimlessness(recent: &[Move], step: Move) -> f32 {
    let undoes = recent.iter().any(|past| past.from == step.to && past.to == step.from);
    let repeats = recent.contains(&step);
    f32::from(u8::from(undoes) + u8::from(repeats)) * TO_AND_FRO
}
