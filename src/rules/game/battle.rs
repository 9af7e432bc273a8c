//! The battle (RULES 8–12).

use super::vote::{REQUESTS_EACH, voters};
use super::{Awaits, Deployment, Draft, Vote};
use crate::rules::position::{Piece, PlyReport};
use crate::rules::{BySeat, Elimination, Event, GameResult, Move, Point, Position, Refusal, Seat, Terrain};

/// Turns missed in a row after which a player is absent (RULES 12.2).
pub const MISSED_TURNS_MAX: u8 = 3;

/// One player's presence.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Presence {
    missed_turns: u8,
    is_absent: bool,
    waited_ms: u64,
    requests_made: u8,
}

/// The battle so far.
#[derive(Clone, Debug)]
pub struct Battle {
    position: Position,
    flags: BySeat<Option<Point>>,
    presence: BySeat<Presence>,
    vote: Option<Vote>,
    last_path: Vec<Point>,
    turns: u32,
    votes: u32,
}

impl Battle {
    pub(super) fn new(deployment: &Deployment) -> Self {
        let mut position = Position::empty(deployment.declarer(), deployment.contract());
        for seat in Seat::ALL {
            if deployment.in_play().contains(seat) {
                for (&point, &kind) in &deployment.layout(seat).0 {
                    position.place(point, Piece { seat, kind });
                }
            } else {
                position.eliminate(seat);
            }
        }
        Self {
            position,
            flags: BySeat::from_fn(|seat| deployment.layout(seat).flag()),
            presence: BySeat::default(),
            vote: None,
            last_path: Vec::new(),
            turns: 0,
            votes: 0,
        }
    }

    /// Who stands where.
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// Where the defender's flag stands, which everybody sees while its owner is in the game
    /// (RULES 6.5).
    pub fn shown_flag(&self, seat: Seat) -> Option<Point> {
        let shown = seat != self.position.declarer() && self.position.in_play().contains(seat);
        self.flags[seat].filter(|_| shown)
    }

    /// The open vote.
    pub const fn vote(&self) -> Option<&Vote> {
        self.vote.as_ref()
    }

    /// The points passed by the last ply, both ends included; empty before the first. It tells no
    /// more than who looks on can tell.
    pub fn last_path(&self) -> &[Point] {
        &self.last_path
    }

    /// Counts the turns, from 1.
    pub const fn turn_number(&self) -> u32 {
        self.turns
    }

    /// Counts the votes, from 1 once there was one.
    pub const fn vote_number(&self) -> u32 {
        self.votes
    }

    /// Turns the player has missed in a row.
    pub fn missed_turns(&self, seat: Seat) -> u8 {
        self.presence[seat].missed_turns
    }

    /// Whether the player is absent (RULES 12.2).
    pub fn is_absent(&self, seat: Seat) -> bool {
        self.presence[seat].is_absent
    }

    /// For how long the game has waited for the player in all, in milliseconds (RULES 12.2).
    pub fn waited_ms(&self, seat: Seat) -> u64 {
        self.presence[seat].waited_ms
    }

    /// Requests the player has left (RULES 11.1).
    pub fn requests_left(&self, seat: Seat) -> u8 {
        REQUESTS_EACH.saturating_sub(self.presence[seat].requests_made)
    }

    pub(super) fn awaits(&self) -> Awaits {
        let turn = self.position.turn();
        match &self.vote {
            Some(vote) => Awaits::Answers(vote.unanswered()),
            None if self.is_absent(turn) => Awaits::Return(turn),
            None => Awaits::Move(turn),
        }
    }

    pub(super) fn apply(&mut self, event: &Event) {
        match event {
            Event::TurnBegan { seat } => {
                self.position.set_turn(*seat);
                self.turns += 1;
            }
            Event::Moved { seat, from, to, outcome, .. } => {
                self.last_path = crate::rules::Board::get().path(*from, *to, self.position.open());
                self.position.make(Move { from: *from, to: *to }, *outcome);
                self.presence[*seat].missed_turns = 0;
            }
            Event::TurnSkipped { seat } => self.presence[*seat].missed_turns += 1,
            Event::Eliminated { seat, .. } => {
                self.position.eliminate(*seat);
                if let Some(vote) = &mut self.vote {
                    vote.voters = vote.voters.without(*seat);
                }
            }
            Event::Asked { seat, request } => {
                let voters = voters(self, *seat, *request);
                self.vote =
                    Some(Vote { asker: *seat, request: *request, voters, answers: BySeat::default() });
                self.votes += 1;
                self.presence[*seat].requests_made += 1;
            }
            Event::Answered { seat, answer } => {
                if let Some(vote) = &mut self.vote {
                    vote.answers[*seat] = Some(*answer);
                }
            }
            Event::VoteClosed { .. } => self.vote = None,
            Event::WentAbsent { seat } => self.presence[*seat].is_absent = true,
            Event::Returned { seat, waited_ms } => {
                let presence = &mut self.presence[*seat];
                presence.is_absent = false;
                presence.missed_turns = 0;
                presence.waited_ms = presence.waited_ms.saturating_add(*waited_ms);
            }
            _ => {}
        }
    }

