//! How often one user may press, so that nobody takes the program's time from the others.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

use crate::table::UserId;

/// Presses that a user may make at once. Whoever arranges their pieces quickly makes three a second.
pub const PRESSES_AT_ONCE: u32 = 40;

/// How long one more takes to come back.
pub const PRESS_RETURN: Duration = Duration::from_millis(100);

/// Users beyond this are looked through for those who have rested.
const SWEEP_FROM: usize = 1_024;

/// What becomes of a press.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It is taken.
    Taken,
    /// It is one too many, the first since the user was last within bounds: they are told.
    Told,
    /// It is one too many, and they have been told.
    Ignored,
}

/// One user's presses: at `full` they may make a whole burst again.
#[derive(Clone, Copy, Debug)]
struct Presses {
    full: Instant,
    is_told: bool,
}

/// Every user's presses.
#[derive(Debug, Default)]
pub struct Flood {
    users: Mutex<HashMap<UserId, Presses>>,
}

impl Flood {
    /// Counts a press.
    pub fn press(&self, user: UserId) -> Verdict {
        let now = Instant::now();
        // Each change to the map is one call, so it is sound whoever panicked meanwhile.
        let mut users = self.users.lock().unwrap_or_else(PoisonError::into_inner);
        if users.len() >= SWEEP_FROM && !users.contains_key(&user) {
            users.retain(|_, presses| presses.full > now);
        }
        let presses = users.entry(user).or_insert(Presses { full: now, is_told: false });
        let full = presses.full.max(now) + PRESS_RETURN;
        if full.saturating_duration_since(now) <= PRESS_RETURN * PRESSES_AT_ONCE {
            *presses = Presses { full, is_told: false };
            Verdict::Taken
        } else if std::mem::replace(&mut presses.is_told, true) {
            Verdict::Ignored
        } else {
            Verdict::Told
        }
    }
}

#[cfg(test)]
mod tests {
    use tokio::time::advance;

    use super::*;

    const ONE: UserId = UserId(1);

    fn taken(flood: &Flood, user: UserId, presses: u32) -> usize {
        (0..presses).filter(|_| flood.press(user) == Verdict::Taken).count()
    }

    #[tokio::test(start_paused = true)]
    async fn a_burst_is_taken_and_then_ten_presses_a_second() {
        let flood = Flood::default();
        assert_eq!(taken(&flood, ONE, 100), 40);
        advance(Duration::from_secs(1)).await;
        assert_eq!(taken(&flood, ONE, 100), 10);
        advance(Duration::from_mins(1)).await;
        assert_eq!(taken(&flood, ONE, 100), 40, "who has rested has a whole burst again, and no more");
    }

    #[tokio::test(start_paused = true)]
    async fn who_presses_too_much_is_told_once_and_then_ignored() {
        let flood = Flood::default();
        taken(&flood, ONE, 40);
        assert_eq!([(); 3].map(|()| flood.press(ONE)), [Verdict::Told, Verdict::Ignored, Verdict::Ignored]);
        assert_eq!(flood.press(UserId(2)), Verdict::Taken, "nobody else is hindered");
        advance(PRESS_RETURN).await;
        assert_eq!([(); 2].map(|()| flood.press(ONE)), [Verdict::Taken, Verdict::Told]);
    }

    #[tokio::test(start_paused = true)]
    async fn quick_play_is_never_hindered() {
        let flood = Flood::default();
        for _ in 0..3_000 {
            assert_eq!(flood.press(ONE), Verdict::Taken);
            advance(Duration::from_millis(105)).await;
        }
    }

    #[tokio::test(start_paused = true)]
    async fn users_who_have_rested_are_forgotten() {
        let flood = Flood::default();
        for user in 0..10_000 {
            flood.press(UserId(user));
            advance(PRESS_RETURN).await;
        }
        assert!(flood.users.lock().unwrap().len() <= SWEEP_FROM);
    }
}
