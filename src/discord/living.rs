//! Private views that can still be redrawn: their interaction's token lives for a quarter of an
//! hour from the last press in them (UX, Battle).

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use serenity::all::Http;
use serenity::builder::Builder;
use tokio::time::Instant;

use super::screen::Artist;
use super::screens::{Choice, private_screen};
use super::texts::Texts;
use super::trouble::{Trouble, trouble};
use crate::table::{Due, TableId, Telling, UserId};

/// A token lives 15 minutes; a little is kept back for the way.
const TOKEN_LIFE: Duration = Duration::from_secs(14 * 60 + 30);

/// Where a private view stands: a user may have one of each at a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Where {
    /// As an ephemeral message in the channel.
    Channel,
    /// In the direct messages.
    Direct,
}

/// What a view showed last; the same again is not sent.
type Shown = (u64, Vec<Due>, Choice);

/// One private view.
struct View {
    token: String,
    expires: Instant,
    texts: Texts,
    choice: Choice,
    shown: Option<Shown>,
}

type Key = (TableId, UserId, Where);

/// All private views that can still be redrawn.
#[derive(Default)]
pub struct Living {
    views: Mutex<HashMap<Key, Arc<tokio::sync::Mutex<View>>>>,
}

impl Living {
    /// A press in the view gave it a new token; `change` says what the press chose.
    pub async fn touch(
        &self,
        table: TableId,
        user: UserId,
        place: Where,
        token: &str,
        texts: Texts,
        change: impl FnOnce(Choice) -> Choice,
    ) {
        let fresh = || {
            let view = View {
                token: token.to_owned(),
                expires: Instant::now(),
                texts,
                choice: Choice::default(),
                shown: None,
            };
            Arc::new(tokio::sync::Mutex::new(view))
        };
        let view = Arc::clone(self.lock().entry((table, user, place)).or_insert_with(fresh));
        let mut view = view.lock().await;
        token.clone_into(&mut view.token);
        view.expires = Instant::now() + TOKEN_LIFE;
        view.texts = texts;
        view.choice = change(std::mem::take(&mut view.choice));
        // The press was acknowledged; whatever the view shows, it is to be shown anew.
        view.shown = None;
    }

    /// Redraws one view from the newest state, if it still can be.
    pub async fn refresh(&self, http: &Http, artist: &Artist, telling: &Telling, user: UserId, place: Where) {
        let key = (telling.table, user, place);
        let Some(view) = self.lock().get(&key).cloned() else { return };
        // One redraw at a time: the last to get here shows the newest state.
        let mut view = view.lock().await;
        if view.expires <= Instant::now() {
            self.lock().remove(&key);
            return;
        }
        let shown = (telling.version, telling.due.clone(), view.choice.clone());
        let is_older = |last: &Shown| last.0 > shown.0 || *last == shown;
        if view.shown.as_ref().is_some_and(is_older) {
            return;
        }
        let screen = artist.draw(private_screen(telling, user, view.texts, &view.choice)).await;
        match screen.edit_response().execute(http, &view.token).await {
            Ok(_) => {
                view.choice.note = None;
                view.shown = Some((shown.0, shown.1, view.choice.clone()));
            }
            Err(error) => match trouble(&error) {
                Trouble::TokenSpent | Trouble::MessageGone | Trouble::ChannelGone => {
                    self.lock().remove(&key);
                }
                _ => tracing::warn!(%error, "a private view could not be redrawn"),
            },
        }
    }

    /// Redraws every view of the table.
    pub async fn refresh_all(&self, http: &Http, artist: &Artist, telling: &Telling) {
        let keys: Vec<Key> = self.lock().keys().filter(|key| key.0 == telling.table).copied().collect();
        let refreshes =
            keys.into_iter().map(|(_, user, place)| self.refresh(http, artist, telling, user, place));
        futures::future::join_all(refreshes).await;
    }

    /// The table is over: its views are not redrawn any more.
    pub fn forget(&self, table: TableId) {
        self.lock().retain(|key, _| key.0 != table);
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<Key, Arc<tokio::sync::Mutex<View>>>> {
        self.views.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
