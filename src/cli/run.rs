//! `junqi run`: the bot in Discord.

use std::fmt;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::ExitCode;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context as _, bail};
use clap::Args;
use tokio::sync::oneshot;

use super::shelf::shelve_beside;
use super::watch::{self, Watch};
use super::{asked_to_end, runtime};
use crate::discord::{
    Connection, REQUEST_PATIENCE, REQUESTS_PER_SECOND, SandboxAddress, ServeFault, Service, Starts, Vitals,
    serve_watched,
};
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
    token: Option<Token>,
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
    /// Serve counts at /metrics and the bot's state at /healthz on this address of this machine
    #[arg(long, env = "METRICS_ADDR", value_name = "ADDRESS")]
    metrics_addr: Option<SocketAddr>,
    /// Let that address be one that other machines can reach
    #[arg(long, env = "METRICS_ANYWHERE", requires = "metrics_addr")]
    metrics_anywhere: bool,
    /// Count starts, and wait where they come too often, in a stand-in too
    #[arg(long, hide = true, requires = "sandbox")]
    pace_starts: bool,
}

/// The bot's token, which nothing prints.
#[derive(Clone)]
struct Token(String);

impl FromStr for Token {
    type Err = std::convert::Infallible;

    fn from_str(token: &str) -> Result<Self, Self::Err> {
        Ok(Self(token.trim().to_owned()))
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("(the token)")
    }
}

/// The code with which the program ends where starting it again would be of no use (`EX_CONFIG` of
/// sysexits): something must be set otherwise first.
const MUST_BE_MENDED: u8 = 78;

/// How long the store may take to close, and then what still runs on threads to end.
const STORE_MAX: Duration = Duration::from_secs(5);
const THREADS_MAX: Duration = Duration::from_secs(2);

impl Run {
    pub(super) fn carry_out(self) -> anyhow::Result<ExitCode> {
        let connection = match self.connection() {
            Ok(connection) => connection,
            Err(fault) => return Ok(give_up(&fault)),
        };
        let runtime = runtime()?;
        let served = runtime.block_on(self.serve(connection));
        // A film that is being drawn is not waited for.
        runtime.shutdown_timeout(THREADS_MAX);
        match served {
            Err(fault) if !is_passing(&fault) => Ok(give_up(&fault)),
            served => served.map(|()| ExitCode::SUCCESS),
        }
    }

    /// The way to Discord, by what was set.
    fn connection(&self) -> anyhow::Result<Connection> {
        let token = self.token.clone().map(|token| token.0).filter(|token| !token.is_empty());
        let Some(token) = token else { bail!(NO_TOKEN) };
        if serenity::utils::token::validate(&token).is_err() && self.sandbox.is_none() {
            bail!(
                "DISCORD_TOKEN does not look like a bot's token (three parts with dots between); copy it anew \
                 from the Developer Portal under Bot, not the application's id or public key"
            );
        }
        Ok(match (self.sandbox, &self.sandbox_ca) {
            (Some(rest), Some(ca)) => {
                let ca_pem = std::fs::read_to_string(ca)
                    .with_context(|| format!("the certificate {} cannot be read", ca.display()))?;
                Connection::Sandbox(SandboxAddress { token, rest, ca_pem, patience: REQUEST_PATIENCE })
            }
            _ => Connection::Discord { token },
        })
    }

    async fn serve(self, connection: Connection) -> anyhow::Result<()> {
        // Listening begins here, so that who ends it while it starts ends it as cleanly.
        let asked = tokio::spawn(asked_to_end());
        let mut habits = Habits::default();
        if let Some(pause) = self.computer_pause {
            habits.computer_pause = Duration::from_millis(pause);
        }
        let listener = match self.metrics_addr {
            Some(address) => Some(watch::listen(address, self.metrics_anywhere).await.map_err(Unfit)?),
            None => None,
        };
        let store = Arc::new(SqliteStore::open(&self.database).await?);
        shelve_beside(&self.database);
        let vitals = Arc::new(Vitals::default());
        if let Some(listener) = listener {
            let watch = Watch { vitals: Arc::clone(&vitals), store: store.clone() };
            tokio::spawn(watch.serve(listener));
        }
        let (ready, is_ready) = oneshot::channel();
        tokio::spawn(async move {
            if let Ok(restored) = is_ready.await {
                tracing::info!(restored, "the bot is in Discord; type /junqi start there");
            }
        });
        let shutdown = async {
            // It cannot fail but by a panic, which is a reason to end as well.
            let _ = asked.await;
            tracing::info!("asked to end");
        };
        let paced = self.sandbox.is_none() || self.pace_starts;
        let starts = paced.then(|| Starts::beside(&self.database));
        let requests_per_second = self.requests_per_second;
        let service = Service::new(connection, store.clone(), habits, requests_per_second);
        let served = serve_watched(service, shutdown, ready, vitals, starts.as_ref()).await;
        if let (Ok(()), Some(starts)) = (&served, &starts) {
            starts.end_well();
        }
        if tokio::time::timeout(STORE_MAX, store.close()).await.is_err() {
            tracing::warn!("the store was not closed in good order; the next start finishes what this left");
        }
        served.context("the bot has stopped")?;
        tracing::info!("ended; running tables go on with the next start");
        Ok(())
    }
}

/// What was set cannot be done.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
struct Unfit(anyhow::Error);

/// Whether the same start may succeed later, by itself.
fn is_passing(fault: &anyhow::Error) -> bool {
    let is_refused =
        matches!(fault.downcast_ref::<ServeFault>(), Some(ServeFault::BadToken | ServeFault::Connection(_)));
    !is_refused && fault.downcast_ref::<Unfit>().is_none()
}

fn give_up(fault: &anyhow::Error) -> ExitCode {
    eprintln!("junqi: {fault:#}");
    ExitCode::from(MUST_BE_MENDED)
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Debug, Parser)]
    struct Arguments {
        #[command(flatten)]
        run: Run,
    }

    #[test]
    fn the_token_is_in_no_debug_output() {
        let arguments = Arguments::parse_from(["junqi", "--token", "a.recognisable.token"]);
        let shown = format!("{arguments:?} {arguments:#?}");
        assert!(!shown.contains("recognisable"), "{shown}");
        assert_eq!(arguments.run.token.unwrap().0, "a.recognisable.token");
    }
}
