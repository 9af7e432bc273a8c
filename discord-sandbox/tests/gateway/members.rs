//! Asking for members (op 8), which is also how a bot can prove that its connection lives.

use std::time::Duration;

use discord_sandbox::{Config, Permissions, RateLimits, UserSpec};
use serde_json::{Value, json};

use crate::bot::Stage;
use crate::raw::Raw;
use crate::unlimited;

const GUILDS: u64 = 1;
const GUILD_MEMBERS: u64 = 1 << 1;

async fn ask(raw: &mut Raw, stage: &Stage, fields: Value) {
    let mut data = json!({ "guild_id": stage.guild });
    for (key, value) in fields.as_object().unwrap() {
        data[key] = value.clone();
    }
    raw.send(json!({ "op": 8, "d": data })).await;
}

fn names(chunk: &Value) -> Vec<&str> {
    let members = chunk["members"].as_array().unwrap();
    members.iter().map(|member| member["user"]["username"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn members_are_found_by_number_and_name_and_the_nonce_comes_back() {
    let stage = Stage::set(unlimited()).await;
    let mut raw = Raw::identified(&stage.sandbox, GUILDS).await;
    let bot = stage.sandbox.bot_user();
    ask(&mut raw, &stage, json!({ "user_ids": [bot, "5"], "limit": 0, "nonce": "alive 1" })).await;
    let chunk = raw.event("GUILD_MEMBERS_CHUNK").await;
    assert_eq!(names(&chunk), ["sandbox-bot"]);
    assert_eq!(chunk["not_found"], json!(["5"]));
    assert_eq!((&chunk["nonce"], &chunk["guild_id"]), (&json!("alive 1"), &json!(stage.guild)));
    assert_eq!((&chunk["chunk_index"], &chunk["chunk_count"]), (&json!(0), &json!(1)));
    assert!(chunk.get("presences").is_none());

    ask(&mut raw, &stage, json!({ "user_ids": bot, "nonce": "n".repeat(33) })).await;
    let chunk = raw.event("GUILD_MEMBERS_CHUNK").await;
    assert!(chunk.get("nonce").is_none(), "a nonce over 32 bytes is ignored");

    ask(&mut raw, &stage, json!({ "query": "ali", "limit": 5 })).await;
    assert_eq!(names(&raw.event("GUILD_MEMBERS_CHUNK").await), ["Alice"]);
    ask(&mut raw, &stage, json!({ "query": "nobody", "limit": 5 })).await;
    assert!(names(&raw.event("GUILD_MEMBERS_CHUNK").await).is_empty());
    assert!(stage.sandbox.violations().is_empty());
}

#[tokio::test]
async fn the_whole_list_is_for_those_with_the_intent_and_comes_in_thousands() {
    let stage = Stage::set(Config { privileged_intents: GUILD_MEMBERS, ..unlimited() }).await;
    let mut without = Raw::identified(&stage.sandbox, GUILDS).await;
    without.event("GUILD_CREATE").await;
    ask(&mut without, &stage, json!({ "query": "", "limit": 0 })).await;
    assert!(without.names_so_far().await.is_empty());
    assert_eq!(stage.sandbox.violations().len(), 1);

    for number in 0..1000 {
        let user = stage.sandbox.add_user(UserSpec::named(format!("crowd {number}")));
        stage.sandbox.add_member(stage.guild, user, Permissions::NONE);
    }
    let mut with = Raw::identified(&stage.sandbox, GUILD_MEMBERS).await;
    ask(&mut with, &stage, json!({ "query": "", "limit": 0, "nonce": "all" })).await;
    let sizes: Vec<usize> = [
        names(&with.event("GUILD_MEMBERS_CHUNK").await).len(),
        names(&with.event("GUILD_MEMBERS_CHUNK").await).len(),
    ]
    .into();
    assert_eq!(sizes, [1000, 4], "a thousand, the two of the stage, its owner and the bot");
}

#[tokio::test]
async fn a_guild_elsewhere_is_not_told_of() {
    let stage = Stage::set(unlimited()).await;
    let mut raw = Raw::identified(&stage.sandbox, GUILDS).await;
    raw.event("GUILD_CREATE").await;
    ask(&mut raw, &stage, json!({ "guild_id": "5", "query": "a", "limit": 1 })).await;
    assert!(raw.names_so_far().await.is_empty());
    assert_eq!(stage.sandbox.violations().len(), 1);
}

#[tokio::test]
async fn all_members_can_be_asked_for_twice_a_minute() {
    let config =
        Config { privileged_intents: GUILD_MEMBERS, rate_limits: RateLimits::Enforced, ..Config::default() };
    let stage = Stage::set(config).await;
    let mut raw = Raw::identified(&stage.sandbox, GUILD_MEMBERS).await;
    let all = json!({ "query": "", "limit": 0, "nonce": "n" });
    ask(&mut raw, &stage, all.clone()).await;
    raw.event("GUILD_MEMBERS_CHUNK").await;
    ask(&mut raw, &stage, all.clone()).await;
    let limited = raw.event("RATE_LIMITED").await;
    assert_eq!(limited["opcode"], 8);
    assert_eq!(limited["meta"], json!({ "guild_id": stage.guild, "nonce": "n" }));
    let seconds = limited["retry_after"].as_f64().unwrap();
    assert!((20.0..=30.0).contains(&seconds), "{seconds}");
    stage.sandbox.advance_clock(Duration::from_secs(30));
    ask(&mut raw, &stage, all).await;
    raw.event("GUILD_MEMBERS_CHUNK").await;
}
