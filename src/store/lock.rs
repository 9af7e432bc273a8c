//! The lock that keeps a second process from a database file.

use std::ffi::OsString;
use std::fs::{File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

/// A held lock; the operating system takes it back when this is dropped or the process ends,
/// however it ends.
#[derive(Debug)]
pub(super) struct FileLock(#[expect(dead_code, reason = "held, never read")] File);

/// Why the lock was not had.
#[derive(Debug)]
pub(super) enum LockFault {
    /// Another process, or another store of this one, holds it.
    Taken,
    /// The lock's file could not be opened or locked.
    Io(io::Error),
}

impl FileLock {
    /// The file that is locked for a database file: `<database>.lock` beside it. It is left in place,
    /// since taking it away would race with the next to lock it.
    pub(super) fn path(database: &Path) -> PathBuf {
        let mut name = OsString::from(database);
        name.push(".lock");
        PathBuf::from(name)
    }

    /// Takes the lock for that database file, without waiting.
    pub(super) fn take(database: &Path) -> Result<Self, LockFault> {
        let mut options = OpenOptions::new();
        options.create(true).truncate(false).write(true);
        let file = options.open(Self::path(database)).map_err(LockFault::Io)?;
        match file.try_lock() {
            Ok(()) => Ok(Self(file)),
            Err(TryLockError::WouldBlock) => Err(LockFault::Taken),
            Err(TryLockError::Error(error)) => Err(LockFault::Io(error)),
        }
    }
}
