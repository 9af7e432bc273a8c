//! `junqi check`: a look through the database.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;

use super::runtime;
use crate::store::check;

/// Look through the database: is it sound, and does every stored game play again
#[derive(Debug, Args)]
pub(super) struct Check {
    /// Where games and scores are kept
    #[arg(long, env = "JUNQI_DATABASE", default_value = "junqi.sqlite", value_name = "FILE")]
    database: PathBuf,
}

impl Check {
    pub(super) fn carry_out(&self) -> anyhow::Result<ExitCode> {
        let report = runtime()?.block_on(check(&self.database))?;
        println!(
            "{}: {} tables, {} of them running; {} entries played again, {} finished games verified",
            self.database.display(),
            report.tables,
            report.running,
            report.entries,
            report.verified
        );
        for fault in &report.faults {
            println!("  {fault}");
        }
        if report.faults.is_empty() {
            println!("Nothing is wrong.");
            return Ok(ExitCode::SUCCESS);
        }
        println!(
            "Put a backup in the file's place, or report this; the bot passes over tables that it cannot read."
        );
        Ok(ExitCode::FAILURE)
    }
}
