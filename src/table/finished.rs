//! A finished game, for whoever looks back at it.

use thiserror::Error;

use super::{Entry, LogFault, StoredTable, TableState, Telling};
use crate::record::Record;
use crate::rules::Event;
use crate::view::OpenReplay;

/// A finished game, opened (RULES 15.4).
#[derive(Clone, Debug)]
pub struct FinishedGame {
    /// The table as it ended.
    pub telling: Telling,
    /// The battle, ply by ply.
    pub replay: OpenReplay,
    /// The record that anybody can check, as JSON.
    pub record: String,
}

/// Why a table is not a finished game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NotFinished {
    /// It runs: its lobby is open or its game is not over.
    #[error("the table is not over")]
    Running,
    /// Its lobby closed without a game.
    #[error("the table never played a game")]
    NoGame,
    /// Its log does not fit it.
    #[error(transparent)]
    Log(#[from] LogFault),
}

impl StoredTable {
    /// The record of the finished game; none while it is not over, or where the log does not fit.
    pub fn record(self) -> Option<Record> {
        let (state, events) = self.replayed().ok()?;
        Record::of(&state.setup.secret, &state.joins(), state.game()?, &events)
    }

    /// The finished game that was played at the table. It plays the log again, which takes some
    /// milliseconds.
    ///
    /// # Errors
    /// When there is none; of a running game nothing is told.
    pub fn finished(self) -> Result<FinishedGame, NotFinished> {
        let (state, events) = self.replayed()?;
        if !state.is_over() {
            return Err(NotFinished::Running);
        }
        let game = state.game().ok_or(NotFinished::NoGame)?;
        let record = Record::of(&state.setup.secret, &state.joins(), game, &events);
        let (record, replay) = record.zip(OpenReplay::of(game)).ok_or(NotFinished::NoGame)?;
        let record = record.to_json();
        Ok(FinishedGame { telling: Telling::of(&state, Vec::new(), Vec::new()), replay, record })
    }

    /// The table's state, with the events of its game.
    fn replayed(self) -> Result<(TableState, Vec<Event>), LogFault> {
        let game_event = |entry: &Entry| match entry {
            Entry::Game(event) => Some(event.clone()),
            Entry::Lobby(_) => None,
        };
        let events = self.entries.iter().filter_map(game_event).collect();
        Ok((TableState::replay(self)?, events))
    }
}
