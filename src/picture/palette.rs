//! The colours of the pictures: a few inks, and what lies between those that meet.

use std::sync::LazyLock;

/// A colour: red, green, blue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ink(pub [u8; 3]);

impl Ink {
    /// Around the board.
    pub const PARCHMENT: Self = Self([0xD9, 0xCB, 0xA6]);
    /// The board's own ground.
    pub const FIELD: Self = Self([0xED, 0xE3, 0xCB]);
    /// Stations, rims, light characters.
    pub const PAPER: Self = Self([0xFF, 0xFD, 0xF6]);
    /// Lines and dark characters.
    pub const DARK: Self = Self([0x2A, 0x26, 0x1F]);
    /// Roads.
    pub const ROAD: Self = Self([0xB7, 0x9B, 0x68]);
    /// Railways.
    pub const RAIL: Self = Self([0x45, 0x40, 0x38]);
    /// Camps.
    pub const CAMP: Self = Self([0xBF, 0xD8, 0xA4]);
    /// Rings of camps.
    pub const CAMP_RING: Self = Self([0x4B, 0x78, 0x3B]);
    /// Headquarters.
    pub const HEADQUARTERS: Self = Self([0xF6, 0xD5, 0x92]);
    /// South.
    pub const VERMILION: Self = Self([0xC8, 0x40, 0x1A]);
    /// East.
    pub const BLACK: Self = Self([0x2B, 0x2B, 0x2B]);
    /// North.
    pub const BLUE: Self = Self([0x1F, 0x4E, 0x9E]);
    /// West.
    pub const SKY: Self = Self([0x56, 0xB4, 0xE9]);
    /// The faint inner shape of South's hidden pieces.
    pub const VERMILION_FAINT: Self = Self([0xDE, 0x80, 0x63]);
    /// East's.
    pub const BLACK_FAINT: Self = Self([0x6B, 0x6B, 0x6B]);
    /// North's.
    pub const BLUE_FAINT: Self = Self([0x5F, 0x86, 0xC4]);
    /// West's.
    pub const SKY_FAINT: Self = Self([0x2E, 0x86, 0xBD]);
    /// The last ply.
    pub const ARROW: Self = Self([0xA0, 0x11, 0x6B]);
    /// The turn, the chosen piece.
    pub const AMBER: Self = Self([0xF5, 0xA8, 0x00]);
    /// Where a piece may go.
    pub const GREEN: Self = Self([0x0A, 0x7D, 0x3C]);
    /// An eliminated player's arm.
    pub const ASH: Self = Self([0xC4, 0xC0, 0xB8]);
    /// Characters that matter no more.
    pub const SLATE: Self = Self([0x4A, 0x47, 0x41]);
    /// Panels.
    pub const PANEL: Self = Self([0xEA, 0xDE, 0xBF]);
    /// Edges of panels and of the picture.
    pub const EDGE: Self = Self([0xA8, 0x8E, 0x5C]);

    const ALL: [Self; 24] = [
        Self::PARCHMENT,
        Self::FIELD,
        Self::PAPER,
        Self::DARK,
        Self::ROAD,
        Self::RAIL,
        Self::CAMP,
        Self::CAMP_RING,
        Self::HEADQUARTERS,
        Self::VERMILION,
        Self::BLACK,
        Self::BLUE,
        Self::SKY,
        Self::VERMILION_FAINT,
        Self::BLACK_FAINT,
        Self::BLUE_FAINT,
        Self::SKY_FAINT,
        Self::ARROW,
        Self::AMBER,
        Self::GREEN,
        Self::ASH,
        Self::SLATE,
        Self::PANEL,
        Self::EDGE,
    ];

