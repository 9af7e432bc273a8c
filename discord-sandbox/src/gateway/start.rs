//! How often, and how fast, a bot may begin sessions. Resuming is free.
//!
//! Source: <https://discord.com/developers/docs/events/gateway#session-start-limit-object>.

use std::collections::HashMap;

const DAY_MS: u64 = 24 * 60 * 60 * 1000;
/// Shards with the same key have to leave this much time between their IDENTIFYs.
const APART_MS: u64 = 5000;

/// What becomes of an IDENTIFY.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Start {
    Allowed,
    /// Another shard of the same key identified less than five seconds ago.
    TooFast,
    /// The day's sessions are used up: Discord ends all of them and resets the token.
    TooMany,
}

/// Whether shards have to keep apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pace {
    /// As many as may start at once.
    Kept(u64),
    Free,
}

/// Counts IDENTIFYs.
#[derive(Debug, Default)]
pub(crate) struct Starts {
    /// When the day that is counted began.
    since_ms: Option<u64>,
    used: u32,
    last_by_key: HashMap<u64, u64>,
}

impl Starts {
    /// How many are left of `total`, and in how many milliseconds all are back.
    pub(crate) fn remaining(&self, total: u32, now_ms: u64) -> (u32, u64) {
        match self.since_ms {
            Some(since) if now_ms < since + DAY_MS => {
                (total.saturating_sub(self.used), since + DAY_MS - now_ms)
            }
            Some(_) | None => (total, 0),
        }
    }

    /// Counts an IDENTIFY. One that came too fast is counted too.
    pub(crate) fn ask(&mut self, shard: u64, total: u32, pace: Pace, now_ms: u64) -> Start {
        if self.since_ms.is_none_or(|since| now_ms >= since + DAY_MS) {
            (self.since_ms, self.used) = (Some(now_ms), 0);
        }
        if self.used >= total {
            return Start::TooMany;
        }
        self.used += 1;
        let Pace::Kept(at_once) = pace else {
            return Start::Allowed;
        };
        let key = shard % at_once.max(1);
        let last = self.last_by_key.get(&key).copied();
        if last.is_some_and(|last| now_ms < last + APART_MS) {
            return Start::TooFast;
        }
        self.last_by_key.insert(key, now_ms);
        Start::Allowed
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_of_one_key_keep_five_seconds_apart() {
        let mut starts = Starts::default();
        let pace = Pace::Kept(2);
        assert_eq!(starts.ask(0, 1000, pace, 0), Start::Allowed);
        assert_eq!(starts.ask(1, 1000, pace, 0), Start::Allowed);
        assert_eq!(starts.ask(2, 1000, pace, 4999), Start::TooFast);
        assert_eq!(starts.ask(2, 1000, pace, 5000), Start::Allowed);
        assert_eq!(starts.ask(0, 1000, Pace::Free, 5001), Start::Allowed);
        assert_eq!(starts.remaining(1000, 5001), (995, DAY_MS - 5001));
    }

    #[test]
    fn a_day_has_so_many_sessions_and_no_more() {
        let mut starts = Starts::default();
        assert_eq!(starts.remaining(2, 7), (2, 0));
        assert_eq!(starts.ask(0, 2, Pace::Free, 7), Start::Allowed);
        assert_eq!(starts.ask(0, 2, Pace::Free, 8), Start::Allowed);
        assert_eq!(starts.ask(0, 2, Pace::Free, 9), Start::TooMany);
        assert_eq!(starts.remaining(2, 9), (0, DAY_MS - 2));
        assert_eq!(starts.ask(0, 2, Pace::Free, 7 + DAY_MS), Start::Allowed);
    }
}
