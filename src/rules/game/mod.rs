//! A whole game on top of the position: deal, auction, deployment, battle, requests, score.
//!
//! [`Game::decide`] says what a command would bring about and changes nothing; [`Game::apply`]
//! changes the state by one event and decides nothing.

mod auction;
mod battle;
mod chronicle;
mod deployment;
mod vote;

pub use auction::Auction;
pub use battle::{Battle, MISSED_TURNS_MAX};
pub use chronicle::{Chronicle, DealEntry, EliminationEntry, PlyEntry};
pub use deployment::Deployment;
pub use vote::{PLIES_BEFORE_REQUESTS, REQUESTS_EACH, Vote};

use super::{
    Actor, BySeat, Chance, Command, Deadline, Deal, Elimination, Event, GameResult, Misfit, Outlook, Refusal,
    Seat, SeatSet, Seed, Settings, scores,
};

/// How a game's players get their seats (RULES 16.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seating {
    /// By lot, with the first bidder.
    Fresh,
    /// As before; this seat calls first (RULES 4.2).
    Rematch {
        /// The seat after the last first bidder.
        first_bidder: Seat,
    },
}

/// All that a game starts from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setup {
    /// Base score and clocks.
    pub settings: Settings,
    /// From which all chance comes (RULES 16.2).
    pub seed: Seed,
    /// How the players get their seats.
    pub seating: Seating,
}

/// How a finished game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Over {
    /// The result.
    pub result: GameResult,
    /// `[seat]`: points, where the result scores any.
    pub scores: Option<BySeat<i64>>,
    /// How many plies had been played.
    pub after_ply: u16,
}

/// Where a game stands.
// One phase lives at a time and games are few; boxing the battle would buy nothing.
#[allow(clippy::large_enum_variant)]
#[derive(Clone, Debug)]
pub enum Phase {
    /// Not begun.
    Unbegun,
    /// Calls are made (RULES 4).
    Auction(Auction),
    /// Pieces are placed (RULES 6).
    Deployment(Deployment),
    /// Pieces move (RULES 8–11).
    Battle(Battle),
    /// The game is over.
    Over(Over),
}

/// Whom or what a game waits for; each has its clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Awaits {
    /// Its own beginning, or nothing any more.
    Nothing,
    /// A call (RULES 4.3).
    Call(Seat),
    /// The march of these (RULES 6.4).
    March(SeatSet),
    /// A move (RULES 12.1).
    Move(Seat),
    /// An absent player on turn (RULES 12.2).
    Return(Seat),
    /// Answers of these (RULES 11.5).
    Answers(SeatSet),
}

/// One game.
#[derive(Clone, Debug)]
pub struct Game {
    setup: Setup,
    chance: Chance,
    phase: Phase,
    chronicle: Chronicle,
}

impl Game {
    /// A game that has not begun.
    pub fn new(setup: Setup) -> Self {
        let chance = Chance::new(&setup.seed);
        Self { setup, chance, phase: Phase::Unbegun, chronicle: Chronicle::default() }
    }

