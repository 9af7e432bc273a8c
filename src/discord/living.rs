//! Private views that can still be redrawn: their interaction's token lives for a quarter of an
//! hour from the last press in them (UX, Battle).

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use serenity::all::{Builder as _, Http};
use tokio::time::Instant;
use tracing::Instrument as _;

use super::artist::{Artist, Turn, Urgency};
use super::caller::{Caller, apologise};
use super::screens::{Choice, is_asked, private_screen};
use super::texts::Texts;
use super::trouble::{Trouble, trouble};
use crate::meters::{METERS, Part};
use crate::panics::{Panicked, caught};
use crate::table::{Due, TableId, Telling, UserId};

/// A token lives 15 minutes; a little is kept back for the way.
const TOKEN_LIFE: Duration = Duration::from_secs(14 * 60 + 30);

/// Messages at a time that still say that we think though a later one has the view; of somebody who
/// opens more at once, the others stay so.
const OVERTAKEN_MOST: usize = 16;

/// Where a private view stands: a user may have one of each at a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Where {
    /// As an ephemeral message in the channel.
    Channel,
    /// In the direct messages.
    Direct,
}

/// A press by which a view can be edited.
#[derive(Clone)]
struct Press {
    token: String,
    /// The way to answer on that token.
    line: Arc<Http>,
    /// Until when the token lives.
    expires: Instant,
    texts: Texts,
    /// Whether a message of its own says that we think until it is answered.
    awaits_message: bool,
}

impl Press {
    fn of(caller: &Caller) -> Self {
        Self {
            token: caller.token().to_owned(),
            line: Arc::clone(caller.line()),
            expires: Instant::now() + TOKEN_LIFE,
            texts: caller.texts,
            awaits_message: caller.awaits_message,
        }
    }
}

/// What a view showed last; the same again is not sent.
type Shown = (u64, Vec<Due>, Choice);

/// One private view.
#[derive(Default)]
struct View {
    /// The last press, by which it is redrawn; none before the first, or if its token was found spent.
    press: Option<Press>,
    /// Presses that a later one overtook before anything was shown for them, whose messages still say
    /// that we think.
    overtaken: Vec<Press>,
    /// How many presses there have been.
    presses: u64,
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

    /// A press that was answered from this state chose something.
    fn press(&mut self, telling: &Arc<Telling>, press: Press, change: impl FnOnce(Choice) -> Choice) {
        let is_unanswered = self.shown.is_none() && self.overtaken.len() < OVERTAKEN_MOST;
        let before = self.press.replace(press);
        self.presses += 1;
        self.overtaken.extend(before.filter(|before| is_unanswered && before.awaits_message));
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
        self.press.as_ref().is_some_and(|press| press.expires > Instant::now())
    }
}

/// A view with those who want to redraw it.
#[derive(Default)]
struct Shared {
    view: Mutex<View>,
    /// Held by who changes the message: one at a time.
    message: tokio::sync::Mutex<()>,
    /// Whether a redraw of that urgency stands in line: it will show whatever is newest by then.
    is_awaited_in_line: AtomicBool,
    is_idle_in_line: AtomicBool,
}

/// A place in the line of a view's redraws; given back when it is dropped.
struct InLine<'a>(&'a AtomicBool);

impl Drop for InLine<'_> {
    fn drop(&mut self) {
        self.0.store(false, Ordering::SeqCst);
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, View> {
        self.view.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Stands in line, unless another of that urgency does.
    fn line_up(&self, urgency: Urgency) -> Option<InLine<'_>> {
        let line = match urgency {
            Urgency::Awaited => &self.is_awaited_in_line,
            Urgency::Idle => &self.is_idle_in_line,
        };
        // Made only where nobody stands in line: dropped, it gives the place back.
        (!line.swap(true, Ordering::SeqCst)).then(|| InLine(line))
    }

    /// Waits until a picture may be drawn and nobody else changes the message. Nobody else waits for a
    /// picture while this one waits for an earlier one to be sent.
    async fn turn(&self, artist: &Artist, urgency: Urgency) -> (Turn, tokio::sync::MutexGuard<'_, ()>) {
        loop {
            let turn = artist.turn(urgency).await;
            if let Ok(message) = self.message.try_lock() {
                return (turn, message);
            }
            drop(turn);
            let message = self.message.lock().await;
            match urgency {
                // Kept: two that let it go again would hand it to each other for ever.
                Urgency::Awaited => return (artist.turn(urgency).await, message),
                // Whoever is awaited must not wait for the turn of this one.
                Urgency::Idle => drop(message),
            }
        }
    }
}

