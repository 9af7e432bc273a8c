//! How a sandbox is set up, and what a bot needs to reach it.

use std::net::SocketAddr;
use std::time::Duration;

use crate::id::ApplicationId;

/// How strictly the sandbox counts requests.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RateLimits {
    /// Global and per-route limits, with their headers.
    #[default]
    Enforced,
    /// The global 50 requests/s alone, so that a fast test is not slowed by single routes.
    GlobalOnly,
    /// Single routes alone, as for a bot whose global limit Discord has raised.
    RoutesOnly,
    /// No limits and no headers.
    Off,
}

/// Whether exchanges are held against Discord's own description of its API.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Descriptions {
    /// Where the feature `openapi` is on and the description can be had; breaches are violations.
    #[default]
    Checked,
    /// Never, as where times are measured.
    Ignored,
}

/// The settings of a sandbox.
///
/// ```
/// use discord_sandbox::{Config, RateLimits};
///
/// let config = Config { rate_limits: RateLimits::Off, ..Config::default() };
/// assert_eq!(config.port, 0);
/// ```
#[derive(Clone, Debug)]
pub struct Config {
    /// The port of the TLS side (REST); 0 takes any free one.
    pub port: u16,
    /// The port of the plain side (gateway, files); 0 takes any free one.
    pub gateway_port: u16,
    /// How strictly requests are counted.
    pub rate_limits: RateLimits,
    /// The bot's token; `None` makes one.
    pub token: Option<String>,
    /// The bot's name.
    pub bot_name: String,
    /// How long an interaction waits for its first answer. Discord: 3 s.
    pub answer_within: Duration,
    /// How long an interaction's token lives. Discord: 15 min.
    pub token_life: Duration,
    /// Asked of the bot in HELLO. Discord: about 41 s.
    pub heartbeat_interval: Duration,
    /// How long a session that lost its connection can be resumed.
    pub resume_within: Duration,
    /// Which privileged intents are switched on for the bot, as Discord's bits (members `1 << 1`, presences
    /// `1 << 8`, message content `1 << 15`). A bot that asks for others is turned away with 4014.
    pub privileged_intents: u64,
    /// How many edits in an hour a message older than an hour bears before 30046. Discord does not tell its number.
    pub edits_of_old_message: u32,
    /// How many sessions the bot may begin in a day before Discord resets its token. Discord: 1,000.
    pub session_starts: u32,
    /// How many shards may identify within five seconds. Discord: 1 for all but very large bots. Held to where
    /// [`RateLimits::Enforced`].
    pub max_concurrency: u64,
    /// How many shards `/gateway/bot` recommends.
    pub shards: u64,
    /// Whether exchanges are held against Discord's description.
    pub descriptions: Descriptions,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            port: 0,
            gateway_port: 0,
            rate_limits: RateLimits::Enforced,
            token: None,
            bot_name: "sandbox-bot".to_owned(),
            answer_within: Duration::from_secs(3),
            token_life: Duration::from_mins(15),
            heartbeat_interval: Duration::from_millis(41_250),
            resume_within: Duration::from_secs(90),
            privileged_intents: 0,
            edits_of_old_message: 3,
            session_starts: 1000,
            max_concurrency: 1,
            shards: 1,
            descriptions: Descriptions::Checked,
        }
    }
}

/// What a bot needs to connect.
///
/// The sandbox depends on no HTTP client. A bot built on serenity hands in a `reqwest` 0.12 client made like this, and
/// keeps serenity's rate limiter on:
///
/// ```ignore
/// let client = reqwest::Client::builder()
///     .resolve(Connection::HOST, connection.rest)
///     .add_root_certificate(reqwest::Certificate::from_pem(connection.ca_pem.as_bytes())?)
///     .no_proxy()
///     .build()?;
/// let http = serenity::http::HttpBuilder::new(&connection.token).client(client).build();
/// let bot = serenity::client::ClientBuilder::new_with_http(http, intents);
/// ```
#[derive(Clone, Debug)]
pub struct Connection {
    /// The bot's token, without `Bot `.
    pub token: String,
    /// Where HTTPS requests for [`Connection::HOST`] have to go.
    pub rest: SocketAddr,
    /// The certificate authority that vouches for the sandbox, in PEM.
    pub ca_pem: String,
    /// The bot's application.
    pub application_id: ApplicationId,
    /// The gateway, which the REST API tells the bot too.
    pub gateway_url: String,
}

impl Connection {
    /// The name the bot believes to talk to.
    pub const HOST: &'static str = "discord.com";
}
