//! A line of play in one world, with what has been won in it.

use super::values::Worths;
use crate::rules::position::End;
use crate::rules::{Move, Outcome, Position, Seat, Side};

/// What the end of a game counts, in the worths' units.
const END: f32 = 4_000.0;

/// What the fall of a defender counts beside the army, where it does not end the game.
const FALL: f32 = 300.0;

/// What who attacks a flag hopes for.
pub(super) const FLAG_HOPE: f32 = 1_000.0;

/// A line of play.
#[derive(Clone, Copy)]
pub(super) struct Line {
    pub(super) position: Position,
    /// What the declarer has won since it began.
    pub(super) won: f32,
    pub(super) is_over: bool,
}

impl Line {
    pub(super) const fn new(position: &Position) -> Self {
        Self { position: *position, won: 0.0, is_over: false }
    }

    /// Makes a move of that outcome, with the eliminations that follow (RULES 10.1).
    pub(super) fn play(&mut self, step: Move, outcome: Outcome, worths: &Worths) {
        let Some(mover) = self.position.piece(step.from) else { return };
        let target = self.position.piece(step.to);
        let side = self.position.side(mover.seat);
        let mut won = -worths.of(side, mover.kind, step.from);
        if outcome.mover_stays() {
            won += worths.of(side, mover.kind, step.to);
        }
        if let Some(target) = target.filter(|_| outcome.target_falls()) {
            won += worths.of(side.other(), target.kind, step.to);
        }
        self.won += signed(side, won);
        self.position.make(step, outcome);
        if let Some(target) = target {
            let seats = if outcome.is_flag_fall() { [target.seat; 2] } else { [target.seat, mover.seat] };
            for seat in seats {
                let falls_now = outcome.is_flag_fall() || self.position.movers(seat).is_empty();
                if falls_now && self.position.in_play().contains(seat) && !self.is_over {
                    self.fall(seat, worths);
                }
            }
        }
    }

    fn fall(&mut self, seat: Seat, worths: &Worths) {
        let side = self.position.side(seat);
        let pieces = self.position.standing(seat).iter();
        let army = pieces.filter_map(|point| Some(worths.of(side, self.position.piece(point)?.kind, point)));
        let army: f32 = army.sum();
        self.position.eliminate(seat);
        match self.position.end_by_elimination() {
            Some(end) => {
                self.is_over = true;
                self.won = if end == End::DeclarerMade { END } else { -END };
            }
            None => self.won += army + FALL,
        }
    }
}

/// What a side has won, as the declarer counts it.
const fn signed(side: Side, won: f32) -> f32 {
    match side {
        Side::Declarer => won,
        Side::Defenders => -won,
    }
}
