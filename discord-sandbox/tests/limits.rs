//! What Discord refuses in requests, row by row.
#![allow(clippy::unwrap_used, reason = "a test fails where its assumptions do")]
#![allow(clippy::needless_pass_by_value, reason = "rows read better when they are made in place")]
#![allow(clippy::too_many_lines, reason = "tables of rows are long")]

mod bot;

use bot::{Api, Stage};
use discord_sandbox::{Config, RateLimits};
use serde_json::{Value, json};

async fn stage() -> (Stage, Api) {
    let config = Config { rate_limits: RateLimits::Off, ..Config::default() };
    let stage = Stage::set(config).await;
    let api = Api::of(&stage.sandbox);
    (stage, api)
}

fn button(id: &str) -> Value {
    json!({ "type": 2, "style": 1, "label": "L", "custom_id": id })
}

fn row(parts: Vec<Value>) -> Value {
    json!({ "type": 1, "components": parts })
}

fn select(options: usize) -> Value {
    let options: Vec<Value> =
        (0..options).map(|number| json!({ "label": "L", "value": number.to_string() })).collect();
    json!({ "type": 3, "custom_id": "s", "options": options })
}

fn with_components(rows: Vec<Value>) -> Value {
    json!({ "content": "c", "components": rows })
}

fn buttons(count: usize) -> Vec<Value> {
    (0..count).map(|number| button(&number.to_string())).collect()
}

fn with_embed(embed: Value) -> Value {
    json!({ "embeds": [embed] })
}

fn x(count: usize) -> String {
    "x".repeat(count)
}

/// Whether the tree of faults has something at a path.
fn has_fault(answer: &Value, path: &str) -> bool {
    let place = path.split('.').fold(&answer["errors"], |node, step| &node[step]);
    place["_errors"].is_array()
}

#[tokio::test]
async fn a_nonce_that_is_enforced_posts_one_message() {
    let (stage, api) = stage().await;
    let path = format!("/channels/{}/messages", stage.channel);
    let post = async |nonce: &str, enforce: bool| {
        let body = json!({ "content": "once", "nonce": nonce, "enforce_nonce": enforce });
        api.call("POST", &path, body).await.1["id"].clone()
    };
    let first = post("a", true).await;
    assert_eq!(post("a", true).await, first);
    assert_ne!(post("b", true).await, first);
    assert_ne!(post("a", false).await, first, "it was not asked for");
}

