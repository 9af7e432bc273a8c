//! The page in a real browser, with a small bot behind it.
#![allow(clippy::unwrap_used, reason = "a test fails where its assumptions do")]

mod bot;
mod node;

use std::path::Path;

use bot::Stage;
use discord_sandbox::{Config, PageConfig, Permissions, RateLimits, UserSpec};
use serde_json::json;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_page_does_what_discords_client_does() {
    let config = Config { rate_limits: RateLimits::Off, ..Config::default() };
    let (stage, bot) = Stage::with_bot(config).await;
    let mallory = stage.sandbox.add_user(UserSpec::named("<img src=x onerror=document.title='owned'>"));
    stage.sandbox.add_member(stage.guild, mallory, Permissions::NONE);
    let page = stage.sandbox.open_page(PageConfig::default()).await.unwrap();
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("browser/page.mjs");
    let told = json!({
        "url": page.url(),
        "channel": stage.channel,
        "alice": stage.alice,
        "ben": stage.ben,
        "mallory": mallory,
    });
    node::run(&script, &told).await;
    let violations = stage.sandbox.violations();
    assert!(violations.is_empty(), "{violations:#?}");
    drop(bot);
}
