//! The program as a process of its own, on a database in a folder of its own.

use std::fs::{self, OpenOptions};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use junqi::sandbox::Club;
use tempfile::TempDir;

/// What the program may take to be there; a debug build on a busy machine is slow.
const START_MAX: Duration = Duration::from_mins(1);

/// Lines of its log that are shown when a test fails.
const LAST_LINES: usize = 80;

/// Where one program after another finds what the one before left.
pub struct Ground {
    folder: TempDir,
    pub database: PathBuf,
    ca: PathBuf,
    log: PathBuf,
    /// How long computer players pause.
    pub computer_pause: Duration,
}

impl Ground {
    pub fn new(club: &Club) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let at = |name| folder.path().join(name);
        let (database, ca, log) = (at("junqi.sqlite"), at("ca.pem"), at("log"));
        fs::write(&ca, club.sandbox.connection().ca_pem).unwrap();
        Self { database, ca, log, computer_pause: Duration::ZERO, folder }
    }

    /// A path beside the database.
    pub fn beside(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// All that the programs have logged.
    pub fn log(&self) -> String {
        fs::read_to_string(&self.log).unwrap_or_default()
    }

    /// The command that runs the program on this ground.
    pub fn command(&self, club: &Club) -> Command {
        let connection = club.sandbox.connection();
        let mut command = Command::new(env!("CARGO_BIN_EXE_junqi"));
        command
            .arg("run")
            .args(["--sandbox", &connection.rest.to_string()])
            .args(["--computer-pause", &self.computer_pause.as_millis().to_string()])
            .arg("--sandbox-ca")
            .arg(&self.ca)
            .arg("--database")
            .arg(&self.database)
            .env("DISCORD_TOKEN", &connection.token)
            .env_remove("RUST_LOG")
            .stdin(Stdio::null())
            .stdout(Stdio::null());
        command
    }
}

impl Drop for Ground {
    fn drop(&mut self) {
        if std::thread::panicking() {
            let log = self.log();
            let lines: Vec<&str> = log.lines().collect();
            let last = &lines[lines.len().saturating_sub(LAST_LINES)..];
            eprintln!("The program's log ended with:\n{}", last.join("\n"));
        }
    }
}

/// A running program.
pub struct Program {
    child: Child,
    /// When it was started.
    pub spawned_unix_ms: i64,
}

impl Program {
    /// Starts it, and does not wait.
    pub fn spawn(club: &Club, ground: &Ground) -> Self {
        Self::spawn_as(ground.command(club), ground)
    }

    /// As [`Program::spawn`], by another command.
    pub fn spawn_as(mut command: Command, ground: &Ground) -> Self {
        let log = OpenOptions::new().create(true).append(true).open(&ground.log).unwrap();
        let spawned_unix_ms = unix_ms();
        let child = command.stderr(log).spawn().unwrap();
        Self { child, spawned_unix_ms }
    }

    /// The process's number.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Starts it and waits until it takes commands.
    pub async fn start(club: &Club, ground: &Ground) -> Self {
        let mut program = Self::spawn(club, ground);
        program.ready(club).await;
        program
    }

    /// Waits until it takes commands.
    pub async fn ready(&mut self, club: &Club) {
        let ready = club.sandbox.wait_for_bot(START_MAX).await;
        assert!(self.child.try_wait().unwrap().is_none(), "the program has ended by itself");
        ready.unwrap();
    }

    /// Kills it at once; nothing in it can do anything about that.
    pub async fn kill(mut self, club: &Club) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
        // Else the next one would be taken for connected already.
        let gone =
            club.sandbox.wait_until(START_MAX, |sandbox| (sandbox.gateway_connections() == 0).then_some(()));
        gone.await.expect("a dead program's connection is closed");
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // A test that fails leaves no process behind; one that was killed already is gone.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

pub fn unix_ms() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_millis() as i64
}
