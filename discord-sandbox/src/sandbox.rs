//! The sandbox as a test or a program holds it.

use std::io;
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::middleware::from_fn;
use axum::routing::get;
use axum::serve::ListenerExt as _;
use axum_server::Handle;
use axum_server::accept::NoDelayAcceptor;
use axum_server::tls_rustls::{RustlsAcceptor, RustlsConfig};
use thiserror::Error;
use tokio::sync::watch;
use tokio::task::JoinHandle;

use crate::acting::ActingUser;
use crate::acting::wait::{self, TimedOut};
use crate::config::{Config, Connection, RateLimits};
use crate::core::Core;
use crate::gateway::session::Order;
use crate::id::{ChannelId, GuildId, RoleId, UserId};
use crate::journal::{Exchange, Timing, Violation};
use crate::keep::{Folder, KeepFault, Keeper};
use crate::page::refuse_sites;
use crate::permissions::Permissions;
use crate::tls::Identity;
use crate::world::channel::{Channel, Place};
use crate::world::command::{Command, Scope};
use crate::world::guild::GuildSpec;
use crate::world::user::UserSpec;
use crate::world::{Addresses, World};
use crate::{gateway, rest};

/// Why a sandbox did not start.
#[derive(Debug, Error)]
pub enum StartError {
    /// The port could not be had.
    #[error("cannot listen on 127.0.0.1:{port}")]
    Listen {
        /// The port asked for; 0 is any.
        port: u16,
        /// What the system said.
        source: io::Error,
    },
    /// The certificate could not be made.
    #[error("cannot make a certificate")]
    Certificate(#[from] rcgen::Error),
    /// TLS could not be set up.
    #[error("cannot set up TLS")]
    Tls(#[from] rustls::Error),
    /// The world that was kept cannot be had.
    #[error(transparent)]
    Keep(#[from] KeepFault),
}

/// Whether the bot may come back to the session it had.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Resumable {
    /// It may resume.
    Yes,
    /// It has to identify anew.
    No,
}

/// How a bot has used the gateway, all shards together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sessions {
    /// Sessions begun.
    pub begun: u64,
    /// Returns to a session after its connection was lost.
    pub resumed: u64,
}

/// A running stand-in for Discord. It stops when dropped.
#[derive(Debug)]
pub struct Sandbox {
    pub(crate) core: Arc<Core>,
    connection: Connection,
    tls: Handle<SocketAddr>,
    tasks: Vec<JoinHandle<()>>,
    keeper: Option<Keeper>,
}

/// Starting and looking.
impl Sandbox {
    /// Starts both listeners on loopback.
    ///
    /// # Errors
    /// [`StartError::Listen`] if a port is taken; the others if the system's source of chance fails.
    pub async fn start(config: Config) -> Result<Self, StartError> {
        Self::start_with(config, None).await
    }

    /// Starts with the world that was kept in a folder, or with an empty one, and keeps it there from now on.
    /// [`Sandbox::close`] writes it down a last time.
    ///
    /// # Errors
    /// As for [`Sandbox::start`], and [`StartError::Keep`] if the folder cannot be used.
    pub async fn start_kept(config: Config, folder: &Path) -> Result<Self, StartError> {
        Self::start_with(config, Some(Folder::at(folder))).await
    }

    /// Ends, with the world written down where it is kept.
    ///
    /// # Errors
    /// If it cannot be written.
    pub async fn close(mut self) -> Result<(), KeepFault> {
        match self.keeper.take() {
            Some(keeper) => keeper.finish().await,
            None => Ok(()),
        }
    }

