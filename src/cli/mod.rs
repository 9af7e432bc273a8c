//! The command line.

mod arena;
#[cfg(feature = "cli")]
mod backup;
mod bids;
#[cfg(feature = "cli")]
mod check;
#[cfg(feature = "sandbox")]
mod demonstration;
#[cfg(all(test, feature = "sandbox"))]
mod hostile;
mod log;
#[cfg(feature = "sandbox")]
mod playground;
#[cfg(feature = "cli")]
mod render;
#[cfg(feature = "cli")]
mod run;
#[cfg(feature = "sandbox")]
mod sandbox;
mod selfplay;
#[cfg(feature = "cli")]
mod shelf;
mod verify;
#[cfg(feature = "cli")]
mod watch;

use std::process::ExitCode;

#[cfg(feature = "cli")]
use anyhow::Context as _;
use clap::{Parser, Subcommand};

/// 軍棋三打一 (Junqi, three against one) for Discord
#[derive(Debug, Parser)]
#[command(name = "junqi", version, about, args_conflicts_with_subcommands = true)]
struct Arguments {
    #[cfg(feature = "cli")]
    #[command(subcommand)]
    command: Option<Command>,
    #[cfg(not(feature = "cli"))]
    #[command(subcommand)]
    command: Command,
    /// Without a command: `run`.
    #[cfg(feature = "cli")]
    #[command(flatten)]
    run: run::Run,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Run the bot (the default)
    #[cfg(feature = "cli")]
    Run(run::Run),
    /// Play in a local stand-in for Discord, without a token
    #[cfg(feature = "sandbox")]
    Sandbox(sandbox::Sandbox),
    /// Let computer players play among themselves, and count
    Selfplay(selfplay::Selfplay),
    /// Let two levels play against each other, and measure which is better
    Arena(arena::ArenaCommand),
    /// Measure how contracts fare by the strength of the hand, beside what bidders expect
    Bids(bids::BidsCommand),
    /// Check the records of finished games
    Verify(verify::Verify),
    /// Copy the database, also while the bot runs on it
    #[cfg(feature = "cli")]
    Backup(backup::Backup),
    /// Look through the database: is it sound, and does every stored game play again
    #[cfg(feature = "cli")]
    Check(check::Check),
    /// Draw the board of a recorded game as a PNG
    #[cfg(feature = "cli")]
    Render(render::Render),
}

/// Reads the arguments and does what they say.
pub fn main() -> ExitCode {
    // A missing .env is nothing to speak of; a broken one is said below by what it should have set.
    let dotenv = dotenvy::dotenv();
    let arguments = Arguments::parse();
    let done = log::start().and_then(|()| {
        if let Err(fault @ (dotenvy::Error::LineParse(..) | dotenvy::Error::EnvVar(_))) = dotenv {
            tracing::warn!(%fault, "the file .env is passed over");
        }
        #[cfg(feature = "cli")]
        let command = arguments.command.unwrap_or(Command::Run(arguments.run));
        #[cfg(not(feature = "cli"))]
        let command = arguments.command;
        match command {
            #[cfg(feature = "cli")]
            Command::Run(run) => run.carry_out(),
            #[cfg(feature = "sandbox")]
            Command::Sandbox(sandbox) => sandbox.carry_out(),
            Command::Selfplay(selfplay) => selfplay.carry_out(),
            Command::Arena(arena) => Ok(arena.carry_out()),
            Command::Bids(bids) => Ok(bids.carry_out()),
            Command::Verify(verify) => Ok(verify.carry_out()),
            #[cfg(feature = "cli")]
            Command::Backup(backup) => backup.carry_out(),
            #[cfg(feature = "cli")]
            Command::Check(check) => check.carry_out(),
            #[cfg(feature = "cli")]
            Command::Render(render) => render.carry_out(),
        }
    });
    match done {
        Ok(code) => code,
        Err(fault) => {
            eprintln!("junqi: {fault:#}");
            ExitCode::FAILURE
        }
    }
}

/// The runtime on which everything asynchronous runs.
#[cfg(feature = "cli")]
fn runtime() -> anyhow::Result<tokio::runtime::Runtime> {
    tokio::runtime::Builder::new_multi_thread().enable_all().build().context("the runtime cannot start")
}

/// Ready when the program is asked to end: Ctrl-C, or SIGTERM where there is one.
#[cfg(feature = "cli")]
async fn asked_to_end() {
    let interrupt = tokio::signal::ctrl_c();
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        match signal(SignalKind::terminate()) {
            Ok(mut terminate) => {
                tokio::select! {
                    _ = interrupt => {}
                    _ = terminate.recv() => {}
                }
            }
            Err(_) => drop(interrupt.await),
        }
    }
    #[cfg(not(unix))]
    drop(interrupt.await);
}
