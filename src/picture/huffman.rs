//! Prefix codes for symbols by how often they occur (RFC 1951, 3.2.1 and 3.2.2).

/// The longest word that RFC 1951 allows in any code, in bits.
const WORD_MOST: usize = 15;
/// More symbols than any of deflate's alphabets has.
const SYMBOLS_MOST: usize = 288;

/// A word for each of `N` symbols, none the beginning of another.
#[derive(Clone, Debug)]
pub struct Code<const N: usize> {
    /// In bits; 0 for symbols without a word.
    lengths: [u8; N],
    /// Turned round, since deflate writes the first bit of a word lowest.
    words: [u16; N],
}

impl<const N: usize> Code<N> {
    /// A code for symbols that occur so often: Huffman's where its words keep to that many bits, and
    /// otherwise one nearly as short that does. What does not occur has no word; but two symbols
    /// always have one, since readers may refuse a code that leaves words unused.
    pub fn of(counts: &[u32; N], limit: usize) -> Self {
        debug_assert!((2..=SYMBOLS_MOST).contains(&N) && limit <= WORD_MOST && N <= 1 << limit);
        // The rarest first; of those as rare the first first, so that nothing is left to chance.
        let mut rank = [0_u64; SYMBOLS_MOST];
        let mut used = 0;
        for (symbol, count) in counts.iter().enumerate() {
            if *count > 0 {
                rank[used] = u64::from(*count) << 16 | symbol as u64;
                used += 1;
            }
        }
        let mut lengths = [0; N];
        if used < 2 {
            let only = rank[0] as u16;
            lengths[usize::from(only)] = 1;
            lengths[usize::from(only == 0)] = 1;
            return Self::of_lengths(lengths);
        }
        let rank = &mut rank[..used];
        rank.sort_unstable();
        let mut numbers = limited(depths(rank), limit);
        let mut length = limit;
        for entry in &*rank {
            while numbers[length] == 0 {
                length -= 1;
            }
            numbers[length] -= 1;
            lengths[(entry & 0xFFFF) as usize] = length as u8;
        }
        Self::of_lengths(lengths)
    }

    /// The code of words of these lengths: of two of a length the earlier symbol has the lower.
    pub fn of_lengths(lengths: [u8; N]) -> Self {
        let mut numbers = [0_u16; WORD_MOST + 1];
        for length in lengths {
            numbers[usize::from(length)] += 1;
        }
        numbers[0] = 0;
        let mut next = [0_u16; WORD_MOST + 1];
        for length in 1..=WORD_MOST {
            next[length] = (next[length - 1] + numbers[length - 1]) << 1;
        }
        let mut words = [0; N];
        for (word, length) in words.iter_mut().zip(lengths) {
            if length > 0 {
                let next = &mut next[usize::from(length)];
                *word = next.reverse_bits() >> (16 - length);
                *next += 1;
            }
        }
        Self { lengths, words }
    }

    /// The length of each symbol's word in bits, 0 for those without one.
    pub const fn lengths(&self) -> &[u8; N] {
        &self.lengths
    }

    /// A symbol's word, its first bit lowest, and the word's length in bits.
    #[inline]
    pub fn word(&self, symbol: usize) -> (u64, u32) {
        (u64::from(self.words[symbol]), u32::from(self.lengths[symbol]))
    }
}

/// `[depth]`: how many leaves of Huffman's tree lie there, the rarest symbols given first. What lies
/// deeper than the longest word is counted as if it lay there.
fn depths(rank: &[u64]) -> [u32; WORD_MOST + 1] {
    // First the leaves, then the nodes as they are made, each no lighter than the one before: so the
    // lightest two are always found at the beginning of what is left of either.
    let mut weight = [0_u64; 2 * SYMBOLS_MOST];
    let mut parent = [0_usize; 2 * SYMBOLS_MOST];
    for (weight, entry) in weight.iter_mut().zip(rank) {
        *weight = entry >> 16;
    }
    let leaves = rank.len();
    let root = 2 * leaves - 2;
    let (mut leaf, mut node) = (0, leaves);
    for made in leaves..=root {
        for _ in 0..2 {
            let from = if leaf < leaves && (node == made || weight[leaf] <= weight[node]) {
                &mut leaf
            } else {
                &mut node
            };
            weight[made] += weight[*from];
            parent[*from] = made;
            *from += 1;
        }
    }
    let mut depth = [0_usize; 2 * SYMBOLS_MOST];
    let mut numbers = [0; WORD_MOST + 1];
    for place in (0..root).rev() {
        depth[place] = depth[parent[place]] + 1;
        if place < leaves {
            numbers[depth[place].min(WORD_MOST)] += 1;
        }
    }
    numbers
}

