//! `junqi backup`: a copy of the database.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;

use super::runtime;
use crate::store::backup;

/// Copy the database, also while the bot runs on it
#[derive(Debug, Args)]
pub(super) struct Backup {
    /// The copy; there must be no such file yet
    #[arg(value_name = "FILE")]
    to: PathBuf,
    /// Where games and scores are kept
    #[arg(long, env = "JUNQI_DATABASE", default_value = "junqi.sqlite", value_name = "FILE")]
    database: PathBuf,
}

impl Backup {
    pub(super) fn carry_out(&self) -> anyhow::Result<ExitCode> {
        let bytes = runtime()?.block_on(backup(&self.database, &self.to))?;
        println!("{}: {bytes} bytes, checked", self.to.display());
        println!("It holds the secrets of running games: keep it where only you can read it.");
        Ok(ExitCode::SUCCESS)
    }
}
