//! Private views that can still be redrawn: their interaction's token lives for a quarter of an
//! hour from the last press in them (UX, Battle).

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use serenity::all::Http;
use serenity::builder::Builder;
use tokio::time::Instant;

use super::caller::Caller;
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
    /// The way to answer on that token; none before the first press.
    line: Option<Arc<Http>>,
    /// None before the first press.
    expires: Option<Instant>,
    texts: Texts,
    choice: Choice,
    /// What it shows; none where a press asks for it to be shown anew.
    shown: Option<Shown>,
    /// The newest state that it has heard of: no older one is shown, whoever brings it.
    newest: Option<Arc<Telling>>,
}

impl View {
    /// Hears of a state, which may be older than one that another redraw has brought.
    fn hear(&mut self, telling: &Arc<Telling>) {
        if self.newest.as_ref().is_none_or(|newest| newest.version <= telling.version) {
            self.newest = Some(Arc::clone(telling));
        }
    }

    /// A press with that token, answered from this state, chose something.
    fn press(
        &mut self,
        telling: &Arc<Telling>,
        (token, line): (&str, Option<Arc<Http>>),
        texts: Texts,
        change: impl FnOnce(Choice) -> Choice,
    ) {
        token.clone_into(&mut self.token);
        self.line = line;
        self.expires = Some(Instant::now() + TOKEN_LIFE);
        self.texts = texts;
        self.choice = change(std::mem::take(&mut self.choice));
        self.hear(telling);
        self.shown = None;
    }

    /// The state to be drawn now that this one is told, and what will be shown then; none where the
    /// view can be redrawn no more, or shows just that already.
    ///
    /// A press that was answered from a state older than the view's must be drawn all the same: what
    /// it chose has not been shown yet.
    fn due(&mut self, telling: &Arc<Telling>) -> Option<(Arc<Telling>, Shown)> {
        if !self.is_living() {
            return None;
        }
        self.hear(telling);
        let telling = self.newest.clone()?;
        let shown = (telling.version, telling.due.clone(), self.choice.clone());
        (self.shown.as_ref() != Some(&shown)).then_some((telling, shown))
    }

    fn is_living(&self) -> bool {
        self.expires.is_some_and(|expires| expires > Instant::now())
    }
}

impl Default for View {
    fn default() -> Self {
        let (token, choice) = (String::new(), Choice::default());
        Self {
            token,
            line: None,
            expires: None,
            texts: Texts::of_locale(""),
            choice,
            shown: None,
            newest: None,
        }
    }
}

type Key = (TableId, UserId, Where);

/// All private views that can still be redrawn.
#[derive(Default)]
pub struct Living {
    views: Mutex<HashMap<Key, Arc<tokio::sync::Mutex<View>>>>,
}

impl Living {
    /// The caller's press in the view, answered from this state, gave it a new token; `change` says
    /// what the press chose.
    pub async fn touch(
        &self,
        telling: &Arc<Telling>,
        caller: &Caller,
        place: Where,
        change: impl FnOnce(Choice) -> Choice,
    ) {
        let key = (telling.table, caller.user(), place);
        let shared = self.view(key);
        let mut view = shared.lock().await;
        view.press(telling, (caller.token(), Some(Arc::clone(caller.line()))), caller.texts, change);
        // A redraw that failed meanwhile, for the old token, may have taken it out.
        self.lock().insert(key, Arc::clone(&shared));
    }

    /// Edits the message otherwise than by a token, unless its user's presses have brought it to
    /// life or further than this state; none then. No press redraws it meanwhile.
    pub async fn unless_living<T>(
        &self,
        telling: &Arc<Telling>,
        user: UserId,
        place: Where,
        edit: impl Future<Output = T>,
    ) -> Option<T> {
        let shared = self.view((telling.table, user, place));
        let mut view = shared.lock().await;
        if view.is_living() || view.newest.as_ref().is_some_and(|newest| telling.version < newest.version) {
            return None;
        }
        view.hear(telling);
        Some(edit.await)
    }

    fn view(&self, key: Key) -> Arc<tokio::sync::Mutex<View>> {
        Arc::clone(self.lock().entry(key).or_default())
    }

