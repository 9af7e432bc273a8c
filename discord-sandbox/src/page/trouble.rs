//! Faults on order: what the page's drawer can do to the bot.

use std::time::Duration;

use axum::Json;
use axum::extract::State;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::Permissions;
use crate::fault::RouteFault;
use crate::gateway::session::Order;
use crate::id::{ChannelId, GuildId, MessageId, UserId};
use crate::page::PageState;
use crate::page::deed::Refused;
use crate::sandbox::Resumable;
use crate::world::World;
use crate::world::channel::{Channel, Place, Subject};
use crate::world::thread::{Activity, Lock};

/// What can be taken from the bot in a channel, by the names that the page and Discord's documentation use.
const TAKEABLE: [(&str, Permissions); 7] = [
    ("VIEW_CHANNEL", Permissions::VIEW_CHANNEL),
    ("SEND_MESSAGES", Permissions::SEND_MESSAGES),
    ("SEND_MESSAGES_IN_THREADS", Permissions::SEND_MESSAGES_IN_THREADS),
    ("CREATE_PUBLIC_THREADS", Permissions::CREATE_PUBLIC_THREADS),
    ("EMBED_LINKS", Permissions::EMBED_LINKS),
    ("ATTACH_FILES", Permissions::ATTACH_FILES),
    ("READ_MESSAGE_HISTORY", Permissions::READ_MESSAGE_HISTORY),
];
/// How many violations the page shows, the newest.
const SHOWN: usize = 50;

/// What a person orders.
#[derive(Debug, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub(crate) enum Fault {
    DropGateway,
    ShutGateway,
    OpenGateway,
    ReconnectGateway,
    InvalidateSession { resumable: bool },
    FailRoute { method: String, path_prefix: String, status: u16, code: u32, times: u32 },
    DelayRoute { method: String, path_prefix: String, ms: u64, times: u32 },
    SlowNetwork { ms: u64 },
    Clear,
    DeleteMessage { message: MessageId },
    DeleteChannel { channel: ChannelId },
    AddChannel { guild: GuildId, name: String },
    ArchiveThread { thread: ChannelId },
    LockThread { thread: ChannelId },
    WakeThread { thread: ChannelId },
    TakePermissions { channel: ChannelId, names: Vec<String> },
    RemoveMember { guild: GuildId, user: UserId },
    AddMember { guild: GuildId, user: UserId },
}

/// What is out of order now, and what the bot did that Discord would have refused.
pub(crate) fn state(world: &World) -> Value {
    let failures = world.faults.failures().map(|fault| {
        json!({
            "method": fault.method,
            "path_prefix": fault.path_prefix,
            "status": fault.status,
            "code": fault.code,
            "times": fault.times,
        })
    });
    let violations = world.journal.violations.iter().rev().take(SHOWN).map(|violation| {
        json!({
            "method": violation.method,
            "path": violation.path,
            "status": violation.status,
            "code": violation.code,
            "reason": violation.reason,
            "at_ms": violation.at_unix_ms,
        })
    });
    json!({
        "connections": world.gateway.connections(),
        "is_shut": world.gateway.is_shut,
        "slowness_ms": world.faults.slowness().as_millis() as u64,
        "failures": failures.collect::<Vec<_>>(),
        "delays": world.faults.delays(),
        "violations": violations.collect::<Vec<_>>(),
        "violation_count": world.journal.violations.len(),
        "takeable": TAKEABLE.map(|(name, _)| name),
    })
}

/// Which permissions were taken from the bot in a channel.
pub(crate) fn taken_from_bot(world: &World, channel: &Channel) -> Vec<&'static str> {
    let Place::Text { overwrites, .. } = &channel.place else {
        return Vec::new();
    };
    let own = overwrites.iter().find(|overwrite| overwrite.subject == Subject::User(world.bot()));
    let denied = own.map_or(Permissions::NONE, |overwrite| overwrite.deny);
    TAKEABLE.iter().filter(|(_, permission)| denied.contains(*permission)).map(|(name, _)| *name).collect()
}

