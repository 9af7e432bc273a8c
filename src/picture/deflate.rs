//! Deflate (RFC 1951), for rows of pixels that repeat each other.
//!
//! zlib looks for repetitions everywhere alike; here they are looked for where pictures of tiles have
//! them ([`super::repeats`]), which takes less than half of the time and gives fewer bytes.

use std::sync::LazyLock;

use super::huffman::Code;
use super::repeats::{PERIODS, Search};
use super::token::{
    DISTANCE_BITS, DISTANCES, END, LENGTH_LEAST, LENGTH_MOST, LENGTH_SYMBOLS, SYMBOL_BITS, SYMBOLS, Token,
    Tokens, distance_bits, distance_symbol,
};

/// Bytes of a text that become one block: as many as a stored one can hold.
const BLOCK: usize = 0xFFFF;
/// Symbols for lengths of words.
const LENGTHS: usize = 19;
/// The longest word of the first two codes and of the third, in bits.
const WORD_MOST: usize = 15;
const LENGTH_WORD_MOST: usize = 7;

/// Compresses texts. Made once and used often; what was compressed before leaves no trace.
pub struct Deflate {
    search: Search,
}

impl Deflate {
    pub fn new() -> Self {
        Self { search: Search::new() }
    }

    /// Appends the text as blocks of deflate, none of them the last, and an empty stored one, so that it
    /// ends with a whole byte. The same text with the same periods gives the same bytes; they are at most
    /// 5 more than the text's for each 65,535 bytes begun, and 5.
    ///
    /// Periods are distances in bytes at which it may well repeat itself, such as that of a pixel to the
    /// one above it.
    pub fn compress(&mut self, text: &[u8], periods: [usize; PERIODS], out: &mut Vec<u8>) {
        self.search.forget();
        let mut bits = Bits::after(out);
        for start in (0..text.len()).step_by(BLOCK) {
            let part = start..text.len().min(start + BLOCK);
            let tokens = self.search.tokens(text, part.clone(), periods);
            write_block(tokens, &text[part], &mut bits);
        }
        bits.store(&[]);
        bits.end();
    }
}

/// Writes the text, which these tokens stand for, in the shortest of the three ways.
fn write_block(tokens: &Tokens, text: &[u8], bits: &mut Bits) {
    let codes = Codes {
        symbols: Code::of(tokens.symbols(), WORD_MOST),
        distances: Code::of(tokens.distances(), WORD_MOST),
    };
    let head = Head::of(&codes);
    let (own, common) = (head.bits() + codes.bits(tokens), COMMON.bits(tokens));
    // Three more tell that it is a block and which.
    let shortest = own.min(common) + 3;
    // Beside its bytes a stored block takes two numbers of two, and up to ten bits before them; those
    // beyond eight only where the block before was at least a bit shorter than stored.
    if 8 * (text.len() + 5) <= shortest {
        bits.store(text);
        return;
    }
    bits.make_room(shortest);
    if own < common {
        bits.put(0b100, 3);
        head.write(bits);
        codes.write(tokens, bits);
    } else {
        bits.put(0b010, 3);
        COMMON.write(tokens, bits);
    }
}

/// The two codes of a block's contents.
struct Codes {
    symbols: Code<SYMBOLS>,
    distances: Code<DISTANCES>,
}

/// The codes that are always there (RFC 1951, 3.2.6).
static COMMON: LazyLock<Codes> = LazyLock::new(|| Codes {
    symbols: Code::of_lengths(std::array::from_fn(|symbol| match symbol {
        0..144 | 280.. => 8,
        144..256 => 9,
        256..280 => 7,
    })),
    distances: Code::of_lengths([5; DISTANCES]),
});

impl Codes {
    /// How many bits the block's contents take.
    fn bits(&self, tokens: &Tokens) -> usize {
        let symbols = tokens.symbols().iter().zip(self.symbols.lengths()).zip(SYMBOL_BITS);
        let distances = tokens.distances().iter().zip(self.distances.lengths()).zip(DISTANCE_BITS);
        symbols
            .chain(distances)
            .map(|((count, word), beside)| *count as usize * usize::from(word + beside))
            .sum()
    }

