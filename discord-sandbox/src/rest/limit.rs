//! Rate limits.
//!
//! Discord tells the global limit and asks clients to learn the others from headers; the numbers for single routes
//! are those that have long been observed.

use std::collections::{HashMap, VecDeque};

use crate::config::RateLimits;
use crate::rest::error::Scope;

/// For each bot and second, answers to interactions not counted.
const GLOBAL_LIMIT: usize = 50;
const GLOBAL_WINDOW_MS: u64 = 1000;
/// Invalid requests an address may make in [`INVALID_WINDOW_MS`] before it is shut out.
const INVALID_LIMIT: usize = 10_000;
const INVALID_WINDOW_MS: u64 = 10 * 60 * 1000;
/// For how long it is shut out. Discord says "temporarily"; an hour is what those it happened to tell.
const SHUT_OUT_MS: u64 = 60 * 60 * 1000;

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

/// Whether a bot keeps below what gets its address shut out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Standards {
    Kept,
    /// This request was one invalid one too many.
    Broken,
}

#[derive(Clone, Copy, Debug)]
struct Window {
    ends_ms: u64,
    used: u32,
}

/// The count a route belongs to: its kind, and the resource at the head of its path.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Bucket {
    /// What clients are told, in a form that tells nothing. Resources are not part of it.
    pub(crate) kind: String,
    /// The channel, guild or webhook that is counted for itself.
    pub(crate) resource: String,
}

/// Counts requests.
#[derive(Debug)]
pub(crate) struct Limiter {
    mode: RateLimits,
    recent_ms: VecDeque<u64>,
    windows: HashMap<Bucket, Window>,
    invalid_ms: VecDeque<u64>,
    shut_out_until_ms: u64,
}

impl Limiter {
    pub(crate) fn new(mode: RateLimits) -> Self {
        Self {
            mode,
            recent_ms: VecDeque::new(),
            windows: HashMap::new(),
            invalid_ms: VecDeque::new(),
            shut_out_until_ms: 0,
        }
    }

    /// Counts in another way from now on.
    pub(crate) const fn set_mode(&mut self, mode: RateLimits) {
        self.mode = mode;
    }

    /// How long the bot's address is shut out still for its many invalid requests.
    pub(crate) fn shut_out_for_ms(&self, now_ms: u64) -> Option<u64> {
        let left = self.shut_out_until_ms.saturating_sub(now_ms);
        (self.mode != RateLimits::Off && left > 0).then_some(left)
    }

    /// How many invalid requests there were in the last ten minutes.
    pub(crate) fn invalid_requests(&self, now_ms: u64) -> usize {
        self.invalid_ms.iter().filter(|at| **at + INVALID_WINDOW_MS > now_ms).count()
    }

    /// Counts an answer if it makes its request an invalid one: 401, 403, and 429 but for shared resources.
    pub(crate) fn note_answer(&mut self, status: u16, scope: Option<Scope>, now_ms: u64) -> Standards {
        let is_invalid = matches!(status, 401 | 403) || (status == 429 && scope != Some(Scope::Shared));
        if !is_invalid {
            return Standards::Kept;
        }
        while self.invalid_ms.front().is_some_and(|at| at + INVALID_WINDOW_MS <= now_ms) {
            self.invalid_ms.pop_front();
        }
        self.invalid_ms.push_back(now_ms);
        if self.invalid_ms.len() < INVALID_LIMIT || self.mode == RateLimits::Off {
            return Standards::Kept;
        }
        self.invalid_ms.clear();
        self.shut_out_until_ms = now_ms + SHUT_OUT_MS;
        Standards::Broken
    }

