//! What repeats itself in rows of pixels, found quickly: the search of the deflate compressor.
//!
//! A board's pixels repeat at few distances: a place is like the one before it, like the one above it or
//! like the one in the cell beside it. These are looked at first; beside them only the two last places
//! that began with the same bytes.

use std::ops::Range;

use super::token::{DISTANCE_MOST, LENGTH_LEAST, LENGTH_MOST, Tokens, distance_bits};

/// How many distances are looked at everywhere.
pub const PERIODS: usize = 3;

/// How many of the table's slots there are, as a power of two.
const SLOTS: u32 = 12;
/// How many bytes choose the slot. What repeats itself for less is seldom worth its distance.
const HASHED: u32 = 7;
/// Places kept in a slot.
const PLACES: usize = 2;

// What a repetition is worth is counted in bits: four a byte, since that is what literals and shorter
// repetitions would take about, less the bits that its distance takes beside its word.
const WORTH_OF_A_BYTE: u32 = 4;
/// It must be worth more than this; so two bytes never are.
const WORTH_LEAST: u32 = 8;
/// Repetitions of so many bytes are taken as they are; with others the next place is tried, too.
const LONG: usize = 32;
/// Who finds one of so many bytes looks for no better.
const LONG_ENOUGH: usize = 128;
/// Of a repetition only so many places at its beginning and its end are kept to be found again.
const KEPT_AT_BEGINNING: usize = 3;
const KEPT_AT_END: usize = 6;

#[derive(Clone, Copy)]
struct Repeat {
    length: usize,
    distance: usize,
    worth: u32,
}

/// Texts into tokens.
pub struct Search {
    /// By a hash of the bytes that begin there: the last two places, modulo 2¹⁶, the later one low.
    slots: Box<[u32; 1 << SLOTS]>,
    tokens: Tokens,
}

impl Search {
    pub fn new() -> Self {
        Self { slots: Box::new([0; 1 << SLOTS]), tokens: Tokens::new() }
    }

    /// Begins another text, of which nothing is known.
    pub fn forget(&mut self) {
        // A slot that holds nothing seems to hold the first place; bytes are compared anyway.
        self.slots.fill(0);
    }

    /// That part of the text in tokens; the parts before it must have been looked through. Distances
    /// in `periods` are looked at everywhere.
    pub fn tokens(&mut self, text: &[u8], part: Range<usize>, periods: [usize; PERIODS]) -> &Tokens {
        self.tokens.clear();
        let periods = periods.map(|period| if (1..=DISTANCE_MOST).contains(&period) { period } else { 1 });
        let Range { start: mut at, end } = part;
        while at + LENGTH_LEAST <= end {
            let Some(mut repeat) = self.repeat(text, at, end, periods, WORTH_LEAST) else {
                self.tokens.push_literal(text[at]);
                at += 1;
                continue;
            };
            let mut unkept = at + 1;
            while repeat.length < LONG && at + 1 + LENGTH_LEAST <= end {
                unkept = at + 2;
                let Some(later) = self.repeat(text, at + 1, end, periods, repeat.worth + 1) else { break };
                self.tokens.push_literal(text[at]);
                at += 1;
                repeat = later;
            }
            let after = at + repeat.length;
            self.take(text, at, repeat);
            // Inside a run there is nothing to be found again.
            let beginning = if repeat.distance == 1 { 0 } else { KEPT_AT_BEGINNING };
            let begun = (at + 1 + beginning).clamp(unkept, after);
            self.keep_all(text, unkept..begun);
            self.keep_all(text, begun.max(after.saturating_sub(KEPT_AT_END))..after);
            at = after;
        }
        while at < end {
            self.tokens.push_literal(text[at]);
            at += 1;
        }
        &self.tokens
    }

    /// The repetition in tokens. It may have begun earlier than it was found: literals before it that it
    /// can stand for are taken back.
    fn take(&mut self, text: &[u8], mut at: usize, repeat: Repeat) {
        let Repeat { mut length, distance, .. } = repeat;
        while length < LENGTH_MOST
            && at > distance
            && text[at - 1] == text[at - 1 - distance]
            && self.tokens.pop_literal(text[at - 1])
        {
            at -= 1;
            length += 1;
        }
        self.tokens.push_repeat(length, distance);
    }

    fn keep_all(&mut self, text: &[u8], places: Range<usize>) {
        for at in places {
            self.keep(eight(text, at), at);
        }
    }

