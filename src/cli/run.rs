//! `junqi run`: the bot in Discord.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::{Context as _, bail};
use clap::Args;
use tokio::sync::oneshot;

use super::{asked_to_end, runtime};
use crate::discord::{Connection, REQUESTS_PER_SECOND, SandboxAddress, Service, serve};
use crate::store::SqliteStore;
use crate::table::Habits;

/// How to come by a token, for who has none.
const NO_TOKEN: &str = "DISCORD_TOKEN is not set.

  1. Open https://discord.com/developers/applications and press New Application.
  2. Under Bot, press Reset Token and copy the token.
  3. Write it into a file named .env beside this program:  DISCORD_TOKEN=the-token
  4. Under OAuth2, URL Generator, choose the scopes bot and applications.commands with the
     permissions View Channels, Send Messages and Attach Files, and open the address it makes to
     invite the bot to your server.

To play without a token:  junqi sandbox";

/// Run the bot
#[derive(Debug, Args)]
pub(super) struct Run {
    /// The bot's token
    #[arg(long, env = "DISCORD_TOKEN", hide_env_values = true, hide = true)]
    token: Option<String>,
    /// Where games and scores are kept
    #[arg(long, env = "JUNQI_DATABASE", default_value = "junqi.sqlite", value_name = "FILE")]
    database: PathBuf,
    /// A stand-in for Discord on this machine, in place of the real one
    #[arg(long, hide = true, requires = "sandbox_ca", value_name = "ADDRESS")]
    sandbox: Option<SocketAddr>,
    /// The certificate of its authority
    #[arg(long, hide = true, requires = "sandbox", value_name = "FILE")]
    sandbox_ca: Option<PathBuf>,
    /// Requests a second that Discord allows this bot; 50 unless it has raised them
    #[arg(long, env = "JUNQI_REQUESTS_PER_SECOND", default_value_t = REQUESTS_PER_SECOND, value_name = "N")]
    requests_per_second: u32,
    /// How long computer players pause before each deed, in milliseconds
    #[arg(long, hide = true, value_name = "MS")]
    computer_pause: Option<u64>,
}

impl Run {
    pub(super) fn carry_out(self) -> anyhow::Result<ExitCode> {
        let token = self.token.clone().map(|token| token.trim().to_owned()).filter(|token| !token.is_empty());
        let Some(token) = token else { bail!(NO_TOKEN) };
        if serenity::utils::token::validate(&token).is_err() && self.sandbox.is_none() {
            bail!(
                "DISCORD_TOKEN does not look like a bot's token (three parts with dots between); copy it anew \
                 from the Developer Portal under Bot, not the application's id or public key"
            );
        }
        let connection = match (self.sandbox, &self.sandbox_ca) {
            (Some(rest), Some(ca)) => {
                let ca_pem = std::fs::read_to_string(ca)
                    .with_context(|| format!("the certificate {} cannot be read", ca.display()))?;
                Connection::Sandbox(SandboxAddress { token, rest, ca_pem })
            }
            _ => Connection::Discord { token },
        };
        let mut habits = Habits::default();
        if let Some(pause) = self.computer_pause {
            habits.computer_pause = std::time::Duration::from_millis(pause);
        }
        runtime()?.block_on(async {
            let store = Arc::new(SqliteStore::open(&self.database).await?);
            let (ready, is_ready) = oneshot::channel();
            tokio::spawn(async move {
                if let Ok(restored) = is_ready.await {
                    tracing::info!(restored, "the bot is in Discord; type /junqi start there");
                }
            });
            let requests_per_second = self.requests_per_second;
            let service = Service { connection, store: store.clone(), habits, requests_per_second };
            let served = serve(service, asked_to_end(), ready).await;
            store.close().await;
            served.context("the bot has stopped")
        })?;
        Ok(ExitCode::SUCCESS)
    }
}
