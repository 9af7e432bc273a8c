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

pub use keen::auction::{Chances, HandTraits, hand_traits};
pub use layout::{random_layout, sound_layout};
pub use level::Level;

use seated::Seated;

use crate::rules::{Command, Contract};
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
    match (level, budget(level)) {
        (_, Some(budget)) => Box::new(Seated::new(keen::Keen(budget), seed)),
        (Level::Random, None) => Box::new(Seated::new(random::Random, seed)),
        (_, None) => Box::new(Seated::new(simple::Simple, seed)),
    }
}

/// What a level thinks, if it thinks at all.
const fn budget(level: Level) -> Option<keen::Budget> {
    match level {
        Level::Random | Level::Simple => None,
        Level::Easy => Some(keen::Budget::EASY),
        Level::Normal => Some(keen::Budget::NORMAL),
        Level::Hard => Some(keen::Budget::HARD),
    }
}

/// How that level expects such a hand to fare as declarer's of that contract; the levels that
/// do not reckon with chances as `normal` does.
pub fn chances(level: Level, traits: &HandTraits, contract: Contract) -> Chances {
    budget(level).unwrap_or(keen::Budget::NORMAL).bidding.chances(traits, contract)
}

/// Makes the search for that level's move ready and hands it to `run`, which may carry it out as often
/// as it likes, to measure it by itself; each time it tells how many best replies it looked for.
/// Nothing is run where the level does not search or the seat has no battle before it.
pub fn rehearse(level: Level, view: &PlayerView, seed: u64, run: impl FnOnce(&mut dyn FnMut() -> u64)) {
    let battle = seated::OwnTurn::of(view, None);
    if let (Some(battle), Some(budget)) = (battle, budget(level)) {
        keen::rehearse(&battle, seed, &budget, run);
    }
}
