//! The gateway connections of all shards, and what is asked over them.

use std::collections::HashMap;
use std::sync::Mutex;

use serenity::all::{Cache, Context, GuildId as DiscordGuild, ShardMessenger};
use serenity::gateway::ChunkGuildFilter;
use serenity::utils::shard_id;

use super::desk::lock;
use super::pulse::{Pulse, Question};
use crate::table::{Clock, GuildId, Reach};

/// The connections, by the number of their shard.
pub(super) struct Shards {
    lines: Mutex<HashMap<u32, Line>>,
    clock: Clock,
}

/// One shard's.
struct Line {
    pulse: Pulse,
    messenger: ShardMessenger,
}

impl Shards {
    /// None is known yet.
    pub fn new(clock: Clock) -> Self {
        Self { lines: Mutex::default(), clock }
    }

    /// The context's shard is connected.
    pub fn connected(&self, context: &Context) {
        self.change(context, Pulse::connected);
    }

    /// It is connected after a break, whether or not the break was reported.
    pub fn reconnected(&self, context: &Context) {
        self.change(context, |pulse, now| {
            pulse.cut(now);
            pulse.connected(now);
        });
    }

    /// It is cut.
    pub fn cut(&self, context: &Context) {
        self.change(context, Pulse::cut);
    }

    /// An answer with that nonce has come over its connection.
    pub fn answered(&self, context: &Context, nonce: &str) {
        if let Ok(asked) = nonce.parse() {
            self.change(context, |pulse, now| pulse.answered(asked, now));
        }
    }

    /// Whether the server's shard can be reached, known by a sign of life that was asked for not
    /// before that moment; asks for one if need be.
    pub fn reach(&self, cache: &Cache, guild: GuildId, moment: i64) -> Reach {
        let guild = DiscordGuild::new(guild.0);
        let shard = shard_id(guild, cache.shard_count().max(1));
        let mut lines = lock(&self.lines);
        let Some(line) = lines.get_mut(&shard) else { return Reach::Cut };
        let (reach, question) = line.pulse.reach(moment, self.clock.unix_ms());
        if let Question::At(at) = question {
            // This program's own membership, which takes no privileged intent.
            let own = ChunkGuildFilter::UserIds(vec![cache.current_user().id]);
            line.messenger.chunk_guild(guild, None, false, own, Some(at.to_string()));
        }
        reach
    }

    fn change(&self, context: &Context, change: impl FnOnce(&mut Pulse, i64)) {
        let now = self.clock.unix_ms();
        let mut lines = lock(&self.lines);
        let line = lines
            .entry(context.shard_id.0)
            .or_insert_with(|| Line { pulse: Pulse::default(), messenger: context.shard.clone() });
        // After a break the connection is run by another task.
        line.messenger = context.shard.clone();
        change(&mut line.pulse, now);
    }
}
