//! Who may do what, and what is answered for what is not there.

mod bot;

use std::time::Duration;

use bot::{Api, Stage};
use discord_sandbox::{Config, GuildSpec, Permissions, RateLimits, RouteFault, Subject, UserSpec};
use serde_json::{Value, json};

async fn stage() -> (Stage, Api) {
    let config = Config { rate_limits: RateLimits::Off, ..Config::default() };
    let stage = Stage::set(config).await;
    let api = Api::of(&stage.sandbox);
    (stage, api)
}

fn code(answer: &(u16, Value)) -> (u16, u64) {
    (answer.0, answer.1["code"].as_u64().unwrap_or_default())
}

#[tokio::test]
async fn what_is_not_there_is_unknown_by_its_own_code() {
    let (stage, api) = stage().await;
    let channel = stage.channel;
    let guild = stage.guild;
    let message = format!("/channels/{channel}/messages/5");
    for (method, path, expected) in [
        ("GET", "/channels/5", (404, 10003)),
        ("POST", "/channels/5/messages", (404, 10003)),
        ("GET", "/guilds/5", (404, 10004)),
        ("GET", &format!("/guilds/{guild}/members/5"), (404, 10013)),
        ("GET", &message, (404, 10008)),
        ("PATCH", &message, (404, 10008)),
        ("DELETE", &message, (404, 10008)),
        ("GET", "/users/5", (404, 10013)),
        ("POST", "/webhooks/{app}/nonsense", (404, 10015)),
        ("PATCH", "/webhooks/{app}/nonsense/messages/@original", (404, 10015)),
        ("POST", "/interactions/5/nonsense/callback", (404, 10062)),
        ("DELETE", "/applications/{app}/commands/5", (404, 10063)),
        ("GET", "/nonsense", (404, 0)),
        ("GET", "/channels/word", (404, 0)),
    ] {
        let answer = api.call(method, path, json!({ "content": "c", "type": 4 })).await;
        assert_eq!(code(&answer), expected, "{method} {path}");
    }
}

#[tokio::test]
async fn a_wrong_token_is_unauthorized() {
    let (stage, api) = stage().await;
    let answer = api.clone().with_token("wrong").call("GET", "/users/@me", Value::Null).await;
    assert_eq!(answer, (401, json!({ "message": "401: Unauthorized", "code": 0 })));
    let answer = api.call("GET", "/users/@me", Value::Null).await;
    assert_eq!(answer.1["id"], stage.sandbox.bot_user().to_string());
}

#[tokio::test]
async fn permissions_are_taken_away_channel_by_channel() {
    let (stage, api) = stage().await;
    let path = format!("/channels/{}/messages", stage.channel);
    let deny = |permissions| {
        let bot = Subject::User(stage.sandbox.bot_user());
        stage.sandbox.overwrite(stage.channel, bot, Permissions::NONE, permissions);
    };
    let text = json!({ "content": "c" });
    let embed = json!({ "embeds": [{ "title": "t" }] });
    let thread = json!({ "name": "t", "type": 11 });
    let threads = format!("/channels/{}/threads", stage.channel);
    for (denied, to, body, expected) in [
        (Permissions::NONE, &path, &text, (200, 0)),
        (Permissions::SEND_MESSAGES, &path, &text, (403, 50013)),
        (Permissions::EMBED_LINKS, &path, &embed, (403, 50013)),
        (Permissions::EMBED_LINKS, &path, &text, (200, 0)),
        (Permissions::CREATE_PUBLIC_THREADS, &threads, &thread, (403, 50013)),
        (Permissions::VIEW_CHANNEL, &path, &text, (403, 50001)),
        (Permissions::VIEW_CHANNEL, &threads, &thread, (403, 50001)),
    ] {
        deny(denied);
        assert_eq!(code(&api.call("POST", to, body.clone()).await), expected, "{denied:?} {body}");
    }
    deny(Permissions::ATTACH_FILES);
    assert_eq!(code(&api.upload(&path, json!({}), 3).await), (403, 50013));
    assert!(stage.sandbox.violations().is_empty(), "the test took the permissions away");

    // An overwrite for the bot itself wins over one for everybody.
    deny(Permissions::NONE);
    stage.sandbox.overwrite(stage.channel, Subject::Everyone, Permissions::NONE, Permissions::SEND_MESSAGES);
    assert_eq!(code(&api.call("POST", &path, text.clone()).await), (403, 50013));
    let bot = Subject::User(stage.sandbox.bot_user());
    stage.sandbox.overwrite(stage.channel, bot, Permissions::SEND_MESSAGES, Permissions::NONE);
    assert_eq!(code(&api.call("POST", &path, text).await), (200, 0));
}

