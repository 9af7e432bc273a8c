//! Computer players: a view in, a command out.
//!
//! A computer player knows what a person in its seat would know (RULES 12.8): it is asked with a
//! [`PlayerView`] and answers with a command, or with nothing when nothing is asked of it. From the
//! same seed and the same views it always answers the same.
//!
//! ```
//! use junqi::players::{Level, player};
//! use junqi::rules::{Command, Game, Seating, Seed, Settings, Setup};
//! use junqi::view::PlayerView;
//!
//! let setup = Setup { settings: Settings::default(), seed: Seed([7; 32]), seating: Seating::Fresh };
//! let mut game = Game::new(setup);
//! for event in game.begin() {
//!     game.apply(&event).expect("the game's own events fit it");
//! }
//! let bidder = game.auction().expect("a game begins with its auction").to_call();
//! let mut computer = player(Level::Simple, 7);
//! let command = computer.command(&PlayerView::of(&game, bidder));
//! assert!(matches!(command, Some(Command::Call(_))));
//! assert_eq!(computer.command(&PlayerView::of(&game, bidder.next())), None, "it is not asked");
//! ```

pub(crate) mod belief;
pub(crate) mod dice;
mod keen;
mod layout;
mod level;
mod random;
mod seated;
mod simple;
mod threats;

pub use keen::auction::{Chances, chances, hand_strength};
pub use layout::{random_layout, sound_layout};
pub use level::Level;

use seated::Seated;

use crate::rules::Command;
use crate::view::PlayerView;

/// Somebody who plays a seat.
pub trait ComputerPlayer: Send {
    /// What the player does now; nothing where nothing is asked of it.
    ///
    /// The player must be asked again after each change of its view, and once it has done what it
    /// answered; in deployment it may first arrange its layout and then, asked again, march.
    fn command(&mut self, view: &PlayerView) -> Option<Command>;
}

/// A computer player for one game; it makes no requests of its own (RULES 12.8). Made anew in the middle
/// of a game it goes on, remembering a little less.
pub fn player(level: Level, seed: u64) -> Box<dyn ComputerPlayer> {
    match level {
        Level::Random => Box::new(Seated::new(random::Random, seed)),
        Level::Simple => Box::new(Seated::new(simple::Simple, seed)),
        Level::Easy => Box::new(Seated::new(keen::Keen(keen::Budget::EASY), seed)),
        Level::Normal => Box::new(Seated::new(keen::Keen(keen::Budget::NORMAL), seed)),
        Level::Hard => Box::new(Seated::new(keen::Keen(keen::Budget::hard()), seed)),
    }
}