    /// Writes the contents of a block, and its end.
    fn write(&self, tokens: &Tokens, bits: &mut Bits) {
        // Each length with its word and the bits beside it, all in one.
        let mut lengths = [(0, 0); LENGTH_MOST + 1];
        for (length, written) in lengths.iter_mut().enumerate().skip(LENGTH_LEAST) {
            let (symbol, beside) = LENGTH_SYMBOLS[length];
            let (word, taken) = self.symbols.word(usize::from(symbol));
            let rest = (length - LENGTH_LEAST) as u64 & ((1 << beside) - 1);
            *written = (word | rest << taken, taken + u32::from(beside));
        }
        // The longest length stands alone.
        lengths[LENGTH_MOST] = self.symbols.word(usize::from(LENGTH_SYMBOLS[LENGTH_MOST].0));
        for token in tokens.iter() {
            match token {
                Token::Literal(byte) => {
                    let (word, taken) = self.symbols.word(usize::from(byte));
                    bits.put(word, taken);
                }
                Token::Repeat(length, distance) => {
                    let (written, taken) = lengths[length];
                    let (word, more) = self.distances.word(distance_symbol(distance));
                    let beside = distance_bits(distance);
                    let rest = (distance as u64 - 1) & ((1 << beside) - 1);
                    // At most 15 + 5 + 15 + 13 bits.
                    bits.put(written | (word | rest << more) << taken, taken + more + beside);
                }
            }
        }
        let (word, taken) = self.symbols.word(END);
        bits.put(word, taken);
    }
}

/// What tells a block's codes (RFC 1951, 3.2.7).
struct Head {
    /// How many lengths of words are told of either code.
    symbols: usize,
    distances: usize,
    /// Those lengths: each a symbol, and how often beyond the least where it stands for several.
    steps: Vec<(u8, u8)>,
    code: Code<LENGTHS>,
    /// How many lengths of this code's own words are told.
    told: usize,
}

/// The length before three to six times more; nothing three to ten times; nothing 11 to 138 times.
const AGAIN: u8 = 16;
const NOTHING: u8 = 17;
const NOTHING_LONG: u8 = 18;
/// The order in which the lengths of the third code's words are told.
const TOLD: [u8; LENGTHS] = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];

impl Head {
    fn of(codes: &Codes) -> Self {
        let until = |lengths: &[u8], least: usize| {
            lengths.iter().rposition(|length| *length > 0).map_or(least, |last| least.max(last + 1))
        };
        let symbols = until(codes.symbols.lengths(), END + 1);
        let distances = until(codes.distances.lengths(), 1);
        let mut lengths = [0; SYMBOLS + DISTANCES];
        lengths[..symbols].copy_from_slice(&codes.symbols.lengths()[..symbols]);
        lengths[symbols..symbols + distances].copy_from_slice(&codes.distances.lengths()[..distances]);
        let mut steps = Vec::with_capacity(SYMBOLS + DISTANCES);
        for run in lengths[..symbols + distances].chunk_by(|one, other| one == other) {
            push_run(run[0], run.len(), &mut steps);
        }
        let mut counts = [0; LENGTHS];
        for (symbol, _) in &steps {
            counts[usize::from(*symbol)] += 1;
        }
        let code = Code::of(&counts, LENGTH_WORD_MOST);
        let told = TOLD.iter().rposition(|symbol| code.lengths()[usize::from(*symbol)] > 0);
        Self { symbols, distances, steps, code, told: told.map_or(4, |last| (last + 1).max(4)) }
    }

    /// How many bits it takes.
    fn bits(&self) -> usize {
        let steps = self
            .steps
            .iter()
            .map(|(symbol, _)| self.code.lengths()[usize::from(*symbol)] + beside_step(*symbol));
        14 + 3 * self.told + steps.map(usize::from).sum::<usize>()
    }

    fn write(&self, bits: &mut Bits) {
        bits.put((self.symbols - END - 1) as u64, 5);
        bits.put((self.distances - 1) as u64, 5);
        bits.put((self.told - 4) as u64, 4);
        for symbol in &TOLD[..self.told] {
            bits.put(u64::from(self.code.lengths()[usize::from(*symbol)]), 3);
        }
        for (symbol, more) in &self.steps {
            let (word, taken) = self.code.word(usize::from(*symbol));
            bits.put(word | u64::from(*more) << taken, taken + u32::from(beside_step(*symbol)));
        }
    }
}

