//! What became of declarers, and how long games and moves took.

use super::statistics::{Interval, wilson};
use crate::players::Level;
use crate::rules::{Contract, GameResult, Seat};
use crate::selfplay::{PlayedGame, Thought};

/// How a declarer fared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// The contract was made.
    Made,
    /// The declarer fell.
    Set,
    /// Neither.
    Drawn,
}

/// How the declarer fared in a battle of that result.
pub(crate) const fn fate_of(result: GameResult) -> Fate {
    match result {
        GameResult::DeclarerMade => Fate::Made,
        GameResult::DeclarerFailed => Fate::Set,
        GameResult::DrawAgreed
        | GameResult::DrawByLength
        | GameResult::PassedOut
        | GameResult::Void
        | GameResult::Stopped => Fate::Drawn,
    }
}

/// The games of one level as declarer of one contract.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Declared {
    /// Contracts made.
    pub made: u32,
    /// Declarers fallen.
    pub set: u32,
    /// Draws.
    pub drawn: u32,
}

impl Declared {
    /// How many games.
    pub const fn games(self) -> u32 {
        self.made + self.set + self.drawn
    }

    /// The share of that fate, with its interval.
    pub fn share(self, fate: Fate) -> Interval {
        let count = match fate {
            Fate::Made => self.made,
            Fate::Set => self.set,
            Fate::Drawn => self.drawn,
        };
        wilson(f64::from(count), self.games())
    }

    pub(crate) fn add(&mut self, fate: Fate) {
        match fate {
            Fate::Made => self.made += 1,
            Fate::Set => self.set += 1,
            Fate::Drawn => self.drawn += 1,
        }
    }
}

/// What is counted over many games between two levels.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// `[level, A then B][contract]`: how declarers fared.
    pub declared: [[Declared; 3]; 2],
    /// The plies of each battle.
    pub plies: Vec<f64>,
    /// `[level, A then B]`: the time taken over moves.
    pub thought: [Thought; 2],
    /// The deals of each game until somebody called.
    pub dealt: Vec<f64>,
    /// Games without a battle: nobody called.
    pub passed_out: u32,
}

impl Tally {
    /// Counts a game; `is_a` says which seats the first level played.
    pub(super) fn add(&mut self, played: &PlayedGame, is_a: [bool; 4]) {
        let chronicle = played.game.chronicle();
        for seat in Seat::ALL {
            self.thought[usize::from(!is_a[seat.index()])].add(&played.thought[seat]);
        }
        self.dealt.push(chronicle.deals.len() as f64);
        let (Some(bid), Some(over)) = (chronicle.bid, played.game.over()) else {
            self.passed_out += 1;
            return;
        };
        let fate = fate_of(over.result);
        self.plies.push(chronicle.plies.len() as f64);
        let level = usize::from(!is_a[bid.declarer.index()]);
        self.declared[level][usize::from(bid.contract.defenders()) - 1].add(fate);
    }

    /// The rows of a table: for each level and contract that was played, games and how they went.
    pub(super) fn rows(&self, levels: [Level; 2]) -> Vec<[String; 6]> {
        let mut rows = Vec::new();
        for (level, declared) in levels.iter().zip(&self.declared) {
            for (contract, one) in Contract::ALL.iter().zip(declared).filter(|(_, one)| one.games() > 0) {
                rows.push([
                    level.to_string(),
                    contract.defenders().to_string(),
                    one.games().to_string(),
                    percent(one.share(Fate::Made)),
                    percent(one.share(Fate::Set)),
                    percent(one.share(Fate::Drawn)),
                ]);
            }
        }
        rows
    }
}

/// A share as percents with its interval.
pub(super) fn percent(share: Interval) -> String {
    format!("{:.1} % ({:.1}–{:.1})", 100.0 * share.mean, 100.0 * share.low, 100.0 * share.high)
}