    #[allow(clippy::unused_async, reason = "it must be called inside a runtime, and may have to wait later")]
    async fn start_with(config: Config, folder: Option<Folder>) -> Result<Self, StartError> {
        let kept = folder.as_ref().map(Folder::load).transpose()?.flatten();
        let secure = listen(config.port)?;
        let plain = listen(config.gateway_port)?;
        let address = |listener: &TcpListener, port| {
            listener.local_addr().map_err(|source| StartError::Listen { port, source })
        };
        let rest_address = address(&secure, config.port)?;
        let plain_address = address(&plain, config.gateway_port)?;
        let plain = tokio::net::TcpListener::from_std(plain)
            .map_err(|source| StartError::Listen { port: config.gateway_port, source })?;
        let identity = Identity::create()?;
        let addresses = Addresses {
            gateway_url: format!("ws://{plain_address}"),
            files_url: format!("http://{plain_address}"),
        };
        let world = match kept {
            Some(kept) => kept.into_world(config, addresses),
            None => World::new(config, addresses),
        };
        let connection = Connection {
            token: world.application.token.clone(),
            rest: rest_address,
            ca_pem: identity.ca_pem,
            application_id: world.application.id,
            gateway_url: world.addresses.gateway_url.clone(),
        };
        let core = Arc::new(Core::new(world));
        let router = Router::new()
            .route("/attachments/{channel}/{attachment}/{filename}", get(rest::file::serve))
            .route(
                "/ephemeral-attachments/{application}/{attachment}/{filename}",
                get(rest::file::serve_loose),
            )
            .fallback(rest::serve);
        let secure_router = router.clone().with_state(Arc::clone(&core));
        let plain_router = router
            .route("/", get(gateway::upgrade))
            .layer(from_fn(refuse_sites))
            .with_state(Arc::clone(&core));
        let tls = Handle::new();
        // What is short is sent at once on both sides, as over any line that players would bear.
        let acceptor =
            RustlsAcceptor::new(RustlsConfig::from_config(identity.server)).acceptor(NoDelayAcceptor::new());
        let server = axum_server::from_tcp(secure)
            .map_err(|source| StartError::Listen { port: rest_address.port(), source })?
            .acceptor(acceptor)
            .handle(tls.clone());
        let plain = plain.tap_io(|stream| {
            if let Err(error) = stream.set_nodelay(true) {
                tracing::debug!(%error, "a connection sends with delay");
            }
        });
        let tasks = vec![
            tokio::spawn(async move {
                if let Err(error) = server.serve(secure_router.into_make_service()).await {
                    tracing::error!(%error, "the REST side of the sandbox stopped");
                }
            }),
            tokio::spawn(async move {
                if let Err(error) = axum::serve(plain, plain_router).await {
                    tracing::error!(%error, "the gateway side of the sandbox stopped");
                }
            }),
        ];
        let keeper = folder.map(|folder| Keeper::start(Arc::clone(&core), folder));
        Ok(Self { core, connection, tls, tasks, keeper })
    }

    /// What a bot needs to connect.
    pub fn connection(&self) -> Connection {
        self.connection.clone()
    }

    /// The bot's own user.
    pub fn bot_user(&self) -> UserId {
        self.core.read(World::bot)
    }

    /// A handle to act as a user. Cheap; any number may exist.
    pub fn acting_as(&self, user: UserId) -> ActingUser {
        ActingUser::new(Arc::clone(&self.core), user)
    }

    /// Counts changes of the world, for whoever waits for one.
    pub fn changes(&self) -> watch::Receiver<u64> {
        self.core.changes()
    }

    /// Every request so far, in the order in which they were answered.
    pub fn journal(&self) -> Vec<Exchange> {
        self.core.read(|world| world.journal.exchanges.clone())
    }

    /// The requests since this was last called, which the journal lets go: for runs so long that it would not fit into
    /// memory.
    pub fn take_journal(&self) -> Vec<Exchange> {
        self.core.quietly(|world| std::mem::take(&mut world.journal.exchanges))
    }

    /// Counts requests in another way from now on, as when Discord raises a bot's limit.
    pub fn set_rate_limits(&self, rate_limits: RateLimits) {
        self.core.change(|world| world.limiter.set_mode(rate_limits));
    }

    /// How quickly the bot dealt with each interaction, oldest first.
    pub fn timings(&self) -> Vec<Timing> {
        self.core.read(|world| world.journal.timings.values().cloned().collect())
    }

    /// Everything the bot did that Discord refuses and that no test brought about, oldest first.
    pub fn violations(&self) -> Vec<Violation> {
        self.core.read(|world| world.journal.violations.clone())
    }

    /// How many requests of the last ten minutes were answered with 401, 403 or 429, 429s of shared resources not
    /// counted. At 10,000 Discord shuts the bot's address out.
    pub fn invalid_requests(&self) -> usize {
        self.core.read(|world| world.limiter.invalid_requests(world.now_ms()))
    }

    /// Whether exchanges are held against Discord's own description of its API: the feature `openapi` is on and the
    /// description was found.
    pub fn has_description(&self) -> bool {
        #[cfg(feature = "openapi")]
        let is_present = crate::openapi::is_present();
        #[cfg(not(feature = "openapi"))]
        let is_present = false;
        is_present
    }

    /// How many gateway connections the bot holds, one for each shard.
    pub fn gateway_connections(&self) -> usize {
        self.core.read(|world| world.gateway.connections())
    }

    /// How often the bot has begun a session and come back to one.
    pub fn gateway_sessions(&self) -> Sessions {
        self.core.read(|world| world.gateway.history())
    }

    /// The full names of the registered commands, groups and subcommands included, such as `play now`.
    pub fn command_names(&self, guild: Option<GuildId>) -> Vec<String> {
        let scope = guild.map_or(Scope::Global, Scope::Guild);
        self.core.read(|world| {
            let commands = world.commands.of(scope).iter();
            commands.flat_map(Command::full_names).collect()
        })
    }

    /// The guilds, oldest first.
    pub fn guilds(&self) -> Vec<GuildId> {
        self.core.read(|world| world.guilds.keys().copied().collect())
    }

