//! Placing the declarer's army: swaps tried over and over, fewer of the bad ones taken as it cools, from a
//! start and by tastes that differ from game to game.

mod score;

use score::Taste;

use crate::players::dice::Dice;
use crate::players::sound_layout;
use crate::rules::{Kind, Layout, Point, Role, Seat, may_stand};

/// Swaps tried; counted, never by the clock.
const SWAPS: usize = 4_000;

/// How much worse a swap may make the layout and be taken once in e times, at the beginning and at
/// the end.
const HOT: f32 = 10.0;
const COLD: f32 = 0.6;

/// A legal layout of the declarer's hand that is good by the score, and differs from seed to seed.
pub(super) fn deploy(hand: &[Kind], seat: Seat, seed: u64) -> Layout {
    let role = Role::Declarer;
    let mut dice = Dice::new(seed);
    let start = sound_layout(hand, seat, role, dice.seed());
    // Everything is reckoned as if it lay in South's arm.
    let mut cells: Vec<(Point, Kind)> =
        start.0.iter().map(|(point, kind)| (point.to_south(seat), *kind)).collect();
    let taste = Taste::new(&mut dice);
    let mut present = taste.score(&cells);
    let mut best = (present, cells.clone());
    for swap in 0..SWAPS {
        let heat = HOT * (COLD / HOT).powf(swap as f32 / SWAPS as f32);
        let (a, b) = dice.two_below(cells.len());
        let ((at_a, kind_a), (at_b, kind_b)) = (cells[a], cells[b]);
        let legal = may_stand(kind_a, at_b, Seat::South, role) && may_stand(kind_b, at_a, Seat::South, role);
        if kind_a == kind_b || !legal {
            continue;
        }
        (cells[a].1, cells[b].1) = (kind_b, kind_a);
        let changed = taste.score(&cells);
        if changed >= present || dice.fraction() < ((changed - present) / heat).exp() {
            present = changed;
            if present > best.0 {
                best = (present, cells.clone());
            }
        } else {
            (cells[a].1, cells[b].1) = (kind_a, kind_b);
        }
    }
    Layout(best.1.into_iter().map(|(point, kind)| (point.from_south(seat), kind)).collect())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::rules::{Board, Chance, Deal, Seed};

    #[test]
    fn layouts_are_legal_ring_the_flag_and_differ_from_game_to_game() {
        let mut different = BTreeSet::new();
        for seed in 0..8_u8 {
            let seat = Seat::from_index(usize::from(seed));
            let deal = Deal::draw(&mut Chance::new(&Seed([3; 32])));
            let mut hand = deal.hands.south;
            hand.extend(&deal.stock[4..]);
            let layout = deploy(&hand, seat, u64::from(seed));
            assert_eq!(layout.check(&hand, seat, Role::Declarer), Ok(()), "seed {seed}");
            assert_eq!(layout, deploy(&hand, seat, u64::from(seed)));
            let flag = layout.flag().unwrap();
            let beside = Board::get().roads(flag).iter().map(|point| layout.kind(point).unwrap());
            let blocks = beside.filter(|kind| !kind.is_mobile()).count();
            let held = hand.iter().filter(|kind| matches!(kind, Kind::Mine | Kind::Fortress)).count();
            assert!(blocks >= held.min(3), "seed {seed}: {blocks} of {held} beside the flag");
            different
                .insert(layout.0.iter().map(|(at, kind)| (at.to_south(seat), *kind)).collect::<Vec<_>>());
        }
        assert!(different.len() > 6, "{}", different.len());
    }
}
