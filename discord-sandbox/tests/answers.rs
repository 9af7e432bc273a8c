//! First answers and what may follow them.

mod bot;

use std::time::Duration;

use bot::{BareBot, PATIENCE, Stage};
use discord_sandbox::{ActingUser, Answer, ClientError, Config, Interaction, Outcome, RateLimits};
use serde_json::{Value, json};
use tokio::task::JoinHandle;

struct Scene {
    stage: Stage,
    bot: BareBot,
    alice: ActingUser,
}

impl Scene {
    async fn set() -> Self {
        let config = Config { rate_limits: RateLimits::Off, ..Config::default() };
        let stage = Stage::set(config).await;
        let bot = BareBot::start(&stage.sandbox).await;
        let alice = stage.sandbox.acting_as(stage.alice);
        Self { stage, bot, alice }
    }

    /// Types the command without waiting for what becomes of it.
    fn ask(&self) -> JoinHandle<Result<Interaction, ClientError>> {
        let (alice, channel) = (self.alice.clone(), self.stage.channel);
        tokio::spawn(async move { alice.slash(channel, "ask", &[]).await })
    }

    fn codes_of_violations(&self) -> Vec<u32> {
        self.stage.sandbox.violations().iter().map(|violation| violation.code).collect()
    }
}

fn code(answer: &(u16, Value)) -> (u16, u64) {
    (answer.0, answer.1["code"].as_u64().unwrap_or_default())
}

#[tokio::test]
async fn the_second_answer_is_refused() {
    let mut scene = Scene::set().await;
    let asked = scene.ask();
    let received = scene.bot.next().await;
    let message = json!({ "type": 4, "data": { "content": "one" } });
    assert_eq!(scene.bot.answer(&received, message.clone()).await.0, 204);
    assert_eq!(code(&scene.bot.answer(&received, message).await), (400, 40060));
    assert_eq!(asked.await.unwrap().unwrap().outcome, Outcome::Answered);
    assert_eq!(scene.alice.messages(scene.stage.channel).len(), 1);
    assert_eq!(scene.codes_of_violations(), [40060]);
}

#[tokio::test]
async fn an_answer_after_three_seconds_finds_the_token_dead() {
    let mut scene = Scene::set().await;
    let asked = scene.ask();
    let received = scene.bot.next().await;
    scene.stage.sandbox.advance_clock(Duration::from_secs(3));
    assert_eq!(asked.await.unwrap().unwrap().outcome, Outcome::Failed);
    let message = json!({ "type": 4, "data": { "content": "late" } });
    assert_eq!(code(&scene.bot.answer(&received, message).await), (404, 10062));
    let follow_up = scene.bot.follow_up(&received, json!({ "content": "late" })).await;
    assert_eq!(code(&follow_up), (404, 10015));
    assert_eq!(scene.codes_of_violations(), [10062, 10015]);
}

#[tokio::test]
async fn a_token_lives_a_quarter_of_an_hour() {
    let mut scene = Scene::set().await;
    let asked = scene.ask();
    let received = scene.bot.next().await;
    scene.bot.answer(&received, json!({ "type": 4, "data": { "content": "now", "flags": 64 } })).await;
    asked.await.unwrap().unwrap();
    scene.stage.sandbox.advance_clock(Duration::from_secs(14 * 60));
    let edited = scene.bot.edit(&received, "@original", json!({ "content": "then" })).await;
    assert_eq!(edited.0, 200);
    scene.stage.sandbox.advance_clock(Duration::from_secs(60));
    let edited = scene.bot.edit(&received, "@original", json!({ "content": "too late" })).await;
    assert_eq!(code(&edited), (401, 50027));
}

#[tokio::test]
async fn an_ephemeral_message_is_out_of_the_channels_reach() {
    let mut scene = Scene::set().await;
    let asked = scene.ask();
    let received = scene.bot.next().await;
    let answer = json!({ "type": 4, "data": { "content": "psst", "flags": 64 } });
    scene.bot.answer(&received, answer).await;
    let message = asked.await.unwrap().unwrap().message.unwrap();
    let path = format!("/channels/{}/messages/{message}", scene.stage.channel);
    for (method, body) in
        [("PATCH", json!({ "content": "x" })), ("GET", Value::Null), ("DELETE", Value::Null)]
    {
        assert_eq!(code(&scene.bot.api.call(method, &path, body).await), (404, 10008), "{method}");
    }
    let edited = scene.bot.edit(&received, &message.to_string(), json!({ "content": "hush" })).await;
    assert_eq!(edited.0, 200);
    assert_eq!(scene.alice.message(message).unwrap().content, "hush");
}

