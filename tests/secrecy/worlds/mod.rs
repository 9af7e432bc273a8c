//! The same game played twice through the whole bot, from stores that differ only in what one player hides: all
//! that anybody else is sent, sees, is suggested or refused, and all that is logged, must be the same.
//!
//! The worlds keep step. Whatever the bot asks of Discord waits until the bot has done all that it can do without
//! an answer; then one request is let in, the first by name. So how many redraws fall together is no matter of
//! time, and the two must ask the same at every step: which requests, how many, and in which order.
//!
//! It is compiled twice: into a test of the library as it is shipped, and into the library's own tests, where a
//! bot that leaks is found out.

mod conductor;
mod ear;
mod rest;
mod script;
pub mod start;
mod transcript;
mod world;

use std::sync::Once;

use junqi::discord::Service;
use junqi::rules::Seat;

#[allow(unused_imports, reason = "each test that has the worlds uses its part")]
pub use self::ear::{Ear, listening};
pub use self::script::{Extent, Script};
pub use self::transcript::Transcript;
use self::world::World;

/// Plays the script in both worlds; `prepare` may change the bot.
pub fn both(
    script: &Script,
    prepare: impl FnOnce(Service) -> Service + Copy + Send + 'static,
) -> [Transcript; 2] {
    // Fonts and the like are made once in a process: whoever waits until another has made them seems to rest.
    static REHEARSAL: Once = Once::new();
    REHEARSAL.call_once(|| {
        let brief = Script { extent: Extent::Brief, ..Script::of(1, Seat::North, 0) };
        drop(play(&brief, 0, |service| service));
    });
    [0, 1].map(|world| play(script, world, prepare))
}

/// Plays the script in the one or the other world, on threads of its own.
fn play(
    script: &Script,
    world: usize,
    prepare: impl FnOnce(Service) -> Service + Send + 'static,
) -> Transcript {
    let (before, owner) = (script.before[world].clone(), script.twins.owner);
    let (moves, extent) = (script.moves.clone(), script.extent);
    let ear = ear::Ear::default();
    let heard = ear.clone();
    ear::run(&ear, |threads| async move {
        let mut world = World::open(&before, owner, threads, prepare).await;
        world.play(&moves, extent).await;
        let names = world.names();
        let mut transcript = world.end().await;
        transcript.logged = heard.lines().iter().map(|line| names.alike(line)).collect();
        transcript.logged.sort_unstable();
        transcript
    })
}
