//! A player that makes worlds up, and searches them.

pub(super) mod auction;
mod battle;
mod deployment;
mod field;
mod foresight;
mod hopes;
mod line;
mod odds;
mod prior;

mod scene;
mod values;

use super::dice::Dice;
use super::simple::vote;
use super::{ComputerPlayer, sound_layout};
use crate::rules::{Command, Kind, Layout};
use crate::view::{OwnView, PlayerView, Stage};

/// How much a player thinks about a move: counted, never by the clock.
#[derive(Clone, Copy, Debug)]
pub(super) struct Budget {
    /// Worlds looked at for how likely each kind is.
    pub(super) glances: usize,
    /// Worlds searched.
    pub(super) worlds: usize,
    /// Moves searched.
    pub(super) candidates: usize,
    /// Replies looked at after each, seat by seat; 0 for no search.
    pub(super) replies: u8,
    /// By how much a move's weight may stray.
    pub(super) whim: f32,
    weights: prior::Weights,
}

impl Budget {
    pub(super) const EASY: Self =
        Self { glances: 12, worlds: 0, candidates: 1, replies: 0, whim: 4.0, weights: prior::Weights::USUAL };
    pub(super) const NORMAL: Self = Self {
        glances: 16,
        worlds: 16,
        candidates: 12,
        replies: 4,
        whim: 2.0,
        weights: prior::Weights::USUAL,
    };
    pub(super) const HARD: Self = Self {
        glances: 48,
        worlds: 48,
        candidates: 20,
        replies: 4,
        whim: 1.0,
        weights: prior::Weights::USUAL,
    };
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
        let mut budget = budget;
        tune(&mut budget);
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
                let arranged = if self.budget.weights.layout > 0.5 {
                    deployment::deploy(&hand, view.seat, *role, seed)
                } else {
                    sound_layout(&hand, view.seat, *role, seed)
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

// DEV ONLY
fn tune(b: &mut Budget) {
    let var = if b.worlds == 0 {
        "JQ_EASY"
    } else if b.worlds == 16 {
        "JQ_NORMAL"
    } else {
        "JQ_HARD"
    };
    let Ok(text) = std::env::var(var) else { return };
    for pair in text.split(',') {
        let Some((k, v)) = pair.split_once('=') else { continue };
        let v: f32 = v.parse().unwrap();
        let w = &mut b.weights;
        match k {
            "glances" => b.glances = v as usize,
            "worlds" => b.worlds = v as usize,
            "candidates" => b.candidates = v as usize,
            "replies" => b.replies = v as u8,
            "whim" => b.whim = v,
            "guard" => w.guard = v,
            "approach" => w.approach = v,
            "danger" => w.danger = v,
            "flag" => w.flag = v,
            "aimless" => w.aimless = v,
            "scout" => w.scout = v,
            "post" => w.post = v,
            "nearer" => w.nearer = v,
            "near" => w.near = v,
            "bias" => w.army_bias = v,
            "scale" => w.scale = v,
            "caution" => w.caution = v,
            "trust" => w.trust = v,
            "fall" => w.fall = v,
            "prior" => w.prior = v,
            "layout" => w.layout = v,
            "insight" => w.insight = v,
            "least" => w.least = v,
            _ => panic!("{k}"),
        }
    }
}