    /// A game as its stored events left it.
    ///
    /// # Errors
    /// The first event that does not fit.
    pub fn replay<'a>(setup: Setup, events: impl IntoIterator<Item = &'a Event>) -> Result<Self, Misfit> {
        let mut game = Self::new(setup);
        events.into_iter().try_for_each(|event| game.apply(event))?;
        Ok(game)
    }

    /// The events with which the game begins: seats, first bidder, first deal (RULES 16.3).
    pub fn begin(&self) -> Vec<Event> {
        let mut draft = Draft::of(self);
        let first_bidder = match self.setup.seating {
            Seating::Rematch { first_bidder } => first_bidder,
            Seating::Fresh => {
                let chance = &mut draft.game.chance;
                let mut joiners = [0, 1, 2, 3];
                chance.shuffle(&mut joiners);
                let seated = BySeat::from_fn(|seat| joiners[seat.index()]);
                let first_bidder = Seat::from_index(chance.below(4) as usize);
                let words = chance.words();
                draft.push(Event::Seated { seated, first_bidder, words });
                first_bidder
            }
        };
        draft.deal(first_bidder);
        draft.events
    }

    /// What the game started from.
    pub const fn setup(&self) -> &Setup {
        &self.setup
    }

    /// Where it stands.
    pub const fn phase(&self) -> &Phase {
        &self.phase
    }

    /// All that happened so far.
    pub const fn chronicle(&self) -> &Chronicle {
        &self.chronicle
    }

    /// The auction, while it lasts.
    pub const fn auction(&self) -> Option<&Auction> {
        if let Phase::Auction(auction) = &self.phase { Some(auction) } else { None }
    }

    /// The deployment, while it lasts.
    pub const fn deployment(&self) -> Option<&Deployment> {
        if let Phase::Deployment(deployment) = &self.phase { Some(deployment) } else { None }
    }

    /// The battle, while it lasts.
    pub const fn battle(&self) -> Option<&Battle> {
        if let Phase::Battle(battle) = &self.phase { Some(battle) } else { None }
    }

    /// The result, when there is one.
    pub const fn over(&self) -> Option<&Over> {
        if let Phase::Over(over) = &self.phase { Some(over) } else { None }
    }

    /// Whom the game waits for.
    pub fn awaits(&self) -> Awaits {
        match &self.phase {
            Phase::Unbegun | Phase::Over(_) => Awaits::Nothing,
            Phase::Auction(auction) => Awaits::Call(auction.to_call()),
            Phase::Deployment(deployment) => Awaits::March(deployment.unmarched()),
            Phase::Battle(battle) => battle.awaits(),
        }
    }

    /// Counts the calls over all deals, from 0: the number of the call that is due.
    pub fn call_number(&self) -> u32 {
        self.chronicle.deals.iter().map(|deal| deal.calls.len() as u32).sum()
    }

    /// Whether the player has been eliminated.
    pub fn is_eliminated(&self, seat: Seat) -> bool {
        self.chronicle.eliminated.iter().any(|entry| entry.seat == seat)
    }

    /// The first bidder of a rematch: the seat after the last first bidder (RULES 4.2).
    pub fn next_first_bidder(&self) -> Option<Seat> {
        self.chronicle.deals.last().map(|deal| deal.first_bidder.next())
    }

    /// What the command would bring about. Nothing changes.
    ///
    /// # Errors
    /// Why the rules refuse it.
    pub fn decide(&self, actor: Actor, command: Command) -> Result<Vec<Event>, Refusal> {
        if matches!(self.phase, Phase::Over(_)) {
            return Err(Refusal::GameOver);
        }
        let mut draft = Draft::of(self);
        match (actor, command) {
            (Actor::Manager, Command::Stop) => draft.end(GameResult::Stopped),
            (Actor::Clock, Command::TimeOut(deadline)) => draft.time_out(deadline)?,
            (Actor::Seat(seat), command) => {
                if self.is_eliminated(seat) {
                    return Err(Refusal::Eliminated);
                }
                draft.player(seat, command)?;
            }
            (Actor::Manager | Actor::Clock, _) => return Err(Refusal::NotYours),
        }
        Ok(draft.events)
    }

    /// Changes the state by one event.
    ///
    /// # Errors
    /// When the event does not fit the phase; the game is unchanged then.
    pub fn apply(&mut self, event: &Event) -> Result<(), Misfit> {
        let misfit = Misfit { event: name_of(event), phase: name_of_phase(&self.phase) };
        match (event, &mut self.phase) {
            (Event::Seated { seated, words, .. }, Phase::Unbegun) => {
                self.chronicle.seated = Some(*seated);
                self.chance.skip_to(*words);
            }
            (Event::Dealt { hands, stock, first_bidder, words }, Phase::Unbegun | Phase::Auction(_)) => {
                self.chance.skip_to(*words);
                self.chronicle.dealt(hands.clone(), stock.clone(), *first_bidder);
                self.phase = Phase::Auction(Auction::new(*first_bidder));
            }
            (Event::Called { seat, call }, Phase::Auction(auction)) => {
                auction.add(*seat, *call);
                self.chronicle.called(*seat, *call);
            }
            (Event::Declared { declarer, contract, drawn, layouts, words }, Phase::Auction(_)) => {
                self.chance.skip_to(*words);
                self.chronicle.declared(*declarer, *contract, drawn.clone());
                self.phase = Phase::Deployment(Deployment::new(*declarer, *contract, layouts));
            }
            (
                Event::Swapped { .. } | Event::Arranged { .. } | Event::Marched { .. },
                Phase::Deployment(deployment),
            ) => deployment.apply(event),
            (Event::BattleBegan, Phase::Deployment(deployment)) => {
                self.chronicle.layouts = Some(deployment.layouts());
                self.phase = Phase::Battle(Battle::new(deployment));
            }
            (Event::Moved { .. } | Event::TurnBegan { .. }, Phase::Battle(battle)) => {
                battle.apply(event);
                self.chronicle.add_ply(event);
            }
            (
                Event::TurnSkipped { .. }
                | Event::Asked { .. }
                | Event::Answered { .. }
                | Event::VoteClosed { .. }
                | Event::WentAbsent { .. }
                | Event::Returned { .. },
                Phase::Battle(battle),
            ) => battle.apply(event),
            (Event::Eliminated { seat, how }, Phase::Deployment(deployment)) => {
                deployment.eliminate(*seat);
                self.chronicle.eliminated(*seat, *how, 0);
            }
            (Event::Eliminated { seat, how }, Phase::Battle(battle)) => {
                battle.apply(event);
                self.chronicle.eliminated(*seat, *how, battle.position().plies());
            }
            (Event::Deserted { seat }, Phase::Auction(_) | Phase::Deployment(_) | Phase::Battle(_)) => {
                self.chronicle.deserted.push(*seat);
            }
            (Event::Ended { result, scores }, phase) if !matches!(phase, Phase::Over(_)) => {
                let after_ply = self.chronicle.plies.len() as u16;
                if let Phase::Deployment(deployment) = phase {
                    self.chronicle.layouts = Some(deployment.layouts());
                }
                self.phase = Phase::Over(Over { result: *result, scores: *scores, after_ply });
            }
            _ => return Err(misfit),
        }
        Ok(())
    }
}

