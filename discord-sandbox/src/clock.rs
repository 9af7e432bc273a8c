//! The sandbox's clock, which runs with the real one and can be put forward.

use std::fmt::Write as _;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// Real time, unless a test has stopped it, plus whatever a test has added to it.
#[derive(Debug)]
pub(crate) struct Clock {
    started: Instant,
    started_unix_ms: u64,
    advanced: Duration,
    /// How long it had run when it was stopped.
    stopped: Option<Duration>,
}

impl Clock {
    pub(crate) fn start() -> Self {
        let since_epoch = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Self {
            started: Instant::now(),
            started_unix_ms: since_epoch.as_millis() as u64,
            advanced: Duration::ZERO,
            stopped: None,
        }
    }

    pub(crate) fn advance(&mut self, by: Duration) {
        self.advanced += by;
    }

    /// From now on it goes on only when it is put forward.
    pub(crate) fn stop(&mut self) {
        self.stopped.get_or_insert_with(|| self.started.elapsed());
    }

    /// Milliseconds since 1970, as the sandbox sees it.
    pub(crate) fn now_ms(&self) -> u64 {
        let elapsed = self.stopped.unwrap_or_else(|| self.started.elapsed()) + self.advanced;
        self.started_unix_ms + elapsed.as_millis() as u64
    }
}

/// A time in the form Discord writes it, always in UTC.
pub(crate) fn iso8601(unix_ms: u64) -> String {
    let (days, in_day) = (unix_ms / 86_400_000, unix_ms % 86_400_000);
    let (year, month, day) = civil_date(days);
    let mut text = String::with_capacity(32);
    write!(
        text,
        "{year:04}-{month:02}-{day:02}T{:02}:{:02}:{:02}.{:03}000+00:00",
        in_day / 3_600_000,
        in_day / 60_000 % 60,
        in_day / 1_000 % 60,
        in_day % 1_000,
    )
    .expect("writing into a String cannot fail");
    text
}

/// Year, month and day of a count of days since 1970.
fn civil_date(mut days: u64) -> (u64, u64, u64) {
    let is_leap =
        |year: u64| year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    let mut year = 1970;
    loop {
        let length = if is_leap(year) { 366 } else { 365 };
        if days < length {
            break;
        }
        days -= length;
        year += 1;
    }
    let february = if is_leap(year) { 29 } else { 28 };
    let mut month = 1;
    for length in [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] {
        if days < length {
            break;
        }
        days -= length;
        month += 1;
    }
    (year, month, days + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_written_as_discord_writes_them() {
        for (unix_ms, text) in [
            (0, "1970-01-01T00:00:00.000000+00:00"),
            (951_782_400_000, "2000-02-29T00:00:00.000000+00:00"),
            (1_796_083_199_999, "2026-11-30T23:59:59.999000+00:00"),
        ] {
            assert_eq!(iso8601(unix_ms), text);
        }
    }

    #[test]
    fn a_stopped_clock_goes_on_only_when_it_is_put_forward() {
        let mut clock = Clock::start();
        clock.stop();
        let stopped_ms = clock.now_ms();
        std::thread::sleep(Duration::from_millis(3));
        assert_eq!(clock.now_ms(), stopped_ms);
        clock.advance(Duration::from_secs(1));
        assert_eq!(clock.now_ms(), stopped_ms + 1000);
    }
}
