//! What happens to a bot in the world: permissions go, messages vanish, connections break.

use std::time::Duration;

use crate::fault::RouteFault;
use crate::gateway::session::Order;
use crate::id::{ChannelId, GuildId, MessageId, UserId};
use crate::permissions::Permissions;
use crate::sandbox::{Resumable, Sandbox};
use crate::world::channel::Subject;
use crate::world::thread::{Activity, Lock};
use crate::world::user::DirectMessages;

/// Changing it, and disturbing the bot.
impl Sandbox {
    /// Gives a member, or the bot, exactly these permissions besides `@everyone`'s.
    ///
    /// # Panics
    /// If the user is not a member of the guild.
    pub fn set_permissions(&self, guild: GuildId, user: UserId, permissions: Permissions) {
        self.core.change(|world| world.set_permissions(guild, user, permissions));
    }

    /// Changes what `@everyone` may.
    ///
    /// # Panics
    /// If the guild is not one of this sandbox's.
    pub fn set_everyone(&self, guild: GuildId, permissions: Permissions) {
        self.core.change(|world| {
            world.set_role_permissions(guild, guild.everyone(), permissions);
        });
    }

    /// Allows and denies permissions in one channel; replaces what was there for this subject.
    pub fn overwrite(&self, channel: ChannelId, subject: Subject, allow: Permissions, deny: Permissions) {
        self.core.change(|world| world.set_overwrite(channel, subject, allow, deny));
    }

    /// Opens or closes a user's direct messages.
    pub fn set_direct_messages(&self, user: UserId, direct_messages: DirectMessages) {
        self.core.change(|world| {
            if let Some(user) = world.users.get_mut(&user) {
                user.direct_messages = direct_messages;
            }
        });
    }

    /// Removes a member. For the bot: throws it out.
    ///
    /// # Panics
    /// If the guild is not one of this sandbox's.
    pub fn remove_member(&self, guild: GuildId, user: UserId) {
        self.core.change(|world| world.remove_member(guild, user));
    }

    /// Deletes a message, as a moderator does.
    pub fn delete_message(&self, message: MessageId) {
        self.core.change(|world| {
            world.taken_away.messages.insert(message);
            world.delete_message(message);
        });
    }

    /// Deletes a channel or thread with all that is in it.
    pub fn delete_channel(&self, channel: ChannelId) {
        self.core.change(|world| {
            let threads = world.channels.values().filter(|state| {
                state.id == channel || state.thread().is_some_and(|thread| thread.parent == channel)
            });
            let gone: Vec<ChannelId> = threads.map(|state| state.id).collect();
            let within = world.messages.values().filter(|message| gone.contains(&message.channel));
            let within: Vec<MessageId> = within.map(|message| message.id).collect();
            world.taken_away.messages.extend(within);
            world.taken_away.channels.extend(gone);
            world.delete_channel(channel);
        });
    }

    /// Archives a thread, as its age does.
    pub fn archive_thread(&self, thread: ChannelId) {
        self.set_thread(thread, Activity::Archived, Lock::Unlocked);
    }

    /// Archives and locks a thread, as a moderator does.
    pub fn lock_thread(&self, thread: ChannelId) {
        self.set_thread(thread, Activity::Archived, Lock::Locked);
    }

    fn set_thread(&self, thread: ChannelId, activity: Activity, lock: Lock) {
        self.core.change(|world| {
            world.taken_away.threads.insert(thread);
            world.set_thread_state(thread, activity, lock);
        });
    }

    /// Cuts every gateway connection without a word. Sessions can be resumed. Returns how many there were.
    pub fn drop_gateway(&self) -> usize {
        self.core.change(|world| world.gateway.order_all(|| Order::Vanish))
    }

    /// Lets no gateway connection in until [`Sandbox::open_gateway`]; those there are stay.
    pub fn shut_gateway(&self) {
        self.core.change(|world| world.gateway.is_shut = true);
    }

    /// Lets gateway connections in again.
    pub fn open_gateway(&self) {
        self.core.change(|world| world.gateway.is_shut = false);
    }

    /// Asks the bot to reconnect and resume (op 7), as Discord does when it moves its servers.
    pub fn reconnect_gateway(&self) -> usize {
        let reconnect = || Order::Send(r#"{"op":7,"d":null}"#.to_owned());
        self.core.change(|world| world.gateway.order_all(reconnect))
    }

    /// Tells the bot that its session is invalid (op 9).
    pub fn invalidate_session(&self, resumable: Resumable) -> usize {
        self.core.change(|world| {
            let told = world.gateway.order_all(|| Order::Invalidate(resumable));
            match resumable {
                Resumable::Yes => {}
                Resumable::No => world.gateway.end_all(),
            }
            told
        })
    }

    /// Answers coming requests with an error.
    pub fn fail_route(&self, fault: RouteFault) {
        self.core.change(|world| world.faults.fail(fault));
    }

    /// Lets coming requests wait before they are looked at.
    pub fn delay_route(&self, method: &str, path_prefix: &str, by: Duration, times: u32) {
        self.core.change(|world| world.faults.delay(method, path_prefix, by, times));
    }

    /// Takes back all faults and delays that have not been met.
    pub fn clear_faults(&self) {
        self.core.change(|world| world.faults.clear());
    }

    /// Puts the sandbox's clock forward: tokens run out, answers are late, messages grow old.
    pub fn advance_clock(&self, by: Duration) {
        self.core.change(|world| world.clock.advance(by));
    }
}
