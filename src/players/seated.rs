//! What is asked of a player, sorted out: the same for every kind of player.

use std::collections::BTreeMap;

use super::ComputerPlayer;
use super::dice::Dice;
use crate::rules::{Answer, Call, Command, Kind, Layout, Move, Point, Role, Seat};
use crate::view::{AuctionView, BattleView, OwnView, PlayerView, Stage, VoteView};

/// How somebody decides, one kind of question at a time.
pub(super) trait Mind: Send {
    /// The call on a hand.
    fn call(&self, auction: &AuctionView, hand: &[Kind], dice: &mut Dice) -> Option<Call>;

    /// The layout of all that is deployed.
    fn arrange(&self, hand: &[Kind], seat: Seat, role: Role, dice: &mut Dice) -> Layout;

    /// The move; none where there is none.
    fn choose(&self, battle: &OwnTurn<'_>, dice: &mut Dice) -> Option<Move>;

    /// The answer to the open request.
    fn answer(&self, view: &PlayerView, battle: &BattleView, vote: &VoteView, dice: &mut Dice) -> Answer;
}

/// A battle as the player on turn has it before it.
pub(super) struct OwnTurn<'a> {
    pub(super) view: &'a PlayerView,
    pub(super) battle: &'a BattleView,
    /// The own pieces.
    pub(super) pieces: &'a BTreeMap<Point, Kind>,
    /// The own moves.
    pub(super) moves: &'a [Move],
    /// The own layout as the battle began, if the player remembers it.
    pub(super) start: Option<&'a Layout>,
}

impl<'a> OwnTurn<'a> {
    /// The battle in that view; none where there is none for the player.
    pub(super) fn of(view: &'a PlayerView, start: Option<&'a Layout>) -> Option<Self> {
        match (&view.public.stage, &view.own) {
            (Stage::Battle(battle), OwnView::Pieces { pieces, moves }) => {
                Some(Self { view, battle, pieces, moves, start })
            }
            _ => None,
        }
    }
}

/// Somebody in a seat.
pub(super) struct Seated<M> {
    mind: M,
    dice: Dice,
    has_arranged: bool,
    /// The own layout as last seen in deployment.
    start: Option<Layout>,
}

impl<M: Mind> Seated<M> {
    pub(super) fn new(mind: M, seed: u64) -> Self {
        Self { mind, dice: Dice::new(seed), has_arranged: false, start: None }
    }
}

impl<M: Mind> ComputerPlayer for Seated<M> {
    fn command(&mut self, view: &PlayerView) -> Option<Command> {
        let Self { mind, dice, .. } = self;
        match (&view.public.stage, &view.own) {
            (Stage::Auction(auction), OwnView::Hand(hand)) if auction.to_call == view.seat => {
                mind.call(auction, hand, dice).map(Command::Call)
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
                let arranged = mind.arrange(&hand, view.seat, *role, dice);
                Some(if arranged == *layout { Command::March } else { Command::Arrange(arranged) })
            }
            (Stage::Battle(battle), OwnView::Pieces { .. }) => match &battle.vote {
                Some(vote) if vote.is_asked(view.seat) => {
                    Some(Command::Answer(mind.answer(view, battle, vote, dice)))
                }
                None if battle.turn == view.seat => {
                    let battle = OwnTurn::of(view, self.start.as_ref())?;
                    mind.choose(&battle, dice).map(Command::Move)
                }
                Some(_) | None => None,
            },
            _ => None,
        }
    }
}
