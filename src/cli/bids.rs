//! `junqi bids`: how contracts fare by the strength of the hand.

use std::process::ExitCode;

use clap::Args;
use comfy_table::{Table, presets};

use super::selfplay::level;
use crate::players::Level;
use crate::selfplay::arena::Fate;
use crate::selfplay::bids::{Bids, calibration};

/// Measure how contracts fare by the strength of the hand, beside what bidders expect
#[derive(Debug, Args)]
pub(super) struct BidsCommand {
    /// The level that plays against itself
    #[arg(value_parser = level)]
    level: Level,
    /// How many games
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    games: u32,
    /// From which all of them follow
    #[arg(long, value_name = "S")]
    seed: u64,
    /// Threads that play
    #[arg(long, value_name = "J", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=256))]
    jobs: u32,
    /// Parts of equal size that the hands of each contract are sorted into
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..=100))]
    parts: u32,
    /// Print each game as contract, strength and fate instead
    #[arg(long)]
    raw: bool,
}

impl BidsCommand {
    pub(super) fn carry_out(self) -> ExitCode {
        let bids = Bids { level: self.level, games: self.games, seed: self.seed, jobs: self.jobs };
        let samples = bids.run();
        if self.raw {
            for sample in samples {
                println!("{} {} {:?}", sample.contract.defenders(), sample.strength, sample.fate);
            }
            return ExitCode::SUCCESS;
        }
        let mut table = Table::new();
        table.load_style(presets::NOTHING);
        table.set_header(["contract", "games", "strength", "foretold", "made", "set", "drawn"]);
        for part in calibration(self.level, &samples, self.parts as usize) {
            let percent = |share: f64| format!("{:.1} %", 100.0 * share);
            table.add_row([
                part.contract.defenders().to_string(),
                part.declared.games().to_string(),
                format!("{:.0}", part.strength),
                percent(part.foretold),
                percent(part.declared.share(Fate::Made).mean),
                percent(part.declared.share(Fate::Set).mean),
                percent(part.declared.share(Fate::Drawn).mean),
            ]);
        }
        println!("{table}");
        ExitCode::SUCCESS
    }
}
