//! Surfaces to indexed PNGs.

use super::canvas::Canvas;
use super::palette::Palette;

/// Of zlib's levels the one from which on a picture hardly becomes smaller, only slower.
const COMPRESSION: u8 = 6;

/// The surface as an indexed PNG in the fixed palette.
pub fn png(canvas: &Canvas) -> Vec<u8> {
    let (width, height) = canvas.size();
    let mut bytes = Vec::with_capacity(96 * 1024);
    let mut encoder = png::Encoder::new(&mut bytes, width, height);
    encoder.set_color(png::ColorType::Indexed);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_palette(Palette::get().bytes());
    encoder.set_deflate_compression(png::DeflateCompression::Level(COMPRESSION));
    encoder.set_filter(png::Filter::NoFilter);
    let mut writer = encoder.write_header().expect("writing to memory does not fail");
    writer.write_image_data(canvas.pixels()).expect("there is one index for each pixel");
    writer.finish().expect("writing to memory does not fail");
    bytes
}
