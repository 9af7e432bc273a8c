//! Requests that players make of their own accord, so that games among computers show every way to
//! end.

use crate::players::ComputerPlayer;
use crate::players::dice::Dice;
use crate::rules::{Answer, Command, Request};
use crate::view::{OwnView, PlayerView, Stage};

/// Whether players ask for anything of their own accord.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Requests {
    /// Never: so it is at a table with people (RULES 12.8).
    Never,
    /// Now and then it offers a draw, asks to self-destruct, or deserts, with sense or without, so
    /// that games among computers show every way to end.
    NowAndThen,
}

/// Plies before the first request (RULES 11.1).
const PLIES_BEFORE: u16 = 50;

/// How seldom each comes, as one in so many times of being asked.
const DRAW_ONCE_IN: usize = 700;
const SELF_DESTRUCT_ONCE_IN: usize = 1_200;
const AGREE_ONCE_IN: usize = 4;
const DESERT_AUCTION_ONCE_IN: usize = 150;
const DESERT_DEPLOYMENT_ONCE_IN: usize = 800;
const DESERT_BATTLE_ONCE_IN: usize = 12_000;

/// A player that now and then asks for something, and otherwise leaves it to another.
pub(super) struct Restless {
    calm: Box<dyn ComputerPlayer>,
    dice: Dice,
}

impl Restless {
    pub(super) fn new(calm: Box<dyn ComputerPlayer>, seed: u64) -> Self {
        // Other dice than the calm player's, so that the two do not move in step.
        Self { calm, dice: Dice::new(!seed) }
    }

    fn whim(&mut self, view: &PlayerView) -> Option<Command> {
        let desert_once_in = match (&view.public.stage, &view.own) {
            (_, OwnView::Nothing) | (Stage::Unbegun | Stage::Over(_), _) => return None,
            (Stage::Auction(_), _) => DESERT_AUCTION_ONCE_IN,
            (Stage::Deployment(_), _) => DESERT_DEPLOYMENT_ONCE_IN,
            (Stage::Battle(_), _) => DESERT_BATTLE_ONCE_IN,
        };
        if self.dice.once_in(desert_once_in) {
            return Some(Command::Desert);
        }
        let battle = view.public.battle()?;
        let may_ask = battle.plies >= PLIES_BEFORE && view.public.seats[view.seat].requests_left > 0;
        // The declarer's self-destruction may interrupt a vote (RULES 11.2).
        let is_free = battle.vote.is_none() || battle.declarer == view.seat;
        if may_ask && is_free && self.dice.once_in(SELF_DESTRUCT_ONCE_IN) {
            return Some(Command::Ask(Request::SelfDestruct));
        }
        let may_offer = may_ask && battle.vote.is_none();
        (may_offer && self.dice.once_in(DRAW_ONCE_IN)).then_some(Command::Ask(Request::Draw))
    }
}

impl ComputerPlayer for Restless {
    fn command(&mut self, view: &PlayerView) -> Option<Command> {
        let command = self.whim(view).or_else(|| self.calm.command(view))?;
        let is_answer = matches!(command, Command::Answer(_));
        let agrees = is_answer && self.dice.once_in(AGREE_ONCE_IN);
        Some(if agrees { Command::Answer(Answer::Agree) } else { command })
    }
}
