//! A table's state: what its log makes of what it started from. No clocks, no I/O.

use std::collections::BTreeSet;

use thiserror::Error;

use super::{
    Claim, Entry, Joiner, LedgerRow, Lobby, LobbyEvent, LobbyStatus, PressId, Rematch, Settlement,
    StoredTable, TableId, TableSetup, UserId,
};
use crate::rules::{BySeat, Event, Game, Misfit, Role, Seat, Seating, Setup, derive_seed};

/// A log that does not fit its table.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum LogFault {
    /// An entry of the game before the game.
    #[error("the log has an entry of the game before the game began")]
    TooEarly,
    /// An event that does not fit the game.
    #[error(transparent)]
    Misfit(#[from] Misfit),
}

/// A table: its lobby, then its game.
#[derive(Clone, Debug)]
pub struct TableState {
    /// Which.
    pub id: TableId,
    /// What it started from.
    pub setup: TableSetup,
    /// How many entries its log has.
    pub len: u64,
    lobby: Lobby,
    game: Option<Game>,
    /// Who sat where in the game before, in a rematch.
    kept_seats: Option<BySeat<u8>>,
}

impl TableState {
    /// A table with an empty log.
    pub fn new(id: TableId, setup: TableSetup) -> Self {
        Self { id, setup, len: 0, lobby: Lobby::default(), game: None, kept_seats: None }
    }

    /// The table that its log makes.
    ///
    /// # Errors
    /// The first entry that does not fit.
    pub fn replay(stored: StoredTable) -> Result<Self, LogFault> {
        let mut state = Self::new(stored.id, stored.setup);
        stored.entries.iter().try_for_each(|entry| state.apply(entry))?;
        Ok(state)
    }

    /// Its lobby.
    pub const fn lobby(&self) -> &Lobby {
        &self.lobby
    }

    /// Its game, once begun.
    pub const fn game(&self) -> Option<&Game> {
        self.game.as_ref()
    }

    /// Whether it is over, with or without a game.
    pub fn is_over(&self) -> bool {
        let closed = matches!(self.lobby.status(), LobbyStatus::Closed(_));
        closed || self.game.as_ref().is_some_and(|game| game.over().is_some())
    }

    /// A game of the people who have joined, not begun.
    pub fn new_game(&self) -> Game {
        let seed = derive_seed(&self.setup.secret, &self.joins());
        let seating = match self.setup.rematch {
            Some(rematch) => Seating::Rematch { first_bidder: rematch.first_bidder },
            None => Seating::Fresh,
        };
        Game::new(Setup { settings: self.setup.settings, seed, seating })
    }

    /// Which joiner sits where again in a rematch: people by who they are, computer players in the
    /// order in which they joined.
    fn keep_seats(&self, rematch: &Rematch) -> BySeat<u8> {
        let joiners = self.lobby.joiners();
        let mut computers = (0..joiners.len()).filter(|index| joiners[*index].user().is_none());
        rematch.seats.map(|_, user| {
            let person = |user| joiners.iter().position(|joiner| joiner.user() == Some(user));
            user.map_or_else(|| computers.next(), person).unwrap_or(usize::from(u8::MAX)) as u8
        })
    }

    /// The ids of the joining presses, in order of joining (RULES 16.1).
    pub fn joins(&self) -> Vec<u64> {
        let press = |joiner: &Joiner| match joiner {
            Joiner::Person { press: PressId(press), .. } => Some(*press),
            Joiner::Computer { .. } => None,
        };
        self.lobby.joiners().iter().filter_map(press).collect()
    }

    /// Changes the state by one entry.
    ///
    /// # Errors
    /// When the entry does not fit; the state is unchanged then.
    pub fn apply(&mut self, entry: &Entry) -> Result<(), LogFault> {
        match entry {
            Entry::Lobby(event) => {
                self.lobby.apply(event);
                if *event == LobbyEvent::Started {
                    self.kept_seats = self.setup.rematch.map(|rematch| self.keep_seats(&rematch));
                    self.game = Some(self.new_game());
                }
            }
            Entry::Game(event) => self.game.as_mut().ok_or(LogFault::TooEarly)?.apply(event)?,
        }
        self.len += 1;
        Ok(())
    }