#[tokio::test]
async fn the_messages_of_others_are_theirs() {
    let (stage, api) = stage().await;
    let alice = stage.sandbox.acting_as(stage.alice);
    let said = alice.say(stage.channel, "mine").unwrap();
    let path = format!("/channels/{}/messages/{said}", stage.channel);
    let edited = api.call("PATCH", &path, json!({ "content": "c" })).await;
    assert_eq!(code(&edited), (403, 50005));
    assert_eq!(code(&api.call("DELETE", &path, Value::Null).await), (403, 50013));
    stage.sandbox.set_permissions(stage.guild, stage.sandbox.bot_user(), Permissions::MANAGE_MESSAGES);
    assert_eq!(api.call("DELETE", &path, Value::Null).await.0, 204);
    assert!(alice.messages(stage.channel).is_empty());
}

#[tokio::test]
async fn a_message_deleted_by_a_moderator_is_no_fault_of_the_bot() {
    let (stage, api) = stage().await;
    let path = format!("/channels/{}/messages", stage.channel);
    let (_, message) = api.call("POST", &path, json!({ "content": "c" })).await;
    let id: u64 = message["id"].as_str().unwrap().parse().unwrap();
    stage.sandbox.delete_message(id.into());
    let edit = api.call("PATCH", &format!("{path}/{id}"), json!({ "content": "d" })).await;
    assert_eq!(code(&edit), (404, 10008));
    stage.sandbox.delete_channel(stage.channel);
    assert_eq!(code(&api.call("POST", &path, json!({ "content": "c" })).await), (404, 10003));
    assert!(stage.sandbox.violations().is_empty());
    let edit = api.call("PATCH", "/channels/5/messages/5", json!({ "content": "d" })).await;
    assert_eq!(code(&edit), (404, 10003));
    assert_eq!(stage.sandbox.violations().len(), 1);
}

#[tokio::test]
async fn archived_threads_wake_for_messages_and_locked_ones_do_not() {
    let (stage, api) = stage().await;
    let threads = format!("/channels/{}/threads", stage.channel);
    let (status, thread) = api.call("POST", &threads, json!({ "name": "table", "type": 11 })).await;
    assert_eq!((status, thread["type"].as_u64()), (201, Some(11)));
    let id: u64 = thread["id"].as_str().unwrap().parse().unwrap();
    let path = format!("/channels/{id}/messages");
    let (_, message) = api.call("POST", &path, json!({ "content": "board" })).await;
    let board = format!("{path}/{}", message["id"].as_str().unwrap());

    stage.sandbox.archive_thread(id.into());
    let edit = json!({ "content": "new board" });
    assert_eq!(code(&api.call("PATCH", &board, edit.clone()).await), (400, 50083));
    assert_eq!(code(&api.call("POST", &path, json!({ "content": "awake" })).await), (200, 0));
    assert_eq!(code(&api.call("PATCH", &board, edit.clone()).await), (200, 0));

    stage.sandbox.lock_thread(id.into());
    assert_eq!(code(&api.call("POST", &path, json!({ "content": "c" })).await), (400, 160_005));
    let wake = json!({ "archived": false });
    let thread = format!("/channels/{id}");
    assert_eq!(code(&api.call("PATCH", &thread, wake.clone()).await), (403, 50013));
    stage.sandbox.set_permissions(stage.guild, stage.sandbox.bot_user(), Permissions::MANAGE_THREADS);
    let (status, woken) = api.call("PATCH", &thread, wake).await;
    assert_eq!((status, &woken["thread_metadata"]["locked"]), (200, &json!(true)));
    assert_eq!(code(&api.call("PATCH", &board, edit).await), (200, 0));
}

