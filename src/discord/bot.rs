//! What every command and button works with.

use std::sync::Arc;

use serenity::all::Http;

use super::caller::Caller;
use super::cooldown::Cooldown;
use super::herald::Herald;
use super::living::{Living, Where};
use super::screen::{Artist, Screen};
use super::screens::Choice;
use crate::rules::{Secret, Settings};
use crate::table::{Hall, Rejection, Store, TableHandle, TableId, TableSetup, TableState, Telling};

/// What every command and button works with.
pub struct Bot {
    /// The running tables.
    pub hall: Hall,
    /// The way to Discord.
    pub http: Arc<Http>,
    /// Draws pictures.
    pub artist: Artist,
    /// Private views that can be redrawn.
    pub living: Arc<Living>,
    /// Tells tables' people.
    pub herald: Arc<Herald>,
    /// How often a server's players may be called.
    pub calls: Cooldown,
}

impl Bot {
    /// The store.
    pub fn store(&self) -> &Arc<dyn Store> {
        self.hall.store()
    }

    /// The table that a command of this caller means: the one in this channel at which they take
    /// part, else the one in this server at which they do, else the latest in this channel.
    pub fn table_meant(&self, caller: &Caller) -> Option<TableHandle> {
        let here = self.hall.tables_in(caller.channel);
        let user = caller.user();
        let own = here.iter().find(|handle| handle.latest().binds(user)).cloned();
        let elsewhere = || match caller.guild {
            Some(guild) => self.hall.table_of(guild, user),
            // In direct messages any server's will do: the latest one.
            None => self.hall.latest_of(user),
        };
        own.or_else(elsewhere).or_else(|| here.first().cloned())
    }

    /// Shows a screen in place of the caller's answer so far.
    pub async fn answer(&self, caller: &Caller, screen: Screen) {
        let drawn = self.artist.draw(screen).await;
        caller.answer(&self.http, &drawn).await;
    }

    /// Shows words besides, to the caller alone.
    pub async fn follow_up(&self, caller: &Caller, words: String) {
        self.show_besides(caller, Screen::text(words)).await;
    }

    /// Shows a screen besides, to the caller alone.
    pub async fn show_besides(&self, caller: &Caller, screen: Screen) {
        let drawn = self.artist.draw(screen).await;
        caller.follow_up(&self.http, &drawn).await;
    }

    /// Shows the caller's private view of the table in place of their answer, and keeps it up to
    /// date while its token lives.
    pub async fn show_view(
        &self,
        caller: &Caller,
        telling: &Arc<Telling>,
        place: Where,
        change: impl FnOnce(Choice) -> Choice,
    ) {
        self.living.touch(telling, caller, place, change).await;
        self.living.refresh(&self.http, &self.artist, telling, caller.user(), place).await;
    }

    /// Opens a table in the caller's channel.
    ///
    /// # Errors
    /// When the caller sits elsewhere, or the store or the system's chance fails.
    pub async fn open_table(
        &self,
        caller: &Caller,
        settings: Settings,
        people_to_count: u8,
    ) -> Result<TableHandle, Rejection> {
        let Some(guild) = caller.guild else { return Err(Rejection::NotAPlayer) };
        if let Some(other) = self.hall.table_of(guild, caller.user()) {
            return Err(Rejection::SeatedElsewhere(other.id()));
        }
        let setup = TableSetup {
            guild,
            channel: caller.channel,
            settings,
            people_to_count,
            // Until the server has set a language, that of whoever opens the table (UX 10).
            locale: caller.presser.locale.clone(),
            secret: self.draw_secret()?,
            rematch: None,
            opened_unix_ms: self.hall.clock().unix_ms(),
        };
        self.hall.open(setup, caller.presser.clone()).await
    }

    /// Opens a rematch of a table that is over: the same people in the same seats, the computer
    /// players in place at once, the people by pressing (RULES 4.2, 16.1).
    ///
    /// # Errors
    /// When the caller did not play, somebody of them sits elsewhere, the game never began, or the
    /// store fails.
    pub async fn open_rematch(&self, caller: &Caller, of: TableId) -> Result<TableHandle, Rejection> {
        if let Some(running) = self.hall.rematch_of(of) {
            return Ok(running);
        }
        let stored = self.store().table(of).await.map_err(|fault| self.apologise(&fault))?;
        let state = TableState::replay(stored).map_err(|fault| self.apologise(&fault))?;
        if state.seat_of(caller.user()).is_none() {
            return Err(Rejection::NotAPlayer);
        }
        let rematch = state.rematch().ok_or(Rejection::NotBegun)?;
        let computers = state.lobby().joiners().iter().filter(|joiner| joiner.user().is_none()).cloned();
        let computers = computers.collect();
        let setup = TableSetup {
            secret: self.draw_secret()?,
            settings: state.settings(),
            rematch: Some(rematch),
            opened_unix_ms: self.hall.clock().unix_ms(),
            ..state.setup.clone()
        };
        self.hall.open_with(setup, computers).await
    }

    /// Draws a lobby's secret from the system (RULES 16.1).
    fn draw_secret(&self) -> Result<Secret, Rejection> {
        let mut bytes = [0; 32];
        getrandom::fill(&mut bytes).map_err(|fault| self.apologise(&fault))?;
        Ok(Secret(bytes))
    }

    /// Logs what went wrong on our side under an id, and makes the apology that bears it.
    pub fn apologise(&self, fault: &dyn std::fmt::Display) -> Rejection {
        let error_id = format!("bot-{:x}", self.hall.clock().unix_ms());
        tracing::error!(%error_id, %fault, "something went wrong on our side");
        Rejection::Store { error_id }
    }
}
