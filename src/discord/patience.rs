//! Requests without which the program cannot start: made again while the platform is away, so that a
//! passing fault of its costs no restart, of which Discord allows a thousand a day.

use std::time::Duration;

use tokio::time::sleep;

use super::trouble::{Trouble, trouble};

/// Waits between attempts, doubled up to the last.
const FIRST: Duration = Duration::from_millis(500);
const LAST: Duration = Duration::from_secs(30);

/// Attempts, over four minutes.
const ATTEMPTS: u32 = 13;

/// Makes a request until it is answered otherwise than by a passing fault of the platform.
///
/// # Errors
/// The first fault that does not pass, or the last of many that should have.
pub(super) async fn patiently<T, Attempt>(
    what: &str,
    mut request: impl FnMut() -> Attempt,
) -> serenity::Result<T>
where
    Attempt: Future<Output = serenity::Result<T>>,
{
    let mut wait = FIRST;
    for _ in 1..ATTEMPTS {
        match request().await {
            Err(error) if trouble(&error) == Trouble::Passing => {
                tracing::warn!(%error, %what, wait_ms = wait.as_millis() as u64, "Discord cannot do it now");
                sleep(wait).await;
                wait = (wait * 2).min(LAST);
            }
            other => return other,
        }
    }
    request().await
}

#[cfg(test)]
mod tests {
    use std::io::{Error, ErrorKind};

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn what_passes_is_waited_for_and_what_does_not_is_told_at_once() {
        let mut attempts = 0;
        let came = patiently("a test", || {
            attempts += 1;
            let is_there = attempts == 5;
            async move { if is_there { Ok(7) } else { Err(Error::from(ErrorKind::ConnectionReset).into()) } }
        });
        assert_eq!(came.await.unwrap(), 7);
        assert_eq!(attempts, 5);
        let mut attempts = 0;
        let refused = patiently("a test", || {
            attempts += 1;
            async { Err::<(), _>(serenity::Error::Other("refused")) }
        });
        assert!(refused.await.is_err());
        assert_eq!(attempts, 1);
    }

    #[tokio::test(start_paused = true)]
    async fn a_platform_that_stays_away_is_given_up_after_some_minutes() {
        let before = tokio::time::Instant::now();
        let away = || async { Err::<(), _>(Error::from(ErrorKind::ConnectionReset).into()) };
        assert!(patiently("a test", away).await.is_err());
        assert!((180..400).contains(&before.elapsed().as_secs()), "{:?}", before.elapsed());
    }
}
