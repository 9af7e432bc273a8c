//! Who draws the pictures of messages: on a bounded pool of threads, and in the order in which they are needed.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use tokio::runtime::Handle;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::Instant;

use super::screen::{Drawing, Drawn, Screen};
use crate::meters::{METERS, Part};
use crate::picture::Picture;

/// Films that may be waited for at a time, beyond those of games that have just ended.
const FILMS_WAITING: usize = 8;

/// Pictures at a time that are drawn and not yet with Discord, of some 60 KB each.
const ON_THEIR_WAY: usize = 32;

/// Draws pictures on a bounded pool of threads, away from the async ones.
#[derive(Clone, Debug)]
pub struct Artist {
    places: Arc<Semaphore>,
    /// As many again, for those whose pictures one person sees: there are four of them to each that
    /// all see, and it should not stand in line behind more than these.
    private_places: Arc<Semaphore>,
    /// Fewer, for those that nobody waits for.
    idle_places: Arc<Semaphore>,
    queues: Arc<Queues>,
    /// Where Discord takes them more slowly than they are drawn, memory must not fill with them.
    ways: Arc<Semaphore>,
    /// A film takes a hundred times as long as a picture: they are drawn one after the other, and
    /// hold up no picture.
    film_place: Arc<Semaphore>,
    film_queue: Arc<Semaphore>,
    /// What it lets out though it must not, in a test that is to find that out.
    #[cfg(test)]
    pub leaky: Option<Arc<super::leak::Leaky>>,
    /// Whether whatever is to be drawn breaks down, in a test of what comes then.
    #[cfg(test)]
    pub breaks: bool,
}

/// How long somebody waits for a film.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Patience {
    /// Until its turn comes.
    Endless,
    /// Not at all, if many wait already.
    Short,
}

/// Why there is no film.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoFilm {
    /// Many wait already; later it may be had.
    Busy,
    /// It could not be drawn.
    Failed,
}

/// How soon a picture is needed that one person sees.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Urgency {
    /// They pressed, or are asked to act.
    Awaited,
    /// They look on, and see the public board as well.
    Idle,
}

/// A private picture's turn to be drawn.
#[derive(Default)]
pub struct Turn {
    _private: Option<OwnedSemaphorePermit>,
    _idle: Option<IdlePlace>,
}

/// How many pictures that one person sees wait for their turn.
#[derive(Debug, Default)]
struct Queues {
    awaited: AtomicUsize,
    idle: AtomicUsize,
}

impl Queues {
    /// Whether the machine has more to do than it can.
    fn are_long(&self) -> bool {
        self.awaited.load(Ordering::Relaxed) > AWAITED_WAITING_MOST
            || self.idle.load(Ordering::Relaxed) > IDLE_WAITING_MOST
    }
}

/// The place of a picture that nobody waits for.
struct IdlePlace {
    place: Option<OwnedSemaphorePermit>,
    since: Instant,
    queues: Arc<Queues>,
}

/// Pictures that wait for their turn, beyond which the machine has more to do than it can: then each that nobody waits
/// for leaves the processor to others for as long again, so often.
const AWAITED_WAITING_MOST: usize = 4;
const IDLE_WAITING_MOST: usize = 32;
const IDLE_REST: u32 = 3;

impl Drop for IdlePlace {
    fn drop(&mut self) {
        let (place, since) = (self.place.take(), self.since.elapsed());
        // When the program ends there is nothing to rest from.
        if let Ok(runtime) = Handle::try_current()
            && self.queues.are_long()
        {
            runtime.spawn(async move {
                tokio::time::sleep(IDLE_REST * since).await;
                drop(place);
            });
        }
    }
}

/// Counts one who waits.
struct Waiting<'a>(&'a AtomicUsize);

