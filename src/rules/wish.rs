//! Layouts kept as wishes, and the legal layout of another hand that is nearest to one (RULES 6.6).

use pathfinding::kuhn_munkres::kuhn_munkres_min;
use pathfinding::matrix::Matrix;

use super::{Kind, Layout, LayoutFaults, Point, Role, Seat, ground, may_stand};

/// What it costs to have this kind on a point where that one is wished (RULES 6.6).
pub const fn distance(wished: Kind, kind: Kind) -> u8 {
    match (wished.rank(), kind.rank()) {
        (Some(wished), Some(rank)) => wished.abs_diff(rank),
        (Some(_), None) | (None, Some(_)) => 20,
        (None, None) if wished as u8 == kind as u8 => 0,
        (None, None) => 10,
    }
}

/// Room for the ties below the costs: more than all of a layout's ties together.
const COST_UNIT: i64 = 1 << 16;

/// What a pair that RULES 6.2 or 6.3 forbids weighs: more than all allowed pairs together.
const FORBIDDEN: i64 = 1 << 40;

impl Layout {
    /// The layout as it would lie in South's arm, the form in which layouts are kept.
    #[must_use]
    pub fn to_south(&self, seat: Seat) -> Self {
        Self(self.0.iter().map(|(point, kind)| (point.to_south(seat), *kind)).collect())
    }

    /// The legal layout of the hand that is nearest to this one, which lies as in South's arm: least
    /// total cost over all points, and of equally near ones that with the high ranks further from
    /// the rear (RULES 6.6). A point for which nothing is wished takes anything.
    ///
    /// It depends on what the hand holds and not on its order, and is the same for every seat.
    ///
    /// # Errors
    /// When the hand is none that the role can deploy, with everything that is wrong then.
    pub fn nearest(&self, hand: &[Kind], seat: Seat, role: Role) -> Result<Self, LayoutFaults> {
        // Points as they lie in South's arm and pieces in the order of RULES 2: one fixed order.
        let points: Vec<Point> = ground(Seat::South, role).iter().collect();
        let mut pieces = hand.to_vec();
        pieces.sort_unstable();
        let mut layout = Self::default();
        if pieces.len() == points.len() {
            let weights = Matrix::from_fn(points.len(), pieces.len(), |(row, column)| {
                self.weight(row as i64, points[row], pieces[column], role)
            });
            let (_, chosen) = kuhn_munkres_min(&weights);
            let placed = points.iter().zip(chosen);
            layout.0 = placed.map(|(point, place)| (point.from_south(seat), pieces[place])).collect();
        }
        layout.check(hand, seat, role)?;
        Ok(layout)
    }

    /// What it weighs to have that kind on that point of South's.
    fn weight(&self, place: i64, point: Point, kind: Kind, role: Role) -> i64 {
        if !may_stand(kind, point, Seat::South, role) {
            return FORBIDDEN;
        }
        let cost = self.kind(point).map_or(0, |wished| distance(wished, kind));
        // The sum of these products is least where low numbers of kinds, which are high ranks, stand
        // on the points with the high numbers, which lie further from the rear.
        let tie = place * kind.index() as i64;
        i64::from(cost) * COST_UNIT + tie
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::rules::deal::reinforce;
    use crate::rules::{Chance, Deal, Seed};

    /// What that seat deploys of the deal of that number.
    fn hand(deal: u64, seat: Seat, role: Role) -> Vec<Kind> {
        let mut chance = Chance::new(&seed(deal));
        let deal = Deal::draw(&mut chance);
        let mut hand = deal.hands[seat].clone();
        match role {
            Role::Declarer => {
                // Any 19 of the stock: the specials come in some deals and not in others.
                let mut stock = deal.stock.clone();
                chance.shuffle(&mut stock);
                hand.extend(&stock[4..]);
            }
            Role::Defender => reinforce(&mut hand),
        }
        hand
    }

    fn seed(number: u64) -> Seed {
        let mut seed = [0; 32];
        seed[..8].copy_from_slice(&number.to_le_bytes());
        Seed(seed)
    }

    /// Some layout, kept: what somebody in that seat with that deal has saved.
    fn wish(deal: u64, seat: Seat, role: Role) -> Layout {
        let mut chance = Chance::apart(&seed(deal), "wish");
        Layout::random(&hand(deal, seat, role), seat, role, &mut chance).to_south(seat)
    }

    fn seats() -> impl Strategy<Value = Seat> {
        prop::sample::select(Seat::ALL.to_vec())
    }

    fn roles() -> impl Strategy<Value = Role> {
        prop::sample::select(vec![Role::Declarer, Role::Defender])
    }

    /// What the layout costs by RULES 6.6.
    fn cost(wish: &Layout, layout: &Layout, seat: Seat) -> u32 {
        let south = layout.to_south(seat);
        south.0.iter().map(|(point, kind)| u32::from(distance(wish.0[point], *kind))).sum()
    }

    /// Whether some exchange among any number of points would come nearer: a cycle of negative
    /// length in the graph of exchanges. There is one exactly if the layout is not the nearest.
    fn can_be_nearer(wish: &Layout, layout: &Layout, role: Role) -> bool {
        const FAR: i64 = 1 << 40;
        let placed: Vec<(Point, Kind)> = layout.0.iter().map(|(point, kind)| (*point, *kind)).collect();
        let count = placed.len();
        let at = |point: Point, kind: Kind| i64::from(distance(wish.0[&point], kind));
        let mut length = vec![vec![FAR; count]; count];
        for (from, (point, own)) in placed.iter().enumerate() {
            for (to, (_, other)) in placed.iter().enumerate() {
                if may_stand(*other, *point, Seat::South, role) {
                    length[from][to] = at(*point, *other) - at(*point, *own);
                }
            }
        }
        for middle in 0..count {
            for from in 0..count {
                for to in 0..count {
                    let around = length[from][middle] + length[middle][to];
                    length[from][to] = length[from][to].min(around);
                }
            }
        }
        (0..count).any(|point| length[point][point] < 0)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(96))]

