//! Tells every table's people what its state is.
//!
//! For each table workers run beside each other, so that none waits for another: the public messages,
//! the direct messages, the private views that can be redrawn, and a look at who has left the server.
//! Each shows the newest state and drops what is older.

mod book;
mod desk;
mod direct;
mod end;
mod home;
mod members;
mod public;

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use serenity::all::{Cache, Http};
use tokio::sync::{mpsc, watch};
use tokio::time::sleep;

pub use self::desk::{Departure, Whereabouts};
use self::desk::{Desk, Tables, lock};
use self::direct::Direct;
use self::members::Members;
use self::public::Public;
use super::budget::Budget;
use super::living::Living;
use super::permissions::{PlaceKind, missing};
use super::preferences::Preferences;
use super::screen::Artist;
use super::texts::Texts;
use super::trouble::Trouble;
use crate::table::{Announcer, ChannelId, Clock, GuildId, Reach, Store, TableId, Telling};

/// Stands for "not connected" where a time is kept.
const CUT: i64 = i64::MAX;

/// Departures that may wait to be taken in.
const DEPARTURES: usize = 256;

/// After a failure the newest state is shown again after this, doubled each time up to the last.
const RETRY_FIRST: Duration = Duration::from_millis(500);
const RETRY_LAST: Duration = Duration::from_secs(30);

/// Tells every table's people.
pub struct Herald {
    desk: Arc<Desk>,
    tables: Arc<Tables>,
    connected_since: AtomicI64,
    clock: Clock,
}

/// Something that is kept in line with a table's newest state.
trait Herd: Send {
    /// Waits until something can be shown; only then the newest state is looked at.
    fn wait_for_turn(&mut self) -> impl Future<Output = ()> + Send {
        std::future::ready(())
    }

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
        self.0.living.refresh_all(&self.0.artist, telling).await;
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
        herd.wait_for_turn().await;
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
    /// A herald with no tables yet, and where it reports players who have left a table's server.
    #[allow(clippy::too_many_arguments, reason = "one for each thing that every worker needs")]
    pub fn new(
        http: Arc<Http>,
        cache: Arc<Cache>,
        store: Arc<dyn Store>,
        artist: Artist,
        living: Arc<Living>,
        preferences: Arc<Preferences>,
        budget: Budget,
        clock: Clock,
    ) -> (Self, mpsc::Receiver<Departure>) {
        let (departed, departures) = mpsc::channel(DEPARTURES);
        let tables = Arc::new(Tables::default());
        let weak = Arc::downgrade(&tables);
        let desk = Desk::new(http, cache, store, artist, living, preferences, budget, departed, weak);
        let connected_since = AtomicI64::new(clock.unix_ms());
        (Self { desk: Arc::new(desk), tables, connected_since, clock }, departures)
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
        self.desk.lost(guild);
    }

    /// The server can be reached.
    pub fn found(&self, guild: GuildId) {
        self.desk.found(guild);
    }

    /// Somebody posted in the channel.
    pub fn posted(&self, channel: ChannelId) {
        self.desk.bury(channel);
    }

    /// The one table whose public messages stand in that channel or thread.
    pub fn table_in(&self, thread: ChannelId) -> Option<TableId> {
        self.desk.table_in(thread)
    }

    /// Why the table's public messages cannot be shown and who can mend it, in words; none where they
    /// can be.
    pub fn complaint(&self, telling: &Telling, texts: Texts) -> Option<String> {
        complaint(&self.desk, telling, texts)
    }
}

/// Why the table's public messages cannot be shown, in words.
fn complaint(desk: &Desk, telling: &Telling, texts: Texts) -> Option<String> {
    match desk.whereabouts(telling.table)? {
        Whereabouts::In(_) => None,
        Whereabouts::Nowhere => Some(texts.say("place-gone")),
        Whereabouts::Barred(place) => {
            let kind = if place == telling.channel { PlaceKind::Channel } else { PlaceKind::Thread };
            let allowed = desk.permissions_in(telling.guild, place);
            let lacking = missing(texts, kind, allowed);
            // What the cache knows may be older than the refusal: then all that is needed is named.
            let lacking = if lacking.is_empty() { missing(texts, kind, None) } else { lacking };
            let place = format!("<#{place}>");
            Some(texts.get("place-barred", &[("where", place.into()), ("missing", lacking.into())]))
        }
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
        // Workers of tables that are over have ended; their places go with the next table.
        tables.retain(|_, table| table.receiver_count() > 0);
        self.desk.keep_only(&tables);
        let table = telling.table;
        let (sender, tellings) = watch::channel(telling);
        tables.insert(table, sender);
        tokio::spawn(herd(Public::new(Arc::clone(&self.desk)), tellings.clone()));
        tokio::spawn(herd(Direct::new(Arc::clone(&self.desk)), tellings.clone()));
        tokio::spawn(herd(Members::new(Arc::clone(&self.desk)), tellings.clone()));
        tokio::spawn(herd(Views(Arc::clone(&self.desk)), tellings));
    }

    fn reach(&self) -> Reach {
        match self.connected_since.load(Ordering::SeqCst) {
            CUT => Reach::Cut,
            since => Reach::Since(since),
        }
    }

    fn has_shown(&self, table: TableId, version: u64) -> bool {
        let guild = lock(&self.tables).get(&table).map(|table| table.borrow().guild);
        let is_lost = guild.is_some_and(|guild| self.desk.is_lost(guild));
        !is_lost && self.desk.has_shown(table, version)
    }
}
