//! The compression of a GIF's frames (LZW, appendix F of the format).
//!
//! Most of a replay's pixels show through, in runs of thousands. The strings of one repeated byte are therefore kept as
//! a list by their length, so that a run costs as much as it has codes, not as it has pixels; everything else is looked
//! up in a small table of (code, byte).

/// How many bits a pixel has.
const PIXEL_BITS: u8 = 8;
const CLEAR: u16 = 1 << PIXEL_BITS;
const END: u16 = CLEAR + 1;
const FIRST: u16 = END + 1;
const WIDTH_LEAST: u32 = PIXEL_BITS as u32 + 1;
const WIDTH_MOST: u32 = 12;
/// Codes there can be.
const CODES: u16 = 1 << WIDTH_MOST;
/// Twice as many slots as codes, so that a look-up ends soon.
const SLOTS: usize = 2 * CODES as usize;

/// The pixels as a frame's image data: the least code size, then the codes.
pub fn compress(pixels: &[u8]) -> Vec<u8> {
    let mut coder = Coder::begin(pixels.len());
    let mut rest = pixels;
    // How many of the bytes at the head of the rest are alike, where that is known.
    let mut run = 0;
    while let Some(&byte) = rest.first() {
        if run == 0 {
            run = rest.iter().position(|other| *other != byte).unwrap_or(rest.len());
        }
        let (mut code, taken) = coder.strings.longest_run(byte, run);
        rest = &rest[taken..];
        run -= taken;
        if run > 0 {
            coder.emit(code);
            coder.strings.add_run(byte);
        } else {
            loop {
                let Some((&next, after)) = rest.split_first() else {
                    coder.emit(code);
                    return coder.end();
                };
                match coder.strings.find(code, next) {
                    Ok(longer) => (code, rest) = (longer, after),
                    Err(slot) => {
                        coder.emit(code);
                        coder.strings.add(code, next, slot);
                        break;
                    }
                }
            }
        }
        coder.clear_if_full();
    }
    coder.end()
}

/// The strings that have a code.
struct Strings {
    /// By byte: the codes of two of it, three of it, and so on.
    runs: Vec<Vec<u16>>,
    /// All others: what stands before the last byte, that byte, and their code. Zero is an empty slot.
    slots: Vec<(u32, u16)>,
    next: u16,
}

impl Strings {
    fn longest_run(&self, byte: u8, most: usize) -> (u16, usize) {
        let codes = &self.runs[usize::from(byte)];
        match most.min(codes.len() + 1) {
            0 | 1 => (u16::from(byte), 1),
            count => (codes[count - 2], count),
        }
    }

    fn add_run(&mut self, byte: u8) {
        self.runs[usize::from(byte)].push(self.next);
        self.next += 1;
    }

    /// The code of a string and one byte more, or the slot where it would stand.
    fn find(&self, code: u16, byte: u8) -> Result<u16, usize> {
        let key = key(code, byte);
        let mut slot = (key.wrapping_mul(0x9E37_79B1) >> (u32::BITS - SLOTS.ilog2())) as usize;
        loop {
            match self.slots[slot] {
                (0, _) => return Err(slot),
                (found, code) if found == key => return Ok(code),
                _ => slot = (slot + 1) % SLOTS,
            }
        }
    }

    fn add(&mut self, code: u16, byte: u8, slot: usize) {
        self.slots[slot] = (key(code, byte), self.next);
        self.next += 1;
    }

    fn clear(&mut self) {
        self.runs.iter_mut().for_each(Vec::clear);
        self.slots.fill((0, 0));
        self.next = FIRST;
    }
}

/// Never zero.
fn key(code: u16, byte: u8) -> u32 {
    (u32::from(code) << 8 | u32::from(byte)) + 1
}

/// Codes on their way into bytes, the lowest bit first.
struct Coder {
    strings: Strings,
    width: u32,
    bytes: Vec<u8>,
    bits: u32,
    count: u32,
}

impl Coder {
    fn begin(pixels: usize) -> Self {
        let strings = Strings { runs: vec![Vec::new(); 256], slots: vec![(0, 0); SLOTS], next: FIRST };
        let mut bytes = Vec::with_capacity(pixels / 16 + 16);
        bytes.push(PIXEL_BITS);
        let mut coder = Self { strings, width: WIDTH_LEAST, bytes, bits: 0, count: 0 };
        coder.write(CLEAR);
        coder
    }

    /// Writes the code of a string. Who reads knows each new string one code later than it was made, and so when codes
    /// become wider.
    fn emit(&mut self, code: u16) {
        self.write(code);
        if u32::from(self.strings.next) >= 1 << self.width && self.width < WIDTH_MOST {
            self.width += 1;
        }
    }

    fn write(&mut self, code: u16) {
        self.bits |= u32::from(code) << self.count;
        self.count += self.width;
        while self.count >= 8 {
            self.bytes.push(self.bits as u8);
            self.bits >>= 8;
            self.count -= 8;
        }
    }

    fn clear_if_full(&mut self) {
        if self.strings.next == CODES {
            self.write(CLEAR);
            self.strings.clear();
            self.width = WIDTH_LEAST;
        }
    }

    fn end(mut self) -> Vec<u8> {
        self.write(END);
        if self.count > 0 {
            self.bytes.push(self.bits as u8);
        }
        self.bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a library's reader makes of a one-line animation with that frame.
    fn read(pixels: &[u8]) -> Vec<u8> {
        let (width, height) = (u16::try_from(pixels.len()).unwrap(), 1);
        let palette: Vec<u8> = (0..=255).flat_map(|grey| [grey; 3]).collect();
        let mut film = Vec::new();
        let mut encoder = gif::Encoder::new(&mut film, width, height, &palette).unwrap();
        let frame = gif::Frame { width, height, buffer: compress(pixels).into(), ..gif::Frame::default() };
        encoder.write_lzw_pre_encoded_frame(&frame).unwrap();
        drop(encoder);
        let mut reader = gif::DecodeOptions::new().read_info(film.as_slice()).unwrap();
        reader.read_next_frame().unwrap().unwrap().buffer.to_vec()
    }

    proptest::proptest! {
        #[test]
        fn a_reader_finds_the_pixels_again(runs in proptest::collection::vec((0_u8..5, 1_usize..900), 1..70)) {
            let pixels: Vec<u8> = runs.iter().flat_map(|&(byte, count)| vec![byte * 63; count]).collect();
            proptest::prop_assert_eq!(read(&pixels), pixels);
        }

        #[test]
        fn so_it_does_where_no_two_are_alike_for_long(pixels in proptest::collection::vec(0_u8..=255, 1..20_000)) {
            proptest::prop_assert_eq!(read(&pixels), pixels);
        }
    }

    #[test]
    fn every_length_of_a_run_comes_back_also_where_codes_become_wider_or_are_used_up() {
        // 3,838 strings use up the codes: one byte more each.
        for count in (1..600).chain([32_000, 33_150, 33_151, 33_152, 33_153, 60_000]) {
            assert_eq!(read(&vec![255; count]), vec![255; count], "{count}");
        }
    }

    #[test]
    fn long_runs_cost_few_bytes() {
        // A run of n pixels takes about √(2n) codes of at most 12 bits.
        assert!(compress(&vec![255; 1_000_000]).len() < 2_200);
    }
}
