//! Layouts: which piece stands where before the battle (RULES 6).

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::board::{arm, centre};
use super::{Board, Chance, Kind, Point, Points, Seat};

/// What a player deploys as: it decides the ground and what may stand where (RULES 6.2, 6.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// 莊家.
    Declarer,
    /// 閒家.
    Defender,
}

/// The points on which that seat deploys: 39 for the declarer, 25 for a defender
/// (RULES 6.2, 6.3).
pub fn ground(seat: Seat, role: Role) -> Points {
    match role {
        Role::Declarer => arm(seat).or(centre()),
        Role::Defender => arm(seat).minus(Board::get().camps()),
    }
}

/// Whether a piece of that kind may be deployed on that point of the seat's ground
/// (RULES 6.2, 6.3).
pub fn may_stand(kind: Kind, point: Point, seat: Seat, role: Role) -> bool {
    let own_arm_row = point.to_south(seat).row();
    match (kind, role) {
        (Kind::Flag, _) => Board::get().headquarters().contains(point),
        (Kind::Mine, Role::Defender) => own_arm_row <= 1,
        (Kind::Bomb, Role::Defender) => own_arm_row != 5,
        _ => true,
    }
}

/// A piece on each point of somebody's ground.
///
/// A layout as such promises nothing: [`Layout::check`] says whether it is legal.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Layout(pub BTreeMap<Point, Kind>);

/// One thing that is wrong with a layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LayoutFault {
    /// A point that is not the player's ground (RULES 6.2, 6.3).
    ForeignPoint(Point),
    /// A point of the ground without a piece.
    EmptyPoint(Point),
    /// The flag stands outside the two headquarters (RULES 6.2, 6.3).
    FlagOutsideHeadquarters(Point),
    /// A defender's mine outside the two rear rows (RULES 6.3).
    MineOutsideRear(Point),
    /// A defender's bomb in the front row (RULES 6.3).
    BombInFront(Point),
    /// Not the pieces of the hand: of this kind there are too many or too few.
    WrongCount(Kind),
}

/// Everything that is wrong with a layout; never empty.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub struct LayoutFaults(pub Vec<LayoutFault>);

impl fmt::Display for LayoutFaults {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Only points and kinds of the player's own; never logged with a game.
        write!(formatter, "the layout has {} faults: {:?}", self.0.len(), self.0)
    }
}

impl Layout {
    /// What stands on the point.
    pub fn kind(&self, point: Point) -> Option<Kind> {
        self.0.get(&point).copied()
    }

    /// Where the flag stands.
    pub fn flag(&self) -> Option<Point> {
        self.0.iter().find(|(_, kind)| **kind == Kind::Flag).map(|(point, _)| *point)
    }

    /// Looks for everything that is wrong with it as that seat's layout of that hand.
    ///
    /// # Errors
    /// All faults at once.
    pub fn check(&self, hand: &[Kind], seat: Seat, role: Role) -> Result<(), LayoutFaults> {
        let ground = ground(seat, role);
        let mut faults = Vec::new();
        for (&point, &kind) in &self.0 {
            if !ground.contains(point) {
                faults.push(LayoutFault::ForeignPoint(point));
            } else if !may_stand(kind, point, seat, role) {
                faults.push(match kind {
                    Kind::Flag => LayoutFault::FlagOutsideHeadquarters(point),
                    Kind::Mine => LayoutFault::MineOutsideRear(point),
                    _ => LayoutFault::BombInFront(point),
                });
            }
        }
        faults.extend(ground.iter().filter(|point| !self.0.contains_key(point)).map(LayoutFault::EmptyPoint));
        for kind in Kind::ALL {
            let dealt = hand.iter().filter(|piece| **piece == kind).count();
            let placed = self.0.values().filter(|piece| **piece == kind).count();
            if dealt != placed {
                faults.push(LayoutFault::WrongCount(kind));
            }
        }
        if faults.is_empty() { Ok(()) } else { Err(LayoutFaults(faults)) }
    }

