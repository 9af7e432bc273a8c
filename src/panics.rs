//! Panics: a fault of ours, which is caught where something else can go on without it.

use std::future::poll_fn;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// That something panicked. What it said is told by the hook and by nobody else: a message can have
/// values in it that are secret.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("it panicked; the line before names the place")]
pub struct Panicked;

/// Runs the future, and says if it panicked. What it worked on must not be used again then, unless it
/// is known to be whole.
///
/// # Errors
/// [`Panicked`].
pub fn caught<F: Future>(future: F) -> impl Future<Output = Result<F::Output, Panicked>> {
    // Boxed, so that it lies in memory once, however large it is.
    let mut future = Box::pin(future);
    poll_fn(move |context| match catch_unwind(AssertUnwindSafe(|| future.as_mut().poll(context))) {
        Ok(polled) => polled.map(Ok),
        Err(_) => std::task::Poll::Ready(Err(Panicked)),
    })
}

/// The same for what needs no waiting.
///
/// # Errors
/// [`Panicked`].
pub fn caught_now<T>(work: impl FnOnce() -> T) -> Result<T, Panicked> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|_| Panicked)
}

/// Reports every panic as a line of the log with its place, in place of the standard library's report.
///
/// The message goes with it only where it is fixed in the code. One that was put together then and
/// there may hold a piece, a token, or somebody's words.
#[cfg(feature = "tools")]
pub fn report_to_log() {
    std::panic::set_hook(Box::new(|panic| {
        let place = panic.location().map(ToString::to_string).unwrap_or_default();
        let words = panic.payload().downcast_ref::<&'static str>();
        let words = words.copied().unwrap_or("(its message has values in it and is kept out of the log)");
        // Empty unless RUST_BACKTRACE asks for it; it has names of functions, and no values.
        let backtrace = std::backtrace::Backtrace::capture();
        if backtrace.status() == std::backtrace::BacktraceStatus::Captured {
            tracing::error!(%place, %backtrace, "a panic: {words}");
        } else {
            tracing::error!(%place, "a panic: {words}");
        }
    }));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_an_error_and_all_else_goes_through() {
        assert_eq!(caught_now(|| 7), Ok(7));
        assert_eq!(caught_now(|| -> u8 { panic!("on purpose") }), Err(Panicked));
    }

    #[cfg(feature = "table")]
    #[tokio::test]
    async fn a_future_may_panic_before_and_after_it_waits() {
        assert_eq!(caught(async { 7 }).await, Ok(7));
        assert_eq!(caught(async { panic!("on purpose") }).await, Err::<(), _>(Panicked));
        let late = caught(async {
            tokio::task::yield_now().await;
            panic!("on purpose")
        });
        assert_eq!(late.await, Err::<(), _>(Panicked));
    }
}
