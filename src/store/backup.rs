//! A copy of a database file, made while the bot may be writing it.

use std::fs::{File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

use sqlx::ConnectOptions;
use thiserror::Error;

use super::open::{self, OpenError};

/// Why there is no backup. What stood at the copy's path stands there still.
#[derive(Debug, Error)]
pub enum BackupError {
    /// The database cannot be read.
    #[error(transparent)]
    Source(#[from] OpenError),
    /// The copy's name is taken.
    #[error("{file} exists already; name another file for the backup, or move that one away first")]
    Exists {
        /// Where the copy was to stand.
        file: PathBuf,
    },
    /// The copy cannot be written.
    #[error("{file} cannot be written ({source}); look at the path, its rights and the free space")]
    Target {
        /// Where the copy was to stand.
        file: PathBuf,
        /// What the system said.
        source: Box<dyn std::error::Error + Send + Sync>,
    },
    /// The copy was made and is not sound.
    #[error(
        "the copy of {file} is not sound ({fault}): look at the database with `junqi check`, and at the disk"
    )]
    Unsound {
        /// The database that was copied.
        file: PathBuf,
        /// What is wrong with the copy.
        fault: String,
    },
}

/// Copies the database `from` to a new file `to`, as it is at one moment, and checks the copy. The
/// bot may be running on it meanwhile. The copy holds everything, secrets of running games included,
/// and only its owner may read it; it appears under its name once it is whole.
///
/// Returns the copy's size in bytes.
///
/// # Errors
/// [`BackupError`], each variant with what to do about it.
pub async fn backup(from: &Path, to: &Path) -> Result<u64, BackupError> {
    let exists = to.try_exists().map_err(|error| target(to, error))?;
    if exists {
        return Err(BackupError::Exists { file: to.to_owned() });
    }
    let mut source = open::open_for_reading(from).await?;
    let part = Part::create(to)?;
    // SQLite fills an empty file, so the copy keeps the rights that it was made with.
    let copied =
        sqlx::query("VACUUM INTO ?1").bind(part.0.to_string_lossy().into_owned()).execute(&mut source).await;
    open::close(source).await;
    copied.map_err(|error| target(to, error))?;
    File::open(&part.0).and_then(|file| file.sync_all()).map_err(|error| target(to, error))?;
    check_copy(from, &part.0).await?;
    let bytes = std::fs::metadata(&part.0).map_err(|error| target(to, error))?.len();
    // A link, not a rename: another file that has come to stand there meanwhile is kept.
    std::fs::hard_link(&part.0, to).map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => BackupError::Exists { file: to.to_owned() },
        _ => target(to, error),
    })?;
    Ok(bytes)
}

/// Whether the copy can be read and is sound, page for page.
async fn check_copy(from: &Path, copy: &Path) -> Result<(), BackupError> {
    let unsound = |fault: String| BackupError::Unsound { file: from.to_owned(), fault };
    let mut connection =
        open::reader_options(copy).connect().await.map_err(|error| unsound(error.to_string()))?;
    let found: Result<String, _> =
        sqlx::query_scalar("PRAGMA integrity_check(1)").fetch_one(&mut connection).await;
    open::close(connection).await;
    match found.map_err(|error| unsound(error.to_string()))?.as_str() {
        "ok" => Ok(()),
        fault => Err(unsound(fault.to_owned())),
    }
}

fn target(to: &Path, error: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> BackupError {
    BackupError::Target { file: to.to_owned(), source: error.into() }
}

/// The copy while it is made; its name goes when this does.
struct Part(PathBuf);

impl Part {
    fn create(to: &Path) -> Result<Self, BackupError> {
        let mut name = to.as_os_str().to_owned();
        name.push(format!(".part-{}", std::process::id()));
        let path = PathBuf::from(name);
        let mut options = OpenOptions::new();
        options.create_new(true).write(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        options.open(&path).map_err(|error| target(to, error))?;
        Ok(Self(path))
    }
}

impl Drop for Part {
    fn drop(&mut self) {
        if let Err(error) = std::fs::remove_file(&self.0) {
            tracing::warn!(file = %self.0.display(), %error, "what is left of a backup stays behind");
        }
    }
}
