//! Random playouts, plies per second on one core: this game beside shakmaty's chess, in turns in one
//! run, by the processor's time and not the day's, so that whatever else the machine does meets both
//! alike.

use std::sync::LazyLock;
use std::time::Instant;

use junqi::players::random_layout;
use junqi::rules::position::Piece;
use junqi::rules::{Chance, Contract, Deal, Kind, MoveList, Position, Role, Seat, Seed, draw_stock};
use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use shakmaty::{Chess, Position as _};

const ROUNDS: usize = 41;

/// How often the games of a round are played: the system counts the processor's time in steps of some
/// milliseconds.
const REPEATS: usize = 12;
const GAMES: u8 = 64;

/// As far as either game is played.
const PLIES_MAX: u64 = 500;

/// A battle at its beginning, from a real deal and random layouts.
fn battle(seed: u8) -> Position {
    let mut chance = Chance::new(&Seed([seed; 32]));
    let deal = Deal::draw(&mut chance);
    let drawn = draw_stock(&deal.stock, &mut chance);
    let mut position = Position::empty(Seat::South, Contract::Three);
    for seat in Seat::ALL {
        let mut hand = deal.hands[seat].clone();
        let role = if seat == Seat::South { Role::Declarer } else { Role::Defender };
        match role {
            Role::Declarer => hand.extend(&drawn),
            Role::Defender => hand.extend([Kind::Lieutenant; 5]),
        }
        for (point, kind) in random_layout(&hand, seat, role, u64::from(seed)).0 {
            position.place(point, Piece { seat, kind });
        }
    }
    position
}

fn below(random: &mut impl Rng, n: usize) -> usize {
    ((u64::from(random.next_u32()) * n as u64) >> 32) as usize
}

fn junqi(starts: &[Position], random: &mut impl Rng, list: &mut MoveList) -> u64 {
    let mut plies = 0;
    for start in starts {
        let mut position = *start;
        loop {
            position.list_moves(position.turn(), list);
            let step = list[below(random, list.len())];
            plies += 1;
            if position.play(step).end.is_some() {
                break;
            }
        }
    }
    plies
}

fn chess(random: &mut impl Rng) -> u64 {
    let mut plies = 0;
    for _ in 0..GAMES {
        let mut position = Chess::default();
        for _ in 0..PLIES_MAX {
            let moves = position.legal_moves();
            if moves.is_empty() || position.is_insufficient_material() {
                break;
            }
            position.play_unchecked(moves[below(random, moves.len())]);
            plies += 1;
        }
    }
    plies
}

fn rate(play: impl FnOnce() -> u64) -> f64 {
    let began = now();
    let plies = play();
    plies as f64 / (now() - began).max(1e-9)
}

/// Seconds that this thread has had a processor for; where the system does not tell, the time of
/// day must do.
fn now() -> f64 {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = told.and_then(|text| text.split(' ').next()?.parse::<f64>().ok());
    nanoseconds.map_or_else(|| BEGAN.elapsed().as_secs_f64(), |told| told / 1e9)
}

static BEGAN: LazyLock<Instant> = LazyLock::new(Instant::now);

fn median(mut figures: Vec<f64>) -> f64 {
    figures.sort_by(f64::total_cmp);
    figures[figures.len() / 2]
}

fn main() {
    let starts: Vec<Position> = (0..GAMES).map(battle).collect();
    let mut list = MoveList::new();
    let mut random = Xoshiro256PlusPlus::seed_from_u64(7);
    let (mut ours, mut theirs, mut ratios) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        let one = rate(|| (0..REPEATS).map(|_| junqi(&starts, &mut random, &mut list)).sum());
        let other = rate(|| (0..REPEATS).map(|_| chess(&mut random)).sum());
        ours.push(one);
        theirs.push(other);
        ratios.push(one / other);
    }
    println!("junqi     {:>10.0} plies/s (median of {ROUNDS})", median(ours));
    println!("shakmaty  {:>10.0} plies/s", median(theirs));
    println!("ratio     {:>10.2}", median(ratios));
}
