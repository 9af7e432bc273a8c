//! Surfaces to indexed PNGs, band by band.
//!
//! A PNG's pixels are one zlib stream. Here each band of rows is compressed by itself, from a state
//! that knows nothing of what came before, and flushed to a whole byte, so that its bytes stand for
//! themselves wherever they follow; it lies in an IDAT chunk of its own, and the stream's checksum is
//! combined from those of the bands. So a band that was compressed before can be copied.

use std::io::Write as _;
use std::sync::{Mutex, PoisonError};

use flate2::Compression;
use flate2::write::ZlibEncoder;

use super::canvas::Canvas;
use super::deflate::Deflate;
use super::orientation::BOARD_CELL;
use super::palette::Palette;

/// Some rows of a picture as its PNG holds them.
#[derive(Debug)]
pub struct Band {
    /// The whole IDAT chunk.
    chunk: Vec<u8>,
    /// The Adler-32 checksum of what is compressed in it, and how much that is.
    checksum: u32,
    raw: usize,
}

impl Band {
    /// Compresses a surface. The same surface gives the same bytes.
    pub fn of(canvas: &Canvas) -> Self {
        let mut press = Press::take();
        let band = press.band(canvas);
        press.put_back();
        band
    }

    /// Draws a surface, in memory that is used again and again, and compresses it. The same surface gives the same bytes.
    pub fn drawn(draw: impl FnOnce(Vec<u8>) -> Canvas) -> Self {
        let mut press = Press::take();
        let canvas = draw(std::mem::take(&mut press.surface));
        let band = press.band(&canvas);
        press.surface = canvas.into_memory();
        press.put_back();
        band
    }

    /// The band as it can be kept elsewhere.
    pub fn to_bytes(&self) -> Vec<u8> {
        let raw = self.raw as u32;
        [&self.checksum.to_le_bytes()[..], &raw.to_le_bytes(), &self.chunk].concat()
    }

    /// The band of those bytes; none where they are cut short.
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let (checksum, rest) = bytes.split_first_chunk()?;
        let (raw, chunk) = rest.split_first_chunk()?;
        let (checksum, raw) = (u32::from_le_bytes(*checksum), u32::from_le_bytes(*raw) as usize);
        Some(Self { chunk: chunk.to_vec(), checksum, raw })
    }

    /// How many bytes it takes.
    pub fn bytes(&self) -> usize {
        self.chunk.len() + size_of::<Self>()
    }
}

/// The surface as an indexed PNG in the fixed palette. The same surface gives the same bytes.
pub fn png(canvas: &Canvas) -> Vec<u8> {
    let (width, height) = canvas.size();
    png_of_bands(width, height, [&Band::of(canvas)])
}

/// A picture of that width and height in pixels from its bands, the uppermost first.
pub fn png_of_bands<'a>(width: u32, height: u32, bands: impl IntoIterator<Item = &'a Band>) -> Vec<u8> {
    let bands: Vec<&Band> = bands.into_iter().collect();
    // Beside the bands there are a few chunks, the palette's of 0.8 KB.
    let mut bytes = Vec::with_capacity(1_024 + bands.iter().map(|band| band.chunk.len()).sum::<usize>());
    bytes.extend(b"\x89PNG\r\n\x1a\n");
    let [size_x, size_y] = [width, height].map(u32::to_be_bytes);
    // Eight bits a pixel, numbers of a palette, and the only methods that there are.
    push_chunk(&mut bytes, *b"IHDR", &[&size_x[..], &size_y, &[8, 3, 0, 0, 0]].concat());
    push_chunk(&mut bytes, *b"PLTE", &Palette::get().bytes());
    // Deflate with a window of 32 KB.
    push_chunk(&mut bytes, *b"IDAT", &[0x78, 0x9C]);
    let mut checksum = 1;
    for band in bands {
        bytes.extend(&band.chunk);
        checksum = combined(checksum, band.checksum, band.raw);
    }
    // A last block without contents ends the stream.
    push_chunk(&mut bytes, *b"IDAT", &[&[0x03, 0x00][..], &checksum.to_be_bytes()].concat());
    push_chunk(&mut bytes, *b"IEND", &[]);
    bytes
}

/// Three bytes a pixel, red, green and blue, as a PNG.
pub fn png_of_colours(width: u32, height: u32, colours: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::new();
    bytes.extend(b"\x89PNG\r\n\x1a\n");
    let [size_x, size_y] = [width, height].map(u32::to_be_bytes);
    push_chunk(&mut bytes, *b"IHDR", &[&size_x[..], &size_y, &[8, 2, 0, 0, 0]].concat());
    let mut zlib = ZlibEncoder::new(Vec::new(), Compression::default());
    for row in colours.chunks_exact(3 * width as usize) {
        zlib.write_all(&[0]).and_then(|()| zlib.write_all(row)).expect("writing to memory does not fail");
    }
    let packed = zlib.finish().expect("writing to memory does not fail");
    push_chunk(&mut bytes, *b"IDAT", &packed);
    push_chunk(&mut bytes, *b"IEND", &[]);
    bytes
}

/// What compresses bands; made once for each thread that draws at the same time, 0.3 MB each. What is so large is costly to
/// get from the system each time.
struct Press {
    deflate: Deflate,
    /// Pixels of the band that was drawn last.
    surface: Vec<u8>,
    /// A band's rows, each after the number of its filter.
    raw: Vec<u8>,
    pressed: Vec<u8>,
}

