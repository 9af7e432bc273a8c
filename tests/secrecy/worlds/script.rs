//! What is played in both worlds.

use junqi::rules::{Actor, Command, Event, Move, Seat, Seed};
use junqi::selfplay::twins::Twins;

/// How much is looked at besides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// Everybody has a view, and everybody asks all that they may not know.
    Whole,
    /// Two have a view, and one asks some of it.
    Brief,
}

/// What is played in both worlds.
pub struct Script {
    pub twins: Twins,
    /// What happened before the bot starts, in the one and in the other.
    pub before: [Vec<Event>; 2],
    pub moves: Vec<(Seat, Move)>,
    pub extent: Extent,
}

impl Script {
    /// A deployment, and so many moves of the battle after it.
    pub fn of(seed: u8, owner: Seat, moves: usize) -> Self {
        let mut twins = Twins::deploying(&Seed([seed; 32]), owner);
        // The last of the four marches in the test.
        while let Some(seat) = twins.one.deployment().and_then(|deployment| {
            let left = deployment.unmarched();
            left.iter().next().filter(|_| left.iter().count() > 1)
        }) {
            twins.both(Actor::Seat(seat), &Command::March);
        }
        let before = twins.events.clone();
        twins.march();
        let mut played = Vec::new();
        // A turn that must be skipped ends the script: no clock runs out here.
        while played.len() < moves && twins.play_on() && twins.one.chronicle().plies.len() > played.len() {
            let ply = twins.one.chronicle().plies.last();
            played.extend(ply.map(|ply| (ply.seat, Move { from: ply.from, to: ply.to })));
        }
        assert_eq!(played.len(), moves, "seed {seed} plays long enough");
        Self { twins, before, moves: played, extent: Extent::Whole }
    }
}