/// Carries an order out.
pub(crate) async fn order(
    State(state): State<PageState>,
    Json(fault): Json<Fault>,
) -> Result<Json<Value>, Refused> {
    state.core.change(|world| carry_out(world, fault))?;
    Ok(Json(json!({})))
}

fn carry_out(world: &mut World, fault: Fault) -> Result<(), Refused> {
    match fault {
        Fault::DropGateway => drop(world.gateway.order_all(|| Order::Vanish)),
        Fault::ShutGateway => {
            world.gateway.is_shut = true;
            world.gateway.order_all(|| Order::Vanish);
        }
        Fault::OpenGateway => world.gateway.is_shut = false,
        Fault::ReconnectGateway => {
            world.gateway.order_all(|| Order::Send(r#"{"op":7,"d":null}"#.to_owned()));
        }
        Fault::InvalidateSession { resumable: true } => {
            world.gateway.order_all(|| Order::Invalidate(Resumable::Yes));
        }
        Fault::InvalidateSession { resumable: false } => {
            world.gateway.order_all(|| Order::Invalidate(Resumable::No));
            world.gateway.end_all();
        }
        Fault::FailRoute { method, path_prefix, status, code, times } => {
            world.faults.fail(RouteFault { method, path_prefix, status, code, times });
        }
        Fault::DelayRoute { method, path_prefix, ms, times } => {
            world.faults.delay(&method, &path_prefix, Duration::from_millis(ms), times);
        }
        Fault::SlowNetwork { ms } => world.faults.slow_down(Duration::from_millis(ms)),
        Fault::Clear => world.faults.clear(),
        Fault::DeleteMessage { message } => {
            world.taken_away.messages.insert(message);
            world.delete_message(message);
        }
        Fault::DeleteChannel { channel } => world.take_channel_away(channel),
        Fault::AddChannel { guild, name } => {
            known_guild(world, guild)?;
            let name = name.trim().to_owned();
            if name.is_empty() || name.chars().count() > 100 {
                return Err(Refused::new("bad-name", "a channel's name has 1 to 100 characters"));
            }
            world.add_text_channel(guild, name);
        }
        Fault::ArchiveThread { thread } => set_thread(world, thread, Activity::Archived, Lock::Unlocked),
        Fault::LockThread { thread } => set_thread(world, thread, Activity::Archived, Lock::Locked),
        Fault::WakeThread { thread } => world.set_thread_state(thread, Activity::Active, Lock::Unlocked),
        Fault::TakePermissions { channel, names } => {
            let taken = TAKEABLE.iter().filter(|(name, _)| names.iter().any(|wanted| wanted == name));
            let deny = taken.fold(Permissions::NONE, |all, (_, permission)| all | *permission);
            world.set_overwrite(channel, Subject::User(world.bot()), Permissions::NONE, deny);
        }
        Fault::RemoveMember { guild, user } => {
            known_guild(world, guild)?;
            world.remove_member(guild, user);
        }
        Fault::AddMember { guild, user } => {
            known_guild(world, guild)?;
            if world.users.contains_key(&user) && !world.known_guild(guild).members.contains_key(&user) {
                let permissions = if user == world.bot() { Permissions::EVERYONE } else { Permissions::NONE };
                world.add_member(guild, user, permissions);
            }
        }
    }
    Ok(())
}

fn set_thread(world: &mut World, thread: ChannelId, activity: Activity, lock: Lock) {
    world.taken_away.threads.insert(thread);
    world.set_thread_state(thread, activity, lock);
}

fn known_guild(world: &World, guild: GuildId) -> Result<(), Refused> {
    match world.guilds.get(&guild) {
        Some(_) => Ok(()),
        None => Err(Refused::new("no-guild", "there is no such server")),
    }
}
