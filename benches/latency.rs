//! From a press to its first answer and to the finished picture, over the stand-in for Discord.
//!
//! Four scripted users play whole games through the real serenity client, TLS and SQLite file
//! included; the stand-in notes when each press was sent to the bot, when the first answer came, and
//! when the answer's picture had come. `cargo bench --bench latency` prints medians and 99th
//! percentiles.

use std::sync::Arc;
use std::time::Duration;

use discord_sandbox::{Config, Descriptions, DirectMessages, MessageView, RateLimits, Timing};
use junqi::discord::custom_id::{Button, CustomId};
use junqi::players::{Level, player};
use junqi::sandbox::{Club, Hands, ScriptedUser, ours, play_to_the_end};
use junqi::store::SqliteStore;
use junqi::table::Habits;

const USERS: [(&str, &str, DirectMessages); 4] = [
    ("South", "zh-TW", DirectMessages::Open),
    ("East", "zh-TW", DirectMessages::Closed),
    ("North", "en-GB", DirectMessages::Open),
    ("West", "en-GB", DirectMessages::Closed),
];

/// Games that are played.
const GAMES: u64 = 3;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    runtime.block_on(async {
        let folder = tempfile::tempdir()?;
        let store = Arc::new(SqliteStore::open(&folder.path().join("junqi.sqlite")).await?);
        // Checking bodies against Discord's description takes time that is not the bot's.
        let descriptions = Descriptions::Ignored;
        let config = Config { rate_limits: RateLimits::Off, descriptions, ..Config::default() };
        let club = Club::start(config, &USERS).await?;
        let habits = Habits { computer_pause: Duration::ZERO, ..Habits::default() };
        let bot = club.start_bot(store.clone(), habits).await?;
        println!("resident before the first game: {} MB", resident_mb());
        for game in 0..GAMES {
            play(&club, &store, game).await?;
        }
        println!(
            "resident after {GAMES} games:       {} MB (bot, stand-in and users in one process)",
            resident_mb()
        );
        report(&club.sandbox.timings());
        bot.stop().await?;
        Ok(())
    })
}

async fn play(club: &Club, store: &Arc<SqliteStore>, game: u64) -> Result<(), Box<dyn std::error::Error>> {
    let hands = |number: usize| Hands { user: club.members[number].user.clone(), channel: club.channel };
    hands(0).user.slash(club.channel, "junqi start", &[]).await?;
    for number in 1..USERS.len() {
        hands(number).press(|button| button == Button::Join).await?;
    }
    hands(0).press(|button| button == Button::Start).await?;
    let table = hands(0).table();
    let user = |number: usize| {
        let mind = player(Level::Simple, game * 4 + number as u64);
        ScriptedUser::new(hands(number), mind, store.clone())
    };
    let mut users: Vec<ScriptedUser> = (0..USERS.len()).map(user).collect();
    let is_over = |messages: &[MessageView]| {
        ours(messages).any(|found| found.id.button == Button::Rematch && Some(found.id.table) == table)
    };
    play_to_the_end(&club.sandbox, &mut users, is_over).await?;
    Ok(())
}

/// A kind of press, and which buttons are of it.
type Kind = (&'static str, fn(Button) -> bool);

fn report(timings: &[Timing]) {
    println!(
        "{:<28} {:>7} {:>12} {:>12} {:>12} {:>12}",
        "press", "count", "answer p50", "p99", "picture p50", "p99"
    );
    let is = |timing: &&Timing, fits: fn(Button) -> bool| {
        timing.name.parse::<CustomId>().is_ok_and(|id| fits(id.button))
    };
    let kinds: [Kind; 4] = [
        ("choose a piece", |button| matches!(button, Button::From { .. })),
        ("choose where to: the move", |button| matches!(button, Button::To { .. })),
        ("swap in deployment", |button| matches!(button, Button::Second(_))),
        ("any button", |_| true),
    ];
    for (name, fits) in kinds {
        let chosen: Vec<&Timing> = timings.iter().filter(|timing| is(timing, fits)).collect();
        let answers = sorted(chosen.iter().filter_map(|timing| timing.answered_after));
        let pictures = sorted(chosen.iter().filter_map(|timing| timing.pictured_after));
        let cells = [
            quantile(&answers, 50),
            quantile(&answers, 99),
            quantile(&pictures, 50),
            quantile(&pictures, 99),
        ];
        let [a50, a99, p50, p99] = cells.map(|time| format!("{:.1} ms", time.as_secs_f64() * 1_000.0));
        println!("{name:<28} {:>7} {a50:>12} {a99:>12} {p50:>12} {p99:>12}", chosen.len());
    }
}

fn sorted(times: impl Iterator<Item = Duration>) -> Vec<Duration> {
    let mut times: Vec<Duration> = times.collect();
    times.sort_unstable();
    times
}

fn quantile(sorted: &[Duration], percent: usize) -> Duration {
    let last = sorted.len().saturating_sub(1);
    sorted.get(last * percent / 100).copied().unwrap_or_default()
}

/// Resident memory of this process in megabytes; 0 where the system does not tell.
fn resident_mb() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kilobytes = line.and_then(|line| line.trim().trim_end_matches(" kB").parse::<u64>().ok());
    kilobytes.unwrap_or(0) / 1_024
}
