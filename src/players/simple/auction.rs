//! Bidding by the strength of the hand.

use super::value::value;
use crate::players::dice::Dice;
use crate::rules::{Call, Kind};
use crate::view::AuctionView;

/// Strengths from which each contract is called; an average hand has about 525, two in three
/// lie within 80 of it.
const STRENGTHS: [(Call, i32); 3] = [(Call::Three, 710), (Call::Two, 635), (Call::One, 530)];

/// By how much a call may stray.
const WHIM: usize = 31;

/// The summed value of the hand without its flag.
fn strength(hand: &[Kind]) -> i32 {
    let pieces = hand.iter().filter(|kind| **kind != Kind::Flag);
    pieces.map(|kind| value(*kind) as i32).sum()
}

/// The highest call that the hand bears, if it is still legal; else pass.
pub(in crate::players) fn call(auction: &AuctionView, hand: &[Kind], dice: &mut Dice) -> Call {
    let strength = strength(hand) + dice.below(WHIM) as i32 - (WHIM / 2) as i32;
    let borne = STRENGTHS.into_iter().find(|(_, needed)| strength >= *needed);
    let call = borne.map_or(Call::Pass, |(call, _)| call);
    if auction.legal.contains(&call) { call } else { Call::Pass }
}
