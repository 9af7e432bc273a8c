//! Beginning, keeping, losing and taking up sessions.

use std::time::Duration;

use discord_sandbox::{Config, RateLimits, Resumable, Sessions};
use serde_json::{Value, json};

use crate::bot::{Api, Stage};
use crate::raw::Raw;
use crate::unlimited;

const GUILDS: u64 = 1;
const GUILD_MESSAGES: u64 = 1 << 9;

#[tokio::test]
async fn a_session_begins_with_ready_and_the_guilds_one_by_one() {
    let stage = Stage::set(unlimited()).await;
    let mut raw = Raw::connect(&stage.sandbox).await;
    raw.identify(&stage.sandbox, json!({ "intents": GUILDS })).await;
    let ready = raw.event("READY").await;
    assert_eq!(ready["guilds"], json!([{ "id": stage.guild, "unavailable": true }]));
    assert_eq!(ready["user"]["id"], stage.sandbox.bot_user().to_string());
    let guild = raw.payload().await;
    assert_eq!((&guild["t"], &guild["d"]["id"]), (&json!("GUILD_CREATE"), &json!(stage.guild)));
    assert_eq!(raw.sequence, 2);
}

#[tokio::test]
async fn what_a_client_must_not_send_closes_its_connection_by_its_code() {
    let stage = Stage::set(unlimited()).await;
    let long = json!({ "op": 1, "d": "x".repeat(4096) }).to_string();
    for (text, code) in [
        ("{", 4002),
        (long.as_str(), 4002),
        (r#"{"op":99}"#, 4001),
        (r#"{"op":8,"d":{}}"#, 4003),
        (r#"{"op":3,"d":{}}"#, 4003),
        (r#"{"op":2,"d":{}}"#, 4002),
        (r#"{"op":2,"d":{"token":"wrong","properties":{},"intents":0}}"#, 4004),
        (r#"{"op":6,"d":{"token":"wrong","session_id":"s","seq":1}}"#, 4004),
    ] {
        let mut raw = Raw::connect(&stage.sandbox).await;
        raw.send_text(text).await;
        assert_eq!(raw.close_code().await, code, "{text}");
    }
    for (fields, code) in [
        (json!({ "shard": [2, 2] }), 4010),
        (json!({ "intents": 1_u64 << 40 }), 4013),
        (json!({ "intents": 1 << 15 }), 4014),
    ] {
        let mut raw = Raw::connect(&stage.sandbox).await;
        raw.identify(&stage.sandbox, fields.clone()).await;
        assert_eq!(raw.close_code().await, code, "{fields}");
    }
    for (text, code) in [
        (r#"{"op":3,"d":{"status":"asleep","activities":[],"afk":false,"since":null}}"#, 4002),
        (r#"{"op":8,"d":{"guild_id":"5"}}"#, 4002),
    ] {
        let mut raw = Raw::identified(&stage.sandbox, 0).await;
        raw.send_text(text).await;
        assert_eq!(raw.close_code().await, code, "{text}");
    }
    let mut raw = Raw::identified(&stage.sandbox, 0).await;
    raw.identify(&stage.sandbox, json!({})).await;
    assert_eq!(raw.close_code().await, 4005);
    let mut raw = Raw::connect_with(&stage.sandbox, "v=6&encoding=json").await;
    assert_eq!(raw.close_code().await, 4012);
    assert_eq!(stage.sandbox.violations().len(), 15, "each is held against the bot");
}

#[tokio::test]
async fn a_presence_is_taken_and_a_heartbeat_can_be_asked_for() {
    let stage = Stage::set(unlimited()).await;
    let mut raw = Raw::identified(&stage.sandbox, 0).await;
    let presence = json!({ "status": "idle", "activities": [], "afk": false, "since": null });
    raw.send(json!({ "op": 3, "d": presence })).await;
    assert_eq!(stage.sandbox.ask_for_heartbeat(), 1);
    assert_eq!(raw.payload().await["op"], 1);
    assert!(raw.names_so_far().await.is_empty());
    assert!(stage.sandbox.violations().is_empty());
}

#[tokio::test]
async fn the_hundred_and_twenty_first_payload_of_a_minute_is_one_too_many() {
    let stage = Stage::set(unlimited()).await;
    let mut raw = Raw::identified(&stage.sandbox, 0).await;
    for _ in 0..119 {
        raw.send(json!({ "op": 1, "d": 1 })).await;
        assert_eq!(raw.payload().await["op"], 11);
    }
    raw.send(json!({ "op": 1, "d": 1 })).await;
    assert_eq!(raw.close_code().await, 4008);
}

#[tokio::test]
async fn a_silent_client_is_closed_and_may_come_back() {
    let stage = Stage::set(Config { heartbeat_interval: Duration::from_millis(200), ..unlimited() }).await;
    let mut raw = Raw::connect(&stage.sandbox).await;
    raw.identify(&stage.sandbox, json!({})).await;
    let session = raw.event("READY").await["session_id"].clone();
    let last = raw.sequence;
    assert_eq!(raw.close_code().await, 4009);
    let mut raw = Raw::connect(&stage.sandbox).await;
    resume(&mut raw, &stage, &session, last).await;
    raw.event("RESUMED").await;
}

async fn resume(raw: &mut Raw, stage: &Stage, session: &Value, sequence: u64) {
    let token = stage.sandbox.connection().token;
    let data = json!({ "token": token, "session_id": session, "seq": sequence });
    raw.send(json!({ "op": 6, "d": data })).await;
}

#[tokio::test]
async fn a_resume_brings_what_was_missed_in_order_and_then_says_so() {
    let stage = Stage::set(unlimited()).await;
    let mut raw = Raw::connect(&stage.sandbox).await;
    raw.identify(&stage.sandbox, json!({ "intents": GUILD_MESSAGES })).await;
    let session = raw.event("READY").await["session_id"].clone();
    let last = raw.sequence;
    // Gone without a close frame, as with a cut cable.
    drop(raw);
    crate::wait_for_connections(&stage.sandbox, 0).await;
    let alice = stage.sandbox.acting_as(stage.alice);
    let bot = format!("<@{}>", stage.sandbox.bot_user());
    for number in 1..=3 {
        alice.say(stage.channel, &format!("{bot} {number}")).unwrap();
    }
    let mut raw = Raw::connect(&stage.sandbox).await;
    resume(&mut raw, &stage, &session, last).await;
    for number in 1..=3 {
        let message = raw.payload().await;
        assert_eq!(message["t"], "MESSAGE_CREATE");
        assert_eq!(message["d"]["content"], format!("{bot} {number}"));
        assert_eq!(message["s"], last + number);
    }
    assert_eq!(raw.payload().await["t"], "RESUMED");
    assert!(raw.names_so_far().await.is_empty());
    assert_eq!(stage.sandbox.gateway_sessions(), Sessions { begun: 1, resumed: 1 });
    assert!(stage.sandbox.violations().is_empty());
}

#[tokio::test]
async fn a_session_is_lost_to_who_comes_too_late_or_asks_for_the_future() {
    let stage = Stage::set(unlimited()).await;
    for (late, ahead) in [(true, 0), (false, 7)] {
        let mut raw = Raw::connect(&stage.sandbox).await;
        raw.identify(&stage.sandbox, json!({})).await;
        let session = raw.event("READY").await["session_id"].clone();
        let last = raw.sequence;
        drop(raw);
        crate::wait_for_connections(&stage.sandbox, 0).await;
        if late {
            stage.sandbox.advance_clock(Duration::from_secs(90));
        }
        let mut raw = Raw::connect(&stage.sandbox).await;
        resume(&mut raw, &stage, &session, last + ahead).await;
        if late {
            assert_eq!(raw.payload().await, json!({ "op": 9, "d": false }));
            // The connection is good for a new session.
            raw.identify(&stage.sandbox, json!({})).await;
            raw.event("READY").await;
        } else {
            assert_eq!(raw.close_code().await, 4007);
        }
    }
}

#[tokio::test]
async fn reconnect_and_invalid_session_are_told_and_followed_by_what_they_allow() {
    let stage = Stage::set(unlimited()).await;
    let mut raw = Raw::connect(&stage.sandbox).await;
    raw.identify(&stage.sandbox, json!({})).await;
    let session = raw.event("READY").await["session_id"].clone();
    stage.sandbox.reconnect_gateway();
    assert_eq!(raw.payload().await, json!({ "op": 7, "d": null }));
    stage.sandbox.invalidate_session(Resumable::Yes);
    assert_eq!(raw.payload().await, json!({ "op": 9, "d": true }));
    let last = raw.sequence;
    resume(&mut raw, &stage, &session, last).await;
    raw.event("RESUMED").await;
    stage.sandbox.invalidate_session(Resumable::No);
    assert_eq!(raw.payload().await, json!({ "op": 9, "d": false }));
    resume(&mut raw, &stage, &session, last).await;
    assert_eq!(raw.payload().await, json!({ "op": 9, "d": false }));
    raw.identify(&stage.sandbox, json!({})).await;
    raw.event("READY").await;
    assert_eq!(stage.sandbox.close_gateway(4000), 1);
    assert_eq!(raw.close_code().await, 4000);
}

#[tokio::test]
async fn who_identifies_again_within_five_seconds_is_sent_back() {
    let stage = Stage::set(Config::default()).await;
    let _first = Raw::identified(&stage.sandbox, 0).await;
    let mut second = Raw::connect(&stage.sandbox).await;
    second.identify(&stage.sandbox, json!({ "shard": [1, 2] })).await;
    assert_eq!(second.payload().await, json!({ "op": 9, "d": false }));
    stage.sandbox.advance_clock(Duration::from_secs(5));
    second.identify(&stage.sandbox, json!({ "shard": [1, 2] })).await;
    second.event("READY").await;
    assert_eq!(stage.sandbox.violations().len(), 1);
}

#[tokio::test]
async fn a_bot_that_begins_too_many_sessions_loses_them_all_and_its_token() {
    let stage = Stage::set(Config { session_starts: 2, ..unlimited() }).await;
    let api = Api::of(&stage.sandbox);
    let left = async || {
        let (_, answer) = api.call("GET", "/gateway/bot", Value::Null).await;
        let limit = &answer["session_start_limit"];
        assert_eq!((&limit["total"], &limit["max_concurrency"]), (&json!(2), &json!(1)));
        limit["remaining"].clone()
    };
    assert_eq!(left().await, 2);
    let mut first = Raw::identified(&stage.sandbox, 0).await;
    let mut second = Raw::identified(&stage.sandbox, 0).await;
    assert_eq!(left().await, 0);
    let mut third = Raw::connect(&stage.sandbox).await;
    third.identify(&stage.sandbox, json!({})).await;
    for connection in [&mut first, &mut second, &mut third] {
        assert_eq!(connection.close_code().await, 4004);
    }
    assert_eq!(api.call("GET", "/users/@me", Value::Null).await.0, 401);
}

#[tokio::test]
async fn a_bot_whose_heartbeats_are_not_answered_comes_back_on_a_new_connection() {
    // serenity does not resume then: it begins anew, five seconds after its last beginning.
    const RESTART: Duration = Duration::from_secs(30);
    let config = Config { heartbeat_interval: Duration::from_secs(1), ..unlimited() };
    let (stage, _bot) = Stage::with_bot(config).await;
    stage.sandbox.ignore_heartbeats();
    let is_back = |sandbox: &discord_sandbox::Sandbox| {
        let sessions = sandbox.gateway_sessions();
        (sessions.begun + sessions.resumed > 1).then_some(())
    };
    stage.sandbox.wait_until(RESTART, is_back).await.unwrap();
    stage.sandbox.acknowledge_heartbeats();
    let used = stage.sandbox.acting_as(stage.alice).slash(stage.channel, "play secret", &[]).await.unwrap();
    assert_eq!(used.outcome, discord_sandbox::Outcome::Answered);
    assert!(stage.sandbox.violations().is_empty(), "{:?}", stage.sandbox.violations());
}

#[tokio::test]
async fn payloads_come_packed_as_the_client_asks() {
    let stage = Stage::set(unlimited()).await;
    let mut stream = Raw::connect_with(&stage.sandbox, "v=10&encoding=json&compress=zlib-stream").await;
    assert_eq!(stream.payload().await["op"], 10);
    // Packing payload by payload is not added to a stream.
    stream.identify(&stage.sandbox, json!({ "intents": GUILDS, "compress": true })).await;
    stream.event("GUILD_CREATE").await;
    assert!(stream.names_so_far().await.is_empty());
    assert_eq!((stream.forms.text, stream.forms.binary), (0, 4));

    let mut packed = Raw::connect(&stage.sandbox).await;
    packed.identify(&stage.sandbox, json!({ "intents": GUILDS, "compress": true })).await;
    packed.event("GUILD_CREATE").await;
    assert!(packed.names_so_far().await.is_empty());
    assert!(packed.forms.text >= 2 && packed.forms.binary >= 1, "{:?}", packed.forms);

    let mut plain = Raw::identified(&stage.sandbox, GUILDS).await;
    plain.event("GUILD_CREATE").await;
    assert_eq!(plain.forms.binary, 0);
}

#[tokio::test]
async fn limits_of_starts_are_free_where_limits_are_off() {
    let stage = Stage::set(Config { rate_limits: RateLimits::GlobalOnly, ..Config::default() }).await;
    for _ in 0..3 {
        Raw::identified(&stage.sandbox, 0).await;
    }
    assert!(stage.sandbox.violations().is_empty());
}