    /// Redraws one view from the newest state that it has heard of, this one or another, if it
    /// still can be redrawn and doesn't show just that already.
    pub async fn refresh(&self, artist: &Artist, telling: &Arc<Telling>, user: UserId, place: Where) {
        let key = (telling.table, user, place);
        let Some(view) = self.lock().get(&key).cloned() else { return };
        // One redraw at a time: the last to get here shows the newest state.
        let mut view = view.lock().await;
        let Some((telling, shown)) = view.due(telling) else { return };
        let Some(line) = view.line.clone() else { return };
        let screen = artist.draw(private_screen(&telling, user, view.texts, &view.choice)).await;
        match screen.edit_response().execute(&*line, &view.token).await {
            Ok(_) => {
                view.choice.note = None;
                view.shown = Some((shown.0, shown.1, view.choice.clone()));
            }
            Err(error) => match trouble(&error) {
                Trouble::TokenSpent | Trouble::MessageGone | Trouble::ChannelGone => {
                    // Whoever waits for this view must not try the same again.
                    view.expires = None;
                    self.lock().remove(&key);
                }
                _ => tracing::warn!(%error, "a private view could not be redrawn"),
            },
        }
    }

    /// Redraws every view of the table.
    pub async fn refresh_all(&self, artist: &Artist, telling: &Arc<Telling>) {
        let keys: Vec<Key> = self.lock().keys().filter(|key| key.0 == telling.table).copied().collect();
        let refreshes = keys.into_iter().map(|(_, user, place)| self.refresh(artist, telling, user, place));
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::discord::screens::Moving;
    use crate::table::{Entry, LobbyEvent, TableSetup, TableState};

    /// What a table with so many entries in its log tells.
    fn telling(entries: u64) -> Arc<Telling> {
        let setup = TableSetup::sample();
        let mut state = TableState::new(TableId(1), setup);
        for _ in 0..entries {
            state.apply(&Entry::Lobby(LobbyEvent::Left { user: UserId(9) })).unwrap();
        }
        Arc::new(Telling::of(&state, Vec::new(), Vec::new()))
    }

    fn chosen(turn: u32) -> Choice {
        Choice { moving: Moving { turn, ..Moving::default() }, ..Choice::default() }
    }

    /// A view that was opened, and shows that state.
    fn showing(entries: u64) -> View {
        let mut view = View::default();
        view.press(&telling(entries), ("first", None), Texts::of_locale("zh-TW"), |choice| choice);
        let (_, shown) = view.due(&telling(entries)).unwrap();
        view.shown = Some(shown);
        view
    }

    #[test]
    fn a_press_answered_from_an_older_state_is_drawn_from_the_newest_one() {
        let mut view = showing(5);
        // Meanwhile a newer state came and was shown.
        let (_, shown) = view.due(&telling(7)).unwrap();
        view.shown = Some(shown);
        // The table answered the press while it was at its sixth entry; the answer comes late.
        view.press(&telling(6), ("second", None), Texts::of_locale("zh-TW"), |_| chosen(3));
        let (drawn, shown) = view.due(&telling(6)).expect("what the press chose has not been shown");
        assert_eq!(drawn.version, 7, "no older state is shown");
        assert_eq!((shown.2, view.token.as_str()), (chosen(3), "second"));
    }

    #[test]
    fn what_is_shown_already_is_not_drawn_again_and_nothing_older_is() {
        let mut view = showing(5);
        assert!(view.due(&telling(5)).is_none());
        assert!(view.due(&telling(4)).is_none());
        assert!(view.due(&telling(6)).is_some());
    }

    #[tokio::test(start_paused = true)]
    async fn a_view_is_let_go_when_its_token_has_run_out() {
        let mut view = showing(5);
        tokio::time::sleep(TOKEN_LIFE + Duration::from_secs(1)).await;
        assert!(view.due(&telling(6)).is_none());
        view.press(&telling(6), ("next", None), Texts::of_locale("zh-TW"), |choice| choice);
        assert!(view.due(&telling(6)).is_some(), "the next press has a new one");
    }
}
