//! `junqi bids`: how contracts fare by the hand.

use std::process::ExitCode;

use clap::Args;
use comfy_table::{Table, presets};

use super::arena::contract;
use super::selfplay::level;
use crate::players::Level;
use crate::rules::Contract;
use crate::selfplay::arena::Fate;
use crate::selfplay::bids::{Bids, Sample, calibration, fitted};
use crate::selfplay::fit::area;

/// Measure how contracts fare by the hand, beside what bidders expect
#[derive(Debug, Args)]
pub(super) struct BidsCommand {
    /// The level that declares
    #[arg(value_parser = level)]
    level: Level,
    /// The level that defends; the same when nothing is said
    #[arg(long, value_name = "LEVEL", value_parser = level)]
    against: Option<Level>,
    /// How many games
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    games: u32,
    /// From which all of them follow
    #[arg(long, value_name = "S")]
    seed: u64,
    /// Threads that play
    #[arg(long, value_name = "J", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=256))]
    jobs: u32,
    /// The contracts that declarers are given, one after another
    #[arg(long, value_name = "K,…", value_delimiter = ',', default_value = "1,2,3", value_parser = contract)]
    contracts: Vec<Contract>,
    /// Parts of equal size that the hands of each contract are sorted into
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..=100))]
    parts: u32,
    /// Fit a curve to the games instead, and show what curves fitted to nine tenths of them foretell of the others
    #[arg(long)]
    fit: bool,
}

impl BidsCommand {
    pub(super) fn carry_out(self) -> ExitCode {
        let bids = Bids {
            level: self.level,
            against: self.against.unwrap_or(self.level),
            contracts: self.contracts.clone(),
            games: self.games,
            seed: self.seed,
            jobs: self.jobs,
        };
        let samples = bids.run();
        for contract in Contract::ALL {
            let of: Vec<Sample> =
                samples.iter().filter(|sample| sample.contract == contract).copied().collect();
            if !of.is_empty() {
                self.print(contract, &of);
            }
        }
        ExitCode::SUCCESS
    }

    fn print(&self, contract: Contract, samples: &[Sample]) {
        let foretold = if self.fit {
            let (fit, held_out) = fitted(samples);
            let [strength, mines] = fit.weights;
            let average = fit.average;
            println!("fitted: average {average:.3}, strength {strength:.3}, mines {mines:.3}");
            held_out
        } else {
            samples.iter().map(|sample| sample.foretold(self.level)).collect()
        };
        let mut table = Table::new();
        table.load_style(presets::NOTHING);
        table.set_header(["contract", "games", "foretold", "made", "set", "drawn"]);
        for part in calibration(samples, &foretold, self.parts as usize) {
            let percent = |share: f64| format!("{:.1} %", 100.0 * share);
            table.add_row([
                contract.defenders().to_string(),
                part.declared.games().to_string(),
                percent(part.foretold),
                percent(part.declared.share(Fate::Made).mean),
                percent(part.declared.share(Fate::Set).mean),
                percent(part.declared.share(Fate::Drawn).mean),
            ]);
        }
        let made = samples.iter().map(|sample| sample.fate == Fate::Made);
        let pairs: Vec<(f64, bool)> = foretold.into_iter().zip(made).collect();
        println!("{table}\narea under the curve: {:.3}", area(&pairs));
    }
}
