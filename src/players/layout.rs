//! Layouts for computer players, and first layouts for people (RULES 6.1, 16.4).

use super::dice::Dice;
use crate::rules::{Board, Chance, Kind, Layout, Point, Role, Seat, Seed, Terrain, ground, may_stand};

/// Some legal layout of the hand, whatever it is worth.
pub fn random_layout(hand: &[Kind], seat: Seat, role: Role, seed: u64) -> Layout {
    let mut key = [0; 32];
    key[..8].copy_from_slice(&seed.to_le_bytes());
    Layout::random(hand, seat, role, &mut Chance::apart(&Seed(key), "random layout"))
}

/// A legal layout of the hand that is sound, and differs from seed to seed: the flag ringed by
/// mines where there are enough, bombs behind the front, engineers and high ranks where they can
/// ride, and nothing that cannot move in the way of what can (RULES 6).
///
/// The hand is all that the player deploys: 25 pieces, or the declarer's 39.
///
/// ```
/// use junqi::players::sound_layout;
/// use junqi::rules::{Kind, Role, Seat};
///
/// let mut hand = vec![Kind::Flag, Kind::Mine, Kind::Mine, Kind::Mine, Kind::Bomb];
/// hand.extend([Kind::Captain; 20]);
/// let layout = sound_layout(&hand, Seat::East, Role::Defender, 7);
/// assert_eq!(layout.check(&hand, Seat::East, Role::Defender), Ok(()));
/// ```
pub fn sound_layout(hand: &[Kind], seat: Seat, role: Role, seed: u64) -> Layout {
    let mut dice = Dice::new(seed);
    let quarters = Board::get().headquarters().and(ground(seat, role));
    let flag = dice.pick(&quarters.iter().collect::<Vec<_>>());
    let mut plan = Plan { seat, role, flag: flag.map(|point| point.to_south(seat)), dice };
    let mut free: Vec<Point> = ground(seat, role).iter().collect();
    let mut pieces = hand.to_vec();
    pieces.sort_by_key(|kind| turn_of(*kind));
    let mut layout = Layout::default();
    for kind in pieces {
        let allowed = |point: &Point| may_stand(kind, *point, seat, role);
        let scored = free.iter().enumerate().filter(|(_, point)| allowed(point));
        let best = scored.map(|(place, point)| (plan.worth(kind, *point), place)).max();
        if let Some((_, place)) = best {
            layout.0.insert(free.swap_remove(place), kind);
        }
    }
    layout
}

/// The most constrained kinds choose first, so that every later one still finds a place; among
/// the others those to which it matters most where they stand.
fn turn_of(kind: Kind) -> u8 {
    match kind {
        Kind::Flag => 0,
        Kind::Fortress => 1,
        Kind::Mine => 2,
        Kind::Bomb => 3,
        Kind::Missile => 4,
        Kind::Engineer => 5,
        Kind::GrandMarshal => 6,
        Kind::FieldMarshal => 7,
        Kind::General => 8,
        Kind::MajorGeneral => 9,
        Kind::Brigadier => 10,
        Kind::Colonel => 11,
        Kind::Major => 12,
        Kind::Captain => 13,
        Kind::Lieutenant => 14,
    }
}

/// One player's plan: where the flag goes, and how the rest is placed about it.
struct Plan {
    seat: Seat,
    role: Role,
    /// As it would lie in South's arm.
    flag: Option<Point>,
    dice: Dice,
}

/// How much two equally good points may differ by chance.
const WHIM: usize = 20;

/// What a block beside the flag is worth more than elsewhere: more than any whim.
const BESIDE_FLAG: i32 = 90;

impl Plan {
    /// How good the point is for the kind; more is better.
    fn worth(&mut self, kind: Kind, point: Point) -> i32 {
        let south = point.to_south(self.seat);
        let whim = self.dice.below(WHIM) as i32;
        let beside_flag = self.flag.is_some_and(|flag| Board::get().roads(flag).contains(south));
        whim + match kind {
            Kind::Flag if self.flag == Some(south) => 100,
            Kind::Fortress | Kind::Mine if beside_flag => BESIDE_FLAG,
            _ => worth(kind, south, self.role),
        }
    }
}

/// How good a point, as it would lie in South's arm, is for the kind wherever the flag stands.
pub(super) fn worth(kind: Kind, south: Point, role: Role) -> i32 {
    match kind {
        Kind::Flag => 0,
        Kind::Fortress | Kind::Mine => worth_of_block(south),
        Kind::Bomb => match south.row() {
            0 => 0,
            1 | 2 => 15,
            3 => 25,
            4 => 35,
            _ => -10,
        },
        Kind::Engineer => rail(south, 20) + [0, 25, 15, 10, 5, -10][usize::from(south.row().min(5))],
        Kind::Missile => rail(south, 20) + i32::from(south.row().min(4)) * 4,
        Kind::Lieutenant | Kind::Captain => worth_of_filler(south, role),
        _ => worth_of_fighter(kind, south, role),
    }
}

