//! How contracts fare by the strength of the declarer's hand: the figures behind the computer
//! players' bidding.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;

use super::arena::{Declared, Fate, fate_of};
use super::play_bid;
use crate::players::{Level, chances, hand_strength};
use crate::rules::{Contract, Seat};

/// Games of one level against itself with declarers and contracts in turn.
#[derive(Clone, Copy, Debug)]
pub struct Bids {
    /// Who plays.
    pub level: Level,
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
    /// The strength of the twenty pieces dealt.
    pub strength: f32,
    /// How the declarer fared.
    pub fate: Fate,
}

/// One stretch of hands of like chances: how they were foretold, and how they fared.
#[derive(Clone, Copy, Debug)]
pub struct Stretch {
    /// The contract.
    pub contract: Contract,
    /// The mean of the strengths.
    pub strength: f32,
    /// The mean of the foretold shares of contracts made.
    pub foretold: f64,
    /// How they fared.
    pub declared: Declared,
}

impl Bids {
    /// Plays the games.
    pub fn run(self) -> Vec<Sample> {
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

    fn play(self, number: u32) -> Option<Sample> {
        let contract = Contract::ALL[number as usize % 3];
        let declarer = Seat::from_index(number as usize / 3);
        let seed = self.seed.wrapping_mul(0x1_0000_01b3).wrapping_add(u64::from(number));
        let played = play_bid(seed, [self.level; 4], (declarer, contract));
        let hand = played.game.chronicle().hand(declarer)?;
        let fate = fate_of(played.game.over()?.result);
        Some(Sample { contract, strength: hand_strength(hand), fate })
    }
}

/// Sorts the samples of each contract by strength into so many stretches of equal size, beside what that
/// level foretells.
pub fn calibration(level: Level, samples: &[Sample], stretches: usize) -> Vec<Stretch> {
    let mut all = Vec::new();
    for contract in Contract::ALL {
        let mut of: Vec<&Sample> = samples.iter().filter(|sample| sample.contract == contract).collect();
        of.sort_by(|a, b| a.strength.total_cmp(&b.strength));
        for part in of.chunks(of.len().div_ceil(stretches).max(1)) {
            let mut declared = Declared::default();
            for sample in part {
                declared.add(sample.fate);
            }
            let count = part.len() as f64;
            let strength = part.iter().map(|sample| f64::from(sample.strength)).sum::<f64>() / count;
            let foretold =
                part.iter().map(|sample| f64::from(chances(level, sample.strength, contract).made));
            let foretold = foretold.sum::<f64>() / count;
            all.push(Stretch { contract, strength: strength as f32, foretold, declared });
        }
    }
    all
}
