//! The battlefield as one player sees it, with what its choices need.

use std::collections::BTreeMap;

use super::value::loss;
use crate::players::belief::{Belief, Suspect};
use crate::players::threats;
use crate::rules::board::Riding;
use crate::rules::{Board, Kind, Layout, Point, Points, Role, Seat, Side};
use crate::view::{BattleView, PlayerView};

/// Further away than any point of the board.
pub(super) const FAR: u8 = 40;

/// The battlefield.
pub(super) struct Field<'a> {
    pub(super) view: &'a PlayerView,
    pub(super) battle: &'a BattleView,
    pub(super) pieces: &'a BTreeMap<Point, Kind>,
    pub(super) belief: Belief,
    pub(super) open: Points,
    pub(super) enemies: Points,
    /// `[point]`: plies to a flag of the enemy's, over what stands open or can be attacked.
    pub(super) distance: [u8; Point::COUNT],
    /// The flags to guard, and how much each matters.
    pub(super) guarded: Vec<(Point, f32)>,
}

impl<'a> Field<'a> {
    pub(super) fn of(
        view: &'a PlayerView,
        battle: &'a BattleView,
        pieces: &'a BTreeMap<Point, Kind>,
        start: Option<&Layout>,
    ) -> Self {
        let belief = Belief::of(view, battle, start);
        let occupied = battle.board.occupied();
        let open: Points = Point::all().filter(|point| !occupied.contains(*point)).collect();
        let side = Side::of(view.seat, battle.declarer);
        let foes = Seat::ALL.into_iter().filter(|seat| Side::of(*seat, battle.declarer) != side);
        let enemies = foes.fold(Points::NONE, |all, seat| all.or(battle.board.standing[seat]));
        let mut field =
            Self { view, battle, pieces, belief, open, enemies, distance: [FAR; 129], guarded: Vec::new() };
        field.distance = field.distances();
        field.guarded = field.flags_to_guard();
        field
    }

    /// The role of a piece's owner.
    pub(super) fn role(&self, owner: Seat) -> Role {
        if owner == self.battle.declarer { Role::Declarer } else { Role::Defender }
    }

    /// The enemy's piece on the point.
    pub(super) fn enemy(&self, point: Point) -> Option<Suspect> {
        self.belief.at(point).filter(|_| self.enemies.contains(point))
    }

    /// Where an enemy's flag stands or may stand.
    fn goals(&self) -> Points {
        let may_be = |point: &Point| self.enemy(*point).is_some_and(|one| one.kinds.contains(Kind::Flag));
        self.enemies.iter().filter(may_be).collect()
    }

    /// Steps back from the goals, breadth first: what can be reached from a point can reach it.
    fn distances(&self) -> [u8; Point::COUNT] {
        let board = Board::get();
        let mut distance = [FAR; Point::COUNT];
        let attackable = self.enemies.minus(board.camps());
        let mut frontier = self.goals();
        frontier.iter().for_each(|goal| distance[goal.index()] = 0);
        let mut seen = frontier;
        for plies in 1..FAR {
            let mut next = Points::NONE;
            for point in frontier {
                // Own pieces end the way back: they are whose distance is asked.
                let own: Points = self.battle.board.standing[self.view.seat];
                let ends = board.destinations(point, Riding::Straight, self.open, attackable.or(own));
                let around = board.roads(point).and(self.open.or(attackable).or(own));
                next = next.or(ends).or(around);
            }
            frontier = next.minus(seen).minus(board.headquarters());
            frontier.iter().for_each(|point| distance[point.index()] = plies);
            seen = seen.or(frontier);
            if frontier.is_empty() {
                break;
            }
            frontier = frontier.and(self.open.or(attackable));
        }
        distance
    }

    fn flags_to_guard(&self) -> Vec<(Point, f32)> {
        let own = self.pieces.iter().find(|(_, kind)| **kind == Kind::Flag);
        let mut flags: Vec<(Point, f32)> = own.map(|(point, _)| (*point, 1.0)).into_iter().collect();
        if self.view.seat != self.battle.declarer {
            let allies = self.battle.board.flags.iter().filter(|(seat, _)| *seat != self.view.seat);
            flags.extend(allies.filter_map(|(_, flag)| Some(((*flag)?, 0.4))));
        }
        flags
    }

    /// How exposed the guarded flags are, if these points were open and these the enemies.
    pub(super) fn exposure(&self, open: Points, enemies: Points) -> f32 {
        let may_move = |point| self.belief.at(point).is_some_and(Suspect::may_move);
        threats::exposure(&self.guarded, open, enemies, |at| if may_move(at) { 1.0 } else { 0.0 })
    }

    /// What is likely to be lost if the own piece stands there.
    pub(super) fn danger(&self, kind: Kind, at: Point, open: Points, enemies: Points) -> f32 {
        let loss = |suspect: Suspect| loss(kind, suspect, self.role(suspect.owner));
        threats::danger(at, open, enemies, |from| self.belief.at(from).map_or(0.0, loss))
    }
}
