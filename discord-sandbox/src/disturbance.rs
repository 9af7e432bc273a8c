//! What happens to a bot in the world: permissions go, messages vanish, connections break.

use std::time::Duration;

use serde_json::Value;

use crate::fault::{Cut, RouteFault};
use crate::gateway::session::{Acknowledgement, Order};
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
        self.core.change(|world| world.take_channel_away(channel));
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

    /// Answers no heartbeat until [`Sandbox::acknowledge_heartbeats`], as over a connection that is dead and does not look
    /// it. A good bot comes back on a new one.
    pub fn ignore_heartbeats(&self) {
        self.core.change(|world| world.gateway.acknowledgement = Acknowledgement::Withheld);
    }

    /// Answers heartbeats again.
    pub fn acknowledge_heartbeats(&self) {
        self.core.change(|world| world.gateway.acknowledgement = Acknowledgement::Given);
    }

    /// Lets every gateway connection that there is fall silent, as when a network swallows all packets: nothing is
    /// read, sent or closed, until [`Sandbox::wake_gateway`]. New connections work.
    pub fn silence_gateway(&self) -> usize {
        self.core.change(|world| {
            world.gateway.is_silent = true;
            world.gateway.order_all(|| Order::FallSilent)
        })
    }

    /// Ends the silence: what has piled up on both sides is sent and read, in order.
    pub fn wake_gateway(&self) {
        self.core.change(|world| world.gateway.is_silent = false);
    }

    /// Sends every session an event of that name, whatever it holds: Discord itself would send none of the kind.
    pub fn send_event(&self, name: &str, data: &Value) {
        self.core.change(|world| world.gateway.send_to_all(name, data));
    }

    /// Sends every gateway connection a text as it is, which may be no payload at all. Returns how many there were.
    pub fn send_text(&self, text: &str) -> usize {
        self.core.change(|world| world.gateway.order_all(|| Order::Send(text.to_owned())))
    }

    /// Sends that many coming events twice to each session.
    pub fn repeat_events(&self, times: u32) {
        self.core.change(|world| world.gateway.disorder(|disorder| disorder.repeat = times));
    }

    /// Holds that many coming events back until the next has been sent to their session.
    pub fn swap_events(&self, times: u32) {
        self.core.change(|world| world.gateway.disorder(|disorder| disorder.swap = times));
    }

    /// Tells the bot that a guild cannot be reached for now, as in an outage of Discord.
    pub fn begin_guild_outage(&self, guild: GuildId) {
        self.core.change(|world| world.announce_outage(guild));
    }

    /// Tells it that the guild is back.
    pub fn end_guild_outage(&self, guild: GuildId) {
        self.core.change(|world| world.announce_guild(guild));
    }

    /// Breaks the connections of coming requests. The path is given as in [`RouteFault::path_prefix`].
    pub fn cut_route(&self, method: &str, path: &str, cut: Cut, times: u32) {
        self.core.change(|world| world.faults.cut(method, path, cut, times));
    }

    /// Asks the bot for a heartbeat out of its turn (op 1).
    pub fn ask_for_heartbeat(&self) -> usize {
        let ask = || Order::Send(r#"{"op":1,"d":null}"#.to_owned());
        self.core.change(|world| world.gateway.order_all(ask))
    }

    /// Closes every gateway connection with a code, such as 4000. Which codes let sessions be resumed is Discord's.
    pub fn close_gateway(&self, code: u16) -> usize {
        self.core.change(|world| world.gateway.order_all(|| Order::Close(code)))
    }

    /// Answers coming requests as if their resource were used up by others: 429 with the scope `shared`.
    pub fn limit_resource(&self, method: &str, path_prefix: &str, retry_after: Duration, times: u32) {
        self.core.change(|world| world.faults.limit(method, path_prefix, retry_after, times));
    }

    /// Counts as many invalid requests as if the bot had just made them.
    pub fn count_invalid_requests(&self, count: usize) {
        self.core.change(|world| {
            let now_ms = world.now_ms();
            for _ in 0..count {
                world.limiter.note_answer(403, None, now_ms);
            }
        });
    }

    /// Answers coming requests with an error.
    pub fn fail_route(&self, fault: RouteFault) {
        self.core.change(|world| world.faults.fail(fault));
    }

    /// Lets coming requests wait before they are looked at.
    pub fn delay_route(&self, method: &str, path_prefix: &str, by: Duration, times: u32) {
        self.core.change(|world| world.faults.delay(method, path_prefix, by, times));
    }

    /// Lets every request of the bot wait, as over a slow network; zero ends it.
    pub fn slow_network(&self, by: Duration) {
        self.core.change(|world| world.faults.slow_down(by));
    }

    /// Changes the language of a user's client, as Discord writes it, such as `zh-TW`.
    pub fn set_locale(&self, user: UserId, locale: impl Into<String>) {
        let locale = locale.into();
        self.core.change(|world| {
            if let Some(user) = world.users.get_mut(&user) {
                user.locale = locale;
            }
        });
    }

    /// Wakes an archived thread, and unlocks it.
    pub fn wake_thread(&self, thread: ChannelId) {
        self.core.change(|world| world.set_thread_state(thread, Activity::Active, Lock::Unlocked));
    }

    /// Takes back all faults and delays that have not been met, and a slow network.
    pub fn clear_faults(&self) {
        self.core.change(|world| world.faults.clear());
    }

    /// Stops the sandbox's clock: it goes on only by [`Sandbox::advance_clock`]. Rate limits can be counted exactly then.
    pub fn stop_clock(&self) {
        self.core.change(|world| world.clock.stop());
    }

    /// Puts the sandbox's clock forward: tokens run out, answers are late, messages grow old.
    pub fn advance_clock(&self, by: Duration) {
        self.core.change(|world| world.clock.advance(by));
    }
}
