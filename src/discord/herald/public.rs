//! One table's public messages: the board, the open vote, and the ping for who must act.

use std::sync::Arc;
use std::time::Duration;

use super::book::Book;
use super::{Desk, Herd};
use crate::discord::preferences::Preferences;
use crate::discord::screen::Screen;
use crate::discord::screens::{main_screen, over_screen, ping_screen, vote_screen};
use crate::discord::trouble::Trouble;
use crate::rules::BySeat;
use crate::table::{Slot, Telling, UserId};

/// The board is posted anew when that many messages have buried it (UX 8).
const BURIED_MAX: u32 = 8;

/// Edits of a message over an hour old are limited (30046); ours is posted anew before.
const MESSAGE_AGE_MAX: Duration = Duration::from_mins(50);

/// Shows a table in its channel.
pub(super) struct Public {
    desk: Arc<Desk>,
    book: Option<Book>,
}

impl Herd for Public {
    async fn show(&mut self, telling: &Arc<Telling>) -> Result<(), Trouble> {
        let shown = match self.show_all(telling).await {
            // Nothing can be shown in a channel that is gone; the game goes on by direct messages
            // and by commands elsewhere in the server.
            Err(Trouble::ChannelGone) => Ok(()),
            other => other,
        };
        if shown.is_ok() {
            self.desk.set_shown(telling.table, telling.version);
        }
        shown
    }
}

impl Public {
    pub fn new(desk: Arc<Desk>) -> Self {
        Self { desk, book: None }
    }

    async fn show_all(&mut self, telling: &Telling) -> Result<(), Trouble> {
        let desk = Arc::clone(&self.desk);
        let book = match &mut self.book {
            Some(book) => book,
            None => self.book.insert(Book::open(Arc::clone(&desk), telling.table).await?),
        };
        let channel = telling.channel;
        let ping = ping_screen(telling).and_then(|ping| wanted(&desk.preferences, telling, ping));
        let ping_stays = ping.as_ref().is_some_and(|screen| book.shows(Slot::Ping, &screen.content));
        if !ping_stays {
            book.delete(Slot::Ping).await;
        }
        let restored = telling.is_restored && !book.is_known(Slot::Main);
        let is_old = book.age(Slot::Main).is_some_and(|age| age >= MESSAGE_AGE_MAX);
        // Posted anew, not edited, where the players would not find it (UX 8, RULES 12.6).
        if restored || is_old || desk.buried(channel) >= BURIED_MAX {
            book.retire(Slot::Main).await;
        }
        let screen = screen_of(&desk, telling).await;
        let key = key_of(telling, &screen);
        if book.place(Slot::Main).is_none() || !book.shows(Slot::Main, &key) {
            let before = book.place(Slot::Main);
            book.put(Slot::Main, channel, key, &desk.artist.draw(screen).await).await?;
            if book.place(Slot::Main) != before {
                desk.unbury(channel);
            }
        }
        match vote_screen(telling) {
            Some(vote) => {
                let key = key_of(telling, &vote);
                if !book.shows(Slot::Vote, &key) {
                    book.put(Slot::Vote, channel, key, &desk.artist.draw(vote).await).await?;
                }
            }
            None => book.delete(Slot::Vote).await,
        }
        if let Some(ping) = ping.filter(|_| !ping_stays) {
            let key = ping.content.clone();
            book.post(Slot::Ping, channel, key, &desk.artist.draw(ping).await).await?;
        }
        Ok(())
    }
}

/// The ping for those who want one; none where nobody does.
fn wanted(preferences: &Preferences, telling: &Telling, mut ping: Screen) -> Option<Screen> {
    ping.pings.retain(|user| preferences.wants_ping(UserId(user.get()), telling));
    (!ping.pings.is_empty()).then_some(ping)
}

/// The main message's screen; at the end it has scores and record, which the store knows.
async fn screen_of(desk: &Desk, telling: &Telling) -> Screen {
    if telling.open.is_none() {
        return main_screen(telling);
    }
    let settled = desk.store.settled(telling.table).await.unwrap_or_else(|fault| {
        tracing::error!(table = %telling.table, %fault, "the scores of a table cannot be read");
        BySeat::default()
    });
    let record = record_of(desk, telling).await;
    over_screen(telling, &settled, record).unwrap_or_else(|| main_screen(telling))
}

/// The finished game's record, from its stored log.
async fn record_of(desk: &Desk, telling: &Telling) -> Option<String> {
    match desk.store.table(telling.table).await {
        Ok(stored) => stored.record().map(|record| record.to_json()),
        Err(fault) => {
            tracing::error!(table = %telling.table, %fault, "a finished game cannot be read");
            None
        }
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
