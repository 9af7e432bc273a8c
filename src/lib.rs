//! 軍棋三打一 (Junqi, three against one) for Discord.
//!
//! The layers, from the inside out; each may use what stands before it, never the other way round:
//! [`rules`] is the game as pure values and functions, [`view`] what one viewer may know of it,
//! [`record`] the file format of a finished game, `players` the computer players, `selfplay` games
//! among them, `picture` views turned to pixels and words, `gallery` samples of all pictures, `table` one running game with its clocks,
//! `store` what is kept, `discord` the bot, `sandbox` the bot beside a local stand-in for Discord,
//! `cli` the command line. Beside them stand [`panics`] and `meters`, what the program counts of itself.

#[cfg(test)]
extern crate self as junqi;

#[cfg(feature = "tools")]
pub mod cli;
#[cfg(feature = "discord")]
pub mod discord;
#[cfg(all(feature = "picture", feature = "players"))]
pub mod gallery;
#[cfg(feature = "table")]
pub mod meters;
pub mod panics;
#[cfg(feature = "picture")]
pub mod picture;
#[cfg(feature = "players")]
pub mod players;
pub mod record;
pub mod rules;
#[cfg(feature = "sandbox")]
pub mod sandbox;
#[cfg(feature = "players")]
pub mod selfplay;
#[cfg(feature = "store")]
pub mod store;
#[cfg(feature = "table")]
pub mod table;
pub mod view;
