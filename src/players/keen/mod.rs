//! A player that makes worlds up, and searches them.

pub(super) mod auction;
mod battle;
mod deployment;
mod field;
mod foresight;
mod hopes;
mod line;
mod odds;
mod outlook;
mod prior;
mod scene;
mod shown;
mod style;
mod values;
mod vote;

use auction::Bidding;
pub(super) use battle::rehearse;
use style::Style;

use super::belief::Insight;
use super::dice::Dice;
use super::seated::{Mind, OwnTurn};
use super::sound_layout;
use crate::rules::{Answer, Call, Kind, Layout, Move, Role, Seat, Side};
use crate::view::{AuctionView, BattleView, PlayerView, VoteView};

/// How much a player thinks about a move: counted, never by the clock.
#[derive(Clone, Copy, Debug)]
pub(super) struct Budget {
    /// Worlds looked at for how likely each kind is.
    pub(super) glances: usize,
    /// How far layouts are read, from 0 to 1.
    pub(super) insight: f32,
    /// Worlds searched.
    pub(super) worlds: usize,
    /// Moves searched.
    pub(super) candidates: usize,
    /// Replies looked at after each, seat by seat; 0 for no search.
    pub(super) replies: u8,
    /// How it bids.
    pub(super) bidding: Bidding,
    /// `[side]`: what its judgement weighs, as the declarer and as a defender.
    styles: [Style; 2],
}

impl Budget {
    const fn style(&self, side: Side) -> &Style {
        &self.styles[side as usize]
    }

    const fn reading(&self, side: Side) -> Insight {
        Insight { places: self.insight, around_flag: self.style(side).around_flag }
    }

    pub(super) const EASY: Self = Self {
        glances: 12,
        insight: 0.2,
        worlds: 0,
        candidates: 1,
        replies: 0,
        bidding: Bidding::NORMAL,
        styles: [Style::LOOSE; 2],
    };
    pub(super) const NORMAL: Self = Self {
        glances: 16,
        insight: 0.4,
        worlds: 16,
        candidates: 12,
        replies: 4,
        bidding: Bidding::NORMAL,
        styles: [Style::USUAL; 2],
    };
    pub(super) const HARD: Self = Self {
        glances: 48,
        insight: 1.0,
        worlds: 48,
        candidates: 20,
        replies: 4,
        bidding: Bidding::HARD,
        styles: [Style::DECLARING, Style::DEFENDING],
    };
}

/// Decides with sense and foresight.
pub(super) struct Keen(pub(super) Budget);

impl Mind for Keen {
    fn call(&self, auction: &AuctionView, hand: &[Kind], dice: &mut Dice) -> Option<Call> {
        Some(auction::call(auction, hand, &self.0.bidding, dice))
    }

    fn arrange(&self, hand: &[Kind], seat: Seat, role: Role, dice: &mut Dice) -> Layout {
        let seed = dice.seed();
        match role {
            Role::Declarer => deployment::deploy(hand, seat, seed),
            // Defenders whose layouts were annealed by the same score held out less well.
            Role::Defender => sound_layout(hand, seat, role, seed),
        }
    }

    fn choose(&self, battle: &OwnTurn<'_>, dice: &mut Dice) -> Option<Move> {
        battle::choose(battle, dice, &self.0)
    }

    fn answer(&self, view: &PlayerView, battle: &BattleView, vote: &VoteView, _: &mut Dice) -> Answer {
        vote::answer(view, battle, vote)
    }
}
