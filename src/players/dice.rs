//! A computer player's own chance, apart from the game's (RULES 16.4).

use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// A seeded generator; the same seed rolls the same, always.
pub(crate) struct Dice(Xoshiro256PlusPlus);

impl Dice {
    pub(crate) fn new(seed: u64) -> Self {
        Self(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// A seed for other dice.
    pub(crate) fn seed(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A number below n; the bias is below n in 2³² and matters to no player.
    pub(crate) fn below(&mut self, n: usize) -> usize {
        ((u64::from(self.0.next_u32()) * n as u64) >> 32) as usize
    }

    /// Two numbers below n, from one roll.
    #[inline]
    pub(crate) fn two_below(&mut self, n: usize) -> (usize, usize) {
        let roll = self.0.next_u64();
        let below = |half: u64| ((half * n as u64) >> 32) as usize;
        (below(roll >> 32), below(roll & 0xffff_ffff))
    }

    /// A number from 0 to below 1.
    pub(crate) fn fraction(&mut self) -> f32 {
        (self.0.next_u32() >> 8) as f32 / (1 << 24) as f32
    }

    /// Whether what happens once in n times happens now.
    pub(crate) fn once_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    /// One of the list; none of an empty one.
    pub(crate) fn pick<T: Copy>(&mut self, list: &[T]) -> Option<T> {
        list.get(self.below(list.len())).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_seed_rolls_the_same() {
        let rolls = |seed| {
            let mut dice = Dice::new(seed);
            (0..20).map(|_| dice.below(6)).collect::<Vec<_>>()
        };
        assert_eq!(rolls(1), rolls(1));
        assert_ne!(rolls(1), rolls(2));
        assert!(rolls(3).iter().all(|roll| *roll < 6));
        assert_eq!(Dice::new(0).pick::<u8>(&[]), None);
    }
}
