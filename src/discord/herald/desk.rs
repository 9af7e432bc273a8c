//! What every worker needs, and what the workers of a table tell each other.

use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use serenity::all::{Cache, ChannelId as DiscordChannel, Http, Permissions};
use tokio::sync::{mpsc, watch};

use crate::discord::artist::Artist;
use crate::discord::budget::Budget;
use crate::discord::living::Living;
use crate::discord::preferences::Preferences;
use crate::table::{ChannelId, Computers, GuildId, MessageId, Place, Store, TableId, Telling, UserId};

/// Deleted messages remembered for a channel: more than tables have there.
const DELETED_KEPT: usize = 64;

/// Where a table's public messages stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Whereabouts {
    /// In that channel or thread.
    In(ChannelId),
    /// In that one, where this program lacks a permission: nothing can be shown until it is back.
    Barred(ChannelId),
    /// Nowhere: the channel is gone. The game goes on by direct messages, and by commands elsewhere
    /// in the server.
    Nowhere,
}

/// Somebody who is at a table and no longer a member of its server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Departure {
    /// At which table.
    pub table: TableId,
    /// Who.
    pub user: UserId,
}

/// The way to each table's workers.
pub(super) type Tables = Mutex<HashMap<TableId, watch::Sender<Arc<Telling>>>>;

/// What every worker needs.
pub(super) struct Desk {
    pub http: Arc<Http>,
    pub cache: Arc<Cache>,
    pub store: Arc<dyn Store>,
    pub artist: Artist,
    pub living: Arc<Living>,
    pub preferences: Arc<Preferences>,
    /// Of the requests that Discord allows over all routes.
    pub budget: Budget,
    departures: mpsc::Sender<Departure>,
    /// The herald's, whose end is the workers' end.
    tables: Weak<Tables>,
    shown: Mutex<HashMap<TableId, u64>>,
    /// Tables whose people have been told that the program is about to end.
    told_pause: Mutex<HashSet<TableId>>,
    whereabouts: Mutex<HashMap<TableId, Whereabouts>>,
    /// Messages posted in each channel in which a table's message stands, since the first of these.
    posted: Mutex<HashMap<ChannelId, u64>>,
    /// The calls for players that stand; forgotten when the program ends, whose buttons then say that it is over.
    calls: Mutex<HashMap<TableId, Place>>,
    /// Messages that were deleted where tables' messages stand, to be looked at by their workers.
    deleted: Mutex<HashMap<ChannelId, VecDeque<MessageId>>>,
    /// Servers that cannot be reached now: gone, or away.
    unreachable: Mutex<HashSet<GuildId>>,
}

impl Desk {
    #[allow(clippy::too_many_arguments, reason = "one for each thing that every worker needs")]
    pub fn new(
        http: Arc<Http>,
        cache: Arc<Cache>,
        store: Arc<dyn Store>,
        artist: Artist,
        living: Arc<Living>,
        preferences: Arc<Preferences>,
        budget: Budget,
        departures: mpsc::Sender<Departure>,
        tables: Weak<Tables>,
    ) -> Self {
        Self {
            http,
            cache,
            store,
            artist,
            living,
            preferences,
            budget,
            departures,
            tables,
            shown: Mutex::default(),
            told_pause: Mutex::default(),
            whereabouts: Mutex::default(),
            posted: Mutex::default(),
            calls: Mutex::default(),
            deleted: Mutex::default(),
            unreachable: Mutex::default(),
        }
    }

    /// Forgets what was known of tables that are not among these.
    pub fn keep_only(&self, tables: &HashMap<TableId, watch::Sender<Arc<Telling>>>) {
        lock(&self.shown).retain(|table, _| tables.contains_key(table));
        lock(&self.calls).retain(|table, _| tables.contains_key(table));
        lock(&self.whereabouts).retain(|table, _| tables.contains_key(table));
    }

    /// Whether computer players may sit down on that server; where it cannot be read the press will tell.
    pub async fn computers(&self, guild: GuildId) -> Computers {
        match self.store.config(guild).await {
            Ok(config) => config.computers,
            Err(fault) => {
                tracing::warn!(%fault, "a server's settings cannot be read");
                Computers::Allowed
            }
        }
    }

    /// A call for players stands there.
    pub fn begin_call(&self, table: TableId, call: Place) {
        lock(&self.calls).insert(table, call);
    }

    /// Takes the call for players away: nobody can follow it any more.
    pub async fn end_call(&self, table: TableId) {
        let Some(call) = lock(&self.calls).remove(&table) else { return };
        let channel = DiscordChannel::new(call.channel.0);
        if let Err(error) = channel.delete_message(&self.http, call.message.0).await {
            tracing::debug!(%error, "a call for players stays");
        }
    }

    /// Lets the table's workers look again at the state that they have.
    pub fn stir(&self, table: TableId) {
        let Some(tables) = self.tables.upgrade() else { return };
        if let Some(table) = lock(&tables).get(&table) {
            table.send_modify(|_| {});
        }
    }

    /// The table's state as it is now; none where no worker is at work for it.
    pub fn newest(&self, table: TableId) -> Option<Arc<Telling>> {
        let tables = self.tables.upgrade()?;
        lock(&tables).get(&table).map(|telling| Arc::clone(&telling.borrow()))
    }

