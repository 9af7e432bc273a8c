//! The figures of a run.

use std::time::Duration;

use serde_json::{Value, json};

use super::part::Outcome;

/// The figures of a run.
#[derive(Clone, Debug, Default)]
pub struct Report {
    pub tables: usize,
    /// The bot without a table, in megabytes.
    pub empty_mb: f64,
    /// With all tables restored and nothing pressed yet.
    pub restored_mb: f64,
    /// At the end.
    pub resident_mb: f64,
    /// At its highest.
    pub peak_mb: f64,
    /// From the start of the process until it took presses at every table.
    pub restore: Duration,
    /// From the start of the process until every table had shown what was pressed for.
    pub restore_shown: Duration,
    pub human: Outcome,
    pub rated: Outcome,
    pub full: Outcome,
    /// Bytes of the database for each game as seeded, and for each ply played.
    pub bytes_per_game: f64,
    pub bytes_per_ply: f64,
    /// Plies that were pressed and are not stored, or are stored and were not pressed.
    pub wrong_plies: u64,
}

impl Report {
    /// Presses without an answer, and plies that are not stored as pressed.
    pub fn lost(&self) -> u64 {
        let parts = [&self.human, &self.rated, &self.full];
        self.wrong_plies + parts.iter().map(|part| part.unanswered).sum::<u64>()
    }

    /// Presses that were refused, all of which the rules allowed.
    pub fn refused(&self) -> u64 {
        self.human.refused + self.rated.refused + self.full.refused
    }

    /// The figures as one object.
    pub fn json(&self) -> Value {
        let part = |part: &Outcome| {
            json!({
                "plies": part.plies,
                "plies_per_s": rounded(per_s(part)),
                "answer_p50_ms": ms(&part.answers, 50),
                "answer_p99_ms": ms(&part.answers, 99),
                "view_p50_ms": ms(&part.views, 50),
                "view_p99_ms": ms(&part.views, 99),
                "picture_p50_ms": ms(&part.boards, 50),
                "picture_p99_ms": ms(&part.boards, 99),
                "picture_worst_ms": ms(&part.boards, 100),
                "boards_sent": part.boards_sent,
                "requests": part.requests,
                "too_many_requests": part.too_many,
                "unanswered": part.unanswered,
                "refused": part.refused,
                "processor_ms_per_ply": rounded(per_ply(part)),
                "caught_up_s": rounded(part.caught_up.as_secs_f64()),
            })
        };
        json!({
            "tables": self.tables,
            "users": self.tables * 4,
            "p50_ms": ms(&self.rated.answers, 50),
            "p99_ms": ms(&self.rated.answers, 99),
            "picture_p50_ms": ms(&self.rated.boards, 50),
            "picture_p99_ms": ms(&self.rated.boards, 99),
            "plies_per_s": rounded(per_s(&self.full)),
            "restored_mb": rounded(self.restored_mb),
            "resident_mb": rounded(self.resident_mb),
            "peak_mb": rounded(self.peak_mb),
            "empty_mb": rounded(self.empty_mb),
            "kb_per_table": rounded((self.restored_mb - self.empty_mb) * 1_024.0 / self.tables as f64),
            "bytes_per_game": rounded(self.bytes_per_game),
            "bytes_per_ply": rounded(self.bytes_per_ply),
            "processor_ms_per_ply": rounded(per_ply(&self.rated)),
            "restore_s": rounded(self.restore.as_secs_f64()),
            "restore_shown_s": rounded(self.restore_shown.as_secs_f64()),
            "lost": self.lost(),
            "refused": self.refused(),
            "load_average": load_average(),
            "human": part(&self.human),
            "rated": part(&self.rated),
            "full": part(&self.full),
        })
    }

    /// The figures as a table.
    pub fn print(&self) {
        println!(
            "{:<24} {:>7} {:>8} {:>10} {:>10} {:>10} {:>10} {:>10} {:>10} {:>9} {:>6}",
            "part",
            "plies",
            "plies/s",
            "answer p50",
            "p99",
            "view p99",
            "board p50",
            "p99",
            "worst",
            "cpu/ply",
            "429s"
        );
        let parts = [
            ("human pace, all limits", &self.human),
            ("rated, limit lifted", &self.rated),
            ("as fast as they go", &self.full),
        ];
        for (name, part) in parts {
            println!("{name:<24} {}", part.line());
        }
        println!();
        let kb = (self.restored_mb - self.empty_mb) * 1_024.0 / self.tables as f64;
        println!("tables {}, people {}", self.tables, self.tables * 4);
        println!(
            "resident: {:.1} MB empty, {:.1} MB restored ({kb:.1} KB a table), {:.1} MB at the end, {:.1} MB at most",
            self.empty_mb, self.restored_mb, self.resident_mb, self.peak_mb
        );
        println!(
            "start until presses are taken at every table: {:.2} s; until every table has shown: {:.2} s",
            self.restore.as_secs_f64(),
            self.restore_shown.as_secs_f64()
        );
        println!(
            "stored: {:.0} bytes a game, {:.0} bytes a further ply",
            self.bytes_per_game, self.bytes_per_ply
        );
        println!("lost {}, wrongly refused {}", self.lost(), self.refused());
        println!("load average {} (bot, stand-in and users share the machine)", load_average());
    }
}

impl Outcome {
    /// Its main figures, as the table has them.
    pub fn line(&self) -> String {
        format!(
            "{:>7} {:>8.1} {:>7} ms {:>7} ms {:>7} ms {:>7} ms {:>7} ms {:>7} ms {:>6.2} ms {:>6}",
            self.plies,
            per_s(self),
            ms(&self.answers, 50),
            ms(&self.answers, 99),
            ms(&self.views, 99),
            ms(&self.boards, 50),
            ms(&self.boards, 99),
            ms(&self.boards, 100),
            per_ply(self),
            self.too_many,
        )
    }
}

/// Processor time of the bot for each ply, in milliseconds.
fn per_ply(part: &Outcome) -> f64 {
    part.processor.as_secs_f64() * 1_000.0 / part.timely.max(1) as f64
}

/// Plies a second.
fn per_s(part: &Outcome) -> f64 {
    part.timely as f64 / part.lasted.as_secs_f64()
}

/// That quantile in milliseconds.
fn ms(times: &[Duration], percent: usize) -> f64 {
    let mut sorted = times.to_vec();
    sorted.sort_unstable();
    let last = sorted.len().saturating_sub(1);
    let found = sorted.get(last * percent / 100).copied().unwrap_or_default();
    rounded(found.as_secs_f64() * 1_000.0)
}

fn rounded(value: f64) -> f64 {
    let rounded = (value * 100.0).round() / 100.0;
    if rounded.is_finite() { rounded } else { 0.0 }
}

/// How busy the machine was; empty where the system does not tell.
fn load_average() -> String {
    let told = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    told.split(' ').take(3).collect::<Vec<_>>().join(" ")
}
