//! Many games, on several threads, in one order.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc;
use std::thread;

use super::{PlayedGame, Requests, Summary, play};
use crate::players::Level;
use crate::players::dice::Dice;

/// Who sits where when nobody says otherwise: each level against and beside each.
pub const DEFAULT_SEATS: [Level; 4] = [Level::Random, Level::Simple, Level::Random, Level::Simple];

/// Threads that play; each keeps a core busy.
const WORKERS: u32 = 2;

/// Games that may wait for their turn to be handed out.
const AHEAD_MAX: usize = 16;

/// A row of games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tournament {
    /// How many.
    pub games: u32,
    /// From what all of them follow.
    pub seed: u64,
    /// Who sits where, from South on.
    pub seats: [Level; 4],
    /// Whether players ask for anything, and clocks run out.
    pub requests: Requests,
}

impl Tournament {
    /// The seed of the game of that number, counted from 0: [`play`] plays it alone.
    pub fn game_seed(&self, number: u32) -> u64 {
        Dice::new(self.seed.wrapping_mul(0x1_0000_0001).wrapping_add(u64::from(number))).seed()
    }

    /// Plays all games and hands each to `on_game` with its number from 0, in order, whichever
    /// thread was faster. The same tournament gives the same games, always.
    ///
    /// # Errors
    /// The first error of `on_game`, which ends the tournament.
    pub fn run<E>(&self, mut on_game: impl FnMut(u32, &PlayedGame) -> Result<(), E>) -> Result<Summary, E> {
        let next = AtomicU32::new(0);
        thread::scope(|scope| {
            let (sender, played) = mpsc::sync_channel::<(u32, PlayedGame)>(AHEAD_MAX);
            for _ in 0..WORKERS {
                let (sender, next) = (sender.clone(), &next);
                scope.spawn(move || {
                    loop {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        let wanted = number < self.games;
                        // Nobody listens any more once `on_game` has failed.
                        if !wanted || sender.send((number, self.play(number))).is_err() {
                            break;
                        }
                    }
                });
            }
            drop(sender);
            let mut summary = Summary::default();
            let mut early: BTreeMap<u32, PlayedGame> = BTreeMap::new();
            let mut due = 0;
            for (number, game) in played {
                early.insert(number, game);
                while let Some(game) = early.remove(&due) {
                    summary.add(&game);
                    on_game(due, &game)?;
                    due += 1;
                }
            }
            Ok(summary)
        })
    }

    fn play(&self, number: u32) -> PlayedGame {
        play(self.game_seed(number), self.seats, self.requests)
    }
}
