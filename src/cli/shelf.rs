//! Parts of pictures beyond what memory keeps: in a file, which the system holds in memory as far as
//! it has nothing better to do with it.

use std::collections::{HashMap, VecDeque};
use std::fs::File;
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::Path;
use std::sync::Mutex;

use crate::picture::{BandShelf, keep_bands_on};

/// Bytes on disk: bands of a thousand tables with all their players' views, and what they leave
/// behind.
const ON_DISK: u64 = 384 << 20;

/// Gives pictures a file without a name, which nobody else can open and which goes with the process,
/// where the database lies: there is room, and the right to write.
pub(super) fn shelve_beside(database: &Path) {
    let folder = database.parent().filter(|folder| !folder.as_os_str().is_empty());
    match tempfile::tempfile_in(folder.unwrap_or(Path::new("."))) {
        Ok(file) => keep_bands_on(Shelf::new(file, ON_DISK)),
        Err(error) => tracing::warn!(%error, "pictures are kept in memory alone"),
    }
}

/// Texts of bytes by a number of 128 bits that stands for what they were made from. The file is
/// written round and round; what is asked for before its place comes up again is written anew.
struct Shelf {
    limit: u64,
    /// None once the file has failed.
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
    /// One in this file, whose contents are lost, and of at most that many bytes.
    fn new(file: File, limit: u64) -> Self {
        let rows = Rows { file, head: 0, places: HashMap::new(), written: VecDeque::new() };
        Self { limit, rows: Mutex::new(Some(rows)) }
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

impl BandShelf for Shelf {
    fn get(&self, key: u128) -> Option<Vec<u8>> {
        self.with(|rows, limit| rows.get(key, limit)).flatten()
    }

    fn put(&self, key: u128, text: &[u8]) {
        self.with(|rows, limit| rows.put(key, text, limit));
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
        Shelf::new(tempfile::tempfile().unwrap(), limit)
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
                    shelf.put(key, &wanted);
                    prop_assert_eq!(shelf.get(key), Some(wanted));
                } else if let Some(found) = shelf.get(key) {
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
        shelf.put(1, &text(1, 100));
        shelf.put(2, &text(2, 100));
        for key in 3..1_000 {
            shelf.put(key, &text(key, 100));
            if key % 10 == 0 {
                assert_eq!(shelf.get(1), Some(text(1, 100)), "after {key}");
            }
        }
        assert_eq!(shelf.get(2), None);
    }

    #[test]
    fn with_a_file_that_fails_nothing_is_kept_and_nothing_is_wrong() {
        let path = tempfile::NamedTempFile::new().unwrap();
        // It can be read only.
        let broken = Shelf::new(File::open(path.path()).unwrap(), 1_000);
        broken.put(1, b"text");
        assert_eq!(broken.get(1), None);
        assert!(broken.rows.lock().unwrap().is_none());
    }
}
