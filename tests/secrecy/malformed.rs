//! Events as Discord never sends them: parts missing, of another type, far too long, numbers that are none. The
//! library drops what it cannot read; whatever is left of it changes nothing, and the bot goes on answering.

use std::collections::BTreeSet;
use std::sync::atomic::Ordering;

use discord_sandbox::Outcome;
use junqi::discord::custom_id::Button;
use serde_json::{Value, json};

use crate::forged::panics;
use crate::forgery::{id_of, press};
use crate::listener::alone;
use crate::scene::{SOON, Scene};

/// So many events are sent before the bot is asked whether it still answers.
const BATCH: usize = 60;

/// Users that nobody knows: each presses once, so that none is refused for pressing too much.
const STRANGERS: u64 = 900_000_000_000_000_000;

fn user(number: u64) -> Value {
    json!({
        "id": (STRANGERS + number).to_string(), "username": "stranger", "discriminator": "0",
        "global_name": null, "avatar": null, "bot": false, "public_flags": 0,
    })
}

/// An interaction of that type and data as Discord sends it, by a user and with a token of that number.
fn interaction(scene: &Scene, kind: u8, data: &Value, number: u64) -> Value {
    let id = (STRANGERS + number).to_string();
    let (guild, channel) = (scene.club.guild, scene.club.channel);
    let mut event = json!({
        "id": id, "application_id": scene.club.sandbox.connection().application_id, "type": kind,
        "token": format!("malformed-{number}-"), "version": 1, "locale": "en-GB", "guild_locale": "en-US",
        "guild_id": guild, "guild": { "id": guild, "locale": "en-US", "features": [] },
        "channel_id": channel, "context": 0,
        "channel": { "id": channel, "type": 0, "name": "games", "permissions": "2048", "parent_id": null },
        "app_permissions": "2048", "attachment_size_limit": 10_485_760, "entitlements": [],
        "authorizing_integration_owners": { "0": guild },
        "member": {
            "user": user(number), "nick": null, "avatar": null, "roles": [], "flags": 0, "deaf": false,
            "mute": false, "pending": false, "joined_at": "2025-01-01T00:00:00.000000+00:00",
            "premium_since": null, "permissions": "2048",
        },
        "data": data,
    });
    if kind != 2 && kind != 4 {
        event["message"] = json!({
            "id": id, "channel_id": channel, "type": 0, "content": "", "flags": 0, "tts": false,
            "author": { "id": scene.club.sandbox.bot_user(), "username": "junqi", "discriminator": "0",
                "global_name": null, "avatar": null, "bot": true },
            "timestamp": "2025-01-01T00:00:00.000000+00:00", "edited_timestamp": null, "pinned": false,
            "mention_everyone": false, "mentions": [], "mention_roles": [], "attachments": [], "embeds": [],
            "components": [],
        });
    }
    event
}

/// The interactions that are spoilt: none of them would change a table.
fn samples(scene: &Scene) -> [(u8, Value); 5] {
    let (view, typed) =
        (id_of(scene.tables[0], Button::View), id_of(scene.tables[0], Button::TypeMove { turn: 0 }));
    let board =
        json!([{ "name": "board", "type": 1, "options": [{ "name": "text", "type": 5, "value": true }] }]);
    let from = json!({ "name": "from", "type": 3, "value": "G", "focused": true });
    let input = json!({ "type": 4, "id": 2, "custom_id": "text", "value": "G1 G2" });
    [
        (3, json!({ "custom_id": view, "component_type": 2 })),
        (2, json!({ "id": "1", "name": "junqi", "type": 1, "options": board })),
        // What only who manages a server may ask.
        (
            2,
            json!({ "id": "1", "name": "junqi-admin", "type": 1,
            "options": [{ "name": "doctor", "type": 1, "options": [] }] }),
        ),
        (
            4,
            json!({ "id": "1", "name": "junqi", "type": 1,
            "options": [{ "name": "move", "type": 1, "options": [from] }] }),
        ),
        (5, json!({ "custom_id": typed, "components": [{ "type": 1, "id": 1, "components": [input] }] })),
    ]
}

/// Every place in a value.
fn pointers(value: &Value, here: &str, all: &mut Vec<String>) {
    let below: Vec<(String, &Value)> = match value {
        Value::Object(parts) => parts.iter().map(|(key, part)| (key.clone(), part)).collect(),
        Value::Array(parts) => parts.iter().enumerate().map(|(at, part)| (at.to_string(), part)).collect(),
        _ => return,
    };
    for (key, part) in below {
        let place = format!("{here}/{key}");
        pointers(part, &place, all);
        all.push(place);
    }
}

/// What is put in place of a part; nothing takes it out.
fn spoilers() -> Vec<Option<Value>> {
    let deep = (0..200).fold(json!(1), |inner, _| json!([inner]));
    let mut all: Vec<Option<Value>> = vec![None];
    all.extend(
        [
            Value::Null,
            json!("x".repeat(20_000)),
            json!(-1),
            json!([]),
            json!(true),
            json!("18446744073709551616"),
            json!({}),
            json!(u64::MAX),
            json!(""),
            json!("0"),
            json!(1.5),
            json!("\u{202e}軍\u{0}"),
            deep,
            json!(99),
        ]
        .map(Some),
    );
    all
}

