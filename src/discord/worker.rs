//! One table's messages: brought into line with its newest state, again and again.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use serenity::all::{
    ChannelId as DiscordChannel, EditMessage, MessageId as DiscordMessage, UserId as DiscordUser,
};
use tokio::sync::watch;
use tokio::time::{Instant, sleep};

use super::herald::Desk;
use super::screen::Screen;
use super::screens::{Choice, main_screen, over_screen, ping_screen, private_screen, vote_screen};
use super::texts::Texts;
use super::trouble::{Trouble, trouble};
use super::words::Words;
use crate::record::Record;
use crate::rules::{BySeat, Seat};
use crate::table::{ChannelId, Entry, Joiner, MessageId, Place, Slot, TableState, Telling};
use crate::view::Stage;

/// The board is posted anew when that many messages have buried it (UX 8).
const BURIED_MAX: u32 = 8;

/// Edits of a message over an hour old are limited (30046); ours is posted anew before.
const MESSAGE_AGE_MAX: Duration = Duration::from_secs(50 * 60);

/// After a failure the newest state is shown again after this, doubled each time up to the last.
const RETRY_FIRST: Duration = Duration::from_millis(500);
const RETRY_LAST: Duration = Duration::from_secs(30);

/// The messages of one table.
pub(super) struct Worker {
    desk: Arc<Desk>,
    tellings: watch::Receiver<Arc<Telling>>,
    places: HashMap<Slot, Place>,
    posted: HashMap<Slot, Instant>,
    /// What each message shows, so that nothing is sent twice.
    shown: HashMap<Slot, String>,
    /// Whether the messages that the store remembers have been read.
    is_begun: bool,
    retry: Duration,
}

impl Worker {
    pub fn new(desk: Arc<Desk>, tellings: watch::Receiver<Arc<Telling>>) -> Self {
        Self {
            desk,
            tellings,
            places: HashMap::new(),
            posted: HashMap::new(),
            shown: HashMap::new(),
            is_begun: false,
            retry: RETRY_FIRST,
        }
    }

    /// Shows each newest state until the table is over and that is shown.
    pub async fn run(mut self) {
        loop {
            let telling = self.tellings.borrow_and_update().clone();
            let done = self.show(&telling).await;
            if done.is_ok() {
                self.retry = RETRY_FIRST;
                if telling.is_over() {
                    self.desk.forget(telling.table);
                    return;
                }
                if self.tellings.changed().await.is_err() {
                    return;
                }
            } else {
                // Whichever comes first: a newer state, or the time to try this one again. The
                // program's end closes the channel; then nothing is tried again.
                let wait = sleep(self.retry);
                self.retry = (self.retry * 2).min(RETRY_LAST);
                tokio::select! {
                    changed = self.tellings.changed() => if changed.is_err() { return },
                    () = wait => {}
                }
            }
        }
    }

    async fn show(&mut self, telling: &Telling) -> Result<(), Trouble> {
        self.begin(telling).await?;
        let channel = telling.channel;
        let screen = self.main(telling).await;
        let desk = Arc::clone(&self.desk);
        let living = desk.living.refresh_all(&desk.http, &desk.artist, telling);
        // Private views redraw beside the public message, so that neither waits for the other.
        let (public, ()) = tokio::join!(self.show_public(telling, channel, screen), living);
        let shown = match public {
            // Nothing can be shown in a channel that is gone; the game goes on by direct messages
            // and commands elsewhere in the server.
            Err(Trouble::ChannelGone) => Ok(()),
            other => other,
        };
        if shown.is_ok() {
            self.desk.set_shown(telling.table, telling.version);
        }
        self.show_direct(telling).await;
        shown
    }

    /// Reads where the table's messages stand, once.
    async fn begin(&mut self, telling: &Telling) -> Result<(), Trouble> {
        if self.is_begun {
            return Ok(());
        }
        match self.desk.store.places(telling.table).await {
            Ok(places) => {
                self.places = places.into_iter().collect();
                self.is_begun = true;
                Ok(())
            }
            Err(fault) => {
                tracing::error!(table = %telling.table, %fault, "the places of a table's messages cannot be read");
                Err(Trouble::Passing)
            }
        }
    }

    async fn main(&self, telling: &Telling) -> Screen {
        if telling.open.is_none() {
            return main_screen(telling);
        }
        let settled = self.desk.store.settled(telling.table).await.unwrap_or_else(|fault| {
            tracing::error!(table = %telling.table, %fault, "the scores of a table cannot be read");
            BySeat::default()
        });
        let record = self.record(telling).await;
        over_screen(telling, &settled, record).unwrap_or_else(|| main_screen(telling))
    }

