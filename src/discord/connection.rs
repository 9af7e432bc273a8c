//! The way to Discord: the real one, or a stand-in on loopback.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use thiserror::Error;

use super::lines::Lines;

/// A request that has had no answer for so long has failed: one that hangs must not keep a table's
/// newest state from being shown. Enough for the largest film over a slow line.
pub const REQUEST_PATIENCE: Duration = Duration::from_secs(30);

/// A connection that does not come about in that time does not.
const CONNECT_PATIENCE: Duration = Duration::from_secs(10);

/// Connections that are kept though nothing is sent over them. A burst, such as that of the boards after a start, opens
/// several hundred, each with its buffers.
const CONNECTIONS_KEPT: usize = 64;

/// The host whose name the client library reaches for.
const DISCORD_HOST: &str = "discord.com";

/// Where Discord is.
#[derive(Clone)]
pub enum Connection {
    /// The real one.
    Discord {
        /// The bot's token.
        token: String,
    },
    /// A stand-in on loopback.
    Sandbox(SandboxAddress),
}

/// How a stand-in is reached.
#[derive(Clone)]
pub struct SandboxAddress {
    /// The bot's token there.
    pub token: String,
    /// Its REST API, over TLS.
    pub rest: SocketAddr,
    /// The certificate that signed its own, as PEM.
    pub ca_pem: String,
    /// How long a request to it may take: [`REQUEST_PATIENCE`], or less in a test.
    pub patience: Duration,
}

/// Why there is no way to Discord.
#[derive(Debug, Error)]
pub enum ConnectionFault {
    /// A stand-in must be on this machine.
    #[error("{0} is not on this machine; a sandbox is reached on loopback only")]
    NotLoopback(String),
    /// The stand-in's certificate or the client cannot be made.
    #[error("the client for requests cannot be made: {0}")]
    Client(#[from] reqwest::Error),
}

/// Finds no host: whoever plays in a sandbox must never reach the real Discord.
struct NoOtherHost;

impl reqwest::dns::Resolve for NoOtherHost {
    fn resolve(&self, name: reqwest::dns::Name) -> reqwest::dns::Resolving {
        let fault = format!("{} is not part of the sandbox", name.as_str());
        Box::pin(std::future::ready(Err(fault.into())))
    }
}

impl Connection {
    /// The clients that speak to it, rate limits observed.
    ///
    /// # Errors
    /// When a stand-in is not on loopback, its certificate is no certificate, or the system's means of
    /// TLS fail.
    pub fn lines(&self) -> Result<Lines, ConnectionFault> {
        match self {
            Self::Discord { token } => Ok(Lines::new(client(REQUEST_PATIENCE).build()?, token)),
            Self::Sandbox(SandboxAddress { token, rest, ca_pem, patience }) => {
                if !rest.ip().is_loopback() {
                    return Err(ConnectionFault::NotLoopback(rest.to_string()));
                }
                let client = client(*patience)
                    .tls_built_in_root_certs(false)
                    .add_root_certificate(reqwest::Certificate::from_pem(ca_pem.as_bytes())?)
                    .dns_resolver(Arc::new(NoOtherHost))
                    .resolve(DISCORD_HOST, *rest)
                    .no_proxy()
                    .build()?;
                Ok(Lines::new(client, token))
            }
        }
    }

    /// Checks the gateway's address once the client has found it: a client that could not ask for
    /// it falls back to the real one.
    ///
    /// # Errors
    /// When a sandbox's gateway would lie outside this machine.
    pub fn check_gateway(&self, url: &str) -> Result<(), ConnectionFault> {
        let is_local =
            ["ws://127.0.0.1:", "ws://[::1]:", "ws://localhost:"].iter().any(|local| url.starts_with(local));
        match self {
            Self::Sandbox(_) if !is_local => Err(ConnectionFault::NotLoopback(url.to_owned())),
            Self::Sandbox(_) | Self::Discord { .. } => Ok(()),
        }
    }
}

/// What both ways have in common.
fn client(patience: Duration) -> reqwest::ClientBuilder {
    reqwest::Client::builder()
        .use_rustls_tls()
        .timeout(patience)
        .connect_timeout(CONNECT_PATIENCE)
        .pool_max_idle_per_host(CONNECTIONS_KEPT)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sandbox(rest: &str) -> Connection {
        let ca_pem = String::new();
        let (token, rest) = ("t".to_owned(), rest.parse().unwrap());
        Connection::Sandbox(SandboxAddress { token, rest, ca_pem, patience: REQUEST_PATIENCE })
    }

    #[test]
    fn a_sandbox_that_is_not_on_this_machine_is_refused() {
        let fault = sandbox("192.0.2.7:443").lines().err().unwrap();
        assert!(matches!(fault, ConnectionFault::NotLoopback(address) if address == "192.0.2.7:443"));
    }

    #[test]
    fn a_sandbox_never_falls_back_to_the_real_gateway() {
        let local = sandbox("127.0.0.1:1");
        assert!(local.check_gateway("ws://127.0.0.1:4000").is_ok());
        assert!(local.check_gateway("wss://gateway.discord.gg").is_err());
        assert!(local.check_gateway("ws://127.0.0.1.example.org:4000").is_err());
        let real = Connection::Discord { token: "t".to_owned() };
        assert!(real.check_gateway("wss://gateway.discord.gg").is_ok());
    }
}
