//! Sets of kinds.

use std::sync::LazyLock;

use crate::rules::{Kind, Outcome, clash};

/// A set of kinds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct KindSet(u16);

impl KindSet {
    /// No kind.
    pub(crate) const NONE: Self = Self(0);

    pub(crate) fn of(fits: impl Fn(Kind) -> bool) -> Self {
        let kinds = Kind::ALL.into_iter().filter(|kind| fits(*kind));
        Self(kinds.fold(0, |bits, kind| bits | 1 << kind as u16))
    }

    pub(crate) const fn only(kind: Kind) -> Self {
        Self(1 << kind as u16)
    }

    pub(crate) const fn contains(self, kind: Kind) -> bool {
        self.0 & 1 << kind as u16 != 0
    }

    pub(crate) fn iter(self) -> impl Iterator<Item = Kind> {
        Kind::ALL.into_iter().filter(move |kind| self.contains(*kind))
    }

    pub(crate) const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    pub(crate) const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    pub(crate) const fn without(self, kind: Kind) -> Self {
        Self(self.0 & !(1 << kind as u16))
    }

    pub(crate) const fn len(self) -> u32 {
        self.0.count_ones()
    }

    pub(crate) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The kind, if there is one only.
    #[cfg(test)]
    pub(crate) fn sole(self) -> Option<Kind> {
        (self.len() == 1).then(|| Kind::ALL[self.0.trailing_zeros() as usize])
    }

    /// Its bits, one for each kind in the order of [`Kind::ALL`].
    pub(super) const fn bits(self) -> u16 {
        self.0
    }

    pub(super) const fn from_bits(bits: u16) -> Self {
        Self(bits)
    }
}

/// What moves at all (RULES 8.3).
pub(crate) static MOBILE: LazyLock<KindSet> = LazyLock::new(|| KindSet::of(Kind::is_mobile));

/// What turns on the railway (RULES 8.2).
pub(crate) static TURNING: LazyLock<KindSet> = LazyLock::new(|| KindSet::of(Kind::turns));

/// `[outcome][kind]`: what attacks the kind, or is attacked by it, with that outcome (RULES 9).
struct Combat {
    attackers: [[KindSet; Kind::COUNT]; 6],
    defenders: [[KindSet; Kind::COUNT]; 6],
}

static COMBAT: LazyLock<Combat> = LazyLock::new(|| {
    let table = |fits: &dyn Fn(Kind, Kind, Outcome) -> bool| {
        Outcome::ALL.map(|outcome| Kind::ALL.map(|kind| KindSet::of(|other| fits(other, kind, outcome))))
    };
    Combat {
        attackers: table(&|attacker, kind, outcome| attacker.is_mobile() && clash(attacker, kind) == outcome),
        defenders: table(&|defender, kind, outcome| kind.is_mobile() && clash(kind, defender) == outcome),
    }
});

fn union(of: KindSet, table: &[KindSet; Kind::COUNT]) -> KindSet {
    of.iter().fold(KindSet::NONE, |all, kind| all.or(table[kind as usize]))
}

/// What can have attacked one of these with that outcome.
pub(super) fn attackers_of(defenders: KindSet, outcome: Outcome) -> KindSet {
    union(defenders, &COMBAT.attackers[outcome as usize])
}

/// What can have been attacked by one of these with that outcome.
pub(super) fn defenders_of(attackers: KindSet, outcome: Outcome) -> KindSet {
    union(attackers, &COMBAT.defenders[outcome as usize])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clash_leaves_what_can_have_brought_it_about() {
        let loser = KindSet::only(Kind::General);
        let winners: Vec<Kind> = attackers_of(loser, Outcome::AttackerWon).iter().collect();
        assert_eq!(winners, [Kind::GrandMarshal, Kind::FieldMarshal], "RULES 9.1");
        let held = defenders_of(KindSet::only(Kind::GrandMarshal), Outcome::DefenderWon);
        assert_eq!(held.iter().collect::<Vec<_>>(), [Kind::Mine, Kind::Fortress], "RULES 9.3, 9.4");
        assert_eq!(KindSet::only(Kind::Bomb).sole(), Some(Kind::Bomb));
        assert_eq!(held.sole(), None);
    }
}
