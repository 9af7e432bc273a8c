//! Bands of pictures as they were compressed before, for whichever picture: the next picture of a
//! view costs only the bands that changed.

use std::hash::{BuildHasher as _, RandomState};
use std::sync::{Arc, LazyLock, OnceLock};

use super::cache::Cache;
use super::encode::Band;
use super::scene::Look;

/// Bytes of bands in memory: those of about 100 boards, or 18 tables with their players' views.
const IN_MEMORY: usize = 6 << 20;

/// All bands that are kept.
pub static KEPT_BANDS: LazyLock<Bands> = LazyLock::new(|| Bands::new(IN_MEMORY));

/// Where bands lie for which memory has no room any more.
///
/// They are parts of pictures with hidden pieces: nobody else should be able to read them (RULES 15).
pub trait BandShelf: Send + Sync {
    /// What was put there under that number, if it is still there.
    fn get(&self, key: u128) -> Option<Vec<u8>>;

    /// Keeps a band for as long as there is room.
    fn put(&self, key: u128, band: &[u8]);
}

/// Bands by their looks: in memory, and what there has no room any more on a shelf, where there is
/// one.
pub struct Bands {
    kept: Cache<Look, Band>,
    shelf: OnceLock<Box<dyn BandShelf>>,
    /// Keys of this process, so that nobody can choose a name that makes two looks one.
    keys: [RandomState; 2],
}

/// Keeps compressed bands on this shelf, too, from now on; of several the first stays.
pub fn keep_bands_on(shelf: impl BandShelf + 'static) {
    let _already = KEPT_BANDS.shelf.set(Box::new(shelf));
}

/// Forgets every band that was compressed before, so that benches can draw as if for the first
/// time.
#[doc(hidden)]
pub fn forget_bands() {
    KEPT_BANDS.kept.clear();
}

impl Bands {
    fn new(in_memory: usize) -> Self {
        let keys = [RandomState::new(), RandomState::new()];
        Self { kept: Cache::new(in_memory), shelf: OnceLock::new(), keys }
    }

    /// The look, drawn and compressed, now or before.
    pub fn compressed(&self, look: Look) -> Arc<Band> {
        if let Some(band) = self.kept.get(&look) {
            return band;
        }
        let shelf = self.shelf.get();
        let shelved = shelf.and_then(|shelf| shelf.get(self.number(&look)));
        if let Some(band) = shelved.and_then(|bytes| Band::from_bytes(&bytes)) {
            return Arc::new(band);
        }
        let band = Arc::new(Band::drawn(|memory| look.draw_in(memory)));
        let bytes = band.bytes() + look.bytes();
        let gone = self.kept.put(look, Arc::clone(&band), bytes);
        if let Some(shelf) = shelf {
            for (look, band) in gone {
                shelf.put(self.number(&look), &band.to_bytes());
            }
        }
        band
    }

    /// Stands for the look within this process.
    fn number(&self, look: &Look) -> u128 {
        let [low, high] = self.keys.each_ref().map(|keys| u128::from(keys.hash_one(look)));
        high << 64 | low
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;
    use std::sync::Mutex;

    use super::*;
    use crate::picture::scene::tests::looks;

    /// A shelf that counts what is taken from it.
    #[derive(Default)]
    struct Counting {
        rows: Mutex<HashMap<u128, Vec<u8>>>,
        taken: Arc<Mutex<usize>>,
    }

    impl BandShelf for Counting {
        fn get(&self, key: u128) -> Option<Vec<u8>> {
            let found = self.rows.lock().unwrap().get(&key).cloned();
            *self.taken.lock().unwrap() += usize::from(found.is_some());
            found
        }

        fn put(&self, key: u128, band: &[u8]) {
            self.rows.lock().unwrap().insert(key, band.to_vec());
        }
    }

    #[test]
    fn bands_are_the_same_from_memory_from_the_shelf_and_drawn_anew() {
        let bands = Bands::new(20_000);
        let shelf = Counting::default();
        let taken = Arc::clone(&shelf.taken);
        assert!(bands.shelf.set(Box::new(shelf)).is_ok());
        let looks = looks();
        let drawn: Vec<Vec<u8>> = looks.iter().map(|look| Band::of(&look.draw()).to_bytes()).collect();
        for _ in 0..2 {
            for (look, drawn) in looks.iter().zip(&drawn) {
                assert!(bands.compressed(look.clone()).to_bytes() == *drawn);
            }
        }
        let taken = *taken.lock().unwrap();
        assert!(taken > looks.len() / 2, "{taken} of {}", looks.len());
    }
}
