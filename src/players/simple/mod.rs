//! A sensible player that looks one ply ahead.

pub(super) mod auction;
mod battle;
mod field;
mod value;
pub(super) mod vote;

use super::dice::Dice;
use super::{ComputerPlayer, sound_layout};
use crate::rules::{Command, Kind, Layout};
use crate::view::{OwnView, PlayerView, Stage};

/// Plays sensibly.
pub(super) struct SimplePlayer {
    dice: Dice,
    has_arranged: bool,
    /// The own layout as last seen in deployment.
    start: Option<Layout>,
}

impl SimplePlayer {
    pub(super) fn new(seed: u64) -> Self {
        Self { dice: Dice::new(seed), has_arranged: false, start: None }
    }
}

impl ComputerPlayer for SimplePlayer {
    fn command(&mut self, view: &PlayerView) -> Option<Command> {
        match (&view.public.stage, &view.own) {
            (Stage::Auction(auction), OwnView::Hand(hand)) if auction.to_call == view.seat => {
                Some(Command::Call(auction::call(auction, hand, &mut self.dice)))
            }
            (Stage::Deployment(deployment), OwnView::Layout { role, layout, .. }) => {
                self.start = Some(layout.clone());
                if !deployment.unmarched.contains(view.seat) {
                    return None;
                }
                if std::mem::replace(&mut self.has_arranged, true) {
                    return Some(Command::March);
                }
                let hand: Vec<Kind> = layout.0.values().copied().collect();
                let arranged = sound_layout(&hand, view.seat, *role, self.dice.seed());
                Some(if arranged == *layout { Command::March } else { Command::Arrange(arranged) })
            }
            (Stage::Battle(battle), OwnView::Pieces { pieces, moves }) => match &battle.vote {
                Some(vote) if vote.is_asked(view.seat) => {
                    Some(Command::Answer(vote::answer(view, battle, vote)))
                }
                None if battle.turn == view.seat => {
                    let start = self.start.as_ref();
                    battle::choose(view, battle, (pieces, moves), start, &mut self.dice).map(Command::Move)
                }
                Some(_) | None => None,
            },
            _ => None,
        }
    }
}
