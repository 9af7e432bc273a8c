//! Discord's own description of its API, where it can be had: what is not as it says is a violation.
#![allow(clippy::unwrap_used, reason = "a test fails where its assumptions do")]
#![allow(clippy::too_many_lines, reason = "there are many routes, and they build on each other")]

mod bot;

use bot::{Api, BareBot, PICTURE, Stage};
use discord_sandbox::{Config, Descriptions, Permissions, RateLimits, Sandbox};
use serde_json::{Value, json};

fn unlimited() -> Config {
    Config { rate_limits: RateLimits::Off, ..Config::default() }
}

fn reasons(sandbox: &Sandbox) -> Vec<String> {
    sandbox.violations().into_iter().map(|violation| violation.reason).collect()
}

#[tokio::test]
async fn a_request_that_is_taken_and_not_as_described_is_a_violation() {
    let stage = Stage::set(unlimited()).await;
    if !stage.sandbox.has_description() {
        return;
    }
    let api = Api::of(&stage.sandbox);
    let path = format!("/channels/{}/messages", stage.channel);
    for (path, body, fault) in [
        (path.clone(), json!({ "content": "c", "tts": "loud" }), "/tts"),
        (
            path.clone(),
            json!({ "content": "c", "allowed_mentions": { "replied_user": 1 } }),
            "/allowed_mentions",
        ),
        (path.clone(), json!({ "content": "c", "sticker_ids": "1" }), "/sticker_ids"),
        (format!("{path}?wait=true"), json!({ "content": "c" }), "has no parameter \"wait\""),
        (format!("/channels/{}/typing", stage.channel), json!({ "content": "c" }), "takes no body"),
    ] {
        let before = reasons(&stage.sandbox).len();
        let (status, answer) = api.call("POST", &path, body.clone()).await;
        assert!(status < 300, "the sandbox itself does not mind: {status} {answer}");
        let reasons = reasons(&stage.sandbox);
        assert_eq!(reasons.len(), before + 1, "{body}: {reasons:#?}");
        let reason = reasons.last().unwrap();
        assert!(reason.starts_with("the request is not as described") && reason.contains(fault), "{reason}");
    }
}

#[tokio::test]
async fn what_the_sandbox_refuses_itself_is_told_once() {
    let stage = Stage::set(unlimited()).await;
    let api = Api::of(&stage.sandbox);
    let path = format!("/channels/{}/messages", stage.channel);
    api.call("POST", &path, json!({ "content": 5 })).await;
    assert_eq!(reasons(&stage.sandbox).len(), 1, "{:#?}", reasons(&stage.sandbox));
}

#[tokio::test]
async fn where_it_is_to_be_ignored_it_is() {
    let stage = Stage::set(Config { descriptions: Descriptions::Ignored, ..unlimited() }).await;
    let api = Api::of(&stage.sandbox);
    let path = format!("/channels/{}/messages", stage.channel);
    api.call("POST", &path, json!({ "content": "c", "tts": "loud" })).await;
    assert!(reasons(&stage.sandbox).is_empty());
}

fn id(answer: &Value) -> String {
    answer["id"].as_str().unwrap_or_else(|| panic!("{answer}")).to_owned()
}

