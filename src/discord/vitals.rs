//! How the running bot is, for whoever watches over it from outside.

use std::sync::{Arc, OnceLock, Weak};
use std::time::Duration;

use serenity::all::{ConnectionStage, ShardManager};
use tokio::time::{sleep, timeout};

use super::bot::Bot;
use crate::meters::METERS;

/// Players are told of the end for no longer than that; the others find the board posted anew when the
/// program is back.
const FAREWELL_MAX: Duration = Duration::from_secs(5);

/// How often is looked whether all have been told.
const LOOKED_EVERY: Duration = Duration::from_millis(25);

/// How the running bot is.
#[derive(Default)]
pub struct Vitals {
    bot: OnceLock<Weak<Bot>>,
    shards: OnceLock<Weak<ShardManager>>,
}

impl Vitals {
    pub(super) fn set(&self, bot: &Arc<Bot>) {
        // There is one bot to a vitals.
        let _ = self.bot.set(Arc::downgrade(bot));
    }

    pub(super) fn set_shards(&self, shards: &Arc<ShardManager>) {
        let _ = self.shards.set(Arc::downgrade(shards));
    }

    fn bot(&self) -> Option<Arc<Bot>> {
        self.bot.get()?.upgrade()
    }

    /// Whether the bot has started and every shard is connected to the gateway, as far as the library
    /// has noticed.
    pub async fn is_connected(&self) -> bool {
        let shards = self.shards.get().and_then(Weak::upgrade).filter(|_| self.bot().is_some());
        let Some(shards) = shards else { return false };
        // One that is being started anew is not among them.
        let runners = shards.runners.lock().await;
        !runners.is_empty() && runners.values().all(|runner| runner.stage == ConnectionStage::Connected)
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
