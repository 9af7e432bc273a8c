//! What every command and button works with.

use std::sync::Arc;

use serenity::all::Http;

use super::artist::Artist;
use super::caller::Caller;
use super::cooldown::Cooldown;
use super::flood::Flood;
use super::herald::{Departure, Herald};
use super::lines::Lines;
use super::living::{Living, Where};
use super::opening::{OpeningRefusal, Openings};
use super::preferences::Preferences;
use super::refusals::rejection;
use super::screen::Screen;
use super::screens::Choice;
use super::trouble::Trouble;
use super::vitals::Vitals;
use crate::rules::{Command, Request, Secret};
use crate::table::{
    Action, Computers, Hall, Joiner, PressId, Presser, Rejection, Stamp, Store, StoreError, TableHandle,
    TableId, TableSetup, TableState, Telling,
};

/// What every command and button works with.
pub struct Bot {
    /// The running tables.
    pub hall: Hall,
    /// The way to Discord.
    pub http: Arc<Http>,
    /// The ways for interactions.
    pub lines: Lines,
    /// How much users press.
    pub flood: Flood,
    /// Draws pictures.
    pub artist: Artist,
    /// Private views that can be redrawn.
    pub living: Arc<Living>,
    /// Tells tables' people.
    pub herald: Arc<Herald>,
    /// How often a server's players may be called.
    pub calls: Cooldown,
    /// What users have set for themselves.
    pub preferences: Arc<Preferences>,
    /// When tables were opened last.
    pub openings: Openings,
    /// What is seen of it from outside.
    pub vitals: Arc<Vitals>,
}

impl Bot {
    /// The store.
    pub fn store(&self) -> &Arc<dyn Store> {
        self.hall.store()
    }

    /// The table that a command of this caller means: the one whose own thread this is, else the one
    /// in this channel at which they take part, else the one in this server at which they do, else the
    /// latest in this channel.
    pub fn table_meant(&self, caller: &Caller) -> Option<TableHandle> {
        let thread = self.herald.table_in(caller.channel).and_then(|table| self.hall.table(table));
        // In a channel in which one table happens to play, others may have lobbies.
        if let Some(table) = thread.filter(|table| table.latest().channel != caller.channel) {
            return Some(table);
        }
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
        // Logged; the caller can only ask again.
        let _ = self.try_answer(caller, screen).await;
    }

    /// Shows a screen in place of the caller's answer so far.
    ///
    /// # Errors
    /// Why it is not shown, logged.
    pub async fn try_answer(&self, caller: &Caller, screen: Screen) -> Result<(), Trouble> {
        let drawn = self.artist.draw(screen).await;
        #[cfg(test)]
        if let Some(leaky) = &self.artist.leaky
            && leaky.is_odd(super::leak::Way::Request).await
        {
            caller.answer(&drawn).await?;
        }
        caller.answer(&drawn).await.map(|_| ())
    }

    /// Shows words besides, to the caller alone.
    pub async fn follow_up(&self, caller: &Caller, words: String) {
        self.show_besides(caller, Screen::text(words)).await;
    }

    /// Shows a screen besides, to the caller alone.
    pub async fn show_besides(&self, caller: &Caller, screen: Screen) {
        let drawn = self.artist.draw(screen).await;
        caller.follow_up(&drawn).await;
    }

    /// Has the caller's private view of the table shown in place of their answer as soon as it is drawn,
    /// and keeps it up to date while its token lives.
    pub fn show_view(
        &self,
        caller: &Caller,
        telling: &Arc<Telling>,
        place: Where,
        change: impl FnOnce(Choice) -> Choice,
    ) {
        let complaint = self.herald.complaint(telling, caller.texts);
        let change = |choice| {
            let changed = change(choice);
            Choice { note: changed.note.or(complaint), ..changed }
        };
        self.living.touch(telling, caller, place, change);
        self.living.refresh_for_press(&self.artist, telling, caller.user(), place);
    }