static SPARE: Mutex<Vec<Press>> = Mutex::new(Vec::new());

/// As many are kept, which is more than draw at once on most machines.
const SPARE_MOST: usize = 4;

impl Press {
    fn take() -> Self {
        let spare = SPARE.lock().unwrap_or_else(PoisonError::into_inner).pop();
        spare.unwrap_or_else(|| Self {
            deflate: Deflate::new(),
            surface: Vec::new(),
            raw: Vec::new(),
            pressed: Vec::new(),
        })
    }

    fn put_back(self) {
        let mut spare = SPARE.lock().unwrap_or_else(PoisonError::into_inner);
        if spare.len() < SPARE_MOST {
            spare.push(self);
        }
    }

    fn band(&mut self, canvas: &Canvas) -> Band {
        let width = canvas.size().0 as usize;
        self.raw.clear();
        for row in canvas.pixels().chunks_exact(width) {
            // Filters make numbers of a palette larger, not smaller.
            self.raw.push(0);
            self.raw.extend(row);
        }
        self.pressed.clear();
        // A pixel is often like the one before it, the one above it, or the one in the cell before.
        self.deflate.compress(&self.raw, [1, width + 1, usize::from(BOARD_CELL)], &mut self.pressed);
        let mut chunk = Vec::with_capacity(self.pressed.len() + 12);
        push_chunk(&mut chunk, *b"IDAT", &self.pressed);
        Band { chunk, checksum: simd_adler32::adler32(&self.raw.as_slice()), raw: self.raw.len() }
    }
}

fn push_chunk(bytes: &mut Vec<u8>, name: [u8; 4], contents: &[u8]) {
    bytes.extend((contents.len() as u32).to_be_bytes());
    let start = bytes.len();
    bytes.extend(name);
    bytes.extend(contents);
    let checksum = crc32fast::hash(&bytes[start..]);
    bytes.extend(checksum.to_be_bytes());
}

/// The Adler-32 checksum of two texts one after the other, from theirs and the second's length.
/// RFC 1950: the low half is one more than the sum of all bytes, the high half the sum of the low
/// halves after each byte, both modulo 65521.
fn combined(first: u32, second: u32, second_length: usize) -> u32 {
    const BASE: u64 = 65_521;
    let split = |checksum: u32| (u64::from(checksum & 0xFFFF), u64::from(checksum >> 16));
    let ((low, high), (next_low, next_high)) = (split(first), split(second));
    let length = second_length as u64 % BASE;
    let sum = (low + next_low + BASE - 1) % BASE;
    // Each of the second's low halves began at one and should have begun at `low`.
    let sums = (high + next_high + length * (low + BASE - 1)) % BASE;
    (sums << 16 | sum) as u32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::orientation::Spot;
    use crate::picture::palette::Ink;
    use crate::picture::shape::Shape;

    fn canvas(discs: u16) -> Canvas {
        let mut canvas = Canvas::filled(333, 250, Ink::FIELD);
        for disc in 0..discs {
            let middle = Spot { x: f32::from(disc * 97 % 333), y: f32::from(disc * 61 % 250) };
            canvas.fill(&Shape::disc(middle, 20.0), if disc % 2 == 0 { Ink::BLUE } else { Ink::VERMILION });
        }
        canvas
    }

    /// Numbers of the palette, as the `png` crate reads them.
    fn read(bytes: &[u8]) -> Vec<u8> {
        let mut decoder = png::Decoder::new(std::io::Cursor::new(bytes));
        decoder.set_transformations(png::Transformations::IDENTITY);
        let mut reader = decoder.read_info().unwrap();
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        reader.next_frame(&mut pixels).unwrap();
        reader.finish().unwrap();
        pixels
    }

    #[test]
    fn what_is_read_back_is_what_was_drawn() {
        for discs in 0..12 {
            let canvas = canvas(discs);
            assert!(read(&canvas.png()) == canvas.pixels(), "{discs} discs");
        }
    }

    #[test]
    fn a_picture_of_bands_reads_back_as_one_whole() {
        let canvas = canvas(12);
        let back = |band: Band| Band::from_bytes(&band.to_bytes()).unwrap();
        for cuts in [&[0, 250][..], &[0, 1, 250], &[0, 17, 100, 101, 249, 250]] {
            let bands: Vec<Band> =
                cuts.windows(2).map(|ends| back(Band::of(&canvas.rows(ends[0]..ends[1])))).collect();
            assert!(read(&png_of_bands(333, 250, &bands)) == canvas.pixels(), "{cuts:?}");
        }
    }

    #[test]
    fn checksums_combine_to_that_of_the_whole() {
        let whole: Vec<u8> = (0..200_000u32).map(|number| (number.wrapping_mul(number) >> 7) as u8).collect();
        let of = |part: &[u8]| simd_adler32::adler32(&part);
        for cut in [0, 1, 65_520, 65_521, 65_522, 131_042, 199_999, 200_000] {
            let (first, second) = whole.split_at(cut);
            assert_eq!(combined(of(first), of(second), second.len()), of(&whole), "cut at {cut}");
        }
    }
}
