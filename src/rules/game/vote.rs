//! Requests and votes (RULES 11).

use super::{Battle, Draft};
use crate::rules::{
    Answer, BySeat, Elimination, Event, GameResult, Refusal, Request, Seat, SeatSet, Side, VoteResult,
};

/// Plies that must have been played before a request (RULES 11.1).
pub const PLIES_BEFORE_REQUESTS: u16 = 50;

/// Requests that each player has in a game (RULES 11.1).
pub const REQUESTS_EACH: u8 = 5;

/// An open vote.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Vote {
    /// Who asks.
    pub asker: Seat,
    /// For what.
    pub request: Request,
    /// Who is asked and still in the game.
    pub voters: SeatSet,
    /// `[seat]`: the answers given.
    pub answers: BySeat<Option<Answer>>,
}

impl Vote {
    /// Who has still to answer.
    pub fn unanswered(&self) -> SeatSet {
        self.voters.iter().filter(|seat| self.answers[*seat].is_none()).collect()
    }
}

/// Who is asked for consent (RULES 11.3, 11.4). The declarer's self-destruction asks nobody.
pub(super) fn voters(battle: &Battle, asker: Seat, request: Request) -> SeatSet {
    let position = battle.position();
    let others = position.in_play().without(asker);
    match (request, position.side(asker)) {
        (Request::Draw, _) => others,
        (Request::SelfDestruct, Side::Defenders) => others.without(position.declarer()),
        (Request::SelfDestruct, Side::Declarer) => SeatSet::NONE,
    }
}

impl Draft {
    pub(super) fn ask(&mut self, seat: Seat, request: Request) -> Result<(), Refusal> {
        let battle = self.game.battle().ok_or(Refusal::WrongPhase)?;
        let played = battle.position().plies();
        if played < PLIES_BEFORE_REQUESTS {
            return Err(Refusal::TooEarly { played });
        }
        if battle.requests_left(seat) == 0 {
            return Err(Refusal::NoRequestsLeft);
        }
        let asked = voters(battle, seat, request);
        let open = battle.vote().is_some();
        let is_declarers = request == Request::SelfDestruct && seat == battle.position().declarer();
        if open && !is_declarers {
            return Err(Refusal::RequestOpen);
        }
        if request == Request::SelfDestruct && asked.is_empty() {
            if open {
                self.push(Event::VoteClosed { result: VoteResult::Void });
            }
            self.eliminate(seat, Elimination::SelfDestructed);
        } else {
            self.push(Event::Asked { seat, request });
        }
        Ok(())
    }

    pub(super) fn answer(&mut self, seat: Seat, answer: Answer) -> Result<(), Refusal> {
        let battle = self.game.battle().ok_or(Refusal::WrongPhase)?;
        let vote = battle.vote().ok_or(Refusal::NoVote)?;
        if !vote.voters.contains(seat) {
            return Err(Refusal::NotAsked);
        }
        if vote.answers[seat].is_some() {
            return Err(Refusal::AlreadyAnswered);
        }
        self.push(Event::Answered { seat, answer });
        match answer {
            Answer::Refuse => self.push(Event::VoteClosed { result: VoteResult::Refused }),
            Answer::Agree => self.carry_when_all_agree(),
        }
        Ok(())
    }

    /// Carries the open vote out once nobody is left to answer: a no would have closed it.
    fn carry_when_all_agree(&mut self) {
        let vote = self.game.battle().and_then(Battle::vote);
        let Some((asker, request)) =
            vote.filter(|vote| vote.unanswered().is_empty()).map(|vote| (vote.asker, vote.request))
        else {
            return;
        };
        self.push(Event::VoteClosed { result: VoteResult::Carried });
        match request {
            Request::Draw => self.end(GameResult::DrawAgreed),
            Request::SelfDestruct => self.eliminate(asker, Elimination::SelfDestructed),
        }
    }

    /// What an elimination does to an open vote (RULES 11.5): the asker's voids it, a voter's
    /// leaves it to the others.
    pub(super) fn settle_vote_without(&mut self, seat: Seat) {
        let Some(asker) = self.game.battle().and_then(Battle::vote).map(|vote| vote.asker) else {
            return;
        };
        if asker == seat {
            self.push(Event::VoteClosed { result: VoteResult::Void });
        } else {
            self.carry_when_all_agree();
        }
    }
}
