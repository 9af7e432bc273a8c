//! Bidding by expected points.

use super::values::value;
use crate::players::dice::Dice;
use crate::rules::{Call, Contract, Kind};
use crate::view::AuctionView;

/// How a declarer is likely to fare, each from 0 to 1, together 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Chances {
    /// The contract is made.
    pub made: f32,
    /// The declarer falls.
    pub set: f32,
    /// Neither.
    pub drawn: f32,
}

/// What a hand is told apart by: its summed value, in eighties over the average; its mines over the average.
/// Nothing else that was counted in it told more of games not yet seen.
pub type HandTraits = [f32; 2];

/// An average hand's summed value, the grand marshal 100, the flag 0; two in three hands are within
/// [`SPREAD`] of it.
const AVERAGE: f32 = 525.0;
const SPREAD: f32 = 80.0;

/// Of ninety-six pieces twelve are mines, and nineteen are dealt to a hand (RULES 3.1).
const MINES: f32 = 19.0 * 12.0 / 96.0;

/// What the twenty pieces of a hand are told apart by.
pub fn hand_traits(hand: &[Kind]) -> HandTraits {
    let strength: f32 = hand.iter().map(|kind| value(*kind)).sum();
    let mines = hand.iter().filter(|kind| **kind == Kind::Mine).count() as f32;
    [(strength - AVERAGE) / SPREAD, mines - MINES]
}

/// A logistic curve of contracts made.
#[derive(Clone, Copy, Debug)]
struct Curve {
    /// The logarithm of the odds of an average hand.
    average: f32,
    /// What each trait adds to it.
    weights: HandTraits,
    /// The share of games drawn.
    drawn: f32,
}

/// How a level bids.
#[derive(Clone, Copy, Debug)]
pub(in crate::players) struct Bidding {
    /// `[contract]`.
    curves: [Curve; 3],
    /// `[deal]`: what a call must promise, in units of the score table. After the third deal passed out there is no game
    /// (RULES 4.4): so the first may wait for a good hand, and the later ones are content with less.
    enough: [f32; 3],
}

impl Bidding {
    /// Fitted to games of the level `normal` against itself with declarers and contracts given;
    /// `junqi bids` plays them, fits, and measures how well it foretells.
    pub(in crate::players) const NORMAL: Self = Self {
        curves: [
            Curve { average: -0.72, weights: [0.31, 0.0], drawn: 0.0 },
            Curve { average: -2.13, weights: [0.58, 0.0], drawn: 0.02 },
            Curve { average: -3.01, weights: [0.66, 0.0], drawn: 0.02 },
        ],
        enough: [-0.6, -0.75, -1.0],
    };

    /// The same for the level `hard`: in the first deal 54 % must be promised, in the third it calls at a small
    /// expected loss.
    pub(in crate::players) const HARD: Self = Self {
        curves: [
            Curve { average: -0.21, weights: [0.31, 0.22], drawn: 0.0 },
            Curve { average: -1.97, weights: [0.41, 0.0], drawn: 0.0 },
            Curve { average: -4.92, weights: [0.93, 0.0], drawn: 0.0 },
        ],
        enough: [0.24, 0.06, -0.18],
    };

    /// How such a hand is likely to fare as declarer's of that contract.
    pub(in crate::players) fn chances(&self, traits: &HandTraits, contract: Contract) -> Chances {
        let Curve { average, weights, drawn } = &self.curves[usize::from(contract.defenders()) - 1];
        let odds: f32 = average + weights.iter().zip(traits).map(|(weight, of)| weight * of).sum::<f32>();
        let made = (1.0 - drawn) / (1.0 + (-odds).exp());
        Chances { made, set: 1.0 - drawn - made, drawn: *drawn }
    }

    /// The declarer's expected points, in units of the score table (RULES 13). A draw is reckoned as
    /// with half of the defenders wanted eliminated.
    fn expected(&self, traits: &HandTraits, contract: Contract) -> f32 {
        let Chances { made, set, drawn } = self.chances(traits, contract);
        let k = f32::from(contract.defenders());
        3.0 * k * (made - set) - drawn * 1.5 * (k - 1.0)
    }
}

/// `[defenders]`: the logarithm of the odds that so many more fall, one to three, when the armies are as they
/// usually are: as in games of the level `normal` against itself.
const MISSING: [f32; 3] = [-0.72, -2.13, -3.01];

/// The share of games in which so many defenders more fall (1 to 3), at that shift of the odds.
pub(super) fn chances_missing(missing: f32, shift: f32) -> f32 {
    let middle = MISSING[(missing as usize).clamp(1, 3) - 1];
    1.0 / (1.0 + (-middle - shift).exp())
}

/// By how much an expectation may stray, so that not every hand is bid alike.
const WHIM: f32 = 0.1;