    /// Remembers that this state of the table has been shown.
    pub fn set_shown(&self, table: TableId, version: u64) {
        lock(&self.shown).insert(table, version);
    }

    /// Whether that state of the table, or a later one, has been shown.
    pub fn has_shown(&self, table: TableId, version: u64) -> bool {
        lock(&self.shown).get(&table).is_some_and(|shown| *shown >= version)
    }

    /// Remembers that the table's people have been told that it pauses.
    pub fn set_told_pause(&self, table: TableId) {
        lock(&self.told_pause).insert(table);
    }

    /// Whether the table's people have been told that it pauses.
    pub fn has_told_pause(&self, table: TableId) -> bool {
        lock(&self.told_pause).contains(&table)
    }

    /// The server can be reached no more, for now.
    pub fn lost(&self, guild: GuildId) {
        lock(&self.unreachable).insert(guild);
    }

    /// The server can be reached.
    pub fn found(&self, guild: GuildId) {
        lock(&self.unreachable).remove(&guild);
    }

    /// Whether the server cannot be reached now.
    pub fn is_lost(&self, guild: GuildId) -> bool {
        lock(&self.unreachable).contains(&guild)
    }

    /// Where the table's public messages stand; none before the first does.
    pub fn whereabouts(&self, table: TableId) -> Option<Whereabouts> {
        lock(&self.whereabouts).get(&table).copied()
    }

    /// Remembers where they stand. The other workers look again if that has changed.
    pub fn set_whereabouts(&self, table: TableId, whereabouts: Whereabouts) {
        let before = lock(&self.whereabouts).insert(table, whereabouts);
        let was_shown = matches!(before, None | Some(Whereabouts::In(_)));
        let is_shown = matches!(whereabouts, Whereabouts::In(_));
        if before != Some(whereabouts) && !(was_shown && is_shown) {
            self.stir(table);
        }
    }

    /// The table whose public messages stand in that channel or thread, if it is one's own.
    pub fn table_in(&self, thread: ChannelId) -> Option<TableId> {
        let whereabouts = lock(&self.whereabouts);
        let here = |place: &Whereabouts| matches!(place, Whereabouts::In(at) | Whereabouts::Barred(at) if *at == thread);
        let mut found = whereabouts.iter().filter(|(_, place)| here(place)).map(|(table, _)| *table);
        found.next().filter(|_| found.next().is_none())
    }

    /// Somebody is no longer a member of the server at whose table they are.
    pub fn report(&self, departure: Departure) {
        // Where very many are reported at once, the others are looked up again at their next missed
        // turn; and nobody listens any more once the program ends.
        if let Err(fault) = self.departures.try_send(departure) {
            tracing::debug!(table = %departure.table, %fault, "a player's departure is not taken in now");
        }
    }

    /// Counts a message in the channel, if a table's message stands in it.
    pub fn bury(&self, channel: ChannelId) {
        if let Some(count) = lock(&self.posted).get_mut(&channel) {
            *count += 1;
        }
    }

    /// Notes that the message was deleted, if a table's messages stand in the channel, and lets the
    /// table's workers look whether it was theirs.
    pub fn deleted(&self, channel: ChannelId, message: MessageId) {
        let here: Vec<TableId> = lock(&self.whereabouts)
            .iter()
            .filter(|(_, place)| **place == Whereabouts::In(channel))
            .map(|(table, _)| *table)
            .collect();
        if here.is_empty() {
            return;
        }
        {
            let mut deleted = lock(&self.deleted);
            let deleted = deleted.entry(channel).or_default();
            deleted.push_back(message);
            if deleted.len() > DELETED_KEPT {
                deleted.pop_front();
            }
        }
        for table in here {
            self.stir(table);
        }
    }

    /// Whether the message is known to have been deleted.
    pub fn is_deleted(&self, channel: ChannelId, message: MessageId) -> bool {
        lock(&self.deleted).get(&channel).is_some_and(|deleted| deleted.contains(&message))
    }

    /// How many messages have been counted in the channel, from now on if it is the first time.
    pub fn posted(&self, channel: ChannelId) -> u64 {
        *lock(&self.posted).entry(channel).or_default()
    }

    /// Counts in that channel no more: no table's message will stand there again.
    pub fn stop_counting(&self, channel: ChannelId) {
        lock(&self.posted).remove(&channel);
        lock(&self.deleted).remove(&channel);
    }

    /// What this program may do in the channel or thread, as far as is known without asking.
    pub fn permissions_in(&self, guild: GuildId, channel: ChannelId) -> Option<Permissions> {
        permissions_in(&self.cache, guild, channel)
    }
}

/// What this program may do in the channel or thread, as far as the cache knows.
fn permissions_in(cache: &Cache, guild: GuildId, channel: ChannelId) -> Option<Permissions> {
    let guild = cache.guild(serenity::all::GuildId::new(guild.0))?;
    let me = guild.members.get(&cache.current_user().id)?;
    let channel = DiscordChannel::new(channel.0);
    let thread = guild.threads.iter().find(|thread| thread.id == channel);
    let parent = thread.and_then(|thread| thread.parent_id).unwrap_or(channel);
    guild.channels.get(&parent).map(|parent| guild.user_permissions_in(parent, me))
}

pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
