//! A little server in the stand-in, with users, a channel and the bot.

use std::sync::Arc;
use std::time::Duration;

use discord_sandbox::{
    ActingUser, ChannelId, Config, DirectMessages, GuildId, GuildSpec, Permissions, Sandbox, StartError,
    UserSpec,
};
use thiserror::Error;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

use crate::discord::{Connection, SandboxAddress, ServeFault, Service, serve};
use crate::table::{Habits, Store};

/// How long the bot may take to connect.
const START_MAX: Duration = Duration::from_secs(30);

/// Why the stand-in, or the bot in it, does not run.
#[derive(Debug, Error)]
pub enum ClubFault {
    /// The stand-in could not start.
    #[error("the local Discord could not start: {0}")]
    Sandbox(#[from] StartError),
    /// The bot could not start, or stopped.
    #[error(transparent)]
    Serve(#[from] ServeFault),
    /// The bot did not connect in time.
    #[error("the bot did not connect to the local Discord within {} s", START_MAX.as_secs())]
    Silent,
}

/// A user of the little server.
#[derive(Clone, Debug)]
pub struct Member {
    /// The handle to act as them.
    pub user: ActingUser,
    /// Their name.
    pub name: String,
}

/// A little server in the stand-in.
pub struct Club {
    /// The stand-in.
    pub sandbox: Sandbox,
    /// The server.
    pub guild: GuildId,
    /// Its channel for games.
    pub channel: ChannelId,
    /// Its users; the first may manage it.
    pub members: Vec<Member>,
}

/// A bot that runs until it is stopped or dropped.
pub struct RunningBot {
    stop: oneshot::Sender<()>,
    task: JoinHandle<Result<(), ServeFault>>,
    /// How many stored tables it took up.
    pub restored: usize,
}

impl Club {
    /// Starts the stand-in with a server of users, each with a name, a language and whether they
    /// take direct messages.
    ///
    /// # Errors
    /// When the stand-in cannot start.
    pub async fn start(config: Config, users: &[(&str, &str, DirectMessages)]) -> Result<Self, ClubFault> {
        let sandbox = Sandbox::start(config).await?;
        let guild = sandbox.add_guild(GuildSpec::named("軍棋社"));
        let channel = sandbox.add_text_channel(guild, "軍棋");
        let mut members = Vec::new();
        for (name, locale, direct_messages) in users {
            let spec = UserSpec {
                locale: (*locale).to_owned(),
                direct_messages: *direct_messages,
                ..UserSpec::named(*name)
            };
            let user = sandbox.add_user(spec);
            let permissions = if members.is_empty() { Permissions::MANAGE_GUILD } else { Permissions::NONE };
            sandbox.add_member(guild, user, permissions);
            members.push(Member { user: sandbox.acting_as(user), name: (*name).to_owned() });
        }
        Ok(Self { sandbox, guild, channel, members })
    }

    /// How the bot reaches the stand-in.
    pub fn connection(&self) -> Connection {
        let connection = self.sandbox.connection();
        Connection::Sandbox(SandboxAddress {
            token: connection.token,
            rest: connection.rest,
            ca_pem: connection.ca_pem,
        })
    }

    /// Starts the bot and waits until it takes commands.
    ///
    /// # Errors
    /// When it cannot start.
    pub async fn start_bot(&self, store: Arc<dyn Store>, habits: Habits) -> Result<RunningBot, ClubFault> {
        let service = Service { connection: self.connection(), store, habits };
        let (stop, stopped) = oneshot::channel::<()>();
        let (ready, is_ready) = oneshot::channel();
        let shutdown = async move {
            // Dropping the handle stops the bot as well.
            let _ = stopped.await;
        };
        let task = tokio::spawn(serve(service, shutdown, ready));
        match tokio::time::timeout(START_MAX, is_ready).await {
            Ok(Ok(restored)) => Ok(RunningBot { stop, task, restored }),
            Ok(Err(_)) => match task.await {
                Ok(Err(fault)) => Err(fault.into()),
                Ok(Ok(())) | Err(_) => Err(ClubFault::Silent),
            },
            Err(_) => Err(ClubFault::Silent),
        }
    }
}

impl RunningBot {
    /// Stops the bot in good order.
    ///
    /// # Errors
    /// What had stopped it already.
    pub async fn stop(self) -> Result<(), ServeFault> {
        // A bot that has stopped by itself says why below.
        let _ = self.stop.send(());
        self.task.await.unwrap_or(Ok(()))
    }
}
