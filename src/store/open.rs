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

/// Every step of the schema. A file that is added to the directory alone does not make cargo build
/// this anew; a test counts the files.
static MIGRATIONS: Migrator = sqlx::migrate!("./migrations");

/// What the first migration sets, so that a file of another program is not taken for one of ours.
const APPLICATION_ID: i64 = 0x4A75_6E71;

/// How long a connection waits for another to let go of the file. Within this process the one
/// writer never meets another; a backup or an administrator's shell may.
const BUSY_TIMEOUT: Duration = Duration::from_secs(5);

/// Primary result codes of SQLite (`sqlite3.h`); extended ones hold them in their low byte.
mod code {
    pub(super) const BUSY: u32 = 5;
    pub(super) const READONLY: u32 = 8;
    pub(super) const IOERR: u32 = 10;
    pub(super) const CORRUPT: u32 = 11;
    pub(super) const FULL: u32 = 13;
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
    /// There is no room to write.
    #[error(
        "{file} cannot be opened, since its disk is full ({source}); free some space there and start again, \
         nothing is lost"
    )]
    Full {
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
    /// The file is only read here, and its schema is older than this program.
    #[error(
        "{file} was written by an older version of this program (its schema lacks step {version}); \
         start the bot on it once, or on a copy, which brings it up to date"
    )]
    Older {
        /// The database file.
        file: PathBuf,
        /// The first step that its schema lacks.
        version: i64,
    },
    /// There is no such file.
    #[error("there is no database {file}; name the one that the bot uses with --database")]
    Missing {
        /// The path.
        file: PathBuf,
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
    pub(super) file: PathBuf,
    pub(super) lock: FileLock,
    pub(super) writer: SqliteConnection,
    pub(super) writer_options: SqliteConnectOptions,
    pub(super) reader_options: SqliteConnectOptions,
}

/// Opens the file, making it where there is none, and brings its schema up to date.
pub(super) async fn open(path: &Path) -> Result<Opened, OpenError> {
    make(path).map_err(|error| from_io(path, error))?;
    // One file has one lock, by whichever links it was reached.
    let file = path.canonicalize().map_err(|error| from_io(path, error))?;
    let lock = FileLock::take(&file).map_err(|fault| match fault {
        LockFault::Taken => OpenError::Locked { file: path.to_owned() },
        LockFault::Io(error) => from_io(path, error),
    })?;
    let (writer_options, reader_options) = (writer_options(&file), reader_options(&file));
    // Before the writer, which would turn the file of another program to its own mode of journal.
    if has_journal(&file) {
        // A change in the journal's old mode was cut short, as at the first start or in its turn to the new one: who
        // may only read cannot take it back.
        check_owner(path, &SqliteConnectOptions::new().filename(&file).busy_timeout(BUSY_TIMEOUT)).await?;
    } else {
        check_owner(path, &reader_options).await?;
    }
    let mut writer = writer_options.connect().await.map_err(|error| from_sqlx(path, error))?;
    MIGRATIONS.run(&mut writer).await.map_err(|error| from_migration(path, error))?;
    Ok(Opened { file, lock, writer, writer_options, reader_options })
}

/// Opens a file of ours to read it, without the lock: the bot may be running on it.
pub(super) async fn open_for_reading(path: &Path) -> Result<SqliteConnection, OpenError> {
    if !path.try_exists().map_err(|error| from_io(path, error))? {
        return Err(OpenError::Missing { file: path.to_owned() });
    }
    let options = reader_options(path);
    check_owner(path, &options).await?;
    options.connect().await.map_err(|error| from_sqlx(path, error))
}

/// Whether the file's schema is this program's, neither older nor newer.
pub(super) async fn check_schema(connection: &mut SqliteConnection, path: &Path) -> Result<(), OpenError> {
    let select = "SELECT version FROM _sqlx_migrations WHERE success ORDER BY version";
    let applied: Vec<i64> =
        sqlx::query_scalar(select).fetch_all(connection).await.map_err(|error| from_sqlx(path, error))?;
    let known: Vec<i64> = MIGRATIONS.iter().map(|step| step.version).collect();
    if let Some(version) = applied.iter().copied().find(|version| !known.contains(version)) {
        return Err(OpenError::Newer { file: path.to_owned(), version });
    }
    match known.into_iter().find(|version| !applied.contains(version)) {
        Some(version) => Err(OpenError::Older { file: path.to_owned(), version }),
        None => Ok(()),
    }
}

