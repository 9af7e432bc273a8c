//! The end of a game in public: a message of its own, posted so that it is noticed, to which the film
//! is added once it is drawn.

use std::time::Duration;

use tokio::task::JoinHandle;
use tokio::time::timeout;

use super::book::Book;
use super::desk::Desk;
use crate::discord::artist::Patience;
use crate::discord::screen::{File, Screen};
use crate::discord::screens::{Audience, Ending, film_file, main_screen, over_screen, record_file};
use crate::discord::texts::Texts;
use crate::discord::trouble::Trouble;
use crate::discord::words::Words;
use crate::picture::replay;
use crate::rules::BySeat;
use crate::table::{ChannelId, Computers, FinishedGame, Slot, Telling};

/// How long the result waits for the film, so that both come in one message: less than players need
/// to look up from the last ply. A long game's film comes after.
const FILM_GRACE: Duration = Duration::from_millis(700);

/// What has become of the film.
#[derive(Default)]
enum Film {
    /// Nothing yet.
    #[default]
    Wanted,
    /// It is being drawn.
    Drawing(JoinHandle<Option<File>>),
    /// It can be shown.
    Drawn(File),
    /// It is shown, or there is none to show.
    Settled,
}

/// The end of one table's game.
#[derive(Default)]
pub(super) struct End {
    film: Film,
    /// The game's record; none before it was asked for, or where it cannot be read.
    record: Option<File>,
}

impl End {
    /// Posts the result in place of the board: with the film if that is drawn quickly.
    ///
    /// # Errors
    /// What Discord said.
    pub async fn show(
        &mut self,
        desk: &Desk,
        book: &mut Book,
        telling: &Telling,
        home: ChannelId,
    ) -> Result<(), Trouble> {
        if book.place(Slot::End).is_none() {
            self.prepare(desk, telling).await;
            self.wait_for_film(FILM_GRACE).await;
            let film = self.drawn();
            let has_film = film.is_some();
            let screen = self.screen(desk, telling, film, None).await;
            match book.post(Slot::End, home, String::new(), &desk.artist.draw_for_all(screen).await).await {
                Ok(()) if has_film => self.film = Film::Settled,
                Ok(()) => {}
                Err(Trouble::TooLarge) => self.post_smaller(desk, book, telling, home).await?,
                Err(trouble) => return Err(trouble),
            }
        }
        // The board has said what it had to; its buttons would only lead astray.
        book.delete(Slot::Main).await;
        Ok(())
    }

    /// Adds the film to the result, if it is not there yet.
    ///
    /// # Errors
    /// What may pass. Whatever else keeps the film away leaves the result as it is.
    pub async fn add_film(&mut self, desk: &Desk, book: &mut Book, telling: &Telling) -> Result<(), Trouble> {
        if let Film::Drawing(drawing) = &mut self.film {
            self.film = drawing.await.ok().flatten().map_or(Film::Settled, Film::Drawn);
        }
        let Some(film) = self.drawn() else { return Ok(()) };
        let screen = self.screen(desk, telling, Some(film), None).await;
        let edited = book.edit(Slot::End, String::new(), &desk.artist.draw_for_all(screen).await).await;
        match edited {
            // It is kept, and tried again.
            Err(Trouble::Passing) => return Err(Trouble::Passing),
            Err(Trouble::TooLarge) => {
                let screen = self.screen(desk, telling, None, Some("replay-too-large")).await;
                // The result stands there already; a line less does no harm.
                let _ = book.edit(Slot::End, String::new(), &desk.artist.draw_for_all(screen).await).await;
            }
            Ok(()) | Err(_) => {}
        }
        self.film = Film::Settled;
        Ok(())
    }

    /// The result was too large: it goes without the film, and if need be without any file.
    async fn post_smaller(
        &mut self,
        desk: &Desk,
        book: &mut Book,
        telling: &Telling,
        home: ChannelId,
    ) -> Result<(), Trouble> {
        if let Film::Drawn(_) = std::mem::replace(&mut self.film, Film::Settled) {
            let screen = self.screen(desk, telling, None, Some("replay-too-large")).await;
            match book.post(Slot::End, home, String::new(), &desk.artist.draw_for_all(screen).await).await {
                Err(Trouble::TooLarge) => {}
                other => return other,
            }
        }
        // `/junqi replay` has the record still.
        self.record = None;
        let screen = self.screen(desk, telling, None, None).await;
        let words = Screen { drawing: None, ..screen };
        book.post(Slot::End, home, String::new(), &desk.artist.draw_for_all(words).await).await
    }

    /// Reads the finished game and has its film begun.
    async fn prepare(&mut self, desk: &Desk, telling: &Telling) {
        if !matches!(self.film, Film::Wanted) {
            return;
        }
        let stored = match desk.store.table(telling.table).await {
            Ok(stored) => stored,
            Err(fault) => {
                tracing::error!(table = %telling.table, %fault, "a finished game cannot be read");
                return;
            }
        };
        let game = match tokio::task::spawn_blocking(move || stored.finished()).await {
            Ok(Ok(game)) => game,
            Ok(Err(fault)) => {
                tracing::error!(table = %telling.table, %fault, "a finished game cannot be read");
                return;
            }
            Err(_) => {
                tracing::error!(table = %telling.table, "the reading of a finished game broke down");
                return;
            }
        };
        self.record = Some(record_file(telling, &game.record));
        // Where no piece was moved the board says it all.
        self.film = if game.replay.plies.is_empty() { Film::Settled } else { draw(desk, game) };
    }

    async fn wait_for_film(&mut self, most: Duration) {
        if let Film::Drawing(drawing) = &mut self.film
            && let Ok(drawn) = timeout(most, drawing).await
        {
            self.film = drawn.ok().flatten().map_or(Film::Settled, Film::Drawn);
        }
    }

    fn drawn(&self) -> Option<File> {
        match &self.film {
            Film::Drawn(film) => Some(film.clone()),
            Film::Wanted | Film::Drawing(_) | Film::Settled => None,
        }
    }

    /// The message, in the language of its server.
    async fn screen(
        &self,
        desk: &Desk,
        telling: &Telling,
        film: Option<File>,
        note: Option<&'static str>,
    ) -> Screen {
        let settled = desk.store.settled(telling.table).await.unwrap_or_else(|fault| {
            tracing::error!(table = %telling.table, %fault, "the scores of a table cannot be read");
            BySeat::default()
        });
        let texts = Texts::of_locale(&telling.locale);
        let files = film.into_iter().chain(self.record.clone()).collect();
        let note = note.map(|key| texts.say(key));
        let ending = Ending { settled: &settled, files, note, audience: Audience::All };
        over_screen(telling, texts, ending).unwrap_or_else(|| main_screen(telling, Computers::Allowed))
    }
}

/// Begins to draw the film, in the language of the game's server.
fn draw(desk: &Desk, game: FinishedGame) -> Film {
    let artist = desk.artist.clone();
    let FinishedGame { telling, replay: battle, .. } = game;
    let texts = Texts::of_locale(&telling.locale);
    let names = Words { texts, telling: &telling }.names();
    Film::Drawing(tokio::spawn(async move {
        let drawn = artist.film(move || replay(&battle, &names, texts.0), Patience::Endless).await;
        drawn.ok().map(|bytes| film_file(&telling, texts, bytes))
    }))
}
