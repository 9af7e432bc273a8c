//! How the running bot is, for whoever watches over it from outside.

use std::sync::{Arc, OnceLock, Weak};
use std::time::Duration;

use tokio::time::{sleep, timeout};

use super::bot::Bot;
use crate::meters::METERS;
use crate::table::{Announcer as _, Reach};

/// Players are told of the end for no longer than that; the others find the board posted anew when the
/// program is back.
const FAREWELL_MAX: Duration = Duration::from_secs(5);

/// How often is looked whether all have been told.
const LOOKED_EVERY: Duration = Duration::from_millis(25);

/// How the running bot is.
#[derive(Default)]
pub struct Pulse(OnceLock<Weak<Bot>>);

impl Pulse {
    pub(super) fn set(&self, bot: &Arc<Bot>) {
        // There is one bot to a pulse.
        let _ = self.0.set(Arc::downgrade(bot));
    }

    fn bot(&self) -> Option<Arc<Bot>> {
        self.0.get()?.upgrade()
    }

    /// Whether the bot has started and the gateway is connected.
    pub fn is_connected(&self) -> bool {
        self.bot().is_some_and(|bot| bot.herald.reach() != Reach::Cut)
    }

    /// Brings the counts up to date that are not kept as things happen.
    pub fn measure(&self) {
        let (running, halted) = self.bot().map_or((0, 0), |bot| (bot.hall.len(), bot.hall.halted()));
        METERS.tables(running, halted);
        METERS.connected(self.is_connected());
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
        tracing::info!(tables = bot.hall.len(), untold = untold(), "no table is opened any more; players are told");
    }
}