/// As many leaves by their depths, none deeper than the limit and no place unused.
///
/// Shares of all words are counted in those of the limit's length. Leaves that were lifted to it
/// take too many: one each, and together they had less than that. Where a leaf goes a step down and one
/// of the limit's comes beside it, one share becomes free; so there are always enough of them.
fn limited(mut numbers: [u32; WORD_MOST + 1], limit: usize) -> [u32; WORD_MOST + 1] {
    let too_deep: u32 = numbers[limit + 1..].iter().sum();
    numbers[limit + 1..].fill(0);
    numbers[limit] += too_deep;
    let mut shares: u32 = (1..=limit).map(|depth| numbers[depth] << (limit - depth)).sum();
    let mut depth = limit - 1;
    while shares > 1 << limit {
        while numbers[depth] == 0 {
            depth -= 1;
        }
        numbers[depth] -= 1;
        numbers[depth + 1] += 2;
        numbers[limit] -= 1;
        shares -= 1;
        depth = (depth + 1).min(limit - 1);
    }
    numbers
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The shares of all words together are one whole, no word is too long, and who has a word occurs.
    fn is_sound<const N: usize>(counts: &[u32; N], limit: usize) -> Result<(), TestCaseError> {
        let code = Code::of(counts, limit);
        let shares: u32 = code
            .lengths
            .iter()
            .filter(|length| **length > 0)
            .map(|length| 1 << (limit - usize::from(*length)))
            .sum();
        prop_assert_eq!(shares, 1 << limit);
        let occurring = counts.iter().filter(|count| **count > 0).count();
        let words = code.lengths.iter().filter(|length| **length > 0).count();
        prop_assert_eq!(words, occurring.max(2));
        for (one, count) in counts.iter().enumerate() {
            prop_assert!(*count == 0 || code.lengths[one] > 0);
            let rarer = counts.iter().zip(&code.lengths).filter(|(other, _)| (1..*count).contains(*other));
            prop_assert!(rarer.clone().all(|(_, length)| *length >= code.lengths[one]));
            for other in (0..N).filter(|other| *other != one && code.lengths[*other] >= code.lengths[one]) {
                let (short, length) = code.word(one);
                let begins = code.word(other).0 & ((1 << length) - 1) == short;
                prop_assert!(length == 0 || !begins, "{} begins {}", one, other);
            }
        }
        Ok(())
    }

    fn counts<const N: usize>(some: &[u32]) -> [u32; N] {
        std::array::from_fn(|symbol| some.get(symbol).copied().unwrap_or(0))
    }

    /// Each a sum of the two before: the tree is as deep as it can be.
    fn fibonacci(count: usize) -> Vec<u32> {
        let pairs = std::iter::successors(Some((1, 1)), |&(one, other)| Some((other, one + other)));
        pairs.map(|(one, _)| one).take(count).collect()
    }

    proptest! {
        #[test]
        fn every_code_is_complete_and_keeps_to_its_limit(
            many in proptest::collection::vec(prop_oneof![Just(0), 1_u32..4, 1_u32..2_000_000], 0..286),
            few in proptest::collection::vec(prop_oneof![Just(0), 1_u32..4, 1_u32..5_000], 0..19),
        ) {
            is_sound::<286>(&counts(&many), 15)?;
            is_sound::<19>(&counts(&few), 7)?;
        }

        #[test]
        fn so_it_is_where_the_tree_would_be_much_deeper(depth in 2_usize..40, flat in 0_u32..3, start in 0_usize..200) {
            let mut many = vec![flat; start];
            many.extend(fibonacci(depth));
            is_sound::<286>(&counts(&many), 15)?;
            is_sound::<19>(&counts(&many[start..][..depth.min(19)]), 7)?;
        }
    }

    #[test]
    fn a_lone_symbol_gets_one_bit_and_a_companion() {
        for only in [0, 1, 29] {
            let mut counts = [0; 30];
            counts[only] = 77;
            let code = Code::of(&counts, 15);
            assert_eq!((code.lengths[only], code.lengths.iter().sum::<u8>()), (1, 2), "{only}");
        }
        assert_eq!(Code::of(&[0; 30], 15).lengths[..3], [1, 1, 0]);
    }

    #[test]
    fn words_are_those_of_the_standards_example() {
        // RFC 1951, 3.2.2: A to H, with their words' first bits first.
        let code = Code::of_lengths([3, 3, 3, 3, 3, 2, 4, 4]);
        let words = ["010", "011", "100", "101", "110", "00", "1110", "1111"];
        for (symbol, text) in words.into_iter().enumerate() {
            let (word, length) = code.word(symbol);
            let bits: String = (0..length).map(|bit| if word >> bit & 1 == 1 { '1' } else { '0' }).collect();
            assert_eq!(bits, text);
        }
    }

    #[test]
    fn where_no_word_is_too_long_the_code_is_as_short_as_any() {
        // 1, 1, 2, 3, 5 and 8: words of 5, 5, 4, 3, 2 and 1 bits.
        assert_eq!(Code::of(&[1, 1, 2, 3, 5, 8], 15).lengths, [5, 5, 4, 3, 2, 1]);
        // With four at most: 4, 4, 4, 4, 2 and 1.
        assert_eq!(Code::of(&[1, 1, 2, 3, 5, 8], 4).lengths, [4, 4, 4, 4, 2, 1]);
    }
}
