//! Opening a database file: its lock, its connections, its schema.

use std::fs::OpenOptions;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use sqlx::migrate::{MigrateError, Migrator};
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqliteSynchronous};
use sqlx::{ConnectOptions, Connection, SqliteConnection};
use thiserror::Error;

use super::lock::{FileLock, LockFault};

static MIGRATIONS: Migrator = sqlx::migrate!("./migrations");

/// What the first migration sets, so that a file of another program is not taken for one of ours.
const APPLICATION_ID: i64 = 0x4A75_6E71;

/// How long a connection waits for another to let go of the file. Within this process the one
/// writer never meets another; a backup or an administrator's shell may.
const BUSY_TIMEOUT: Duration = Duration::from_secs(5);

/// Primary result codes of SQLite (`sqlite3.h`); extended ones hold them in their low byte.
mod code {
    pub(super) const READONLY: u32 = 8;
    pub(super) const CORRUPT: u32 = 11;
    pub(super) const CANTOPEN: u32 = 14;
    pub(super) const NOTADB: u32 = 26;
}

/// Why a database file could not be opened, and what to do about it.
#[derive(Debug, Error)]
pub enum OpenError {
    /// Another process has the file open.
    #[error(
        "{file} is in use by another running process; stop that one first, \
         or start this one with a database file of its own"
    )]
    Locked {
        /// The database file.
        file: PathBuf,
    },
    /// The file, or its directory, may not be written.
    #[error(
        "{file} cannot be written ({source}); the user this runs as needs the right to write \
         the file and, for the files beside it, its directory"
    )]
    Unwritable {
        /// The database file.
        file: PathBuf,
        /// What the system said.
        source: Box<dyn std::error::Error + Send + Sync>,
    },
    /// The file holds something else, or is damaged.
    #[error(
        "{file} is not a database of this program, or it is damaged ({fault}); \
         name another file, or put a backup in its place"
    )]
    NotADatabase {
        /// The database file.
        file: PathBuf,
        /// What is wrong with it.
        fault: String,
    },
    /// A newer version of this program has written the file.
    #[error(
        "{file} was written by a newer version of this program (its schema has step {version}, \
         unknown here); start that version, or put a backup from before it in the file's place"
    )]
    Newer {
        /// The database file.
        file: PathBuf,
        /// The first step of its schema that this program does not know.
        version: i64,
    },
    /// The schema could not be brought up to date.
    #[error(
        "the schema of {file} could not be brought up to date ({source}); \
         the file is as it was: start the version that wrote it last, and report this"
    )]
    Schema {
        /// The database file.
        file: PathBuf,
        /// What went wrong.
        source: Box<MigrateError>,
    },
    /// Reading or writing failed in another way.
    #[error("{file} could not be opened ({source}); look at the path and the disk")]
    Io {
        /// The database file.
        file: PathBuf,
        /// What the system said.
        source: Box<dyn std::error::Error + Send + Sync>,
    },
}

/// An open file: its lock and its writer, and how to connect more.
pub(super) struct Opened {
    pub(super) lock: FileLock,
    pub(super) writer: SqliteConnection,
    pub(super) writer_options: SqliteConnectOptions,
    pub(super) reader_options: SqliteConnectOptions,
}

/// Opens the file, making it where there is none, and brings its schema up to date.
pub(super) async fn open(path: &Path) -> Result<Opened, OpenError> {
    let mut options = OpenOptions::new();
    options.create(true).truncate(false).read(true).write(true);
    options.open(path).map_err(|error| from_io(path, error))?;
    // One file has one lock, by whichever links it was reached.
    let file = path.canonicalize().map_err(|error| from_io(path, error))?;
    let lock = FileLock::take(&file).map_err(|fault| match fault {
        LockFault::Taken => OpenError::Locked { file: path.to_owned() },
        LockFault::Io(error) => from_io(path, error),
    })?;
    let writer_options = writer_options(&file);
    let mut writer = writer_options.connect().await.map_err(|error| from_sqlx(path, error))?;
    check_owner(path, &mut writer).await?;
    MIGRATIONS.run(&mut writer).await.map_err(|error| from_migration(path, error))?;
    Ok(Opened { lock, writer, writer_options, reader_options: reader_options(&file) })
}

fn writer_options(file: &Path) -> SqliteConnectOptions {
    SqliteConnectOptions::new()
        .filename(file)
        .foreign_keys(true)
        .busy_timeout(BUSY_TIMEOUT)
        // Readers go on while the writer writes.
        .journal_mode(SqliteJournalMode::Wal)
        // A ply is told to its players once it is committed, and they act on it. With NORMAL the last
        // commits before a power cut may be missing afterwards: a ply that everybody saw would be
        // undone, a score told be taken back. FULL syncs the log at each commit; people play slowly,
        // and appends that meet share a commit.
        .synchronous(SqliteSynchronous::Full)
}

fn reader_options(file: &Path) -> SqliteConnectOptions {
    SqliteConnectOptions::new().filename(file).busy_timeout(BUSY_TIMEOUT).read_only(true)
}

/// Whether the file is ours: marked so, or empty but for a schema update that was cut short.
async fn check_owner(path: &Path, connection: &mut SqliteConnection) -> Result<(), OpenError> {
    let owner = "SELECT application_id, (SELECT COUNT(*) FROM sqlite_schema \
                 WHERE tbl_name <> '_sqlx_migrations') FROM pragma_application_id";
    let (id, others): (i64, i64) =
        sqlx::query_as(owner).fetch_one(connection).await.map_err(|error| from_sqlx(path, error))?;
    if id == APPLICATION_ID || (id == 0 && others == 0) {
        return Ok(());
    }
    let fault = format!("application id {id:#x}, {others} tables and indices");
    Err(OpenError::NotADatabase { file: path.to_owned(), fault })
}

fn from_io(path: &Path, error: io::Error) -> OpenError {
    let (file, source) = (path.to_owned(), Box::new(error));
    match source.kind() {
        io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => {
            OpenError::Unwritable { file, source }
        }
        _ => OpenError::Io { file, source },
    }
}

fn from_sqlx(path: &Path, error: sqlx::Error) -> OpenError {
    let file = path.to_owned();
    match primary_code(&error) {
        Some(code::READONLY | code::CANTOPEN) => OpenError::Unwritable { file, source: Box::new(error) },
        Some(code::CORRUPT | code::NOTADB) => OpenError::NotADatabase { file, fault: error.to_string() },
        _ => OpenError::Io { file, source: Box::new(error) },
    }
}

fn from_migration(path: &Path, error: MigrateError) -> OpenError {
    match error {
        MigrateError::VersionMissing(version) => OpenError::Newer { file: path.to_owned(), version },
        MigrateError::Execute(error) => from_sqlx(path, error),
        MigrateError::ExecuteMigration(error, _) if primary_code(&error) == Some(code::READONLY) => {
            from_sqlx(path, error)
        }
        other => OpenError::Schema { file: path.to_owned(), source: Box::new(other) },
    }
}

fn primary_code(error: &sqlx::Error) -> Option<u32> {
    let extended: u32 = error.as_database_error()?.code()?.parse().ok()?;
    Some(extended & 0xFF)
}

/// Closes a connection in good order.
pub(super) async fn close(connection: SqliteConnection) {
    if let Err(error) = connection.close().await {
        // All that was promised is committed; the next start finishes what this left.
        tracing::warn!(%error, "the database was not closed in good order");
    }
}