    /// Why a move is refused, said of the first thing that is wrong with it.
    fn refusal(&self, seat: Seat, step: Move) -> Refusal {
        let Some(piece) = self.position.piece(step.from).filter(|piece| piece.seat == seat) else {
            return Refusal::NoOwnPiece(step.from);
        };
        let board = crate::rules::Board::get();
        if !piece.kind.is_mobile() {
            return Refusal::Immobile(step.from);
        }
        if board.terrain(step.from) == Terrain::Headquarters {
            return Refusal::InHeadquarters(step.from);
        }
        match self.position.piece(step.to) {
            Some(other) if self.position.side(other.seat) == self.position.side(seat) => {
                Refusal::OwnSide(step.to)
            }
            Some(_) if board.terrain(step.to) == Terrain::Camp => Refusal::ProtectedByCamp(step.to),
            _ => Refusal::NoWay(step),
        }
    }
}

impl Draft {
    pub(super) fn move_piece(&mut self, seat: Seat, step: Move) -> Result<(), Refusal> {
        let battle = self.game.battle().ok_or(Refusal::WrongPhase)?;
        if battle.vote.is_some() {
            return Err(Refusal::VoteOpen);
        }
        let mut position = battle.position;
        if position.turn() != seat {
            return Err(Refusal::NotYourTurn { on_turn: position.turn() });
        }
        if !position.is_legal(seat, step) {
            return Err(battle.refusal(seat, step));
        }
        let legal = position.count_moves(seat) as u32;
        let report = position.play(step);
        let Move { from, to } = step;
        self.push(Event::Moved { ply: position.plies(), seat, from, to, outcome: report.outcome, legal });
        self.follow(&report, position.turn());
        Ok(())
    }

    /// The declarer moves first (RULES 8.1), if they can.
    pub(super) fn begin_first_turn(&mut self) {
        let Some(battle) = self.game.battle() else { return };
        let mut position = battle.position;
        let report = position.begin_turn(position.declarer());
        self.follow(&report, position.turn());
    }

    /// The turn is lost (RULES 12.1, 12.2).
    pub(super) fn skip_turn(&mut self, seat: Seat) {
        self.push(Event::TurnSkipped { seat });
        let missed = self.game.battle().map_or(0, |battle| battle.missed_turns(seat));
        if missed >= MISSED_TURNS_MAX {
            self.push(Event::WentAbsent { seat });
        }
        self.pass_turn(seat);
    }

    pub(super) fn be_absent(&mut self, seat: Seat) -> Result<(), Refusal> {
        let battle = self.game.battle().ok_or(Refusal::WrongPhase)?;
        if battle.is_absent(seat) {
            return Err(Refusal::NoChange);
        }
        self.push(Event::WentAbsent { seat });
        Ok(())
    }

    pub(super) fn come_back(&mut self, seat: Seat, waited_ms: u64) -> Result<(), Refusal> {
        let battle = self.game.battle().ok_or(Refusal::WrongPhase)?;
        if !battle.is_absent(seat) {
            return Err(Refusal::NoChange);
        }
        self.push(Event::Returned { seat, waited_ms });
        Ok(())
    }

    /// Takes a player out otherwise than by a ply (RULES 10.1): what that means for the open vote,
    /// for the end and for the turn.
    pub(super) fn eliminate(&mut self, seat: Seat, how: Elimination) {
        self.push(Event::Eliminated { seat, how });
        let Some(battle) = self.game.battle() else { return };
        let (end, turn) = (battle.position.end_by_elimination(), battle.position.turn());
        if let Some(end) = end {
            self.end(GameResult::from(end));
            return;
        }
        self.settle_vote_without(seat);
        // The vote may have ended the game, or taken out more players.
        if turn == seat && self.game.battle().is_some_and(|battle| battle.position.turn() == seat) {
            self.pass_turn(seat);
        }
    }

    fn pass_turn(&mut self, after: Seat) {
        let Some(battle) = self.game.battle() else { return };
        let mut position = battle.position;
        let report = position.pass_turn(after);
        self.follow(&report, position.turn());
    }

    /// Turns what the position reports into events: falls, then the end or the next turn.
    fn follow(&mut self, report: &PlyReport, turn: Seat) {
        for (seat, fall) in report.falls() {
            self.push(Event::Eliminated { seat, how: fall.into() });
        }
        if let Some(end) = report.end {
            self.end(GameResult::from(end));
            return;
        }
        self.push(Event::TurnBegan { seat: turn });
        // Somebody on turn may leave during a vote, and the next then turn out to have no move.
        for (seat, _) in report.falls() {
            self.settle_vote_without(seat);
        }
    }
}
