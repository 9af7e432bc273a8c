//! A sensible player that looks one ply ahead.

pub(super) mod auction;
mod battle;
mod field;
mod value;
pub(super) mod vote;

use super::dice::Dice;
use super::seated::{Mind, OwnTurn};
use super::sound_layout;
use crate::rules::{Answer, Call, Kind, Layout, Move, Role, Seat};
use crate::view::{AuctionView, BattleView, PlayerView, VoteView};

/// Decides sensibly.
pub(super) struct Simple;

impl Mind for Simple {
    fn call(&self, auction: &AuctionView, hand: &[Kind], dice: &mut Dice) -> Option<Call> {
        Some(auction::call(auction, hand, dice))
    }

    fn arrange(&self, hand: &[Kind], seat: Seat, role: Role, dice: &mut Dice) -> Layout {
        sound_layout(hand, seat, role, dice.seed())
    }

    fn choose(&self, battle: &OwnTurn<'_>, dice: &mut Dice) -> Option<Move> {
        battle::choose(battle, dice)
    }

    fn answer(&self, view: &PlayerView, battle: &BattleView, vote: &VoteView, _: &mut Dice) -> Answer {
        vote::answer(view, battle, vote)
    }
}
