//! Who used a command or pressed a button, and the way back to them.

use serenity::all::{
    CommandInteraction, ComponentInteraction, GuildId as DiscordGuild, Http, Message, MessageFlags,
    ModalInteraction, Permissions, User,
};
use serenity::builder::Builder;

use super::permissions::PlaceKind;
use super::screen::Drawn;
use super::texts::Texts;
use super::trouble::{Trouble, trouble};
use crate::table::{ChannelId, GuildId, PressId, Presser, UserId};

/// Who asks, with the token by which they are answered.
#[derive(Clone, Debug)]
pub struct Caller {
    /// Who, as tables know them.
    pub presser: Presser,
    /// Their language's texts.
    pub texts: Texts,
    /// The server, but for direct messages.
    pub guild: Option<GuildId>,
    /// The channel.
    pub channel: ChannelId,
    /// Whether that is a thread.
    pub place_kind: PlaceKind,
    /// What the member may do in the channel; none in direct messages.
    pub permissions: Option<Permissions>,
    /// What this program may do in the channel.
    pub own_permissions: Option<Permissions>,
    token: String,
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
    ($interaction:expr) => {{
        let interaction = $interaction;
        let member = interaction.member.as_ref();
        Caller {
            presser: presser(
                &interaction.user,
                member.map(|member| member.display_name()),
                &interaction.locale,
                interaction.id.get(),
            ),
            texts: Texts::of_locale(&interaction.locale),
            guild: interaction.guild_id.map(|guild| GuildId(guild.get())),
            channel: ChannelId(interaction.channel_id.get()),
            place_kind: interaction
                .channel
                .as_ref()
                .map_or(PlaceKind::Channel, |channel| channel.kind.into()),
            permissions: member.and_then(|member| member.permissions),
            own_permissions: interaction.app_permissions,
            token: interaction.token.clone(),
        }
    }};
}

impl Caller {
    /// Who used a command.
    pub fn of_command(interaction: &CommandInteraction) -> Self {
        caller_of!(interaction)
    }

    /// Who pressed a button or chose from a select.
    pub fn of_component(interaction: &ComponentInteraction) -> Self {
        caller_of!(interaction)
    }

    /// Who sent a modal.
    pub fn of_modal(interaction: &ModalInteraction) -> Self {
        caller_of!(interaction)
    }

    /// Who.
    pub const fn user(&self) -> UserId {
        self.presser.user
    }

    /// The interaction's token, by which its answer is edited for a quarter of an hour.
    pub fn token(&self) -> &str {
        &self.token
    }

    /// Shows this in place of the answer so far.
    pub async fn answer(&self, http: &Http, screen: &Drawn) -> Option<Message> {
        log(screen.edit_response().execute(http, &self.token).await)
    }

    /// Shows this besides, to the caller alone.
    pub async fn follow_up(&self, http: &Http, screen: &Drawn) -> Option<Message> {
        log(screen.follow_up().execute(http, (None, &self.token)).await)
    }
}

/// An answer that cannot be given is logged unless the caller can simply press again.
fn log(sent: Result<Message, serenity::Error>) -> Option<Message> {
    match sent {
        Ok(message) => Some(message),
        Err(error) => {
            if trouble(&error) == Trouble::TokenSpent {
                tracing::debug!(%error, "an interaction's token is spent");
            } else {
                tracing::warn!(%error, "an interaction could not be answered");
            }
            None
        }
    }
}

fn presser(user: &User, display_name: Option<&str>, locale: &str, id: u64) -> Presser {
    Presser {
        user: UserId(user.id.get()),
        name: display_name.unwrap_or_else(|| user.display_name()).to_owned(),
        locale: locale.to_owned(),
        press: PressId(id),
    }
}
