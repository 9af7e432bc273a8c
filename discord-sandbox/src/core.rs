//! The world behind its lock, and the bell that rings when it has changed.

use std::sync::{Mutex, MutexGuard, PoisonError};

use tokio::sync::watch;

use crate::world::World;

/// Shared by the listeners, the handles of users and the sandbox itself.
#[derive(Debug)]
pub(crate) struct Core {
    world: Mutex<World>,
    changes: watch::Sender<u64>,
}

impl Core {
    pub(crate) fn new(world: World) -> Self {
        Self { world: Mutex::new(world), changes: watch::Sender::new(0) }
    }

    /// Looks at the world.
    pub(crate) fn read<T>(&self, look: impl FnOnce(&World) -> T) -> T {
        look(&self.lock())
    }

    /// Changes the world and rings the bell.
    pub(crate) fn change<T>(&self, change: impl FnOnce(&mut World) -> T) -> T {
        let result = change(&mut self.lock());
        self.changes.send_modify(|count| *count += 1);
        result
    }

    /// Changes what nobody waits for, without the bell.
    pub(crate) fn quietly<T>(&self, change: impl FnOnce(&mut World) -> T) -> T {
        change(&mut self.lock())
    }

    /// Counts changes; whoever waits for something looks again at each.
    pub(crate) fn changes(&self) -> watch::Receiver<u64> {
        self.changes.subscribe()
    }

    /// A test that panicked while it held the lock has failed already; the others may go on.
    fn lock(&self) -> MutexGuard<'_, World> {
        self.world.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
