//! A little server in the stand-in, with users, a channel and the bot.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use discord_sandbox::{
    ActingUser, ChannelId, Config, DirectMessages, GuildId, GuildSpec, Permissions, Sandbox, StartError,
    UserSpec,
};
use thiserror::Error;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

use crate::discord::{
    Connection, REQUEST_PATIENCE, REQUESTS_PER_SECOND, SandboxAddress, ServeFault, Service, serve,
};
use crate::table::{Habits, Store};

/// How long the bot may take to connect.
const START_MAX: Duration = Duration::from_secs(30);

/// The server's name, and that of its channel for games.
const GUILD: &str = "軍棋社";
const CHANNEL: &str = "軍棋";

/// Who is on the sample server: name, language, and whether they take direct messages.
const SAMPLE_USERS: [(&str, &str, DirectMessages); 5] = [
    ("小明", "zh-TW", DirectMessages::Open),
    ("阿華", "zh-TW", DirectMessages::Open),
    ("小红", "zh-CN", DirectMessages::Open),
    ("Alice", "en-US", DirectMessages::Open),
    ("Bob", "en-US", DirectMessages::Closed),
];
const SAMPLE_OWNER: (&str, &str) = ("社長", "zh-TW");
const SAMPLE_CHANNELS: [&str; 2] = ["閒聊", "english-table"];

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
    /// How long the bot's requests may take.
    pub patience: Duration,
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
        Ok(Self::found(sandbox, GuildSpec::named(GUILD), users))
    }

    /// Starts the stand-in with the server that was kept in this folder, or with a sample one, and
    /// keeps it there.
    ///
    /// # Errors
    /// When the stand-in cannot start or the folder cannot be used.
    pub async fn open(config: Config, folder: &Path) -> Result<Self, ClubFault> {
        let sandbox = Sandbox::start_kept(config, folder).await?;
        let kept = sandbox.guilds().first().copied();
        let Some(guild) = kept else {
            let owner = sandbox
                .add_user(UserSpec { locale: SAMPLE_OWNER.1.to_owned(), ..UserSpec::named(SAMPLE_OWNER.0) });
            let spec = GuildSpec { owner: Some(owner), ..GuildSpec::named(GUILD) };
            let club = Self::found(sandbox, spec, &SAMPLE_USERS);
            for name in SAMPLE_CHANNELS {
                club.sandbox.add_text_channel(club.guild, name);
            }
            return Ok(club);
        };
        // Somebody may have deleted the channels; the server is still theirs.
        let channel = sandbox.text_channels(guild).first().copied();
        let channel = channel.unwrap_or_else(|| sandbox.add_text_channel(guild, CHANNEL));
        let people = sandbox.people(guild).into_iter();
        let members = people.map(|(id, name)| Member { user: sandbox.acting_as(id), name }).collect();
        Ok(Self { sandbox, guild, channel, members, patience: REQUEST_PATIENCE })
    }

    fn found(sandbox: Sandbox, spec: GuildSpec, users: &[(&str, &str, DirectMessages)]) -> Self {
        let guild = sandbox.add_guild(spec);
        let channel = sandbox.add_text_channel(guild, CHANNEL);
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
        Self { sandbox, guild, channel, members, patience: REQUEST_PATIENCE }
    }

    /// How the bot reaches the stand-in.
    pub fn connection(&self) -> Connection {
        let connection = self.sandbox.connection();
        Connection::Sandbox(SandboxAddress {
            token: connection.token,
            rest: connection.rest,
            ca_pem: connection.ca_pem,
            patience: self.patience,
        })
    }

    /// What a bot for this club is made from.
    pub fn service(&self, store: Arc<dyn Store>, habits: Habits) -> Service {
        Service::new(self.connection(), store, habits, REQUESTS_PER_SECOND)
    }

    /// Starts the bot and waits until it takes commands.
    ///
    /// # Errors
    /// When it cannot start.
    pub async fn start_bot(&self, store: Arc<dyn Store>, habits: Habits) -> Result<RunningBot, ClubFault> {
        self.run(self.service(store, habits)).await
    }

    /// Starts a bot that is made from this and waits until it takes commands.
    ///
    /// # Errors
    /// When it cannot start.
    pub async fn run(&self, service: Service) -> Result<RunningBot, ClubFault> {
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
    /// Waits until the bot stops by itself.
    ///
    /// # Errors
    /// What stopped it.
    pub async fn ended(&mut self) -> Result<(), ServeFault> {
        (&mut self.task).await.unwrap_or(Ok(()))
    }

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
