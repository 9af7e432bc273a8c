//! A hand in the auction, sorted by rank.

use super::Picture;
use super::alt;
use super::canvas::Canvas;
use super::font::{self, Align};
use super::orientation::Spot;
use super::palette::Ink;
use super::shape::Shape;
use super::vocabulary::{Language, kind_label};
use crate::rules::Kind;

const COLUMNS: usize = 7;
const CELL: (f32, f32) = (148.0, 116.0);
const MARGIN: f32 = 16.0;

/// The pieces of a hand, highest first and the unranked last, with two-character labels, seven in
/// a row: 1068 pixels wide.
pub fn hand(hand: &[Kind], language: Language) -> Picture {
    let mut sorted = hand.to_vec();
    sorted.sort_unstable();
    let rows = sorted.len().div_ceil(COLUMNS).max(1);
    let size = (2.0 * MARGIN + COLUMNS as f32 * CELL.0, 2.0 * MARGIN + rows as f32 * CELL.1);
    let mut canvas = Canvas::filled(size.0 as u32, size.1 as u32, Ink::PARCHMENT);
    for (place, kind) in sorted.iter().enumerate() {
        let (column, row) = (place % COLUMNS, place / COLUMNS);
        let spot =
            Spot { x: MARGIN + (column as f32 + 0.5) * CELL.0, y: MARGIN + (row as f32 + 0.5) * CELL.1 };
        draw_card(&mut canvas, spot, *kind, language);
    }
    Picture { png: canvas.png(), alt: alt::hand(&sorted, language) }
}

/// Ranked pieces are light, the others, which follow rules of their own, have a thick edge.
pub(super) fn draw_card(canvas: &mut Canvas, spot: Spot, kind: Kind, language: Language) {
    let half = (CELL.0 / 2.0 - 6.0, CELL.1 / 2.0 - 6.0);
    let line = if kind.rank().is_some() { 3.0 } else { 7.0 };
    canvas.fill(&Shape::rounded(spot, half, 16.0), Ink::DARK);
    canvas.fill(&Shape::rounded(spot, (half.0 - line, half.1 - line), 16.0 - line / 2.0), Ink::PAPER);
    let text = kind_label(kind, language);
    let size = language.pick(56.0, 56.0, 38.0);
    font::write(canvas, text, spot, Align::Middle, size, Ink::DARK);
}
