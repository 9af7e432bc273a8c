//! A surface to draw on, and its way to PNG.

use ab_glyph_rasterizer::{Rasterizer, point};

use super::orientation::Spot;
use super::palette::{Ink, Palette};
use super::shape::Shape;

/// A surface of pixels, transparent at first or of one ink.
#[derive(Clone, Debug)]
pub struct Canvas {
    width: u32,
    height: u32,
    /// Row by row from the top: red, green, blue, opacity.
    pixels: Vec<[u8; 4]>,
}

impl Canvas {
    /// A transparent surface.
    pub fn clear(width: u32, height: u32) -> Self {
        Self { width, height, pixels: vec![[0; 4]; (width * height) as usize] }
    }

    /// A surface of one ink.
    pub fn filled(width: u32, height: u32, Ink([red, green, blue]): Ink) -> Self {
        Self { width, height, pixels: vec![[red, green, blue, 255]; (width * height) as usize] }
    }

    /// Width and height in pixels.
    pub const fn size(&self) -> (u32, u32) {
        (self.width, self.height)
    }

    /// Fills the shape; what lies outside the surface is left out.
    pub fn fill(&mut self, shape: &Shape, ink: Ink) {
        self.wash(shape, ink, 1.0);
    }

    /// Fills the shape with an ink of that opacity, 0 to 1.
    pub fn wash(&mut self, shape: &Shape, ink: Ink, opacity: f32) {
        let spots = || shape.outlines.iter().flatten();
        let least = |of: fn(&Spot) -> f32| spots().map(of).fold(f32::MAX, f32::min).floor();
        let most = |of: fn(&Spot) -> f32| spots().map(of).fold(f32::MIN, f32::max).ceil();
        if shape.outlines.is_empty() {
            return;
        }
        let (left, top) = (least(|spot| spot.x), least(|spot| spot.y));
        let (right, bottom) = (most(|spot| spot.x), most(|spot| spot.y));
        // One pixel of room at each side: the rasterizer writes beside its last column.
        let (width, height) = ((right - left) as usize + 2, (bottom - top) as usize + 2);
        let mut raster = Rasterizer::new(width, height);
        for outline in &shape.outlines {
            let next = outline.iter().cycle().skip(1);
            for (a, b) in outline.iter().zip(next) {
                raster.draw_line(point(a.x - left, a.y - top), point(b.x - left, b.y - top));
            }
        }
        raster.for_each_pixel_2d(|x, y, coverage| {
            if coverage > 0.0 {
                self.blend(left as i32 + x as i32, top as i32 + y as i32, ink, coverage.min(1.0) * opacity);
            }
        });
    }

    /// Lays an ink over one pixel; one outside the surface is left out.
    pub fn blend(&mut self, x: i32, y: i32, ink: Ink, opacity: f32) {
        let opacity = (opacity * 255.0 + 0.5) as u8;
        if let Some(pixel) = self.pixel(x, y) {
            lay(pixel, ink, opacity);
        }
    }

    /// Lays another surface over this one, its upper left corner at `left`, `top`.
    pub fn stamp(&mut self, other: &Self, left: i32, top: i32) {
        for (row, line) in other.pixels.chunks_exact(other.width as usize).enumerate() {
            for (column, &[red, green, blue, opacity]) in line.iter().enumerate() {
                if opacity > 0
                    && let Some(pixel) = self.pixel(left + column as i32, top + row as i32)
                {
                    lay(pixel, Ink([red, green, blue]), opacity);
                }
            }
        }
    }

    fn pixel(&mut self, x: i32, y: i32) -> Option<&mut [u8; 4]> {
        let (x, y) = (u32::try_from(x).ok()?, u32::try_from(y).ok()?);
        if x >= self.width || y >= self.height {
            return None;
        }
        self.pixels.get_mut((y * self.width + x) as usize)
    }

    /// The surface as an indexed PNG in the fixed palette; opacity is left out.
    pub fn png(&self) -> Vec<u8> {
        let palette = Palette::get();
        let indices: Vec<u8> =
            self.pixels.iter().map(|&[red, green, blue, _]| palette.nearest([red, green, blue])).collect();
        let mut bytes = Vec::with_capacity(96 * 1024);
        let mut encoder = png::Encoder::new(&mut bytes, self.width, self.height);
        encoder.set_color(png::ColorType::Indexed);
        encoder.set_depth(png::BitDepth::Eight);
        encoder.set_palette(palette.bytes());
        encoder.set_deflate_compression(png::DeflateCompression::Level(COMPRESSION));
        encoder.set_filter(png::Filter::NoFilter);
        let mut writer = encoder.write_header().expect("writing to memory does not fail");
        writer.write_image_data(&indices).expect("there is one index for each pixel");
        writer.finish().expect("writing to memory does not fail");
        bytes
    }

    #[cfg(test)]
    pub(super) fn at(&self, x: u32, y: u32) -> [u8; 4] {
        self.pixels[(y * self.width + x) as usize]
    }
}

/// Of zlib's levels the one from which on a picture hardly becomes smaller, only slower.
const COMPRESSION: u8 = 4;

fn lay(pixel: &mut [u8; 4], ink: Ink, opacity: u8) {
    match (opacity, pixel[3]) {
        (0, _) => {}
        (255, _) | (_, 0) => *pixel = [ink.0[0], ink.0[1], ink.0[2], opacity],
        (_, 255) => {
            let Ink([red, green, blue]) = Ink([pixel[0], pixel[1], pixel[2]]).towards(ink, opacity);
            *pixel = [red, green, blue, 255];
        }
        (_, under) => {
            // Both see-through: weigh each by what is seen of it.
            let rest = u32::from(under) * u32::from(255 - opacity) / 255;
            let whole = u32::from(opacity) + rest;
            let share = (u32::from(opacity) * 255 / whole) as u8;
            let Ink([red, green, blue]) = Ink([pixel[0], pixel[1], pixel[2]]).towards(ink, share);
            *pixel = [red, green, blue, whole as u8];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_may_reach_beyond_the_surface() {
        let mut canvas = Canvas::filled(20, 20, Ink::FIELD);
        canvas.fill(&Shape::disc(Spot { x: -3.0, y: 21.0 }, 9.0), Ink::BLUE);
        canvas.fill(&Shape::disc(Spot { x: 500.0, y: -40.0 }, 9.0), Ink::BLUE);
        assert_eq!(canvas.at(0, 19), [0x1F, 0x4E, 0x9E, 255]);
        assert_eq!(canvas.at(19, 0), [0xED, 0xE3, 0xCB, 255]);
    }

    #[test]
    fn edges_are_smooth() {
        let mut canvas = Canvas::filled(20, 20, Ink::PAPER);
        canvas.fill(&Shape::rounded(Spot { x: 10.5, y: 10.0 }, (5.0, 5.0), 1.0), Ink::BLACK);
        let between = canvas.at(5, 10)[0];
        assert!(between > 0x2B && between < 0xFF, "{between}");
    }
}
