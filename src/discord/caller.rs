//! Who used a command or pressed a button, and the way back to them.

use std::sync::Arc;

use serenity::all::{
    ChannelType, CommandInteraction, ComponentInteraction, CreateInteractionResponseFollowup,
    GuildId as DiscordGuild, Http, Message, MessageFlags, ModalInteraction, PartialChannel, Permissions,
    User,
};
use serenity::builder::Builder;

use super::lines::Lines;
use super::permissions::PlaceKind;
use super::preferences::Preferences;
use super::screen::Drawn;
use super::texts::Texts;
use super::trouble::{Trouble, trouble};
use crate::table::{ChannelId, GuildId, PressId, Presser, Telling, UserId};

/// Who asks, with the token by which they are answered.
#[derive(Clone)]
pub struct Caller {
    /// Who, as tables know them.
    pub presser: Presser,
    /// Their language's texts.
    pub texts: Texts,
    /// The language of their client, as the platform names it.
    pub client_locale: String,
    /// The server, but for direct messages.
    pub guild: Option<GuildId>,
    /// The channel.
    pub channel: ChannelId,
    /// The channel of which that is a thread, where it is one.
    pub parent: Option<ChannelId>,
    /// Whether that is a thread.
    pub place_kind: PlaceKind,
    /// What the member may do in the channel; none in direct messages.
    pub permissions: Option<Permissions>,
    /// What this program may do in the channel.
    pub own_permissions: Option<Permissions>,
    /// How many bytes a file in an answer may have.
    pub attachment_limit: usize,
    /// Whether the answer is a message of its own, which says that we think until it is given;
    /// otherwise a message that stands already is edited.
    pub awaits_message: bool,
    token: Token,
    /// The way to answer on that token.
    line: Arc<Http>,
}

/// What answers an interaction; whoever has it could speak in the bot's name for a while.
#[derive(Clone)]
struct Token(String);

impl std::fmt::Debug for Token {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("(a token)")
    }
}

/// On what kind of message a component was pressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PressedOn {
    /// Everybody sees it.
    Public,
    /// Only the presser sees it, in the channel.
    Ephemeral,
    /// It stands in the presser's direct messages.
    Direct,
}

impl PressedOn {
    /// Where the component's message stands.
    pub fn of(interaction: &ComponentInteraction) -> Self {
        Self::on(interaction.guild_id, Some(&interaction.message))
    }

    /// Where the message stands from which a modal was opened; none where a command opened it.
    pub fn of_modal(interaction: &ModalInteraction) -> Self {
        Self::on(interaction.guild_id, interaction.message.as_deref())
    }

    fn on(guild: Option<DiscordGuild>, message: Option<&Message>) -> Self {
        let flags = message.and_then(|message| message.flags).unwrap_or_default();
        if guild.is_none() {
            Self::Direct
        } else if flags.contains(MessageFlags::EPHEMERAL) {
            Self::Ephemeral
        } else {
            Self::Public
        }
    }
}

/// Reads the caller off an interaction: commands and components have the same fields in types of
/// their own.
macro_rules! caller_of {
    ($interaction:expr, $preferences:expr, $lines:expr, $awaits_message:expr) => {{
        let interaction = $interaction;
        let member = interaction.member.as_ref();
        let user = UserId(interaction.user.id.get());
        let locale = $preferences.locale(user, &interaction.locale);
        Caller {
            presser: presser(
                &interaction.user,
                member.map(|member| member.display_name()),
                &locale,
                interaction.id.get(),
            ),
            texts: Texts::of_locale(&locale),
            client_locale: interaction.locale.clone(),
            guild: interaction.guild_id.map(|guild| GuildId(guild.get())),
            channel: ChannelId(interaction.channel_id.get()),
            parent: interaction.channel.as_ref().and_then(parent_of_thread),
            place_kind: interaction
                .channel
                .as_ref()
                .map_or(PlaceKind::Channel, |channel| channel.kind.into()),
            permissions: member.and_then(|member| member.permissions),
            own_permissions: interaction.app_permissions,
            attachment_limit: interaction.attachment_size_limit as usize,
            awaits_message: $awaits_message,
            token: Token(interaction.token.clone()),
            line: $lines.open(interaction.application_id),
        }
    }};
}

