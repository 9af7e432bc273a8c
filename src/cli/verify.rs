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

/// Larger files are no records: the longest games make some 200 KB.
const RECORD_MAX_BYTES: u64 = 4 * 1024 * 1024;

impl Verify {
    pub(super) fn carry_out(&self) -> ExitCode {
        for file in &self.files {
            match check(file) {
                Ok(summary) if self.files.len() == 1 => println!("{}: {summary}", file.display()),
                Ok(_) => {}
                Err(fault) => {
                    eprintln!("{}: {fault}", file.display());
                    return ExitCode::FAILURE;
                }
            }
        }
        if self.files.len() > 1 {
            println!("{} records are as the rules have them", self.files.len());
        }
        ExitCode::SUCCESS
    }
}

/// Checks one record; the fault as a sentence.
fn check(file: &Path) -> Result<String, String> {
    let record = read(file)?;
    let game = record.verify().map_err(|fault| fault.to_string())?;
    Ok(format!("as the rules have it; {} after {} plies", game.result().code(), game.plies()))
}

/// Reads a record from a file; the fault as a sentence.
pub(super) fn read(file: &Path) -> Result<Record, String> {
    let cannot = |fault: std::io::Error| format!("cannot be read: {fault}");
    let bytes = std::fs::metadata(file).map_err(cannot)?.len();
    if bytes > RECORD_MAX_BYTES {
        return Err(format!("has {bytes} bytes; a record has {RECORD_MAX_BYTES} at most"));
    }
    let json = std::fs::read_to_string(file).map_err(cannot)?;
    Record::read(&json).map_err(|fault| fault.to_string())
}
