//! Threads: opening, archiving, locking, members.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::gateway::session::Intents;
use crate::id::{ChannelId, GuildId, MessageId, UserId};
use crate::rest::error::{ApiError, Code};
use crate::wire;
use crate::world::World;
use crate::world::channel::{Channel, Place};

/// Who sees a thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Privacy {
    Public,
    Private,
}

impl Privacy {
    pub(crate) const fn type_number(self) -> u8 {
        match self {
            Self::Public => 11,
            Self::Private => 12,
        }
    }
}

/// Whether a thread takes part in the life of its channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Activity {
    Active,
    Archived,
}

/// Whether everybody may wake a thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Lock {
    Unlocked,
    Locked,
}

/// What happened to somebody's place in a thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Membership {
    Begun,
    Ended,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Thread {
    pub(crate) parent: ChannelId,
    pub(crate) owner: UserId,
    pub(crate) privacy: Privacy,
    pub(crate) activity: Activity,
    pub(crate) lock: Lock,
    pub(crate) auto_archive_minutes: u64,
    /// When it was last archived or woken.
    pub(crate) changed_ms: u64,
    pub(crate) created_ms: u64,
    pub(crate) members: BTreeSet<UserId>,
    pub(crate) message_count: u32,
}

/// What a new thread is to be.
#[derive(Debug)]
pub(crate) struct NewThread {
    pub(crate) guild: GuildId,
    pub(crate) parent: ChannelId,
    /// The message it hangs on, whose number it takes.
    pub(crate) starter: Option<MessageId>,
    pub(crate) name: String,
    pub(crate) privacy: Privacy,
    pub(crate) auto_archive_minutes: u64,
}

impl World {
    pub(crate) fn open_thread(&mut self, new: NewThread, owner: UserId) -> ChannelId {
        let now = self.now_ms();
        let id = match new.starter {
            Some(message) => ChannelId::new(message.get()),
            None => self.next_id(),
        };
        let thread = Thread {
            parent: new.parent,
            owner,
            privacy: new.privacy,
            activity: Activity::Active,
            lock: Lock::Unlocked,
            auto_archive_minutes: new.auto_archive_minutes,
            changed_ms: now,
            created_ms: now,
            members: BTreeSet::from([owner]),
            message_count: 0,
        };
        let place = Place::Thread { guild: new.guild, thread };
        self.channels.insert(id, Channel { id, name: new.name, place, last_message: None });
        self.announce_channel(id, "THREAD_CREATE");
        id
    }

    /// A thread that the guild's owner opens.
    pub(crate) fn add_thread(&mut self, parent: ChannelId, name: String) -> ChannelId {
        let place = self.channels.get(&parent).map(|channel| &channel.place);
        let Some(&Place::Text { guild, .. }) = place else { panic!("threads are added to text channels") };
        let owner = self.known_guild(guild).owner;
        let new = NewThread {
            guild,
            parent,
            starter: None,
            name,
            privacy: Privacy::Public,
            auto_archive_minutes: 1440,
        };
        self.open_thread(new, owner)
    }

    pub(crate) fn set_thread_state(&mut self, id: ChannelId, activity: Activity, lock: Lock) {
        let now = self.now_ms();
        let Some(thread) = self.channels.get_mut(&id).and_then(Channel::thread_mut) else {
            return;
        };
        if thread.activity != activity {
            thread.changed_ms = now;
        }
        thread.activity = activity;
        thread.lock = lock;
        self.announce_channel(id, "THREAD_UPDATE");
    }

    pub(crate) fn join_thread(&mut self, id: ChannelId, user: UserId) {
        let thread = self.channels.get_mut(&id).and_then(Channel::thread_mut);
        if thread.is_some_and(|thread| thread.members.insert(user)) {
            self.announce_thread_members(id, user, Membership::Begun);
        }
    }

    pub(crate) fn leave_thread(&mut self, id: ChannelId, user: UserId) {
        let thread = self.channels.get_mut(&id).and_then(Channel::thread_mut);
        if thread.is_some_and(|thread| thread.members.remove(&user)) {
            self.announce_thread_members(id, user, Membership::Ended);
        }
    }

    /// Of itself the bot hears with the intent for guilds; of others only with the one for members too.
    fn announce_thread_members(&mut self, id: ChannelId, user: UserId, membership: Membership) {
        let Some(channel) = self.channels.get(&id) else {
            return;
        };
        let (Some(guild), Some(thread)) = (channel.guild(), channel.thread()) else {
            return;
        };
        let is_bot = user == self.bot();
        let needs = if is_bot { Intents::GUILDS } else { Intents::GUILDS | Intents::GUILD_MEMBERS };
        let described = self.gateway.describe(needs, |intents| {
            let mut data = json!({ "id": id, "guild_id": guild, "member_count": thread.members.len() });
            match membership {
                Membership::Ended => data["removed_member_ids"] = json!([user]),
                Membership::Begun => {
                    let mut member = wire::channel::thread_member(id, user, thread);
                    if intents.contains(Intents::GUILD_MEMBERS) {
                        member["member"] = wire::guild::member(self, guild, user);
                        member["presence"] = Value::Null;
                    }
                    data["added_members"] = json!([member]);
                }
            }
            data
        });
        self.gateway.send_described(Some(guild), "THREAD_MEMBERS_UPDATE", described);
    }

    /// A thread's refusal is no fault of the bot where a test archived or locked it.
    pub(crate) fn thread_refusal(&self, thread: ChannelId, code: Code) -> ApiError {
        let error = ApiError::of(code);
        if self.taken_away.threads.contains(&thread) { error.brought_about() } else { error }
    }

    /// What a new message does to its thread: an archived one wakes.
    pub(crate) fn note_message_in_thread(&mut self, id: ChannelId) {
        let Some(thread) = self.channels.get_mut(&id).and_then(Channel::thread_mut) else {
            return;
        };
        thread.message_count += 1;
        let (activity, lock) = (thread.activity, thread.lock);
        if activity == Activity::Archived {
            self.set_thread_state(id, Activity::Active, lock);
        }
    }
}
