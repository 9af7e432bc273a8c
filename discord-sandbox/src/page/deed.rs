//! What a person does on the page, done as the user whom the tab acts as.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::acting::modal::{InputStyle, InputView, ModalView};
use crate::acting::refusal::ClientError;
use crate::acting::value::OptionValue;
use crate::acting::writing::{Draft, OutgoingFile};
use crate::acting::{ActingUser, Interaction, Outcome};
use crate::id::{ChannelId, GuildId, InteractionId, MessageId, UserId};
use crate::page::PageState;
use crate::permissions::Permissions;
use crate::wire::interaction::LARGEST_FILE;
use crate::world::interaction::Answer;
use crate::world::user::{DirectMessages, UserSpec};

/// A message with its files in base 64, which makes four bytes of three.
pub(crate) const LARGEST_BODY: usize = 10 * LARGEST_FILE / 3 * 4 + 64 * 1024;

/// Why a deed was not done: a word for the page, which has its own sentences, and what is known besides.
#[derive(Debug)]
pub(crate) struct Refused {
    word: &'static str,
    why: String,
}

impl Refused {
    pub(crate) fn new(word: &'static str, why: impl Into<String>) -> Self {
        Self { word, why: why.into() }
    }
}

impl From<ClientError> for Refused {
    fn from(error: ClientError) -> Self {
        let word = match &error {
            ClientError::UnknownCommand { .. } => "unknown-command",
            ClientError::HiddenCommand { .. } => "hidden-command",
            ClientError::UnknownOption { .. } | ClientError::BadValue { .. } => "bad-value",
            ClientError::MissingOption { .. } => "missing-option",
            ClientError::CannotSee(_) | ClientError::CannotWrite(_) => "cannot-write",
            ClientError::BadMessage(_) => "bad-message",
            ClientError::NoMessage(_) | ClientError::NoComponent { .. } => "gone",
            ClientError::Disabled(_) => "disabled",
            ClientError::BadChoice { .. } => "bad-choice",
            ClientError::NoModal => "no-modal",
            ClientError::NoInput(_) | ClientError::BadInput { .. } => "bad-input",
            ClientError::NoChoices => "no-choices",
        };
        Self::new(word, error.to_string())
    }
}

impl IntoResponse for Refused {
    fn into_response(self) -> Response {
        (StatusCode::UNPROCESSABLE_ENTITY, Json(json!({ "word": self.word, "why": self.why })))
            .into_response()
    }
}

type Done = Result<Json<Value>, Refused>;

/// The acting user, if there is one of that number.
fn acting(state: &PageState, user: UserId) -> Result<ActingUser, Refused> {
    let is_known = state.core.read(|world| world.users.get(&user).is_some_and(|user| !user.is_bot));
    if !is_known {
        return Err(Refused::new("no-user", format!("there is no user {user}")));
    }
    Ok(ActingUser::new(Arc::clone(&state.core), user))
}

#[derive(Debug, Deserialize)]
pub(crate) struct Say {
    #[serde(rename = "as")]
    user: UserId,
    channel: ChannelId,
    content: String,
    #[serde(default)]
    files: Vec<SentFile>,
    #[serde(default)]
    reply_to: Option<MessageId>,
}

#[derive(Debug, Deserialize)]
struct SentFile {
    filename: String,
    content_type: String,
    base64: String,
}

pub(crate) async fn say(State(state): State<PageState>, Json(say): Json<Say>) -> Done {
    let user = acting(&state, say.user)?;
    let files: Result<Vec<OutgoingFile>, Refused> = say.files.into_iter().map(SentFile::read).collect();
    let draft = Draft { content: say.content, files: files?, reply_to: say.reply_to };
    let message = user.send(say.channel, draft)?;
    Ok(Json(json!({ "message": message })))
}

impl SentFile {
    fn read(self) -> Result<OutgoingFile, Refused> {
        let bytes =
            STANDARD.decode(&self.base64).map_err(|error| Refused::new("bad-message", error.to_string()))?;
        // A name is part of an address and of a file on disk elsewhere: no paths.
        let filename =
            self.filename.rsplit(['/', '\\']).next().unwrap_or_default().replace(char::is_control, "");
        let filename = if filename.is_empty() { "file".to_owned() } else { filename };
        Ok(OutgoingFile { filename, content_type: self.content_type, bytes: bytes.into() })
    }
}

