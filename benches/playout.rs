//! Random playouts on the bare position: plies per second on one core.

use divan::Bencher;
use divan::counter::ItemsCount;
use junqi::players::random_layout;
use junqi::rules::position::Piece;
use junqi::rules::{Chance, Contract, Deal, Kind, MoveList, Position, Role, Seat, Seed, draw_stock};
use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

fn main() {
    divan::main();
}

/// A battle at its beginning, from a real deal and random layouts.
fn start(seed: u8) -> Position {
    let mut chance = Chance::new(&Seed([seed; 32]));
    let deal = Deal::draw(&mut chance);
    let drawn = draw_stock(&deal.stock, &mut chance);
    let declarer = Seat::South;
    let mut position = Position::empty(declarer, Contract::Three);
    for seat in Seat::ALL {
        let mut hand = deal.hands[seat].clone();
        let role = if seat == declarer { Role::Declarer } else { Role::Defender };
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

/// Plays to the end, each of all legal moves as likely as the others; the plies played.
fn playout(mut position: Position, random: &mut impl Rng, list: &mut MoveList) -> u64 {
    loop {
        position.list_moves(position.turn(), list);
        let choice = (u64::from(random.next_u32()) * list.len() as u64) >> 32;
        // Who is on turn always has a move: else they would be out.
        let Some(step) = list.get(choice as usize) else { break };
        if position.play(*step).end.is_some() {
            break;
        }
    }
    u64::from(position.plies())
}

/// Sixty-four playouts, the same each time; items are plies.
#[divan::bench]
fn random_full_list(bencher: Bencher) {
    let starts: Vec<Position> = (0..64).map(start).collect();
    let run = || {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(7);
        let mut list = MoveList::new();
        starts.iter().map(|position| playout(*position, &mut random, &mut list)).sum::<u64>()
    };
    bencher.counter(ItemsCount::new(run())).bench_local(run);
}