type Key = (TableId, UserId, Where);

/// All private views that can still be redrawn.
#[derive(Default)]
pub struct Living {
    views: Mutex<HashMap<Key, Arc<Shared>>>,
}

impl Living {
    /// The caller's press in the view, answered from this state, gave it a new token; `change` says
    /// what the press chose.
    pub fn touch(
        &self,
        telling: &Arc<Telling>,
        caller: &Caller,
        place: Where,
        change: impl FnOnce(Choice) -> Choice,
    ) {
        let key = (telling.table, caller.user(), place);
        let shared = self.view(key);
        let mut view = shared.lock();
        view.press(telling, Press::of(caller), change);
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
        let _message = shared.message.lock().await;
        {
            let mut view = shared.lock();
            if view.is_living() || view.newest.as_ref().is_some_and(|newest| telling.version < newest.version)
            {
                return None;
            }
            view.hear(telling);
        }
        Some(edit.await)
    }

    fn view(&self, key: Key) -> Arc<Shared> {
        Arc::clone(self.lock().entry(key).or_default())
    }

    /// Redraws one view if it still can be redrawn and doesn't show just that already: from the newest
    /// state that it has heard of once its turn has come, this one or another.
    async fn refresh(
        &self,
        artist: &Artist,
        telling: &Arc<Telling>,
        user: UserId,
        place: Where,
        urgency: Urgency,
    ) {
        let key = (telling.table, user, place);
        let Some(shared) = self.lock().get(&key).cloned() else { return };
        if shared.lock().due(telling).is_none() {
            return;
        }
        let Some(in_line) = shared.line_up(urgency) else { return };
        let (turn, _message) = shared.turn(artist, urgency).await;
        drop(in_line);
        // Boxed, so that many who stand in line take little room.
        Box::pin(self.redraw(artist, turn, key, &shared, telling)).await;
    }

    /// Redraws a view whose turn has come and whose message nobody else changes meanwhile.
    async fn redraw(&self, artist: &Artist, turn: Turn, key: Key, shared: &Shared, telling: &Arc<Telling>) {
        let (telling, shown, press, overtaken, presses) = {
            let mut view = shared.lock();
            let Some((telling, shown)) = view.due(telling) else { return };
            let Some(press) = view.press.clone() else { return };
            (telling, shown, press, std::mem::take(&mut view.overtaken), view.presses)
        };
        let user = key.1;
        let screen = artist.draw_in(turn, private_screen(&telling, user, press.texts, &shown.2)).await;
        for overtaken in overtaken {
            if let Err(error) = screen.edit_response().execute(&*overtaken.line, &overtaken.token).await {
                tracing::debug!(%error, "an overtaken press is not answered");
            }
        }
        let answered = screen.into_response(&press.line, &press.token).await;
        let mut view = shared.lock();
        // What was pressed meanwhile is shown by a redraw of its own, by its own token.
        let is_last = view.presses == presses;
        match answered {
            Ok(()) if is_last => {
                view.choice.note = None;
                view.shown = Some((shown.0, shown.1, view.choice.clone()));
            }
            Ok(()) => {}
            Err(error) => match trouble(&error) {
                Trouble::TokenSpent | Trouble::MessageGone | Trouble::ChannelGone => {
                    if is_last {
                        // Whoever waits for this view must not try the same again.
                        view.press = None;
                        self.lock().remove(&key);
                    }
                }
                _ => tracing::warn!(%error, "a private view could not be redrawn"),
            },
        }
    }