    /// Inks that meet at an edge.
    const MEETING: [(Self, Self); 53] = [
        (Self::PARCHMENT, Self::DARK),
        (Self::PARCHMENT, Self::FIELD),
        (Self::PARCHMENT, Self::RAIL),
        (Self::PARCHMENT, Self::VERMILION),
        (Self::PARCHMENT, Self::BLUE),
        (Self::PARCHMENT, Self::SKY),
        (Self::PARCHMENT, Self::PANEL),
        (Self::FIELD, Self::DARK),
        (Self::FIELD, Self::ROAD),
        (Self::FIELD, Self::RAIL),
        (Self::FIELD, Self::PAPER),
        (Self::FIELD, Self::CAMP_RING),
        (Self::FIELD, Self::VERMILION),
        (Self::FIELD, Self::BLUE),
        (Self::FIELD, Self::SKY),
        (Self::FIELD, Self::AMBER),
        (Self::FIELD, Self::ARROW),
        (Self::PAPER, Self::DARK),
        (Self::PAPER, Self::RAIL),
        (Self::PAPER, Self::VERMILION),
        (Self::PAPER, Self::BLACK),
        (Self::PAPER, Self::BLUE),
        (Self::PAPER, Self::SKY),
        (Self::PAPER, Self::ARROW),
        (Self::PAPER, Self::AMBER),
        (Self::PAPER, Self::GREEN),
        (Self::PAPER, Self::HEADQUARTERS),
        (Self::PAPER, Self::SLATE),
        (Self::PAPER, Self::ASH),
        (Self::CAMP, Self::CAMP_RING),
        (Self::CAMP, Self::PAPER),
        (Self::HEADQUARTERS, Self::DARK),
        (Self::SKY, Self::DARK),
        (Self::SKY, Self::SKY_FAINT),
        (Self::VERMILION, Self::VERMILION_FAINT),
        (Self::BLUE, Self::BLUE_FAINT),
        (Self::BLACK, Self::BLACK_FAINT),
        (Self::AMBER, Self::DARK),
        (Self::PANEL, Self::DARK),
        (Self::PANEL, Self::AMBER),
        (Self::PANEL, Self::SLATE),
        (Self::ASH, Self::SLATE),
        (Self::ASH, Self::DARK),
        (Self::ASH, Self::ROAD),
        (Self::FIELD, Self::ASH),
        (Self::PARCHMENT, Self::EDGE),
        (Self::FIELD, Self::EDGE),
        (Self::PANEL, Self::EDGE),
        (Self::ROAD, Self::DARK),
        (Self::PANEL, Self::VERMILION),
        (Self::PANEL, Self::BLUE),
        (Self::CAMP, Self::DARK),
        (Self::PARCHMENT, Self::PAPER),
    ];

    /// The ink so far on the way to another, 0 to 255.
    pub fn towards(self, other: Self, share: u8) -> Self {
        let mix = |from: u8, to: u8| {
            let (from, to, share) = (i32::from(from), i32::from(to), i32::from(share));
            (from + ((to - from) * share + if to > from { 127 } else { -127 }) / 255) as u8
        };
        Self(std::array::from_fn(|channel| mix(self.0[channel], other.0[channel])))
    }

    /// How unlike two colours look, squared; red and blue count less, as to the eye.
    fn unlikeness(self, other: Self) -> i32 {
        let [red, green, blue] =
            std::array::from_fn(|channel| i32::from(self.0[channel]) - i32::from(other.0[channel]));
        3 * red * red + 6 * green * green + 2 * blue * blue
    }
}

/// At most 255 colours, fixed for all pictures, and for any colour the nearest of them.
pub struct Palette {
    colours: Vec<Ink>,
    /// By the five high bits of red, green and blue.
    nearest: Vec<u8>,
    /// `[ink][step - 1][number under it]`: what is seen where an ink covers a pixel in part.
    mixed: Vec<u8>,
}

/// An ink, ready to be laid over pixels.
#[derive(Clone, Copy)]
pub struct Brush {
    number: u8,
    /// `[step - 1][number under it]`.
    mixed: &'static [u8],
}

/// Steps of opacity between nothing and all: edges stay smooth, and pictures are a quarter smaller
/// than with sixteen.
const STEPS: usize = 4;

/// How much of a pixel an ink covers, in steps from nothing to all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Opacity(u8);

impl Opacity {
    /// The step nearest to that, from 0 to 1.
    #[inline]
    pub fn of(opacity: f32) -> Self {
        Self((opacity * STEPS as f32 + 0.5) as u8)
    }

    /// Whether nothing is seen of the ink.
    pub const fn is_none(self) -> bool {
        self.0 == 0
    }
}

impl Brush {
    /// What is seen where the ink covers that much of a pixel.
    #[inline]
    pub fn over(self, under: u8, opacity: Opacity) -> u8 {
        match usize::from(opacity.0) {
            0 => under,
            step if step < STEPS => self.mixed[(step - 1) << 8 | usize::from(under)],
            _ => self.number,
        }
    }
}

static PALETTE: LazyLock<Palette> = LazyLock::new(Palette::mix);