    /// The layout with two pieces swapped.
    ///
    /// # Errors
    /// Every rule that the swap breaks; a point outside the ground is one.
    pub fn swapped(&self, a: Point, b: Point, seat: Seat, role: Role) -> Result<Self, LayoutFaults> {
        self.swapped_each(&[(a, b)], seat, role)
    }

    /// The layout with one pair of pieces after another swapped. It must be legal when all are, not
    /// in between.
    ///
    /// # Errors
    /// Every rule that it breaks in the end; a point outside the ground is one.
    pub fn swapped_each(
        &self,
        swaps: &[(Point, Point)],
        seat: Seat,
        role: Role,
    ) -> Result<Self, LayoutFaults> {
        let points = swaps.iter().flat_map(|(a, b)| [*a, *b]);
        let foreign: Points = points.filter(|point| !self.0.contains_key(point)).collect();
        if !foreign.is_empty() {
            return Err(LayoutFaults(foreign.iter().map(LayoutFault::ForeignPoint).collect()));
        }
        let mut swapped = self.clone();
        for (a, b) in swaps {
            if let (Some(at_a), Some(at_b)) = (swapped.kind(*a), swapped.kind(*b)) {
                swapped.0.insert(*a, at_b);
                swapped.0.insert(*b, at_a);
            }
        }
        let hand: Vec<Kind> = self.0.values().copied().collect();
        swapped.check(&hand, seat, role)?;
        Ok(swapped)
    }

    /// The layout as its mirror image, left and right exchanged within the own ground. It stays
    /// legal, since every rule of RULES 6 is symmetrical.
    #[must_use]
    pub fn mirrored(&self, seat: Seat) -> Self {
        let mirror = |point: Point| {
            let south = point.to_south(seat);
            Point::at(16 - south.column(), south.row()).map_or(point, |mirrored| mirrored.from_south(seat))
        };
        Self(self.0.iter().map(|(point, kind)| (mirror(*point), *kind)).collect())
    }

