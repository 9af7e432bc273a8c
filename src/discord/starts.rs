//! How often the bot begins a session of the gateway.
//!
//! Each shard's session begins with an IDENTIFY. Discord allows 1,000 of them in 24 hours for all but
//! very large bots, and `max_concurrency` in 5 seconds; whoever sends more has every session ended, the
//! token reset, and an email. A program that crashes as soon as it has started, and is started again each time,
//! would get there within hours. So starts that did not end well are written down beside the database,
//! and the more of them lie close together the longer the next one waits; and before each start Discord is
//! asked how many are left.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serenity::all::BotGateway;

/// Starts that long ago tell nothing of now.
const LOOKED_BACK: Duration = Duration::from_hours(2);

/// So many starts that did not end well are nothing to speak of.
const FREE: usize = 3;

/// The first pause, doubled with each start more, up to the last. A program that crashes at once settles
/// at some ten starts in [`LOOKED_BACK`].
const PAUSE_FIRST: Duration = Duration::from_secs(10);
const PAUSE_LAST: Duration = Duration::from_mins(15);

/// With no more than a quarter of the day's sessions left, they are spread over what is left of the day.
const SCARCE: u64 = 4;

/// No start waits longer for that than this, while there are any.
const SPREAD_MAX: Duration = Duration::from_hours(1);

/// One in a hundred is kept back: a running session that is lost needs another.
const KEPT_BACK: u64 = 100;

/// The starts that did not end well, kept in a file.
#[derive(Debug)]
pub struct Starts(PathBuf);

/// How many sessions may still begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Budget {
    shards: u64,
    total: u64,
    remaining: u64,
    reset_after: Duration,
}

/// What a start waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wait {
    /// Nothing.
    No,
    /// That long: sessions are scarce, or earlier starts did not end well.
    Once(Duration),
    /// That long, until Discord allows more sessions; then it is asked again.
    UntilReset(Duration),
}

impl Budget {
    pub fn of(gateway: &BotGateway) -> Self {
        let limit = &gateway.session_start_limit;
        Self {
            shards: u64::from(gateway.shards),
            total: limit.total,
            remaining: limit.remaining,
            reset_after: Duration::from_millis(limit.reset_after),
        }
    }

    fn wait(&self) -> Wait {
        let spare = self.remaining.saturating_sub(self.total / KEPT_BACK);
        if spare < self.shards.max(1) {
            // A second more, since both clocks count.
            return Wait::UntilReset(self.reset_after + Duration::from_secs(1));
        }
        if self.remaining > self.total / SCARCE {
            return Wait::No;
        }
        let starts = (spare / self.shards.max(1)).max(1);
        Wait::Once((self.reset_after / u32::try_from(starts).unwrap_or(u32::MAX)).min(SPREAD_MAX))
    }
}

impl Starts {
    /// Those of the bot with that database, in `<database>.starts` beside it.
    pub fn beside(database: &Path) -> Self {
        let mut name = database.as_os_str().to_owned();
        name.push(".starts");
        Self(PathBuf::from(name))
    }

    /// What the next start waits for, now being a time in milliseconds of Unix time.
    pub(super) fn wait(&self, budget: &Budget, now_unix_ms: i64) -> Wait {
        let recent = recent(self.read(), now_unix_ms).len();
        let crashing = pause(recent);
        if crashing > Duration::ZERO {
            tracing::warn!(
                starts = recent,
                "the bot was started this often within two hours, and did not end well; it waits before the next start"
            );
        }
        match budget.wait() {
            Wait::No if crashing == Duration::ZERO => Wait::No,
            Wait::No => Wait::Once(crashing),
            Wait::Once(spread) => Wait::Once(spread.max(crashing)),
            reset @ Wait::UntilReset(_) => reset,
        }
    }

    /// Writes down a start.
    pub(super) fn begin(&self, now_unix_ms: i64) {
        let mut starts = recent(self.read(), now_unix_ms);
        starts.push(now_unix_ms);
        let lines = starts.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n");
        if let Err(fault) = fs::write(&self.0, lines) {
            // The limit that Discord tells is kept to all the same.
            tracing::warn!(file = %self.0.display(), %fault, "a start cannot be written down");
        }
    }

