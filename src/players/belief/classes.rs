//! The 118 pieces in classes of equal ones, and which class each piece of the game can belong to.
//!
//! A class is a kind out of the deal, a seat's flag, or the five lieutenants that a defender
//! receives (RULES 2, 3.1, 5.2). Every class has exactly as many pieces as there are places for
//! them, the four that leave the game unseen included: so what each piece can be follows from one
//! full assignment and from the exchanges that it allows.

use super::kinds::KindSet;
use crate::rules::{Kind, Seat};

/// A set of classes: kinds out of the deal from bit 0, lieutenants received from bit 15, flags from
/// bit 19, each by seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Classes(pub(super) u32);

/// How many classes there are.
pub(super) const CLASSES: usize = 23;

/// Lieutenants that a defender receives (RULES 5.2).
const RECEIVED: u8 = 5;

const FIRST_RECEIVED: usize = 15;
const FIRST_FLAG: usize = 19;
const RECEIVED_BITS: u32 = 0b1111 << FIRST_RECEIVED;
const FLAG_BITS: u32 = 0b1111 << FIRST_FLAG;
const KIND_BITS: u32 = (1 << FIRST_RECEIVED) - 1;

/// The kind of the pieces in a class.
#[inline]
pub(super) const fn kind_of(class: usize) -> Kind {
    KINDS[class]
}

const KINDS: [Kind; CLASSES] = {
    let mut kinds = [Kind::Flag; CLASSES];
    let mut class = 0;
    while class < CLASSES {
        kinds[class] = kind_in(class);
        class += 1;
    }
    kinds
};

const fn kind_in(class: usize) -> Kind {
    if class < FIRST_RECEIVED {
        Kind::ALL[class]
    } else if class < FIRST_FLAG {
        Kind::Lieutenant
    } else {
        Kind::Flag
    }
}

impl Classes {
    /// What a piece of that owner can be if it is of one of these kinds.
    pub(super) const fn of(kinds: KindSet, owner: Seat) -> Self {
        let mut bits = kinds.bits() as u32;
        if kinds.contains(Kind::Flag) {
            bits = bits & !(1 << Kind::Flag as u32) | 1 << (FIRST_FLAG + owner.index());
        }
        if kinds.contains(Kind::Lieutenant) {
            bits |= 1 << (FIRST_RECEIVED + owner.index());
        }
        Self(bits)
    }

    /// What can have been left out of the game unseen (RULES 5.1).
    pub(super) const fn unseen() -> Self {
        Self(KIND_BITS & !(1 << Kind::Flag as u32))
    }

    /// The kinds of these classes.
    pub(super) const fn kinds(self) -> KindSet {
        let mut bits = self.0 & KIND_BITS;
        if self.0 & RECEIVED_BITS != 0 {
            bits |= 1 << Kind::Lieutenant as u32;
        }
        if self.0 & FLAG_BITS != 0 {
            bits |= 1 << Kind::Flag as u32;
        }
        KindSet::from_bits(bits as u16)
    }

    /// How many pieces there are of each class when that seat is the declarer.
    pub(super) fn sizes(declarer: Seat) -> [u8; CLASSES] {
        std::array::from_fn(|class| match class {
            FIRST_RECEIVED..FIRST_FLAG if class - FIRST_RECEIVED == declarer.index() => 0,
            FIRST_RECEIVED..FIRST_FLAG => RECEIVED,
            FIRST_FLAG.. => 1,
            _ => match Kind::ALL[class] {
                Kind::Flag => 0,
                Kind::GrandMarshal | Kind::Missile | Kind::Fortress => 1,
                kind => 4 * kind.per_set() as u8,
            },
        })
    }
}

