//! Answering requests.

use crate::rules::{Answer, Request, Seat};
use crate::view::{BattleView, PlayerView, VoteView};

/// An ally with no more pieces than this may go.
const SPENT_ARMY: u8 = 4;

/// The answer to the open request.
pub(in crate::players) fn answer(view: &PlayerView, battle: &BattleView, vote: &VoteView) -> Answer {
    let agrees = match vote.request {
        Request::Draw => accepts_draw(view, battle),
        Request::SelfDestruct => lets_go(view, battle, vote.asker),
    };
    if agrees { Answer::Agree } else { Answer::Refuse }
}

fn defenders_eliminated(view: &PlayerView) -> u8 {
    view.public.seats.iter().filter(|(_, seat)| seat.eliminated.is_some()).count() as u8
}

/// A draw that costs nothing suits the weaker side, one that pays suits the defenders unless
/// they are far ahead (RULES 13).
fn accepts_draw(view: &PlayerView, battle: &BattleView) -> bool {
    let is_declarer = battle.declarer == view.seat;
    let costs = defenders_eliminated(view) + 1 < battle.contract.defenders();
    let declarers = i32::from(view.public.seats[battle.declarer].pieces);
    let others = view.public.seats.iter().filter(|(seat, _)| *seat != battle.declarer);
    let defenders: i32 = others.map(|(_, seat)| i32::from(seat.pieces)).sum();
    match (is_declarer, costs) {
        (true, true) => declarers * 5 < defenders,
        (true, false) => declarers * 2 < defenders,
        (false, true) => defenders < declarers * 3,
        (false, false) => defenders < declarers * 2,
    }
}

/// An ally may self-destruct when that neither makes the contract nor brings it within one, and
/// hardly anything is lost.
fn lets_go(view: &PlayerView, battle: &BattleView, asker: Seat) -> bool {
    let fallen_then = defenders_eliminated(view) + 1;
    fallen_then < battle.contract.defenders() && view.public.seats[asker].pieces <= SPENT_ARMY
}
