//! `junqi arena`: two levels of computer players against each other.

use std::process::ExitCode;

use clap::Args;
use comfy_table::{Table, presets};
use indicatif::{ProgressBar, ProgressStyle};

use super::selfplay::level;
use crate::players::Level;
use crate::rules::Contract;
use crate::selfplay::arena::{Arena, Company, Report, Stops};

/// Let two levels play against each other, and measure which is better
#[derive(Debug, Args)]
pub(super) struct ArenaCommand {
    /// The level whose success is counted
    #[arg(value_parser = level)]
    a: Level,
    /// The level it plays against
    #[arg(value_parser = level)]
    b: Level,
    /// Units to play: eight games of one deal each
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    units: u32,
    /// From which all games follow
    #[arg(long, value_name = "S")]
    seed: u64,
    /// Threads that play
    #[arg(long, value_name = "J", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=256))]
    jobs: u32,
    /// Deals with real auctions, each played twice, or with --alone four times; as many as units when nothing is said
    #[arg(long, value_name = "N")]
    deals: Option<u32>,
    /// The contracts that units are given, one after another
    #[arg(long, value_name = "K,…", value_delimiter = ',', default_value = "1,2,3", value_parser = contract)]
    contracts: Vec<Contract>,
    /// Seat A alone among three B in those deals, instead of two and two
    #[arg(long)]
    alone: bool,
    /// End the units once the sequential test has decided
    #[arg(long)]
    sprt: bool,
    /// Close with all figures as one line of JSON
    #[arg(long)]
    json: bool,
}

pub(super) fn contract(text: &str) -> Result<Contract, String> {
    let number = text.parse::<u8>().map_err(|_| "a contract is 1, 2 or 3".to_owned())?;
    Contract::try_from(number)
}

impl ArenaCommand {
    pub(super) fn carry_out(self) -> ExitCode {
        let deals = self.deals.unwrap_or(self.units);
        let arena = Arena {
            a: self.a,
            b: self.b,
            units: self.units,
            deals,
            seed: self.seed,
            jobs: self.jobs,
            contracts: self.contracts,
            company: if self.alone { Company::Alone } else { Company::Mixed },
            stops: if self.sprt { Stops::OnVerdict } else { Stops::AtTheEnd },
        };
        // Hidden by itself where standard error is no terminal.
        let bar = ProgressBar::new(u64::from(self.units) + u64::from(deals));
        if let Ok(style) = ProgressStyle::with_template("{bar:40} {pos}/{len}, {eta} left") {
            bar.set_style(style);
        }
        let report = arena.run(|| bar.inc(1));
        bar.finish_and_clear();
        print(&report);
        if self.json {
            println!("{}", report.json());
        }
        ExitCode::SUCCESS
    }
}

fn print(report: &Report) {
    let mut figures = Table::new();
    figures.load_style(presets::NOTHING);
    for row in report.figures() {
        figures.add_row(row);
    }
    println!("{figures}");
    let columns = ["declarer", "contract", "games", "made", "set", "drawn"];
    for (title, rows) in
        [("contracts given", report.declarers()), ("contracts bid in auctions", report.bidders())]
    {
        if rows.is_empty() {
            continue;
        }
        let mut table = Table::new();
        table.load_style(presets::NOTHING);
        table.set_header(columns);
        for row in rows {
            table.add_row(row);
        }
        println!("\n{title}\n{table}");
    }
}