/// The call of the greatest expectation that is still legal, if it promises enough; else pass.
pub(super) fn call(auction: &AuctionView, hand: &[Kind], bidding: &Bidding, dice: &mut Dice) -> Call {
    let traits = hand_traits(hand);
    let stray = WHIM * (2.0 * dice.fraction() - 1.0);
    let enough = bidding.enough[usize::from(auction.deal.clamp(1, 3)) - 1];
    let legal = Contract::ALL.into_iter().filter(|contract| auction.legal.contains(&Call::of(*contract)));
    let best = legal.map(|contract| (bidding.expected(&traits, contract) + stray, contract));
    let best = best.max_by(|a, b| a.0.total_cmp(&b.0)).filter(|(points, _)| *points >= enough);
    best.map_or(Call::Pass, |(_, contract)| Call::of(contract))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Chance, Deal, Seat, Seed};

    const LEVELS: [Bidding; 2] = [Bidding::NORMAL, Bidding::HARD];

    /// The best twenty pieces that can be dealt, and the worst (RULES 2, 3.2).
    fn extremes() -> [Vec<Kind>; 2] {
        let best = [(Kind::FieldMarshal, 4), (Kind::General, 4), (Kind::MajorGeneral, 8), (Kind::Bomb, 3)];
        let worst = [(Kind::Lieutenant, 12), (Kind::Captain, 7)];
        [best.as_slice(), worst.as_slice()].map(|pieces| {
            let of = |&(kind, count): &(Kind, usize)| std::iter::repeat_n(kind, count);
            std::iter::once(Kind::Flag).chain(pieces.iter().flat_map(of)).collect()
        })
    }

    /// Hands as they are dealt.
    fn hands() -> impl Iterator<Item = Vec<Kind>> {
        let deal = |number: u16| {
            let mut seed = [5; 32];
            seed[..2].copy_from_slice(&number.to_le_bytes());
            Deal::draw(&mut Chance::new(&Seed(seed))).hands
        };
        (0..500).map(deal).flat_map(|hands| Seat::ALL.map(|seat| hands[seat].clone()))
    }

    fn auction(deal: u8, legal: &[Call]) -> AuctionView {
        AuctionView {
            deal,
            number: 0,
            first_bidder: Seat::South,
            calls: vec![],
            to_call: Seat::South,
            legal: legal.to_vec(),
        }
    }

    fn called(bidding: &Bidding, deal: u8, hand: &[Kind], seed: u64) -> Call {
        let legal = [Call::Pass, Call::of(Contract::One), Call::of(Contract::Two), Call::of(Contract::Three)];
        call(&auction(deal, &legal), hand, bidding, &mut Dice::new(seed))
    }

    #[test]
    fn the_best_hand_is_called_and_the_worst_passed_in_every_deal_whatever_the_whim() {
        let [best, worst] = extremes();
        for bidding in LEVELS {
            for (deal, seed) in (1..=3).flat_map(|deal| (0..50).map(move |seed| (deal, seed))) {
                assert_ne!(called(&bidding, deal, &best, seed), Call::Pass, "deal {deal}");
                assert_eq!(called(&bidding, deal, &worst, seed), Call::Pass, "deal {deal}");
            }
        }
    }

    #[test]
    fn what_the_first_deal_calls_the_later_ones_call_and_some_hands_besides() {
        for bidding in LEVELS {
            let [first, second, third] = [1, 2, 3].map(|deal| {
                let called = |(seed, hand): (usize, Vec<Kind>)| called(&bidding, deal, &hand, seed as u64);
                hands().enumerate().map(|hand| called(hand) != Call::Pass).collect::<Vec<bool>>()
            });
            assert!(first.iter().zip(&second).all(|(earlier, later)| later >= earlier));
            assert!(second.iter().zip(&third).all(|(earlier, later)| later >= earlier));
            let count = |calls: &[bool]| calls.iter().filter(|called| **called).count();
            assert!(count(&first) < count(&second) && count(&second) < count(&third), "RULES 4.4");
        }
    }

    #[test]
    fn nobody_calls_three_to_outdo_others_on_a_hand_as_dealt() {
        for bidding in LEVELS {
            for (seed, hand) in hands().enumerate() {
                let outdone = auction(1, &[Call::Pass, Call::of(Contract::Three)]);
                let call = call(&outdone, &hand, &bidding, &mut Dice::new(seed as u64));
                assert_eq!(call, Call::Pass, "three defenders are too many for {hand:?}");
            }
        }
    }

    #[test]
    fn the_same_seed_calls_the_same() {
        for (seed, hand) in hands().take(100).enumerate() {
            let once = called(&Bidding::HARD, 2, &hand, seed as u64);
            assert_eq!(once, called(&Bidding::HARD, 2, &hand, seed as u64));
        }
    }

    #[test]
    fn chances_sum_to_one_and_more_pieces_that_matter_promise_more() {
        let [best, worst] = extremes().map(|hand| hand_traits(&hand));
        for bidding in LEVELS {
            for contract in Contract::ALL {
                for traits in [best, worst] {
                    let Chances { made, set, drawn } = bidding.chances(&traits, contract);
                    assert!((made + set + drawn - 1.0).abs() < 1e-6 && made > 0.0 && set > 0.0);
                }
                assert!(bidding.expected(&best, contract) > bidding.expected(&worst, contract));
            }
        }
    }

    #[test]
    fn traits_are_counted_from_an_average_hand() {
        let [best, worst] = extremes();
        let strength = 4.0 * 85.0 + 4.0 * 68.0 + 8.0 * 52.0 + 3.0 * 42.0;
        assert!((hand_traits(&best)[0] - (strength - 525.0) / 80.0).abs() < 1e-5);
        assert!((hand_traits(&worst)[1] + 2.375).abs() < 1e-5, "no mine where a hand has 2.375 on average");
        let sums = hands().map(|hand| hand_traits(&hand));
        let sums = sums.fold([0.0, 0.0], |sum, traits| [sum[0] + traits[0], sum[1] + traits[1]]);
        assert!(sums.iter().all(|sum| (sum / 2_000.0).abs() < 0.1), "dealt hands are average: {sums:?}");
    }
}