#[derive(Debug, Deserialize)]
pub(crate) struct Slash {
    #[serde(rename = "as")]
    user: UserId,
    channel: ChannelId,
    command: String,
    options: Vec<TypedOption>,
    /// The option that is being typed, for completions.
    #[serde(default)]
    focused: String,
}

/// An option with Discord's number for its type, and its value as the page has it.
#[derive(Debug, Deserialize)]
struct TypedOption {
    name: String,
    #[serde(rename = "type")]
    kind: u64,
    value: Value,
}

impl TypedOption {
    fn read(&self) -> Result<(&str, OptionValue), Refused> {
        let value = &self.value;
        let number = || value.as_str().and_then(|text| text.parse::<u64>().ok());
        let read = match self.kind {
            3 => value.as_str().map(OptionValue::from),
            4 => value.as_i64().map(OptionValue::Integer),
            5 => value.as_bool().map(OptionValue::Boolean),
            6 => number().map(|id| OptionValue::User(id.into())),
            7 => number().map(|id| OptionValue::Channel(id.into())),
            8 => number().map(|id| OptionValue::Role(id.into())),
            10 => value.as_f64().map(OptionValue::Number),
            _ => None,
        };
        let read =
            read.ok_or_else(|| Refused::new("bad-value", format!("{} does not take {value}", self.name)))?;
        Ok((self.name.as_str(), read))
    }
}

pub(crate) async fn slash(State(state): State<PageState>, Json(slash): Json<Slash>) -> Done {
    let user = acting(&state, slash.user)?;
    let options: Result<Vec<_>, Refused> = slash.options.iter().map(TypedOption::read).collect();
    let used = user.slash(slash.channel, &slash.command, &options?).await?;
    Ok(outcome(&user, &used))
}

pub(crate) async fn complete(State(state): State<PageState>, Json(slash): Json<Slash>) -> Done {
    let user = acting(&state, slash.user)?;
    // What is typed so far need not be a value yet: options that are none are left out, the one being typed is a text.
    let typed = slash.options.iter().filter_map(|option| {
        if option.name == slash.focused {
            let text = option.value.as_str().map_or_else(|| option.value.to_string(), str::to_owned);
            return Some((option.name.as_str(), OptionValue::Text(text)));
        }
        option.read().ok()
    });
    let typed: Vec<(&str, OptionValue)> = typed.collect();
    let choices = user.autocomplete(slash.channel, &slash.command, &typed, &slash.focused).await?;
    let choices = choices.iter().map(|choice| json!({ "name": choice.name, "value": choice.value }));
    Ok(Json(json!({ "choices": choices.collect::<Vec<_>>() })))
}

#[derive(Debug, Deserialize)]
pub(crate) struct Use {
    #[serde(rename = "as")]
    user: UserId,
    message: MessageId,
    #[serde(default)]
    custom_id: String,
    #[serde(default)]
    values: Vec<String>,
}

pub(crate) async fn press(State(state): State<PageState>, Json(pressed): Json<Use>) -> Done {
    let user = acting(&state, pressed.user)?;
    let used = user.press(pressed.message, &pressed.custom_id).await?;
    Ok(outcome(&user, &used))
}

pub(crate) async fn choose(State(state): State<PageState>, Json(chosen): Json<Use>) -> Done {
    let user = acting(&state, chosen.user)?;
    let values: Vec<&str> = chosen.values.iter().map(String::as_str).collect();
    let used = user.choose(chosen.message, &chosen.custom_id, &values).await?;
    Ok(outcome(&user, &used))
}

pub(crate) async fn dismiss(State(state): State<PageState>, Json(dismissed): Json<Use>) -> Done {
    acting(&state, dismissed.user)?.dismiss(dismissed.message)?;
    Ok(Json(json!({})))
}

#[derive(Debug, Deserialize)]
pub(crate) struct Submit {
    #[serde(rename = "as")]
    user: UserId,
    interaction: InteractionId,
    texts: Vec<(String, String)>,
}

pub(crate) async fn submit(State(state): State<PageState>, Json(submit): Json<Submit>) -> Done {
    let user = acting(&state, submit.user)?;
    let modal = user.open_modal().filter(|modal| modal.interaction == submit.interaction);
    let modal = modal.ok_or(ClientError::NoModal)?;
    let texts: Vec<(&str, &str)> =
        submit.texts.iter().map(|(id, text)| (id.as_str(), text.as_str())).collect();
    let used = user.submit(&modal, &texts).await?;
    Ok(outcome(&user, &used))
}

