//! How the running bot is, for whoever watches over it from outside.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock, Weak};
use std::time::Duration;

use serenity::all::{Cache, ConnectionStage, GuildId, ShardManager, ShardMessenger, UserId};
use serenity::gateway::ChunkGuildFilter;
use serenity::utils::shard_id;
use tokio::sync::broadcast;
use tokio::time::{sleep, timeout};

use super::bot::Bot;
use crate::meters::METERS;

/// Players are told of the end for no longer than that; the others find the board posted anew when the
/// program is back.
const FAREWELL_MAX: Duration = Duration::from_secs(5);

/// How often is looked whether all have been told.
const LOOKED_EVERY: Duration = Duration::from_millis(25);

/// A gateway that is there answers a question sooner.
const ANSWER_MAX: Duration = Duration::from_secs(3);

/// What marks our questions, whose numbers follow it.
const NONCE: &str = "vitals-";

/// Answers that may wait to be seen.
const ANSWERS: usize = 64;

/// How the running bot is.
pub struct Vitals {
    bot: OnceLock<Weak<Bot>>,
    client: OnceLock<Client>,
    /// The number of the next question.
    asked: AtomicU64,
    /// The numbers of those that are answered.
    answered: broadcast::Sender<u64>,
}

struct Client {
    shards: Weak<ShardManager>,
    cache: Weak<Cache>,
}

impl Default for Vitals {
    fn default() -> Self {
        let (bot, client) = (OnceLock::new(), OnceLock::new());
        Self { bot, client, asked: AtomicU64::new(0), answered: broadcast::Sender::new(ANSWERS) }
    }
}

impl Vitals {
    pub(super) fn set(&self, bot: &Arc<Bot>) {
        // There is one bot to a vitals.
        let _ = self.bot.set(Arc::downgrade(bot));
    }

    pub(super) fn set_client(&self, shards: &Arc<ShardManager>, cache: &Arc<Cache>) {
        let _ = self.client.set(Client { shards: Arc::downgrade(shards), cache: Arc::downgrade(cache) });
    }

    /// An answer with that nonce has come over the gateway.
    pub(super) fn answered(&self, nonce: Option<&str>) {
        let number: Option<u64> =
            nonce.and_then(|nonce| nonce.strip_prefix(NONCE)).and_then(|number| number.parse().ok());
        if let Some(number) = number {
            // Nobody may wait for it any more.
            let _ = self.answered.send(number);
        }
    }

    fn bot(&self) -> Option<Arc<Bot>> {
        self.bot.get()?.upgrade()
    }

    /// Whether the bot has started and every shard is connected to the gateway.
    ///
    /// The library takes a while to notice that a connection is dead, and does not report every one; so
    /// something is asked over each (op 8, for this program's own membership of some server), and the
    /// answer waited for. A shard without servers is taken at the library's word.
    pub async fn is_connected(&self) -> bool {
        let client = self.client.get().filter(|_| self.bot().is_some());
        let Some((shards, cache)) =
            client.and_then(|client| client.shards.upgrade().zip(client.cache.upgrade()))
        else {
            return false;
        };
        let (guilds, count) = (cache.guilds(), cache.shard_count().max(1));
        let mut lines = Vec::new();
        {
            // One that is being started anew is not among them.
            let runners = shards.runners.lock().await;
            if runners.is_empty() || runners.values().any(|runner| runner.stage != ConnectionStage::Connected)
            {
                return false;
            }
            for (shard, runner) in runners.iter() {
                let is_its = |guild: &&GuildId| shard_id(**guild, count) == shard.0;
                lines.extend(guilds.iter().find(is_its).map(|guild| (*guild, runner.runner_tx.clone())));
            }
        }
        let own = cache.current_user().id;
        let asked = lines.into_iter().map(|(guild, line)| self.ask(guild, line, own));
        futures::future::join_all(asked).await.into_iter().all(|is_answered| is_answered)
    }

    /// Asks something over a shard's connection; whether the answer comes.
    async fn ask(&self, guild: GuildId, line: ShardMessenger, own: UserId) -> bool {
        let number = self.asked.fetch_add(1, Ordering::SeqCst);
        let mut answers = self.answered.subscribe();
        line.chunk_guild(
            guild,
            None,
            false,
            ChunkGuildFilter::UserIds(vec![own]),
            Some(format!("{NONCE}{number}")),
        );
        let answered = async {
            // Each answer is seen by all who wait, one at a time.
            loop {
                match answers.recv().await {
                    Ok(found) if found == number => return true,
                    Ok(_) | Err(broadcast::error::RecvError::Lagged(_)) => {}
                    Err(broadcast::error::RecvError::Closed) => return false,
                }
            }
        };
        timeout(ANSWER_MAX, answered).await.unwrap_or(false)
    }

    /// Brings the counts up to date that are not kept as things happen.
    pub async fn measure(&self) {
        let (running, halted) = self.bot().map_or((0, 0), |bot| (bot.hall.len(), bot.hall.halted()));
        METERS.tables(running, halted);
        METERS.connected(self.is_connected().await);
    }

    /// Opens no table any more, and tells the players of running ones that the program is about to end,
    /// as far as [`FAREWELL_MAX`] and the platform's rate limit allow. All that was done is stored already.
    pub(super) async fn take_leave(&self) {
        let Some(bot) = self.bot() else { return };
        bot.hall.close();
        let untold = || bot.hall.ids().into_iter().filter(|table| !bot.herald.has_told_pause(*table)).count();
        let all_told = async {
            while untold() > 0 {
                sleep(LOOKED_EVERY).await;
            }
        };
        let _ = timeout(FAREWELL_MAX, all_told).await;
        tracing::info!(
            tables = bot.hall.len(),
            untold = untold(),
            "no table is opened any more; players are told"
        );
    }
}