/// A copy of the game on which a command's events are tried one after another.
struct Draft {
    game: Game,
    events: Vec<Event>,
}

impl Draft {
    fn of(game: &Game) -> Self {
        Self { game: game.clone(), events: Vec::new() }
    }

    fn push(&mut self, event: Event) {
        self.game.apply(&event).expect("the game's own events fit it");
        self.events.push(event);
    }

    fn deal(&mut self, first_bidder: Seat) {
        let deal = Deal::draw(&mut self.game.chance);
        let words = self.game.chance.words();
        self.push(Event::Dealt { hands: deal.hands, stock: deal.stock, first_bidder, words });
    }

    fn player(&mut self, seat: Seat, command: Command) -> Result<(), Refusal> {
        match command {
            Command::Call(call) => self.call(seat, call),
            Command::Swap(a, b) => self.swap(seat, a, b),
            Command::Arrange(layout) => self.arrange(seat, layout),
            Command::March => self.march(seat),
            Command::Move(step) => self.move_piece(seat, step),
            Command::Ask(request) => self.ask(seat, request),
            Command::Answer(answer) => self.answer(seat, answer),
            Command::BeAbsent => self.be_absent(seat),
            Command::Return { waited_ms } => self.come_back(seat, waited_ms),
            Command::Desert => self.desert(seat),
            Command::TimeOut(_) | Command::Stop => Err(Refusal::NotYours),
        }
    }

    fn time_out(&mut self, deadline: Deadline) -> Result<(), Refusal> {
        match (deadline, self.game.awaits()) {
            (Deadline::Call, Awaits::Call(seat)) => self.call(seat, super::Call::Pass),
            (Deadline::Deployment(role), Awaits::March(_)) => self.march_all(role),
            (Deadline::Move, Awaits::Move(seat)) => {
                self.skip_turn(seat);
                Ok(())
            }
            (Deadline::Absence, Awaits::Return(seat)) => self.desert(seat),
            (Deadline::Vote, Awaits::Answers(_)) => {
                self.push(Event::VoteClosed { result: super::VoteResult::Unanswered });
                Ok(())
            }
            _ => Err(Refusal::WrongPhase),
        }
    }

    /// Leaves for good (RULES 12.3, 12.4).
    fn desert(&mut self, seat: Seat) -> Result<(), Refusal> {
        match &self.game.phase {
            Phase::Unbegun | Phase::Over(_) => Err(Refusal::WrongPhase),
            Phase::Auction(_) => {
                self.push(Event::Deserted { seat });
                self.end(GameResult::Void);
                Ok(())
            }
            Phase::Deployment(_) => {
                self.push(Event::Deserted { seat });
                self.desert_deployment(seat);
                Ok(())
            }
            Phase::Battle(_) => {
                self.push(Event::Deserted { seat });
                self.eliminate(seat, Elimination::Deserted);
                Ok(())
            }
        }
    }

    /// Ends the game and settles its score (RULES 10.3, 13).
    fn end(&mut self, result: GameResult) {
        let chronicle = &self.game.chronicle;
        let settled = chronicle.bid.and_then(|bid| {
            let fallen = chronicle.eliminated.iter().filter(|entry| entry.seat != bid.declarer);
            let outlook = Outlook {
                declarer: bid.declarer,
                contract: bid.contract,
                eliminated: fallen.count() as u8,
                deserters: &chronicle.deserted,
            };
            scores(result, outlook, self.game.setup.settings.base_score)
        });
        self.push(Event::Ended { result, scores: settled });
    }
}

const fn name_of(event: &Event) -> &'static str {
    match event {
        Event::Seated { .. } => "seated",
        Event::Dealt { .. } => "dealt",
        Event::Called { .. } => "called",
        Event::Declared { .. } => "declared",
        Event::Swapped { .. } => "swapped",
        Event::Arranged { .. } => "arranged",
        Event::Marched { .. } => "marched",
        Event::BattleBegan => "battle_began",
        Event::TurnBegan { .. } => "turn_began",
        Event::Moved { .. } => "moved",
        Event::Eliminated { .. } => "eliminated",
        Event::TurnSkipped { .. } => "turn_skipped",
        Event::Asked { .. } => "asked",
        Event::Answered { .. } => "answered",
        Event::VoteClosed { .. } => "vote_closed",
        Event::WentAbsent { .. } => "went_absent",
        Event::Returned { .. } => "returned",
        Event::Deserted { .. } => "deserted",
        Event::Ended { .. } => "ended",
    }
}

const fn name_of_phase(phase: &Phase) -> &'static str {
    match phase {
        Phase::Unbegun => "its lobby",
        Phase::Auction(_) => "its auction",
        Phase::Deployment(_) => "deployment",
        Phase::Battle(_) => "battle",
        Phase::Over(_) => "its end",
    }
}