    /// The text channels of a guild, oldest first; threads are left out.
    pub fn text_channels(&self, guild: GuildId) -> Vec<ChannelId> {
        self.core.read(|world| {
            let is_text = |channel: &&Channel| {
                channel.guild() == Some(guild) && matches!(channel.place, Place::Text { .. })
            };
            world.channels.values().filter(is_text).map(|channel| channel.id).collect()
        })
    }

    /// The members of a guild that are no bots, with their names, oldest users first.
    pub fn people(&self, guild: GuildId) -> Vec<(UserId, String)> {
        self.core.read(|world| {
            let guild = world.guilds.get(&guild);
            let members = guild.into_iter().flat_map(|guild| guild.members.keys());
            let people = members.filter_map(|id| world.users.get(id)).filter(|user| !user.is_bot);
            people.map(|user| (user.id, user.name.clone())).collect()
        })
    }

    /// Waits until the bot is on the gateway and has registered commands.
    ///
    /// # Errors
    /// [`TimedOut`] if it has not by then.
    pub async fn wait_for_bot(&self, timeout: Duration) -> Result<(), TimedOut> {
        let is_there = || {
            self.core.read(|world| {
                let has_commands = world.commands.is_anything_registered();
                (world.gateway.connections() > 0 && has_commands).then_some(())
            })
        };
        wait::until(&self.core, timeout, is_there)
            .await
            .ok_or_else(|| TimedOut::new(timeout, "the bot is not connected with commands registered"))
    }

    /// Waits until a look at the sandbox finds something, looking again at every change.
    ///
    /// # Errors
    /// [`TimedOut`] if it has found nothing by then.
    pub async fn wait_until<T>(
        &self,
        timeout: Duration,
        mut look: impl FnMut(&Self) -> Option<T>,
    ) -> Result<T, TimedOut> {
        wait::until(&self.core, timeout, || look(self))
            .await
            .ok_or_else(|| TimedOut::new(timeout, "what was waited for did not come about"))
    }
}

/// Making a world.
impl Sandbox {
    /// Makes a guild with the bot on it.
    pub fn add_guild(&self, spec: GuildSpec) -> GuildId {
        self.core.change(|world| world.add_guild(spec))
    }

    /// Makes a text channel.
    ///
    /// # Panics
    /// If the guild is not one of this sandbox's.
    pub fn add_text_channel(&self, guild: GuildId, name: impl Into<String>) -> ChannelId {
        self.core.change(|world| {
            world.known_guild(guild);
            world.add_text_channel(guild, name.into())
        })
    }

    /// Opens a public thread in a text channel, as a member does by hand; a post in a forum is one too.
    ///
    /// # Panics
    /// If the channel is no text channel of this sandbox's.
    pub fn add_thread(&self, channel: ChannelId, name: impl Into<String>) -> ChannelId {
        self.core.change(|world| world.add_thread(channel, name.into()))
    }

    /// Makes a user, who is on no guild yet.
    pub fn add_user(&self, spec: UserSpec) -> UserId {
        self.core.change(|world| world.add_user(spec))
    }

    /// Makes a user a member, with these permissions besides `@everyone`'s. For the bot: invites it again.
    ///
    /// # Panics
    /// If guild or user are not of this sandbox.
    pub fn add_member(&self, guild: GuildId, user: UserId, permissions: Permissions) {
        self.core.change(|world| world.add_member(guild, user, permissions));
    }

    /// Makes a role that nobody has yet and anybody may mention.
    ///
    /// # Panics
    /// If the guild is not one of this sandbox's.
    pub fn add_role(&self, guild: GuildId, name: impl Into<String>, permissions: Permissions) -> RoleId {
        self.core.change(|world| world.add_role(guild, name.into(), permissions))
    }

    /// Lets anybody mention a role, or not.
    ///
    /// # Panics
    /// If the guild is not one of this sandbox's.
    pub fn set_mentionable(&self, guild: GuildId, role: RoleId, is_mentionable: bool) {
        self.core.change(|world| world.set_mentionable(guild, role, is_mentionable));
    }

    /// Gives a member a role.
    ///
    /// # Panics
    /// If the user is not a member of the guild.
    pub fn give_role(&self, guild: GuildId, user: UserId, role: RoleId) {
        self.core.change(|world| world.give_role(guild, user, role));
    }
}

/// Connections are let go, listeners closed.
impl Drop for Sandbox {
    fn drop(&mut self) {
        self.core.change(|world| world.gateway.order_all(|| Order::Vanish));
        self.tls.shutdown();
        for task in &self.tasks {
            task.abort();
        }
    }
}

/// Loopback only: the sandbox must never be reachable from elsewhere.
pub(crate) fn listen(port: u16) -> Result<TcpListener, StartError> {
    let bound = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).and_then(|listener| {
        listener.set_nonblocking(true)?;
        Ok(listener)
    });
    bound.map_err(|source| StartError::Listen { port, source })
}
