//! Views to pixels and to words: board, hand, deployment, replay, lessons, score curves.
//!
//! Each picture comes with its alternative text, made from the same view and nothing else: what a
//! viewer may not know cannot change a byte of either (RULES 15.3). Static ground and tiles are
//! drawn once and copied; pictures are indexed PNGs in one fixed palette. A board is a list of items, and a
//! band of its rows is known by the items that touch it: only bands that look otherwise than any before are
//! drawn and compressed. What is kept: four empty boards of 1.2 MB, made when first seen from their seat,
//! 204 tiles of 7 KB, at most 4 MB of panels and 24 MB of compressed bands, 35 MB in all.
//!
//! Drawing takes milliseconds of one core and never waits; at a busy table it belongs on a thread
//! that may block.

pub mod alt;
mod bands;
mod board;
mod cache;
mod canvas;
mod coordinates;
mod curve;
mod deflate;
mod deployment;
mod encode;
mod font;
mod hand;
mod huffman;
mod lesson;
mod lzw;
mod mark;
mod names;
mod orientation;
mod palette;
mod panel;
mod repeats;
mod replay;
mod scene;
mod shape;
mod sheet;
mod terrain;
mod tile;
mod token;
#[cfg(test)]
mod vision;
mod vocabulary;

pub use alt::ALT_LIMIT;
#[doc(hidden)]
pub use bands::{BandShelf, forget_bands, keep_bands_on};
pub use board::{open_board, player_board, public_board};
pub use curve::{CURVE_GAMES, score_curve};
pub use deployment::{deployment, saved_layout};
pub use font::has_glyphs;
pub use hand::hand;
pub use lesson::{empty_board, order_of_pieces, riding};
pub use names::Names;
pub use orientation::{BOARD_SIZE, Extent, Orientation, Spot};
pub use replay::replay;
pub use sheet::{Exhibit, contact_sheet};
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
