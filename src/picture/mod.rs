//! Views to pixels and to words: board, hand, deployment.
//!
//! Each picture comes with its alternative text, made from the same view and nothing else: what a
//! viewer may not know cannot change a byte of either (RULES 15.3). Static ground and tiles are
//! drawn once and copied; pictures are indexed PNGs in one fixed palette, of which only bands of rows
//! that were not seen before are compressed. What is kept: four empty boards of 1.2 MB, made when
//! first seen from their seat, 204 tiles of 5 KB, at most 8 MB of panels and 24 MB of compressed
//! bands, 38 MB in all.
//!
//! Drawing takes milliseconds of one core and never waits; at a busy table it belongs on a thread
//! that may block.

pub mod alt;
mod board;
mod cache;
mod canvas;
mod coordinates;
mod deployment;
mod encode;
mod font;
mod hand;
mod lesson;
mod mark;
mod names;
mod orientation;
mod palette;
mod panel;
mod replay;
mod shape;
mod terrain;
mod tile;
#[cfg(test)]
mod vision;
mod vocabulary;

pub use alt::ALT_LIMIT;
pub use board::{open_board, player_board, public_board};
pub use deployment::{deployment, saved_layout};
#[doc(hidden)]
pub use encode::forget_bands;
pub use font::has_glyphs;
pub use hand::hand;
pub use lesson::{empty_board, order_of_pieces, riding};
pub use names::Names;
pub use orientation::{BOARD_SIZE, Extent, Orientation, Spot};
pub use replay::replay;
pub use vocabulary::{
    Language, drawn_characters, kind_character, kind_label, kind_mark, kind_name, seat_name,
};

use crate::rules::Point;

/// A picture and what it says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// An indexed PNG.
    pub png: Vec<u8>,
    /// Its alternative text, at most [`ALT_LIMIT`] characters.
    pub alt: String,
}

/// What a player has chosen on their turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Selection {
    /// The piece.
    pub from: Point,
    /// Where it shall go, once that is chosen too.
    pub to: Option<Point>,
}
