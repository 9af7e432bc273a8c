//! The one clock through which time enters.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use tokio::time::Instant;

/// Tells the time of day from tokio's clock, so that tests on paused time pause it too.
#[derive(Clone, Copy, Debug)]
pub struct Clock {
    origin: Instant,
    origin_unix_ms: i64,
}

impl Clock {
    /// The system's time of day.
    pub fn system() -> Self {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Self::at(since.as_millis() as i64)
    }

    /// A clock that now shows that time, in milliseconds of Unix time.
    pub fn at(unix_ms: i64) -> Self {
        Self { origin: Instant::now(), origin_unix_ms: unix_ms }
    }

    /// Now, in milliseconds of Unix time.
    pub fn unix_ms(&self) -> i64 {
        self.unix_ms_of(Instant::now())
    }

    /// That instant, in milliseconds of Unix time.
    pub fn unix_ms_of(&self, instant: Instant) -> i64 {
        let since = instant.saturating_duration_since(self.origin);
        self.origin_unix_ms.saturating_add(since.as_millis() as i64)
    }

    /// The instant that lies that far ahead; far future where the sum overflows.
    pub fn ahead(duration: Duration) -> Instant {
        let now = Instant::now();
        let century = Duration::from_hours(100 * 365 * 24);
        now.checked_add(duration).unwrap_or_else(|| now + century)
    }
}
