//! The bot beside a stand-in for Discord on this machine: for newcomers, for demonstrations, and for
//! tests.

mod album;
mod club;
mod hands;
#[cfg(test)]
mod leaks;
mod script;

pub use album::Album;
pub use club::{Club, ClubFault, Member, RunningBot};
pub use hands::{Found, Hands, HandsFault, ours};
pub use script::{Deed, ScriptFault, ScriptedUser, play_to_the_end};
