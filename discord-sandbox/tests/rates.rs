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
    let api = Api::of(&stage.sandbox);
    let calls = (0..80).map(|_| {
        let api = api.clone();
        tokio::spawn(async move { api.send("GET", "/users/@me", Value::Null).await })
    });
    let calls: Vec<_> = calls.collect();
    let mut refused = 0;
    for call in calls {
        let response = call.await.unwrap();
        if response.status() == 429 {
            refused += 1;
            // Whole seconds in the header, the fraction in the body.
            assert_eq!(header(&response, "retry-after"), Some("1"));
            assert_eq!(header(&response, "x-ratelimit-global"), Some("true"));
            assert_eq!(header(&response, "x-ratelimit-scope"), Some("global"));
            assert!(header(&response, "via").is_some());
            let body: Value = response.json().await.unwrap();
            assert_eq!(body["global"], true);
            let seconds = body["retry_after"].as_f64().unwrap();
            assert!(seconds > 0.0 && seconds <= 1.0, "{seconds}");
        }
    }
    assert!(refused >= 1, "80 requests at once passed");
    assert_eq!(stage.sandbox.invalid_requests(), refused);
    assert!(stage.sandbox.violations().is_empty(), "a 429 is no violation in itself");
}

#[tokio::test]
async fn answers_to_interactions_are_not_counted_among_the_fifty() {
    let stage = Stage::set(Config { rate_limits: RateLimits::GlobalOnly, ..Config::default() }).await;
    let mut bot = BareBot::start(&stage.sandbox).await;
    let alice = stage.sandbox.acting_as(stage.alice);
    let channel = stage.channel;
    let asked = tokio::spawn(async move { alice.slash(channel, "ask", &[]).await });
    let received = bot.next().await;
    // With the clock standing still for as long as this takes there is no telling how many pass: the answer does.
    for _ in 0..60 {
        bot.api.send("GET", "/users/@me", Value::Null).await;
    }
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
        let after: f64 = header(&response, "x-ratelimit-reset-after").unwrap().parse().unwrap();
        assert!(after > 0.0 && after <= 5.0);
        assert!(header(&response, "x-ratelimit-reset").is_some());
        assert!(header(&response, "x-ratelimit-scope").is_none(), "only a 429 has it");
        header(&response, "x-ratelimit-bucket").unwrap().clone_into(&mut bucket);
    }
    let response = api.send("POST", &path, say.clone()).await;
    assert_eq!(response.status(), 429);
    assert_eq!(header(&response, "x-ratelimit-scope"), Some("user"));
    assert_eq!(header(&response, "x-ratelimit-global"), None);
    assert_eq!(header(&response, "x-ratelimit-remaining"), Some("0"));
    let whole: f64 = header(&response, "retry-after").unwrap().parse().unwrap();
    let body: Value = response.json().await.unwrap();
    let exact = body["retry_after"].as_f64().unwrap();
    assert_eq!((whole, &body["global"]), (exact.ceil(), &json!(false)));
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
