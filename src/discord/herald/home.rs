//! Where a table plays: in a thread of its own where one can be opened, else in its channel (UX 8).

use serenity::all::{
    AutoArchiveDuration, Channel, ChannelId as DiscordChannel, ChannelType, CreateThread,
    GuildId as DiscordGuild, MessageId as DiscordMessage, UserId as DiscordUser,
};

use super::Desk;
use crate::discord::permissions::FOR_OWN_THREAD;
use crate::discord::texts::Texts;
use crate::discord::trouble::{Trouble, trouble};
use crate::table::{ChannelId, Joiner, Place, Telling};

/// From such a time for a move on, a game may rest for days without being forgotten.
const SLOW_MOVE_S: u32 = 60 * 60;

/// The thread that hangs on a message has the message's id.
pub(super) const fn thread_on(message: Place) -> ChannelId {
    ChannelId(message.message.0)
}

/// Opens the table's thread on that message in its channel; none where none can be opened: the
/// channel itself is a thread, a permission is missing, or too many threads are open. A thread that
/// was opened before a crash is found again.
///
/// # Errors
/// What may pass, or that the channel or the message is gone.
pub(super) async fn open_thread(
    desk: &Desk,
    telling: &Telling,
    door: Place,
) -> Result<Option<ChannelId>, Trouble> {
    if !bears_threads(desk, telling).await? {
        return Ok(None);
    }
    let texts = Texts::of_locale(&telling.locale);
    let name = texts.get("thread-name", &[("table", telling.table.to_string().into())]);
    let rest = if telling.settings.clocks.move_s >= SLOW_MOVE_S {
        AutoArchiveDuration::OneWeek
    } else {
        AutoArchiveDuration::OneDay
    };
    let thread = CreateThread::new(name).auto_archive_duration(rest);
    let (channel, message) = (DiscordChannel::new(door.channel.0), DiscordMessage::new(door.message.0));
    desk.budget.spend().await;
    match channel.create_thread_from_message(&desk.http, message, thread).await {
        Ok(thread) => {
            let thread = ChannelId(thread.id.get());
            bring_players(desk, telling, thread).await;
            Ok(Some(thread))
        }
        Err(error) => match trouble(&error) {
            Trouble::ThreadStands => Ok(Some(thread_on(door))),
            passing @ (Trouble::Passing | Trouble::ChannelGone | Trouble::MessageGone) => Err(passing),
            _ => {
                tracing::info!(table = %telling.table, %error, "the table plays without a thread of its own");
                Ok(None)
            }
        },
    }
}

/// Whether the table's channel is of a kind that bears threads and this program may open one there.
async fn bears_threads(desk: &Desk, telling: &Telling) -> Result<bool, Trouble> {
    if let Some(bears) = known_to_bear_threads(desk, telling) {
        return Ok(bears);
    }
    let channel = desk.http.get_channel(DiscordChannel::new(telling.channel.0)).await;
    match channel {
        Ok(Channel::Guild(channel)) => Ok(is_parent(channel.kind)),
        Ok(_) => Ok(false),
        Err(error) => Err(trouble(&error)),
    }
}

/// The same, as far as is known without asking.
fn known_to_bear_threads(desk: &Desk, telling: &Telling) -> Option<bool> {
    let guild = desk.cache.guild(DiscordGuild::new(telling.guild.0))?;
    let channel = DiscordChannel::new(telling.channel.0);
    if guild.threads.iter().any(|thread| thread.id == channel) {
        return Some(false);
    }
    let kind = guild.channels.get(&channel)?.kind;
    // The guild is let go before the cache is asked again.
    drop(guild);
    let allowed = desk.permissions_in(telling.guild, telling.channel);
    Some(is_parent(kind) && allowed.is_none_or(|allowed| allowed.contains(FOR_OWN_THREAD)))
}

const fn is_parent(kind: ChannelType) -> bool {
    matches!(kind, ChannelType::Text | ChannelType::News)
}

/// Puts the thread among those that its players see at hand. Who cannot be added is brought by the
/// first ping, or follows the link.
async fn bring_players(desk: &Desk, telling: &Telling, thread: ChannelId) {
    let thread = DiscordChannel::new(thread.0);
    for user in telling.joiners.iter().filter_map(Joiner::user) {
        desk.budget.spend().await;
        if let Err(error) = thread.add_thread_member(&desk.http, DiscordUser::new(user.0)).await {
            tracing::debug!(%error, "a player is not added to the table's thread");
        }
    }
}
