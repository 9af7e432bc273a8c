//! Whether a request could be made now, told from what everybody sees (RULES 11).

use super::{BattleView, PublicView, Stage};
use crate::rules::{PLIES_BEFORE_REQUESTS, Refusal, Request, Seat};

impl PublicView {
    /// Why the rules would refuse that player's request as things stand; none where it could be made.
    /// It is only told beforehand: what counts is what the game says when the request is made.
    pub fn request_fault(&self, seat: Seat, request: Request) -> Option<Refusal> {
        let player = &self.seats[seat];
        let battle: &BattleView = match &self.stage {
            Stage::Over(_) => return Some(Refusal::GameOver),
            _ if player.eliminated.is_some() => return Some(Refusal::Eliminated),
            Stage::Unbegun | Stage::Auction(_) | Stage::Deployment(_) => return Some(Refusal::WrongPhase),
            Stage::Battle(battle) => battle,
        };
        // RULES 11.2: it may interrupt a vote.
        let is_declarers_end = request == Request::SelfDestruct && seat == battle.declarer;
        if battle.plies < PLIES_BEFORE_REQUESTS {
            Some(Refusal::TooEarly { played: battle.plies })
        } else if player.requests_left == 0 {
            Some(Refusal::NoRequestsLeft)
        } else if battle.vote.is_some() && !is_declarers_end {
            Some(Refusal::RequestOpen)
        } else {
            None
        }
    }
}
