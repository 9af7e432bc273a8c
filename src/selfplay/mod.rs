//! Games among computer players, to see that every rule is met with.
//!
//! ```
//! use junqi::selfplay::{DEFAULT_SEATS, Requests, Tournament};
//!
//! let tournament = Tournament { games: 2, seed: 7, seats: DEFAULT_SEATS, requests: Requests::NowAndThen };
//! let summary = tournament.run(|_, played| played.record().verify().map(|_| ())).expect("true records");
//! assert_eq!(summary.games(), 2);
//! ```

pub mod arena;
pub mod bids;
mod combat_row;
mod driver;
#[cfg(test)]
mod fairness;
pub mod fit;
mod interruptions;
mod requests;
mod stopwatch;
mod summary;
mod tournament;
pub mod twins;

pub use combat_row::CombatRow;
pub use driver::{PlayedGame, Thought, play, play_bid};
pub use requests::Requests;
pub use summary::Summary;
pub use tournament::{DEFAULT_SEATS, Tournament};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::players::Level;
    use crate::players::belief::{Belief, Insight, Sampler};
    use crate::rules::{Game, Seat};
    use crate::view::PlayerView;

    const INSIGHT: Insight = Insight { places: 1.0, around_flag: 1.0 };

    #[test]
    #[ignore = "a measurement: optimised builds only"]
    fn a_world_is_made_up_within_fifty_microseconds() {
        let played = play(5, [Level::Simple; 4], Requests::Never);
        let mut game = Game::new(*played.game.setup());
        let mut micros = Vec::new();
        for (number, event) in played.events.iter().enumerate() {
            game.apply(event).expect("the game's own events fit it");
            let view = PlayerView::of(&game, Seat::South);
            let Some(battle) = view.public.battle().filter(|_| number % 4 == 0) else { continue };
            let belief = Belief::of(&view, battle, None);
            let mut sampler = Sampler::new(&belief, INSIGHT, 7).expect("the truth is a world");
            for _ in 0..40 {
                let began = std::time::Instant::now();
                let _ = sampler.draw();
                micros.push(began.elapsed().as_secs_f64() * 1e6);
            }
        }
        micros.sort_by(f64::total_cmp);
        let median = micros[micros.len() / 2];
        println!("{} worlds, median {median:.1} µs", micros.len());
        assert!(median <= 50.0, "{median}");
    }

    /// Here and not with the beliefs, since only the game itself knows the truth.
    #[test]
    fn the_truth_is_always_possible_under_what_a_player_believes() {
        let mut looked_at = 0;
        for seed in 0..12 {
            let seats = if seed % 3 == 0 { [Level::Simple; 4] } else { DEFAULT_SEATS };
            let played = play(seed, seats, Requests::NowAndThen);
            let Some(layouts) = played.game.chronicle().layouts.clone() else { continue };
            let mut game = Game::new(*played.game.setup());
            for (number, event) in played.events.iter().enumerate() {
                game.apply(event).expect("the game's own events fit it");
                let Some(battle) = game.battle().filter(|_| number % 5 == 0) else { continue };
                for seat in Seat::ALL.into_iter().filter(|seat| battle.position().in_play().contains(*seat)) {
                    let view = PlayerView::of(&game, seat);
                    let seen = view.public.battle().expect("a battle is seen as one");
                    for start in [None, Some(&layouts[seat])] {
                        let belief = Belief::of(&view, seen, start);
                        if number % 20 == 0 {
                            let mut sampler =
                                Sampler::new(&belief, INSIGHT, seed).expect("the truth is a world");
                            assert!((0..4).all(|_| sampler.draw().is_possible()), "seed {seed}");
                        }
                        for point in battle.position().occupied() {
                            let truth = battle.position().piece(point).expect("the point is occupied");
                            let suspect = belief.at(point).expect("every piece is seen");
                            assert_eq!(suspect.owner, truth.seat);
                            let possible = suspect.kinds.contains(truth.kind);
                            assert!(possible, "seed {seed}, event {number}, {seat:?} of {point}");
                            looked_at += 1;
                        }
                    }
                }
            }
        }
        assert!(looked_at > 10_000, "{looked_at}");
    }
}
