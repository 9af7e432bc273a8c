//! All running tables of one program.

use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tracing::Instrument as _;

use super::keeper::{Keeper, Tables};
use super::task::{Habits, Surroundings, Task};
use super::{
    Announcer, Append, ChannelId, Clock, GuildId, Joiner, Notice, Presser, Rejection, Store, StoreError,
    TableHandle, TableId, TableSetup, TableState, Telling, UserId,
};
use crate::panics::caught_now;

/// A result that could not be told for longer is not told any more: nobody waits for it there.
const UNTOLD_MAX: Duration = Duration::from_hours(24);

/// All running tables; dropping it ends their tasks, and what is stored goes on with the next start.
pub struct Hall {
    around: Surroundings,
    tables: Arc<Tables>,
}

impl Hall {
    /// A hall without tables.
    pub fn new(store: Arc<dyn Store>, announcer: Arc<dyn Announcer>, clock: Clock, habits: Habits) -> Self {
        let is_closing = Arc::default();
        Self { around: Surroundings { store, announcer, clock, habits, is_closing }, tables: Arc::default() }
    }

    /// The store.
    pub fn store(&self) -> &Arc<dyn Store> {
        &self.around.store
    }

    /// The clock.
    pub const fn clock(&self) -> &Clock {
        &self.around.clock
    }

    /// Takes up every stored table that has not ended, and says how many there are.
    ///
    /// # Errors
    /// When the store cannot be read. A table whose log does not fit is passed over, with a log
    /// entry.
    pub async fn restore(&self) -> Result<usize, StoreError> {
        let mut restored = 0;
        for stored in self.around.store.running_tables().await? {
            let id = stored.id;
            // One that breaks down in this must not keep the others from going on.
            match caught_now(|| TableState::replay(stored).map(|state| self.take_up(state))) {
                Ok(Ok(taken_up)) => restored += usize::from(taken_up),
                Ok(Err(fault)) => tracing::error!(table = %id, %fault, "a stored table cannot go on"),
                Err(fault) => tracing::error!(table = %id, %fault, "a stored table cannot go on"),
            }
        }
        self.tell_ends().await?;
        Ok(restored)
    }

    /// Runs a stored table, unless it is over.
    fn take_up(&self, state: TableState) -> bool {
        let is_running = !state.is_over();
        if is_running {
            self.run(state, true);
        }
        is_running
    }

    /// Opens no table any more, believes no clock, and has every running table tell that it pauses: the
    /// program is about to end.
    pub fn close(&self) {
        self.around.is_closing.store(true, Ordering::SeqCst);
        let latest: Vec<Arc<Telling>> = lock(&self.tables).values().map(TableHandle::latest).collect();
        for telling in latest.into_iter().filter(|telling| !telling.is_over() && telling.notice.is_none()) {
            let mut telling = (*telling).clone();
            telling.notice = Some(Notice::Pausing);
            self.around.announcer.tell(Arc::new(telling));
        }
    }

    /// Whether the program is about to end.
    pub fn is_closing(&self) -> bool {
        self.around.is_closing.load(Ordering::SeqCst)
    }

    /// Tells the ends of games that the program did not live to tell.
    async fn tell_ends(&self) -> Result<(), StoreError> {
        let since = self.around.clock.unix_ms().saturating_sub(UNTOLD_MAX.as_millis() as i64);
        for stored in self.around.store.untold_ends(since).await? {
            let id = stored.id;
            match TableState::replay(stored) {
                Ok(state) => {
                    let mut telling = Telling::of(&state, Vec::new(), Vec::new());
                    telling.is_restored = true;
                    self.around.announcer.tell(Arc::new(telling));
                }
                Err(fault) => tracing::error!(table = %id, %fault, "the end of a game cannot be told"),
            }
        }
        Ok(())
    }

    /// Opens a table whose first player is the presser.
    ///
    /// # Errors
    /// When the presser sits elsewhere in this server, or the store fails.
    pub async fn open(&self, setup: TableSetup, opener: Presser) -> Result<TableHandle, Rejection> {
        let Presser { user, name, locale, press } = opener;
        self.open_with(setup, vec![Joiner::Person { user, name, locale, press }]).await
    }

