//! Parts of pictures beyond what memory keeps: in a file, which the system holds in memory as far as
//! it has nothing better to do with it.

use std::collections::HashMap;
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

/// The file holds records, each a header and a text, one after the other: those of this lap from the start to the
/// head, and behind it those of the lap before that have not been written over. What is known of each in memory is
/// little, since there are hundreds of thousands.
struct Rows {
    file: File,
    /// Where the next record goes.
    head: u64,
    /// The oldest record, of the lap before, and where that lap ends.
    oldest: u64,
    lap_end: u64,
    /// By the lower half of the number; the whole stands in the record.
    places: HashMap<u64, Place>,
}

/// Where a record begins, in units, and how long its text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Place {
    start: u32,
    bytes: u32,
}

/// Records begin at multiples of so many bytes, so that 32 bits name any place.
const UNIT: u64 = 16;

/// The number, and how long the text is.
const HEADER: usize = 20;

impl Place {
    fn start(self) -> u64 {
        u64::from(self.start) * UNIT
    }

    /// How far the next record is.
    fn step(self) -> u64 {
        (HEADER as u64 + u64::from(self.bytes)).next_multiple_of(UNIT)
    }
}

/// By what a record is known in memory.
const fn short(key: u128) -> u64 {
    key as u64
}

impl Shelf {
    /// One in this file, whose contents are lost, and of at most that many bytes.
    fn new(file: File, limit: u64) -> Self {
        let rows = Rows { file, head: 0, oldest: 0, lap_end: 0, places: HashMap::new() };
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
        let Some(place) = self.places.get(&short(key)).copied() else { return Ok(None) };
        let mut record = vec![0; HEADER + place.bytes as usize];
        self.file.seek(SeekFrom::Start(place.start()))?;
        self.file.read_exact(&mut record)?;
        if key_of(&record) != Some(key) {
            return Ok(None);
        }
        let text = record.split_off(HEADER);
        // Its place comes up before long: it moves to the others that are in use.
        if (self.head + limit - place.start()) % limit > limit / 4 * 3 {
            self.places.remove(&short(key));
            self.put(key, &text, limit)?;
        }
        Ok(Some(text))
    }

    fn put(&mut self, key: u128, text: &[u8], limit: u64) -> io::Result<()> {
        let place = Place { start: (self.head / UNIT) as u32, bytes: text.len() as u32 };
        if self.places.contains_key(&short(key)) || place.step() > limit / 8 {
            return Ok(());
        }
        if self.head + place.step() > limit {
            self.forget_until(limit)?;
            (self.lap_end, self.head, self.oldest) = (self.head, 0, 0);
            return self.put(key, text, limit);
        }
        self.forget_until(self.head + place.step())?;
        let mut record = Vec::with_capacity(HEADER + text.len());
        record.extend(key.to_le_bytes());
        record.extend(place.bytes.to_le_bytes());
        record.extend(text);
        self.file.seek(SeekFrom::Start(self.head))?;
        self.file.write_all(&record)?;
        self.head += place.step();
        self.places.insert(short(key), place);
        Ok(())
    }

    /// Forgets the records of the lap before that begin before that byte.
    fn forget_until(&mut self, end: u64) -> io::Result<()> {
        while self.oldest < end.min(self.lap_end) {
            let mut header = [0; HEADER];
            self.file.seek(SeekFrom::Start(self.oldest))?;
            self.file.read_exact(&mut header)?;
            let (key, bytes) = header.split_at(HEADER - size_of::<u32>());
            let bytes = bytes.try_into().map(u32::from_le_bytes).map_err(io::Error::other)?;
            let place = Place { start: (self.oldest / UNIT) as u32, bytes };
            if let Some(key) = key_of(key) {
                // It may have been written anew elsewhere.
                if self.places.get(&short(key)) == Some(&place) {
                    self.places.remove(&short(key));
                }
            }
            self.oldest += place.step();
        }
        Ok(())
    }
}

/// The number with which a record begins.
fn key_of(record: &[u8]) -> Option<u128> {
    record.first_chunk().map(|key| u128::from_le_bytes(*key))
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
                let taken: u64 = rows.places.values().map(|place| place.step()).sum();
                prop_assert!(taken <= 4_096);
            }
        }
    }

    #[test]
    fn numbers_that_are_alike_in_memory_are_not_taken_for_each_other() {
        let shelf = shelf(10_000);
        let (one, other) = (7, 7 | 1 << 100);
        shelf.put(one, b"one");
        assert_eq!((shelf.get(one), shelf.get(other)), (Some(b"one".to_vec()), None));
        shelf.put(other, b"other");
        assert_eq!((shelf.get(one), shelf.get(other)), (Some(b"one".to_vec()), None), "the first stays");
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
