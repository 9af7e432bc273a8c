//! Worlds: everything that a player cannot see, made up so that it fits all that it has seen.
//!
//! A first full assignment comes from matching pieces to classes, the most constrained first, with
//! exchanges where somebody must make room; clashes that it contradicts are mended by swaps. From
//! then on each world follows from the one before by many random swaps that keep to every
//! constraint, taken or left by the weights (the rule of Metropolis): so every world is possible,
//! and the likely ones come more often.

use super::classes::{Classes, assign, kind_of};
use super::weights::{Insight, Weights};
use super::{Belief, Clash, by_constraint};
use crate::players::dice::Dice;
use crate::rules::{Kind, Point, Seat, clash};

/// Swaps tried for each unknown piece between two worlds.
const SWEEPS: usize = 3;

/// Swaps tried for each unknown piece before the first world.
const WARM_UP_SWEEPS: usize = 12;

/// Swaps tried to mend contradicted clashes, and how often it is begun anew.
const MENDING_MAX: usize = 6_000;
const BEGINNINGS_MAX: usize = 12;

/// One way that everything may be.
#[derive(Clone, Copy, Debug)]
pub(crate) struct World<'a> {
    belief: &'a Belief,
    class_of: &'a [u8],
}

impl World<'_> {
    /// Every piece on the board: where, whose, what.
    pub(crate) fn pieces(&self) -> impl Iterator<Item = (Point, Seat, Kind)> {
        let pieces = self.belief.pieces.iter().zip(self.class_of);
        pieces
            .filter_map(|(piece, class)| Some((piece.at?, piece.suspect.owner, kind_of(usize::from(*class)))))
    }

    /// Every piece as it was deployed, the lost ones too: where, whose, what.
    #[cfg(test)]
    pub(crate) fn deployed(&self) -> impl Iterator<Item = (Point, Seat, Kind)> {
        let pieces = self.belief.pieces.iter().zip(self.class_of);
        pieces.map(|(piece, class)| (piece.start, piece.suspect.owner, kind_of(usize::from(*class))))
    }

    /// Looks whether everything seen could have happened with these pieces: every piece is what it
    /// can be, every class has its pieces, and every clash ended as it did.
    #[cfg(test)]
    pub(crate) fn is_possible(&self) -> bool {
        let mut left = Classes::sizes(self.belief.declarer);
        let fits = self.class_of.iter().zip(&self.belief.classes).all(|(class, set)| {
            let in_set = set.0 & 1 << class != 0;
            let has_room = left[usize::from(*class)] > 0;
            left[usize::from(*class)] = left[usize::from(*class)].saturating_sub(1);
            in_set && has_room
        });
        let kind = |piece: u8| kind_of(usize::from(self.class_of[usize::from(piece)]));
        let ended_so = |one: &Clash| clash(kind(one.attacker), kind(one.defender)) == one.outcome;
        fits && self.belief.clashes.iter().all(ended_so)
    }
}

/// Makes worlds up.
pub(crate) struct Sampler<'a> {
    belief: &'a Belief,
    weights: Weights,
    class_of: Vec<u8>,
    /// Pieces that could be of more than one class.
    unknown: Vec<u8>,
    /// Of those, the ones that could be the declarer's flag.
    flags: Vec<u8>,
    /// `[piece]`: the clashes it took part in, as a stretch of `clashes`.
    stretches: Vec<(u16, u16)>,
    clashes: Vec<Clash>,
    dice: Dice,
}

impl<'a> Sampler<'a> {
    /// A sampler for what is believed, with that insight into layouts (0 to 1); the same seed makes the same worlds up. None where no world
    /// was found, which no game has shown yet.
    pub(crate) fn new(belief: &'a Belief, insight: Insight, seed: u64) -> Option<Self> {
        let sets = &belief.classes;
        let is_unknown = |piece: &u8| sets[usize::from(*piece)].0.count_ones() > 1;
        let unknown: Vec<u8> = (0..sets.len() as u8).filter(is_unknown).collect();
        let may_be_flag = |piece: &u8| sets[usize::from(*piece)].kinds().contains(Kind::Flag);
        let flags = unknown.iter().copied().filter(may_be_flag).collect();
        let mut sampler = Self {
            belief,
            weights: belief.weights(insight),
            class_of: Vec::new(),
            unknown,
            flags,
            stretches: Vec::with_capacity(sets.len()),
            clashes: Vec::with_capacity(2 * belief.clashes.len()),
            dice: Dice::new(seed),
        };
        sampler.index_clashes();
        sampler.begin()?;
        sampler.wander(WARM_UP_SWEEPS);
        Some(sampler)
    }