    /// The bot ended as it was asked to: nothing is wrong with its starts.
    pub fn end_well(&self) {
        match fs::remove_file(&self.0) {
            Ok(()) => {}
            Err(fault) if fault.kind() == io::ErrorKind::NotFound => {}
            Err(fault) => tracing::warn!(file = %self.0.display(), %fault, "old starts cannot be forgotten"),
        }
    }

    fn read(&self) -> Vec<i64> {
        let text = fs::read_to_string(&self.0).unwrap_or_default();
        // A line that was cut short in a crash is no time.
        text.lines().filter_map(|line| line.parse().ok()).collect()
    }
}

/// Those that are not long ago. A clock that was put back makes none of them last.
fn recent(starts: Vec<i64>, now_unix_ms: i64) -> Vec<i64> {
    let since = now_unix_ms - LOOKED_BACK.as_millis() as i64;
    starts.into_iter().filter(|start| (since..=now_unix_ms).contains(start)).collect()
}

fn pause(starts: usize) -> Duration {
    match starts.checked_sub(FREE) {
        None => Duration::ZERO,
        Some(more) => PAUSE_FIRST.saturating_mul(1 << more.min(16)).min(PAUSE_LAST),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOUR: Duration = Duration::from_hours(1);

    fn budget(shards: u64, remaining: u64, reset_after: Duration) -> Budget {
        Budget { shards, total: 1_000, remaining, reset_after }
    }

    #[test]
    fn with_sessions_in_plenty_nothing_is_waited_for() {
        assert_eq!(budget(1, 1_000, Duration::ZERO).wait(), Wait::No);
        assert_eq!(budget(1, 251, 20 * HOUR).wait(), Wait::No);
    }

    #[test]
    fn scarce_sessions_are_spread_over_the_rest_of_the_day_and_the_last_are_kept_back() {
        assert_eq!(budget(1, 210, 20 * HOUR).wait(), Wait::Once(20 * HOUR / 200));
        assert_eq!(budget(4, 210, 20 * HOUR).wait(), Wait::Once(20 * HOUR / 50));
        assert_eq!(budget(1, 12, 20 * HOUR).wait(), Wait::Once(HOUR), "no longer than that");
        let reset = Wait::UntilReset(20 * HOUR + Duration::from_secs(1));
        assert_eq!(budget(1, 10, 20 * HOUR).wait(), reset);
        assert_eq!(budget(1, 0, 20 * HOUR).wait(), reset);
        assert_eq!(budget(4, 13, 20 * HOUR).wait(), reset, "each shard needs one");
    }

    /// A program that crashes as soon as it has started, for a day.
    #[test]
    fn a_crash_loop_stays_far_below_what_discord_allows() {
        let folder = tempfile::tempdir().unwrap();
        let starts = Starts::beside(&folder.path().join("junqi.sqlite"));
        let (mut now, mut count) = (1_790_000_000_000_i64, 0);
        let end = now + 24 * HOUR.as_millis() as i64;
        while now < end {
            if let Wait::Once(pause) = starts.wait(&budget(1, 1_000, Duration::ZERO), now) {
                now += pause.as_millis() as i64;
            }
            starts.begin(now);
            count += 1;
            now += 1_000;
        }
        assert!((24..200).contains(&count), "{count} starts in a day");
        // Left alone for a while, it starts at once.
        now += 3 * HOUR.as_millis() as i64;
        assert_eq!(starts.wait(&budget(1, 1_000, Duration::ZERO), now), Wait::No);
    }

    #[test]
    fn who_ends_well_may_start_at_once_and_a_broken_file_is_no_obstacle() {
        let folder = tempfile::tempdir().unwrap();
        let starts = Starts::beside(&folder.path().join("junqi.sqlite"));
        let plenty = budget(1, 1_000, Duration::ZERO);
        for now in 0..3 {
            assert_eq!(starts.wait(&plenty, now), Wait::No);
            starts.begin(now);
        }
        assert_eq!(starts.wait(&plenty, 3), Wait::Once(PAUSE_FIRST));
        starts.end_well();
        assert_eq!(starts.wait(&plenty, 4), Wait::No);
        starts.end_well();
        fs::write(&starts.0, "\u{0}\n12x\n99999999999999999999999\n").unwrap();
        assert_eq!(starts.wait(&plenty, 4), Wait::No);
        starts.begin(5);
        assert_eq!(starts.read(), [5]);
    }
}
