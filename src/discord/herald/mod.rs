//! Tells every table's people what its state is.
//!
//! For each table three workers run beside each other, so that none waits for another: the public
//! messages, the direct messages, and the private views that can be redrawn. Each shows the newest
//! state and drops what is older.

mod book;
mod direct;
mod public;

use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicI64, AtomicU32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use serenity::all::Http;
use tokio::sync::watch;
use tokio::time::sleep;

use self::direct::Direct;
use self::public::Public;
use super::living::Living;
use super::preferences::Preferences;
use super::screen::Artist;
use super::trouble::Trouble;
use crate::table::{Announcer, ChannelId, Clock, GuildId, Reach, Store, TableId, Telling};

/// Stands for "not connected" where a time is kept.
const CUT: i64 = i64::MAX;

/// After a failure the newest state is shown again after this, doubled each time up to the last.
const RETRY_FIRST: Duration = Duration::from_millis(500);
const RETRY_LAST: Duration = Duration::from_secs(30);

/// What every worker needs.
struct Desk {
    http: Arc<Http>,
    store: Arc<dyn Store>,
    artist: Artist,
    living: Arc<Living>,
    preferences: Arc<Preferences>,
    shown: Mutex<HashMap<TableId, u64>>,
    /// Messages that others posted in a channel since our board stands there.
    buried: Mutex<HashMap<ChannelId, AtomicU32>>,
    /// Servers that cannot be reached now: gone, or away.
    unreachable: Mutex<HashSet<GuildId>>,
}

/// Tells every table's people.
pub struct Herald {
    desk: Arc<Desk>,
    tables: Mutex<HashMap<TableId, watch::Sender<Arc<Telling>>>>,
    connected_since: AtomicI64,
    clock: Clock,
}

/// Something that is kept in line with a table's newest state.
trait Herd: Send {
    /// Shows that state.
    ///
    /// # Errors
    /// Why it could not be shown; it, or a newer one, is tried again.
    fn show(&mut self, telling: &Arc<Telling>) -> impl Future<Output = Result<(), Trouble>> + Send;
}

/// The private views of a table.
struct Views(Arc<Desk>);

impl Herd for Views {
    async fn show(&mut self, telling: &Arc<Telling>) -> Result<(), Trouble> {
        self.0.living.refresh_all(&self.0.http, &self.0.artist, telling).await;
        if telling.is_over() {
            self.0.living.forget(telling.table);
        }
        Ok(())
    }
}

/// Shows each newest state until the table is over and that is shown, or the program ends.
async fn herd(mut herd: impl Herd, mut tellings: watch::Receiver<Arc<Telling>>) {
    let mut retry = RETRY_FIRST;
    loop {
        let telling = tellings.borrow_and_update().clone();
        if herd.show(&telling).await.is_ok() {
            retry = RETRY_FIRST;
            if telling.is_over() || tellings.changed().await.is_err() {
                return;
            }
        } else {
            // Whichever comes first: a newer state, or the time to try this one again.
            let wait = sleep(retry);
            retry = (retry * 2).min(RETRY_LAST);
            tokio::select! {
                changed = tellings.changed() => if changed.is_err() { return },
                () = wait => {}
            }
        }
    }
}

impl Herald {
    /// A herald with no tables yet.
    pub fn new(
        http: Arc<Http>,
        store: Arc<dyn Store>,
        artist: Artist,
        living: Arc<Living>,
        preferences: Arc<Preferences>,
        clock: Clock,
    ) -> Self {
        let desk = Desk {
            http,
            store,
            artist,
            living,
            preferences,
            shown: Mutex::default(),
            buried: Mutex::default(),
            unreachable: Mutex::default(),
        };
        Self {
            desk: Arc::new(desk),
            tables: Mutex::default(),
            connected_since: AtomicI64::new(clock.unix_ms()),
            clock,
        }
    }

    /// The gateway is connected.
    pub fn connected(&self) {
        let now = self.clock.unix_ms();
        // A connection that stands already keeps its beginning.
        let _ = self.connected_since.compare_exchange(CUT, now, Ordering::SeqCst, Ordering::SeqCst);
    }

    /// The gateway is cut.
    pub fn cut(&self) {
        self.connected_since.store(CUT, Ordering::SeqCst);
    }

    /// The server has removed this program, or is away: what its tables tell reaches nobody, so none
    /// of its clocks is believed (RULES 12.6).
    pub fn lost(&self, guild: GuildId) {
        lock(&self.desk.unreachable).insert(guild);
    }

    /// The server can be reached.
    pub fn found(&self, guild: GuildId) {
        lock(&self.desk.unreachable).remove(&guild);
    }

    /// Somebody posted in the channel.
    pub fn posted(&self, channel: ChannelId) {
        self.desk.bury(channel);
    }
}

impl Announcer for Herald {
    fn tell(&self, telling: Arc<Telling>) {
        let mut tables = lock(&self.tables);
        if let Some(table) = tables.get(&telling.table)
            && table.send(Arc::clone(&telling)).is_ok()
        {
            return;
        }
        let table = telling.table;
        let (sender, receiver) = watch::channel(telling);
        // Workers of tables that are over have ended; their places go with the next table.
        tables.retain(|_, table| table.receiver_count() > 0);
        lock(&self.desk.shown).retain(|shown, _| tables.contains_key(shown));
        tables.insert(table, sender);
        tokio::spawn(herd(Public::new(Arc::clone(&self.desk)), receiver.clone()));
        tokio::spawn(herd(Direct::new(Arc::clone(&self.desk)), receiver.clone()));
        tokio::spawn(herd(Views(Arc::clone(&self.desk)), receiver));
    }

    fn reach(&self) -> Reach {
        match self.connected_since.load(Ordering::SeqCst) {
            CUT => Reach::Cut,
            since => Reach::Since(since),
        }
    }

    fn has_shown(&self, table: TableId, version: u64) -> bool {
        let guild = lock(&self.tables).get(&table).map(|table| table.borrow().guild);
        let is_lost = guild.is_some_and(|guild| lock(&self.desk.unreachable).contains(&guild));
        !is_lost && lock(&self.desk.shown).get(&table).is_some_and(|shown| *shown >= version)
    }
}

impl Desk {
    /// Remembers that this state of the table has been shown.
    fn set_shown(&self, table: TableId, version: u64) {
        lock(&self.shown).insert(table, version);
    }

    fn bury(&self, channel: ChannelId) {
        if let Some(count) = lock(&self.buried).get(&channel) {
            count.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Our board now stands last in the channel.
    fn unbury(&self, channel: ChannelId) {
        lock(&self.buried).insert(channel, AtomicU32::new(0));
    }

    /// How many messages stand below our board.
    fn buried(&self, channel: ChannelId) -> u32 {
        lock(&self.buried).get(&channel).map_or(0, |count| count.load(Ordering::Relaxed))
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
