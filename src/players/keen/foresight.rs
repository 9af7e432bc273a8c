//! Best-reply search: after a move every seat in turn makes the capture it hopes most for, by what
//! it may know, or stands pat. What it hopes for is a guess; what comes of it is told by the world.

use super::hopes::Hopes;
use super::line::Line;
use super::odds::Odds;
use super::scene::Scene;
use crate::rules::{Kind, Move, Outcome, Point, Position, Seat, Side, clash};

/// Against what gains are reckoned: so much is as good as three games in four.
const SCALE: f32 = 400.0;

/// The share of the spread over worlds that counts against a move.
const CAUTION: f32 = 0.1;

/// Kinds with their likelihoods: `[kind]`.
type Row = [f32; Kind::COUNT];

/// A piece of which the line has shown something: where it stands now, what others make of it, and
/// what each kind of their pieces hopes for against it.
#[derive(Clone, Copy)]
struct Shown {
    point: Point,
    odds: Row,
    hopes: Row,
}

/// Pieces shown in one line; the oldest are forgotten first.
const SHOWN_MAX: usize = 6;

/// The search.
pub(super) struct Foresight<'a> {
    scene: &'a Scene<'a>,
    /// What anybody makes of the own side's pieces.
    public: &'a Odds,
    ours: Hopes,
    theirs: Hopes,
    replies: u8,
    /// Positions looked at.
    pub(super) nodes: u64,
}

impl<'a> Foresight<'a> {
    /// A search that looks at so many replies after each move.
    pub(super) fn new(scene: &'a Scene<'a>, public: &'a Odds, replies: u8) -> Self {
        let own = scene.battle.board.occupied().minus(scene.enemies);
        let hopes = |side, targets, odds| Hopes::new(side, targets, odds, &scene.worths);
        Self {
            ours: hopes(scene.side, scene.enemies, &scene.odds),
            theirs: hopes(scene.other_side(), own, public),
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
        for world in worlds {
            let won = self.follow(step, world);
            let own = if self.scene.side == Side::Declarer { won } else { -won };
            let value = SCALE * (own / SCALE).tanh();
            sum += value;
            squares += value * value;
        }
        let count = worlds.len().max(1) as f32;
        let mean = sum / count;
        mean - CAUTION * (squares / count - mean * mean).max(0.0).sqrt()
    }

    /// What the declarer has won after the move and the replies to it.
    fn follow(&mut self, step: Move, world: &Position) -> f32 {
        let mut line = Line::new(world);
        let mut shown = Vec::with_capacity(SHOWN_MAX);
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
    fn reply(&self, position: &Position, shown: &[Shown], seat: Seat) -> Option<Move> {
        let hopes = if position.side(seat) == self.scene.side { &self.ours } else { &self.theirs };
        let mut best = (0.0, None);
        let targets = position.targets(seat);
        for (kind, from, to) in position.captures(seat, targets) {
            let known = shown.iter().find(|one| one.point == to);
            let hope = known.map_or_else(|| hopes.of(kind, to), |one| one.hopes[kind as usize]);
            if hope > best.0 {
                best = (hope, Some(Move { from, to }));
            }
        }
        best.1
    }

    /// Makes the move, and keeps what it shows of the pieces that stay.
    fn advance(&mut self, line: &mut Line, shown: &mut Vec<Shown>, step: Move) {
        self.nodes += 1;
        let Some(mover) = line.position.piece(step.from) else { return };
        let target = line.position.piece(step.to);
        let outcome = target.map_or(Outcome::Moved, |target| clash(mover.kind, target.kind));
        let side = line.position.side(mover.seat);
        let of_mover = self.odds_at(shown, step.from, side);
        let of_target = target.map(|target| self.odds_at(shown, step.to, line.position.side(target.seat)));
        shown.retain(|one| one.point != step.from && one.point != step.to);
        line.play(step, outcome, &self.scene.worths);
        if outcome.mover_stays() {
            let fits = |kind: Kind| {
                kind.is_mobile() && target.is_none_or(|target| clash(kind, target.kind) == outcome)
            };
            self.show(shown, step.to, side, of_mover, fits);
        } else if let (Some(odds), Outcome::DefenderWon) = (of_target, outcome) {
            let other = self.other(side);
            self.show(shown, step.to, other, odds, |kind| clash(mover.kind, kind) == outcome);
        }
    }

    fn show(
        &self,
        shown: &mut Vec<Shown>,
        point: Point,
        owner: Side,
        mut odds: Row,
        fits: impl Fn(Kind) -> bool,
    ) {
        let mut total = 0.0;
        for (kind, odds) in Kind::ALL.into_iter().zip(&mut odds) {
            if !fits(kind) {
                *odds = 0.0;
            }
            total += *odds;
        }
        if total <= 0.0 {
            return;
        }
        for odds in &mut odds {
            *odds /= total;
        }
        let against = if owner == self.scene.side { &self.theirs } else { &self.ours };
        let hopes = against.row(point, &odds, &self.scene.worths);
        if shown.len() >= SHOWN_MAX {
            shown.remove(0);
        }
        shown.push(Shown { point, odds, hopes });
    }

    /// What the other side makes of a piece of that side.
    fn odds_at(&self, shown: &[Shown], point: Point, side: Side) -> Row {
        let known = shown.iter().find(|one| one.point == point);
        let base = if side == self.scene.side { self.public } else { &self.scene.odds };
        known.map_or_else(|| *base.row(point), |one| one.odds)
    }

    fn other(&self, side: Side) -> Side {
        if side == self.scene.side { self.scene.other_side() } else { self.scene.side }
    }
}
