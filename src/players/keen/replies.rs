//! Best-reply search: the sides move in turn, each with whichever of its pieces does most, captures
//! only, and either may stand pat.

use super::hopes::Hopes;
use super::values::Worths;
use crate::rules::position::{Piece, Position};
use crate::rules::{Board, Kind, Move, Outcome, Point, Points, Seat, SeatSet, Side, clash};

/// What the end of a game counts, in the worths' units, at the least: all between lies within.
pub(super) const END: f32 = 4_000.0;

/// A capture found, with what it is likely to bring.
#[derive(Clone, Copy)]
struct Capture {
    step: Move,
    order: f32,
}

/// Captures looked at in one position at most; the best come first.
const CAPTURES_MAX: usize = 48;

/// A search of replies in whole worlds.
pub(super) struct Replies<'a> {
    worths: &'a Worths,
    /// What eliminating a defender is worth to the declarer beside the army: `[how many before]`.
    pub(super) fall_worth: [f32; 3],
    /// Positions looked at.
    pub(super) nodes: u64,
    /// When there were so many, positions are taken as they stand.
    pub(super) nodes_max: u64,
}

/// A position with what has been won in it so far, as the declarer counts.
#[derive(Clone, Copy)]
pub(super) struct Node {
    pub(super) position: Position,
    pub(super) won: f32,
    pub(super) is_over: bool,
}

impl<'a> Replies<'a> {
    pub(super) fn new(worths: &'a Worths, fall_worth: [f32; 3], nodes_max: u64) -> Self {
        Self { worths, fall_worth, nodes: 0, nodes_max }
    }

    /// The node after a move of whoever stands there.
    pub(super) fn after(&mut self, node: &Node, step: Move) -> Node {
        self.nodes += 1;
        let mut next = *node;
        let Some(mover) = node.position.piece(step.from) else { return next };
        let target = node.position.piece(step.to);
        let side = node.position.side(mover.seat);
        let outcome = target.map_or(Outcome::Moved, |target| clash(mover.kind, target.kind));
        next.position.make(step, outcome);
        let mut won = -self.worths.of(side, mover.kind, step.from);
        if outcome.mover_stays() {
            won += self.worths.of(side, mover.kind, step.to);
        }
        if let Some(target) = target {
            if outcome.target_falls() {
                won += self.worths.of(other(side), target.kind, step.to);
            }
            next.won += signed(side, won);
            if outcome.is_flag_fall() {
                self.fall(&mut next, target.seat);
            } else {
                self.look_for_the_stuck(&mut next, [target.seat, mover.seat]);
            }
        } else {
            next.won += signed(side, won);
            self.look_for_the_stuck(&mut next, [mover.seat, mover.seat]);
        }
        next
    }

    /// Eliminates those of the two who cannot move again (RULES 10.1).
    fn look_for_the_stuck(&self, node: &mut Node, seats: [Seat; 2]) {
        for seat in seats {
            let stuck = node.position.in_play().contains(seat) && node.position.movers(seat).is_empty();
            if stuck && !node.is_over {
                self.fall(node, seat);
            }
        }
    }

    fn fall(&self, node: &mut Node, seat: Seat) {
        let before = usize::from(node.position.defenders_eliminated()).min(2);
        let side = node.position.side(seat);
        node.won += signed(side, -self.army(&node.position, seat));
        node.position.eliminate(seat);
        if side == Side::Defenders {
            node.won += self.fall_worth[before];
        }
        match node.position.end_by_elimination() {
            Some(crate::rules::position::End::DeclarerMade) => {
                (node.won, node.is_over) = (END, true);
            }
            Some(_) => (node.won, node.is_over) = (-END, true),
            None => {}
        }
    }

    fn army(&self, position: &Position, seat: Seat) -> f32 {
        let side = position.side(seat);
        let pieces = position.standing(seat).iter();
        let worths = pieces.filter_map(|point| {
            let Piece { kind, .. } = position.piece(point)?;
            Some(self.worths.of(side, kind, point))
        });
        worths.sum()
    }

