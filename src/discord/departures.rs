//! Servers that remove this program: what is kept of them is deleted after a while.

use std::sync::{Arc, Weak};
use std::time::Duration;

use serenity::all::{GuildId as DiscordGuild, Ready, UnavailableGuild};
use serenity::utils::shard_id;
use tokio::time::interval;

use super::bot::Bot;
use super::texts::Texts;
use super::trouble::{Trouble, trouble};
use crate::table::{
    Action, GuildId, PressId, Presser, Purged, Rejection, Stamp, StoreError, TableHandle, UserId,
};

/// What is kept of a server that removed this program is deleted after that long; should it come back
/// before, everything is still there.
pub const DEPARTED_KEPT: Duration = Duration::from_hours(30 * 24);

/// How often servers to be purged are looked for.
const LOOKED_FOR_EVERY: Duration = Duration::from_hours(24);

impl Bot {
    /// A server is gone, or away for a while.
    pub(super) async fn on_guild_gone(&self, guild: &UnavailableGuild) {
        let id = GuildId(guild.id.get());
        self.herald.lost(id);
        // One that is only away has an outage of the platform and comes back by itself.
        if !guild.unavailable {
            self.mark(id).await;
        }
    }

    /// A server is there: this program was invited, or is back.
    pub(super) async fn on_guild_there(&self, guild: DiscordGuild) {
        let id = GuildId(guild.get());
        self.herald.found(id);
        if let Err(fault) = self.store().set_departed(id, None).await {
            tracing::error!(guild = %id, %fault, "a server's return was not kept");
        }
    }

    /// The gateway names every server of its shard: those of which something is kept and that it does
    /// not name have removed this program while it did not run.
    pub(super) async fn on_ready(&self, ready: &Ready) {
        let kept = match self.store().guilds().await {
            Ok(kept) => kept,
            Err(fault) => {
                tracing::error!(%fault, "the servers cannot be read");
                return;
            }
        };
        let shards = ready.shard.map_or(1, |shard| shard.total);
        let own = ready.shard.map_or(0, |shard| shard.id.0);
        let is_ours = |guild: &GuildId| shard_id(DiscordGuild::new(guild.0), shards) == own;
        for guild in kept.into_iter().filter(|guild| guild.0 > 0).filter(is_ours) {
            if ready.guilds.iter().any(|there| there.id.get() == guild.0) {
                self.on_guild_there(DiscordGuild::new(guild.0)).await;
            } else {
                self.herald.lost(guild);
                self.mark(guild).await;
            }
        }
    }

    async fn mark(&self, guild: GuildId) {
        let now = self.hall.clock().unix_ms();
        tracing::info!(%guild, "a server has removed this program");
        if let Err(fault) = self.store().set_departed(guild, Some(now)).await {
            tracing::error!(%guild, %fault, "a server's departure was not kept");
        }
    }

    /// Deletes what is kept of every server that has been gone for [`DEPARTED_KEPT`].
    async fn purge(&self) -> Result<(), StoreError> {
        let long_ago = self.hall.clock().unix_ms() - DEPARTED_KEPT.as_millis() as i64;
        for guild in self.store().departed_by(long_ago).await? {
            match self.http.get_guild(DiscordGuild::new(guild.0)).await {
                // Its return was missed.
                Ok(_) => {
                    self.on_guild_there(DiscordGuild::new(guild.0)).await;
                    continue;
                }
                Err(error) if matches!(trouble(&error), Trouble::ChannelGone | Trouble::Forbidden) => {}
                Err(error) => {
                    tracing::warn!(%guild, %error, "whether a server is gone is not known; tomorrow again");
                    continue;
                }
            }
            for table in self.hall.tables_of(guild) {
                if let Err(fault) = self.stop(&table).await {
                    tracing::warn!(table = %table.id(), %fault, "a table of a server that is gone goes on");
                }
            }
            while self.store().purge_guild(guild).await? == Purged::More {}
            tracing::info!(%guild, "what was kept of a server is deleted");
        }
        Ok(())
    }

    async fn stop(&self, table: &TableHandle) -> Result<(), Rejection> {
        let nobody =
            Presser { user: UserId(0), name: String::new(), locale: String::new(), press: PressId(0) };
        table.press(nobody, Stamp::Any, Action::Stop).await.map(|_| ())
    }
}

/// Deletes what is due now, and looks again each day as long as the program runs.
pub(super) fn keep_purging(bot: &Arc<Bot>) {
    let bot: Weak<Bot> = Arc::downgrade(bot);
    tokio::spawn(async move {
        let mut days = interval(LOOKED_FOR_EVERY);
        loop {
            days.tick().await;
            let Some(bot) = bot.upgrade() else { return };
            if let Err(fault) = bot.purge().await {
                tracing::error!(%fault, "servers that are gone were not purged; tomorrow again");
            }
        }
    });
}

/// How long what is kept of a server outlives its departure, in words.
pub(super) fn kept_for(texts: Texts) -> String {
    texts.get("days", &[("days", (DEPARTED_KEPT.as_secs() / 86_400).into())])
}