    /// Some legal layout of the hand, at random: the starting point of RULES 6.1. Neither wise nor
    /// unwise.
    pub fn random(hand: &[Kind], seat: Seat, role: Role, chance: &mut Chance) -> Self {
        let mut free: Vec<Point> = ground(seat, role).iter().collect();
        chance.shuffle(&mut free);
        // The most constrained kinds choose first; every later one then still finds a place.
        let constraint = |kind: &Kind| match kind {
            Kind::Flag => 0,
            Kind::Mine => 1,
            Kind::Bomb => 2,
            _ => 3,
        };
        let mut pieces = hand.to_vec();
        pieces.sort_by_key(constraint);
        let mut layout = Self::default();
        for kind in pieces {
            let place = free.iter().position(|point| may_stand(kind, *point, seat, role));
            if let Some(place) = place {
                layout.0.insert(free.swap_remove(place), kind);
            }
        }
        layout
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::deal::reinforce;
    use crate::rules::{Deal, Seed};

    fn hand(seed: u8, seat: Seat, role: Role) -> Vec<Kind> {
        let mut chance = Chance::new(&Seed([seed; 32]));
        let deal = Deal::draw(&mut chance);
        let mut hand = deal.hands[seat].clone();
        match role {
            Role::Declarer => hand.extend(&deal.stock[4..]),
            Role::Defender => reinforce(&mut hand),
        }
        hand
    }

    fn point(name: &str) -> Point {
        name.parse().unwrap()
    }

    #[test]
    fn the_declarer_deploys_on_39_points_and_a_defender_on_25() {
        for seat in Seat::ALL {
            assert_eq!(ground(seat, Role::Declarer).len(), 39, "RULES 6.2");
            assert_eq!(ground(seat, Role::Defender).len(), 25, "RULES 6.3");
        }
    }

    #[test]
    fn random_layouts_and_their_mirror_images_are_legal() {
        for seed in 0..50 {
            for seat in Seat::ALL {
                for role in [Role::Declarer, Role::Defender] {
                    let hand = hand(seed, seat, role);
                    let mut chance = Chance::apart(&Seed([seed; 32]), "layouts");
                    let layout = Layout::random(&hand, seat, role, &mut chance);
                    assert_eq!(layout.check(&hand, seat, role), Ok(()), "seed {seed} {seat:?}");
                    let mirrored = layout.mirrored(seat);
                    assert_eq!(mirrored.check(&hand, seat, role), Ok(()), "seed {seed} {seat:?}");
                    assert_eq!(mirrored.mirrored(seat), layout);
                }
            }
        }
    }

    #[test]
    fn nine_mines_still_find_their_place() {
        let mut hand = vec![Kind::Mine; 9];
        hand.extend([Kind::Bomb; 8]);
        hand.extend([Kind::Flag, Kind::Captain, Kind::Captain]);
        reinforce(&mut hand);
        for seed in 0..50 {
            let mut chance = Chance::new(&Seed([seed; 32]));
            let layout = Layout::random(&hand, Seat::West, Role::Defender, &mut chance);
            assert_eq!(layout.check(&hand, Seat::West, Role::Defender), Ok(()), "RULES 3.2");
        }
    }

    #[test]
    fn a_broken_layout_is_told_all_its_faults_at_once() {
        let mut layout: Layout =
            serde_json::from_str(r#"{"G6":"bomb","I5":"mine","G2":"flag","A7":"mine"}"#).unwrap();
        let hand = [Kind::Bomb, Kind::Mine, Kind::Flag];
        let faults = layout.check(&hand, Seat::South, Role::Defender).unwrap_err().0;
        for fault in [
            LayoutFault::BombInFront(point("G6")),
            LayoutFault::MineOutsideRear(point("I5")),
            LayoutFault::FlagOutsideHeadquarters(point("G2")),
            LayoutFault::ForeignPoint(point("A7")),
            LayoutFault::EmptyPoint(point("K6")),
            LayoutFault::WrongCount(Kind::Mine),
        ] {
            assert!(faults.contains(&fault), "{fault:?}");
        }
        assert_eq!(faults.len(), 5 + 22);
        layout.0.clear();
        assert!(layout.check(&hand, Seat::South, Role::Declarer).is_err());
    }

    #[test]
    fn a_swap_names_the_rule_it_breaks_and_leaves_the_layout_alone() {
        let hand = hand(3, Seat::South, Role::Defender);
        let layout = Layout::random(&hand, Seat::South, Role::Defender, &mut Chance::new(&Seed([0; 32])));
        let flag = layout.flag().unwrap();
        let fault = layout.swapped(flag, point("I6"), Seat::South, Role::Defender).unwrap_err();
        assert!(fault.0.contains(&LayoutFault::FlagOutsideHeadquarters(point("I6"))), "RULES 6.3");
        let foreign = layout.swapped(flag, point("H3"), Seat::South, Role::Defender).unwrap_err();
        assert_eq!(foreign.0, [LayoutFault::ForeignPoint(point("H3"))], "RULES 6.3");
    }

    #[test]
    fn swaps_made_together_must_be_legal_only_in_the_end() {
        let hand = hand(3, Seat::South, Role::Defender);
        let layout = Layout::random(&hand, Seat::South, Role::Defender, &mut Chance::new(&Seed([0; 32])));
        let flag = layout.flag().unwrap();
        let other = if flag == point("H1") { point("J1") } else { point("H1") };
        let by_way = [(flag, point("I6")), (point("I6"), other)];
        let swapped = layout.swapped_each(&by_way, Seat::South, Role::Defender);
        // What stood in the other headquarters goes to the front, where a bomb or a mine may not stand.
        let moved = layout.kind(other).unwrap();
        if may_stand(moved, point("I6"), Seat::South, Role::Defender) {
            assert_eq!(swapped.unwrap().flag(), Some(other));
        } else {
            assert_eq!(swapped.unwrap_err().0.len(), 1);
        }
        let foreign = [(flag, point("H3")), (point("A7"), other), (point("H3"), other)];
        let faults = layout.swapped_each(&foreign, Seat::South, Role::Defender).unwrap_err().0;
        assert_eq!(faults.len(), 2, "each foreign point once: {faults:?}");
    }
}