    /// What the node is worth to the declarer with that side to move, looking so many plies
    /// ahead.
    pub(super) fn best(&mut self, node: &Node, side: Side, plies: u8, mut low: f32, mut high: f32) -> f32 {
        if node.is_over || plies == 0 || self.nodes >= self.nodes_max {
            return node.won;
        }
        let mut best = node.won;
        match side {
            Side::Declarer => low = low.max(best),
            Side::Defenders => high = high.min(best),
        }
        if low >= high {
            return best;
        }
        let (captures, count) = self.captures(&node.position, side);
        for capture in &captures[..count] {
            let next = self.after(node, capture.step);
            let value = self.best(&next, other(side), plies - 1, low, high);
            match side {
                Side::Declarer => {
                    best = best.max(value);
                    low = low.max(best);
                }
                Side::Defenders => {
                    best = best.min(value);
                    high = high.min(best);
                }
            }
            if low >= high {
                break;
            }
        }
        best
    }

    /// Plays the capture that these seats hope most for, if they hope for anything; where the point
    /// is `seen`, what they hope for is as given.
    pub(super) fn hope(
        &mut self,
        node: &Node,
        seats: SeatSet,
        hopes: &Hopes,
        seen: Option<(Point, &[f32; Kind::COUNT])>,
        least: f32,
    ) -> Option<(Node, Move)> {
        if node.is_over {
            return None;
        }
        let position = &node.position;
        let mut best: Option<(f32, Move)> = None;
        for seat in seats.and(position.in_play()).iter() {
            let (open, targets) = (position.open(), position.targets(seat));
            for from in position.movers(seat) {
                let Some(piece) = position.piece(from) else { continue };
                for to in reach(piece.kind, from, open, targets) {
                    let hope = match seen {
                        Some((point, row)) if point == to => row[piece.kind as usize],
                        _ => hopes.of(piece.kind, to),
                    };
                    if hope > best.map_or(least, |(hope, _)| hope) {
                        best = Some((hope, Move { from, to }));
                    }
                }
            }
        }
        best.map(|(_, step)| (self.after(node, step), step))
    }

    /// The captures of a side, the most promising first.
    fn captures(&self, position: &Position, side: Side) -> ([Capture; CAPTURES_MAX], usize) {
        let nothing = Capture { step: NO_MOVE, order: 0.0 };
        let mut found = [nothing; CAPTURES_MAX];
        let mut count = 0;
        let declarer = position.declarer();
        let seats = match side {
            Side::Declarer => position.in_play().iter().filter(|seat| *seat == declarer).collect::<SeatSet>(),
            Side::Defenders => position.in_play().without(declarer),
        };
        let some_seat = match side {
            Side::Declarer => declarer,
            Side::Defenders => Seat::from_index(declarer.index() + 1),
        };
        let (open, targets) = (position.open(), position.targets(some_seat));
        for seat in seats.iter() {
            for from in position.movers(seat) {
                let Some(piece) = position.piece(from) else { continue };
                for to in reach(piece.kind, from, open, targets) {
                    let Some(target) = position.piece(to) else { continue };
                    let outcome = clash(piece.kind, target.kind);
                    if outcome == Outcome::DefenderWon {
                        // Nobody attacks to lose.
                        continue;
                    }
                    let mut order = self.worths.of(other(side), target.kind, to);
                    if !outcome.mover_stays() {
                        order -= self.worths.of(side, piece.kind, from);
                    }
                    if outcome.is_flag_fall() {
                        order += END;
                    }
                    if count < CAPTURES_MAX && order > 0.0 {
                        found[count] = Capture { step: Move { from, to }, order };
                        count += 1;
                    }
                }
            }
        }
        found[..count].sort_unstable_by(|a, b| b.order.total_cmp(&a.order));
        (found, count)
    }
}

const NO_MOVE: Move = {
    let Some(point) = crate::rules::Point::from_index(0) else { panic!("the board has points") };
    Move { from: point, to: point }
};

#[inline]
fn reach(kind: Kind, from: crate::rules::Point, open: Points, targets: Points) -> Points {
    let riding = if kind.turns() {
        crate::rules::board::Riding::Turning
    } else {
        crate::rules::board::Riding::Straight
    };
    Board::get().destinations(from, riding, open, targets).and(targets)
}

const fn other(side: Side) -> Side {
    match side {
        Side::Declarer => Side::Defenders,
        Side::Defenders => Side::Declarer,
    }
}

/// What a side has won, as the declarer counts it.
pub(super) const fn signed(side: Side, won: f32) -> f32 {
    match side {
        Side::Declarer => won,
        Side::Defenders => -won,
    }
}
