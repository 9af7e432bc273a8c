//! Whether a program rests: none of its threads runs, or would run if the machine let it.

use std::fs;
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use tokio::sync::oneshot;

/// Between two looks; what has just been sent over loopback wakes its receiver sooner.
const BETWEEN: Duration = Duration::from_micros(400);

/// So many looks one after the other must find all threads asleep.
const LOOKS: usize = 3;

/// A program that has not come to rest by then never will.
const PATIENCE: Duration = Duration::from_mins(2);

/// Looks whether the threads of one name rest, from a thread that has none of it.
pub struct Watch(mpsc::Sender<oneshot::Sender<()>>);

impl Watch {
    /// A watch over the threads of that name.
    pub fn over(threads: String) -> Self {
        let (sender, asked) = mpsc::channel::<oneshot::Sender<()>>();
        let watch = move || {
            for rests in asked {
                wait_for_rest(&threads);
                // Whoever asked may have got what they waited for otherwise.
                let _ = rests.send(());
            }
        };
        // Without a name of its own it would have that of the thread that makes it.
        thread::Builder::new().name("watch".to_owned()).spawn(watch).expect("a thread");
        Self(sender)
    }

    /// Waits until all of them rest.
    pub async fn rest(&self) {
        let (sender, rests) = oneshot::channel();
        self.0.send(sender).expect("the watch ends with its owner");
        rests.await.expect("the program comes to rest");
    }
}

fn wait_for_rest(threads: &str) {
    let late = Instant::now() + PATIENCE;
    let mut quiet = 0;
    while quiet < LOOKS {
        thread::sleep(BETWEEN);
        quiet = if do_all_sleep(threads) { quiet + 1 } else { 0 };
        assert!(Instant::now() < late, "{threads} does not come to rest");
    }
}

/// Whether every thread of that name sleeps. A thread that waits for a processor does not.
fn do_all_sleep(threads: &str) -> bool {
    let tasks = fs::read_dir("/proc/self/task").expect("the system tells of threads");
    tasks.filter_map(Result::ok).all(|task| {
        // A thread may end meanwhile.
        let Ok(stat) = fs::read_to_string(task.path().join("stat")) else { return true };
        let (Some(open), Some(close)) = (stat.find('('), stat.rfind(')')) else { return true };
        &stat[open + 1..close] != threads || stat[close + 1..].trim_start().starts_with('S')
    })
}
