//! Bots are led through what bots do: the project's own library, and two that were written by others for Discord.
#![allow(clippy::unwrap_used, reason = "a test fails where its assumptions do")]

#[path = "../bot/mod.rs"]
mod bot;
mod foreign;
mod steps;

use bot::Stage;
use discord_sandbox::{ClientError, Config, InteractionKind, Outcome, RateLimits, RawInteraction};
use serde_json::json;
use steps::{Scene, for_each_step};

fn unlimited() -> Config {
    Config { rate_limits: RateLimits::Off, ..Config::default() }
}

/// Each step as a test of its own, with a bot of its own on serenity and poise.
macro_rules! tests {
    ($($step:ident),* $(,)?) => {$(
        #[tokio::test]
        async fn $step() {
            let (stage, _bot) = Stage::with_bot(unlimited()).await;
            steps::$step(&Scene::open(&stage)).await;
        }
    )*};
}

for_each_step!(tests);

#[tokio::test]
async fn a_forged_interaction_reaches_the_bot_as_it_is() {
    let config = Config { answer_within: std::time::Duration::from_millis(200), ..unlimited() };
    let (stage, _bot) = Stage::with_bot(config).await;
    let alice = stage.sandbox.acting_as(stage.alice);
    let table = alice.slash(stage.channel, "play start", &[]).await.unwrap().message;
    let raw = RawInteraction {
        kind: InteractionKind::Component,
        channel: stage.channel,
        message: table,
        data: json!({ "custom_id": "side", "component_type": 3, "values": ["forged"] }),
    };
    let sent = alice.raw(raw.clone()).await.unwrap();
    assert_eq!(alice.message(sent.message.unwrap()).unwrap().content, "you chose forged");
    let unknown = json!({ "custom_id": "nonsense", "component_type": 2 });
    let sent = alice.raw(RawInteraction { data: unknown, ..raw.clone() }).await.unwrap();
    assert_eq!(sent.outcome, Outcome::Failed);
    // What no message bears is refused before the bot: it could not read an event without one.
    stage.sandbox.delete_message(table.unwrap());
    assert_eq!(alice.raw(raw).await, Err(ClientError::NoMessage(table.unwrap())));
}

#[tokio::test]
async fn requests_wait_at_a_shut_gate_until_they_are_admitted_or_it_opens() {
    let (stage, _bot) = Stage::with_bot(unlimited()).await;
    let (alice, channel) = (stage.sandbox.acting_as(stage.alice), stage.channel);
    stage.sandbox.shut_gate();
    let before = stage.sandbox.journal().len();
    let typed = tokio::spawn(async move { alice.slash(channel, "play start", &[]).await });
    let arrived = async || loop {
        if let Some(first) = stage.sandbox.waiting().into_iter().next() {
            break first;
        }
        tokio::time::sleep(std::time::Duration::from_millis(2)).await;
    };
    let first = arrived().await;
    assert!(first.method == "POST" && first.path.starts_with("/interactions/"), "{first:?}");
    assert_eq!(stage.sandbox.journal().len(), before, "nothing is done before it is let in");
    assert!(stage.sandbox.admit(first.number));
    assert_ne!(typed.await.unwrap().unwrap().outcome, Outcome::Failed);
    assert!(!stage.sandbox.admit(first.number), "it waits no more");
    stage.sandbox.open_gate();
    let sent = stage.sandbox.acting_as(stage.alice).slash(channel, "play start", &[]).await.unwrap();
    assert_ne!(sent.outcome, Outcome::Failed);
    assert_eq!(stage.sandbox.waiting(), []);
}