/// Tells a length so many times in few steps.
fn push_run(length: u8, mut count: usize, steps: &mut Vec<(u8, u8)>) {
    if length == 0 {
        while count >= 11 {
            let part = count.min(138);
            steps.push((NOTHING_LONG, (part - 11) as u8));
            count -= part;
        }
        if count >= 3 {
            steps.push((NOTHING, (count - 3) as u8));
            count = 0;
        }
    } else {
        steps.push((length, 0));
        count -= 1;
        while count >= 3 {
            let part = count.min(6);
            steps.push((AGAIN, (part - 3) as u8));
            count -= part;
        }
    }
    steps.extend(std::iter::repeat_n((length, 0), count));
}

/// How many bits a step takes beside its word.
const fn beside_step(symbol: u8) -> u8 {
    match symbol {
        AGAIN => 2,
        NOTHING => 3,
        NOTHING_LONG => 7,
        _ => 0,
    }
}

/// Bits on their way into bytes, the lowest first.
struct Bits<'a> {
    out: &'a mut Vec<u8>,
    /// How many bytes are written; behind them is room.
    at: usize,
    /// Fewer than eight that do not make up a byte yet.
    rest: u64,
    count: u32,
}

impl<'a> Bits<'a> {
    fn after(out: &'a mut Vec<u8>) -> Self {
        let at = out.len();
        Self { out, at, rest: 0, count: 0 }
    }

    /// Makes room for so many more bits.
    fn make_room(&mut self, bits: usize) {
        self.out.resize(self.at + bits / 8 + 16, 0);
    }

    /// Writes the lowest bits of that, at most 56, where room was made; the others must be nought.
    #[inline]
    fn put(&mut self, bits: u64, count: u32) {
        debug_assert!(count <= 56 && bits >> count == 0);
        self.rest |= bits << self.count;
        self.count += count;
        self.out[self.at..self.at + 8].copy_from_slice(&self.rest.to_le_bytes());
        self.at += self.count as usize / 8;
        self.rest >>= self.count & !7;
        self.count &= 7;
    }

    /// A stored block of at most 65,535 bytes, which ends with a whole byte.
    fn store(&mut self, text: &[u8]) {
        self.make_room(3);
        self.put(0, 3);
        self.put(0, self.count.wrapping_neg() & 7);
        self.out.truncate(self.at);
        let length = text.len() as u16;
        self.out.extend(length.to_le_bytes());
        self.out.extend((!length).to_le_bytes());
        self.out.extend(text);
        self.at = self.out.len();
    }

    /// Leaves no room behind what is written, which must be whole bytes.
    fn end(self) {
        debug_assert_eq!(self.count, 0);
        self.out.truncate(self.at);
    }
}

#[cfg(test)]
mod tests {
    use flate2::{Decompress, FlushDecompress, Status};
    use proptest::prelude::*;

    use super::*;
    use crate::picture::token::DISTANCE_MOST;

    fn compressed(text: &[u8], periods: [usize; PERIODS]) -> Vec<u8> {
        let mut out = b"before".to_vec();
        Deflate::new().compress(text, periods, &mut out);
        assert_eq!(out[..6], *b"before");
        out.split_off(6)
    }

    /// What zlib reads, which must take every byte.
    fn read(packed: &[u8], length: usize) -> Vec<u8> {
        let (mut inflate, mut text) = (Decompress::new(false), Vec::with_capacity(length + 64));
        let status = inflate.decompress_vec(packed, &mut text, FlushDecompress::Sync).unwrap();
        assert_eq!((status, inflate.total_in()), (Status::Ok, packed.len() as u64));
        text
    }

    fn comes_back(text: &[u8], periods: [usize; PERIODS]) -> usize {
        let packed = compressed(text, periods);
        assert!(read(&packed, text.len()) == text, "{} bytes, {periods:?}", text.len());
        assert!(packed.len() <= text.len() + 5 * text.len().div_ceil(BLOCK) + 5, "{}", packed.len());
        packed.len()
    }