impl Caller {
    /// Who used a command; their texts are in the language they have chosen, if they have.
    pub fn of_command(interaction: &CommandInteraction, preferences: &Preferences, lines: &Lines) -> Self {
        caller_of!(interaction, preferences, lines, true)
    }

    /// Who pressed a button or chose from a select, on a message that is edited.
    pub fn of_component(
        interaction: &ComponentInteraction,
        preferences: &Preferences,
        lines: &Lines,
    ) -> Self {
        caller_of!(interaction, preferences, lines, false)
    }

    /// Who sent a modal.
    pub fn of_modal(interaction: &ModalInteraction, preferences: &Preferences, lines: &Lines) -> Self {
        let awaits_message = PressedOn::of_modal(interaction) == PressedOn::Public;
        caller_of!(interaction, preferences, lines, awaits_message)
    }

    /// Who.
    pub const fn user(&self) -> UserId {
        self.presser.user
    }

    /// Whether a table can be reached from where the caller presses: on its own server anybody's
    /// press, in direct messages only that of who has a place at it. Of another server's table
    /// nothing is told and nothing changed, whatever a forged `custom_id` names.
    pub fn reaches(&self, telling: &Telling) -> bool {
        match self.guild {
            Some(guild) => guild == telling.guild,
            None => telling.has(self.user()),
        }
    }

    /// The interaction's token, by which its answer is edited for a quarter of an hour.
    pub fn token(&self) -> &str {
        &self.token.0
    }

    /// The way to answer on that token.
    pub const fn line(&self) -> &Arc<Http> {
        &self.line
    }

    /// Shows this in place of the answer so far.
    ///
    /// # Errors
    /// Why it is not shown; logged, so that it may be ignored.
    pub async fn answer(&self, screen: &Drawn) -> Result<Message, Trouble> {
        log(screen.edit_response().execute(&*self.line, &self.token.0).await)
    }

    /// Shows this besides, to the caller alone.
    pub async fn follow_up(&self, screen: &Drawn) -> Option<Message> {
        log(screen.follow_up().execute(&*self.line, (None, &self.token.0)).await).ok()
    }
}

/// Tells somebody of whom no more is known than an answered interaction's token that the fault is ours.
pub async fn apologise(line: &Http, token: &str, texts: Texts) {
    let words = texts.say("refused-our-fault");
    let besides = CreateInteractionResponseFollowup::new().content(words).ephemeral(true);
    if let Err(error) = besides.execute(line, (None, token)).await {
        trouble(&error);
        tracing::warn!(%error, "an apology could not be told");
    }
}

/// An answer that cannot be given is logged unless the caller can simply press again.
fn log(sent: Result<Message, serenity::Error>) -> Result<Message, Trouble> {
    sent.map_err(|error| {
        let trouble = trouble(&error);
        if trouble == Trouble::TokenSpent {
            tracing::debug!(%error, "an interaction's token is spent");
        } else {
            tracing::warn!(%error, "an interaction could not be answered");
        }
        trouble
    })
}

/// The channel to which a thread belongs; a channel's own parent is its category.
fn parent_of_thread(channel: &PartialChannel) -> Option<ChannelId> {
    let is_thread = matches!(
        channel.kind,
        ChannelType::PublicThread | ChannelType::PrivateThread | ChannelType::NewsThread
    );
    channel.parent_id.filter(|_| is_thread).map(|parent| ChannelId(parent.get()))
}

fn presser(user: &User, display_name: Option<&str>, locale: &str, id: u64) -> Presser {
    Presser {
        user: UserId(user.id.get()),
        name: display_name.unwrap_or_else(|| user.display_name()).to_owned(),
        locale: locale.to_owned(),
        press: PressId(id),
    }
}