#[derive(Debug, Deserialize)]
pub(crate) struct Acting {
    #[serde(rename = "as")]
    user: UserId,
}

pub(crate) async fn close_modal(State(state): State<PageState>, Json(by): Json<Acting>) -> Done {
    acting(&state, by.user)?.close_modal();
    Ok(Json(json!({})))
}

pub(crate) async fn open_direct(State(state): State<PageState>, Json(by): Json<Acting>) -> Done {
    let channel = acting(&state, by.user)?.direct_channel();
    Ok(Json(json!({ "channel": channel })))
}

/// What the client shows after a press; a modal opens in the tab that asked for it.
fn outcome(user: &ActingUser, used: &Interaction) -> Json<Value> {
    let word = match used.outcome {
        Outcome::Answered => "answered",
        Outcome::Deferred => "deferred",
        Outcome::Failed => "failed",
    };
    let mut json = json!({ "outcome": word, "message": used.message });
    if used.answer == Some(Answer::Modal)
        && let Some(modal) = user.open_modal().filter(|modal| modal.interaction == used.id)
    {
        json["modal"] = modal_json(&modal);
    }
    Json(json)
}

fn modal_json(modal: &ModalView) -> Value {
    let input = |input: &InputView| {
        json!({
            "custom_id": input.custom_id,
            "label": input.label,
            "is_paragraph": input.style == InputStyle::Paragraph,
            "placeholder": input.placeholder,
            "value": input.value,
            "is_required": input.is_required,
            "min_length": input.min_length,
            "max_length": input.max_length,
        })
    };
    json!({
        "interaction": modal.interaction,
        "title": modal.title,
        "inputs": modal.inputs.iter().map(input).collect::<Vec<_>>(),
    })
}

#[derive(Debug, Deserialize)]
pub(crate) struct NewUser {
    name: String,
    locale: String,
    guild: GuildId,
}

pub(crate) async fn add_user(State(state): State<PageState>, Json(new): Json<NewUser>) -> Done {
    let name = new.name.trim();
    if name.is_empty() || name.chars().count() > 32 {
        return Err(Refused::new("bad-name", "a user's name has 1 to 32 characters"));
    }
    let id = state.core.change(|world| {
        if !world.guilds.contains_key(&new.guild) {
            return Err(Refused::new("no-guild", "there is no such server"));
        }
        let id = world.add_user(UserSpec { locale: new.locale, ..UserSpec::named(name) });
        world.add_member(new.guild, id, Permissions::NONE);
        Ok(id)
    })?;
    Ok(Json(json!({ "user": id })))
}

/// A switch of a user: what is left out stays.
#[derive(Debug, Deserialize)]
pub(crate) struct Change {
    user: UserId,
    #[serde(default)]
    locale: Option<String>,
    #[serde(default)]
    takes_direct_messages: Option<bool>,
    #[serde(default)]
    manages: Option<Managing>,
}

#[derive(Debug, Deserialize)]
struct Managing {
    guild: GuildId,
    is_on: bool,
}

pub(crate) async fn change_user(State(state): State<PageState>, Json(change): Json<Change>) -> Done {
    acting(&state, change.user)?;
    state.core.change(|world| {
        if let Some(user) = world.users.get_mut(&change.user) {
            if let Some(locale) = change.locale {
                user.locale = locale;
            }
            match change.takes_direct_messages {
                Some(true) => user.direct_messages = DirectMessages::Open,
                Some(false) => user.direct_messages = DirectMessages::Closed,
                None => {}
            }
        }
        let Some(managing) = change.manages else {
            return Ok(());
        };
        let guild = world.guilds.get(&managing.guild);
        if !guild.is_some_and(|guild| guild.members.contains_key(&change.user)) {
            return Err(Refused::new("no-guild", "the user is not a member of that server"));
        }
        let permissions = if managing.is_on { Permissions::MANAGE_GUILD } else { Permissions::NONE };
        world.set_permissions(managing.guild, change.user, permissions);
        Ok(())
    })?;
    Ok(Json(json!({})))
}
