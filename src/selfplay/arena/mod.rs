//! Two levels against each other, measured so that luck of the deal and of the seat cancels out.
//!
//! One *unit* is eight games of one deal: each seat in turn is the declarer of a given contract,
//! once as A against three B, once as B against three A. Whoever has more points over the eight has
//! won the unit. A second match plays deals with real auctions and counts points: A and B sit by turns, each deal
//! played twice with seats exchanged; or A sits alone against three B, in each seat once.

mod report;
mod statistics;
mod tally;

pub use report::Report;
pub use statistics::{Interval, Sprt, Verdict, mean_interval, wilson};
pub(crate) use tally::fate_of;
pub use tally::{Declared, Fate, Tally};

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc;
use std::thread;

use super::{PlayedGame, Requests, play, play_bid};
use crate::players::Level;
use crate::players::dice::Dice;
use crate::rules::{Contract, Seat};

/// Two levels and how much they are to play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arena {
    /// The first level, whose success is counted.
    pub a: Level,
    /// The other.
    pub b: Level,
    /// Units of the first match.
    pub units: u32,
    /// Deals of the second, with real auctions.
    pub deals: u32,
    /// From what all games follow.
    pub seed: u64,
    /// Threads that play.
    pub jobs: u32,
    /// The contracts that units are given, one after another.
    pub contracts: Vec<Contract>,
    /// Whether the first match ends once the sequential test has decided.
    pub stops: Stops,
    /// Who sits where in the second match.
    pub company: Company,
}

/// Who sits where in deals with real auctions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Company {
    /// A and B by turns, then with seats exchanged: whoever declares has defenders of both sorts.
    Mixed,
    /// A alone, in each seat once: whenever A declares, three B defend.
    Alone,
}

/// When the first match ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stops {
    /// When all units are played.
    AtTheEnd,
    /// Once the sequential test has decided.
    OnVerdict,
}

/// Eight games, or those of one deal of the second match.
struct Round {
    /// What A won over all of them, in units of the score table.
    points: f64,
    tally: Vec<(PlayedGame, [bool; 4])>,
}

impl Arena {
    /// Plays it all; `on_round` hears of each unit and then each deal as it is counted. The same
    /// arena plays the same games, whatever the number of jobs.
    pub fn run(&self, mut on_round: impl FnMut()) -> Report {
        let mut report = Report::new(self);
        self.in_order(self.units, Self::unit, |round| {
            report.add_unit(round.points, &round.tally);
            on_round();
            self.stops == Stops::OnVerdict && report.verdict() != Verdict::Open
        });
        self.in_order(self.deals, Self::deal, |round| {
            report.add_deal(round.points, &round.tally);
            on_round();
            false
        });
        report
    }

    fn seed_of(&self, number: u32, of: u64) -> u64 {
        Dice::new(self.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(of << 32 | u64::from(number)))
            .seed()
    }

    fn unit(&self, number: u32) -> Round {
        let seed = self.seed_of(number, 1);
        let contract = self.contracts[number as usize % self.contracts.len()];
        let games = Seat::ALL.into_iter().flat_map(|declarer| [(declarer, true), (declarer, false)]);
        let games = games.map(|(declarer, declares)| {
            let is_a = Seat::ALL.map(|seat| (seat == declarer) == declares);
            (play_bid(seed, self.seats(is_a), (declarer, contract)), is_a)
        });
        Round::of(games.collect())
    }

    fn deal(&self, number: u32) -> Round {
        let seed = self.seed_of(number, 2);
        let seatings = match self.company {
            Company::Mixed => [true, false].map(|first| [first, !first, first, !first]).to_vec(),
            Company::Alone => Seat::ALL.map(|own| Seat::ALL.map(|seat| seat == own)).to_vec(),
        };
        let games = seatings.into_iter().map(|is_a| (play(seed, self.seats(is_a), Requests::Never), is_a));
        Round::of(games.collect())
    }

