//! Any legal thing, each as likely as the others.

use super::dice::Dice;
use super::{ComputerPlayer, random_layout};
use crate::rules::{Answer, Command, Kind};
use crate::view::{OwnView, PlayerView, Stage};

/// Plays at random.
pub(super) struct RandomPlayer {
    dice: Dice,
    has_arranged: bool,
}

impl RandomPlayer {
    pub(super) fn new(seed: u64) -> Self {
        Self { dice: Dice::new(seed), has_arranged: false }
    }
}

impl ComputerPlayer for RandomPlayer {
    fn command(&mut self, view: &PlayerView) -> Option<Command> {
        match (&view.public.stage, &view.own) {
            (Stage::Auction(auction), OwnView::Hand(_)) if auction.to_call == view.seat => {
                self.dice.pick(&auction.legal).map(Command::Call)
            }
            (Stage::Deployment(deployment), OwnView::Layout { role, layout, .. })
                if deployment.unmarched.contains(view.seat) =>
            {
                if std::mem::replace(&mut self.has_arranged, true) {
                    return Some(Command::March);
                }
                let hand: Vec<Kind> = layout.0.values().copied().collect();
                let arranged = random_layout(&hand, view.seat, *role, self.dice.seed());
                Some(if arranged == *layout { Command::March } else { Command::Arrange(arranged) })
            }
            (Stage::Battle(battle), OwnView::Pieces { moves, .. }) => match &battle.vote {
                Some(vote) if vote.is_asked(view.seat) => {
                    let answers = [Answer::Agree, Answer::Refuse];
                    self.dice.pick(&answers).map(Command::Answer)
                }
                None if battle.turn == view.seat => self.dice.pick(moves).map(Command::Move),
                Some(_) | None => None,
            },
            _ => None,
        }
    }
}