    /// Who sits where, once seats are drawn.
    pub fn seats(&self) -> Option<BySeat<&Joiner>> {
        let seated = self.game.as_ref()?.chronicle().seated.or(self.kept_seats)?;
        let joiners = self.lobby.joiners();
        // Four joiners start a game, so every index names one.
        let all_known = seated.iter().all(|(_, index)| usize::from(*index) < joiners.len());
        all_known.then(|| seated.map(|_, index| &joiners[usize::from(*index)]))
    }

    /// Where the user sits.
    pub fn seat_of(&self, user: UserId) -> Option<Seat> {
        self.seats()?.find(|joiner| joiner.user() == Some(user))
    }

    /// The people who have a seat here and, once the game has begun, are still in it: the others may
    /// sit elsewhere (RULES 10.5).
    pub fn seated_people(&self) -> BTreeSet<UserId> {
        let eliminated = |user: &UserId| {
            let seat = self.seat_of(*user);
            let game = self.game.as_ref();
            game.is_some_and(|game| game.chronicle().eliminated.iter().any(|entry| Some(entry.seat) == seat))
        };
        let people = self.lobby.joiners().iter().filter_map(Joiner::user);
        people.filter(|user| !eliminated(user)).collect()
    }

    /// What a rematch goes on from; none while the game is not over (RULES 4.2).
    pub fn rematch(&self) -> Option<Rematch> {
        let game = self.game.as_ref().filter(|game| game.over().is_some())?;
        let seats = self.seats()?.map(|_, joiner| joiner.user());
        Some(Rematch { of: self.id, first_bidder: game.next_first_bidder()?, seats })
    }

    /// The claims that go with entries (RULES 10.5: who is eliminated may sit elsewhere).
    pub(super) fn claims(&self, entries: &[Entry]) -> Vec<Claim> {
        let seats = self.seats();
        let claim = |entry: &Entry| match entry {
            Entry::Lobby(LobbyEvent::Joined { joiner }) => joiner.user().map(Claim::Take),
            Entry::Lobby(LobbyEvent::Left { user }) => Some(Claim::Release(*user)),
            Entry::Game(Event::Eliminated { seat, .. }) => {
                seats.as_ref().and_then(|seats| seats[*seat].user()).map(Claim::Release)
            }
            Entry::Lobby(_) | Entry::Game(_) => None,
        };
        entries.iter().filter_map(claim).collect()
    }

    /// What is to be settled with the last entry, once the table is over.
    pub(crate) fn settlement(&self, ended_unix_ms: i64) -> Option<Settlement> {
        if !self.is_over() {
            return None;
        }
        let Some((game, over)) = self.game.as_ref().and_then(|game| Some((game, game.over()?))) else {
            let (result, contract, counts, ledger) = (None, None, false, Vec::new());
            return Some(Settlement { result, contract, counts, ledger, ended_unix_ms });
        };
        let chronicle = game.chronicle();
        let seats = self.seats();
        let people = self.lobby.joiners().iter().filter(|joiner| joiner.user().is_some()).count();
        let row = |seat: Seat| {
            let Some(Joiner::Person { user, name, .. }) = seats.as_ref().map(|seats| seats[seat]) else {
                return None;
            };
            let role =
                chronicle.bid.map(|bid| if bid.declarer == seat { Role::Declarer } else { Role::Defender });
            Some(LedgerRow {
                user: *user,
                name: name.clone(),
                seat,
                role,
                points: over.scores.map_or(0, |scores| scores[seat]),
                has_deserted: chronicle.deserted.contains(&seat),
            })
        };
        Some(Settlement {
            result: Some(over.result),
            contract: chronicle.bid.map(|bid| bid.contract),
            counts: people >= usize::from(self.setup.people_to_count),
            ledger: Seat::ALL.into_iter().filter_map(row).collect(),
            ended_unix_ms,
        })
    }
}
