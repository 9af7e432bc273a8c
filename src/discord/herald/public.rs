//! One table's public messages: the board, the open vote, and the ping for who must act, in the
//! table's thread or its channel; and, where it has a thread, the message in the channel that leads
//! there.

use std::sync::Arc;
use std::time::Duration;

use super::Herd;
use super::book::Book;
use super::desk::{Desk, Whereabouts};
use super::end::End;
use super::home::{open_thread, thread_on};
use crate::discord::preferences::Preferences;
use crate::discord::screen::Screen;
use crate::discord::screens::{door_screen, main_screen, ping_occasion, ping_screen, vote_screen};
use crate::discord::trouble::Trouble;
use crate::table::{ChannelId, Computers, Notice, Slot, Telling, UserId};

/// The board is posted anew when that many messages have buried it (UX 8).
const BURIED_MAX: u64 = 8;

/// A message that is deleted is posted anew at once so often; then only when the table changes.
const REPOSTS_MAX: u32 = 3;

/// Edits of a message over an hour old are limited (30046); ours is posted anew before.
const MESSAGE_AGE_MAX: Duration = Duration::from_mins(50);

/// Shows a table in its thread or channel.
pub(super) struct Public {
    desk: Arc<Desk>,
    book: Option<Book>,
    /// Where it is shown; none before that has been found out for the game.
    home: Option<ChannelId>,
    /// What the ping that stands is for.
    pinged: Option<String>,
    end: End,
    /// How often a deleted message has been posted anew, in that state of the table.
    reposted: (u64, u32),
    /// A permission is missing, since so many messages had been posted: an edit alone does not tell
    /// that it is back.
    barred_after: Option<u64>,
    /// Whether this worker's turn has come and its request is still to be made.
    is_paid: bool,
}

impl Herd for Public {
    async fn wait_for_turn(&mut self) {
        self.desk.budget.spend().await;
        self.is_paid = true;
    }

    async fn show(&mut self, telling: &Arc<Telling>) -> Result<(), Trouble> {
        let mut shown = self.show_all(telling).await;
        if matches!(shown, Err(Trouble::ChannelGone | Trouble::Locked)) && self.leave_thread(telling).await {
            shown = self.show_all(telling).await;
        }
        let home = self.home.unwrap_or(telling.channel);
        match shown {
            Ok(()) => {
                let posts = self.book.as_ref().map(Book::posts);
                if self.barred_after.is_none() || self.barred_after != posts {
                    self.barred_after = None;
                    self.desk.set_whereabouts(telling.table, Whereabouts::In(home));
                }
            }
            // A locked thread in which the table was opened: nothing is lost but the place.
            Err(Trouble::ChannelGone | Trouble::Locked) => {
                self.desk.set_whereabouts(telling.table, Whereabouts::Nowhere);
            }
            Err(Trouble::Forbidden) => {
                self.barred_after = self.book.as_ref().map(Book::posts);
                self.desk.set_whereabouts(telling.table, Whereabouts::Barred(home));
                return shown;
            }
            Err(_) => return shown,
        }
        self.desk.set_shown(telling.table, telling.version);
        if telling.is_over() {
            // Direct messages wait for it.
            self.desk.stir(telling.table);
        }
        if telling.notice == Some(Notice::Pausing) {
            self.desk.set_told_pause(telling.table);
        }
        self.show_door(telling, home).await?;
        if let (Some(book), true) = (&mut self.book, telling.open.is_some()) {
            self.end.add_film(&self.desk, book, telling).await?;
        }
        if telling.is_over() && home != telling.channel {
            self.desk.stop_counting(home);
        }
        match &mut self.book {
            Some(book) => book.clear_up().await,
            None => Ok(()),
        }
    }
}

/// The ping for those who want one; none where nobody does.
fn wanted(preferences: &Preferences, telling: &Telling, mut ping: Screen) -> Option<Screen> {
    ping.pings.retain(|user| preferences.wants_ping(UserId(user.get()), telling));
    (!ping.pings.is_empty()).then_some(ping)
}

