//! Keeps a table running: should its task panic, the table is taken up again from what is stored.
//!
//! A panic is a fault of ours, and the state that it left is not to be trusted; the log is. So the task
//! goes with all that it knew, and another begins where the log ends, with clocks started afresh. The
//! other tables notice nothing. Where the same happens again and again without anything stored in
//! between, trying further would be of no use: the table then stands still, tells its players so, and
//! takes nothing but an administrator's stop. With the next start of the program it tries again.

use std::collections::HashMap;
use std::sync::{Mutex, Weak};
use std::time::Duration;

use tokio::time::sleep;

use super::hall::lock;
use super::task::{Conduct, Surroundings, Task};
use super::{TableHandle, TableId, TableState};
use crate::meters::{METERS, Part};
use crate::panics::{caught, caught_now};

/// So often a table may break down at the same entry of its log before it stands still.
const TRIES: u32 = 5;

/// Before it is taken up again; twice as long each time, up to the last.
const PAUSE_FIRST: Duration = Duration::from_millis(50);
const PAUSE_LAST: Duration = Duration::from_mins(1);

/// The running tables by their ids.
pub(super) type Tables = Mutex<HashMap<TableId, TableHandle>>;

/// Keeps one table running.
pub(super) struct Keeper {
    pub id: TableId,
    pub around: Surroundings,
    /// The hall's, whose end is the table's end.
    pub tables: Weak<Tables>,
}

/// How often it broke down at the same place.
#[derive(Default)]
struct Breakdowns {
    count: u32,
    at: Option<u64>,
}

impl Breakdowns {
    /// Counts one at a log of so many entries.
    fn count(&mut self, len: u64) {
        if self.at != Some(len) {
            *self = Self { count: 0, at: Some(len) };
        }
        self.count += 1;
    }

    const fn is_hopeless(&self) -> bool {
        self.count >= TRIES
    }

    fn pause(&self) -> Duration {
        PAUSE_FIRST.saturating_mul(1 << self.count.min(12)).min(PAUSE_LAST)
    }
}

impl Keeper {
    /// Runs the table until it is over, or the hall is gone.
    pub async fn keep(self, mut task: Task) {
        let mut breakdowns = Breakdowns::default();
        while caught(task.run()).await.is_err() {
            METERS.panic(Part::Table);
            let Some(next) = self.take_up(&mut breakdowns).await else { return };
            task = next;
        }
        if let Some(tables) = self.tables.upgrade() {
            lock(&tables).remove(&self.id);
        }
    }

    /// Takes the table up again; none once the hall is gone.
    async fn take_up(&self, breakdowns: &mut Breakdowns) -> Option<Task> {
        let table = self.id;
        let mut is_counted = false;
        loop {
            sleep(breakdowns.pause()).await;
            let tables = self.tables.upgrade()?;
            let Some(state) = self.read().await else {
                // What cannot be read now may be later; meanwhile the pause grows.
                breakdowns.count += 1;
                continue;
            };
            if !std::mem::replace(&mut is_counted, true) {
                breakdowns.count(state.len);
            }
            let is_halted = breakdowns.is_hopeless();
            let entries = state.len;
            let made = caught_now(|| {
                let (handle, mut task) = Task::new(state, self.around.clone(), true);
                if is_halted {
                    task.conduct = Conduct::StandingStill;
                }
                (handle, task)
            });
            let Ok((handle, task)) = made else {
                METERS.panic(Part::Table);
                breakdowns.count += 1;
                continue;
            };
            if is_halted {
                tracing::error!(%table, entries, "the table breaks down at the same place; it stands still");
            } else {
                tracing::error!(
                    %table,
                    entries,
                    breakdowns = breakdowns.count,
                    "the table broke down; it goes on from what is stored"
                );
            }
            lock(&tables).insert(table, handle);
            return Some(task);
        }
    }

    /// The table as it is stored; none where it cannot be read, logged.
    async fn read(&self) -> Option<TableState> {
        let table = self.id;
        let fault: Box<dyn std::fmt::Display + Send> = match caught(self.around.store.table(table)).await {
            Ok(Ok(stored)) => match caught_now(|| TableState::replay(stored)) {
                Ok(Ok(state)) => return Some(state),
                Ok(Err(fault)) => Box::new(fault),
                Err(fault) => Box::new(fault),
            },
            Ok(Err(fault)) => Box::new(fault),
            Err(fault) => Box::new(fault),
        };
        tracing::error!(%table, %fault, "a table that broke down cannot be taken up; it is tried again");
        None
    }
}
