//! A surface to draw on: one number of the palette for each pixel.

use std::cell::RefCell;
use std::ops::Range;

use ab_glyph_rasterizer::{Rasterizer, point};

use super::encode;
use super::orientation::Spot;
use super::palette::{Brush, Ink, Opacity, Palette};
use super::shape::Shape;

/// A surface of pixels, each of a colour of the palette: a whole picture, or some rows of one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Canvas {
    width: u32,
    height: u32,
    /// The first of the picture's rows that it holds.
    top: u32,
    /// Row by row from the top: numbers of the palette.
    pixels: Vec<u8>,
}

/// A small surface with smooth edges and a shadow, made once and stamped often. Its rim is of one ink.
#[derive(Clone, Debug)]
pub struct Sprite {
    face: Canvas,
    rim: Ink,
    /// `[row]`: where the pixels that cover everything begin and end.
    spans: Vec<(u16, u16)>,
    /// What covers only in part: column, row, and how much.
    edge: Vec<(u16, u16, Opacity)>,
}

impl Canvas {
    /// A surface of one ink.
    pub fn filled(width: u32, height: u32, ink: Ink) -> Self {
        let number = Palette::get().number(ink);
        Self { width, height, top: 0, pixels: vec![number; (width * height) as usize] }
    }

    /// A copy of some of its rows. What is drawn on it is drawn as on the whole, where these rows
    /// are concerned.
    pub fn rows(&self, rows: Range<u32>) -> Self {
        self.rows_in(rows, Vec::new())
    }

    /// The same in memory that served something else before.
    pub fn rows_in(&self, rows: Range<u32>, mut pixels: Vec<u8>) -> Self {
        let wide = self.width as usize;
        pixels.clear();
        pixels.extend(&self.pixels[rows.start as usize * wide..rows.end as usize * wide]);
        Self { width: self.width, height: rows.end - rows.start, top: self.top + rows.start, pixels }
    }

    /// Its memory, to serve something else.
    pub fn into_memory(self) -> Vec<u8> {
        self.pixels
    }

    /// The picture's rows that it holds.
    pub const fn span(&self) -> Range<u32> {
        self.top..self.top + self.height
    }

    /// Width and height in pixels.
    pub const fn size(&self) -> (u32, u32) {
        (self.width, self.height)
    }

    /// Row by row from the top: numbers of the palette.
    pub fn pixels(&self) -> &[u8] {
        &self.pixels
    }

    /// Fills the shape; what lies outside the surface is left out.
    pub fn fill(&mut self, shape: &Shape, ink: Ink) {
        self.wash(shape, ink, 1.0);
    }

    /// Fills the shape with an ink of that opacity, 0 to 1.
    pub fn wash(&mut self, shape: &Shape, ink: Ink, opacity: f32) {
        let brush = Palette::get().brush(ink);
        each_covered(shape, self.span(), |x, y, coverage| self.blend(x, y, brush, coverage * opacity));
    }

    /// Lays an ink over one pixel, in steps of a sixth; one outside the surface is left out.
    #[inline]
    pub fn blend(&mut self, x: i32, y: i32, brush: Brush, opacity: f32) {
        let (Ok(x), Ok(y)) = (u32::try_from(x), u32::try_from(y - self.top as i32)) else { return };
        if x < self.width && y < self.height {
            let pixel = &mut self.pixels[(y * self.width + x) as usize];
            *pixel = brush.over(*pixel, Opacity::of(opacity));
        }
    }

    /// Lays a sprite over this surface, its upper left corner at `left`, `top`; rows that lie
    /// outside are left out.
    ///
    /// # Panics
    /// If the sprite reaches beyond the surface's sides.
    pub fn stamp(&mut self, sprite: &Sprite, left: u32, top: u32) {
        let own = sprite.face.width as usize;
        for (row, line) in self.lines(top, sprite.face.height) {
            let (from, to) = sprite.spans[row];
            let (from, to) = (usize::from(from), usize::from(to));
            let face = &sprite.face.pixels[row * own + from..row * own + to];
            line[left as usize + from..left as usize + to].copy_from_slice(face);
        }
        let brush = Palette::get().brush(sprite.rim);
        for &(column, row, opacity) in &sprite.edge {
            let row = (top + u32::from(row)).wrapping_sub(self.top);
            if row < self.height {
                let pixel = &mut self.pixels[(row * self.width + left + u32::from(column)) as usize];
                *pixel = brush.over(*pixel, opacity);
            }
        }
    }

