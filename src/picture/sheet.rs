//! Many pictures on one sheet, as small as a phone shows them, to look at them all at once.

use std::io::Read as _;

use flate2::read::ZlibDecoder;

use super::canvas::Canvas;
use super::encode::png_of_colours;
use super::font::{self, Align};
use super::orientation::Spot;
use super::palette::{Ink, Palette};

/// A picture on a sheet.
#[derive(Clone, Copy, Debug)]
pub struct Exhibit<'a> {
    /// One of this module's pictures.
    pub png: &'a [u8],
    /// What stands below it, on lines of at most some 40 characters.
    pub caption: [&'a str; 2],
}

/// As wide as Discord shows a square picture, in pixels.
const SHOWN: usize = 350;
/// Between pictures, in pixels.
const GAP: usize = 20;
/// The height of a caption in pixels, and of a line and of its letters.
const CAPTION: usize = 54;
const LINE: f32 = 25.0;
const LETTERS: f32 = 19.0;
/// Red, green and blue of what lies behind pictures in Discord's dark and light looks.
const SURROUNDINGS: [[u8; 3]; 2] = [[0x31, 0x33, 0x38], [0xFF, 0xFF, 0xFF]];

/// All pictures 350 pixels wide with their captions, in so many columns, by turns on dark and on light ground, as an
/// RGB PNG. What is none of this module's pictures is left out, with its caption.
pub fn contact_sheet(exhibits: &[Exhibit], columns: usize) -> Vec<u8> {
    let shown: Vec<(Colours, Colours)> = exhibits
        .iter()
        .filter_map(|exhibit| Some((read(exhibit.png)?.narrowed(SHOWN), caption(exhibit.caption))))
        .collect();
    let columns = columns.max(1);
    let rows: Vec<&[(Colours, Colours)]> = shown.chunks(columns).collect();
    let heights: Vec<usize> = rows
        .iter()
        .map(|row| row.iter().map(|(picture, _)| picture.height).max().unwrap_or(0) + CAPTION + GAP)
        .collect();
    let mut sheet = Colours::striped(columns, SHOWN + GAP, heights.iter().sum::<usize>().max(1));
    let mut top = GAP / 2;
    for (row, height) in rows.iter().zip(heights) {
        for (column, (picture, caption)) in row.iter().enumerate() {
            let left = column * (SHOWN + GAP) + GAP / 2;
            sheet.put(picture, left, top);
            sheet.put(caption, left, top + picture.height);
        }
        top += height;
    }
    png_of_colours(sheet.width as u32, sheet.height as u32, &sheet.bytes)
}

/// A surface of red, green and blue.
struct Colours {
    width: usize,
    height: usize,
    /// Three a pixel, row by row.
    bytes: Vec<u8>,
}

impl Colours {
    /// So many columns of that width, dark and light by turns.
    fn striped(columns: usize, wide: usize, height: usize) -> Self {
        let row: Vec<u8> = (0..columns).flat_map(|column| SURROUNDINGS[column % 2].repeat(wide)).collect();
        Self { width: columns * wide, height, bytes: row.repeat(height) }
    }

    fn of(canvas: &Canvas) -> Self {
        let (width, height) = canvas.size();
        let palette = Palette::get();
        let bytes = canvas.pixels().iter().flat_map(|number| palette.colour(*number).0).collect();
        Self { width: width as usize, height: height as usize, bytes }
    }

    /// Lays another over this one; it must fit.
    fn put(&mut self, other: &Self, left: usize, top: usize) {
        for (row, line) in other.bytes.chunks_exact(3 * other.width).enumerate() {
            let start = 3 * ((top + row) * self.width + left);
            self.bytes[start..start + line.len()].copy_from_slice(line);
        }
    }

    /// That wide: each pixel the mean of what it stands for.
    fn narrowed(&self, width: usize) -> Self {
        let height = (self.height * width).div_ceil(self.width).max(1);
        let across = shares(self.width, width);
        let down = shares(self.height, height);
        let mut bytes = Vec::with_capacity(3 * width * height);
        for rows in &down {
            for columns in &across {
                let mut sum = [0.0; 3];
                for (row, high) in rows {
                    for (column, wide) in columns {
                        let pixel = &self.bytes[3 * (row * self.width + column)..][..3];
                        for (sum, channel) in sum.iter_mut().zip(pixel) {
                            *sum += f32::from(*channel) * high * wide;
                        }
                    }
                }
                bytes.extend(sum.map(|channel| channel.round() as u8));
            }
        }
        Self { width, height, bytes }
    }
}

