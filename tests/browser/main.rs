//! A whole game in a real browser: four windows, four users, every press by a click.

#![allow(clippy::unwrap_used, reason = "a test that meets an error has failed")]

#[path = "../../discord-sandbox/tests/node/mod.rs"]
mod node;

use std::path::Path;
use std::sync::Arc;

use discord_sandbox::{Config, DirectMessages, PageConfig, RateLimits};
use junqi::sandbox::Club;
use junqi::store::SqliteStore;
use junqi::table::{GuildId, Habits, Period, Scores};
use serde_json::json;

const USERS: [(&str, &str, DirectMessages); 4] = [
    ("小明", "zh-TW", DirectMessages::Open),
    ("阿華", "zh-TW", DirectMessages::Open),
    ("Alice", "en-US", DirectMessages::Open),
    ("小红", "zh-CN", DirectMessages::Closed),
];

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn four_people_click_through_a_game_from_the_lobby_to_the_rematch() {
    let folder = tempfile::tempdir().unwrap();
    let store = Arc::new(SqliteStore::open(&folder.path().join("junqi.sqlite")).await.unwrap());
    let config = Config { rate_limits: RateLimits::GlobalOnly, ..Config::default() };
    let club = Club::start(config, &USERS).await.unwrap();
    let page = club.sandbox.open_page(PageConfig::default()).await.unwrap();
    let bot = club.start_bot(store.clone(), Habits::default()).await.unwrap();
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/browser/game.mjs");
    let users = club.members.iter().map(|member| member.user.id().to_string());
    let told = json!({ "url": page.url(), "channel": club.channel, "users": users.collect::<Vec<_>>() });
    let was_run = node::run(&script, &told).await;
    let violations = club.sandbox.violations();
    assert!(violations.is_empty(), "{violations:#?}");
    if was_run {
        let board = store.leaderboard(GuildId(club.guild.get()), Period::AllTime, 0, 10).await.unwrap();
        assert_eq!(board.users, 4, "the game that was clicked through counts for all four");
    }
    bot.stop().await.unwrap();
}