    pub(crate) fn ask(&mut self, bucket: &Bucket, quota: Quota, global: Global, now_ms: u64) -> Verdict {
        if self.mode == RateLimits::Off {
            return Verdict::Pass(None);
        }
        if global == Global::Counted && self.mode != RateLimits::RoutesOnly {
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
        let window = self.windows.entry(bucket.clone()).or_insert(Window { ends_ms: 0, used: 0 });
        if window.ends_ms <= now_ms {
            *window = Window { ends_ms: now_ms + quota.window_ms, used: 0 };
        }
        let is_over = window.used >= quota.limit;
        if !is_over {
            window.used += 1;
        }
        let standing = Standing {
            bucket: format!("{:016x}", fingerprint(&bucket.kind)),
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

    fn bucket(resource: &str) -> Bucket {
        Bucket { kind: "things".to_owned(), resource: resource.to_owned() }
    }

    #[test]
    fn the_fifty_first_request_in_a_second_has_to_wait() {
        let mut limiter = Limiter::new(RateLimits::Enforced);
        let a = bucket("a");
        for _ in 0..50 {
            assert!(matches!(limiter.ask(&a, WIDE, Global::Counted, 0), Verdict::Pass(_)));
        }
        assert_eq!(
            limiter.ask(&a, WIDE, Global::Counted, 400),
            Verdict::GlobalExceeded { retry_after_ms: 600 }
        );
        assert!(matches!(limiter.ask(&a, WIDE, Global::Exempt, 400), Verdict::Pass(_)));
        assert!(matches!(limiter.ask(&a, WIDE, Global::Counted, 1000), Verdict::Pass(_)));
    }

    #[test]
    fn a_raised_global_limit_leaves_the_routes_as_they_are() {
        let mut limiter = Limiter::new(RateLimits::Enforced);
        limiter.set_mode(RateLimits::RoutesOnly);
        let quota = Quota { limit: 60, window_ms: 500 };
        for _ in 0..60 {
            assert!(matches!(limiter.ask(&bucket("a"), quota, Global::Counted, 0), Verdict::Pass(Some(_))));
        }
        assert!(matches!(limiter.ask(&bucket("a"), quota, Global::Counted, 0), Verdict::RouteExceeded(_)));
    }

    #[test]
    fn each_resource_has_its_own_window_and_all_of_a_kind_the_same_name() {
        let mut limiter = Limiter::new(RateLimits::Enforced);
        let quota = Quota { limit: 1, window_ms: 500 };
        let mut ask = |resource, now_ms| limiter.ask(&bucket(resource), quota, Global::Counted, now_ms);
        let Verdict::Pass(Some(first)) = ask("a", 0) else {
            panic!("the first request passes");
        };
        assert_eq!((first.remaining, first.reset_after_ms), (0, 500));
        assert!(matches!(ask("a", 1), Verdict::RouteExceeded(_)));
        let Verdict::Pass(Some(other)) = ask("b", 1) else {
            panic!("another resource is counted for itself");
        };
        assert_eq!(first.bucket, other.bucket);
        assert!(matches!(ask("a", 500), Verdict::Pass(_)));
    }

    #[test]
    fn ten_thousand_invalid_requests_in_ten_minutes_shut_the_address_out() {
        let mut limiter = Limiter::new(RateLimits::Enforced);
        for (status, scope) in [(200, None), (400, None), (404, None), (429, Some(Scope::Shared))] {
            assert_eq!(limiter.note_answer(status, scope, 0), Standards::Kept);
            assert_eq!(limiter.invalid_requests(0), 0, "{status} {scope:?} does not count");
        }
        // The first is forgotten when the last but one comes.
        assert_eq!(limiter.note_answer(401, None, 0), Standards::Kept);
        for _ in 0..9_998 {
            assert_eq!(limiter.note_answer(403, None, 1), Standards::Kept);
        }
        assert_eq!(limiter.note_answer(429, Some(Scope::User), INVALID_WINDOW_MS), Standards::Kept);
        assert_eq!(limiter.shut_out_for_ms(INVALID_WINDOW_MS), None);
        assert_eq!(limiter.note_answer(429, Some(Scope::Global), INVALID_WINDOW_MS), Standards::Broken);
        assert_eq!(limiter.shut_out_for_ms(INVALID_WINDOW_MS), Some(SHUT_OUT_MS));
        assert_eq!(limiter.shut_out_for_ms(INVALID_WINDOW_MS + SHUT_OUT_MS), None);
    }
}