        #[test]
        fn a_wish_gives_a_legal_layout_and_no_legal_one_is_nearer(
            (own, other) in (0..10_000_u64, 0..10_000_u64), seat in seats(), from in seats(), role in roles(),
        ) {
            let (hand, wish) = (hand(own, seat, role), wish(other, from, role));
            let layout = wish.nearest(&hand, seat, role).unwrap();
            prop_assert_eq!(layout.check(&hand, seat, role), Ok(()));
            prop_assert!(!can_be_nearer(&wish, &layout.to_south(seat), role));
        }

        #[test]
        fn the_order_of_the_hand_and_the_seat_change_nothing(
            (own, other) in (0..10_000_u64, 0..10_000_u64), seat in seats(), role in roles(), swaps in any::<u64>(),
        ) {
            let (hand, wish) = (hand(own, seat, role), wish(other, seat, role));
            let mut shuffled = hand.clone();
            Chance::new(&seed(swaps)).shuffle(&mut shuffled);
            let layout = wish.nearest(&hand, seat, role).unwrap();
            prop_assert_eq!(&wish.nearest(&shuffled, seat, role).unwrap(), &layout);
            for other in Seat::ALL {
                let there = wish.nearest(&hand, other, role).unwrap();
                prop_assert_eq!(there.to_south(other), layout.to_south(seat));
            }
        }

        #[test]
        fn the_same_hand_gets_back_exactly_what_was_saved(
            deal in 0..10_000_u64, seat in seats(), role in roles(),
        ) {
            let wish = wish(deal, seat, role);
            let layout = wish.nearest(&hand(deal, seat, role), seat, role).unwrap();
            prop_assert_eq!(layout.to_south(seat), wish);
        }

        #[test]
        fn what_is_granted_is_a_wish_that_is_granted_exactly(
            (own, other) in (0..10_000_u64, 0..10_000_u64), seat in seats(), role in roles(),
        ) {
            let (hand, wish) = (hand(own, seat, role), wish(other, seat, role));
            let layout = wish.nearest(&hand, seat, role).unwrap();
            prop_assert_eq!(cost(&layout.to_south(seat), &layout, seat), 0);
            prop_assert_eq!(&layout.to_south(seat).nearest(&hand, seat, role).unwrap(), &layout);
        }
    }

    #[test]
    fn costs_are_those_of_the_rules() {
        for (wished, kind, cost) in [
            (Kind::Mine, Kind::Mine, 0),
            (Kind::Colonel, Kind::Colonel, 0),
            (Kind::GrandMarshal, Kind::Engineer, 9),
            (Kind::Engineer, Kind::Lieutenant, 1),
            (Kind::Bomb, Kind::Engineer, 20),
            (Kind::FieldMarshal, Kind::Missile, 20),
            (Kind::Mine, Kind::Bomb, 10),
            (Kind::Fortress, Kind::Flag, 10),
        ] {
            assert_eq!(distance(wished, kind), cost, "RULES 6.6: {kind:?} where {wished:?} is wished");
        }
    }

    #[test]
    fn a_hand_that_cannot_be_deployed_is_told_and_nothing_is_made_up() {
        let wish = wish(1, Seat::South, Role::Defender);
        let mut hand = hand(1, Seat::South, Role::Defender);
        assert!(wish.nearest(&hand[1..], Seat::South, Role::Defender).is_err(), "no flag, 24 pieces");
        hand.retain(|kind| *kind == Kind::Flag);
        hand.extend([Kind::Mine; 24]);
        assert!(wish.nearest(&hand, Seat::South, Role::Defender).is_err(), "RULES 6.3: mines in two rows");
    }

    #[test]
    fn where_nothing_is_wished_anything_will_do() {
        let hand = hand(5, Seat::West, Role::Declarer);
        let layout = Layout::default().nearest(&hand, Seat::West, Role::Declarer).unwrap();
        assert_eq!(layout.check(&hand, Seat::West, Role::Declarer), Ok(()));
    }

    #[test]
    fn the_nearest_rank_stands_in_for_a_missing_one() {
        let has_captain = |deal: &u64| hand(*deal, Seat::North, Role::Defender).contains(&Kind::Captain);
        let deal = (0..100).find(has_captain).unwrap();
        let own = hand(deal, Seat::North, Role::Defender);
        let wish = wish(deal, Seat::North, Role::Defender);
        // One captain of the hand becomes a colonel: it stands where a captain was wished, or where
        // moving others round costs no more.
        let mut other = own.clone();
        let place = other.iter().position(|kind| *kind == Kind::Captain).unwrap();
        other[place] = Kind::Colonel;
        let layout = wish.nearest(&other, Seat::North, Role::Defender).unwrap();
        assert_eq!(cost(&wish, &layout, Seat::North), 2, "RULES 6.6: captain 3, colonel 5");
    }
}
