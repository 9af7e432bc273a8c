//! Games among computer players, to see that every rule is met with.
//!
//! ```
//! use junqi::players::Requests;
//! use junqi::selfplay::{DEFAULT_SEATS, Tournament};
//!
//! let tournament = Tournament { games: 2, seed: 7, seats: DEFAULT_SEATS, requests: Requests::NowAndThen };
//! let summary = tournament.run(|_, played| played.record().verify().map(|_| ())).expect("true records");
//! assert_eq!(summary.games(), 2);
//! ```

mod combat_row;
mod driver;
mod interruptions;
mod summary;
mod tournament;

pub use combat_row::CombatRow;
pub use driver::{PlayedGame, play};
pub use summary::Summary;
pub use tournament::{DEFAULT_SEATS, Tournament};