impl Palette {
    /// The palette.
    pub fn get() -> &'static Self {
        &PALETTE
    }

    /// Red, green and blue of each colour, one after another.
    pub fn bytes(&self) -> Vec<u8> {
        self.colours.iter().flat_map(|ink| ink.0).collect()
    }

    /// The colour of that number.
    pub fn colour(&self, number: u8) -> Ink {
        self.colours[usize::from(number)]
    }

    /// The number of an ink.
    pub fn number(&self, ink: Ink) -> u8 {
        self.nearest(ink.0)
    }

    /// The ink, ready to be laid over pixels.
    pub fn brush(&'static self, ink: Ink) -> Brush {
        let number = self.number(ink);
        let size = (STEPS - 1) << 8;
        // Inks stand first in the palette, in their order.
        Brush { number, mixed: &self.mixed[usize::from(number) * size..][..size] }
    }

    /// The number of the colour nearest to the mean of four.
    pub fn between(&self, numbers: [u8; 4]) -> u8 {
        if numbers == [numbers[0]; 4] {
            return numbers[0];
        }
        let inks = numbers.map(|number| self.colour(number).0);
        let mean =
            |channel: usize| inks.iter().map(|ink| u16::from(ink[channel])).sum::<u16>().div_ceil(4) as u8;
        self.nearest(std::array::from_fn(mean))
    }

    /// The number of the colour nearest to that one.
    #[inline]
    fn nearest(&self, [red, green, blue]: [u8; 3]) -> u8 {
        self.nearest[cell_of(red, green, blue)]
    }

    fn mix() -> Self {
        let mut colours = Ink::ALL.to_vec();
        for (one, other) in Ink::MEETING {
            colours.extend([64, 128, 191].map(|share| one.towards(other, share)));
        }
        let mut nearest = vec![0; 1 << 15];
        let mid = |bits: usize| ((bits & 31) << 3 | 4) as u8;
        for (cell, place) in nearest.iter_mut().enumerate() {
            let colour = Ink([mid(cell >> 10), mid(cell >> 5), mid(cell)]);
            let least = colours.iter().enumerate().min_by_key(|(_, ink)| ink.unlikeness(colour));
            *place = least.map_or(0, |(index, _)| index as u8);
        }
        // An ink is always itself.
        for (index, Ink([red, green, blue])) in Ink::ALL.into_iter().enumerate() {
            nearest[cell_of(red, green, blue)] = index as u8;
        }
        let mut palette = Self { colours, nearest, mixed: Vec::new() };
        palette.mixed = palette.mixtures();
        palette
    }

    fn mixtures(&self) -> Vec<u8> {
        let mut mixed = Vec::with_capacity((Ink::ALL.len() * (STEPS - 1)) << 8);
        for ink in Ink::ALL {
            for step in 1..STEPS {
                let share = (step * 255 / STEPS) as u8;
                let over = |under: &Ink| self.nearest(under.towards(ink, share).0);
                mixed.extend(self.colours.iter().map(over));
                // Numbers that no pixel has.
                mixed.resize(mixed.len().next_multiple_of(256), 0);
            }
        }
        mixed
    }
}

const fn cell_of(red: u8, green: u8, blue: u8) -> usize {
    ((red as usize) >> 3) << 10 | ((green as usize) >> 3) << 5 | (blue as usize) >> 3
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_palette_leaves_one_number_free_and_keeps_every_ink() {
        let palette = Palette::get();
        assert!(palette.colours.len() <= 255, "{}", palette.colours.len());
        for ink in Ink::ALL {
            assert_eq!(palette.colours[usize::from(palette.nearest(ink.0))], ink);
        }
    }

    /// Relative luminance as WCAG 2 defines it.
    fn luminance(ink: Ink) -> f64 {
        let linear = ink.0.map(|channel| {
            let share = f64::from(channel) / 255.0;
            if share <= 0.04045 { share / 12.92 } else { ((share + 0.055) / 1.055).powf(2.4) }
        });
        0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    }

    #[test]
    fn what_is_written_stands_out_from_its_ground() {
        for (text, ground) in [
            (Ink::PAPER, Ink::VERMILION),
            (Ink::PAPER, Ink::BLACK),
            (Ink::PAPER, Ink::BLUE),
            (Ink::DARK, Ink::SKY),
            (Ink::DARK, Ink::PARCHMENT),
            (Ink::DARK, Ink::PANEL),
            (Ink::DARK, Ink::PAPER),
            (Ink::PAPER, Ink::DARK),
            (Ink::PAPER, Ink::ARROW),
            (Ink::SLATE, Ink::ASH),
            (Ink::DARK, Ink::AMBER),
            (Ink::BLUE, Ink::PARCHMENT),
        ] {
            let (one, other) = (luminance(text), luminance(ground));
            let contrast = (one.max(other) + 0.05) / (one.min(other) + 0.05);
            assert!(contrast >= 4.5, "{text:?} on {ground:?}: {contrast:.2}");
        }
    }
}
