//! Listens to all that one world logs, at every level; of its libraries to what is let through.

use std::cell::RefCell;
use std::io;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tracing::dispatcher::{DefaultGuard, set_default};
use tracing::{Dispatch, Metadata, Subscriber};
use tracing_subscriber::filter::{FilterExt as _, filter_fn};
use tracing_subscriber::fmt::MakeWriter;
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::{EnvFilter, Layer as _};

thread_local! {
    /// As long as a thread has it, what it logs is heard.
    static HEARS: RefCell<Option<DefaultGuard>> = const { RefCell::new(None) };
}

/// Counts worlds, so that the threads of each have a name of their own.
static WORLDS: AtomicUsize = AtomicUsize::new(0);

/// What was heard.
#[derive(Clone, Default)]
pub struct Ear(Arc<Mutex<Vec<u8>>>);

impl Ear {
    /// All of it, which whoever asks may take.
    pub fn heard(&self) -> MutexGuard<'_, Vec<u8>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The lines so far.
    pub fn lines(&self) -> Vec<String> {
        String::from_utf8_lossy(&self.heard()).lines().map(str::to_owned).collect()
    }
}

impl io::Write for Ear {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.heard().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl MakeWriter<'_> for Ear {
    type Writer = Self;

    fn make_writer(&self) -> Self {
        self.clone()
    }
}

/// Hears all that is ours, and of libraries what a log may hold of theirs: events from info on, and no spans.
pub fn listening<W>(writer: W) -> impl Subscriber + Send + Sync
where
    W: for<'a> MakeWriter<'a> + Send + Sync + 'static,
{
    let may_be_heard =
        |what: &Metadata<'_>| what.is_event() || what.target().split("::").next() == Some("junqi");
    let filter = EnvFilter::new("info,junqi=trace").and(filter_fn(may_be_heard));
    let lines = tracing_subscriber::fmt::layer().without_time().with_ansi(false).with_writer(writer);
    tracing_subscriber::registry().with(lines.with_filter(filter))
}

/// Runs a world on threads of its own, which are told their name; the ear hears all of them and nobody else.
pub fn run<F>(ear: &Ear, world: impl FnOnce(String) -> F) -> F::Output
where
    F: Future<Output: Send + 'static> + Send + 'static,
{
    let heard = Dispatch::new(listening(ear.clone()));
    let threads = format!("world {}", WORLDS.fetch_add(1, Ordering::Relaxed));
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(1)
        .thread_name(threads.clone())
        .on_thread_start(move || HEARS.set(Some(set_default(&heard))))
        .enable_all()
        .build()
        .unwrap();
    runtime.block_on(runtime.spawn(world(threads))).unwrap()
}
