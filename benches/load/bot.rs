//! The bot as a process of its own, and what the system tells of it.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use discord_sandbox::Connection;

use super::Fault;

/// Clock ticks in a second, as `/proc` counts processor time on every Linux.
const TICKS_PER_S: f64 = 100.0;

/// The limits of Discord that the bot is told of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Told {
    /// Those that hold for every bot.
    Usual,
    /// That its global limit has been lifted.
    Lifted,
}

/// Where the bot finds what it needs.
#[derive(Clone, Debug)]
pub struct Place {
    pub program: PathBuf,
    pub connection: Connection,
    pub database: PathBuf,
    pub ca: PathBuf,
    pub log: PathBuf,
}

/// The running bot; killed when dropped.
pub struct Bot {
    child: Child,
    /// When it was started.
    pub started: Instant,
}

/// What the systemd unit sets for the bot.
fn unit_environment() -> impl Iterator<Item = (&'static str, &'static str)> {
    let lines = include_str!("../../deploy/junqi.service").lines();
    let settings = lines.filter_map(|line| line.strip_prefix("Environment=")).flat_map(str::split_whitespace);
    settings.filter_map(|setting| setting.split_once('='))
}

impl Bot {
    /// Starts the real program.
    pub fn start(place: &Place, told: Told) -> Result<Self, Fault> {
        std::fs::write(&place.ca, &place.connection.ca_pem)?;
        let log = File::options().create(true).append(true).open(&place.log)?;
        let mut command = Command::new(&place.program);
        command.arg("run").args(["--sandbox", &place.connection.rest.to_string()]);
        command.arg("--sandbox-ca").arg(&place.ca).arg("--database").arg(&place.database);
        if told == Told::Lifted {
            command.env("JUNQI_REQUESTS_PER_SECOND", "100000");
        }
        command.envs(unit_environment()).env("DISCORD_TOKEN", &place.connection.token);
        let started = Instant::now();
        let child = command.stdout(Stdio::null()).stderr(log).spawn()?;
        Ok(Self { child, started })
    }

    /// Kills the process at once; nothing in it can do anything about that.
    pub fn kill(mut self) -> Result<(), Fault> {
        self.child.kill()?;
        self.child.wait()?;
        Ok(())
    }

    /// Resident memory now and at its highest, in megabytes; none where the system does not tell.
    pub fn resident_mb(&self) -> Option<(f64, f64)> {
        let status = self.read("status")?;
        let field = |name: &str| {
            let line = status.lines().find_map(|line| line.strip_prefix(name))?;
            let kilobytes: f64 = line.trim().trim_end_matches(" kB").parse().ok()?;
            Some(kilobytes / 1_024.0)
        };
        Some((field("VmRSS:")?, field("VmHWM:")?))
    }

    /// The processor time it has used so far; none where the system does not tell.
    pub fn processor_time(&self) -> Option<Duration> {
        let stat = self.read("stat")?;
        // The name, in brackets, may hold spaces; what is counted comes after it.
        let (_, rest) = stat.rsplit_once(") ")?;
        let mut fields = rest.split(' ').skip(11);
        let mut ticks = || fields.next()?.parse::<f64>().ok();
        Some(Duration::from_secs_f64((ticks()? + ticks()?) / TICKS_PER_S))
    }

    fn read(&self, name: &str) -> Option<String> {
        std::fs::read_to_string(Path::new("/proc").join(self.child.id().to_string()).join(name)).ok()
    }
}

impl Drop for Bot {
    fn drop(&mut self) {
        // A run that fails leaves no process behind; one that was killed already is gone.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
