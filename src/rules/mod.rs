//! The game as pure values and functions: RULES 1–14 and 16.
//!
//! Nothing here waits, logs, draws from the operating system or knows of Discord. [`position`] is
//! who stands where, riding, combat and elimination, small and fast; [`game`] is the deal, the
//! auction, deployment, battle, requests and the score on top of it.
//!
//! ```
//! use junqi::rules::{Actor, Call, Command, Game, Seating, Seed, Settings, Setup};
//!
//! let setup = Setup { settings: Settings::default(), seed: Seed([7; 32]), seating: Seating::Fresh };
//! let mut game = Game::new(setup);
//! for event in game.begin() {
//!     game.apply(&event).expect("the game's own events fit it");
//! }
//! let bidder = game.auction().expect("a game begins with its auction").to_call();
//! let events = game.decide(Actor::Seat(bidder), Command::Call(Call::Three)).expect("a legal call");
//! assert!(events.len() >= 2, "a call of three ends the auction at once (RULES 4.1)");
//! ```

pub mod board;
pub mod chance;
pub mod combat;
mod command;
mod deal;
mod event;
pub mod game;
mod kind;
mod layout;
mod level;
mod list;
mod point;
pub mod position;
mod refusal;
mod runs;
mod score;
mod seat;
mod settings;
mod spots;
#[cfg(feature = "wishes")]
mod wish;

pub use board::{Board, Terrain};
pub use chance::{Chance, Secret, Seed, derive_seed};
pub use combat::{Outcome, clash};
pub use command::{Actor, Answer, Call, Command, Contract, Deadline, Request};
pub use deal::{Deal, HAND_SIZE, draw_stock, standard_pieces};
pub use event::{Elimination, Event, GameResult, VoteResult};
pub use game::{Awaits, Game, MISSED_TURNS_MAX, PLIES_BEFORE_REQUESTS, REQUESTS_EACH, Seating, Setup};
pub use kind::Kind;
pub use layout::{Layout, LayoutFault, LayoutFaults, Role, ground, may_stand};
pub use level::Level;
pub use list::MoveList;
pub use point::{Move, ParsePointError, Point, Points};
pub use position::Position;
pub use refusal::{Misfit, Refusal};
pub use score::{Outlook, scores};
pub use seat::{BySeat, Seat, SeatSet, Side};
pub use settings::{Clocks, Pace, Settings, SettingsFault};