impl<'a> Waiting<'a> {
    fn in_line(line: &'a AtomicUsize) -> Self {
        line.fetch_add(1, Ordering::Relaxed);
        Self(line)
    }
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Artist {
    /// An artist who draws that many pictures at a time.
    pub fn new(at_a_time: usize) -> Self {
        Self {
            places: Arc::new(Semaphore::new(at_a_time)),
            private_places: Arc::new(Semaphore::new(at_a_time)),
            idle_places: Arc::new(Semaphore::new(at_a_time.div_ceil(2))),
            queues: Arc::default(),
            ways: Arc::new(Semaphore::new(ON_THEIR_WAY)),
            film_place: Arc::new(Semaphore::new(1)),
            film_queue: Arc::new(Semaphore::new(FILMS_WAITING)),
            #[cfg(test)]
            leaky: None,
            #[cfg(test)]
            breaks: false,
        }
    }

    /// Draws the picture of a screen that all see, before those that one person sees. Should drawing
    /// fail, the words go without it. Whoever has a picture should send it and let it go: there are
    /// only so many at a time.
    pub async fn draw_for_all(&self, mut screen: Screen) -> Drawn {
        #[cfg(test)]
        if let Some(leaky) = &self.leaky {
            screen = leaky.spoil(screen).await;
        }
        #[cfg(test)]
        assert!(!self.breaks, "the easel falls over");
        let (mut picture, mut way) = (None, None);
        if let Some(drawing) = screen.drawing.take() {
            // The semaphore is never closed.
            way = Arc::clone(&self.ways).acquire_owned().await.ok();
            picture = self.draw_picture(drawing).await;
        }
        #[cfg_attr(not(test), expect(unused_mut, reason = "a test spoils it"))]
        let mut drawn = screen.drawn(picture, way);
        #[cfg(test)]
        if let Some(leaky) = &self.leaky {
            leaky.spoil_files(drawn.attachments_mut()).await;
        }
        drawn
    }

    /// Draws the picture of a screen that one person sees and waits for.
    pub async fn draw(&self, screen: Screen) -> Drawn {
        // Words need no place.
        let turn = match screen.drawing {
            Some(_) => self.turn(Urgency::Awaited).await,
            None => Turn::default(),
        };
        self.draw_in(turn, screen).await
    }

    /// Waits until a picture that one person sees may be drawn, so that it can be made from what is
    /// newest then.
    pub async fn turn(&self, urgency: Urgency) -> Turn {
        let idle = match urgency {
            Urgency::Awaited => None,
            Urgency::Idle => {
                let _waiting = Waiting::in_line(&self.queues.idle);
                // The semaphore is never closed.
                let place = Arc::clone(&self.idle_places).acquire_owned().await.ok();
                place.map(|place| IdlePlace {
                    place: Some(place),
                    since: Instant::now(),
                    queues: Arc::clone(&self.queues),
                })
            }
        };
        let _waiting = match urgency {
            Urgency::Awaited => Some(Waiting::in_line(&self.queues.awaited)),
            Urgency::Idle => None,
        };
        Turn { _private: Arc::clone(&self.private_places).acquire_owned().await.ok(), _idle: idle }
    }

    /// Draws the picture of a screen that one person sees, whose turn has come.
    pub async fn draw_in(&self, turn: Turn, screen: Screen) -> Drawn {
        let drawn = self.draw_for_all(screen).await;
        drop(turn);
        drawn
    }

    /// Draws a film.
    ///
    /// # Errors
    /// When there is none.
    pub async fn film(
        &self,
        draw: impl FnOnce() -> Vec<u8> + Send + 'static,
        patience: Patience,
    ) -> Result<Vec<u8>, NoFilm> {
        let _waiting = match patience {
            Patience::Endless => None,
            Patience::Short => Some(self.film_queue.try_acquire().map_err(|_| NoFilm::Busy)?),
        };
        // The semaphore is never closed.
        let _place = self.film_place.acquire().await.map_err(|_| NoFilm::Failed)?;
        let span = tracing::Span::current();
        tokio::task::spawn_blocking(move || span.in_scope(draw)).await.map_err(|_| {
            METERS.panic(Part::Picture);
            tracing::error!("the drawing of a film broke down");
            NoFilm::Failed
        })
    }

    async fn draw_picture(&self, drawing: Drawing) -> Option<Picture> {
        // The semaphore is never closed.
        let _place = self.places.acquire().await.ok()?;
        let span = tracing::Span::current();
        let begun = std::time::Instant::now();
        if let Ok(picture) = tokio::task::spawn_blocking(move || span.in_scope(drawing)).await {
            METERS.picture(begun.elapsed());
            return Some(picture);
        }
        METERS.panic(Part::Picture);
        tracing::error!("the drawing of a picture broke down; its message goes without it");
        None
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use futures::FutureExt as _;

    use super::*;

    #[tokio::test]
    async fn films_are_drawn_one_after_the_other_and_few_may_wait() {
        let artist = Artist::new(2);
        let (go, gone) = std::sync::mpsc::channel::<()>();
        let slow = artist.clone();
        let first = tokio::spawn(async move {
            let draw = move || {
                // Drawn once the test lets it.
                let _ = gone.recv();
                vec![1]
            };
            slow.film(draw, Patience::Endless).await
        });
        while artist.film_place.available_permits() > 0 {
            tokio::task::yield_now().await;
        }
        let waiting: Vec<_> = (0..FILMS_WAITING)
            .map(|_| {
                let artist = artist.clone();
                tokio::spawn(async move { artist.film(|| vec![2], Patience::Short).await })
            })
            .collect();
        while artist.film_queue.available_permits() > 0 {
            tokio::task::yield_now().await;
        }
        assert_eq!(artist.film(|| vec![3], Patience::Short).await, Err(NoFilm::Busy));
        assert!(waiting.iter().all(|film| !film.is_finished()), "one at a time");
        go.send(()).unwrap();
        assert_eq!(first.await.unwrap(), Ok(vec![1]));
        for film in waiting {
            assert_eq!(film.await.unwrap(), Ok(vec![2]));
        }
        assert_eq!(artist.film(|| vec![3], Patience::Short).await, Ok(vec![3]), "all have gone");
    }

    #[tokio::test]
    async fn so_many_pictures_are_on_their_way_at_a_time_and_words_go_past_them() {
        let artist = Artist::new(2);
        let screen = || {
            let brush: Drawing = Box::new(|| Picture { png: Vec::new(), alt: String::new() });
            Screen { drawing: Some(brush), ..Screen::default() }
        };
        let mut drawn = Vec::new();
        for _ in 0..ON_THEIR_WAY {
            drawn.push(artist.draw(screen()).await);
        }
        let mut next = Box::pin(artist.draw(screen()));
        let short = std::time::Duration::from_millis(20);
        assert!(tokio::time::timeout(short, &mut next).await.is_err(), "there is no room");
        assert_eq!(artist.draw(Screen::text("at once")).await.content(), "at once");
        let copy = drawn.pop();
        drop(copy.clone());
        assert!(tokio::time::timeout(short, &mut next).await.is_err(), "a copy is not the last of it");
        drop(copy);
        assert_eq!(next.await.attachments_mut().len(), 1);
    }

    #[tokio::test]
    async fn a_picture_for_all_stands_in_line_behind_few_that_one_person_sees() {
        let artist = Artist::new(1);
        let (tell, told) = std::sync::mpsc::channel();
        let (go, gone) = std::sync::mpsc::channel::<()>();
        let gone = Arc::new(std::sync::Mutex::new(gone));
        let screen = |name: &'static str| {
            let (tell, gone) = (tell.clone(), Arc::clone(&gone));
            let brush: Drawing = Box::new(move || {
                let _ = gone.lock().unwrap().recv();
                let _ = tell.send(name);
                Picture { png: Vec::new(), alt: String::new() }
            });
            Screen { drawing: Some(brush), ..Screen::default() }
        };
        let mut pictures = Vec::new();
        for _ in 0..20 {
            let (artist, screen) = (artist.clone(), screen("one"));
            pictures.push(tokio::spawn(async move { artist.draw(screen).await }));
        }
        while artist.places.available_permits() > 0 {
            tokio::task::yield_now().await;
        }
        let (all, screen) = (artist.clone(), screen("all"));
        pictures.push(tokio::spawn(async move { all.draw_for_all(screen).await }));
        tokio::task::yield_now().await;
        for _ in 0..21 {
            go.send(()).unwrap();
        }
        for picture in pictures {
            picture.await.unwrap();
        }
        let place = told.try_iter().position(|name| name == "all").unwrap();
        assert!(place <= 2, "behind {place} others");
    }

    /// Draws so many pictures that nobody waits for, each in so long; how long it takes in all.
    async fn idle_pictures(count: usize, each: Duration) -> Duration {
        let artist = Artist::new(2);
        let begun = Instant::now();
        let pictures = (0..count).map(|_| async {
            let turn = artist.turn(Urgency::Idle).await;
            tokio::time::sleep(each).await;
            drop(turn);
        });
        futures::future::join_all(pictures).await;
        begun.elapsed()
    }

    #[tokio::test(start_paused = true)]
    async fn pictures_that_nobody_waits_for_leave_the_machine_to_others_where_very_many_wait() {
        let each = Duration::from_millis(10);
        let few = idle_pictures(IDLE_WAITING_MOST, each).await;
        assert!(few <= (IDLE_WAITING_MOST as u32 + 2) * each, "one after the other: {few:?}");
        let many = idle_pictures(10 * IDLE_WAITING_MOST, each).await;
        let least = 9 * IDLE_WAITING_MOST as u32 * (1 + IDLE_REST) * each;
        assert!(many >= least && many < 2 * least, "with rests: {many:?}");
    }

    #[tokio::test(start_paused = true)]
    async fn pictures_that_nobody_waits_for_leave_the_machine_to_those_that_are_awaited() {
        let each = Duration::from_millis(10);
        for (waiting, rest) in
            [(AWAITED_WAITING_MOST, Duration::ZERO), (AWAITED_WAITING_MOST + 1, IDLE_REST * each)]
        {
            let artist = Artist::new(2);
            let (_place, idle) = (artist.turn(Urgency::Awaited).await, artist.turn(Urgency::Idle).await);
            let mut awaited: Vec<_> = (0..waiting).map(|_| Box::pin(artist.turn(Urgency::Awaited))).collect();
            for awaited in &mut awaited {
                assert!(awaited.as_mut().now_or_never().is_none());
            }
            tokio::time::sleep(each).await;
            drop(idle);
            drop(awaited);
            let begun = Instant::now();
            drop(artist.turn(Urgency::Idle).await);
            assert_eq!(begun.elapsed(), rest, "with {waiting} in line");
        }
    }

    #[tokio::test]
    async fn a_picture_that_is_awaited_stands_in_line_behind_few_that_are_not() {
        let artist = Artist::new(2);
        let (first, second) = (artist.turn(Urgency::Awaited).await, artist.turn(Urgency::Awaited).await);
        let mut idle: Vec<_> = (0..20).map(|_| Box::pin(artist.turn(Urgency::Idle))).collect();
        for idle in &mut idle {
            assert!(idle.as_mut().now_or_never().is_none());
        }
        let mut awaited = Box::pin(artist.turn(Urgency::Awaited));
        assert!(awaited.as_mut().now_or_never().is_none());
        drop(first);
        let before = idle.iter_mut().filter_map(|idle| idle.as_mut().now_or_never()).count();
        drop(second);
        let now = awaited.as_mut().now_or_never();
        assert!(now.is_some() && before <= 1, "behind {before}");
    }

    #[tokio::test]
    async fn many_pictures_take_few_threads_and_hold_up_no_words() {
        use std::sync::atomic::{AtomicUsize, Ordering};

        let artist = Artist::new(2);
        let (go, gone) = std::sync::mpsc::channel::<()>();
        let gone = Arc::new(std::sync::Mutex::new(gone));
        let (drawing, most) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
        let pictures: Vec<_> = (0..200)
            .map(|_| {
                let (artist, gone) = (artist.clone(), Arc::clone(&gone));
                let (drawing, most) = (Arc::clone(&drawing), Arc::clone(&most));
                let brush: Drawing = Box::new(move || {
                    most.fetch_max(drawing.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
                    // Drawn once the test lets it.
                    let _ = gone.lock().unwrap().recv();
                    drawing.fetch_sub(1, Ordering::SeqCst);
                    Picture { png: Vec::new(), alt: String::new() }
                });
                let screen = Screen { drawing: Some(brush), ..Screen::default() };
                tokio::spawn(async move { artist.draw(screen).await })
            })
            .collect();
        while drawing.load(Ordering::SeqCst) < 2 {
            tokio::task::yield_now().await;
        }
        assert_eq!(artist.draw(Screen::text("at once")).await.content(), "at once");
        assert!(pictures.iter().all(|picture| !picture.is_finished()), "no picture was needed for that");
        for _ in 0..200 {
            go.send(()).unwrap();
        }
        for picture in pictures {
            picture.await.unwrap();
        }
        assert_eq!(most.load(Ordering::SeqCst), 2);
    }

    #[tokio::test]
    async fn a_film_that_cannot_be_drawn_holds_up_no_other() {
        let artist = Artist::new(1);
        let failed = artist.film(|| panic!("the brush is broken"), Patience::Endless).await;
        assert_eq!(failed, Err(NoFilm::Failed));
        assert_eq!(artist.film(|| vec![1], Patience::Endless).await, Ok(vec![1]));
    }
}
