//! How contracts fare by the declarer's hand: the figures behind the computer players' bidding.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;

use super::arena::{Declared, Fate, fate_of};
use super::fit::{Fit, Observation, held_out};
use super::play_bid;
use crate::players::{HandTraits, Level, chances, hand_traits};
use crate::rules::{Contract, Seat};

/// Games with declarers and contracts in turn.
#[derive(Clone, Debug)]
pub struct Bids {
    /// Who declares.
    pub level: Level,
    /// Who defends.
    pub against: Level,
    /// The contracts, in turn.
    pub contracts: Vec<Contract>,
    /// How many games.
    pub games: u32,
    /// From what all of them follow.
    pub seed: u64,
    /// Threads that play.
    pub jobs: u32,
}

/// One game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample {
    /// The contract.
    pub contract: Contract,
    /// What the twenty pieces dealt are told apart by.
    pub traits: HandTraits,
    /// How the declarer fared.
    pub fate: Fate,
}

impl Sample {
    /// The share of contracts made that the level foretells for such a hand.
    pub fn foretold(&self, level: Level) -> f64 {
        f64::from(chances(level, &self.traits, self.contract).made)
    }

    const fn observation(&self) -> Observation<2> {
        (self.traits, matches!(self.fate, Fate::Made))
    }
}

/// One stretch of hands of like chances: how they were foretold, and how they fared.
#[derive(Clone, Copy, Debug)]
pub struct Stretch {
    /// The mean of the foretold shares of contracts made.
    pub foretold: f64,
    /// How they fared.
    pub declared: Declared,
}

impl Bids {
    /// Plays the games.
    pub fn run(&self) -> Vec<Sample> {
        let next = AtomicU32::new(0);
        let samples = Mutex::new(Vec::new());
        thread::scope(|scope| {
            for _ in 0..self.jobs.max(1) {
                scope.spawn(|| {
                    loop {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        if number >= self.games {
                            break;
                        }
                        let sample = self.play(number);
                        // A thread that broke down has told of it; its games are missing, no more.
                        if let (Ok(mut all), Some(sample)) = (samples.lock(), sample) {
                            all.push((number, sample));
                        }
                    }
                });
            }
        });
        let mut samples = samples.into_inner().unwrap_or_default();
        samples.sort_by_key(|(number, _)| *number);
        samples.into_iter().map(|(_, sample)| sample).collect()
    }

    fn play(&self, number: u32) -> Option<Sample> {
        let turns = self.contracts.len().max(1);
        let contract = *self.contracts.get(number as usize % turns)?;
        let declarer = Seat::from_index(number as usize / turns);
        let seed = self.seed.wrapping_mul(0x1_0000_01b3).wrapping_add(u64::from(number));
        let levels = Seat::ALL.map(|seat| if seat == declarer { self.level } else { self.against });
        let played = play_bid(seed, levels, (declarer, contract));
        let hand = played.game.chronicle().hand(declarer)?;
        let fate = fate_of(played.game.over()?.result);
        Some(Sample { contract, traits: hand_traits(hand), fate })
    }
}

/// What a weight of 1 costs the fit: next to nothing, since there are but two.
const RIDGE: f64 = 0.1;

/// Sorts the samples by what is foretold of them into so many stretches of equal size.
pub fn calibration(samples: &[Sample], foretold: &[f64], stretches: usize) -> Vec<Stretch> {
    let mut all: Vec<(f64, Fate)> =
        foretold.iter().copied().zip(samples.iter().map(|one| one.fate)).collect();
    all.sort_by(|a, b| a.0.total_cmp(&b.0));
    let parts = all.chunks(all.len().div_ceil(stretches.max(1)).max(1));
    let stretch = |part: &[(f64, Fate)]| {
        let mut declared = Declared::default();
        for (_, fate) in part {
            declared.add(*fate);
        }
        let foretold = part.iter().map(|(share, _)| share).sum::<f64>() / part.len() as f64;
        Stretch { foretold, declared }
    };
    parts.map(stretch).collect()
}

/// A curve fitted to the samples, and what curves fitted to nine parts in ten of them foretell of the others.
pub fn fitted(samples: &[Sample]) -> (Fit<2>, Vec<f64>) {
    let observations: Vec<_> = samples.iter().map(Sample::observation).collect();
    (Fit::to(&observations.iter().collect::<Vec<_>>(), RIDGE), held_out(&observations, RIDGE, 10))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_bids_are_the_same_games_and_their_calibration_counts_each_once() {
        let bids = |jobs| {
            let contracts = vec![Contract::One, Contract::Three];
            Bids { level: Level::Simple, against: Level::Random, contracts, games: 12, seed: 4, jobs }
        };
        let samples = bids(1).run();
        assert_eq!(samples, bids(3).run());
        let foretold: Vec<f64> = samples.iter().map(|sample| sample.foretold(Level::Hard)).collect();
        let stretches = calibration(&samples, &foretold, 5);
        assert_eq!(stretches.iter().map(|stretch| stretch.declared.games()).sum::<u32>(), 12);
        assert!(stretches.is_sorted_by(|a, b| a.foretold <= b.foretold));
    }
}
