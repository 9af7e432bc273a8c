//! A connection that carries nothing, guilds that are away, and requests whose connection breaks.

use std::time::Duration;

use discord_sandbox::{Cut, Outcome};
use poise::serenity_prelude as serenity;
use serde_json::json;

use super::bot::{BareBot, Stage};
use super::unlimited;

#[tokio::test]
async fn what_piles_up_in_a_silence_arrives_after_it() {
    let stage = Stage::set(unlimited()).await;
    let mut bot = BareBot::start(&stage.sandbox).await;
    assert_eq!(stage.sandbox.silence_gateway(), 1);
    let (alice, channel) = (stage.sandbox.acting_as(stage.alice), stage.channel);
    let asked = tokio::spawn(async move { alice.slash(channel, "ask", &[]).await });
    assert!(bot.hears_nothing().await, "the connection is silent");
    assert_eq!(stage.sandbox.gateway_connections(), 1, "and does not look it");
    stage.sandbox.wake_gateway();
    let received = bot.next().await;
    bot.answer(&received, json!({ "type": 4, "data": { "content": "here again" } })).await;
    assert_eq!(asked.await.unwrap().unwrap().outcome, Outcome::Answered);
    assert!(stage.sandbox.violations().is_empty(), "{:?}", stage.sandbox.violations());
}

#[tokio::test]
async fn a_broken_connection_leaves_the_request_undone_or_done_as_it_was_ordered() {
    let (stage, bot) = Stage::with_bot(unlimited()).await;
    let alice = stage.sandbox.acting_as(stage.alice);
    let channel = serenity::ChannelId::new(stage.channel.get());
    for (cut, expected) in [(Cut::InUpload, 0), (Cut::InAnswer, 1)] {
        stage.sandbox.cut_route("POST", "/channels/*/messages", cut, 1);
        assert!(channel.say(&bot.http, "is it there?").await.is_err());
        assert_eq!(alice.messages(stage.channel).len(), expected, "{cut:?}");
    }
    // A nonce tells which it was: the message that is there is the answer.
    let nonce = || serenity::Nonce::String("once".to_owned());
    let message = || serenity::CreateMessage::new().content("once").nonce(nonce()).enforce_nonce(true);
    stage.sandbox.cut_route("POST", "/channels/*/messages", Cut::InAnswer, 1);
    assert!(channel.send_message(&bot.http, message()).await.is_err());
    let found = channel.send_message(&bot.http, message()).await.unwrap();
    let messages = alice.messages(stage.channel);
    assert_eq!(messages.len(), 2, "it was not posted twice");
    assert_eq!(messages[1].id.get(), found.id.get());
    stage.sandbox.advance_clock(Duration::from_mins(6));
    channel.send_message(&bot.http, message()).await.unwrap();
    assert_eq!(alice.messages(stage.channel).len(), 3, "Discord forgets it after some minutes");
}