    /// Opens a table with computer players in it and nobody else; people join by pressing. This is
    /// how a rematch begins, whose commitment must stand before the first press (RULES 16.1).
    ///
    /// # Errors
    /// When the store fails.
    pub async fn open_with(&self, setup: TableSetup, joiners: Vec<Joiner>) -> Result<TableHandle, Rejection> {
        if self.is_closing() {
            return Err(Rejection::Closing);
        }
        let fail = |fault: StoreError| match fault {
            StoreError::SeatedElsewhere { at, .. } => Rejection::SeatedElsewhere(at),
            fault => {
                let error_id = format!("open-{:x}", self.around.clock.unix_ms());
                tracing::error!(%error_id, %fault, "a table was not opened");
                Rejection::Store { error_id }
            }
        };
        let id = match self.around.store.open_table_with(&setup, &joiners).await {
            Err(StoreError::Unknown(fault)) => {
                tracing::error!(%fault, "a commit's fate is unknown; looking whether the table is there");
                self.find(&setup).await.map_err(fail)?.ok_or_else(|| fail(StoreError::Unknown(fault)))?
            }
            opened => opened.map_err(fail)?,
        };
        let mut state = TableState::new(id, setup);
        for entry in &Append::of_joiners(id, &joiners).entries {
            state.apply(entry).map_err(|fault| fail(StoreError::Failed(Box::new(fault))))?;
        }
        Ok(self.run(state, false))
    }

    /// The stored table of that setup, which its secret tells from all others.
    async fn find(&self, setup: &TableSetup) -> Result<Option<TableId>, StoreError> {
        let stored = self.around.store.running_tables().await?;
        Ok(stored.into_iter().find(|table| table.setup == *setup).map(|table| table.id))
    }

    fn run(&self, state: TableState, is_restored: bool) -> TableHandle {
        let id = state.id;
        let (handle, task) = Task::new(state, self.around.clone(), is_restored);
        lock(&self.tables).insert(id, handle.clone());
        let keeper = Keeper { id, around: self.around.clone(), tables: Arc::downgrade(&self.tables) };
        tokio::spawn(keeper.keep(task).instrument(tracing::error_span!("table", %id)));
        handle
    }

    /// The running table of that id.
    pub fn table(&self, id: TableId) -> Option<TableHandle> {
        lock(&self.tables).get(&id).cloned()
    }

    /// The running table of that server at which the user takes part.
    pub fn table_of(&self, guild: GuildId, user: UserId) -> Option<TableHandle> {
        let tables = lock(&self.tables);
        let sits = |handle: &&TableHandle| {
            let latest = handle.latest();
            latest.guild == guild && latest.binds(user)
        };
        tables.values().find(sits).cloned()
    }

    /// The latest running table of any server at which the user takes part.
    pub fn latest_of(&self, user: UserId) -> Option<TableHandle> {
        let tables = lock(&self.tables);
        let own = tables.values().filter(|handle| handle.latest().binds(user));
        own.max_by_key(|handle| handle.id()).cloned()
    }

    /// The running tables that were opened in that channel, the latest first.
    pub fn tables_in(&self, channel: ChannelId) -> Vec<TableHandle> {
        let tables = lock(&self.tables);
        let mut here: Vec<TableHandle> =
            tables.values().filter(|handle| handle.latest().channel == channel).cloned().collect();
        here.sort_by_key(|handle| std::cmp::Reverse(handle.id()));
        here
    }

    /// The running tables of that server, the latest first.
    pub fn tables_of(&self, guild: GuildId) -> Vec<TableHandle> {
        let tables = lock(&self.tables);
        let mut own: Vec<TableHandle> =
            tables.values().filter(|handle| handle.latest().guild == guild).cloned().collect();
        own.sort_by_key(|handle| std::cmp::Reverse(handle.id()));
        own
    }

    /// The running table that is a rematch of that one, if there is one.
    pub fn rematch_of(&self, of: TableId) -> Option<TableHandle> {
        let tables = lock(&self.tables);
        tables.values().find(|handle| handle.latest().rematch_of == Some(of)).cloned()
    }

    /// The ids of all running tables but those that stand still.
    pub fn ids(&self) -> Vec<TableId> {
        let is_going = |handle: &&TableHandle| handle.latest().notice != Some(Notice::Halted);
        lock(&self.tables).values().filter(is_going).map(TableHandle::id).collect()
    }

    /// How many of the tables stand still after a fault of ours.
    pub fn halted(&self) -> usize {
        let is_halted = |handle: &&TableHandle| handle.latest().notice == Some(Notice::Halted);
        lock(&self.tables).values().filter(is_halted).count()
    }

    /// How many tables run.
    pub fn len(&self) -> usize {
        lock(&self.tables).len()
    }

    /// Whether no table runs.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// The map stays sound whatever happened to who held it: each change to it is one call.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
