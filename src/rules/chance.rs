//! Chance that anyone can check: commitment, seed and key stream (RULES 16).

use std::fmt;

use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// Writes 32 bytes as 64 hex digits, and reads them back.
macro_rules! hex_bytes {
    ($name:ident) => {
        impl From<$name> for String {
            fn from(bytes: $name) -> Self {
                hex::encode(bytes.0)
            }
        }

        impl TryFrom<String> for $name {
            type Error = hex::FromHexError;

            fn try_from(text: String) -> Result<Self, Self::Error> {
                let mut bytes = [0; 32];
                hex::decode_to_slice(text, &mut bytes)?;
                Ok(Self(bytes))
            }
        }
    };
}

/// The 32 bytes that the program draws when a lobby opens and tells when the game is over
/// (RULES 16.1). Its `Debug` does not show them.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Secret(pub [u8; 32]);

/// The seed of a game's key stream (RULES 16.1). Its `Debug` does not show it.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Seed(pub [u8; 32]);

hex_bytes!(Secret);
hex_bytes!(Seed);

impl fmt::Debug for Secret {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Secret(…)")
    }
}

impl fmt::Debug for Seed {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Seed(…)")
    }
}

impl Secret {
    /// The commitment published with the lobby: the secret's SHA-256 in hex (RULES 16.1).
    pub fn commitment(&self) -> String {
        hex::encode(Sha256::digest(self.0))
    }
}

/// The seed that a secret and the ids of the joining presses make, in order of joining
/// (RULES 16.1). Without any ids it is the SHA-256 of the secret alone.
///
/// ```
/// use junqi::rules::{Secret, derive_seed};
///
/// assert_ne!(derive_seed(&Secret([0; 32]), &[1, 2]), derive_seed(&Secret([0; 32]), &[12]));
/// ```
pub fn derive_seed(secret: &Secret, joins: &[u64]) -> Seed {
    let ids: Vec<String> = joins.iter().map(u64::to_string).collect();
    let digest = Sha256::new().chain_update(secret.0).chain_update(ids.join(",")).finalize();
    Seed(digest.into())
}

/// The one key stream from which all chance of a game comes (RULES 16.2).
#[derive(Clone)]
pub struct Chance(ChaCha20Rng);

impl fmt::Debug for Chance {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Chance(…)")
    }
}

impl Chance {
    /// The stream of that seed, from its beginning.
    pub fn new(seed: &Seed) -> Self {
        Self(ChaCha20Rng::from_seed(seed.0))
    }

    /// A stream of its own for what RULES 16.4 keeps apart from the game's; the label says for
    /// what.
    pub fn apart(seed: &Seed, label: &str) -> Self {
        let digest = Sha256::new().chain_update(seed.0).chain_update(label).finalize();
        Self(ChaCha20Rng::from_seed(digest.into()))
    }

    /// How many 32-bit words have been read.
    ///
    /// # Panics
    /// Never: no game reads 2⁶⁴ words.
    pub fn words(&self) -> u64 {
        u64::try_from(self.0.get_word_pos()).expect("no game reads 2^64 words")
    }

    /// Goes to where that many words have been read.
    pub fn skip_to(&mut self, words: u64) {
        self.0.set_word_pos(u128::from(words));
    }

    /// A number below n, every one equally likely (RULES 16.2).
    ///
    /// # Panics
    /// When n is 0.
    pub fn below(&mut self, n: u32) -> u32 {
        assert!(n > 0, "there is no number below 0");
        let limit = (1_u64 << 32) - (1_u64 << 32) % u64::from(n);
        loop {
            let word = self.0.next_u32();
            if u64::from(word) < limit {
                return word % n;
            }
        }
    }

    /// Shuffles the list (RULES 16.2).
    pub fn shuffle<T>(&mut self, list: &mut [T]) {
        for last in (1..list.len()).rev() {
            let other = self.below(last as u32 + 1) as usize;
            list.swap(last, other);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stream_is_chacha20_of_a_zero_nonce_and_counter() {
        // First key-stream block of RFC 8439, appendix A.1, test vector 1 (all zeros).
        let mut chance = Chance::new(&Seed([0; 32]));
        let words = [0xade0_b876, 0x903d_f1a0, 0xe56a_5d40, 0x28bd_8653_u32];
        for word in words {
            assert_eq!(chance.0.next_u32(), word, "RULES 16.2");
        }
        assert_eq!(chance.words(), 4);
    }

    #[test]
    fn going_to_a_place_in_the_stream_reads_on_from_there() {
        let mut read = Chance::new(&Seed([3; 32]));
        let first: Vec<u32> = (0..37).map(|_| read.below(1_000)).collect();
        let mut skipped = Chance::new(&Seed([3; 32]));
        skipped.skip_to(30);
        assert_eq!(first[30..], (30..37).map(|_| skipped.below(1_000)).collect::<Vec<_>>());
    }

    #[test]
    fn a_shuffle_reads_one_word_for_each_item_but_one() {
        let mut chance = Chance::new(&Seed([9; 32]));
        let mut list: Vec<u32> = (0..10).collect();
        chance.shuffle(&mut list);
        assert_eq!(chance.words(), 9, "RULES 16.2");
        let mut sorted = list.clone();
        sorted.sort_unstable();
        assert_eq!(sorted, (0..10).collect::<Vec<_>>());
        assert_ne!(list, sorted);
    }

    #[test]
    fn the_seed_is_the_hash_of_secret_and_joins_in_decimal() {
        let secret = Secret([1; 32]);
        let mut bytes = vec![1; 32];
        bytes.extend(b"1180000000000000001,42");
        let expected: [u8; 32] = Sha256::digest(&bytes).into();
        assert_eq!(derive_seed(&secret, &[1_180_000_000_000_000_001, 42]).0, expected, "RULES 16.1");
        let alone: [u8; 32] = Sha256::digest([1; 32]).into();
        assert_eq!(derive_seed(&secret, &[]).0, alone);
        assert_eq!(secret.commitment(), hex::encode(Sha256::digest([1; 32])));
    }

    #[test]
    fn neither_secret_nor_seed_shows_itself_in_logs() {
        assert_eq!(format!("{:?} {:?}", Secret([5; 32]), Seed([5; 32])), "Secret(…) Seed(…)");
    }
}