#[tokio::test]
async fn the_first_follow_up_takes_the_place_of_thinking() {
    let mut scene = Scene::set().await;
    let asked = scene.ask();
    let received = scene.bot.next().await;
    scene.bot.answer(&received, json!({ "type": 5, "data": { "flags": 64 } })).await;
    let asked = asked.await.unwrap().unwrap();
    assert_eq!(asked.outcome, Outcome::Deferred);
    assert!(scene.alice.message(asked.message.unwrap()).unwrap().is_loading);
    let first = scene.bot.follow_up(&received, json!({ "content": "first" })).await;
    assert_eq!(first.1["id"], asked.message.unwrap().to_string());
    let answer = scene.alice.wait_for_answer(&asked, PATIENCE).await.unwrap();
    assert!(answer.is_ephemeral && !answer.is_edited);
    let second = scene.bot.follow_up(&received, json!({ "content": "second" })).await;
    assert_ne!(second.1["id"], first.1["id"]);
    assert_eq!(scene.alice.messages(scene.stage.channel).len(), 2);
}

#[tokio::test]
async fn an_answer_of_the_wrong_kind_leaves_the_interaction_waiting() {
    let mut scene = Scene::set().await;
    let asked = scene.ask();
    let received = scene.bot.next().await;
    for kind in [1, 6, 7, 8, 10, 99] {
        let answer = scene.bot.answer(&received, json!({ "type": kind })).await;
        assert_eq!(code(&answer), (400, 50035), "type {kind}");
    }
    let empty = scene.bot.answer(&received, json!({ "type": 4, "data": { "content": " " } })).await;
    assert_eq!(code(&empty), (400, 50006));
    let good = scene.bot.answer(&received, json!({ "type": 4, "data": { "content": "there" } })).await;
    assert_eq!(good.0, 204);
    assert_eq!(asked.await.unwrap().unwrap().answer, Some(Answer::Message));
}

#[tokio::test]
async fn an_answer_can_be_asked_to_show_itself() {
    let mut scene = Scene::set().await;
    let asked = scene.ask();
    let received = scene.bot.next().await;
    let path = format!("/interactions/{}/{}/callback?with_response=true", received.id, received.token);
    let body = json!({ "type": 4, "data": { "content": "look" } });
    let (status, answer) = scene.bot.api.call("POST", &path, body).await;
    assert_eq!(status, 200);
    assert_eq!(answer["resource"]["message"]["content"], "look");
    let message = asked.await.unwrap().unwrap().message.unwrap();
    assert_eq!(answer["interaction"]["response_message_id"], message.to_string());
}

#[tokio::test]
async fn choices_and_modals_have_their_limits() {
    let mut scene = Scene::set().await;
    let choice = |name: String| json!({ "name": name, "value": "v" });
    let choices = |count: usize| vec![choice("x".to_owned()); count];
    let rows = [
        (json!(choices(26)), (400, 50035)),
        (json!([choice("x".repeat(101))]), (400, 50035)),
        (json!([choice(String::new())]), (400, 50035)),
        (json!(choices(25)), (204, 0)),
    ];
    let (alice, channel) = (scene.alice.clone(), scene.stage.channel);
    let typing = tokio::spawn(async move { alice.autocomplete(channel, "ask", &[], "what").await });
    let received = scene.bot.next().await;
    for (choices, expected) in rows {
        let body = json!({ "type": 8, "data": { "choices": choices } });
        assert_eq!(code(&scene.bot.answer(&received, body).await), expected);
    }
    assert_eq!(typing.await.unwrap().unwrap().len(), 25);

    let input = |id: &str| {
        let input = json!({ "type": 4, "custom_id": id, "label": "L", "style": 1 });
        json!({ "type": 1, "components": [input] })
    };
    let modal =
        |title: &str, rows: Vec<Value>| json!({ "custom_id": "m", "title": title, "components": rows });
    let six = ["a", "b", "c", "d", "e", "f"].map(input).to_vec();
    let rows = [
        (modal(&"t".repeat(46), vec![input("a")]), (400, 50035)),
        (modal("t", six.clone()), (400, 50035)),
        (modal("t", vec![]), (400, 50035)),
        (modal("t", vec![input("a"), input("a")]), (400, 50035)),
        (modal(&"t".repeat(45), six[..5].to_vec()), (204, 0)),
    ];
    let asked = scene.ask();
    let received = scene.bot.next().await;
    for (data, expected) in rows {
        let body = json!({ "type": 9, "data": data });
        assert_eq!(code(&scene.bot.answer(&received, body.clone()).await), expected, "{body}");
    }
    assert_eq!(asked.await.unwrap().unwrap().answer, Some(Answer::Modal));
    assert_eq!(scene.alice.open_modal().unwrap().inputs.len(), 5);
}
