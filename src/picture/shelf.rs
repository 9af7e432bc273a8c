//! Compressed bands beyond what memory keeps: in a file, which the system holds in memory as far as
//! it has nothing better to do with it.

use std::collections::{HashMap, VecDeque};
use std::fs::File;
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::sync::{Mutex, PoisonError};

/// Texts of bytes by a number of 128 bits that stands for what they were made from. The file is
/// written round and round; what is asked for before its place comes up again is written anew.
pub struct Shelf {
    limit: u64,
    /// None where there is no file, or not any more.
    rows: Mutex<Option<Rows>>,
}

struct Rows {
    file: File,
    /// Where the next text goes.
    head: u64,
    places: HashMap<u128, Place>,
    /// In the order of writing.
    written: VecDeque<(u128, Place)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Place {
    start: u64,
    bytes: u32,
}

impl Place {
    fn end(self) -> u64 {
        self.start + u64::from(self.bytes)
    }
}

impl Shelf {
    /// One of at most that many bytes, and without a file.
    pub const fn new(limit: u64) -> Self {
        Self { limit, rows: Mutex::new(None) }
    }

    /// Keeps texts in this file from now on, whose contents are lost.
    pub fn open(&self, file: File) {
        let rows = Rows { file, head: 0, places: HashMap::new(), written: VecDeque::new() };
        *self.rows.lock().unwrap_or_else(PoisonError::into_inner) = Some(rows);
    }

    /// What was kept under that number, if it is still there.
    pub fn get(&self, key: impl FnOnce() -> u128) -> Option<Vec<u8>> {
        self.with(|rows, limit| rows.get(key(), limit)).flatten()
    }

    /// Keeps a text, unless it is kept already. Without a file it is not even made.
    pub fn put(&self, key: impl FnOnce() -> u128, text: impl FnOnce() -> Vec<u8>) {
        self.with(|rows, limit| rows.put(key(), &text(), limit));
    }

    /// Lets everything go.
    pub fn clear(&self) {
        self.with(|rows, _| {
            rows.places.clear();
            rows.written.clear();
            Ok(())
        });
    }

    fn with<T>(&self, deed: impl FnOnce(&mut Rows, u64) -> io::Result<T>) -> Option<T> {
        // Somebody who panicked half-way may have left the places wrong: then there is no shelf.
        let mut shared = self.rows.lock().unwrap_or_else(|poisoned| {
            let mut rows = poisoned.into_inner();
            *rows = None;
            self.rows.clear_poison();
            rows
        });
        match deed(shared.as_mut()?, self.limit) {
            Ok(value) => Some(value),
            Err(error) => {
                tracing::warn!(%error, "pictures are no longer kept on disk");
                // A full disk is needed for other things; nothing is lost but time.
                if let Some(rows) = shared.take() {
                    let _ = rows.file.set_len(0);
                }
                None
            }
        }
    }
}

impl Rows {
    fn get(&mut self, key: u128, limit: u64) -> io::Result<Option<Vec<u8>>> {
        let Some(place) = self.places.get(&key).copied() else { return Ok(None) };
        let mut text = vec![0; place.bytes as usize];
        self.file.seek(SeekFrom::Start(place.start))?;
        self.file.read_exact(&mut text)?;
        // Its place comes up before long: it moves to the others that are in use.
        if (self.head + limit - place.start) % limit > limit / 4 * 3 {
            self.places.remove(&key);
            self.put(key, &text, limit)?;
        }
        Ok(Some(text))
    }

    fn put(&mut self, key: u128, text: &[u8], limit: u64) -> io::Result<()> {
        let bytes = text.len() as u32;
        if self.places.contains_key(&key) || u64::from(bytes) > limit / 8 {
            return Ok(());
        }
        if self.head + u64::from(bytes) > limit {
            self.free(self.head..limit);
            self.head = 0;
        }
        let place = Place { start: self.head, bytes };
        self.free(place.start..place.end());
        self.file.seek(SeekFrom::Start(place.start))?;
        self.file.write_all(text)?;
        self.head = place.end();
        self.places.insert(key, place);
        self.written.push_back((key, place));
        Ok(())
    }

    /// Forgets what stands there. The oldest come first from the head on.
    fn free(&mut self, range: std::ops::Range<u64>) {
        while let Some((key, place)) = self.written.front().copied()
            && place.start < range.end
            && range.start < place.end()
        {
            self.written.pop_front();
            // It may have been written anew elsewhere.
            if self.places.get(&key) == Some(&place) {
                self.places.remove(&key);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn shelf(limit: u64) -> Shelf {
        let shelf = Shelf::new(limit);
        shelf.open(tempfile::tempfile().unwrap());
        shelf
    }

    fn text(key: u128, bytes: usize) -> Vec<u8> {
        key.to_le_bytes().into_iter().cycle().take(bytes).collect()
    }

    proptest! {
        /// Keys and lengths, put and asked for in any order: what comes back is what was put, and the
        /// file never grows beyond its limit.
        #[test]
        fn what_comes_back_is_what_was_put(deeds in prop::collection::vec((0..60_u128, any::<bool>()), 1..600)) {
            let shelf = shelf(4_096);
            for (key, is_put) in deeds {
                let wanted = text(key, 40 + key as usize * 7);
                if is_put {
                    shelf.put(|| key, || wanted.clone());
                    prop_assert_eq!(shelf.get(|| key), Some(wanted));
                } else if let Some(found) = shelf.get(|| key) {
                    prop_assert_eq!(found, wanted);
                }
                let rows = shelf.rows.lock().unwrap();
                let rows = rows.as_ref().unwrap();
                prop_assert!(rows.file.metadata().unwrap().len() <= 4_096);
                prop_assert!(rows.places.len() <= rows.written.len());
                let taken: u64 = rows.places.values().map(|place| u64::from(place.bytes)).sum();
                prop_assert!(taken <= 4_096);
            }
        }
    }

    #[test]
    fn what_is_asked_for_stays_and_what_is_not_goes() {
        let shelf = shelf(10_000);
        shelf.put(|| 1, || text(1, 100));
        shelf.put(|| 2, || text(2, 100));
        for key in 3..1_000 {
            shelf.put(|| key, || text(key, 100));
            if key % 10 == 0 {
                assert_eq!(shelf.get(|| 1), Some(text(1, 100)), "after {key}");
            }
        }
        assert_eq!(shelf.get(|| 2), None);
    }

    #[test]
    fn without_a_file_or_with_one_that_fails_nothing_is_kept_and_nothing_is_wrong() {
        let none = Shelf::new(1_000);
        none.put(|| 1, || b"text".to_vec());
        assert_eq!(none.get(|| 1), None);
        let path = tempfile::NamedTempFile::new().unwrap();
        let broken = Shelf::new(1_000);
        // It can be read only.
        broken.open(File::open(path.path()).unwrap());
        broken.put(|| 1, || b"text".to_vec());
        assert_eq!(broken.get(|| 1), None);
        assert!(broken.rows.lock().unwrap().is_none());
    }
}
