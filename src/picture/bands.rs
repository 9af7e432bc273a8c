//! Bands of pictures as they were compressed before, for whichever picture: the next picture of a
//! view costs only the bands that changed.

use std::fs::File;
use std::hash::{BuildHasher as _, RandomState};
use std::sync::{Arc, LazyLock};

use super::cache::Cache;
use super::encode::Band;
use super::scene::Look;
use super::shelf::Shelf;

/// Bytes of bands in memory: those of about 400 boards.
const IN_MEMORY: usize = 24 << 20;

/// Bytes of bands on disk: those of a thousand tables with all their players' views, and what they
/// leave behind.
const ON_DISK: u64 = 384 << 20;

/// All bands that are kept.
pub static KEPT_BANDS: LazyLock<Bands> = LazyLock::new(|| Bands::new(IN_MEMORY, ON_DISK));

/// Bands by their looks: in memory, and what there has no room any more in a file, where there is
/// one.
pub struct Bands {
    kept: Cache<Look, Band>,
    shelf: Shelf,
    /// Keys of this process, so that nobody can choose a name that makes two looks one.
    keys: [RandomState; 2],
}

/// Keeps compressed bands in this file when there are more than memory has room for; it grows to
/// 384 MB at most. It holds pictures of hidden pieces: nobody else should be able to open it.
pub fn keep_bands_in(file: File) {
    KEPT_BANDS.shelf.open(file);
}

/// Forgets every band that was compressed before, so that benches can draw as if for the first
/// time.
#[doc(hidden)]
pub fn forget_bands() {
    KEPT_BANDS.kept.clear();
    KEPT_BANDS.shelf.clear();
}

impl Bands {
    fn new(in_memory: usize, on_disk: u64) -> Self {
        let keys = [RandomState::new(), RandomState::new()];
        Self { kept: Cache::new(in_memory), shelf: Shelf::new(on_disk), keys }
    }

    /// The look, drawn and compressed, now or before.
    pub fn compressed(&self, look: Look) -> Arc<Band> {
        if let Some(band) = self.kept.get(&look) {
            return band;
        }
        let shelved = self.shelf.get(|| self.number(&look));
        if let Some(band) = shelved.and_then(|bytes| Band::from_bytes(&bytes)) {
            return Arc::new(band);
        }
        let band = Arc::new(Band::of(&look.draw()));
        let bytes = band.bytes() + look.bytes();
        for (look, band) in self.kept.put(look, Arc::clone(&band), bytes) {
            self.shelf.put(|| self.number(&look), || band.to_bytes());
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
    use super::*;
    use crate::picture::scene::tests::looks;

    #[test]
    fn bands_are_the_same_from_memory_from_disk_and_drawn_anew() {
        let bands = Bands::new(20_000, 4 << 20);
        bands.shelf.open(tempfile::tempfile().unwrap());
        let looks = looks();
        let drawn: Vec<Vec<u8>> = looks.iter().map(|look| Band::of(&look.draw()).to_bytes()).collect();
        let mut from_disk = 0;
        for _ in 0..2 {
            for (look, drawn) in looks.iter().zip(&drawn) {
                let in_memory = bands.kept.get(look).is_some();
                from_disk += usize::from(!in_memory && bands.shelf.get(|| bands.number(look)).is_some());
                assert!(bands.compressed(look.clone()).to_bytes() == *drawn);
            }
        }
        assert!(from_disk > looks.len() / 2, "{from_disk} of {}", looks.len());
    }
}
