//! The gateway: what survives lost connections and killed bots.

mod bot;

use std::time::Duration;

use bot::{BareBot, Bot, PATIENCE, Stage};
use discord_sandbox::{Config, MessageView, Outcome, RateLimits, Resumable, RouteFault, Sandbox};
use serde_json::json;

fn unlimited() -> Config {
    Config { rate_limits: RateLimits::Off, ..Config::default() }
}

async fn wait_for_connections(sandbox: &Sandbox, count: usize) {
    let look = |sandbox: &Sandbox| (sandbox.gateway_connections() == count).then_some(());
    sandbox.wait_until(PATIENCE, look).await.unwrap();
}

#[tokio::test]
async fn a_command_typed_while_the_connection_is_cut_reaches_the_bot_after_its_resume() {
    let stage = Stage::set(unlimited()).await;
    let mut bot = BareBot::start(&stage.sandbox).await;
    let alice = stage.sandbox.acting_as(stage.alice);
    assert_eq!(stage.sandbox.drop_gateway(), 1);
    wait_for_connections(&stage.sandbox, 0).await;
    let channel = stage.channel;
    let asked = tokio::spawn(async move { alice.slash(channel, "ask", &[]).await });
    let received = bot.next().await;
    bot.answer(&received, json!({ "type": 4, "data": { "content": "here again" } })).await;
    assert_eq!(asked.await.unwrap().unwrap().outcome, Outcome::Answered);
    assert!(bot.hears_nothing().await, "an event came twice");
    assert!(stage.sandbox.violations().is_empty(), "{:?}", stage.sandbox.violations());
}

#[tokio::test]
async fn the_bot_follows_when_it_is_asked_to_reconnect() {
    let (stage, _bot) = Stage::with_bot(unlimited()).await;
    let alice = stage.sandbox.acting_as(stage.alice);
    assert_eq!(stage.sandbox.reconnect_gateway(), 1);
    let used = alice.slash(stage.channel, "play secret", &[]).await.unwrap();
    assert_eq!(used.outcome, Outcome::Answered);
    let messages = alice.messages(stage.channel);
    assert_eq!(messages.len(), 1);
}

#[tokio::test]
async fn an_invalid_session_that_may_resume_is_resumed() {
    let (stage, _bot) = Stage::with_bot(unlimited()).await;
    let alice = stage.sandbox.acting_as(stage.alice);
    stage.sandbox.invalidate_session(Resumable::Yes);
    let used = alice.slash(stage.channel, "play secret", &[]).await.unwrap();
    assert_eq!(used.outcome, Outcome::Answered);
}

#[tokio::test]
async fn messages_of_a_killed_bot_work_with_its_successor() {
    let (stage, bot) = Stage::with_bot(unlimited()).await;
    let alice = stage.sandbox.acting_as(stage.alice);
    let table = alice.slash(stage.channel, "play start", &[]).await.unwrap().message.unwrap();
    drop(bot);
    wait_for_connections(&stage.sandbox, 0).await;
    let _bot = Bot::start(&stage.sandbox).await;
    let pressed = alice.press_label(table, "Join").await.unwrap();
    assert_eq!(pressed.outcome, Outcome::Deferred);
    let joined = |messages: &[MessageView]| {
        messages.iter().any(|message| message.content == "joined by Alice").then_some(())
    };
    alice.wait_for(stage.channel, PATIENCE, joined).await.unwrap();
}

#[tokio::test]
async fn nobody_answers_for_a_bot_that_is_not_there() {
    let config = Config { answer_within: Duration::from_millis(100), ..unlimited() };
    let (stage, bot) = Stage::with_bot(config).await;
    let alice = stage.sandbox.acting_as(stage.alice);
    drop(bot);
    wait_for_connections(&stage.sandbox, 0).await;
    let used = alice.slash(stage.channel, "play secret", &[]).await.unwrap();
    assert_eq!(used.outcome, Outcome::Failed);
    assert_eq!(used.latency, None);
}

#[tokio::test]
async fn a_429_is_waited_out_by_the_limiter_and_no_violation() {
    let (stage, bot) = Stage::with_bot(Config::default()).await;
    stage.sandbox.fail_route(RouteFault {
        method: "POST".to_owned(),
        path_prefix: format!("/channels/{}/messages", stage.channel),
        status: 429,
        code: 0,
        times: 1,
    });
    let before = std::time::Instant::now();
    let channel = poise::serenity_prelude::ChannelId::new(stage.channel.get());
    channel.say(&bot.http, "patience").await.unwrap();
    assert!(before.elapsed() >= Duration::from_secs(1));
    assert!(stage.sandbox.violations().is_empty());
    let statuses: Vec<u16> = stage
        .sandbox
        .journal()
        .iter()
        .filter(|exchange| exchange.path.ends_with("/messages"))
        .map(|exchange| exchange.status)
        .collect();
    assert_eq!(statuses, [429, 200]);
}

#[tokio::test]
async fn the_journal_tells_what_was_asked_and_how_soon() {
    let (stage, _bot) = Stage::with_bot(unlimited()).await;
    let alice = stage.sandbox.acting_as(stage.alice);
    let used = alice.slash(stage.channel, "play start", &[]).await.unwrap();
    let journal = stage.sandbox.journal();
    let callback = journal.iter().find(|exchange| exchange.interaction == Some(used.id)).unwrap();
    assert_eq!((callback.method.as_str(), callback.status), ("POST", 204));
    assert_eq!(callback.files[0].filename, "board.png");
    assert_eq!(callback.body["data"]["attachments"][0]["description"], "an empty board");
    assert_eq!(callback.since_dispatch, used.latency);
    assert!(used.latency.unwrap() < Duration::from_secs(3));
}

#[tokio::test]
async fn an_interaction_tells_who_acts_and_what_may_be_done() {
    let stage = Stage::set(unlimited()).await;
    let mut bot = BareBot::start(&stage.sandbox).await;
    let ben = stage.sandbox.acting_as(stage.ben);
    let channel = stage.channel;
    let acting = ben.clone();
    let asked = tokio::spawn(async move { acting.slash(channel, "ask", &[("what", "x".into())]).await });
    let received = bot.next().await;
    assert_eq!(received.json["locale"], "zh-TW");
    assert_eq!(received.json["guild_locale"], "en-US");
    assert_eq!(received.json["member"]["user"]["id"], stage.ben.to_string());
    assert_eq!(received.json["member"]["permissions"], received.json["app_permissions"]);
    assert_eq!(received.json["data"]["options"][0]["value"], "x");
    bot.answer(&received, json!({ "type": 5 })).await;
    asked.await.unwrap().unwrap();

    // In the conversation with the bot there is a user and no member.
    let direct = ben.direct_channel();
    let acting = ben.clone();
    let asked = tokio::spawn(async move { acting.slash(direct, "ask", &[]).await });
    let received = bot.next().await;
    assert!(received.json["guild_id"].is_null());
    assert_eq!(received.json["user"]["id"], stage.ben.to_string());
    bot.answer(&received, json!({ "type": 4, "data": { "content": "hi" } })).await;
    asked.await.unwrap().unwrap();
    assert_eq!(ben.direct_messages()[0].content, "hi");
}
