//! A way to Discord for each interaction.
//!
//! Discord counts what is sent on an interaction's token for that token alone. The library files all
//! tokens of an application under one count: what one token has left would hold up the answers of
//! every table. So each token gets a client with a count of its own, which goes when the token does;
//! connections are shared.

use std::sync::Arc;
use std::time::{Duration, SystemTime};

use serenity::all::{ApplicationId, Http};
use serenity::http::HttpBuilder;
use tokio::time::interval;

/// Between two looks at which counts of the library can go.
const SWEEP: Duration = Duration::from_mins(1);

/// Makes ways to Discord that share their connections.
#[derive(Clone)]
pub struct Lines {
    client: reqwest::Client,
    token: Arc<str>,
}

impl Lines {
    /// Ways for the bot of that token.
    pub fn new(client: reqwest::Client, token: &str) -> Self {
        Self { client, token: token.into() }
    }

    /// The way for the bot itself.
    pub fn main(&self) -> Http {
        HttpBuilder::new(&self.token).client(self.client.clone()).build()
    }

    /// The way for one interaction.
    pub fn open(&self, application: ApplicationId) -> Arc<Http> {
        let builder = HttpBuilder::new(&self.token).client(self.client.clone());
        Arc::new(builder.application_id(application).build())
    }
}

/// Lets the library's counts go that tell nothing any more, now and then: it keeps one for each
/// interaction ever answered. Ends with the last other user of the client.
pub fn keep_sweeping(http: &Arc<Http>) {
    let http = Arc::downgrade(http);
    tokio::spawn(async move {
        let mut turns = interval(SWEEP);
        loop {
            turns.tick().await;
            let Some(http) = http.upgrade() else { return };
            sweep(&http).await;
        }
    });
}

/// Lets the counts go that nobody uses and whose window is over.
async fn sweep(http: &Http) {
    let Some(limiter) = &http.ratelimiter else { return };
    let now = SystemTime::now();
    limiter.routes().write().await.retain(|_, count| {
        let is_used = Arc::strong_count(count) > 1;
        is_used || count.try_lock().map_or(true, |count| count.reset().is_some_and(|reset| reset > now))
    });
}

#[cfg(test)]
mod tests {
    use serenity::http::Route;
    use serenity::model::id::InteractionId;

    use super::*;

    #[tokio::test]
    async fn counts_that_tell_nothing_any_more_are_let_go_and_those_in_use_stay() {
        let http = HttpBuilder::new("token").build();
        let routes = http.ratelimiter.as_ref().unwrap().routes();
        let bucket = |id| {
            let interaction_id = InteractionId::new(id);
            Route::InteractionResponse { interaction_id, token: "t" }.ratelimiting_bucket()
        };
        for id in 1..=1_000 {
            routes.write().await.insert(bucket(id), Arc::default());
        }
        let used = Arc::clone(&routes.read().await[&bucket(7)]);
        sweep(&http).await;
        assert_eq!(routes.read().await.len(), 1);
        drop(used);
        sweep(&http).await;
        assert!(routes.read().await.is_empty());
    }

    #[tokio::test]
    async fn each_interaction_is_counted_for_itself() {
        let lines = Lines::new(reqwest::Client::new(), "token");
        let application = ApplicationId::new(5);
        let (one, other) = (lines.open(application), lines.open(application));
        let routes = |http: &Http| http.ratelimiter.as_ref().unwrap().routes();
        assert!(!Arc::ptr_eq(&routes(&one), &routes(&other)));
        assert_eq!(one.application_id(), Some(application));
    }
}
