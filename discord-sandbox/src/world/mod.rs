//! The state of the stand-in: who is there, what was said, what was asked of the bot.
//!
//! One value behind one lock. Nothing here waits or does I/O, so a request is one step in the life of the world and
//! what tests see is never half done.

pub(crate) mod access;
pub(crate) mod channel;
pub(crate) mod command;
pub(crate) mod edit;
pub(crate) mod guild;
pub(crate) mod interaction;
pub(crate) mod mention;
pub(crate) mod message;
pub(crate) mod nonce;
pub(crate) mod thread;
pub(crate) mod user;

use std::collections::{BTreeMap, BTreeSet, HashMap};

use serde::{Deserialize, Serialize};

use crate::acting::value::OptionFile;
use crate::clock::Clock;
use crate::config::Config;
use crate::fault::Faults;
use crate::gate::Gate;
use crate::gateway::session::Gateway;
use crate::id::{
    ApplicationId, AttachmentId, ChannelId, GuildId, IdSource, InteractionId, MessageId, UserId,
};
use crate::journal::Journal;
use crate::rest::limit::Limiter;
use channel::Channel;
use command::Commands;
use guild::Guild;
use interaction::{Interaction, OpenModal};
use message::{Attachment, Message};
use nonce::Nonces;
use user::{DirectMessages, User};

/// The bot as Discord's developer portal knows it.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Application {
    pub(crate) id: ApplicationId,
    pub(crate) bot: UserId,
    pub(crate) token: String,
    /// How often the token was reset.
    pub(crate) resets: u32,
}

impl Application {
    /// What Discord does with the token of a bot that begins too many sessions: the old one is no good any longer.
    pub(crate) fn reset_token(&mut self) {
        self.resets += 1;
        self.token = format!("{}-{}", bot_token(self.bot), self.resets);
    }
}

/// Things the test took away, so that the bot's stumbling over them is not held against it.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct TakenAway {
    pub(crate) messages: BTreeSet<MessageId>,
    pub(crate) channels: BTreeSet<ChannelId>,
    pub(crate) guilds: BTreeSet<GuildId>,
    /// Threads a test archived or locked.
    pub(crate) threads: BTreeSet<ChannelId>,
    pub(crate) permissions: bool,
}

/// Where the two listeners are.
#[derive(Clone, Debug)]
pub(crate) struct Addresses {
    pub(crate) gateway_url: String,
    pub(crate) files_url: String,
}

/// Everything there is.
#[derive(Debug)]
pub(crate) struct World {
    pub(crate) clock: Clock,
    pub(crate) ids: IdSource,
    pub(crate) config: Config,
    pub(crate) addresses: Addresses,
    pub(crate) application: Application,
    pub(crate) users: BTreeMap<UserId, User>,
    pub(crate) guilds: BTreeMap<GuildId, Guild>,
    pub(crate) channels: BTreeMap<ChannelId, Channel>,
    pub(crate) messages: BTreeMap<MessageId, Message>,
    pub(crate) files: BTreeMap<AttachmentId, MessageId>,
    /// Files that came with commands and are in no message.
    pub(crate) loose_files: BTreeMap<AttachmentId, Attachment>,
    pub(crate) commands: Commands,
    pub(crate) interactions: BTreeMap<InteractionId, Interaction>,
    pub(crate) tokens: HashMap<String, InteractionId>,
    pub(crate) modals: BTreeMap<UserId, OpenModal>,
    pub(crate) gateway: Gateway,
    pub(crate) limiter: Limiter,
    pub(crate) faults: Faults,
    pub(crate) gate: Gate,
    pub(crate) nonces: Nonces,
    pub(crate) journal: Journal,
    pub(crate) taken_away: TakenAway,
    /// The newest message that each user has read in each channel.
    pub(crate) read: BTreeMap<UserId, BTreeMap<ChannelId, MessageId>>,
}

impl World {
    pub(crate) fn new(config: Config, addresses: Addresses) -> Self {
        let clock = Clock::start();
        let mut ids = IdSource::default();
        let bot: UserId = ids.next(clock.now_ms());
        let application = Application {
            id: ApplicationId::new(bot.get()),
            bot,
            token: config.token.clone().unwrap_or_else(|| bot_token(bot)),
            resets: 0,
        };
        let bot_user = User {
            id: bot,
            name: config.bot_name.clone(),
            locale: "en-US".to_owned(),
            is_bot: true,
            direct_messages: DirectMessages::Open,
        };
        Self {
            limiter: Limiter::new(config.rate_limits),
            clock,
            ids,
            config,
            addresses,
            application,
            users: BTreeMap::from([(bot, bot_user)]),
            guilds: BTreeMap::new(),
            channels: BTreeMap::new(),
            messages: BTreeMap::new(),
            files: BTreeMap::new(),
            loose_files: BTreeMap::new(),
            commands: Commands::default(),
            interactions: BTreeMap::new(),
            tokens: HashMap::new(),
            modals: BTreeMap::new(),
            gateway: Gateway::default(),
            faults: Faults::default(),
            gate: Gate::default(),
            nonces: Nonces::default(),
            journal: Journal::default(),
            taken_away: TakenAway::default(),
            read: BTreeMap::new(),
        }
    }

    pub(crate) fn now_ms(&self) -> u64 {
        self.clock.now_ms()
    }

    pub(crate) fn next_id<T: From<u64>>(&mut self) -> T {
        self.ids.next(self.clock.now_ms())
    }

    /// Keeps a file that comes with a command.
    pub(crate) fn put_loose_file(&mut self, file: OptionFile) -> AttachmentId {
        let id = self.next_id();
        let OptionFile { filename, content_type, bytes } = file;
        self.loose_files.insert(id, Attachment { id, filename, description: None, content_type, bytes });
        id
    }

    pub(crate) fn bot(&self) -> UserId {
        self.application.bot
    }
}

/// A token in the shape of a real one: serenity reads the bot's id out of its first part.
fn bot_token(bot: UserId) -> String {
    use base64::Engine as _;
    use base64::engine::general_purpose::URL_SAFE_NO_PAD;

    let owner = URL_SAFE_NO_PAD.encode(bot.to_string());
    format!("{owner}.SANDBX.only-good-for-the-sandbox-on-loopback")
}