    fn seats(&self, is_a: [bool; 4]) -> [Level; 4] {
        is_a.map(|is_a| if is_a { self.a } else { self.b })
    }

    /// Plays rounds on all threads and counts them in order, until `count` has enough.
    fn in_order(&self, rounds: u32, play: fn(&Self, u32) -> Round, mut count: impl FnMut(Round) -> bool) {
        let next = AtomicU32::new(0);
        thread::scope(|scope| {
            let (sender, played) = mpsc::channel();
            for _ in 0..self.jobs.max(1) {
                let (sender, next) = (sender.clone(), &next);
                scope.spawn(move || {
                    loop {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        // Nobody listens any more once enough has been counted.
                        if number >= rounds || sender.send((number, play(self, number))).is_err() {
                            break;
                        }
                    }
                });
            }
            drop(sender);
            let mut early = BTreeMap::new();
            let mut due = 0;
            for (number, round) in played {
                early.insert(number, round);
                while let Some(round) = early.remove(&due) {
                    due += 1;
                    if count(round) {
                        return;
                    }
                }
            }
        });
    }
}

impl Round {
    fn of(tally: Vec<(PlayedGame, [bool; 4])>) -> Self {
        let points = tally.iter().map(|(played, is_a)| points_of_a(played, *is_a)).sum();
        Self { points, tally }
    }
}

/// What A's seats won in the game, in units of the score table.
fn points_of_a(played: &PlayedGame, is_a: [bool; 4]) -> f64 {
    let base = f64::from(played.game.setup().settings.base_score);
    let scores = played.game.over().and_then(|over| over.scores);
    let own = |scores: crate::rules::BySeat<i64>| {
        Seat::ALL.into_iter().filter(|seat| is_a[seat.index()]).map(|seat| scores[seat] as f64).sum::<f64>()
    };
    scores.map_or(0.0, own) / base
}

#[cfg(test)]
mod tests {
    use super::*;

    fn arena(a: Level, b: Level, jobs: u32) -> Arena {
        let contracts = vec![Contract::One, Contract::Two];
        Arena {
            a,
            b,
            units: 4,
            deals: 3,
            seed: 3,
            jobs,
            contracts,
            stops: Stops::AtTheEnd,
            company: Company::Mixed,
        }
    }

    #[test]
    fn a_level_against_itself_shares_every_unit_and_deal_alike() {
        let report = arena(Level::Simple, Level::Simple, 1).run(|| ());
        assert!((report.share().mean - 0.5).abs() < 1e-9, "the same games twice, with signs exchanged");
        assert!(report.points_per_deal().mean.abs() < 1e-9);
    }

    #[test]
    fn the_same_arena_plays_the_same_games_on_any_number_of_threads() {
        let counted = |jobs| {
            let report = arena(Level::Simple, Level::Random, jobs).run(|| ());
            (report.share(), report.points_per_deal(), report.tally.plies.clone(), report.tally.declared)
        };
        assert_eq!(counted(1), counted(3));
    }

    #[test]
    fn whoever_sits_alone_does_so_in_each_seat_once() {
        let alone = Arena { units: 0, company: Company::Alone, ..arena(Level::Simple, Level::Random, 1) };
        let report = alone.run(|| ());
        let [own, others] = report.auctions.thought;
        assert!(own.moves > 0 && others.moves > 2 * own.moves, "one against three: {own:?} {others:?}");
        let bid: u32 = report.auctions.declared.iter().flatten().map(|declared| declared.games()).sum();
        assert_eq!(bid + report.auctions.passed_out, 12, "three deals, four seats");
    }

    #[test]
    fn the_better_level_wins_its_units() {
        let report = arena(Level::Simple, Level::Random, 2).run(|| ());
        assert!(report.share().mean > 0.9, "{:?}", report.share());
        assert!(report.json().contains(r#""a":"simple","b":"random","units":4"#), "{}", report.json());
    }
}