/// Of which of `from` places each of `to` consists, with their shares, which sum to one.
fn shares(from: usize, to: usize) -> Vec<Vec<(usize, f32)>> {
    let scale = from as f32 / to as f32;
    let of = |place: usize| {
        let (start, end) = (place as f32 * scale, (place + 1) as f32 * scale);
        let places = start as usize..(end.ceil() as usize).clamp(start as usize + 1, from);
        places.map(|at| (at, (end.min(at as f32 + 1.0) - start.max(at as f32)).max(0.0) / scale)).collect()
    };
    (0..to).map(of).collect()
}

fn caption(lines: [&str; 2]) -> Colours {
    let mut canvas = Canvas::filled(SHOWN as u32, CAPTION as u32, Ink::PAPER);
    for (line, text) in lines.into_iter().enumerate() {
        let known: String = text
            .chars()
            .map(|character| if font::has_glyphs(&character.to_string()) { character } else { '?' })
            .collect();
        let text = font::clipped(&known, LETTERS, SHOWN as f32 - 12.0);
        let spot = Spot { x: 6.0, y: (line as f32 + 0.55) * LINE };
        font::write(&mut canvas, &text, spot, Align::Left, LETTERS, Ink::DARK);
    }
    Colours::of(&canvas)
}

/// Reads one of this module's own pictures: indexed, unfiltered.
fn read(png: &[u8]) -> Option<Colours> {
    let mut rest = png.strip_prefix(b"\x89PNG\r\n\x1a\n")?;
    let (mut size, mut packed) = (None, Vec::new());
    while let Some((length, behind)) = rest.split_first_chunk::<4>() {
        let (name, behind) = behind.split_first_chunk::<4>()?;
        let (contents, behind) = behind.split_at_checked(u32::from_be_bytes(*length) as usize)?;
        match name {
            b"IHDR" => {
                let number = |at: usize| contents.get(at..at + 4)?.try_into().ok().map(u32::from_be_bytes);
                size = Some((number(0)? as usize, number(4)? as usize));
            }
            b"IDAT" => packed.extend(contents),
            _ => {}
        }
        // The checksum is left unread.
        rest = behind.get(4..)?;
    }
    let (width, height) = size?;
    let mut raw = Vec::new();
    ZlibDecoder::new(packed.as_slice()).read_to_end(&mut raw).ok()?;
    if width == 0 || raw.len() != (width + 1) * height {
        return None;
    }
    let palette = Palette::get();
    let numbers = raw.chunks_exact(width + 1).flat_map(|row| &row[1..]);
    Some(Colours { width, height, bytes: numbers.flat_map(|number| palette.colour(*number).0).collect() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::{Language, order_of_pieces};

    #[test]
    fn a_picture_is_read_back_as_it_was_drawn() {
        let mut canvas = Canvas::filled(70, 40, Ink::FIELD);
        font::write(&mut canvas, "軍", Spot { x: 35.0, y: 20.0 }, Align::Middle, 36.0, Ink::BLUE);
        let (read, drawn) = (read(&canvas.png()).unwrap(), Colours::of(&canvas));
        assert!((read.width, read.height) == (70, 40) && read.bytes == drawn.bytes);
    }

    #[test]
    fn a_sheet_holds_every_picture_on_dark_and_light() {
        let order = order_of_pieces(Language::English);
        let exhibit = Exhibit { png: &order.png, caption: ["order", "🀄 en"] };
        let sheet = contact_sheet(&[exhibit, exhibit, Exhibit { png: b"no picture", ..exhibit }, exhibit], 2);
        let image = image::load_from_memory(&sheet).unwrap().to_rgb8();
        // Two rows, each as high as the picture at 350 pixels with its caption.
        assert_eq!(image.dimensions(), (740, 2 * (498 * 350u32).div_ceil(1078) + 2 * 74));
        assert_eq!((image.get_pixel(2, 2).0, image.get_pixel(737, 2).0), (SURROUNDINGS[0], SURROUNDINGS[1]));
    }

    #[test]
    fn a_narrowed_plain_surface_stays_plain() {
        let canvas = Canvas::filled(1088, 97, Ink::SKY);
        let narrow = Colours::of(&canvas).narrowed(350);
        assert!(narrow.bytes.chunks_exact(3).all(|pixel| pixel == Ink::SKY.0));
    }
}