impl Public {
    pub fn new(desk: Arc<Desk>) -> Self {
        Self {
            desk,
            book: None,
            home: None,
            pinged: None,
            reposted: (0, 0),
            barred_after: None,
            is_paid: false,
            end: End::default(),
        }
    }

    /// Shows board, vote and ping.
    async fn show_all(&mut self, telling: &Telling) -> Result<(), Trouble> {
        let desk = Arc::clone(&self.desk);
        if self.book.is_none() {
            self.book = Some(Book::open(Arc::clone(&desk), telling.table, |slot| !slot.is_direct()).await?);
        }
        let Some(book) = &mut self.book else { return Err(Trouble::Passing) };
        book.set_paid(std::mem::take(&mut self.is_paid));
        let home = if let Some(home) = self.home {
            home
        } else {
            let home = find_home(&desk, book, telling).await?;
            // A lobby stands in the channel; where the game will be played is seen when it begins.
            self.home = telling.public.is_some().then_some(home);
            home
        };
        if self.reposted.0 != telling.version {
            self.reposted = (telling.version, 0);
        }
        // Whoever deletes it again and again gets their way until the table changes.
        if self.reposted.1 < REPOSTS_MAX && book.forget_deleted(&[Slot::Main, Slot::Vote]).await {
            self.reposted.1 += 1;
        }
        if telling.open.is_some() {
            // Once the result is remembered nobody looks for anything of this table any more.
            let _tried_again_after_it = book.clear_up().await;
            book.delete(Slot::Ping).await;
            book.delete(Slot::Vote).await;
            return self.end.show(&desk, book, telling, home).await;
        }
        if !telling.wants_players() {
            desk.end_call(telling.table).await;
        }
        let occasion = ping_occasion(telling);
        let is_same_ping = occasion.is_some() && occasion == self.pinged && book.place(Slot::Ping).is_some();
        if !is_same_ping {
            book.discard(Slot::Ping).await;
            self.pinged = None;
        }
        let restored = telling.is_restored && !book.is_known(Slot::Main);
        let is_old = book.age(Slot::Main).is_some_and(|age| age >= MESSAGE_AGE_MAX);
        // Posted anew, not edited, where the players would not find it (UX 8, RULES 12.6).
        if restored || is_old || book.buried(Slot::Main) >= BURIED_MAX {
            book.retire(Slot::Main).await;
        }
        let is_lobby = telling.public.is_none();
        let computers = if is_lobby { desk.computers(telling.guild).await } else { Computers::Allowed };
        let screen = main_screen(telling, computers);
        let key = key_of(telling, &screen);
        if book.place(Slot::Main).is_none() || !book.shows(Slot::Main, &key) {
            book.put(Slot::Main, home, key, &desk.artist.draw_for_all(screen).await).await?;
        }
        match vote_screen(telling) {
            Some(vote) => {
                let key = key_of(telling, &vote);
                if !book.shows(Slot::Vote, &key) {
                    book.put(Slot::Vote, home, key, &desk.artist.draw_for_all(vote).await).await?;
                }
            }
            None => book.delete(Slot::Vote).await,
        }
        self.ping(&desk, telling, home, is_same_ping).await
    }

    /// Pings whoever must act. Where many tables wait, the game may have gone on until the turn of this
    /// message comes: then whoever must act by then is pinged.
    async fn ping(
        &mut self,
        desk: &Desk,
        telling: &Telling,
        home: ChannelId,
        mut is_same_ping: bool,
    ) -> Result<(), Trouble> {
        let Some(book) = &mut self.book else { return Err(Trouble::Passing) };
        let ping_of = |telling: &Telling| {
            ping_screen(telling).and_then(|ping| wanted(&desk.preferences, telling, ping))
        };
        let is_due = ping_of(telling)
            .is_some_and(|ping| !(is_same_ping && book.shows(Slot::Ping, &key_of(telling, &ping))));
        if !is_due {
            book.sweep().await;
            return Ok(());
        }
        let newer = if desk.budget.is_pressed() {
            book.pay().await;
            desk.newest(telling.table).filter(|newest| newest.version > telling.version)
        } else {
            None
        };
        let telling = newer.as_deref().unwrap_or(telling);
        let occasion = ping_occasion(telling);
        is_same_ping &= occasion == self.pinged;
        if let Some(ping) = ping_of(telling) {
            let key = key_of(telling, &ping);
            // An edit pings nobody anew: who has still to answer a vote has been asked already.
            let drawn = desk.artist.draw_for_all(ping).await;
            if is_same_ping {
                book.put(Slot::Ping, home, key, &drawn).await?;
            } else {
                book.post(Slot::Ping, home, key, &drawn).await?;
            }
            self.pinged = occasion;
        }
        book.sweep().await;
        Ok(())
    }

