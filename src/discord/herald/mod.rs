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
mod pulse;
mod shards;

use std::sync::Arc;
use std::time::Duration;

use serenity::all::{Cache, Context, Http, ShardManager};
use tokio::sync::{mpsc, watch};
use tokio::time::sleep;
use tracing::Instrument as _;

pub use self::desk::{Departure, Whereabouts};
use self::desk::{Desk, Tables, lock};
use self::direct::Direct;
use self::members::Members;
use self::public::Public;
use self::shards::Shards;
use super::artist::Artist;
use super::budget::Budget;
use super::living::Living;
use super::permissions::{PlaceKind, missing};
use super::preferences::Preferences;
use super::texts::Texts;
use super::trouble::Trouble;
use crate::meters::{METERS, Part};
use crate::panics::caught;
use crate::table::{Announcer, ChannelId, Clock, GuildId, MessageId, Place, Reach, Store, TableId, Telling};

/// Departures that may wait to be taken in.
const DEPARTURES: usize = 256;

/// After a failure the newest state is shown again after this, doubled each time up to the last.
const RETRY_FIRST: Duration = Duration::from_millis(500);
const RETRY_LAST: Duration = Duration::from_secs(30);

/// Tells every table's people.
pub struct Herald {
    desk: Arc<Desk>,
    tables: Arc<Tables>,
    shards: Shards,
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
///
/// A worker that breaks down is made anew, knowing nothing but what is stored, and tries again as after
/// any failure.
async fn herd<H: Herd>(make: impl Fn() -> H, mut tellings: watch::Receiver<Arc<Telling>>) {
    let mut retry = RETRY_FIRST;
    let mut herd = make();
    loop {
        herd.wait_for_turn().await;
        let telling = tellings.borrow_and_update().clone();
        let shown = caught(herd.show(&telling)).await;
        if shown.is_err() {
            METERS.panic(Part::Herald);
            tracing::error!("what tells a table's people broke down; it tries again");
            herd = make();
        }
        if matches!(shown, Ok(Ok(()))) {
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
        (Self { desk: Arc::new(desk), tables, shards: Shards::new(clock) }, departures)
    }

    /// The gateway's connections are run by that manager.
    pub fn run_by(&self, manager: Arc<ShardManager>) {
        self.shards.run_by(manager);
    }

    /// The gateway is connected, on that shard.
    pub fn connected(&self, context: &Context) {
        self.shards.connected(context);
    }

    /// The gateway is connected after a break.
    pub fn reconnected(&self, context: &Context) {
        self.shards.reconnected(context);
    }

    /// The gateway is cut.
    pub fn cut(&self, context: &Context) {
        self.shards.cut(context);
    }

    /// The gateway has answered a question with that nonce.
    pub fn answered(&self, context: &Context, nonce: &str) {
        self.shards.answered(context, nonce);
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

    /// Whether the table's people have been told that it pauses.
    pub fn has_told_pause(&self, table: TableId) -> bool {
        self.desk.has_told_pause(table)
    }

    /// Starts a worker for a table.
    fn employ<H: Herd + 'static>(
        &self,
        table: TableId,
        make: impl Fn(Arc<Desk>) -> H + Send + 'static,
        tellings: watch::Receiver<Arc<Telling>>,
    ) {
        let desk = Arc::clone(&self.desk);
        let span = tracing::error_span!("table", id = %table);
        tokio::spawn(herd(move || make(Arc::clone(&desk)), tellings).instrument(span));
    }

    /// Somebody posted in the channel.
    pub fn posted(&self, channel: ChannelId) {
        self.desk.bury(channel);
    }

    /// Players were called to that table's lobby by that message, which goes when the lobby does.
    pub fn called(&self, table: TableId, call: Place) {
        self.desk.begin_call(table, call);
        // The lobby may be over by now.
        self.desk.stir(table);
    }

    /// That message was deleted, by whomever. If a table's board or lobby it is posted anew.
    pub fn deleted(&self, channel: ChannelId, message: MessageId) {
        self.desk.deleted(channel, message);
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

impl Herald {
    fn guild_of(&self, table: TableId) -> Option<GuildId> {
        lock(&self.tables).get(&table).map(|table| table.borrow().guild)
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
        self.employ(table, Public::new, tellings.clone());
        self.employ(table, Direct::new, tellings.clone());
        self.employ(table, Members::new, tellings.clone());
        self.employ(table, Views, tellings);
    }

    fn reach(&self, table: TableId, moment: i64) -> Reach {
        match self.guild_of(table) {
            Some(guild) => self.shards.reach(&self.desk.cache, guild, moment),
            None => Reach::Cut,
        }
    }

    fn has_shown(&self, table: TableId, version: u64) -> bool {
        let is_lost = self.guild_of(table).is_some_and(|guild| self.desk.is_lost(guild));
        !is_lost && self.desk.has_shown(table, version)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};

    use super::*;
    use crate::table::{TableSetup, TableState};

    /// Breaks down at its first two looks, and counts how often it was made and has shown something.
    struct Frail {
        looks: Arc<AtomicU32>,
        shown: Arc<AtomicU32>,
    }

    impl Herd for Frail {
        async fn show(&mut self, _: &Arc<Telling>) -> Result<(), Trouble> {
            assert!(self.looks.fetch_add(1, Ordering::SeqCst) >= 2, "a worker that breaks down, on purpose");
            self.shown.fetch_add(1, Ordering::SeqCst);
            Ok(())
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_worker_that_breaks_down_is_made_anew_and_shows_what_is_to_be_shown() {
        let setup = TableSetup::sample();
        let state = TableState::new(TableId(1), setup);
        let (sender, tellings) = watch::channel(Arc::new(Telling::of(&state, Vec::new(), Vec::new())));
        let (looks, shown, made) = (Arc::default(), Arc::default(), Arc::new(AtomicU32::new(0)));
        let counted = METERS.panics(Part::Herald);
        let make = {
            let (looks, shown, made) = (Arc::clone(&looks), Arc::clone(&shown), Arc::clone(&made));
            move || {
                made.fetch_add(1, Ordering::SeqCst);
                Frail { looks: Arc::clone(&looks), shown: Arc::clone(&shown) }
            }
        };
        let worker = tokio::spawn(herd(make, tellings));
        sleep(Duration::from_mins(1)).await;
        assert_eq!((made.load(Ordering::SeqCst), shown.load(Ordering::SeqCst)), (3, 1));
        assert_eq!(METERS.panics(Part::Herald) - counted, 2, "it is counted");
        drop(sender);
        worker.await.unwrap();
    }
}