#[tokio::test]
async fn a_thread_hangs_on_a_message_once() {
    let (stage, api) = stage().await;
    let path = format!("/channels/{}/messages", stage.channel);
    let (_, message) = api.call("POST", &path, json!({ "content": "table" })).await;
    let id = message["id"].as_str().unwrap();
    let threads = format!("{path}/{id}/threads");
    let (status, thread) = api.call("POST", &threads, json!({ "name": "t" })).await;
    assert_eq!((status, thread["id"].as_str()), (201, Some(id)));
    assert_eq!(code(&api.call("POST", &threads, json!({ "name": "t" })).await), (400, 160_004));
    let (_, message) = api.call("GET", &format!("{path}/{id}"), Value::Null).await;
    assert_eq!(message["flags"], 32);
    let member = format!("/channels/{id}/thread-members/{}", stage.alice);
    assert_eq!(api.call("PUT", &member, Value::Null).await.0, 204);
    let (_, members) = api.call("GET", &format!("/channels/{id}/thread-members"), Value::Null).await;
    assert_eq!(members.as_array().unwrap().len(), 2);
}

#[tokio::test]
async fn private_threads_are_for_their_members() {
    let (stage, api) = stage().await;
    stage.sandbox.set_permissions(stage.guild, stage.sandbox.bot_user(), Permissions::CREATE_PRIVATE_THREADS);
    let threads = format!("/channels/{}/threads", stage.channel);
    let (_, thread) = api.call("POST", &threads, json!({ "name": "hand" })).await;
    assert_eq!(thread["type"], 12, "without a type a thread is private");
    let id: u64 = thread["id"].as_str().unwrap().parse().unwrap();
    api.call("POST", &format!("/channels/{id}/messages"), json!({ "content": "psst" })).await;
    let alice = stage.sandbox.acting_as(stage.alice);
    let ben = stage.sandbox.acting_as(stage.ben);
    api.call("PUT", &format!("/channels/{id}/thread-members/{}", stage.alice), Value::Null).await;
    assert_eq!(alice.messages(id.into()).len(), 1);
    assert!(ben.messages(id.into()).is_empty());
    // Who manages threads sees the private ones too: no place for secrets.
    stage.sandbox.set_permissions(stage.guild, stage.ben, Permissions::MANAGE_THREADS);
    assert_eq!(ben.messages(id.into()).len(), 1);
}

#[tokio::test]
async fn old_messages_bear_few_edits() {
    let (stage, api) = stage().await;
    let path = format!("/channels/{}/messages", stage.channel);
    let (_, message) = api.call("POST", &path, json!({ "content": "board" })).await;
    let board = format!("{path}/{}", message["id"].as_str().unwrap());
    for _ in 0..10 {
        assert_eq!(api.call("PATCH", &board, json!({ "content": "c" })).await.0, 200);
    }
    stage.sandbox.advance_clock(Duration::from_secs(3601));
    for _ in 0..3 {
        assert_eq!(api.call("PATCH", &board, json!({ "content": "c" })).await.0, 200);
    }
    let edit = api.call("PATCH", &board, json!({ "content": "c" })).await;
    assert_eq!(code(&edit), (429, 30046));
}

