//! `junqi selfplay`: games among computer players.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context as _;
use clap::Args;
use comfy_table::{CellAlignment, Table, presets};
use indicatif::{ProgressBar, ProgressStyle};

use crate::players::Level;
use crate::selfplay::{DEFAULT_SEATS, Requests, Tournament};

/// Let computer players play among themselves, and count
#[derive(Debug, Args)]
pub(super) struct Selfplay {
    /// How many games
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    games: u32,
    /// From which all of them follow
    #[arg(long, value_name = "S")]
    seed: u64,
    /// Who sits South, East, North, West: random, simple, easy, normal or hard
    #[arg(long, value_name = "LEVEL,LEVEL,LEVEL,LEVEL", value_delimiter = ',', value_parser = level)]
    seats: Vec<Level>,
    /// Leave each game's record in this folder
    #[arg(long, value_name = "DIR")]
    records: Option<PathBuf>,
    /// Nobody asks for anything, leaves, or lets the clock run out
    #[arg(long)]
    calm: bool,
}

pub(super) fn level(code: &str) -> Result<Level, String> {
    Level::from_code(code).ok_or_else(|| {
        let known: Vec<&str> = Level::ALL.iter().map(|level| level.code()).collect();
        format!("there are the levels {}", known.join(" and "))
    })
}

impl Selfplay {
    pub(super) fn carry_out(self) -> anyhow::Result<ExitCode> {
        let seats = match self.seats.as_slice() {
            [] => DEFAULT_SEATS,
            [south, east, north, west] => [*south, *east, *north, *west],
            others => anyhow::bail!("--seats takes four levels, not {}", others.len()),
        };
        if let Some(folder) = &self.records {
            std::fs::create_dir_all(folder)
                .with_context(|| format!("the folder {} cannot be made", folder.display()))?;
        }
        let requests = if self.calm { Requests::Never } else { Requests::NowAndThen };
        let tournament = Tournament { games: self.games, seed: self.seed, seats, requests };
        // Hidden by itself where standard error is no terminal.
        let bar = ProgressBar::new(u64::from(self.games));
        if let Ok(style) = ProgressStyle::with_template("{bar:40} {pos}/{len} games, {eta} left") {
            bar.set_style(style);
        }
        let summary = tournament.run(|number, played| {
            bar.inc(1);
            let Some(folder) = &self.records else { return Ok(()) };
            let file = folder.join(format!("game-{:05}.json", number + 1));
            std::fs::write(&file, played.record().to_json())
                .with_context(|| format!("the record {} cannot be written", file.display()))
        })?;
        bar.finish_and_clear();
        let mut table = Table::new();
        table.load_style(presets::NOTHING);
        for (name, count) in summary.rows() {
            table.add_row([name, count]);
        }
        if let Some(column) = table.column_mut(1) {
            column.set_cell_alignment(CellAlignment::Right);
        }
        println!("{table}");
        let unmet = summary.unmet();
        if !unmet.is_empty() {
            println!("never met with: {}", unmet.join(", "));
        }
        Ok(ExitCode::SUCCESS)
    }
}
