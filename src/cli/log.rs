//! The log on standard error.

use std::io::IsTerminal as _;

use anyhow::Context as _;
use tracing::{Level, Metadata};
use tracing_subscriber::filter::{FilterExt as _, filter_fn};
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::SubscriberInitExt as _;
use tracing_subscriber::{EnvFilter, Layer as _};

/// Ours from info, those of libraries from warnings; `RUST_LOG` says otherwise.
const USUAL: &str = "warn,junqi=info";

/// Where serenity warns of an event that it cannot read, and writes it down whole: with the token of an
/// interaction and what somebody typed. That there was one the library says elsewhere too, without it.
const PAYLOADS: &str = "serenity::gateway::ws";

/// Starts it, and reports panics there.
///
/// Of libraries no more than their events from info on is ever written, whatever `RUST_LOG` says: below
/// that, and in their spans, stand requests with tokens, and the messages of players.
///
/// # Errors
/// When `RUST_LOG` cannot be read.
pub(super) fn start() -> anyhow::Result<()> {
    let filter = match std::env::var("RUST_LOG") {
        Ok(wanted) => EnvFilter::try_new(&wanted)
            .with_context(|| format!("RUST_LOG is {wanted:?}; write it like `junqi=debug`"))?,
        Err(_) => EnvFilter::new(USUAL),
    };
    let lines = tracing_subscriber::fmt::layer()
        .with_writer(std::io::stderr)
        .with_ansi(std::io::stderr().is_terminal())
        .with_filter(filter.and(filter_fn(may_be_written)));
    tracing_subscriber::registry().with(lines).init();
    crate::panics::report_to_log();
    Ok(())
}

fn may_be_written(what: &Metadata<'_>) -> bool {
    let target = what.target();
    is_ours(target) || (what.is_event() && *what.level() <= Level::INFO && target != PAYLOADS)
}

fn is_ours(target: &str) -> bool {
    matches!(target.split("::").next(), Some("junqi" | "discord_sandbox"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_ours_is_told_by_the_whole_name() {
        assert!(is_ours("junqi") && is_ours("junqi::table::task") && is_ours("discord_sandbox::rest"));
        assert!(!is_ours("junqi_other::x") && !is_ours("serenity::http") && !is_ours(""));
    }
}
