//! The embedded font: which characters it has, and writing with it.

use std::sync::LazyLock;

use ab_glyph::{Font as _, FontRef, GlyphId, PxScale, point};

use super::canvas::Canvas;
use super::orientation::Spot;
use super::palette::{Ink, Palette};

static FONT: LazyLock<FontRef<'static>> = LazyLock::new(|| {
    FontRef::try_from_slice(include_bytes!("../../assets/fonts/JunqiSans-Bold.otf"))
        .expect("the embedded font is sound")
});

/// From the baseline up to the middle of a line, as a share of its size: half the height of
/// capitals and of digits, and the middle of ideographs.
const MIDDLE: f32 = 0.375;

/// On which side of a spot a text stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Align {
    /// It begins there.
    Left,
    /// Its middle lies there.
    Middle,
    /// It ends there.
    Right,
}

/// Whether the font has every character of the text.
pub fn has_glyphs(text: &str) -> bool {
    text.chars().all(|character| FONT.glyph_id(character) != GlyphId(0))
}

/// The width of a text in pixels; `size` is the height of an ideograph's box in pixels.
pub fn width_of(text: &str, size: f32) -> f32 {
    let units = FONT.units_per_em().unwrap_or(1000.0);
    text.chars().map(|character| FONT.h_advance_unscaled(FONT.glyph_id(character)) / units * size).sum()
}

/// The text if it is not wider than that many pixels, else as much of it as fits, with an ellipsis.
pub fn clipped(text: &str, size: f32, width: f32) -> String {
    if width_of(text, size) <= width {
        return text.to_owned();
    }
    let mut kept = text.to_owned();
    while kept.pop().is_some() {
        let short = format!("{}…", kept.trim_end());
        if width_of(&short, size) <= width {
            return short;
        }
    }
    String::new()
}

/// Writes a text on one line whose middle runs through the spot.
pub fn write(canvas: &mut Canvas, text: &str, spot: Spot, align: Align, size: f32, ink: Ink) {
    wash(canvas, text, spot, align, size, ink, 1.0);
}

/// Writes as [`write`] does, in an ink of that opacity, 0 to 1.
pub fn wash(canvas: &mut Canvas, text: &str, spot: Spot, align: Align, size: f32, ink: Ink, opacity: f32) {
    debug_assert!(has_glyphs(text), "the font lacks a character of {text:?}");
    let units = FONT.units_per_em().unwrap_or(1000.0);
    // The font's scale counts from its lowest to its highest line, not its em.
    let scale = PxScale::from(size * FONT.height_unscaled() / units);
    let width = width_of(text, size);
    let mut x = match align {
        Align::Left => spot.x,
        Align::Middle => spot.x - width / 2.0,
        Align::Right => spot.x - width,
    };
    let brush = Palette::get().brush(ink);
    let baseline = spot.y + MIDDLE * size;
    for character in text.chars() {
        let id = FONT.glyph_id(character);
        let glyph = id.with_scale_and_position(scale, point(x, baseline));
        x += FONT.h_advance_unscaled(id) / units * size;
        if let Some(outline) = FONT.outline_glyph(glyph) {
            let corner = outline.px_bounds().min;
            outline.draw(|column, row, coverage| {
                let (left, top) = (corner.x as i32 + column as i32, corner.y as i32 + row as i32);
                canvas.blend(left, top, brush, coverage.min(1.0) * opacity);
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_text_is_clipped_with_an_ellipsis() {
        let clip = clipped("一個名字很長很長的玩家", 40.0, 200.0);
        assert!(clip.ends_with('…') && width_of(&clip, 40.0) <= 200.0, "{clip}");
        assert_eq!(clipped("短", 40.0, 200.0), "短");
        assert_eq!(clipped("無處可寫", 40.0, 1.0), "");
    }

    #[test]
    fn the_font_knows_what_it_lacks() {
        assert!(has_glyphs("軍棋三打一 Jùnqí 军棋 ジュンチー 1234567890"));
        assert!(!has_glyphs("🀄"));
        assert!(!has_glyphs("अ"));
    }
}