    /// Gives up a thread in which nothing can be shown any more: the table goes on in its channel.
    /// Whether there was a thread to give up.
    async fn leave_thread(&mut self, telling: &Telling) -> bool {
        let (Some(home), Some(book)) = (self.home, &mut self.book) else { return false };
        if home == telling.channel {
            return false;
        }
        tracing::info!(table = %telling.table, "the table leaves its thread and plays in its channel");
        for slot in [Slot::Main, Slot::Vote, Slot::Ping, Slot::End] {
            book.forget(slot).await;
        }
        self.desk.stop_counting(home);
        self.home = Some(telling.channel);
        self.pinged = None;
        true
    }

    /// Keeps the message in the channel that leads to the thread up to date. It changes with the
    /// phases only, and holds up nothing; at the end it, or another message, tells the result.
    async fn show_door(&mut self, telling: &Telling, home: ChannelId) -> Result<(), Trouble> {
        let Some(book) = &mut self.book else { return Ok(()) };
        if book.place(Slot::Door).is_none() || telling.public.is_none() {
            return Ok(());
        }
        let door = door_screen(telling, home);
        let key = key_of(telling, &door);
        if book.shows(Slot::Door, &key) {
            return Ok(());
        }
        let drawn = self.desk.artist.draw_for_all(door).await;
        let shown = if telling.is_over() {
            book.put(Slot::Door, telling.channel, key.clone(), &drawn).await
        } else {
            book.edit(Slot::Door, key.clone(), &drawn).await
        };
        match shown {
            Err(Trouble::Passing) => Err(Trouble::Passing),
            Err(_) => {
                // Whoever deleted it, or shut the channel, has their reasons; it is not tried again.
                book.take_as_shown(Slot::Door, key);
                Ok(())
            }
            Ok(()) => Ok(()),
        }
    }
}

/// Where the table is shown: its thread, opened now if its game has just begun, or its channel.
async fn find_home(desk: &Desk, book: &mut Book, telling: &Telling) -> Result<ChannelId, Trouble> {
    if telling.public.is_none() {
        return Ok(telling.channel);
    }
    let (door, main) = (book.place(Slot::Door), book.place(Slot::Main));
    if telling.open.is_some() && door.is_none() {
        // No thread is opened for a game that is over.
        return Ok(telling.channel);
    }
    match (door, main) {
        // The program stopped between opening the thread and moving there.
        (Some(door), Some(main)) if main == door => {
            book.forget(Slot::Main).await;
            return Ok(thread_on(door));
        }
        (Some(_), Some(main)) => return Ok(main.channel),
        (Some(door), None) => return Ok(thread_on(door)),
        (None, _) => {}
    }
    if main.is_none() {
        // The lobby's message is not known; another leads to the thread.
        let door = door_screen(telling, telling.channel);
        let key = key_of(telling, &door);
        book.post(Slot::Main, telling.channel, key, &desk.artist.draw_for_all(door).await).await?;
    }
    let Some(main) = book.place(Slot::Main) else { return Ok(telling.channel) };
    match open_thread(desk, telling, main).await {
        Ok(Some(thread)) => {
            book.rename(Slot::Main, Slot::Door).await;
            Ok(thread)
        }
        Ok(None) => Ok(telling.channel),
        Err(Trouble::MessageGone) => {
            book.forget(Slot::Main).await;
            Err(Trouble::Passing)
        }
        Err(trouble) => Err(trouble),
    }
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
