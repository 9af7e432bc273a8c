//! `junqi verify`: checks records of finished games.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;

use crate::record::Record;

/// Check the records of finished games
#[derive(Debug, Args)]
pub(super) struct Verify {
    /// Records, as `selfplay --records` and the end of a game in Discord leave them
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
}

impl Verify {
    pub(super) fn carry_out(self) -> anyhow::Result<ExitCode> {
        for file in &self.files {
            match check(file) {
                Ok(summary) if self.files.len() == 1 => println!("{}: {summary}", file.display()),
                Ok(_) => {}
                Err(fault) => {
                    eprintln!("{}: {fault}", file.display());
                    return Ok(ExitCode::FAILURE);
                }
            }
        }
        if self.files.len() > 1 {
            println!("{} records are as the rules have them", self.files.len());
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// Checks one record; the fault as a sentence.
fn check(file: &Path) -> Result<String, String> {
    let json = std::fs::read_to_string(file).map_err(|fault| format!("cannot be read: {fault}"))?;
    let record = Record::read(&json).map_err(|fault| fault.to_string())?;
    let game = record.verify().map_err(|fault| fault.to_string())?;
    Ok(format!("as the rules have it; {} after {} plies", game.result().code(), game.plies()))
}