#[tokio::test]
async fn messages_beyond_a_limit_are_refused_and_at_the_limit_sent() {
    let (stage, api) = stage().await;
    let path = format!("/channels/{}/messages", stage.channel);
    let fields = |count: usize| vec![json!({ "name": "n", "value": "v" }); count];
    let good = [
        json!({ "content": x(2000) }),
        json!({ "content": "軍".repeat(2000) }),
        with_components((0..5).map(|r| row((0..5).map(|b| button(&format!("{r}{b}"))).collect())).collect()),
        with_components(vec![row(vec![select(25)])]),
        with_components(vec![row(vec![button(&x(100))])]),
        with_embed(json!({ "title": x(256), "description": x(4096) })),
        with_embed(json!({ "fields": fields(25) })),
        json!({ "embeds": vec![json!({ "title": "t" }); 10] }),
    ];
    for body in good {
        let (status, answer) = api.call("POST", &path, body.clone()).await;
        assert_eq!(status, 200, "{body} {answer}");
    }
    let mut disabled_options = select(2);
    disabled_options["options"][1]["value"] = json!("0");
    let mut wide = select(2);
    wide["max_values"] = json!(3);
    let mut long_label = button("a");
    long_label["label"] = json!(x(81));
    let mut no_style = button("a");
    no_style["style"] = json!(9);
    let mut bare = button("a");
    bare["label"] = Value::Null;
    let bad = [
        (json!({ "content": x(2001) }), "content"),
        (with_components(vec![row(buttons(6))]), "components.0.components"),
        (with_components((0..6).map(|r| row(vec![button(&r.to_string())])).collect()), "components"),
        (with_components(vec![row(vec![])]), "components.0.components"),
        (with_components(vec![row(vec![select(26)])]), "components.0.components.0.options"),
        (with_components(vec![row(vec![select(0)])]), "components.0.components.0.options"),
        (with_components(vec![row(vec![disabled_options])]), "components.0.components.0.options.1.value"),
        (with_components(vec![row(vec![wide])]), "components.0.components.0.options"),
        (with_components(vec![row(vec![select(1), button("a")])]), "components.0.components"),
        (with_components(vec![row(vec![button(&x(101))])]), "components.0.components.0.custom_id"),
        (with_components(vec![row(vec![button("")])]), "components.0.components.0.custom_id"),
        (
            with_components(vec![row(vec![button("a")]), row(vec![button("a")])]),
            "components.1.components.0.custom_id",
        ),
        (with_components(vec![row(vec![long_label])]), "components.0.components.0.label"),
        (with_components(vec![row(vec![no_style])]), "components.0.components.0.style"),
        (with_components(vec![row(vec![bare])]), "components.0.components.0"),
        (with_components(vec![button("a")]), "components.0.type"),
        (with_embed(json!({ "title": x(257) })), "embeds.0.title"),
        (with_embed(json!({ "description": x(4097) })), "embeds.0.description"),
        (with_embed(json!({ "footer": { "text": x(2049) } })), "embeds.0.footer.text"),
        (with_embed(json!({ "author": { "name": x(257) } })), "embeds.0.author.name"),
        (with_embed(json!({ "fields": fields(26) })), "embeds.0.fields"),
        (with_embed(json!({ "fields": [{ "name": "", "value": "v" }] })), "embeds.0.fields.0.name"),
        (with_embed(json!({ "fields": [{ "name": "n", "value": x(1025) }] })), "embeds.0.fields.0.value"),
        (json!({ "embeds": vec![json!({ "title": "t" }); 11] }), "embeds"),
        (json!({ "embeds": [{ "description": x(4000) }, { "description": x(2001) }] }), "embeds"),
        (with_embed(json!({ "image": { "url": "board.png" } })), "embeds.0.image.url"),
        (
            json!({ "content": "c", "allowed_mentions": { "parse": ["users"], "users": ["1"] } }),
            "allowed_mentions",
        ),
        (json!({ "content": "c", "attachments": [{ "id": 0, "description": "no file" }] }), "attachments.0"),
    ];
    for (body, fault) in bad {
        let (status, answer) = api.call("POST", &path, body.clone()).await;
        assert_eq!((status, answer["code"].as_u64()), (400, Some(50035)), "{body}");
        assert!(has_fault(&answer, fault), "{fault} is not in {answer}");
    }
    for body in [json!({}), json!({ "content": "  " }), json!({ "embeds": [] })] {
        let (status, answer) = api.call("POST", &path, body).await;
        assert_eq!((status, answer["code"].as_u64()), (400, Some(50006)));
    }
}

#[tokio::test]
async fn files_have_their_limits() {
    const LIMIT: usize = 10 * 1024 * 1024;
    let (stage, api) = stage().await;
    let path = format!("/channels/{}/messages", stage.channel);
    let described = |text: String| json!({ "attachments": [{ "id": "0", "description": text }] });
    for (body, size, expected) in [
        (described(x(1024)), 10, (200, None)),
        (described(x(1025)), 10, (400, Some(50035))),
        (json!({}), LIMIT, (200, None)),
        (json!({}), LIMIT + 1, (413, Some(40005))),
    ] {
        let (status, answer) = api.upload(&path, body, size).await;
        assert_eq!((status, answer["code"].as_u64()), expected, "{size} bytes");
    }
}

