//! What is to be measured.

use std::time::Duration;

use clap::Parser;

/// Press buttons at many tables at once and measure how the bot bears it
#[derive(Clone, Debug, Parser)]
#[command(name = "load")]
pub struct Options {
    /// Tables, with four people each
    #[arg(long, default_value_t = 1_000)]
    pub tables: usize,
    /// How long each part of the run lasts
    #[arg(long, default_value_t = 60)]
    pub seconds: u64,
    /// Plies a second at all tables together in the second part, where the global limit is lifted
    #[arg(long, default_value_t = 200)]
    pub rate: u32,
    /// Seconds between two plies of a table in the first part, where Discord's limits hold
    #[arg(long, default_value_t = 20)]
    pub pace: u64,
    /// Few tables for few seconds
    #[arg(long)]
    pub quick: bool,
    /// Write the figures as one JSON object on the last line
    #[arg(long)]
    pub json: bool,
    /// Keep the database and the bot's log in this folder
    #[arg(long, value_name = "DIR")]
    pub keep: Option<std::path::PathBuf>,
    /// Another build of the program, to compare with
    #[arg(long, value_name = "FILE", default_value = env!("CARGO_BIN_EXE_junqi"))]
    pub program: std::path::PathBuf,
    /// What cargo passes to each bench
    #[arg(long, hide = true)]
    pub bench: bool,
}

impl Options {
    /// With what `--quick` stands for put in.
    pub fn settled(self) -> Self {
        if self.quick { Self { tables: 6, seconds: 4, rate: 6, pace: 2, ..self } } else { self }
    }

    /// How long each part lasts.
    pub const fn length(&self) -> Duration {
        Duration::from_secs(self.seconds)
    }
}
