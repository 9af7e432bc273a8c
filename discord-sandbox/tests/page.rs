//! The page's interface, as browsers and others ask it.
#![allow(clippy::unwrap_used, reason = "a test fails where its assumptions do")]

use std::time::{Duration, Instant};

use discord_sandbox::{
    ChannelId, Config, DirectMessages, Draft, GuildSpec, OutgoingFile, Page, PageConfig, Permissions,
    Sandbox, Unread, UserId, UserSpec,
};
use reqwest::StatusCode;
use serde_json::{Value, json};

/// How slow the network is made.
const SLOW: Duration = Duration::from_millis(300);

struct Stage {
    sandbox: Sandbox,
    page: Page,
    channel: ChannelId,
    alice: UserId,
    ben: UserId,
}

impl Stage {
    async fn set() -> Self {
        let sandbox = Sandbox::start(Config::default()).await.unwrap();
        let guild = sandbox.add_guild(GuildSpec::named("Club"));
        let channel = sandbox.add_text_channel(guild, "games");
        let [alice, ben] = ["Alice", "Ben"].map(|name| sandbox.add_user(UserSpec::named(name)));
        sandbox.add_member(guild, alice, Permissions::NONE);
        sandbox.add_member(guild, ben, Permissions::NONE);
        let page = sandbox.open_page(PageConfig::default()).await.unwrap();
        Self { sandbox, page, channel, alice, ben }
    }

    fn origin(&self) -> String {
        self.page.url().trim_end_matches('/').to_owned()
    }

    async fn post(&self, path: &str, origin: &str, body: Value) -> reqwest::Response {
        let client = reqwest::Client::new();
        client
            .post(format!("{}{path}", self.page.url()))
            .header("origin", origin)
            .json(&body)
            .send()
            .await
            .unwrap()
    }

    async fn trouble(&self, body: Value) -> StatusCode {
        self.post("api/trouble", &self.origin(), body).await.status()
    }
}

#[tokio::test]
async fn only_the_page_itself_may_write() {
    let stage = Stage::set().await;
    let words = json!({ "as": stage.alice, "channel": stage.channel, "content": "hello" });
    for origin in ["http://evil.example", "null", "http://127.0.0.1:1"] {
        let answer = stage.post("api/say", origin, words.clone()).await;
        assert_eq!(answer.status(), StatusCode::FORBIDDEN, "{origin}");
    }
    assert!(stage.sandbox.acting_as(stage.ben).messages(stage.channel).is_empty());
    let answer = stage.post("api/say", &stage.origin(), words).await;
    assert_eq!(answer.status(), StatusCode::OK);
    assert_eq!(stage.sandbox.acting_as(stage.ben).messages(stage.channel)[0].content, "hello");
}

#[tokio::test]
async fn a_foreign_name_and_a_foreign_socket_are_turned_away() {
    let stage = Stage::set().await;
    let client = reqwest::Client::new();
    let named = client.get(stage.page.url()).header("host", "evil.example").send().await.unwrap();
    assert_eq!(named.status(), StatusCode::MISDIRECTED_REQUEST);
    let live = format!("{}api/live?as={}", stage.page.url(), stage.alice);
    let upgrade = |origin: Option<String>| {
        let mut request = client
            .get(&live)
            .header("connection", "upgrade")
            .header("upgrade", "websocket")
            .header("sec-websocket-version", "13")
            .header("sec-websocket-key", "dGhlIHNhbXBsZSBub25jZQ==");
        if let Some(origin) = origin {
            request = request.header("origin", origin);
        }
        request.send()
    };
    for origin in [None, Some("http://evil.example".to_owned())] {
        assert_eq!(upgrade(origin.clone()).await.unwrap().status(), StatusCode::FORBIDDEN, "{origin:?}");
    }
    assert_eq!(upgrade(Some(stage.origin())).await.unwrap().status(), StatusCode::SWITCHING_PROTOCOLS);
}

#[tokio::test]
async fn sites_reach_no_gateway_either() {
    let stage = Stage::set().await;
    let gateway = stage.sandbox.connection().gateway_url.replace("ws://", "http://");
    let client = reqwest::Client::new();
    let status = async |name: &str, value: &str| {
        client.get(&gateway).header(name, value).send().await.unwrap().status()
    };
    assert_eq!(status("origin", "http://evil.example").await, StatusCode::FORBIDDEN);
    assert_eq!(status("host", "evil.example").await, StatusCode::MISDIRECTED_REQUEST);
    assert_ne!(status("accept", "*/*").await, StatusCode::FORBIDDEN);
}