    /// Redraws a view for the press that touched it. What took the press need not stay for that: where
    /// very many wait, what it remembers would fill memory.
    pub fn refresh_for_press(
        self: &Arc<Self>,
        artist: &Artist,
        telling: &Arc<Telling>,
        user: UserId,
        place: Where,
    ) {
        let redraw = self.refresh_caught(artist, telling, user, place, Urgency::Awaited);
        let (living, key) = (Arc::clone(self), (telling.table, user, place));
        let told = async move {
            if redraw.await.is_err() {
                living.apologise(key).await;
            }
        };
        tokio::spawn(told.in_current_span());
    }

    /// Tells whoever pressed last in a view that it could not be shown.
    async fn apologise(&self, key: Key) {
        let shared = self.lock().get(&key).cloned();
        let Some(press) = shared.and_then(|shared| shared.lock().press.clone()) else { return };
        apologise(&press.line, &press.token, press.texts).await;
    }

    /// The redrawing of a view; should it break down, it says so.
    fn refresh_caught(
        self: &Arc<Self>,
        artist: &Artist,
        telling: &Arc<Telling>,
        user: UserId,
        place: Where,
        urgency: Urgency,
    ) -> impl Future<Output = Result<(), Panicked>> + use<> {
        let (living, artist, telling) = (Arc::clone(self), artist.clone(), Arc::clone(telling));
        async move {
            let redrawn = caught(living.refresh(&artist, &telling, user, place, urgency)).await;
            if redrawn.is_err() {
                METERS.panic(Part::Herald);
                tracing::error!("what redraws a private view broke down");
            }
            redrawn
        }
    }

    /// Redraws every view of the table, each for itself: whoever is asked to act sees theirs before
    /// those who look on, and waits for none of them. At the end of the table all have been redrawn.
    pub async fn refresh_all(self: &Arc<Self>, artist: &Artist, telling: &Arc<Telling>) {
        let keys: Vec<Key> = self.lock().keys().filter(|key| key.0 == telling.table).copied().collect();
        let redraws = keys.into_iter().map(|(_, user, place)| {
            let urgency = if is_asked(telling, user) { Urgency::Awaited } else { Urgency::Idle };
            self.refresh_caught(artist, telling, user, place, urgency).in_current_span()
        });
        if telling.is_over() {
            futures::future::join_all(redraws).await;
        } else {
            for redraw in redraws {
                tokio::spawn(redraw);
            }
        }
    }

