//! Best-reply search: after a move every seat in turn makes the capture it hopes most for, by what
//! it may know, or stands pat. What it hopes for is a guess; what comes of it is told by the world.

use super::hopes::{Hopes, Row};
use super::line::Line;
use super::odds::Odds;
use super::scene::Scene;
use super::shown::Shown;
use super::style::Style;
use crate::rules::{Kind, Move, Outcome, Point, Position, Seat, Side, clash};

/// The search.
pub(super) struct Foresight<'a> {
    scene: &'a Scene<'a>,
    /// What anybody makes of the own side's pieces.
    public: &'a Odds,
    ours: Hopes,
    theirs: Hopes,
    replies: u8,
    /// Best replies looked for.
    pub(super) nodes: u64,
}

impl<'a> Foresight<'a> {
    /// A search that looks at so many replies after each move.
    pub(super) fn new(scene: &'a Scene<'a>, public: &'a Odds, replies: u8) -> Self {
        let own = scene.battle.board.occupied().minus(scene.enemies);
        let hopes = |side, targets, odds| Hopes::new(side, targets, odds, &scene.worths);
        Self {
            ours: hopes(scene.side, scene.enemies, &scene.odds),
            theirs: hopes(scene.side.other(), own, public),
            scene,
            public,
            replies,
            nodes: 0,
        }
    }

    /// What the move is worth over the worlds, in the units of the prior: the mean, less a share
    /// of the spread.
    pub(super) fn worth(&mut self, step: Move, worlds: &[Position]) -> f32 {
        let (mut sum, mut squares) = (0.0, 0.0);
        let Style { scale, caution, .. } = *self.scene.style;
        for world in worlds {
            let won = self.follow(step, world);
            let own = if self.scene.side == Side::Declarer { won } else { -won };
            let value = scale * (own / scale).tanh();
            sum += value;
            squares += value * value;
        }
        let count = worlds.len().max(1) as f32;
        let mean = sum / count;
        mean - caution * (squares / count - mean * mean).max(0.0).sqrt()
    }

    /// What the declarer has won after the move and the replies to it.
    fn follow(&mut self, step: Move, world: &Position) -> f32 {
        let mut line = Line::new(world);
        let mut shown = Shown::nothing(step.from);
        self.advance(&mut line, &mut shown, step);
        let mut seat = self.scene.view.seat;
        let mut left = self.replies;
        while left > 0 && !line.is_over {
            seat = seat.next();
            if line.position.in_play().contains(seat) {
                left -= 1;
                if let Some(reply) = self.reply(&line.position, &shown, seat) {
                    self.advance(&mut line, &mut shown, reply);
                }
            }
        }
        line.won
    }

    /// The capture that the seat hopes most for; none where it hopes for nothing.
    fn reply(&mut self, position: &Position, shown: &Shown, seat: Seat) -> Option<Move> {
        self.nodes += 1;
        let hopes = if position.side(seat) == self.scene.side { &self.ours } else { &self.theirs };
        let mut best = (0.0, None);
        let targets = position.targets(seat);
        let known = targets.and(shown.points());
        let worth_a_look = |kind| hopes.wanted(kind).and(targets).or(known);
        position.captures(seat, worth_a_look, |kind, from, to| {
            let hope = match shown.at(to) {
                None => hopes.of(kind, to),
                Some(odds) => hopes.against(kind, to, odds, &self.scene.worths),
            };
            if hope > best.0 {
                best = (hope, Some(Move { from, to }));
            }
        });
        best.1
    }

    /// Makes the move, and keeps what it shows of the pieces that stay.
    fn advance(&self, line: &mut Line, shown: &mut Shown, step: Move) {
        let Some(mover) = line.position.piece(step.from) else { return };
        let target = line.position.piece(step.to);
        let outcome = target.map_or(Outcome::Moved, |target| clash(mover.kind, target.kind));
        let side = line.position.side(mover.seat);
        let staying = if outcome.mover_stays() { Some((step.from, side)) } else { None };
        let staying = staying.or((outcome == Outcome::DefenderWon).then_some((step.to, side.other())));
        let odds = staying.map(|(point, side)| self.odds_at(shown, point, side));
        shown.forget(step.from);
        shown.forget(step.to);
        line.play(step, outcome, &self.scene.worths);
        let Some(odds) = odds else { return };
        match target {
            None => shown.add(step.to, odds, Kind::is_mobile),
            Some(target) if outcome.mover_stays() => {
                shown.add(step.to, odds, |kind| kind.is_mobile() && clash(kind, target.kind) == outcome);
            }
            Some(_) => shown.add(step.to, odds, |kind| clash(mover.kind, kind) == outcome),
        }
    }

    /// What the other side makes of a piece of that side.
    fn odds_at(&self, shown: &Shown, point: Point, side: Side) -> Row {
        let base = if side == self.scene.side { self.public } else { &self.scene.odds };
        *shown.at(point).unwrap_or_else(|| base.row(point))
    }
}
