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
mod requests;
mod simple;

pub use keen::auction::{Chances, chances, hand_strength};
pub use layout::{random_layout, sound_layout};
pub use level::Level;
pub use requests::Requests;

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

/// A computer player for one game that makes no requests of its own, as at a table with people
/// (RULES 12.8). Made anew in the middle of a game it goes on, remembering a little less.
pub fn player(level: Level, seed: u64) -> Box<dyn ComputerPlayer> {
    player_with(level, Requests::Never, seed)
}

/// A computer player for one game that makes such requests.
pub fn player_with(level: Level, requests: Requests, seed: u64) -> Box<dyn ComputerPlayer> {
    let calm: Box<dyn ComputerPlayer> = match level {
        Level::Random => Box::new(random::RandomPlayer::new(seed)),
        Level::Simple => Box::new(simple::SimplePlayer::new(seed)),
        Level::Easy => Box::new(keen::KeenPlayer::new(keen::Budget::EASY, seed)),
        Level::Normal => Box::new(keen::KeenPlayer::new(keen::Budget::NORMAL, seed)),
        Level::Hard => Box::new(keen::KeenPlayer::new(keen::Budget::hard(), seed)),
    };
    match requests {
        Requests::Never => calm,
        Requests::NowAndThen => Box::new(requests::Restless::new(calm, seed)),
    }
}