/// Makes the file where there is none, and looks whether it may be written.
fn make(path: &Path) -> io::Result<()> {
    let mut options = OpenOptions::new();
    options.create(true).truncate(false).read(true).write(true);
    // It holds the secrets of running games. SQLite gives the files beside it the same rights.
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path).map(drop)
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

pub(super) fn reader_options(file: &Path) -> SqliteConnectOptions {
    SqliteConnectOptions::new().filename(file).busy_timeout(BUSY_TIMEOUT).read_only(true)
}

/// Whether the file is ours and whole: marked so, or empty but for a schema update that was cut short.
async fn check_owner(path: &Path, options: &SqliteConnectOptions) -> Result<(), OpenError> {
    let owner = "SELECT application_id, (SELECT COUNT(*) FROM sqlite_schema \
                 WHERE tbl_name <> '_sqlx_migrations'), page_count * page_size \
                 FROM pragma_application_id, pragma_page_count, pragma_page_size";
    // If somebody else holds the file it takes long; the one line about that is enough.
    let quiet = options.clone().disable_statement_logging();
    let mut connection = quiet.connect().await.map_err(|error| from_sqlx(path, error))?;
    let found = sqlx::query_as(owner).fetch_one(&mut connection).await;
    // Afterwards: what another process has written meanwhile has made a log.
    let length = settled_length(path).map_err(|error| from_io(path, error));
    close(connection).await;
    let length = length?;
    let (id, others, pages): (i64, i64, i64) = found.map_err(|error| from_sqlx(path, error))?;
    // SQLite takes a last page that is cut for one that ends in zeros.
    if let Some(length) = length.filter(|length| *length < pages.cast_unsigned()) {
        let fault = format!("it is cut short: {length} bytes are left of {pages}");
        return Err(OpenError::NotADatabase { file: path.to_owned(), fault });
    }
    if id == APPLICATION_ID || (id == 0 && others == 0) {
        return Ok(());
    }
    let fault = format!("application id {id:#x}, {others} tables and indices");
    Err(OpenError::NotADatabase { file: path.to_owned(), fault })
}

/// Whether a rollback journal stands beside the file.
fn has_journal(path: &Path) -> bool {
    let mut journal = path.as_os_str().to_owned();
    journal.push("-journal");
    std::fs::metadata(journal).is_ok_and(|journal| journal.len() > 0)
}

/// The file's length; none where a log beside it has still to be folded in, so that the file need not be whole.
fn settled_length(path: &Path) -> io::Result<Option<u64>> {
    let mut log = path.as_os_str().to_owned();
    log.push("-wal");
    let has_log = std::fs::metadata(log).is_ok_and(|log| log.len() > 0);
    if has_log { Ok(None) } else { Ok(Some(std::fs::metadata(path)?.len())) }
}

fn from_io(path: &Path, error: io::Error) -> OpenError {
    let (file, source) = (path.to_owned(), Box::new(error));
    match source.kind() {
        io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => {
            OpenError::Unwritable { file, source }
        }
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => OpenError::Full { file, source },
        _ => OpenError::Io { file, source },
    }
}

fn from_sqlx(path: &Path, error: sqlx::Error) -> OpenError {
    let file = path.to_owned();
    match primary_code(&error) {
        Some(code::READONLY | code::CANTOPEN) => OpenError::Unwritable { file, source: Box::new(error) },
        // A program that holds our file without our lock: a shell, a copying tool.
        Some(code::BUSY) => OpenError::Locked { file },
        Some(code::FULL) => OpenError::Full { file, source: Box::new(error) },
        Some(code::CORRUPT | code::NOTADB) => OpenError::NotADatabase { file, fault: error.to_string() },
        _ => OpenError::Io { file, source: Box::new(error) },
    }
}

fn from_migration(path: &Path, error: MigrateError) -> OpenError {
    match error {
        MigrateError::VersionMissing(version) => OpenError::Newer { file: path.to_owned(), version },
        MigrateError::Execute(error) => from_sqlx(path, error),
        MigrateError::ExecuteMigration(error, _) if is_of_the_system(&error) => from_sqlx(path, error),
        other => OpenError::Schema { file: path.to_owned(), source: Box::new(other) },
    }
}

