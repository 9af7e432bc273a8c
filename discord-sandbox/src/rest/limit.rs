//! Rate limits.
//!
//! Discord tells the global limit and asks clients to learn the others from headers; the numbers for single routes
//! are those that have long been observed.

use std::collections::{HashMap, VecDeque};

use crate::config::RateLimits;

/// For each bot and second, answers to interactions not counted.
const GLOBAL_LIMIT: usize = 50;
const GLOBAL_WINDOW_MS: u64 = 1000;

/// How often a route may be asked in a window of time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Quota {
    pub(crate) limit: u32,
    pub(crate) window_ms: u64,
}

/// Whether a request counts towards the global limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Global {
    Counted,
    Exempt,
}

/// What the headers of an answer say.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Standing {
    pub(crate) bucket: String,
    pub(crate) limit: u32,
    pub(crate) remaining: u32,
    pub(crate) reset_unix_ms: u64,
    pub(crate) reset_after_ms: u64,
}

/// What becomes of a request.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Verdict {
    /// It may pass; headers where limits are told.
    Pass(Option<Standing>),
    /// The bot asked too often over all routes.
    GlobalExceeded { retry_after_ms: u64 },
    /// The bot asked this route too often.
    RouteExceeded(Standing),
}

#[derive(Clone, Copy, Debug)]
struct Window {
    ends_ms: u64,
    used: u32,
}

/// Counts requests.
#[derive(Debug)]
pub(crate) struct Limiter {
    mode: RateLimits,
    recent_ms: VecDeque<u64>,
    windows: HashMap<String, Window>,
}

impl Limiter {
    pub(crate) fn new(mode: RateLimits) -> Self {
        Self { mode, recent_ms: VecDeque::new(), windows: HashMap::new() }
    }

    pub(crate) fn ask(&mut self, bucket: &str, quota: Quota, global: Global, now_ms: u64) -> Verdict {
        if self.mode == RateLimits::Off {
            return Verdict::Pass(None);
        }
        if global == Global::Counted {
            while self.recent_ms.front().is_some_and(|at| at + GLOBAL_WINDOW_MS <= now_ms) {
                self.recent_ms.pop_front();
            }
            if let Some(oldest) = self.recent_ms.front()
                && self.recent_ms.len() >= GLOBAL_LIMIT
            {
                let retry_after_ms = (oldest + GLOBAL_WINDOW_MS).saturating_sub(now_ms);
                return Verdict::GlobalExceeded { retry_after_ms };
            }
            self.recent_ms.push_back(now_ms);
        }
        if self.mode == RateLimits::GlobalOnly {
            return Verdict::Pass(None);
        }
        let window = self.windows.entry(bucket.to_owned()).or_insert(Window { ends_ms: 0, used: 0 });
        if window.ends_ms <= now_ms {
            *window = Window { ends_ms: now_ms + quota.window_ms, used: 0 };
        }
        let is_over = window.used >= quota.limit;
        if !is_over {
            window.used += 1;
        }
        let standing = Standing {
            bucket: format!("{:016x}", fingerprint(bucket)),
            limit: quota.limit,
            remaining: quota.limit - window.used,
            reset_unix_ms: window.ends_ms,
            reset_after_ms: window.ends_ms - now_ms,
        };
        if is_over { Verdict::RouteExceeded(standing) } else { Verdict::Pass(Some(standing)) }
    }
}

/// FNV-1a: buckets have names that tell nothing, as Discord's.
fn fingerprint(text: &str) -> u64 {
    text.bytes()
        .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

#[cfg(test)]
mod tests {
    use super::*;

    const WIDE: Quota = Quota { limit: 1000, window_ms: 1000 };

    #[test]
    fn the_fifty_first_request_in_a_second_has_to_wait() {
        let mut limiter = Limiter::new(RateLimits::Enforced);
        for _ in 0..50 {
            assert!(matches!(limiter.ask("a", WIDE, Global::Counted, 0), Verdict::Pass(_)));
        }
        assert_eq!(
            limiter.ask("a", WIDE, Global::Counted, 400),
            Verdict::GlobalExceeded { retry_after_ms: 600 }
        );
        assert!(matches!(limiter.ask("a", WIDE, Global::Exempt, 400), Verdict::Pass(_)));
        assert!(matches!(limiter.ask("a", WIDE, Global::Counted, 1000), Verdict::Pass(_)));
    }

    #[test]
    fn a_route_has_its_own_window() {
        let mut limiter = Limiter::new(RateLimits::Enforced);
        let quota = Quota { limit: 1, window_ms: 500 };
        assert!(matches!(limiter.ask("a", quota, Global::Counted, 0), Verdict::Pass(_)));
        assert!(matches!(limiter.ask("a", quota, Global::Counted, 1), Verdict::RouteExceeded(_)));
        assert!(matches!(limiter.ask("b", quota, Global::Counted, 1), Verdict::Pass(_)));
        assert!(matches!(limiter.ask("a", quota, Global::Counted, 500), Verdict::Pass(_)));
    }
}
