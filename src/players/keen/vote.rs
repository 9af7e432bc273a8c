//! Answering requests: yes where it is at least as good as going on.

use super::outlook::{Outlook, mean_worth};
use super::values::value;
use crate::rules::{Answer, Request, Side};
use crate::view::{BattleView, OwnView, PlayerView, VoteView};

/// An ally's consent costs the allies whatever that army still had; so much more must be gained.
const LOYALTY: f32 = 0.05;

/// The answer to the open request.
pub(super) fn answer(view: &PlayerView, battle: &BattleView, vote: &VoteView) -> Answer {
    let side = Side::of(view.seat, battle.declarer);
    let outlook = Outlook::new(view, battle, |point| {
        let own = match &view.own {
            OwnView::Pieces { pieces, .. } => pieces.get(&point).map(|kind| value(*kind)),
            _ => None,
        };
        let owner = battle.board.owner(point).unwrap_or(battle.declarer);
        own.unwrap_or_else(|| mean_worth(Side::of(owner, battle.declarer)))
    });
    let agrees = match vote.request {
        Request::Draw => outlook.drawn(side) >= outlook.going_on(side),
        Request::SelfDestruct => {
            let pieces = |seat| f32::from(view.public.seats[seat].pieces);
            let defenders = view.public.seats.iter().filter(|(seat, _)| *seat != battle.declarer);
            let all: f32 = defenders.map(|(_, one)| f32::from(one.pieces)).sum();
            let after = outlook.without(pieces(vote.asker) / all.max(1.0));
            after.going_on(side) >= outlook.going_on(side) + LOYALTY
        }
    };
    if agrees { Answer::Agree } else { Answer::Refuse }
}