/// Whether a step failed by the disk or another program, not by what it says.
fn is_of_the_system(error: &sqlx::Error) -> bool {
    let codes = [code::BUSY, code::READONLY, code::IOERR, code::CORRUPT, code::FULL, code::CANTOPEN];
    primary_code(error).is_some_and(|code| codes.contains(&code))
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

#[cfg(test)]
mod tests {
    use sqlx::SqlitePool;

    use super::*;

    /// `foreign_keys`, `journal_mode`, `synchronous`, `busy_timeout`.
    type Pragmas = (i64, String, i64, i64);

    async fn pragmas(connection: &mut SqliteConnection) -> Pragmas {
        let select = "SELECT foreign_keys, journal_mode, synchronous, timeout FROM pragma_foreign_keys, \
                      pragma_journal_mode, pragma_synchronous, pragma_busy_timeout";
        sqlx::query_as(select).fetch_one(connection).await.unwrap()
    }

    #[tokio::test]
    async fn the_writer_checks_foreign_keys_logs_ahead_and_syncs_each_commit() {
        let directory = tempfile::tempdir().unwrap();
        let mut opened = open(&directory.path().join("junqi.db")).await.unwrap();
        let full = 2;
        assert_eq!(pragmas(&mut opened.writer).await, (1, "wal".to_owned(), full, 5_000));
        let mut again = opened.writer_options.connect().await.unwrap();
        assert_eq!(pragmas(&mut again).await, (1, "wal".to_owned(), full, 5_000), "one made anew too");
    }

    #[test]
    fn every_migration_is_built_in() {
        let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("migrations");
        let files = std::fs::read_dir(directory).unwrap().count();
        assert_eq!(MIGRATIONS.iter().count(), files, "touch this file, so that it is built anew");
    }

    #[tokio::test]
    async fn a_change_that_a_kill_cut_short_in_the_old_mode_of_journal_is_taken_back() {
        let folder = tempfile::tempdir().unwrap();
        let [whole, killed] = ["whole.sqlite", "killed.sqlite"].map(|name| folder.path().join(name));
        let mut opened = open(&whole).await.unwrap();
        let change = "PRAGMA journal_mode = DELETE; PRAGMA cache_size = 1; BEGIN; CREATE TABLE junk (x); \
                      WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 200) \
                      INSERT INTO junk SELECT randomblob(3000) FROM n";
        sqlx::raw_sql(change).execute(&mut opened.writer).await.unwrap();
        // What a kill would leave at this moment: the file half changed, the journal beside it.
        std::fs::copy(&whole, &killed).unwrap();
        let journal = |file: &Path| PathBuf::from(format!("{}-journal", file.display()));
        std::fs::copy(journal(&whole), journal(&killed)).unwrap();
        assert!(has_journal(&killed));
        let mut again = open(&killed).await.unwrap();
        let junk: i64 = sqlx::query_scalar("SELECT COUNT(*) FROM sqlite_schema WHERE name = 'junk'")
            .fetch_one(&mut again.writer)
            .await
            .unwrap();
        assert_eq!(junk, 0, "what was not committed is gone");
    }

    #[tokio::test]
    async fn readers_cannot_write() {
        let directory = tempfile::tempdir().unwrap();
        let opened = open(&directory.path().join("junqi.db")).await.unwrap();
        let readers = SqlitePool::connect_lazy_with(opened.reader_options.clone());
        let error = sqlx::query("DELETE FROM tables").execute(&readers).await.unwrap_err();
        assert_eq!(primary_code(&error), Some(code::READONLY));
    }

    #[test]
    fn a_refusal_of_the_system_names_the_right_that_is_missing() {
        for (kind, is_unwritable) in [
            (io::ErrorKind::PermissionDenied, true),
            (io::ErrorKind::ReadOnlyFilesystem, true),
            (io::ErrorKind::NotFound, false),
            (io::ErrorKind::StorageFull, false),
        ] {
            let error = from_io(Path::new("games/junqi.db"), kind.into());
            assert_eq!(matches!(error, OpenError::Unwritable { .. }), is_unwritable, "{kind}");
            assert!(error.to_string().starts_with("games/junqi.db "), "{error}");
        }
    }
}
