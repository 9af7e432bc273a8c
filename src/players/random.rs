//! Any legal thing, each as likely as the others.

use super::dice::Dice;
use super::random_layout;
use super::seated::{Mind, OwnTurn};
use crate::rules::{Answer, Call, Kind, Layout, Move, Role, Seat};
use crate::view::{AuctionView, BattleView, PlayerView, VoteView};

/// Decides at random.
pub(super) struct Random;

impl Mind for Random {
    fn call(&self, auction: &AuctionView, _: &[Kind], dice: &mut Dice) -> Option<Call> {
        dice.pick(&auction.legal)
    }

    fn arrange(&self, hand: &[Kind], seat: Seat, role: Role, dice: &mut Dice) -> Layout {
        random_layout(hand, seat, role, dice.seed())
    }

    fn choose(&self, battle: &OwnTurn<'_>, dice: &mut Dice) -> Option<Move> {
        dice.pick(battle.moves)
    }

    fn answer(&self, _: &PlayerView, _: &BattleView, _: &VoteView, dice: &mut Dice) -> Answer {
        if dice.once_in(2) { Answer::Agree } else { Answer::Refuse }
    }
}
