//! Tells every table's people what its state is: one worker for each table.

use std::collections::HashMap;
use std::sync::atomic::{AtomicI64, AtomicU32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serenity::all::Http;
use tokio::sync::watch;

use super::living::Living;
use super::screen::Artist;
use super::worker::Worker;
use crate::table::{Announcer, ChannelId, Clock, Reach, Store, TableId, Telling};

/// Stands for "not connected" where a time is kept.
const CUT: i64 = i64::MAX;

/// What every worker needs.
pub(super) struct Desk {
    pub http: Arc<Http>,
    pub store: Arc<dyn Store>,
    pub artist: Artist,
    pub living: Arc<Living>,
    shown: Mutex<HashMap<TableId, u64>>,
    /// Messages that others posted in a channel since our board stands there.
    buried: Mutex<HashMap<ChannelId, AtomicU32>>,
}

/// Tells every table's people.
pub struct Herald {
    desk: Arc<Desk>,
    workers: Mutex<HashMap<TableId, watch::Sender<Arc<Telling>>>>,
    connected_since: AtomicI64,
    clock: Clock,
}

impl Herald {
    /// A herald with no tables yet.
    pub fn new(
        http: Arc<Http>,
        store: Arc<dyn Store>,
        artist: Artist,
        living: Arc<Living>,
        clock: Clock,
    ) -> Self {
        let desk = Desk { http, store, artist, living, shown: Mutex::default(), buried: Mutex::default() };
        Self {
            desk: Arc::new(desk),
            workers: Mutex::default(),
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

    /// Somebody posted in the channel.
    pub fn posted(&self, channel: ChannelId) {
        self.desk.bury(channel);
    }
}

impl Announcer for Herald {
    fn tell(&self, telling: Arc<Telling>) {
        let mut workers = lock(&self.workers);
        if let Some(worker) = workers.get(&telling.table)
            && worker.send(Arc::clone(&telling)).is_ok()
        {
            return;
        }
        let table = telling.table;
        let (sender, receiver) = watch::channel(telling);
        workers.insert(table, sender);
        // Workers of tables that are over have ended; their places go with the next table.
        workers.retain(|_, worker| worker.receiver_count() > 0);
        tokio::spawn(Worker::new(Arc::clone(&self.desk), receiver).run());
    }

    fn reach(&self) -> Reach {
        match self.connected_since.load(Ordering::SeqCst) {
            CUT => Reach::Cut,
            since => Reach::Since(since),
        }
    }

    fn has_shown(&self, table: TableId, version: u64) -> bool {
        lock(&self.desk.shown).get(&table).is_some_and(|shown| *shown >= version)
    }
}

impl Desk {
    /// Remembers that this state of the table has been shown.
    pub fn set_shown(&self, table: TableId, version: u64) {
        lock(&self.shown).insert(table, version);
    }

    /// Forgets a table that is over.
    pub fn forget(&self, table: TableId) {
        lock(&self.shown).remove(&table);
        self.living.forget(table);
    }

    fn bury(&self, channel: ChannelId) {
        if let Some(count) = lock(&self.buried).get(&channel) {
            count.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Our board now stands last in the channel.
    pub fn unbury(&self, channel: ChannelId) {
        lock(&self.buried).insert(channel, AtomicU32::new(0));
    }

    /// How many messages stand below our board.
    pub fn buried(&self, channel: ChannelId) -> u32 {
        lock(&self.buried).get(&channel).map_or(0, |count| count.load(Ordering::Relaxed))
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
