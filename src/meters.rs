//! What the program counts of its own work, for whoever watches over it.
//!
//! The counts are one set for the whole program. Labels are kinds of things alone, a few fixed words
//! each: no user, no server, no table and no piece is among them, and their types leave no room for any.

use std::sync::LazyLock;
use std::time::Duration;

use prometheus_client::encoding::{EncodeLabelSet, EncodeLabelValue, text};
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::{Histogram, exponential_buckets};
use prometheus_client::registry::Registry;

/// The program's counts.
pub static METERS: LazyLock<Meters> = LazyLock::new(Meters::new);

/// What came of a press.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, EncodeLabelValue)]
pub enum Outcome {
    /// It did what it wanted.
    Done,
    /// It came late or twice, or the rules or the table refused it.
    Refused,
    /// We failed it.
    Failed,
}

/// What panicked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, EncodeLabelValue)]
pub enum Part {
    /// A table.
    Table,
    /// What tells a table's people.
    Herald,
    /// The drawing of a picture or film.
    Picture,
    /// A computer player.
    Computer,
    /// The writer of the store.
    Store,
    /// What takes an event of the gateway: a press, a command.
    Dispatch,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct OfOutcome {
    outcome: Outcome,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct OfPart {
    part: Part,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct OfCode {
    status: u16,
    code: u32,
}

/// What is counted.
pub struct Meters {
    registry: Registry,
    presses: Family<OfOutcome, Counter>,
    panics: Family<OfPart, Counter>,
    rest_errors: Family<OfCode, Counter>,
    plies: Counter,
    first_answer: Histogram,
    commit: Histogram,
    picture: Histogram,
    tables: Gauge,
    halted: Gauge,
    is_connected: Gauge,
    sessions: Counter,
}

impl Meters {
    fn new() -> Self {
        // From 0.5 ms to 8 s, each twice the one before.
        let times = || Histogram::new(exponential_buckets(0.000_5, 2.0, 15));
        let mut meters = Self {
            registry: Registry::with_prefix("junqi"),
            presses: Family::default(),
            panics: Family::default(),
            rest_errors: Family::default(),
            plies: Counter::default(),
            first_answer: times(),
            commit: times(),
            picture: times(),
            tables: Gauge::default(),
            halted: Gauge::default(),
            is_connected: Gauge::default(),
            sessions: Counter::default(),
        };
        let registry = &mut meters.registry;
        registry.register("presses", "Presses that reached a table", meters.presses.clone());
        registry.register("panics", "Panics that were caught", meters.panics.clone());
        registry.register("rest_errors", "Errors of Discord's API", meters.rest_errors.clone());
        registry.register("plies", "Plies played", meters.plies.clone());
        let seconds = prometheus_client::registry::Unit::Seconds;
        for (name, help, histogram) in [
            ("first_answer", "From an interaction to its first answer", &meters.first_answer),
            ("commit", "From handing an append to the store to its commit", &meters.commit),
            ("picture", "Drawing a picture, without waiting for a place", &meters.picture),
        ] {
            registry.register_with_unit(name, help, seconds.clone(), histogram.clone());
        }
        registry.register("tables", "Running tables", meters.tables.clone());
        registry.register("tables_halted", "Tables stopped by a fault of ours", meters.halted.clone());
        registry.register(
            "gateway_connected",
            "Whether the gateway is connected",
            meters.is_connected.clone(),
        );
        registry.register("sessions", "Gateway sessions begun, each an IDENTIFY", meters.sessions.clone());
        meters
    }

    /// A table has answered a press.
    pub fn press(&self, outcome: Outcome) {
        self.presses.get_or_create(&OfOutcome { outcome }).inc();
    }

    /// Something panicked and was caught.
    pub fn panic(&self, part: Part) {
        self.panics.get_or_create(&OfPart { part }).inc();
    }

    /// How often that panicked.
    pub fn panics(&self, part: Part) -> u64 {
        self.panics.get_or_create(&OfPart { part }).get()
    }

    /// Discord's API answered with an error: the status of HTTP, 0 where there was no answer, and
    /// Discord's own code, 0 where it gave none.
    pub fn rest_error(&self, status: u16, code: u32) {
        self.rest_errors.get_or_create(&OfCode { status, code }).inc();
    }

    /// That many plies were played and stored.
    pub fn plies(&self, played: u64) {
        self.plies.inc_by(played);
    }

    /// An interaction had its first answer that long after it came.
    pub fn first_answer(&self, took: Duration) {
        self.first_answer.observe(took.as_secs_f64());
    }

    /// An append was committed that long after it was handed in.
    pub fn commit(&self, took: Duration) {
        self.commit.observe(took.as_secs_f64());
    }

    /// A picture was drawn in that time.
    pub fn picture(&self, took: Duration) {
        self.picture.observe(took.as_secs_f64());
    }

    /// So many tables run, and so many of them are stopped by a fault of ours.
    pub fn tables(&self, running: usize, halted: usize) {
        self.tables.set(running as i64);
        self.halted.set(halted as i64);
    }

    /// The gateway is connected, or it is not.
    pub fn connected(&self, is_connected: bool) {
        self.is_connected.set(is_connected.into());
    }

    /// A session of the gateway has begun.
    pub fn session(&self) {
        self.sessions.inc();
    }

    /// All of it, in the text format of `OpenMetrics`.
    pub fn text(&self) -> String {
        let mut text = String::new();
        // Writing to a string does not fail.
        let _ = text::encode(&mut text, &self.registry);
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_counted_stands_in_the_text() {
        let meters = Meters::new();
        meters.press(Outcome::Refused);
        meters.panic(Part::Herald);
        meters.rest_error(403, 50_013);
        meters.plies(3);
        meters.commit(Duration::from_millis(3));
        meters.tables(4, 1);
        meters.connected(true);
        let text = meters.text();
        for line in [
            "junqi_presses_total{outcome=\"Refused\"} 1",
            "junqi_panics_total{part=\"Herald\"} 1",
            "junqi_rest_errors_total{status=\"403\",code=\"50013\"} 1",
            "junqi_plies_total 3",
            "junqi_commit_seconds_count 1",
            "junqi_commit_seconds_bucket{le=\"0.004\"} 1",
            "junqi_tables 4",
            "junqi_tables_halted 1",
            "junqi_gateway_connected 1",
        ] {
            assert!(text.lines().any(|found| found == line), "{line} is missing in\n{text}");
        }
        assert!(text.ends_with("# EOF\n"));
    }
}
