//! Lets in what the bot asks of Discord, one request at each rest, and writes down what waits.

use std::collections::BTreeMap;
use std::pin::pin;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use discord_sandbox::{InteractionId, Waiting};
use junqi::sandbox::Club;

use super::rest::Watch;
use super::transcript::Names;

/// Nothing more comes once nothing has come for that long; what is on its way over loopback takes no longer.
const QUIET: Duration = Duration::from_millis(10);

/// Between two looks while something is waited for.
const PAUSE: Duration = Duration::from_millis(1);

/// Keeps a world in step.
pub struct Conductor {
    watch: Watch,
    names: Mutex<Names>,
    /// At each rest what waited, the one that was let in first.
    at_rest: Mutex<Vec<String>>,
}

impl Conductor {
    /// One for the world whose threads have that name.
    pub fn new(threads: String, names: Names) -> Self {
        Self { watch: Watch::over(threads), names: Mutex::new(names), at_rest: Mutex::default() }
    }

    /// Ids are named in that way from now on.
    pub fn rename(&self, names: Names) {
        *self.names.lock().unwrap_or_else(PoisonError::into_inner) = names;
    }

    /// What waited at each rest so far.
    pub fn at_rest(&self) -> Vec<String> {
        self.at_rest.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Keeps step until something is done.
    pub async fn during<T>(&self, club: &Club, something: impl Future<Output = T>) -> T {
        let mut something = pin!(something);
        loop {
            tokio::select! {
                biased;
                done = &mut something => return done,
                admitted = self.step(club) => if !admitted { tokio::time::sleep(PAUSE).await },
            }
        }
    }

    /// Keeps step until nothing more comes.
    pub async fn settle(&self, club: &Club) {
        let mut quiet = false;
        while !quiet {
            if self.step(club).await {
                continue;
            }
            tokio::time::sleep(QUIET).await;
            quiet = !self.step(club).await;
        }
    }

    /// Waits for rest and lets one request in; whether one waited.
    async fn step(&self, club: &Club) -> bool {
        self.watch.rest().await;
        let mut waiting = self.waiting(club);
        waiting.sort();
        let Some((_, number)) = waiting.first() else { return false };
        let lines: Vec<&str> = waiting.iter().map(|(line, _)| line.as_str()).collect();
        self.at_rest.lock().unwrap_or_else(PoisonError::into_inner).push(lines.join("\n"));
        club.sandbox.admit(*number)
    }

    /// The requests that wait, as they are called in every world.
    fn waiting(&self, club: &Club) -> Vec<(String, u64)> {
        let waiting = club.sandbox.waiting();
        if waiting.is_empty() {
            return Vec::new();
        }
        let answers = answers(club);
        let names = self.names.lock().unwrap_or_else(PoisonError::into_inner);
        let line = |Waiting { number, method, path }: Waiting| {
            let whose = interaction_of(&path).and_then(|id| answers.get(&id));
            let whose = whose.map(|(user, count)| format!(" of user {user}, their {count}."));
            (format!("{method} {}{}", names.alike(&path), whose.unwrap_or_default()), number)
        };
        waiting.into_iter().map(line).collect()
    }
}

/// Whose each interaction is, and which of theirs.
pub fn answers(club: &Club) -> BTreeMap<InteractionId, (usize, usize)> {
    let mut counts = vec![0; club.members.len()];
    let mut answers = BTreeMap::new();
    for timing in club.sandbox.timings() {
        if let Some(user) = club.members.iter().position(|member| member.user.id() == timing.user) {
            counts[user] += 1;
            answers.insert(timing.interaction, (user, counts[user]));
        }
    }
    answers
}

/// The interaction whose token stands in the path.
fn interaction_of(path: &str) -> Option<InteractionId> {
    let (_, token) = path.split_once("sandbox-interaction-")?;
    token.split('-').next()?.parse().ok()
}