    /// Bytes without any order, always the same.
    fn noise(length: usize) -> Vec<u8> {
        let mut state = 1_u64;
        let mut next = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 56) as u8
        };
        (0..length).map(|_| next()).collect()
    }

    proptest! {
        #[test]
        fn runs_and_repetitions_come_back(
            pieces in proptest::collection::vec((0_usize..40_000, 1_usize..700, 0_u8..6), 1..80),
            period in 0_usize..70_000,
        ) {
            let mut text = Vec::new();
            for (back, length, byte) in pieces {
                for _ in 0..length {
                    let earlier = text.len().checked_sub(back + 1).map(|place| text[place]);
                    text.push(earlier.filter(|_| byte > 1).unwrap_or(byte));
                }
            }
            comes_back(&text, [1, period, 59]);
        }

        #[test]
        fn so_does_what_has_little_order(
            text in proptest::collection::vec(prop_oneof![0_u8..3, 0_u8..=255], 0..5_000),
            periods in proptest::array::uniform3(0_usize..300),
        ) {
            comes_back(&text, periods);
        }

        #[test]
        fn rows_of_every_width_come_back(width in 1_usize..1_500, changes in proptest::collection::vec((0_usize..90_000, 0_u8..9), 0..60)) {
            let row = noise(width);
            let mut text = row.repeat(90_000 / width + 1);
            for (place, byte) in changes {
                text[place] = byte;
            }
            comes_back(&text, [1, width, 59]);
        }
    }

    #[test]
    fn nothing_is_an_empty_block() {
        assert_eq!(compressed(&[], [1, 2, 3]), [0, 0, 0, 0xFF, 0xFF]);
    }

    #[test]
    fn short_texts_and_runs_of_every_length_come_back() {
        for length in (0..20).chain(250..530).chain([32_767, 32_768, 32_769, 65_534, 65_535, 65_536, 200_000])
        {
            comes_back(&vec![7; length], [1, 1_089, 59]);
            comes_back(&noise(length.min(3_000)), [1, 1_089, 59]);
        }
    }

    #[test]
    fn every_length_and_distance_comes_back() {
        let stranger = noise(LENGTH_MOST + 1);
        for length in LENGTH_LEAST..=LENGTH_MOST {
            let text = [&stranger[..length], b"\xFF", &stranger[..length], b"\0"].concat();
            comes_back(&text, [length + 1, 1, 1]);
        }
        // Sixteen values, so that little is to be had without the repetition.
        let long: Vec<u8> = noise(DISTANCE_MOST + 1).into_iter().map(|byte| byte & 15).collect();
        for distance in (1..40).chain((40..32_700).step_by(331)).chain(32_766..=DISTANCE_MOST + 1) {
            let text: Vec<u8> = long[..distance].iter().copied().cycle().take(distance + 300).collect();
            let more = comes_back(&text, [1, distance, 59]) - comes_back(&long[..distance], [1, 1, 1]);
            assert_eq!(more < 40, distance <= DISTANCE_MOST, "{distance}: {more} bytes more");
        }
    }

    #[test]
    fn what_has_no_order_grows_by_five_bytes_a_block() {
        for length in [1_000, 65_535, 70_000, 300_000] {
            let taken = comes_back(&noise(length), [1, 1_089, 59]);
            assert_eq!(taken, length + 5 * length.div_ceil(BLOCK) + 5, "{length} bytes");
        }
    }

    #[test]
    fn blocks_of_all_three_kinds_follow_each_other() {
        for plain in [1, 7, 60_000, 65_534, 65_535, 65_536] {
            let order = noise(60).repeat(plain / 60 + 1);
            let text = [&noise(BLOCK)[..], &order[..plain], &noise(2 * BLOCK - plain), &order].concat();
            comes_back(&text, [1, 60, 59]);
        }
    }

    #[test]
    fn a_plain_surface_takes_next_to_nothing() {
        assert!(comes_back(&vec![9; 64_251], [1, 1_089, 59]) < 100);
    }

    #[test]
    fn the_same_text_gives_the_same_bytes_whatever_came_before() {
        let mut deflate = Deflate::new();
        let text = noise(500).repeat(3);
        let mut press = |text: &[u8]| {
            let mut out = Vec::new();
            deflate.compress(text, [1, 500, 59], &mut out);
            out
        };
        let first = press(&text);
        press(&noise(100_000));
        assert_eq!(press(&text), first);
    }
}