    /// The finished game's record, from its stored log.
    async fn record(&self, telling: &Telling) -> Option<String> {
        let stored = match self.desk.store.table(telling.table).await {
            Ok(stored) => stored,
            Err(fault) => {
                tracing::error!(table = %telling.table, %fault, "a finished game cannot be read");
                return None;
            }
        };
        let events: Vec<_> = stored
            .entries
            .iter()
            .filter_map(|entry| if let Entry::Game(event) = entry { Some(event.clone()) } else { None })
            .collect();
        let state = TableState::replay(stored).ok()?;
        let record = Record::of(&state.setup.secret, &state.joins(), state.game()?, &events)?;
        Some(record.to_json())
    }

    async fn show_public(
        &mut self,
        telling: &Telling,
        channel: ChannelId,
        screen: Screen,
    ) -> Result<(), Trouble> {
        let is_new_phase = self.shown.get(&Slot::Main).is_none();
        let ping = ping_screen(telling);
        let ping_key = ping.as_ref().map(|screen| screen.content.clone());
        let ping_stays = ping_key.is_some() && ping_key.as_ref() == self.shown.get(&Slot::Ping);
        if !ping_stays {
            self.remove(telling, Slot::Ping).await;
        }
        if self.wants_new_post(telling, channel, is_new_phase) {
            self.retire(Slot::Main).await;
            self.places.remove(&Slot::Main);
            self.shown.remove(&Slot::Main);
        }
        self.put(telling, Slot::Main, channel, screen).await?;
        match vote_screen(telling) {
            Some(vote) => self.put(telling, Slot::Vote, channel, vote).await?,
            None => self.remove(telling, Slot::Vote).await,
        }
        if let Some(ping) = ping.filter(|_| !ping_stays) {
            self.put(telling, Slot::Ping, channel, ping).await?;
        }
        Ok(())
    }

    /// Whether the board is posted anew instead of edited (UX 8, RULES 12.6).
    fn wants_new_post(&self, telling: &Telling, channel: ChannelId, is_first: bool) -> bool {
        if !self.places.contains_key(&Slot::Main) {
            return false;
        }
        let old = self.posted.get(&Slot::Main).is_some_and(|posted| posted.elapsed() >= MESSAGE_AGE_MAX);
        let restored = is_first && telling.is_restored;
        restored || old || self.desk.buried(channel) >= BURIED_MAX
    }

    /// Takes the buttons off a message that another one replaces. If that fails the buttons stay,
    /// and pressing them does no harm.
    async fn retire(&self, slot: Slot) {
        if let Some(place) = self.places.get(&slot) {
            let (channel, message) = ids(*place);
            let edit = EditMessage::new().components(Vec::new());
            if let Err(error) = channel.edit_message(&self.desk.http, message, edit).await {
                tracing::debug!(%error, "an old board keeps its buttons");
            }
        }
    }

    /// Edits the slot's message to show this, or posts one.
    async fn put(
        &mut self,
        telling: &Telling,
        slot: Slot,
        channel: ChannelId,
        screen: Screen,
    ) -> Result<(), Trouble> {
        let key = key_of(telling, &screen);
        if self.places.contains_key(&slot) && self.shown.get(&slot) == Some(&key) {
            return Ok(());
        }
        let drawn = self.desk.artist.draw(screen).await;
        if let Some(place) = self.places.get(&slot).copied() {
            let (at, message) = ids(place);
            match at.edit_message(&self.desk.http, message, drawn.edit()).await {
                Ok(_) => {
                    self.shown.insert(slot, key);
                    return Ok(());
                }
                Err(error) => match trouble(&error) {
                    Trouble::MessageGone | Trouble::NotEditable => {}
                    other => return Err(report(other, &error, "a table's message could not be edited")),
                },
            }
        }
        let at = DiscordChannel::new(channel.0);
        let posted = at.send_message(&self.desk.http, drawn.create()).await;
        let message = posted
            .map_err(|error| report(trouble(&error), &error, "a table's message could not be posted"))?;
        let place = Place { channel, message: MessageId(message.id.get()) };
        self.places.insert(slot, place);
        self.posted.insert(slot, Instant::now());
        self.shown.insert(slot, key);
        if slot == Slot::Main {
            self.desk.unbury(channel);
        }
        self.remember(telling, slot, Some(place)).await;
        Ok(())
    }

    async fn remove(&mut self, telling: &Telling, slot: Slot) {
        self.shown.remove(&slot);
        let Some(place) = self.places.remove(&slot) else { return };
        let (channel, message) = ids(place);
        if let Err(error) = channel.delete_message(&self.desk.http, message).await {
            tracing::debug!(%error, "a message that is no longer wanted stays");
        }
        self.remember(telling, slot, None).await;
    }

    /// A place that is not remembered costs one message more after a restart, nothing else.
    async fn remember(&self, telling: &Telling, slot: Slot, place: Option<Place>) {
        if let Err(fault) = self.desk.store.set_place(telling.table, slot, place).await {
            tracing::warn!(table = %telling.table, %fault, "a message's place is not remembered");
        }
    }

