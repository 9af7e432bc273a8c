//! Which part of the own ground the deployment's selects offer: a select holds 25 points, the
//! declarer has 39.

use crate::rules::board::centre;
use crate::rules::{Point, Points, Role, Seat, ground};

/// A part of the own ground.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ground {
    /// All of it: a defender's 25 points.
    Whole,
    /// The three front rows of the own arm.
    Front,
    /// The three rear rows.
    Rear,
    /// The nine points of the centre.
    Centre,
}

impl Ground {
    /// Every part.
    pub const ALL: [Self; 4] = [Self::Whole, Self::Front, Self::Rear, Self::Centre];

    /// The parts from which a role chooses, the first shown first.
    pub const fn parts(role: Role) -> &'static [Self] {
        match role {
            Role::Declarer => &[Self::Front, Self::Rear, Self::Centre],
            Role::Defender => &[Self::Whole],
        }
    }

    /// The part's points.
    pub fn points(self, seat: Seat, role: Role) -> Points {
        let whole = ground(seat, role);
        let row = |point: &Point| point.to_south(seat).row();
        match self {
            Self::Whole => whole,
            Self::Front => whole.minus(centre()).iter().filter(|point| row(point) >= 3).collect(),
            Self::Rear => whole.minus(centre()).iter().filter(|point| row(point) < 3).collect(),
            Self::Centre => whole.and(centre()),
        }
    }

    /// Its name in a `custom_id`.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Whole => "w",
            Self::Front => "f",
            Self::Rear => "r",
            Self::Centre => "c",
        }
    }

    /// The part of that name.
    pub fn from_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|part| part.code() == code)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_parts_fit_a_select_and_make_up_the_whole_ground() {
        for seat in Seat::ALL {
            for role in [Role::Declarer, Role::Defender] {
                let parts = Ground::parts(role).iter().map(|part| part.points(seat, role));
                let sizes: Vec<usize> = parts.clone().map(Points::len).collect();
                assert!(sizes.iter().all(|size| (1..=25).contains(size)), "{sizes:?}");
                let all = parts.fold(Points::NONE, Points::or);
                assert_eq!(all, ground(seat, role));
                assert_eq!(sizes.iter().sum::<usize>(), all.len(), "no point stands in two parts");
            }
        }
    }
}
