//! `junqi sandbox`: a local Discord with the bot in it.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;

use super::demonstration::demonstrate;
use super::playground::Playground;
use super::runtime;

/// Where the page is served unless another port is named.
const PORT: u16 = 4270;

/// Play in a local stand-in for Discord, without a token
#[derive(Debug, Args)]
pub(super) struct Sandbox {
    /// Where the page is served on this machine; 0 takes any free port
    #[arg(long, value_name = "PORT", default_value_t = PORT)]
    port: u16,
    /// Keep the server, its messages, games and scores in this folder until the next run; without it
    /// they are gone at the end
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// Play one whole game with scripted users beside computer players instead, and leave everything
    /// that each user saw in this folder
    #[arg(long, value_name = "DIR", num_args = 0..=1, default_missing_value = "demo", conflicts_with_all = ["port", "data"])]
    demo: Option<PathBuf>,
    /// Read the page's files from this folder, for whoever works on them
    #[arg(long, hide = true, value_name = "DIR")]
    page_files: Option<PathBuf>,
}

impl Sandbox {
    pub(super) fn carry_out(self) -> anyhow::Result<ExitCode> {
        runtime()?.block_on(async {
            match self.demo {
                Some(folder) => demonstrate(&folder).await,
                None => {
                    Playground { port: self.port, data: self.data, page_files: self.page_files }.run().await
                }
            }
        })?;
        Ok(ExitCode::SUCCESS)
    }
}