#[tokio::test]
async fn direct_messages_need_a_guild_in_common() {
    let (stage, api) = stage().await;
    let stranger = stage.sandbox.add_user(UserSpec::named("Stranger"));
    let open = json!({ "recipient_id": stranger });
    let (status, channel) = api.call("POST", "/users/@me/channels", open).await;
    assert_eq!((status, &channel["type"]), (200, &json!(1)));
    let path = format!("/channels/{}/messages", channel["id"].as_str().unwrap());
    assert_eq!(code(&api.call("POST", &path, json!({ "content": "c" })).await), (403, 50278));
    stage.sandbox.add_member(stage.guild, stranger, Permissions::NONE);
    assert_eq!(code(&api.call("POST", &path, json!({ "content": "c" })).await), (200, 0));
}

#[tokio::test]
async fn faults_are_met_as_often_as_they_were_ordered() {
    let (stage, api) = stage().await;
    stage.sandbox.fail_route(RouteFault {
        method: "POST".to_owned(),
        path_prefix: "/users/@me/channels".to_owned(),
        status: 403,
        code: 40003,
        times: 2,
    });
    let open = json!({ "recipient_id": stage.alice });
    for expected in [(403, 40003), (403, 40003), (200, 0)] {
        let answer = api.call("POST", "/users/@me/channels", open.clone()).await;
        assert_eq!(code(&answer), expected);
    }
    assert!(stage.sandbox.violations().is_empty());
    let ordered: Vec<bool> = stage.sandbox.journal().iter().map(|exchange| exchange.is_ordered).collect();
    assert_eq!(ordered, [true, true, false]);
}

#[tokio::test]
async fn a_delayed_route_waits() {
    let (stage, api) = stage().await;
    stage.sandbox.delay_route("GET", "/users/@me", Duration::from_millis(120), 1);
    let before = std::time::Instant::now();
    api.call("GET", "/users/@me", Value::Null).await;
    assert!(before.elapsed() >= Duration::from_millis(120));
}

#[tokio::test]
async fn pings_follow_allowed_mentions() {
    let (stage, api) = stage().await;
    let role = stage.sandbox.add_role(stage.guild, "players", Permissions::NONE);
    let path = format!("/channels/{}/messages", stage.channel);
    let text = format!("<@{}> <@{}> <@&{role}> @everyone", stage.alice, stage.ben);
    let alice = stage.sandbox.acting_as(stage.alice);
    for (allowed, users, roles) in [
        (json!({ "parse": [] }), vec![], vec![]),
        (json!({ "users": [stage.ben] }), vec![stage.ben], vec![]),
        (json!({ "parse": ["users"], "roles": [role] }), vec![stage.alice, stage.ben], vec![role]),
    ] {
        let body = json!({ "content": text, "allowed_mentions": allowed });
        api.call("POST", &path, body).await;
        let pings = alice.messages(stage.channel).pop().unwrap().pings;
        assert_eq!((pings.users, pings.roles, pings.everyone), (users, roles, false));
    }
}

#[tokio::test]
async fn a_bot_that_was_thrown_out_has_no_access() {
    let (stage, api) = stage().await;
    let other = stage.sandbox.add_guild(GuildSpec::named("Other"));
    stage.sandbox.remove_member(stage.guild, stage.sandbox.bot_user());
    let guild = format!("/guilds/{}", stage.guild);
    assert_eq!(code(&api.call("GET", &guild, Value::Null).await), (403, 50001));
    let channel = format!("/channels/{}", stage.channel);
    assert_eq!(code(&api.call("GET", &channel, Value::Null).await), (403, 50001));
    assert_eq!(api.call("GET", &format!("/guilds/{other}"), Value::Null).await.0, 200);
    assert!(stage.sandbox.violations().is_empty());
}

#[tokio::test]
async fn an_instance_listens_on_loopback_alone_and_many_stand_side_by_side() {
    let mut stages = Vec::new();
    for _ in 0..10 {
        stages.push(Stage::set(Config::default()).await);
    }
    let mut ports: Vec<u16> = stages.iter().map(|stage| stage.sandbox.connection().rest.port()).collect();
    assert!(stages.iter().all(|stage| stage.sandbox.connection().rest.ip().is_loopback()));
    ports.sort_unstable();
    ports.dedup();
    assert_eq!(ports.len(), 10);
}