fn spoil(event: &Value, place: &str, spoiler: Option<&Value>) -> Value {
    let mut event = event.clone();
    if let Some(value) = spoiler {
        *event.pointer_mut(place).unwrap() = value.clone();
        return event;
    }
    let (parent, key) = place.rsplit_once('/').unwrap();
    match event.pointer_mut(parent).unwrap() {
        Value::Object(parts) => drop(parts.remove(key)),
        Value::Array(parts) => drop(parts.remove(key.parse().unwrap())),
        _ => unreachable!("it has parts"),
    }
    event
}

/// Somebody presses, and is answered.
async fn answers(scene: &Scene) {
    let message = *scene.messages().first().expect("a message stands");
    let rules = id_of(scene.tables[0], Button::Rules { page: 0 });
    let pressed = scene.user(20).raw(press(message, &rules, None)).await.unwrap();
    assert_ne!(pressed.outcome, Outcome::Failed, "the bot answers no more");
    scene.user(20).wait_for_answer(&pressed, SOON).await.unwrap();
}

/// Sends each sample spoilt at each place, with every `step`th spoiler; how many were sent.
async fn send_spoilt(scene: &Scene, step: usize) -> usize {
    let spoilers = spoilers();
    let mut number = 0;
    for (kind, data) in samples(scene) {
        let mut places = Vec::new();
        pointers(&interaction(scene, kind, &data, 0), "", &mut places);
        for (at, place) in places.iter().enumerate() {
            // Another choice at each place.
            for spoiler in spoilers.iter().skip(at % step).step_by(step) {
                number += 1;
                let event = interaction(scene, kind, &data, number as u64);
                scene.club.sandbox.send_event("INTERACTION_CREATE", &spoil(&event, place, spoiler.as_ref()));
                if number % BATCH == 0 {
                    answers(scene).await;
                }
            }
        }
    }
    number
}

/// What is no event at all, or none of ours.
async fn send_nonsense(scene: &Scene) {
    let deep = "[".repeat(5_000);
    for text in
        ["", "{", "null", "[]", "軍", r#"{"op":99}"#, r#"{"op":"0"}"#, r#"{"op":0,"t":7,"d":{}}"#, &deep]
    {
        scene.club.sandbox.send_text(text);
    }
    scene.club.sandbox.send_text(&"x".repeat(1_000_000));
    for name in
        ["INTERACTION_CREATE", "MESSAGE_CREATE", "MESSAGE_DELETE", "GUILD_MEMBERS_CHUNK", "NO_SUCH_EVENT"]
    {
        for data in
            [Value::Null, json!([]), json!({}), json!("x"), json!({ "id": "1" }), json!({ "type": 77 })]
        {
            scene.club.sandbox.send_event(name, &data);
        }
    }
    answers(scene).await;
}

/// How many of the spoilt interactions the bot has tried to answer: those that the library could read.
fn answered(scene: &Scene) -> usize {
    let journal = scene.club.sandbox.journal();
    let tokens = journal.iter().filter_map(|exchange| {
        let (_, token) = exchange.path.split_once("malformed-")?;
        token.split('-').next().map(str::to_owned)
    });
    tokens.collect::<BTreeSet<String>>().len()
}

async fn survives(step: usize) {
    let _alone = alone().await;
    let panics = panics();
    let scene = Scene::open().await;
    let lengths = scene.lengths().await;
    // As they are, they are understood.
    for (number, (kind, data)) in samples(&scene).iter().enumerate() {
        let event = interaction(&scene, *kind, data, 1_000_000 + number as u64);
        scene.club.sandbox.send_event("INTERACTION_CREATE", &event);
    }
    let understood = scene.club.sandbox.wait_until(SOON, |_| (answered(&scene) == 5).then_some(())).await;
    understood.expect("all five are read");
    let sent = send_spoilt(&scene, step).await;
    send_nonsense(&scene).await;
    assert_eq!(panics.load(Ordering::SeqCst), 0);
    assert_eq!(scene.lengths().await, lengths, "no table has changed");
    assert_eq!(scene.club.sandbox.gateway_sessions().begun, 1, "the session goes on");
    let read = answered(&scene) - 5;
    println!("{sent} spoilt, {read} of them read and answered");
    assert!(read > sent / 10 && read < sent * 9 / 10, "{read} of {sent} were read");
    scene.bot.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn malformed_events_neither_stop_the_bot_nor_change_a_table() {
    survives(5).await;
}

/// `cargo test --test secrecy -- --ignored --nocapture every_malformed`
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "each part of each event with each fault takes a minute"]
async fn every_malformed_event_neither_stops_the_bot_nor_changes_a_table() {
    survives(1).await;
}