    /// The next world.
    pub(crate) fn draw(&mut self) -> World<'_> {
        self.wander(SWEEPS);
        World { belief: self.belief, class_of: &self.class_of }
    }

    fn index_clashes(&mut self) {
        for piece in 0..self.belief.classes.len() as u8 {
            let first = self.clashes.len() as u16;
            let took_part = |one: &&Clash| one.attacker == piece || one.defender == piece;
            self.clashes.extend(self.belief.clashes.iter().filter(took_part));
            self.stretches.push((first, self.clashes.len() as u16));
        }
    }

    /// Finds some world.
    fn begin(&mut self) -> Option<()> {
        let sets = &self.belief.classes;
        let sizes = Classes::sizes(self.belief.declarer);
        let order = by_constraint(sets);
        for _ in 0..BEGINNINGS_MAX {
            let dice = &mut self.dice;
            self.class_of = assign(sets, sizes, &order, |open| {
                let skip = dice.below(open.count_ones() as usize);
                let rest = (0..skip).fold(open, |bits, _| bits & (bits - 1));
                rest.trailing_zeros() as usize
            })?;
            if self.mend() {
                return Some(());
            }
        }
        None
    }

    /// Swaps pieces of contradicted clashes until none is left; whether that came about.
    fn mend(&mut self) -> bool {
        for _ in 0..MENDING_MAX {
            let broken = self.belief.clashes.iter().filter(|one| !self.holds(one)).count();
            if broken == 0 {
                return true;
            }
            let nth = self.dice.below(broken);
            let Some(&one) = self.belief.clashes.iter().filter(|one| !self.holds(one)).nth(nth) else {
                return true;
            };
            for _ in 0..24 {
                let a = if self.dice.once_in(2) { one.attacker } else { one.defender };
                let Some(b) = self.dice.pick(&self.unknown) else { return false };
                if !self.may_swap(a, b) {
                    continue;
                }
                let before = self.broken_of(a) + self.broken_of(b);
                self.swap(a, b);
                let after = self.broken_of(a) + self.broken_of(b);
                if after > before && !self.dice.once_in(30) {
                    self.swap(a, b);
                } else {
                    break;
                }
            }
        }
        self.belief.clashes.iter().all(|one| self.holds(one))
    }

    fn wander(&mut self, sweeps: usize) {
        if self.unknown.len() < 2 {
            return;
        }
        for turn in 0..sweeps * self.unknown.len() {
            // Where the flag stands matters most and is one pair among thousands.
            let list = if turn % 16 == 0 && self.flags.len() > 1 { &self.flags } else { &self.unknown };
            let (a, b) = self.dice.two_below(list.len());
            let (a, b) = (list[a], list[b]);
            if self.may_swap(a, b) && self.accepts(a, b) {
                self.swap(a, b);
                if self.broken_of(a) + self.broken_of(b) > 0 {
                    self.swap(a, b);
                }
            }
        }
    }

    #[inline]
    fn class(&self, piece: u8) -> u8 {
        self.class_of[usize::from(piece)]
    }

    #[inline]
    fn kind(&self, piece: u8) -> Kind {
        kind_of(usize::from(self.class(piece)))
    }

    #[inline]
    fn may_swap(&self, a: u8, b: u8) -> bool {
        let (class_a, class_b) = (self.class(a), self.class(b));
        let sets = &self.belief.classes;
        class_a != class_b
            && sets[usize::from(a)].0 & 1 << class_b != 0
            && sets[usize::from(b)].0 & 1 << class_a != 0
    }

    #[inline]
    fn accepts(&mut self, a: u8, b: u8) -> bool {
        let (kind_a, kind_b) = (self.kind(a) as usize, self.kind(b) as usize);
        let (of_a, of_b) = (&self.weights[usize::from(a)], &self.weights[usize::from(b)]);
        let (before, after) = (of_a[kind_a] * of_b[kind_b], of_a[kind_b] * of_b[kind_a]);
        after >= before || self.dice.fraction() * before < after
    }

    fn swap(&mut self, a: u8, b: u8) {
        self.class_of.swap(usize::from(a), usize::from(b));
    }

    #[inline]
    fn holds(&self, one: &Clash) -> bool {
        clash(self.kind(one.attacker), self.kind(one.defender)) == one.outcome
    }

    fn broken_of(&self, piece: u8) -> usize {
        let (first, last) = self.stretches[usize::from(piece)];
        self.clashes[usize::from(first)..usize::from(last)].iter().filter(|one| !self.holds(one)).count()
    }
}