    /// Copies another surface whole onto this one, its upper left corner at `left`, `top`; rows that
    /// lie outside are left out.
    ///
    /// # Panics
    /// If the other reaches beyond this one's sides.
    pub fn copy(&mut self, other: &Self, left: u32, top: u32) {
        let own = other.width as usize;
        for (row, line) in self.lines(top, other.height) {
            line[left as usize..][..own].copy_from_slice(&other.pixels[row * own..][..own]);
        }
    }

    /// Those of so many rows from `top` on that it holds, each with its number among them.
    fn lines(&mut self, top: u32, height: u32) -> impl Iterator<Item = (usize, &mut [u8])> {
        let (from, to) = (top.max(self.top), (top + height).min(self.top + self.height));
        let lines = self.pixels.chunks_exact_mut(self.width as usize);
        let count = to.saturating_sub(from) as usize;
        lines
            .skip(from.saturating_sub(self.top) as usize)
            .take(count)
            .enumerate()
            .map(move |(number, line)| (number + (from - top) as usize, line))
    }

    /// Half as wide and half as high, each pixel the nearest to the four that it stands for; an
    /// odd last row or column is left out.
    #[must_use]
    pub fn halved(&self) -> Self {
        let (width, height) = (self.width / 2, self.height / 2);
        let palette = Palette::get();
        let wide = self.width as usize;
        let mut pixels = Vec::with_capacity((width * height) as usize);
        for rows in self.pixels.chunks_exact(2 * wide) {
            let (upper, lower) = rows.split_at(wide);
            for (above, below) in upper.chunks_exact(2).zip(lower.chunks_exact(2)) {
                pixels.push(palette.between([above[0], above[1], below[0], below[1]]));
            }
        }
        Self { width, height, top: 0, pixels }
    }

    /// The surface as an indexed PNG in the fixed palette.
    pub fn png(&self) -> Vec<u8> {
        encode::png(self)
    }

    #[cfg(test)]
    pub(super) fn at(&self, x: u32, y: u32) -> [u8; 3] {
        Palette::get().colour(self.pixels[(y * self.width + x) as usize]).0
    }
}

impl Sprite {
    /// What was drawn on a surface first filled with the rim's ink, cut out along an outline
    /// without holes or dents from side to side. Its shadow, of the rim's ink, reaches so far below it
    /// and has that opacity, 0 to 1.
    pub fn cut(face: Canvas, outline: &Shape, rim: Ink, (below, opacity): (f32, f32)) -> Self {
        let mut spans = vec![(u16::MAX, 0); face.height as usize];
        let mut edge = Vec::new();
        let shadow = outline.moved(0.0, below);
        each_covered(&shadow, face.span(), |x, y, coverage| {
            edge.push((x as u16, y as u16, Opacity::of(coverage * opacity)));
        });
        each_covered(outline, face.span(), |x, y, coverage| {
            let (x, y) = (x as u16, y as u16);
            if coverage > 31.0 / 32.0 {
                let span = &mut spans[usize::from(y)];
                *span = (span.0.min(x), span.1.max(x + 1));
            } else {
                edge.push((x, y, Opacity::of(coverage)));
            }
        });
        for span in spans.iter_mut().filter(|span| span.0 >= span.1) {
            *span = (0, 0);
        }
        // No shadow falls on the face.
        edge.retain(|(x, y, opacity)| {
            let face = spans[usize::from(*y)].0..spans[usize::from(*y)].1;
            !opacity.is_none() && !face.contains(x)
        });
        // It is kept as long as the program runs.
        edge.shrink_to_fit();
        Self { face, rim, spans, edge }
    }

    /// Width and height in pixels.
    pub const fn size(&self) -> (u32, u32) {
        self.face.size()
    }
}

