//! Listens to all that one world logs, at every level; of its libraries to what is let through.

use std::cell::RefCell;
use std::io;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tracing::Dispatch;
use tracing::dispatcher::{DefaultGuard, set_default};
use tracing_subscriber::EnvFilter;
use tracing_subscriber::fmt::MakeWriter;

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
    fn heard(&self) -> MutexGuard<'_, Vec<u8>> {
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

/// Runs a world on threads of its own, which are told their name; the ear hears all of them and nobody else.
pub fn run<F>(ear: &Ear, world: impl FnOnce(String) -> F) -> F::Output
where
    F: Future<Output: Send + 'static> + Send + 'static,
{
    let filter = EnvFilter::new("info,junqi=trace");
    let heard = tracing_subscriber::fmt().with_env_filter(filter).without_time().with_ansi(false);
    let heard = Dispatch::new(heard.with_writer(ear.clone()).finish());
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