#[tokio::test]
async fn edits_keep_only_the_files_that_are_named() {
    let (stage, api) = stage().await;
    let path = format!("/channels/{}/messages", stage.channel);
    let (_, message) = api.upload(&path, json!({ "content": "board" }), 5).await;
    let path = format!("{path}/{}", message["id"].as_str().unwrap());
    let file = message["attachments"][0]["id"].clone();
    for (body, files) in [
        (json!({ "content": "still there" }), 1),
        (json!({ "attachments": [{ "id": file, "description": "described now" }] }), 1),
        (json!({ "attachments": [] }), 0),
    ] {
        let (status, answer) = api.call("PATCH", &path, body).await;
        assert_eq!((status, answer["attachments"].as_array().unwrap().len()), (200, files));
    }
    let (status, answer) = api.call("PATCH", &path, json!({ "content": null })).await;
    assert_eq!((status, answer["code"].as_u64()), (400, Some(50006)));
}

#[tokio::test]
async fn commands_have_their_rules() {
    let (_stage, api) = stage().await;
    let command = |name: &str| json!({ "name": name, "description": "d" });
    let option = |name: &str| json!({ "type": 3, "name": name, "description": "d" });
    let with = |key: &str, value: Value| {
        let mut command = command("play");
        command[key] = value;
        json!([command])
    };
    let mut required = option("b");
    required["required"] = json!(true);
    let mut both = option("a");
    both["autocomplete"] = json!(true);
    both["choices"] = json!([{ "name": "n", "value": "v" }]);
    let mut crowded = option("a");
    crowded["choices"] = json!(vec![json!({ "name": "n", "value": "v" }); 26]);
    let subcommand = json!({ "type": 1, "name": "sub", "description": "d" });
    let many: Vec<Value> = (0..26).map(|number| option(&format!("o{number}"))).collect();
    for body in [
        json!([command("play"), command("other")]),
        json!([command("軍棋")]),
        with("name_localizations", json!({ "zh-TW": "軍棋", "zh-CN": "军棋" })),
        with("options", json!(many[..25])),
        with("options", json!([required, option("c")])),
    ] {
        let (status, answer) = api.call("PUT", "/applications/{app}/commands", body).await;
        assert_eq!(status, 200, "{answer}");
        assert!(answer[0]["id"].is_string() && answer[0]["version"].is_string());
    }
    for (body, fault) in [
        (json!([command("Play")]), "0.name"),
        (json!([command("two words")]), "0.name"),
        (json!([command(&x(33))]), "0.name"),
        (json!([command("play"), command("play")]), "1"),
        (json!([{ "name": "play" }]), "0.description"),
        (json!([{ "name": "play", "description": x(101) }]), "0.description"),
        (with("name_localizations", json!({ "zh": "軍棋" })), "0.name_localizations.zh"),
        (with("name_localizations", json!({ "fr": "Jouer" })), "0.name_localizations.fr"),
        (with("description_localizations", json!({ "fr": x(101) })), "0.description_localizations.fr"),
        (with("options", json!(many)), "0.options"),
        (with("options", json!([option("a"), required])), "0.options.1"),
        (with("options", json!([option("a"), option("a")])), "0.options.1"),
        (with("options", json!([option("a"), subcommand])), "0.options"),
        (with("options", json!([both])), "0.options.0"),
        (with("options", json!([crowded])), "0.options.0.choices"),
    ] {
        let (status, answer) = api.call("PUT", "/applications/{app}/commands", body.clone()).await;
        assert_eq!((status, answer["code"].as_u64()), (400, Some(50035)), "{body}");
        assert!(has_fault(&answer, fault), "{fault} is not in {answer}");
    }
    let hundred: Vec<Value> = (0..101).map(|number| command(&format!("c{number}"))).collect();
    let (status, answer) = api.call("PUT", "/applications/{app}/commands", json!(hundred)).await;
    assert_eq!((status, answer["code"].as_u64()), (400, Some(30032)));
}