    /// Hand and deployment go to each person by direct message; who takes none has the button.
    async fn show_direct(&mut self, telling: &Telling) {
        let Some(seats) = telling.seats.clone() else { return };
        for (seat, joiner) in seats.iter() {
            if let Joiner::Person { user, locale, .. } = joiner {
                let texts = Texts::of_locale(locale);
                self.show_direct_to(telling, seat, DiscordUser::new(user.0), texts).await;
            }
        }
    }

    async fn show_direct_to(&mut self, telling: &Telling, seat: Seat, user: DiscordUser, texts: Texts) {
        let Some(public) = &telling.public else { return };
        let key = match &public.stage {
            Stage::Unbegun => return,
            Stage::Auction(auction) => format!("hand {}", auction.deal),
            Stage::Deployment(_) if public.seats[seat].has_marched => "marched".to_owned(),
            Stage::Deployment(_) => "deployment".to_owned(),
            Stage::Battle(_) => "battle".to_owned(),
            Stage::Over(_) => "over".to_owned(),
        };
        let slot = Slot::Direct(seat);
        if self.shown.get(&slot) == Some(&key) {
            return;
        }
        let wants_notice = key.starts_with("hand") || key == "deployment";
        let has_message = self.places.contains_key(&slot);
        if !wants_notice && !has_message {
            self.shown.insert(slot, key);
            return;
        }
        let screen = if matches!(public.stage, Stage::Auction(_) | Stage::Deployment(_)) {
            let id = crate::table::UserId(user.get());
            private_screen(telling, id, texts, &Choice::default())
        } else {
            let words = Words { texts, telling };
            Screen::text(texts.get("direct-in-channel", &[("where", self.jump_link(telling, &words).into())]))
        };
        let drawn = self.desk.artist.draw(screen).await;
        // A new message announces itself; an edit does not. After a restart the old one serves.
        if let Some(place) = self.places.get(&slot).copied().filter(|_| !wants_notice || telling.is_restored)
        {
            let (channel, message) = ids(place);
            match channel.edit_message(&self.desk.http, message, drawn.edit()).await {
                Ok(_) => {
                    self.shown.insert(slot, key);
                }
                Err(error) => self.give_up_direct(slot, key, &error),
            }
            return;
        }
        if has_message {
            self.retire(slot).await;
        }
        let sent = match user.create_dm_channel(&self.desk.http).await {
            Ok(channel) => channel.id.send_message(&self.desk.http, drawn.create()).await,
            Err(error) => Err(error),
        };
        match sent {
            Ok(message) => {
                let place = Place {
                    channel: ChannelId(message.channel_id.get()),
                    message: MessageId(message.id.get()),
                };
                self.places.insert(slot, place);
                self.shown.insert(slot, key);
                self.remember(telling, slot, Some(place)).await;
            }
            Err(error) => self.give_up_direct(slot, key, &error),
        }
    }

    /// Lets this state go untold by direct message: the button in the channel serves as well.
    fn give_up_direct(&mut self, slot: Slot, key: String, error: &serenity::Error) {
        if trouble(error) == Trouble::Passing {
            tracing::warn!(%error, "a direct message waits for the next state");
        } else {
            tracing::debug!(%error, "no direct message reaches a player");
            self.shown.insert(slot, key);
        }
    }

    fn jump_link(&self, telling: &Telling, words: &Words<'_>) -> String {
        let Some(place) = self.places.get(&Slot::Main) else {
            return words.texts.say("direct-the-channel");
        };
        format!("https://discord.com/channels/{}/{}/{}", telling.guild, place.channel, place.message)
    }
}

fn ids(place: Place) -> (DiscordChannel, DiscordMessage) {
    (DiscordChannel::new(place.channel.0), DiscordMessage::new(place.message.0))
}

/// What tells two states of a message apart: words, buttons, and what its picture is drawn from.
fn key_of(telling: &Telling, screen: &Screen) -> String {
    let rows = serde_json::to_string(&screen.rows).unwrap_or_default();
    // The picture shows the board, which changes with plies and eliminations, and presence.
    let board = telling.public.as_ref().filter(|_| screen.drawing.is_some()).map(|public| {
        let seats = public.seats.iter().map(|(_, seat)| (seat.pieces, seat.is_absent, seat.eliminated));
        format!("{} {:?}", public.plies.len(), seats.collect::<Vec<_>>())
    });
    format!("{}\n{rows}\n{board:?}", screen.content)
}

fn report(trouble: Trouble, error: &serenity::Error, what: &str) -> Trouble {
    match trouble {
        Trouble::Ours => tracing::error!(%error, "{what}"),
        _ => tracing::warn!(%error, "{what}"),
    }
    trouble
}