/// Which class each piece belongs to in one way that fits all their sets and all class sizes; none
/// where there is none. `order` says in which order the pieces choose, `choose` which of the free
/// classes one takes.
pub(super) fn assign(
    sets: &[Classes],
    sizes: [u8; CLASSES],
    order: &[u8],
    mut choose: impl FnMut(u32) -> usize,
) -> Option<Vec<u8>> {
    const NOBODY: u8 = u8::MAX;
    let mut free = sizes;
    let mut class_of = vec![NOBODY; sets.len()];
    for &piece in order {
        let wanted = sets[usize::from(piece)].0;
        let open = (0..CLASSES).fold(0, |bits, class| bits | u32::from(free[class] > 0) << class);
        if wanted & open != 0 {
            let class = choose(wanted & open);
            free[class] -= 1;
            class_of[usize::from(piece)] = class as u8;
            continue;
        }
        // Somebody must make room: breadth first over classes, from those wanted to a free one.
        let mut reached = wanted;
        let mut frontier = wanted;
        // `[class]`: who leaves it, and for which class.
        let mut leaves = [(NOBODY, NOBODY); CLASSES];
        let mut from = [NOBODY; CLASSES];
        let mut found = None;
        while found.is_none() && frontier != 0 {
            let mut next = 0;
            for (other, class) in class_of.iter().enumerate() {
                if *class == NOBODY || frontier & 1 << class == 0 {
                    continue;
                }
                let mut onward = sets[other].0 & !reached;
                while onward != 0 {
                    let target = onward.trailing_zeros() as usize;
                    onward &= onward - 1;
                    reached |= 1 << target;
                    next |= 1 << target;
                    leaves[target] = (other as u8, *class);
                    from[target] = *class;
                    if free[target] > 0 {
                        found = Some(target);
                    }
                }
            }
            frontier = next;
        }
        let mut target = found?;
        free[target] -= 1;
        while from[target] != NOBODY {
            let (other, class) = leaves[target];
            class_of[usize::from(other)] = target as u8;
            target = usize::from(class);
        }
        class_of[usize::from(piece)] = target as u8;
    }
    Some(class_of)
}

/// Leaves each piece only the classes that it has in some full assignment, given one of them: those
/// from which a chain of exchanges leads back. Whether anything was taken away.
pub(super) fn narrow(sets: &mut [Classes], class_of: &[u8]) -> bool {
    // `[class]`: where its pieces could go instead.
    let mut reach = [0_u32; CLASSES];
    for (class, bits) in reach.iter_mut().enumerate() {
        *bits = 1 << class;
    }
    for (set, class) in sets.iter().zip(class_of) {
        reach[usize::from(*class)] |= set.0;
    }
    for middle in 0..CLASSES {
        let onward = reach[middle];
        for bits in &mut reach {
            if *bits & 1 << middle != 0 {
                *bits |= onward;
            }
        }
    }
    let mut leads_to = [0_u32; CLASSES];
    for (class, bits) in reach.iter().enumerate() {
        for (target, back) in leads_to.iter_mut().enumerate() {
            *back |= (bits >> target & 1) << class;
        }
    }
    let mut is_narrower = false;
    for (set, class) in sets.iter_mut().zip(class_of) {
        let kept = set.0 & leads_to[usize::from(*class)];
        is_narrower |= kept != set.0;
        set.0 = kept;
    }
    is_narrower
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_classes_hold_the_118_pieces() {
        for declarer in Seat::ALL {
            let total: u32 = Classes::sizes(declarer).iter().map(|size| u32::from(*size)).sum();
            assert_eq!(total, 118, "RULES 2");
        }
    }

    #[test]
    fn what_every_full_assignment_needs_elsewhere_is_ruled_out() {
        let set = |kinds: &[Kind]| Classes::of(KindSet::of(|kind| kinds.contains(&kind)), Seat::South);
        let mut sizes = [0; CLASSES];
        sizes[Kind::FieldMarshal as usize] = 1;
        sizes[Kind::General as usize] = 1;
        sizes[Kind::Bomb as usize] = 1;
        let both = [Kind::FieldMarshal, Kind::General];
        let mut sets = [set(&both), set(&[Kind::FieldMarshal, Kind::General, Kind::Bomb]), set(&both)];
        let class_of = assign(&sets, sizes, &[1, 0, 2], |open| open.trailing_zeros() as usize).unwrap();
        assert_eq!(class_of[1], Kind::Bomb as u8, "room was made by exchange");
        assert!(narrow(&mut sets, &class_of));
        assert_eq!(sets[1].kinds().sole(), Some(Kind::Bomb));
        assert_eq!(sets[0].kinds().len(), 2, "either of the two");
        assert_eq!(assign(&[set(&both); 3], sizes, &[0, 1, 2], |open| open.trailing_zeros() as usize), None);
    }
}