#[tokio::test]
async fn the_page_may_load_nothing_from_outside() {
    let stage = Stage::set().await;
    let answer = reqwest::get(stage.page.url()).await.unwrap();
    let policy = answer.headers()["content-security-policy"].to_str().unwrap().to_owned();
    for part in ["default-src 'none'", "script-src 'self'", "require-trusted-types-for 'script'"] {
        assert!(policy.contains(part), "{policy}");
    }
    assert!(!policy.contains("unsafe"), "{policy}");
    let html = answer.text().await.unwrap();
    assert!(!html.contains("://"), "the page names an address elsewhere");
    assert_eq!(
        html.matches("<script").count(),
        html.matches(" src=\"/").count(),
        "no script stands in the page"
    );
    let missing = reqwest::get(format!("{}../Cargo.toml", stage.page.url())).await.unwrap();
    assert_eq!(missing.status(), StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn files_of_any_kind_are_saved_and_only_pictures_are_shown() {
    let stage = Stage::set().await;
    let alice = stage.sandbox.acting_as(stage.alice);
    let file = |filename: &str, content_type: &str| OutgoingFile {
        filename: filename.to_owned(),
        content_type: content_type.to_owned(),
        bytes: b"<script>alert(1)</script>".as_slice().into(),
    };
    let files =
        vec![file("page.html", "text/html"), file("drawing.svg", "image/svg+xml"), file("p.png", "x")];
    alice.send(stage.channel, Draft { files, ..Draft::default() }).unwrap();
    let message = alice.messages(stage.channel).remove(0);
    for (attachment, shown) in message.attachments.iter().zip([false, false, true]) {
        let path = attachment.url.split_once("/attachments/").unwrap().1;
        let answer = reqwest::get(format!("{}attachments/{path}", stage.page.url())).await.unwrap();
        assert_eq!(answer.headers()["content-security-policy"], "sandbox; default-src 'none'");
        assert_eq!(answer.headers()["x-content-type-options"], "nosniff");
        assert_eq!(answer.headers().contains_key("content-disposition"), !shown, "{}", attachment.filename);
    }
}

#[tokio::test]
async fn a_user_has_unread_messages_until_they_look() {
    let stage = Stage::set().await;
    let (alice, ben) = (stage.sandbox.acting_as(stage.alice), stage.sandbox.acting_as(stage.ben));
    alice.say(stage.channel, "one").unwrap();
    alice.say(stage.channel, &format!("two <@{}>", stage.ben)).unwrap();
    assert_eq!(ben.unread(stage.channel), Unread { messages: 2, mentions: 1 });
    assert_eq!(alice.unread(stage.channel), Unread::default(), "one's own words are read");
    ben.mark_read(stage.channel);
    assert_eq!(ben.unread(stage.channel), Unread::default());
    alice.say(stage.channel, "three").unwrap();
    assert_eq!(ben.unread(stage.channel), Unread { messages: 1, mentions: 0 });
}

#[tokio::test]
async fn faults_are_ordered_and_bad_orders_refused() {
    let stage = Stage::set().await;
    let guild = stage.sandbox.guilds()[0];
    for order in [
        json!({ "kind": "drop-gateway" }),
        json!({ "kind": "fail-route", "method": "POST", "path_prefix": "/channels/", "status": 500, "code": 0, "times": 2 }),
        json!({ "kind": "remove-member", "guild": guild, "user": stage.ben }),
    ] {
        assert_eq!(stage.trouble(order.clone()).await, StatusCode::OK, "{order}");
    }
    assert!(stage.sandbox.acting_as(stage.ben).say(stage.channel, "I am out").is_err());
    assert_eq!(
        stage.trouble(json!({ "kind": "add-member", "guild": guild, "user": stage.ben })).await,
        StatusCode::OK
    );
    assert!(stage.sandbox.acting_as(stage.ben).say(stage.channel, "I am back").is_ok());
    let nameless = json!({ "kind": "add-channel", "guild": guild, "name": " " });
    assert_eq!(stage.trouble(nameless).await, StatusCode::UNPROCESSABLE_ENTITY);
    let elsewhere = json!({ "kind": "remove-member", "guild": "1", "user": stage.ben });
    assert_eq!(stage.trouble(elsewhere).await, StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(
        stage.trouble(json!({ "kind": "delete-channel", "channel": stage.channel })).await,
        StatusCode::OK
    );
    assert!(stage.sandbox.text_channels(guild).is_empty());
}

#[tokio::test]
async fn a_slow_network_delays_every_request_of_the_bot() {
    let stage = Stage::set().await;
    let connection = stage.sandbox.connection();
    let authority = reqwest::Certificate::from_pem(connection.ca_pem.as_bytes()).unwrap();
    let client = reqwest::Client::builder()
        .resolve(discord_sandbox::Connection::HOST, connection.rest)
        .add_root_certificate(authority)
        .no_proxy()
        .build()
        .unwrap();
    let ask = async || {
        let begun = Instant::now();
        let request = client.get("https://discord.com/api/v10/users/@me");
        let answer =
            request.header("authorization", format!("Bot {}", connection.token)).send().await.unwrap();
        assert_eq!(answer.status(), StatusCode::OK);
        begun.elapsed()
    };
    stage.sandbox.slow_network(SLOW);
    assert!(ask().await >= SLOW);
    assert!(ask().await >= SLOW);
    stage.sandbox.clear_faults();
    assert!(ask().await < SLOW);
}

#[tokio::test]
async fn users_are_added_and_switched_on_the_page() {
    let stage = Stage::set().await;
    let guild = stage.sandbox.guilds()[0];
    let new = json!({ "as": stage.alice, "name": "小紅", "locale": "zh-TW", "guild": guild });
    let answer = stage.post("api/users", &stage.origin(), new).await;
    let added: Value = answer.json().await.unwrap();
    let added: UserId = added["user"].as_str().unwrap().parse().unwrap();
    assert!(stage.sandbox.people(guild).contains(&(added, "小紅".to_owned())));
    let closed = json!({ "user": added, "takes_direct_messages": false, "locale": "en-US" });
    assert_eq!(stage.post("api/user", &stage.origin(), closed).await.status(), StatusCode::OK);
    let users: Value =
        reqwest::get(format!("{}api/users", stage.page.url())).await.unwrap().json().await.unwrap();
    let shown = users.as_array().unwrap().iter().find(|user| user["id"] == added.to_string()).unwrap();
    assert_eq!((&shown["takes_direct_messages"], &shown["locale"]), (&json!(false), &json!("en-US")));
    stage.sandbox.set_direct_messages(added, DirectMessages::Open);
    let nobody = json!({ "as": "1", "channel": stage.channel, "content": "boo" });
    let refused = stage.post("api/say", &stage.origin(), nobody).await;
    assert_eq!(refused.status(), StatusCode::UNPROCESSABLE_ENTITY);
}