/// For what never moves: the other headquarters, then the rear, and off the railway.
fn worth_of_block(south: Point) -> i32 {
    let in_headquarters = Board::get().terrain(south) == Terrain::Headquarters;
    match south.row() {
        0 if in_headquarters => 60,
        0 => 40,
        1 if Board::get().railway_points().contains(south) => 20,
        row => -20 * i32::from(row),
    }
}

/// For low ranks: where nothing better wants to stand, the free headquarters last of all but
/// before anything of value.
fn worth_of_filler(south: Point, role: Role) -> i32 {
    match (Board::get().terrain(south), role) {
        (Terrain::Headquarters, _) => 10,
        (Terrain::Camp, _) => -5,
        (Terrain::Station, Role::Declarer) => i32::from(south.row().min(7)) * 2,
        (Terrain::Station, Role::Defender) => i32::from(south.row()),
    }
}

/// For ranks that fight: on the railway and forward, the highest not in the very front line
/// where the first unknown piece meets them.
fn worth_of_fighter(kind: Kind, south: Point, role: Role) -> i32 {
    let is_high = kind.rank().is_some_and(|rank| rank >= 8);
    let forward = match (south.row(), is_high) {
        (0, _) => -60,
        (1, _) => 0,
        (2, _) | (6.., true) => 5,
        (3, _) => 15,
        (4, true) | (5, false) => 30,
        (4 | 6.., false) | (5, true) => 20,
    };
    let in_camp = Board::get().terrain(south) == Terrain::Camp;
    forward + rail(south, 20) + if in_camp && role == Role::Declarer { 15 } else { 0 }
}

fn rail(south: Point, bonus: i32) -> i32 {
    if Board::get().railway_points().contains(south) { bonus } else { 0 }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::rules::{Deal, Position, position::Piece};

    fn hand(seed: u8, seat: Seat, role: Role) -> Vec<Kind> {
        let deal = Deal::draw(&mut Chance::new(&Seed([seed; 32])));
        let mut hand = deal.hands[seat].clone();
        match role {
            Role::Declarer => hand.extend(&deal.stock[4..]),
            Role::Defender => hand.extend([Kind::Lieutenant; 5]),
        }
        hand
    }

    #[test]
    fn sound_layouts_are_legal_and_repeatable() {
        for seed in 0..60 {
            for seat in Seat::ALL {
                for role in [Role::Declarer, Role::Defender] {
                    let hand = hand(seed, seat, role);
                    let layout = sound_layout(&hand, seat, role, u64::from(seed));
                    assert_eq!(layout.check(&hand, seat, role), Ok(()), "seed {seed} {seat:?} {role:?}");
                    assert_eq!(sound_layout(&hand, seat, role, u64::from(seed)), layout);
                }
            }
        }
    }

    #[test]
    fn sound_layouts_of_one_hand_differ_from_seed_to_seed() {
        let hand = hand(4, Seat::East, Role::Defender);
        let layouts =
            (0..20).map(|seed| format!("{:?}", sound_layout(&hand, Seat::East, Role::Defender, seed)));
        assert!(layouts.collect::<BTreeSet<_>>().len() >= 18);
    }

    #[test]
    fn nine_mines_and_eight_bombs_still_find_their_place() {
        let mut hand = [vec![Kind::Mine; 9], vec![Kind::Bomb; 8], vec![Kind::Lieutenant; 7]].concat();
        hand.push(Kind::Flag);
        for seed in 0..50 {
            let layout = sound_layout(&hand, Seat::North, Role::Defender, seed);
            assert_eq!(layout.check(&hand, Seat::North, Role::Defender), Ok(()), "RULES 3.2, 6.3");
        }
    }

    #[test]
    fn with_three_mines_the_flag_is_ringed() {
        let mut hand = vec![Kind::Flag, Kind::Mine, Kind::Mine, Kind::Mine];
        hand.extend([Kind::Major; 21]);
        for seed in 0..50 {
            let layout = sound_layout(&hand, Seat::West, Role::Defender, seed);
            let flag = layout.flag().unwrap();
            let ring = Board::get().roads(flag);
            assert!(ring.iter().all(|point| layout.kind(point) == Some(Kind::Mine)), "seed {seed}");
        }
    }

    #[test]
    fn a_sound_layout_has_twenty_moves_at_least() {
        for seed in 0..60 {
            for role in [Role::Declarer, Role::Defender] {
                let hand = hand(seed, Seat::South, role);
                let layout = sound_layout(&hand, Seat::South, role, u64::from(seed));
                let mut position = Position::empty(Seat::South, crate::rules::Contract::One);
                for (&point, &kind) in &layout.0 {
                    position.place(point, Piece { seat: Seat::South, kind });
                }
                assert!(position.count_moves(Seat::South) >= 20, "seed {seed} {role:?}");
            }
        }
    }
}