/// Every route is asked once, and answered as described.
#[tokio::test]
async fn every_answer_of_the_sandbox_is_as_described() {
    let config = Config { privileged_intents: 1 << 1, ..unlimited() };
    let stage = Stage::set(config).await;
    let sandbox = &stage.sandbox;
    let (guild, channel, alice) = (stage.guild, stage.channel, stage.alice);
    sandbox.set_permissions(guild, sandbox.bot_user(), Permissions::ADMINISTRATOR);
    let mut bot = BareBot::start(sandbox).await;
    let api = bot.api.clone();
    let get = async |path: &str| {
        let (status, answer) = api.call("GET", path, Value::Null).await;
        assert_eq!(status, 200, "{path}: {answer}");
        answer
    };
    for path in ["/gateway", "/gateway/bot", "/oauth2/@me", "/oauth2/applications/@me", "/applications/@me"] {
        get(path).await;
    }
    for path in ["/users/@me", "/users/@me/guilds", &format!("/users/{alice}")] {
        get(path).await;
    }
    let guild_path = format!("/guilds/{guild}");
    for rest in
        ["", "/channels", "/roles", "/threads/active", "/members?limit=5", &format!("/members/{alice}")]
    {
        get(&format!("{guild_path}{rest}")).await;
    }
    get(&format!("/channels/{channel}")).await;

    let messages = format!("/channels/{channel}/messages");
    let button = json!({ "type": 2, "style": 1, "label": "L", "custom_id": "b" });
    let body = json!({
        "content": format!("<@{alice}> hello"),
        "embeds": [{ "title": "t", "description": "d", "image": { "url": "attachment://file.png" } }],
        "components": [{ "type": 1, "components": [button] }],
        "attachments": [{ "id": "0", "description": "a picture", "filename": "file.png" }],
    });
    let (_, posted) = api.upload(&messages, body, PICTURE.len()).await;
    let message = format!("{messages}/{}", id(&posted));
    let reference = json!({ "message_id": id(&posted) });
    api.call("POST", &messages, json!({ "content": "answer", "message_reference": reference })).await;
    get(&message).await;
    get(&messages).await;
    api.call("PATCH", &message, json!({ "content": "edited" })).await;
    api.call("POST", &format!("/channels/{channel}/typing"), Value::Null).await;
    api.call("PUT", &format!("/channels/{channel}/pins/{}", id(&posted)), Value::Null).await;
    get(&format!("/channels/{channel}/pins")).await;
    get(&format!("{messages}/pins")).await;
    api.call("DELETE", &format!("{messages}/pins/{}", id(&posted)), Value::Null).await;

    let (_, on_message) = api.call("POST", &format!("{message}/threads"), json!({ "name": "t" })).await;
    let open = json!({ "name": "t", "type": 11 });
    let (_, thread) = api.call("POST", &format!("/channels/{channel}/threads"), open).await;
    let thread = format!("/channels/{}", id(&thread));
    api.call("PUT", &format!("{thread}/thread-members/{alice}"), Value::Null).await;
    get(&format!("{thread}/thread-members")).await;
    get(&thread).await;
    get(&format!("/guilds/{guild}/threads/active")).await;
    api.call("DELETE", &format!("{thread}/thread-members/{alice}"), Value::Null).await;
    api.call("PATCH", &thread, json!({ "archived": true })).await;
    api.call("DELETE", &thread, Value::Null).await;
    get(&format!("/channels/{}", id(&on_message))).await;
    api.call("PATCH", &format!("/channels/{channel}"), json!({ "topic": "t" })).await;

    let (_, direct) = api.call("POST", "/users/@me/channels", json!({ "recipient_id": alice })).await;
    get(&format!("/channels/{}", id(&direct))).await;
    api.call("DELETE", &format!("/channels/{}", id(&direct)), Value::Null).await;

    let commands = format!("/applications/{{app}}/guilds/{guild}/commands");
    let command = json!({ "name": "here", "description": "d", "options": [
        { "type": 4, "name": "n", "description": "d", "choices": [{ "name": "one", "value": 1 }] },
    ] });
    let (_, made) = api.call("POST", &commands, command.clone()).await;
    api.call("PUT", &commands, json!([command])).await;
    get(&commands).await;
    get(&format!("{commands}/{}", id(&made))).await;
    api.call("PATCH", &format!("{commands}/{}", id(&made)), json!({ "description": "e" })).await;
    let left = get(&commands).await;
    api.call("DELETE", &format!("{commands}/{}", id(&left[0])), Value::Null).await;

    // Each kind of first answer, and what can follow.
    let user = sandbox.acting_as(alice);
    for (answer, follows) in [
        (json!({ "type": 4, "data": { "content": "c", "flags": 64 } }), true),
        (json!({ "type": 5 }), true),
        (
            json!({ "type": 9, "data": { "custom_id": "m", "title": "t", "components": [
            { "type": 1, "components": [{ "type": 4, "custom_id": "i", "label": "L", "style": 1 }] },
        ] } }),
            false,
        ),
    ] {
        let asking = user.clone();
        let asked = tokio::spawn(async move { asking.slash(channel, "ask", &[]).await });
        let received = bot.next().await;
        let path = format!("/interactions/{}/{}/callback?with_response=true", received.id, received.token);
        let (status, shown) = api.call("POST", &path, answer).await;
        assert_eq!(status, 200, "{shown}");
        asked.await.unwrap().unwrap();
        if follows {
            bot.edit(&received, "@original", json!({ "content": "edited" })).await;
            get(&format!("/webhooks/{{app}}/{}/messages/@original", received.token)).await;
            let (_, more) = bot.follow_up(&received, json!({ "content": "more", "flags": 64 })).await;
            bot.edit(&received, &id(&more), json!({ "content": "more, edited" })).await;
            let path = format!("/webhooks/{{app}}/{}/messages/{}", received.token, id(&more));
            api.call("DELETE", &path, Value::Null).await;
        }
    }
    assert_eq!(api.call("DELETE", &message, Value::Null).await.0, 204);
    let refusals: Vec<u16> =
        sandbox.journal().iter().map(|exchange| exchange.status).filter(|it| *it >= 300).collect();
    assert!(refusals.is_empty(), "{refusals:?}");
    assert!(reasons(sandbox).is_empty(), "{:#?}", reasons(sandbox));
}