    /// The table is over: its views are not redrawn any more.
    pub fn forget(&self, table: TableId) {
        self.lock().retain(|key, _| key.0 != table);
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<Key, Arc<Shared>>> {
        self.views.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use serenity::all::ApplicationId;
    use serenity::http::HttpBuilder;
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
    use tokio::net::TcpListener;

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

    /// A press on a message that stands already.
    fn press(token: &str) -> Press {
        Press {
            token: token.to_owned(),
            line: Arc::new(Http::new("")),
            expires: Instant::now() + TOKEN_LIFE,
            texts: Texts::of_locale("zh-TW"),
            awaits_message: false,
        }
    }

    /// A view that was opened, and shows that state.
    fn showing(entries: u64) -> View {
        let mut view = View::default();
        view.press(&telling(entries), press("first"), |choice| choice);
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
        view.press(&telling(6), press("second"), |_| chosen(3));
        let (drawn, shown) = view.due(&telling(6)).expect("what the press chose has not been shown");
        assert_eq!(drawn.version, 7, "no older state is shown");
        assert_eq!((shown.2, view.press.unwrap().token.as_str()), (chosen(3), "second"));
    }

    #[test]
    fn what_is_shown_already_is_not_drawn_again_and_nothing_older_is() {
        let mut view = showing(5);
        assert!(view.due(&telling(5)).is_none());
        assert!(view.due(&telling(4)).is_none());
        assert!(view.due(&telling(6)).is_some());
    }

    #[test]
    fn of_presses_overtaken_those_are_remembered_whose_own_message_says_that_we_think() {
        let mut view = showing(5);
        let opening = |token: &str| Press { awaits_message: true, ..press(token) };
        for press in [opening("shown anew"), press("on that message"), opening("third"), opening("last")] {
            view.press(&telling(5), press, |choice| choice);
        }
        let overtaken: Vec<&str> = view.overtaken.iter().map(|press| press.token.as_str()).collect();
        assert_eq!(overtaken, ["shown anew", "third"], "what was shown by the first is shown");
        for _ in 0..2 * OVERTAKEN_MOST {
            view.press(&telling(5), opening("more"), |choice| choice);
        }
        assert_eq!(view.overtaken.len(), OVERTAKEN_MOST);
    }

    #[test]
    fn one_redraw_of_each_urgency_stands_in_line() {
        let shared = Shared::default();
        let first = shared.line_up(Urgency::Idle);
        assert!(first.is_some());
        for _ in 0..3 {
            assert!(shared.line_up(Urgency::Idle).is_none());
        }
        assert!(
            shared.line_up(Urgency::Awaited).is_some(),
            "whoever is awaited stands in a line of their own"
        );
        drop(first);
        assert!(shared.line_up(Urgency::Idle).is_some());
    }

    #[tokio::test]
    async fn two_redraws_that_wait_for_the_same_message_do_not_hand_it_to_each_other_for_ever() {
        let (artist, shared) = (Artist::new(2), Arc::new(Shared::default()));
        let held = Arc::clone(&shared);
        let sent = held.message.lock().await;
        let redraws = [Urgency::Idle, Urgency::Awaited].map(|urgency| {
            let (artist, shared) = (artist.clone(), Arc::clone(&shared));
            tokio::spawn(async move { drop(shared.turn(&artist, urgency).await) })
        });
        for _ in 0..10 {
            tokio::task::yield_now().await;
        }
        drop(sent);
        for redraw in redraws {
            tokio::time::timeout(Duration::from_secs(20), redraw).await.expect("its turn comes").unwrap();
        }
    }

    /// Takes one request: its first line, and what it says.
    async fn request_to(listener: TcpListener) -> (String, serde_json::Value) {
        let (mut stream, _) = listener.accept().await.unwrap();
        let mut taken = Vec::new();
        loop {
            assert!(stream.read_buf(&mut taken).await.unwrap() > 0, "it ends in the middle");
            let text = String::from_utf8_lossy(&taken).into_owned();
            let Some((head, body)) = text.split_once("\r\n\r\n") else { continue };
            if let Ok(said) = serde_json::from_str(body) {
                stream.write_all(b"HTTP/1.1 204 No Content\r\n\r\n").await.unwrap();
                return (head.lines().next().unwrap_or_default().to_owned(), said);
            }
        }
    }

    #[tokio::test]
    async fn whoever_pressed_is_told_when_the_redrawing_of_their_view_breaks_down() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let proxy = format!("http://{}", listener.local_addr().unwrap());
        // A rate limiter would go past the proxy.
        let line = HttpBuilder::new("").proxy(proxy).ratelimiter_disabled(true);
        let line = line.application_id(ApplicationId::new(5)).build();
        let (living, telling) = (Arc::new(Living::default()), telling(5));
        let (user, place) = (UserId(9), Where::Channel);
        let pressed = Press { line: Arc::new(line), ..press("the-token") };
        let words = pressed.texts.say("refused-our-fault");
        living.view((telling.table, user, place)).lock().press(&telling, pressed, |choice| choice);
        let mut artist = Artist::new(1);
        artist.breaks = true;
        living.refresh_for_press(&artist, &telling, user, place);
        let told = tokio::time::timeout(Duration::from_secs(20), request_to(listener));
        let (line, said) = told.await.expect("they are told");
        assert!(line.starts_with("POST /api/v10/webhooks/5/the-token"), "{line}");
        assert_eq!((said["content"].as_str(), said["flags"].as_u64()), (Some(&*words), Some(64)), "{said}");
    }

    #[tokio::test(start_paused = true)]
    async fn a_view_is_let_go_when_its_token_has_run_out() {
        let mut view = showing(5);
        tokio::time::sleep(TOKEN_LIFE + Duration::from_secs(1)).await;
        assert!(view.due(&telling(6)).is_none());
        view.press(&telling(6), press("next"), |choice| choice);
        assert!(view.due(&telling(6)).is_some(), "the next press has a new one");
    }
}
