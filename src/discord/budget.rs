//! The requests that Discord allows a bot over all routes, shared out in the order of asking.
//!
//! Discord answers what is too much with 429, counts those answers, and shuts out an address that has
//! had 10,000 of them in ten minutes. So requests wait here instead. Each worker of a table has one
//! request here at a time, so that every table gets its turn; and who looks at the newest state only
//! when its turn has come sends nothing that is out of date. Answers to interactions are not counted
//! by Discord, nor here.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use tokio::sync::Mutex;
use tokio::time::{Instant, sleep_until};

/// Discord's own window is a second; requests do not arrive as evenly as they leave.
const WINDOW: Duration = Duration::from_millis(1_020);

/// Of the requests allowed, so many in a hundred are spent here: some that are rare do not ask.
const SHARE_PERCENT: u32 = 92;

/// The requests that Discord allows a bot over all routes.
#[derive(Debug)]
pub struct Budget {
    most: usize,
    /// When the requests of the last window were allowed, oldest first.
    spent: Mutex<VecDeque<Instant>>,
    waiting: AtomicUsize,
}

/// Somebody who waits; nobody any more once dropped.
struct Waiting<'a>(&'a AtomicUsize);

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Budget {
    /// A budget where Discord allows so many requests a second.
    pub fn new(per_second: u32) -> Self {
        let most = (per_second.saturating_mul(SHARE_PERCENT) / 100).max(1) as usize;
        Self { most, spent: Mutex::default(), waiting: AtomicUsize::new(0) }
    }

    /// Waits until a request may be made. Who asked first is let go first.
    pub async fn spend(&self) {
        self.waiting.fetch_add(1, Ordering::Relaxed);
        let _waiting = Waiting(&self.waiting);
        // The lock is handed on in the order of asking, and held while the first in line waits.
        let mut spent = self.spent.lock().await;
        loop {
            let now = Instant::now();
            while spent.front().is_some_and(|at| *at + WINDOW <= now) {
                spent.pop_front();
            }
            match spent.front() {
                Some(oldest) if spent.len() >= self.most => sleep_until(*oldest + WINDOW).await,
                _ => break spent.push_back(now),
            }
        }
    }

    /// Whether somebody waits: what can be done without is left out.
    pub fn is_pressed(&self) -> bool {
        self.waiting.load(Ordering::Relaxed) > 0
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn no_second_sees_more_requests_than_are_allowed() {
        let budget = Budget::new(50);
        let start = Instant::now();
        let mut times = Vec::new();
        for _ in 0..230 {
            budget.spend().await;
            times.push(start.elapsed());
        }
        for (first, last) in times.iter().zip(times.iter().skip(50)) {
            assert!(*last >= *first + Duration::from_secs(1), "{first:?} to {last:?}");
        }
        assert!(start.elapsed() < Duration::from_secs(5), "it spends what it has: {:?}", start.elapsed());
    }

    #[tokio::test(start_paused = true)]
    async fn who_asks_again_stands_behind_everybody_who_waits() {
        let budget = Arc::new(Budget::new(10));
        // Nothing is left, so that all stand in line before the first is let go.
        for _ in 0..9 {
            budget.spend().await;
        }
        let (sender, mut order) = tokio::sync::mpsc::channel(1_000);
        for table in 0..40 {
            let (budget, sender) = (Arc::clone(&budget), sender.clone());
            tokio::spawn(async move {
                for _ in 0..5 {
                    budget.spend().await;
                    sender.send(table).await.unwrap();
                }
            });
        }
        drop(sender);
        let mut count = [0_u32; 40];
        while let Some(table) = order.recv().await {
            count[table] += 1;
            let (least, most) = (count.iter().min().unwrap(), count.iter().max().unwrap());
            assert!(most - least <= 1, "no table is two requests ahead of another: {count:?}");
        }
        assert!(!budget.is_pressed(), "nobody waits any more");
    }

    #[tokio::test(start_paused = true)]
    async fn who_gives_up_waiting_holds_up_nobody() {
        let budget = Arc::new(Budget::new(1));
        budget.spend().await;
        let waits = tokio::spawn({
            let budget = Arc::clone(&budget);
            async move { budget.spend().await }
        });
        tokio::task::yield_now().await;
        assert!(budget.is_pressed());
        waits.abort();
        let _ = waits.await;
        assert!(!budget.is_pressed());
        budget.spend().await;
    }
}
