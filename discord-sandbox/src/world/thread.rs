//! Threads: opening, archiving, locking, members.

use std::collections::BTreeSet;

use crate::id::{ChannelId, GuildId, MessageId, UserId};
use crate::rest::error::{ApiError, Code};
use crate::world::World;
use crate::world::channel::{Channel, Place};

/// Who sees a thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Activity {
    Active,
    Archived,
}

/// Whether everybody may wake a thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lock {
    Unlocked,
    Locked,
}

#[derive(Clone, Debug)]
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
