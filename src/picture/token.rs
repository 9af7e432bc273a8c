//! What deflate writes (RFC 1951, 3.2.5): bytes as they are, and repetitions of what stood before.

/// The farthest that deflate reaches back, and the shortest and longest repetition, in bytes.
pub const DISTANCE_MOST: usize = 32_768;
pub const LENGTH_LEAST: usize = 3;
pub const LENGTH_MOST: usize = 258;
/// How many symbols there are for bytes, the end and lengths, the last two without a meaning; and how
/// many for distances.
pub const SYMBOLS: usize = 288;
pub const DISTANCES: usize = 30;
/// The symbol of a block's end.
pub const END: usize = 256;

/// A byte as it is, or so many bytes that stood so far back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Token {
    /// The byte.
    Literal(u8),
    /// A length and a distance in bytes.
    Repeat(usize, usize),
}

/// Tokens one after another, and how often each symbol occurs in them.
pub struct Tokens {
    /// A byte, or a length in the upper half and a distance in the lower.
    packed: Vec<u32>,
    symbols: [u32; SYMBOLS],
    distances: [u32; DISTANCES],
}

impl Tokens {
    pub fn new() -> Self {
        let mut tokens = Self { packed: Vec::new(), symbols: [0; SYMBOLS], distances: [0; DISTANCES] };
        tokens.clear();
        tokens
    }

    /// Takes all tokens away. The end, which follows the last, stays.
    pub fn clear(&mut self) {
        self.packed.clear();
        self.symbols = [0; SYMBOLS];
        self.symbols[END] = 1;
        self.distances = [0; DISTANCES];
    }

    #[inline]
    pub fn push_literal(&mut self, byte: u8) {
        self.symbols[usize::from(byte)] += 1;
        self.packed.push(u32::from(byte));
    }

    #[inline]
    pub fn push_repeat(&mut self, length: usize, distance: usize) {
        self.symbols[usize::from(LENGTH_SYMBOLS[length].0)] += 1;
        self.distances[distance_symbol(distance)] += 1;
        self.packed.push((length as u32) << 16 | distance as u32);
    }

    /// Takes the last token away if it is this byte, and tells whether it was.
    #[inline]
    pub fn pop_literal(&mut self, byte: u8) -> bool {
        let is_last = self.packed.last() == Some(&u32::from(byte));
        if is_last {
            self.symbols[usize::from(byte)] -= 1;
            self.packed.pop();
        }
        is_last
    }

    /// The tokens in their order.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = Token> {
        self.packed.iter().map(|packed| match u8::try_from(*packed) {
            Ok(byte) => Token::Literal(byte),
            Err(_) => Token::Repeat((*packed >> 16) as usize, (*packed & 0xFFFF) as usize),
        })
    }

    /// How often each symbol for bytes, the end and lengths occurs.
    pub const fn symbols(&self) -> &[u32; SYMBOLS] {
        &self.symbols
    }

    /// How often each symbol for distances occurs.
    pub const fn distances(&self) -> &[u32; DISTANCES] {
        &self.distances
    }
}

/// `[length]`: its symbol, and how many bits are written beside that symbol's word: none for the first
/// eight, then one for the next four symbols, two for four more, and so on; the longest has one of its own.
pub const LENGTH_SYMBOLS: [(u16, u8); LENGTH_MOST + 1] = {
    let mut symbols = [(0, 0); LENGTH_MOST + 1];
    let mut length = LENGTH_LEAST;
    while length < LENGTH_MOST {
        let more = (length - LENGTH_LEAST) as u16;
        let beside = (more | 4).ilog2() as u8 - 2;
        symbols[length] = (END as u16 + 1 + 4 * beside as u16 + (more >> beside), beside);
        length += 1;
    }
    symbols[LENGTH_MOST] = (285, 0);
    symbols
};

/// `[symbol]`: how many bits are written beside its word.
pub const SYMBOL_BITS: [u8; SYMBOLS] = {
    let mut bits = [0; SYMBOLS];
    let mut length = LENGTH_LEAST;
    while length <= LENGTH_MOST {
        let (symbol, beside) = LENGTH_SYMBOLS[length];
        bits[symbol as usize] = beside;
        length += 1;
    }
    bits
};

/// The same of the symbols for distances.
pub const DISTANCE_BITS: [u8; DISTANCES] = {
    let mut bits = [0; DISTANCES];
    let mut symbol = 4;
    while symbol < DISTANCES {
        bits[symbol] = symbol as u8 / 2 - 1;
        symbol += 1;
    }
    bits
};

/// How many bits are written beside the word of a distance's symbol.
#[inline]
pub const fn distance_bits(distance: usize) -> u32 {
    ((distance as u32 - 1) | 2).ilog2() - 1
}

/// The symbol of a distance: four for the first four, then two for each number of bits beside them.
#[inline]
pub const fn distance_symbol(distance: usize) -> usize {
    let beside = distance_bits(distance);
    2 * beside as usize + ((distance - 1) >> beside)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symbols_are_those_of_the_standards_tables() {
        // RFC 1951, 3.2.5: the symbol, the bits beside it, and the first and last that it stands for.
        for (symbol, bits, first, last) in [
            (257, 0, 3, 3),
            (264, 0, 10, 10),
            (265, 1, 11, 12),
            (268, 1, 17, 18),
            (269, 2, 19, 22),
            (273, 3, 35, 42),
            (280, 4, 115, 130),
            (281, 5, 131, 162),
            (284, 5, 227, 257),
            (285, 0, 258, 258),
        ] {
            assert_eq!((LENGTH_SYMBOLS[first], LENGTH_SYMBOLS[last]), ((symbol, bits), (symbol, bits)));
            assert_eq!(SYMBOL_BITS[usize::from(symbol)], bits);
        }
        for (symbol, bits, first, last) in [
            (0, 0, 1, 1),
            (3, 0, 4, 4),
            (4, 1, 5, 6),
            (5, 1, 7, 8),
            (6, 2, 9, 12),
            (20, 9, 1_025, 1_536),
            (28, 13, 16_385, 24_576),
            (29, 13, 24_577, 32_768),
        ] {
            assert_eq!((distance_symbol(first), distance_symbol(last)), (symbol, symbol));
            assert_eq!((distance_bits(first), distance_bits(last)), (bits, bits));
            assert_eq!(u32::from(DISTANCE_BITS[symbol]), bits);
        }
    }

    #[test]
    fn tokens_count_what_they_hold() {
        let mut tokens = Tokens::new();
        tokens.push_literal(7);
        tokens.push_literal(255);
        assert!(!tokens.pop_literal(7) && tokens.pop_literal(255));
        tokens.push_repeat(258, 32_768);
        assert!(!tokens.pop_literal(0));
        let found: Vec<Token> = tokens.iter().collect();
        assert_eq!(found, [Token::Literal(7), Token::Repeat(258, 32_768)]);
        assert_eq!((tokens.symbols()[7], tokens.symbols()[255], tokens.symbols()[285]), (1, 0, 1));
        assert_eq!(tokens.distances()[29], 1);
        tokens.clear();
        assert_eq!((tokens.iter().count(), tokens.symbols().iter().sum::<u32>()), (0, 1));
    }
}