    /// Asks the caller to confirm a request, in their private view; or says there why the rules would
    /// refuse it.
    pub async fn ask_to_confirm(&self, caller: &Caller, table: &TableHandle, place: Where, request: Request) {
        let looked = table.press(caller.presser.clone(), Stamp::Any, Action::Look).await;
        let telling = match looked {
            Ok(reply) => reply.telling,
            Err(fault) => return self.answer(caller, Screen::text(rejection(caller.texts, &fault))).await,
        };
        let Some((seat, public)) = telling.seat_of(caller.user()).zip(telling.public.as_ref()) else {
            let words = rejection(caller.texts, &Rejection::NotAPlayer);
            return self.answer(caller, Screen::text(words)).await;
        };
        let fault = public.request_fault(seat, request).map(Rejection::from);
        let note = fault.as_ref().map(|fault| rejection(caller.texts, fault));
        let asking = fault.is_none().then_some(request);
        self.show_view(caller, &telling, place, |choice| Choice { asking, note, ..choice });
    }

    /// Counts a player who is no longer a member of the table's server as absent (RULES 12.2).
    pub async fn mark_departed(&self, departure: Departure) {
        let Departure { table, user } = departure;
        let Some(handle) = self.hall.table(table) else { return };
        let latest = handle.latest();
        let seat = latest.seat_of(user).zip(latest.public.as_ref());
        // A press of who is absent already would bring them back.
        if seat.is_none_or(|(seat, public)| public.seats[seat].is_absent) {
            return;
        }
        // Nothing is joined by it, so the press needs no id of the platform's, and no name.
        let presser = Presser { user, name: String::new(), locale: String::new(), press: PressId(0) };
        match handle.press(presser, Stamp::Any, Action::Play(Command::BeAbsent)).await {
            Ok(_) => tracing::info!(%table, "a player has left the server and counts as absent"),
            Err(fault) => tracing::debug!(%table, %fault, "a player has left the server"),
        }
    }

    /// Opens a rematch of a table that is over: the same people in the same seats, the computer
    /// players in place at once, the people by pressing (RULES 4.2, 16.1).
    ///
    /// # Errors
    /// When the caller did not play, the game never began, the server allows no table there or no
    /// computer players any more, or the store fails.
    pub async fn open_rematch(&self, caller: &Caller, of: TableId) -> Result<TableHandle, OpeningRefusal> {
        if let Some(running) = self.hall.rematch_of(of) {
            let is_here = caller.guild.is_none_or(|guild| guild == running.latest().guild);
            return if is_here { Ok(running) } else { Err(Rejection::Over.into()) };
        }
        let stored = match self.store().table(of).await {
            Ok(stored) => stored,
            // No button of ours names such a table: a forged one is no fault of the store's.
            Err(StoreError::NoTable(_)) => return Err(Rejection::Over.into()),
            Err(fault) => return Err(self.apologise(&fault).into()),
        };
        let state = TableState::replay(stored).map_err(|fault| self.apologise(&fault))?;
        if caller.guild.is_some_and(|guild| guild != state.setup.guild) {
            return Err(Rejection::Over.into());
        }
        if state.seat_of(caller.user()).is_none() {
            return Err(Rejection::NotAPlayer.into());
        }
        let config = self.config(state.setup.guild).await?;
        if !config.allows(state.setup.channel, caller.parent) {
            return Err(OpeningRefusal::Channel(config.channels));
        }
        let rematch = state.rematch().ok_or(Rejection::NotBegun)?;
        let computers = state.lobby().joiners().iter().filter(|joiner| joiner.user().is_none()).cloned();
        let computers: Vec<Joiner> = computers.collect();
        if !computers.is_empty() && config.computers == Computers::Barred {
            return Err(OpeningRefusal::Computers);
        }
        let setup = TableSetup {
            secret: self.draw_secret()?,
            settings: state.settings(),
            rematch: Some(rematch),
            opened_unix_ms: self.hall.clock().unix_ms(),
            ..state.setup.clone()
        };
        Ok(self.hall.open_with(setup, computers).await?)
    }

    /// Draws a lobby's secret from the system (RULES 16.1).
    pub(super) fn draw_secret(&self) -> Result<Secret, Rejection> {
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
