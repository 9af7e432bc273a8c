//! The time that work took, by the processor and not by the clock on the wall: what else a machine does
//! must not count.

use std::time::Duration;

/// Begun with the work, on the thread that does it.
pub(super) struct Stopwatch(Duration);

impl Stopwatch {
    pub(super) fn begin() -> Self {
        Self(now())
    }

    /// The processor's time that the thread has had since.
    pub(super) fn read(&self) -> Duration {
        now().saturating_sub(self.0)
    }
}

/// The processor's time that the thread has had.
#[cfg(unix)]
fn now() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::try_from(time).unwrap_or_default()
}

/// Elsewhere the clock on the wall, which is no shorter.
#[cfg(not(unix))]
fn now() -> Duration {
    static BEGAN: std::sync::LazyLock<std::time::Instant> = std::sync::LazyLock::new(std::time::Instant::now);
    BEGAN.elapsed()
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn waiting_takes_no_time_and_work_does() {
        let watch = Stopwatch::begin();
        std::thread::sleep(Duration::from_millis(60));
        assert!(watch.read() < Duration::from_millis(30), "{:?}", watch.read());
        let mut sum = 1_u64;
        while watch.read() < Duration::from_millis(1) {
            sum = std::hint::black_box(sum.wrapping_mul(3));
        }
    }
}
