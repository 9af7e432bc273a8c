//! What the bot asked, what it was told, how long it took, and what it did wrong.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::id::{ChannelId, InteractionId, UserId};
use crate::rest::error::{ApiError, Blame};
use crate::world::interaction::{Answer, Interaction, InteractionKind};

/// One request of the bot and its answer.
#[derive(Clone, Debug)]
pub struct Exchange {
    /// The request's method, such as `POST`.
    pub method: String,
    /// The path after `/api/v10`.
    pub path: String,
    /// The JSON of the request, from the body or its part `payload_json`; null if there was none.
    pub body: Value,
    /// The files sent along.
    pub files: Vec<SentFile>,
    /// The HTTP status of the answer.
    pub status: u16,
    /// The JSON of the answer; null if it was empty.
    pub answer: Value,
    /// The interaction whose token stands in the path.
    pub interaction: Option<InteractionId>,
    /// When the request's head had arrived.
    pub received: Instant,
    /// From the dispatch of that interaction to [`Exchange::received`].
    pub since_dispatch: Option<Duration>,
    /// Whether a test ordered the answer.
    pub is_ordered: bool,
}

/// A file in a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SentFile {
    /// Its name.
    pub filename: String,
    /// Its size in bytes.
    pub size: usize,
}

/// How quickly the bot dealt with an interaction.
#[derive(Clone, Debug)]
pub struct Timing {
    /// The interaction.
    pub interaction: InteractionId,
    /// What the user did.
    pub kind: InteractionKind,
    /// The command's full name, or the custom id.
    pub name: String,
    /// Who did it.
    pub user: UserId,
    /// Where.
    pub channel: ChannelId,
    /// When it was sent to the bot.
    pub dispatched: Instant,
    /// The first answer, if there was one in time.
    pub answer: Option<Answer>,
    /// From the dispatch to the receipt of the first answer.
    pub answered_after: Option<Duration>,
    /// From the dispatch to the receipt of the first message with a picture on this interaction's token.
    pub pictured_after: Option<Duration>,
}

impl Timing {
    pub(crate) fn of(interaction: &Interaction) -> Self {
        Self {
            interaction: interaction.id,
            kind: interaction.kind,
            name: interaction.name.clone(),
            user: interaction.user,
            channel: interaction.channel,
            dispatched: interaction.dispatched,
            answer: None,
            answered_after: None,
            pictured_after: None,
        }
    }
}

/// Something the bot did that Discord refuses.
#[derive(Clone, Debug)]
pub struct Violation {
    /// The request's method, or `GATEWAY`.
    pub method: String,
    /// The path after `/api/v10`.
    pub path: String,
    /// The HTTP status, 0 on the gateway.
    pub status: u16,
    /// Discord's error code, 0 where there is none.
    pub code: u32,
    /// What was wrong; for a form, with the tree of its faults.
    pub reason: String,
    /// When, in milliseconds since 1970 on the sandbox's clock.
    pub at_unix_ms: u64,
}

impl Violation {
    pub(crate) fn on_gateway(reason: String, at_unix_ms: u64) -> Self {
        Self { method: "GATEWAY".to_owned(), path: String::new(), status: 0, code: 0, reason, at_unix_ms }
    }

    /// The violation in an error answer, if it is the bot's doing.
    pub(crate) fn of(method: &str, path: &str, error: &ApiError, at_unix_ms: u64) -> Option<Self> {
        match error.blame {
            Blame::Circumstances => None,
            Blame::Bot => Some(Self {
                method: method.to_owned(),
                path: path.to_owned(),
                status: error.status,
                code: error.code,
                reason: match &error.errors {
                    Some(errors) => format!("{}: {errors}", error.message),
                    None => error.message.clone(),
                },
                at_unix_ms,
            }),
        }
    }
}

/// The books.
#[derive(Debug, Default)]
pub(crate) struct Journal {
    pub(crate) exchanges: Vec<Exchange>,
    pub(crate) timings: BTreeMap<InteractionId, Timing>,
    pub(crate) violations: Vec<Violation>,
}
