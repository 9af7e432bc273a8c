//! What has been made before, kept within bounds.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex, PoisonError};

/// Values by what they were made from. Beyond a limit, what was not asked for longest goes.
pub struct Cache<K, V> {
    limit: usize,
    kept: Mutex<Kept<K, V>>,
}

struct Kept<K, V> {
    entries: HashMap<K, Entry<V>>,
    bytes: usize,
    /// Counts the questions.
    now: u64,
}

struct Entry<V> {
    value: Arc<V>,
    bytes: usize,
    asked: u64,
}

impl<K: Eq + Hash + Clone, V> Cache<K, V> {
    /// An empty cache that holds at most that many bytes of values.
    pub fn new(limit: usize) -> Self {
        Self { limit, kept: Mutex::new(Kept { entries: HashMap::new(), bytes: 0, now: 0 }) }
    }

    /// The value made from that, if it is still here.
    pub fn get(&self, key: &K) -> Option<Arc<V>> {
        // Entries are whole at every moment, whoever panicked in between.
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.now += 1;
        let now = kept.now;
        let entry = kept.entries.get_mut(key)?;
        entry.asked = now;
        Some(Arc::clone(&entry.value))
    }

    /// Keeps a value of that many bytes. What has to go for it is given back.
    pub fn put(&self, key: K, value: Arc<V>, bytes: usize) -> Vec<(K, Arc<V>)> {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let asked = kept.now;
        let before = kept.entries.insert(key, Entry { value, bytes, asked });
        kept.bytes = kept.bytes + bytes - before.map_or(0, |entry| entry.bytes);
        if kept.bytes > self.limit { kept.shrink(self.limit / 4 * 3) } else { Vec::new() }
    }

    /// Lets everything go.
    pub fn clear(&self) {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.entries.clear();
        kept.bytes = 0;
    }

    #[cfg(test)]
    fn bytes(&self) -> usize {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner).bytes
    }
}

impl<K: Eq + Hash + Clone, V> Kept<K, V> {
    /// Lets the oldest go until so many bytes are left: many at once, so that it happens seldom.
    fn shrink(&mut self, bytes: usize) -> Vec<(K, Arc<V>)> {
        let mut oldest: Vec<(u64, K)> =
            self.entries.iter().map(|(key, entry)| (entry.asked, key.clone())).collect();
        oldest.sort_unstable_by_key(|(asked, _)| *asked);
        let mut gone = Vec::new();
        for (_, key) in oldest {
            if self.bytes <= bytes {
                break;
            }
            if let Some(entry) = self.entries.remove(&key) {
                self.bytes -= entry.bytes;
                gone.push((key, entry.value));
            }
        }
        gone
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cache_keeps_to_its_limit_and_what_was_asked_for_last() {
        let cache = Cache::new(100);
        let mut gone = Vec::new();
        for number in 0..1_000 {
            gone.extend(cache.put(number, Arc::new(number), 10).into_iter().map(|(key, _)| key));
            assert!(cache.bytes() <= 100);
            assert_eq!(cache.get(&0).as_deref(), Some(&0), "after {number}");
        }
        assert_eq!(cache.get(&1), None);
        let left = (0..1_000).filter(|key| cache.get(key).is_some()).count();
        assert_eq!((gone.len() + left, gone.first()), (1_000, Some(&1)), "what goes is given back, once");
    }

    #[test]
    fn a_value_kept_twice_counts_once() {
        let cache = Cache::new(100);
        cache.put("one", Arc::new(1), 40);
        cache.put("one", Arc::new(2), 30);
        assert_eq!((cache.bytes(), cache.get(&"one").as_deref()), (30, Some(&2)));
    }
}
