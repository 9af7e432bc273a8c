//! Discord's error answers.

use serde_json::{Value, json};

/// Whose doing an error is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Blame {
    /// The bot asked for what it could have known to be wrong.
    Bot,
    /// The world is so, or a test made it so: a good bot meets this too.
    Circumstances,
}

/// Whose limit a 429 is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scope {
    /// The bot's on one route.
    User,
    /// The bot's over all routes.
    Global,
    /// The resource's, whoever asks. Not counted as an invalid request.
    Shared,
}

impl Scope {
    /// As `X-RateLimit-Scope` has it.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::User => "user",
            Self::Global => "global",
            Self::Shared => "shared",
        }
    }
}

/// When a request that came too often may come again.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Retry {
    pub(crate) after_ms: u64,
    pub(crate) scope: Scope,
}

impl Retry {
    /// Seconds with their fraction, as the body has them.
    pub(crate) fn seconds(self) -> f64 {
        self.after_ms.max(1) as f64 / 1000.0
    }

    /// Whole seconds, rounded up, as the header `Retry-After` has them.
    pub(crate) fn whole_seconds(self) -> u64 {
        self.after_ms.div_ceil(1000).max(1)
    }
}

macro_rules! codes {
    ($($name:ident = $code:literal, $status:literal, $message:literal;)*) => {
        /// Discord's JSON error codes, as far as the sandbox gives them.
        ///
        /// Source: <https://discord.com/developers/docs/topics/opcodes-and-status-codes>.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(crate) enum Code { $($name,)* }

        impl Code {
            const fn parts(self) -> (u32, u16, &'static str) {
                match self { $(Self::$name => ($code, $status, $message),)* }
            }

            /// Every code with its number, status and message.
            const ALL: &'static [Self] = &[$(Self::$name,)*];
        }
    };
}

codes! {
    Unauthorized = 0, 401, "401: Unauthorized";
    NotFound = 0, 404, "404: Not Found";
    UnknownChannel = 10003, 404, "Unknown Channel";
    UnknownGuild = 10004, 404, "Unknown Guild";
    UnknownMember = 10007, 404, "Unknown Member";
    UnknownMessage = 10008, 404, "Unknown Message";
    UnknownUser = 10013, 404, "Unknown User";
    UnknownWebhook = 10015, 404, "Unknown Webhook";
    UnknownInteraction = 10062, 404, "Unknown interaction";
    UnknownCommand = 10063, 404, "Unknown application command";
    TooManyCommands = 30032, 400, "Maximum number of application commands reached (100)";
    OldMessageEdits = 30046, 429,
        "Maximum number of edits to messages older than 1 hour reached. Try again later";
    DirectMessagesTooFast = 40003, 403, "You are opening direct messages too fast";
    EntityTooLarge = 40005, 413, "Request entity too large";
    AlreadyAcknowledged = 40060, 400, "Interaction has already been acknowledged.";
    MissingAccess = 50001, 403, "Missing Access";
    DirectChannel = 50003, 403, "Cannot execute action on a DM channel";
    NotTheAuthor = 50005, 403, "Cannot edit a message authored by another user";
    EmptyMessage = 50006, 400, "Cannot send an empty message";
    CannotMessageUser = 50007, 403, "Cannot send messages to this user";
    MissingPermissions = 50013, 403, "Missing Permissions";
    WrongChannelType = 50024, 400, "Cannot execute action on this channel type";
    TokenExpired = 50027, 401, "Invalid Webhook Token";
    InvalidForm = 50035, 400, "Invalid Form Body";
    ThreadArchived = 50083, 400, "Thread is archived";
    NotJson = 50109, 400, "The request body contains invalid JSON.";
    NoMutualGuild = 50278, 403,
        "Cannot send messages to this user due to having no mutual guilds";
    CannotReply = 160_002, 400, "Cannot reply without permission to read message history";
    ThreadExists = 160_004, 400, "A thread has already been created for this message";
    ThreadLocked = 160_005, 400, "Thread is locked";
    TooManyThreads = 160_006, 400, "Maximum number of active threads reached";
}

/// An answer that says no.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ApiError {
    pub(crate) status: u16,
    pub(crate) code: u32,
    pub(crate) message: String,
    pub(crate) errors: Option<Value>,
    pub(crate) retry: Option<Retry>,
    pub(crate) blame: Blame,
}

impl ApiError {
    pub(crate) fn of(code: Code) -> Self {
        let (number, status, message) = code.parts();
        let is_circumstance =
            matches!(code, Code::CannotMessageUser | Code::NoMutualGuild | Code::DirectMessagesTooFast);
        Self {
            status,
            code: number,
            message: message.to_owned(),
            errors: None,
            retry: None,
            blame: if is_circumstance { Blame::Circumstances } else { Blame::Bot },
        }
    }

    /// An error a test has ordered, with Discord's words for the code where they are known.
    pub(crate) fn ordered(status: u16, code: u32) -> Self {
        let message = Code::ALL
            .iter()
            .map(|known| known.parts())
            .find(|&(number, known_status, _)| number == code && (code != 0 || known_status == status))
            .map_or_else(|| format!("{status}: ordered by the test"), |parts| parts.2.to_owned());
        Self {
            status,
            code,
            message,
            errors: None,
            retry: (status == 429).then_some(Retry { after_ms: 1000, scope: Scope::User }),
            blame: Blame::Circumstances,
        }
    }

    /// A 429, which is no mistake in itself.
    pub(crate) fn too_many(retry: Retry) -> Self {
        let message = match retry.scope {
            Scope::User | Scope::Global => "You are being rate limited.",
            Scope::Shared => "The resource is being rate limited.",
        };
        Self {
            status: 429,
            code: 0,
            message: message.to_owned(),
            errors: None,
            retry: Some(retry),
            blame: Blame::Circumstances,
        }
    }

    /// Says when to come again.
    #[must_use]
    pub(crate) fn with_retry(mut self, retry: Retry) -> Self {
        self.retry = Some(retry);
        self
    }

    pub(crate) fn form(errors: Value) -> Self {
        Self { errors: Some(errors), ..Self::of(Code::InvalidForm) }
    }

    #[must_use]
    pub(crate) fn brought_about(mut self) -> Self {
        self.blame = Blame::Circumstances;
        self
    }

    pub(crate) fn body(&self) -> Value {
        let mut body = json!({ "message": self.message, "code": self.code });
        if let Some(errors) = &self.errors {
            body["errors"] = errors.clone();
        }
        if let Some(retry) = self.retry {
            body["retry_after"] = json!(retry.seconds());
            body["global"] = json!(retry.scope == Scope::Global);
        }
        body
    }
}
