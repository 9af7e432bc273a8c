//! A stand-in for Discord on loopback: REST API v10 and gateway for one bot, and handles to act as its users.
//!
//! A real bot connects to it with its real library and its rate limiter on (see [`Connection`]); tests act as users and
//! look at what those would see. The stand-in refuses what Discord refuses, with Discord's codes, and writes down every
//! request ([`Sandbox::journal`]) and everything the bot did wrong ([`Sandbox::violations`]).
//!
//! It listens on 127.0.0.1 only. It knows nothing of any particular bot.
//!
//! ```
//! use std::time::Duration;
//! use discord_sandbox::{Config, GuildSpec, Permissions, Sandbox, UserSpec};
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let sandbox = Sandbox::start(Config::default()).await?;
//! let guild = sandbox.add_guild(GuildSpec::named("Club"));
//! let channel = sandbox.add_text_channel(guild, "games");
//! let user = sandbox.add_user(UserSpec { locale: "zh-TW".to_owned(), ..UserSpec::named("小明") });
//! sandbox.add_member(guild, user, Permissions::NONE);
//!
//! // Here the bot would be started with `sandbox.connection()`, and the test would wait for it:
//! // sandbox.wait_for_bot(Duration::from_secs(10)).await?;
//!
//! let ming = sandbox.acting_as(user);
//! ming.say(channel, "hello")?;
//! let said = ming
//!     .wait_for(channel, Duration::from_secs(1), |messages| {
//!         messages.iter().find(|message| message.content == "hello").cloned()
//!     })
//!     .await?;
//! assert_eq!(said.author, user);
//!
//! // No bot has registered a command, so the client offers none.
//! assert!(ming.slash(channel, "play", &[]).await.is_err());
//! assert!(sandbox.violations().is_empty());
//! # Ok(())
//! # }
//! ```

mod acting;
mod check;
mod clock;
mod config;
mod core;
mod disturbance;
mod fault;
mod gate;
mod gateway;
mod id;
mod journal;
mod keep;
#[cfg(feature = "openapi")]
mod openapi;
mod page;
mod permissions;
mod rest;
mod sandbox;
mod tls;
mod wire;
mod world;

pub use acting::modal::{InputStyle, InputView, ModalView};
pub use acting::refusal::ClientError;
pub use acting::value::{OptionFile, OptionValue};
pub use acting::view::{AttachmentView, ComponentKind, ComponentView, EmbedView, MessageView, OptionView};
pub use acting::wait::TimedOut;
pub use acting::writing::{Draft, OutgoingFile, Unread};
pub use acting::{ActingUser, Interaction, Outcome, RawInteraction};
pub use config::{Config, Connection, Descriptions, RateLimits};
pub use fault::{Cut, RouteFault};
pub use gate::Waiting;
pub use id::{
    ApplicationId, AttachmentId, ChannelId, CommandId, GuildId, InteractionId, MessageId, RoleId, UserId,
};
pub use journal::{Exchange, SentFile, Timing, Violation};
pub use keep::KeepFault;
pub use page::{Page, PageConfig};
pub use permissions::Permissions;
pub use sandbox::{Resumable, Sandbox, Sessions, StartError};
pub use world::channel::Subject;
pub use world::guild::GuildSpec;
pub use world::interaction::{Answer, Choice, InteractionKind};
pub use world::mention::Pings;
pub use world::user::{DirectMessages, UserSpec};
