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

use super::belief::Insight;
use super::dice::Dice;
use super::{ComputerPlayer, sound_layout};
use crate::rules::{Command, Kind, Layout, Role};
use crate::view::{OwnView, PlayerView, Stage};

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
    /// By how much a move's weight may stray.
    pub(super) whim: f32,
    pub(super) style: style::Style,
}

impl Budget {
    const fn reading(&self) -> Insight {
        Insight { places: self.insight, around_flag: self.style.around_flag }
    }

    pub(super) const EASY: Self =
        Self { glances: 12, insight: 0.2, worlds: 0, candidates: 1, replies: 0, whim: 6.0, style: style::Style::USUAL };
    pub(super) const NORMAL: Self =
        Self { glances: 16, insight: 0.4, worlds: 16, candidates: 12, replies: 4, whim: 2.0, style: style::Style::USUAL };
    pub(super) fn hard() -> Self {
        use style::tune;
        Self { glances: tune("glances", 48.0) as usize, insight: tune("insight", 1.0), worlds: tune("worlds", 48.0) as usize, candidates: tune("cand", 20.0) as usize, replies: tune("replies", 4.0) as u8, whim: tune("whim", 1.0), style: style::Style::hard() }
    }
}

/// Plays with sense and foresight.
pub(super) struct KeenPlayer {
    budget: Budget,
    dice: Dice,
    has_arranged: bool,
    /// The own layout as last seen in deployment.
    start: Option<Layout>,
}

impl KeenPlayer {
    pub(super) fn new(budget: Budget, seed: u64) -> Self {
        Self { budget, dice: Dice::new(seed), has_arranged: false, start: None }
    }
}

impl ComputerPlayer for KeenPlayer {
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
                let seed = self.dice.seed();
                // Defenders whose layouts were annealed by the same score held out less well.
                let arranged = match role {
                    Role::Declarer => deployment::deploy(&hand, view.seat, seed),
                    Role::Defender => sound_layout(&hand, view.seat, *role, seed),
                };
                Some(if arranged == *layout { Command::March } else { Command::Arrange(arranged) })
            }
            (Stage::Battle(battle), OwnView::Pieces { pieces, moves }) => match &battle.vote {
                Some(vote) if vote.is_asked(view.seat) => {
                    Some(Command::Answer(vote::answer(view, battle, vote)))
                }
                None if battle.turn == view.seat => {
                    let start = self.start.as_ref();
                    let budget = &self.budget;
                    battle::choose(view, battle, (pieces, moves), start, &mut self.dice, budget)
                        .map(Command::Move)
                }
                Some(_) | None => None,
            },
            _ => None,
        }
    }
}
