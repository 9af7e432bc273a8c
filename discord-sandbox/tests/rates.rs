//! How often may be asked, how a client is told, and what becomes of one that does not listen.
#![allow(clippy::unwrap_used, reason = "a test fails where its assumptions do")]

mod bot;

use std::time::Duration;

use bot::{Api, BareBot, Stage};
use discord_sandbox::{Config, RateLimits, RouteFault};
use reqwest::Response;
use serde_json::{Value, json};

fn header<'a>(response: &'a Response, name: &str) -> Option<&'a str> {
    response.headers().get(name).map(|value| value.to_str().unwrap())
}

#[tokio::test]
async fn the_fifty_first_request_in_a_second_is_told_when_to_come_back() {
    let stage = Stage::set(Config { rate_limits: RateLimits::GlobalOnly, ..Config::default() }).await;
    stage.sandbox.stop_clock();
    let api = Api::of(&stage.sandbox);
    for _ in 0..50 {
        assert_eq!(api.send("GET", "/users/@me", Value::Null).await.status(), 200);
    }
    stage.sandbox.advance_clock(Duration::from_millis(400));
    let response = api.send("GET", "/gateway", Value::Null).await;
    assert_eq!(response.status(), 429);
    // Whole seconds in the header, the fraction in the body.
    assert_eq!(header(&response, "retry-after"), Some("1"));
    assert_eq!(header(&response, "x-ratelimit-global"), Some("true"));
    assert_eq!(header(&response, "x-ratelimit-scope"), Some("global"));
    assert!(header(&response, "via").is_some());
    let body: Value = response.json().await.unwrap();
    let message = "You are being rate limited.";
    assert_eq!(body, json!({ "message": message, "code": 0, "retry_after": 0.6, "global": true }));
    assert_eq!(stage.sandbox.invalid_requests(), 1);
    stage.sandbox.advance_clock(Duration::from_millis(600));
    assert_eq!(api.send("GET", "/users/@me", Value::Null).await.status(), 200);
    stage.sandbox.advance_clock(Duration::from_mins(10));
    assert_eq!(stage.sandbox.invalid_requests(), 0);
    assert!(stage.sandbox.violations().is_empty(), "a 429 is no violation in itself");
}

#[tokio::test]
async fn answers_to_interactions_are_not_counted_among_the_fifty() {
    let stage = Stage::set(Config { rate_limits: RateLimits::GlobalOnly, ..Config::default() }).await;
    let mut bot = BareBot::start(&stage.sandbox).await;
    let alice = stage.sandbox.acting_as(stage.alice);
    let channel = stage.channel;
    stage.sandbox.stop_clock();
    let asked = tokio::spawn(async move { alice.slash(channel, "ask", &[]).await });
    let received = bot.next().await;
    for _ in 0..50 {
        bot.api.send("GET", "/users/@me", Value::Null).await;
    }
    assert_eq!(bot.api.send("GET", "/users/@me", Value::Null).await.status(), 429);
    let (status, _) = bot.answer(&received, json!({ "type": 4, "data": { "content": "c" } })).await;
    assert_eq!(status, 204);
    for _ in 0..60 {
        let (status, _) = bot.edit(&received, "@original", json!({ "content": "d" })).await;
        assert_eq!(status, 200);
    }
    asked.await.unwrap().unwrap();
}

#[tokio::test]
async fn a_route_tells_its_limit_in_headers() {
    let stage = Stage::set(Config::default()).await;
    stage.sandbox.stop_clock();
    let api = Api::of(&stage.sandbox);
    let path = format!("/channels/{}/messages", stage.channel);
    let other = stage.sandbox.add_text_channel(stage.guild, "other");
    let say = json!({ "content": "c" });
    let mut bucket = String::new();
    for remaining in ["4", "3", "2", "1", "0"] {
        let response = api.send("POST", &path, say.clone()).await;
        assert_eq!(response.status(), 200);
        assert_eq!(header(&response, "x-ratelimit-limit"), Some("5"));
        assert_eq!(header(&response, "x-ratelimit-remaining"), Some(remaining));
        assert_eq!(header(&response, "x-ratelimit-reset-after"), Some("5.000"));
        assert!(header(&response, "x-ratelimit-reset").is_some());
        assert!(header(&response, "x-ratelimit-scope").is_none(), "only a 429 has it");
        header(&response, "x-ratelimit-bucket").unwrap().clone_into(&mut bucket);
    }
    stage.sandbox.advance_clock(Duration::from_millis(700));
    let response = api.send("POST", &path, say.clone()).await;
    assert_eq!(response.status(), 429);
    assert_eq!(header(&response, "x-ratelimit-scope"), Some("user"));
    assert_eq!(header(&response, "x-ratelimit-global"), None);
    assert_eq!(header(&response, "x-ratelimit-remaining"), Some("0"));
    assert_eq!(header(&response, "retry-after"), Some("5"));
    let body: Value = response.json().await.unwrap();
    assert_eq!((&body["retry_after"], &body["global"]), (&json!(4.3), &json!(false)));
    assert_eq!(body["message"], "You are being rate limited.");

    // Another channel is counted for itself, under the same name.
    let response = api.send("POST", &format!("/channels/{other}/messages"), say.clone()).await;
    assert_eq!(response.status(), 200);
    assert_eq!(header(&response, "x-ratelimit-bucket"), Some(bucket.as_str()));
    stage.sandbox.advance_clock(Duration::from_secs(5));
    assert_eq!(api.send("POST", &path, say).await.status(), 200);
}

#[tokio::test]
async fn a_resource_that_others_use_up_is_told_as_such_and_not_counted() {
    let stage = Stage::set(Config::default()).await;
    let api = Api::of(&stage.sandbox);
    stage.sandbox.limit_resource("GET", "/users/", Duration::from_millis(1500), 1);
    let response = api.send("GET", "/users/@me", Value::Null).await;
    assert_eq!(response.status(), 429);
    assert_eq!(header(&response, "x-ratelimit-scope"), Some("shared"));
    assert_eq!(header(&response, "retry-after"), Some("2"));
    let body: Value = response.json().await.unwrap();
    assert_eq!(body["message"], "The resource is being rate limited.");
    assert_eq!(stage.sandbox.invalid_requests(), 0);
    assert_eq!(api.send("GET", "/users/@me", Value::Null).await.status(), 200);
    assert!(stage.sandbox.violations().is_empty());
}

#[tokio::test]
async fn ten_thousand_invalid_requests_shut_the_bot_out_for_a_while() {
    let stage = Stage::set(Config { rate_limits: RateLimits::GlobalOnly, ..Config::default() }).await;
    let api = Api::of(&stage.sandbox);
    stage.sandbox.count_invalid_requests(9_999);
    stage.sandbox.fail_route(RouteFault {
        method: "GET".to_owned(),
        path_prefix: "/users/".to_owned(),
        status: 403,
        code: 50001,
        times: 1,
    });
    assert_eq!(api.send("GET", "/users/@me", Value::Null).await.status(), 403);
    let response = api.send("GET", "/users/@me", Value::Null).await;
    assert_eq!(response.status(), 429);
    assert_eq!(header(&response, "via"), None, "this is the wall before Discord");
    assert!(header(&response, "retry-after").is_some());
    assert!(response.json::<Value>().await.is_err(), "and it speaks no JSON");
    assert_eq!(stage.sandbox.violations().len(), 1);
    stage.sandbox.advance_clock(Duration::from_hours(1));
    assert_eq!(api.send("GET", "/users/@me", Value::Null).await.status(), 200);
}
