//! The gateway connections of all shards, and what is asked over them.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock};

use serenity::all::{
    Cache, ConnectionStage, Context, GuildId as DiscordGuild, ShardId, ShardManager, ShardMessenger,
};
use serenity::gateway::ChunkGuildFilter;
use serenity::utils::shard_id;

use super::desk::lock;
use super::pulse::{Deed, Pulse};
use crate::table::{Clock, GuildId, Reach};

/// The connections, by the number of their shard.
pub(super) struct Shards {
    lines: Mutex<HashMap<u32, Line>>,
    manager: OnceLock<Arc<ShardManager>>,
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
        Self { lines: Mutex::default(), manager: OnceLock::new(), clock }
    }

    /// These are run by that manager.
    pub fn run_by(&self, manager: Arc<ShardManager>) {
        // There is one for each run of the program.
        let _ = self.manager.set(manager);
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
        let now = self.clock.unix_ms();
        let mut lines = lock(&self.lines);
        let Some(line) = lines.get_mut(&shard) else { return Reach::Cut };
        if self.stands(ShardId(shard)) {
            line.pulse.seems_connected(now);
        }
        let (reach, deed) = line.pulse.reach(moment, now);
        match deed {
            Deed::Nothing => {}
            Deed::Ask(at) => {
                // This program's own membership, which takes no privileged intent.
                let own = ChunkGuildFilter::UserIds(vec![cache.current_user().id]);
                line.messenger.chunk_guild(guild, None, false, own, Some(at.to_string()));
            }
            Deed::Restart => self.restart(ShardId(shard)),
        }
        reach
    }

    /// Whether the library takes the shard for connected.
    fn stands(&self, shard: ShardId) -> bool {
        let runners = self.manager.get().and_then(|manager| manager.runners.try_lock().ok());
        let stage = runners.and_then(|runners| runners.get(&shard).map(|runner| runner.stage));
        stage == Some(ConnectionStage::Connected)
    }

    fn restart(&self, shard: ShardId) {
        tracing::warn!(shard = shard.0, "no sign of life of the gateway; its connection is made anew");
        if let Some(manager) = self.manager.get().cloned() {
            tokio::spawn(async move { manager.restart(shard).await });
        }
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
