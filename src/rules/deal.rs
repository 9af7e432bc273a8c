//! The deal and the stock (RULES 3, 5, 16.3).

use super::{BySeat, Chance, Kind, Seat};

/// Pieces dealt to each player, the flag included (RULES 3.1).
pub const HAND_SIZE: usize = 20;

/// More mines than this cannot be deployed (RULES 3.2).
const MINES_MAX: usize = 9;

/// Stock pieces that the declarer takes up (RULES 5.1).
const STOCK_DRAWN: usize = 19;

/// Lieutenants that each defender receives (RULES 5.2).
const DEFENDER_LIEUTENANTS: usize = 5;

/// The special pieces, in the order in which they close the stock (RULES 16.3).
const SPECIALS: [Kind; 3] = [Kind::GrandMarshal, Kind::Missile, Kind::Fortress];

/// Hands and stock as dealt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deal {
    /// `[seat]`: a flag, then 19 pieces in the order in which they were dealt.
    pub hands: BySeat<Vec<Kind>>,
    /// 23 pieces in the order of RULES 16.3.
    pub stock: Vec<Kind>,
}

/// The 96 standard pieces without flags, in the order of RULES 16.3.
pub fn standard_pieces() -> Vec<Kind> {
    let ordered = Kind::ALL.into_iter().filter(|kind| *kind != Kind::Flag);
    ordered.flat_map(|kind| std::iter::repeat_n(kind, 4 * kind.per_set())).collect()
}

impl Deal {
    /// Deals from the key stream, again and again until every hand can be deployed (RULES 3, 16.3).
    pub fn draw(chance: &mut Chance) -> Self {
        Self::draw_with(chance, MINES_MAX)
    }

    fn draw_with(chance: &mut Chance, mines_max: usize) -> Self {
        loop {
            let mut pieces = standard_pieces();
            chance.shuffle(&mut pieces);
            let hands = BySeat::from_fn(|seat: Seat| {
                let first = seat.index() * (HAND_SIZE - 1);
                let dealt = &pieces[first..first + HAND_SIZE - 1];
                std::iter::once(Kind::Flag).chain(dealt.iter().copied()).collect::<Vec<Kind>>()
            });
            let mines = |hand: &[Kind]| hand.iter().filter(|kind| **kind == Kind::Mine).count();
            if hands.iter().all(|(_, hand)| mines(hand) <= mines_max) {
                let rest = &pieces[4 * (HAND_SIZE - 1)..];
                return Self { hands, stock: rest.iter().copied().chain(SPECIALS).collect() };
            }
        }
    }
}

/// Shuffles the stock and gives the declarer the first 19 (RULES 5.1, 16.3).
pub fn draw_stock(stock: &[Kind], chance: &mut Chance) -> Vec<Kind> {
    let mut stock = stock.to_vec();
    chance.shuffle(&mut stock);
    stock.truncate(STOCK_DRAWN);
    stock
}

/// What a defender's hand becomes after the auction (RULES 5.2).
pub fn reinforce(hand: &mut Vec<Kind>) {
    hand.extend([Kind::Lieutenant; DEFENDER_LIEUTENANTS]);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Seed;

    fn count(pieces: &[Kind], kind: Kind) -> usize {
        pieces.iter().filter(|piece| **piece == kind).count()
    }

    #[test]
    fn the_listed_order_runs_from_four_field_marshals_to_twelve_mines() {
        let pieces = standard_pieces();
        assert_eq!(pieces.len(), 96, "RULES 3.1");
        assert_eq!(pieces[..5], [[Kind::FieldMarshal; 4].as_slice(), &[Kind::General]].concat());
        assert_eq!(pieces[84..], [Kind::Mine; 12], "RULES 16.3");
    }

    #[test]
    fn every_deal_gives_each_a_flag_and_leaves_a_stock_of_23() {
        for seed in 0..200 {
            let deal = Deal::draw(&mut Chance::new(&Seed([seed; 32])));
            let mut all = deal.stock.clone();
            for (_, hand) in deal.hands.iter() {
                assert_eq!((hand.len(), count(hand, Kind::Flag)), (20, 1), "RULES 3.1");
                assert!(count(hand, Kind::Mine) <= 9, "RULES 3.2");
                all.extend(hand);
            }
            assert_eq!(deal.stock[20..], SPECIALS, "RULES 16.3");
            for kind in Kind::ALL {
                let expected = if SPECIALS.contains(&kind) { 1 } else { 4 * kind.per_set() };
                assert_eq!(count(&all, kind), expected, "RULES 2: {kind:?}");
            }
        }
    }

    #[test]
    fn hands_with_too_many_mines_are_dealt_again_from_the_listed_order() {
        // Ten mines in one hand come once in millions of deals; a lower limit shows the same.
        let limit = 4;
        let mut dealt_again = 0;
        for seed in 0..200 {
            let mut chance = Chance::new(&Seed([seed; 32]));
            let mut expected = loop {
                let mut pieces = standard_pieces();
                chance.shuffle(&mut pieces);
                let mut hands = pieces.chunks(HAND_SIZE - 1).take(4);
                if hands.all(|hand| count(hand, Kind::Mine) <= limit) {
                    break pieces;
                }
                dealt_again += 1;
            };
            let dealt = Deal::draw_with(&mut Chance::new(&Seed([seed; 32])), limit);
            expected.truncate(HAND_SIZE - 1);
            assert_eq!(dealt.hands.south[1..], expected, "RULES 16.3");
        }
        assert!(dealt_again > 10, "{dealt_again} deals again in 200");
    }

    #[test]
    fn the_declarer_draws_nineteen_of_the_stock() {
        let mut chance = Chance::new(&Seed([1; 32]));
        let deal = Deal::draw(&mut chance);
        let drawn = draw_stock(&deal.stock, &mut chance);
        assert_eq!(drawn.len(), 19, "RULES 5.1");
        assert!(Kind::ALL.iter().all(|kind| count(&drawn, *kind) <= count(&deal.stock, *kind)));
    }
}
