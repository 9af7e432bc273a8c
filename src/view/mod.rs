//! What one viewer may know of a game (RULES 15).
//!
//! Every view is built field by field from what is allowed; nothing is made whole first and
//! blanked after. [`PublicView`] is what spectators, eliminated players and the channel see,
//! [`PlayerView`] adds the player's own pieces, and [`OpenView`] exists only for a finished game.

mod event;
mod open;
mod player;
mod public;
mod request;

pub use event::PublicEvent;
pub use open::{OpenDeal, OpenPly, OpenReplay, OpenView};
pub use player::{OwnView, PlayerView};
pub use public::{
    AuctionView, BattleView, BoardView, DeploymentView, LastPly, OverView, PlyView, PublicView, SeatView,
    Stage, VoteView,
};
