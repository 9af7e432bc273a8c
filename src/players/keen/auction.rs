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

/// The summed value of a hand's pieces, the grand marshal 100, the flag 0: 525 on average, two in
/// three hands within 80 of it.
pub fn hand_strength(hand: &[Kind]) -> f32 {
    hand.iter().map(|kind| value(*kind)).sum()
}

/// How a level bids.
#[derive(Clone, Copy, Debug)]
pub(in crate::players) struct Bidding {
    /// `[contract]`: for the logistic curve of contracts made, where it stands for an average hand and
    /// how much eighty points of strength add; and the share of games drawn.
    curves: [(f32, f32, f32); 3],
    /// What a call must promise. Against three computer players of the same level hardly any hand
    /// promises a gain, and a table where nobody ever called would be no fun: the better quarter of the
    /// hands is called, at a small expected loss against such defence, and none against weaker ones.
    enough: f32,
}

impl Bidding {
    /// Fitted by maximum likelihood to games of the level `normal` against itself with declarers and
    /// contracts given; `junqi bids` measures how well it foretells.
    pub(in crate::players) const NORMAL: Self =
        Self { curves: [(-0.72, 0.31, 0.0), (-2.13, 0.58, 0.02), (-3.01, 0.66, 0.02)], enough: -0.75 };

    /// The same for the level `hard`.
    pub(in crate::players) const HARD: Self =
        Self { curves: [(-0.37, 0.25, 0.0), (-1.97, 0.41, 0.0), (-4.92, 0.93, 0.0)], enough: -0.3 };

    /// How a hand of that strength is likely to fare as declarer's of that contract.
    pub(in crate::players) fn chances(&self, strength: f32, contract: Contract) -> Chances {
        let (middle, slope, drawn) = self.curves[usize::from(contract.defenders()) - 1];
        let odds = middle + slope * (strength - AVERAGE) / SPREAD;
        let made = (1.0 - drawn) / (1.0 + (-odds).exp());
        Chances { made, set: 1.0 - drawn - made, drawn }
    }

    /// The declarer's expected points, in units of the score table (RULES 13). A draw is reckoned as
    /// with half of the defenders wanted eliminated.
    fn expected(&self, strength: f32, contract: Contract) -> f32 {
        let Chances { made, set, drawn } = self.chances(strength, contract);
        let k = f32::from(contract.defenders());
        3.0 * k * (made - set) - drawn * 1.5 * (k - 1.0)
    }
}

/// An average hand, and by how much hands differ.
const AVERAGE: f32 = 525.0;
const SPREAD: f32 = 80.0;

/// The share of games in which so many defenders more fall (1 to 3), at that shift of the odds from
/// those of an average hand.
pub(super) fn chances_missing(missing: f32, shift: f32) -> f32 {
    let (middle, ..) = Bidding::NORMAL.curves[(missing as usize).clamp(1, 3) - 1];
    1.0 / (1.0 + (-middle - shift).exp())
}

/// By how much an expectation may stray, so that not every hand is bid alike.
const WHIM: f32 = 0.1;

/// The call of the greatest expectation that is still legal, if it promises enough; else pass.
pub(super) fn call(auction: &AuctionView, hand: &[Kind], bidding: &Bidding, dice: &mut Dice) -> Call {
    let strength = hand_strength(hand);
    let stray = WHIM * (2.0 * dice.fraction() - 1.0);
    let legal = Contract::ALL.into_iter().filter(|contract| auction.legal.contains(&Call::of(*contract)));
    let best = legal.map(|contract| (bidding.expected(strength, contract) + stray, contract));
    let best = best.max_by(|a, b| a.0.total_cmp(&b.0)).filter(|(points, _)| *points >= bidding.enough);
    best.map_or(Call::Pass, |(_, contract)| Call::of(contract))
}

#[cfg(test)]
#[allow(clippy::float_cmp, reason = "sums of small whole numbers are exact")]
mod tests {
    use super::*;

    #[test]
    fn stronger_hands_promise_more_and_chances_sum_to_one() {
        for bidding in [Bidding::NORMAL, Bidding::HARD] {
            for contract in Contract::ALL {
                for strength in [300.0, 525.0, 700.0] {
                    let Chances { made, set, drawn } = bidding.chances(strength, contract);
                    assert!((made + set + drawn - 1.0).abs() < 1e-6 && made > 0.0 && set > 0.0);
                }
                assert!(bidding.expected(650.0, contract) > bidding.expected(450.0, contract));
            }
        }
        assert_eq!(hand_strength(&[Kind::GrandMarshal, Kind::Flag]), 100.0);
    }
}