/// Calls for each pixel of those rows that the shape covers, with how much of it, up to 1.
fn each_covered(shape: &Shape, rows: Range<u32>, mut paint: impl FnMut(i32, i32, f32)) {
    let spots = || shape.outlines.iter().flatten();
    let least = |of: fn(&Spot) -> f32| spots().map(of).fold(f32::MAX, f32::min).floor();
    let most = |of: fn(&Spot) -> f32| spots().map(of).fold(f32::MIN, f32::max).ceil();
    if shape.outlines.is_empty() {
        return;
    }
    let (left, right) = (least(|spot| spot.x), most(|spot| spot.x));
    let (top, bottom) =
        (least(|spot| spot.y).max(rows.start as f32), most(|spot| spot.y).min(rows.end as f32));
    if top >= bottom {
        return;
    }
    // One pixel of room at each side: the rasterizer writes beside its last column.
    let (width, height) = ((right - left) as usize + 2, (bottom - top) as usize + 1);
    if width * height > RASTER_KEPT {
        return cover(&mut Rasterizer::new(width, height), shape, [left, top, bottom], &mut paint);
    }
    RASTER.with_borrow_mut(|raster| {
        raster.reset(width, height);
        cover(raster, shape, [left, top, bottom], &mut paint);
    });
}

thread_local! {
    /// Memory for the pixels of one shape: what is so large is costly to get from the system each time.
    static RASTER: RefCell<Rasterizer> = RefCell::new(Rasterizer::new(0, 0));
}

/// Pixels of a shape for which each thread keeps memory, four bytes each: enough for any in one band of a board.
const RASTER_KEPT: usize = 128 << 10;

/// Calls for each pixel of those rows that the shape covers; the raster is as large as that part of it, which begins at
/// the first row and at that column.
fn cover(
    raster: &mut Rasterizer,
    shape: &Shape,
    [left, top, bottom]: [f32; 3],
    paint: &mut impl FnMut(i32, i32, f32),
) {
    for outline in &shape.outlines {
        let next = outline.iter().cycle().skip(1);
        for (a, b) in outline.iter().zip(next) {
            if a.y.max(b.y) > top && a.y.min(b.y) < bottom {
                // What a line covers in one row does not depend on the others.
                let at = |y: f32| {
                    let share = (y - a.y) / (b.y - a.y);
                    point(a.x + (b.x - a.x) * share - left, y - top)
                };
                let end = |spot: &Spot| {
                    if (top..=bottom).contains(&spot.y) {
                        point(spot.x - left, spot.y - top)
                    } else {
                        at(spot.y.clamp(top, bottom))
                    }
                };
                raster.draw_line(end(a), end(b));
            }
        }
    }
    raster.for_each_pixel_2d(|x, y, coverage| {
        if coverage > 0.0 {
            paint(left as i32 + x as i32, top as i32 + y as i32, coverage.min(1.0));
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_may_reach_beyond_the_surface() {
        let mut canvas = Canvas::filled(20, 20, Ink::FIELD);
        canvas.fill(&Shape::disc(Spot { x: -3.0, y: 21.0 }, 9.0), Ink::BLUE);
        canvas.fill(&Shape::disc(Spot { x: 500.0, y: -40.0 }, 9.0), Ink::BLUE);
        assert_eq!(canvas.at(0, 19), [0x1F, 0x4E, 0x9E]);
        assert_eq!(canvas.at(19, 0), [0xED, 0xE3, 0xCB]);
    }

    #[test]
    fn edges_are_smooth() {
        let mut canvas = Canvas::filled(20, 20, Ink::PAPER);
        canvas.fill(&Shape::rounded(Spot { x: 10.5, y: 10.0 }, (5.0, 5.0), 1.0), Ink::BLACK);
        let between = canvas.at(5, 10)[0];
        assert!(between > 0x2B && between < 0xFF, "{between}");
    }

    #[test]
    fn a_halved_surface_keeps_plain_colours() {
        let mut canvas = Canvas::filled(9, 8, Ink::FIELD);
        canvas.fill(&Shape::polygon([(4.0, 0.0), (9.0, 0.0), (9.0, 8.0), (4.0, 8.0)]), Ink::SKY);
        let half = canvas.halved();
        assert_eq!(half.size(), (4, 4));
        assert_eq!((half.at(1, 3), half.at(2, 3)), (Ink::FIELD.0, Ink::SKY.0));
    }
}