    /// Keeps a place where these bytes begin, and tells which were kept for them before.
    #[inline]
    fn keep(&mut self, bytes: u64, at: usize) -> u32 {
        // A multiplier of which every bit of the product's upper end depends on all bytes.
        let hash = (bytes << (64 - 8 * HASHED)).wrapping_mul(0x9E37_79B1_85EB_CA87) >> (64 - SLOTS);
        let slot = &mut self.slots[hash as usize];
        let before = *slot;
        *slot = before << 16 | at as u32 & 0xFFFF;
        before
    }

    /// Looks for the repetition at that place that is worth most, and more than that; keeps the place.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "measured: a call each takes a sixth longer")]
    fn repeat(
        &mut self,
        text: &[u8],
        at: usize,
        end: usize,
        periods: [usize; PERIODS],
        worth: u32,
    ) -> Option<Repeat> {
        let bytes = eight(text, at);
        let mut places = self.keep(bytes, at);
        let mut best = Best(worth << 16 | 0xFFFF);
        let text = &text[..end.min(at + LENGTH_MOST)];
        for distance in periods {
            if best.with(text, at, bytes, distance) >= LONG_ENOUGH {
                return best.found(at, text.len(), worth);
            }
        }
        for _ in 0..PLACES {
            // Whatever the distance is in truth, it is one whose bytes are then compared.
            let distance = usize::from((at as u16).wrapping_sub(places as u16));
            places >>= 16;
            if (1..=DISTANCE_MOST).contains(&distance) && best.with(text, at, bytes, distance) >= LONG_ENOUGH
            {
                break;
            }
        }
        best.found(at, text.len(), worth)
    }
}

/// The best of what was compared: its worth in the upper half, its distance's complement in the lower,
/// so that of two of the same worth the nearer is greater.
struct Best(u32);

impl Best {
    /// Compares the text from that place, which begins with these eight bytes, with what stands so far
    /// before it, to the text's end. Tells for how many bytes they are alike; beyond the text's end up to
    /// seven may seem so.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "measured: a call each takes a sixth longer")]
    fn with(&mut self, text: &[u8], at: usize, bytes: u64, distance: usize) -> usize {
        let Some(from) = at.checked_sub(distance) else { return 0 };
        let differ = eight(text, from) ^ bytes;
        let length = if differ == 0 { alike(text, from, at) } else { (differ.trailing_zeros() / 8) as usize };
        let worth = (WORTH_OF_A_BYTE * length as u32).saturating_sub(distance_bits(distance));
        self.0 = self.0.max(worth << 16 | (0xFFFF ^ distance as u32));
        length
    }

    #[inline]
    fn found(&self, at: usize, end: usize, least: u32) -> Option<Repeat> {
        let (worth, distance) = (self.0 >> 16, (self.0 & 0xFFFF ^ 0xFFFF) as usize);
        if worth <= least {
            return None;
        }
        let length = ((worth + distance_bits(distance)) / WORTH_OF_A_BYTE) as usize;
        Some(Repeat { length: length.min(end - at), distance, worth })
    }
}

/// The eight bytes from there on, the first one lowest; beyond the end stand zeros.
#[inline]
fn eight(text: &[u8], at: usize) -> u64 {
    match text[at..].first_chunk() {
        Some(bytes) => u64::from_le_bytes(*bytes),
        None => last_eight(&text[at..]),
    }
}

#[cold]
fn last_eight(rest: &[u8]) -> u64 {
    rest.iter().rev().fold(0, |bytes, byte| bytes << 8 | u64::from(*byte))
}

/// How many bytes are alike from both places on, to the end of the text; the first eight are.
#[inline]
fn alike(text: &[u8], from: usize, at: usize) -> usize {
    let Some(rest) = text.get(at + 8..) else { return text.len() - at };
    let (chunks, last) = rest.as_chunks::<8>();
    let (earlier, earlier_last) = text[from + 8..][..rest.len()].as_chunks::<8>();
    let mut length = 8;
    for (one, other) in chunks.iter().zip(earlier) {
        let differ = u64::from_le_bytes(*one) ^ u64::from_le_bytes(*other);
        if differ != 0 {
            return length + (differ.trailing_zeros() / 8) as usize;
        }
        length += 8;
    }
    length + last.iter().zip(earlier_last).take_while(|(one, other)| one == other).count()
}
