//! What is told of: all of it in a form that serenity knows, and to nobody who did not ask for it.

use std::sync::{Arc, Mutex};

use discord_sandbox::{
    ActingUser, ChannelId, Config, GuildId, GuildSpec, MessageId, Permissions, RateLimits, Subject, UserSpec,
};
use poise::serenity_prelude as serenity;
use serde_json::{Value, json};
use serenity::{ClientBuilder, Event, GatewayIntents, HttpBuilder};

use crate::bot::{self, Api, PATIENCE, Stage};
use crate::raw::Raw;

const GUILDS: u64 = 1;
const GUILD_MEMBERS: u64 = 1 << 1;
const GUILD_MESSAGES: u64 = 1 << 9;
const GUILD_TYPING: u64 = 1 << 11;
const DIRECT_MESSAGES: u64 = 1 << 12;
const DIRECT_TYPING: u64 = 1 << 14;
const EVERYTHING: u64 =
    GUILDS | GUILD_MEMBERS | GUILD_MESSAGES | GUILD_TYPING | DIRECT_MESSAGES | DIRECT_TYPING;

/// Writes down the name of every event, with a mark before those that serenity could not read.
#[derive(Clone, Default)]
struct Names(Arc<Mutex<Vec<String>>>);

#[serenity::async_trait]
impl serenity::RawEventHandler for Names {
    async fn raw_event(&self, _: serenity::Context, event: Event) {
        let name = match &event {
            Event::Unknown(unknown) => format!("UNREADABLE {} {}", unknown.kind, unknown.value),
            event => event.name().unwrap_or_default(),
        };
        self.0.lock().unwrap().push(name);
    }
}

fn all_granted() -> Config {
    Config { rate_limits: RateLimits::Off, privileged_intents: GUILD_MEMBERS, ..Config::default() }
}

fn number(answer: &Value) -> u64 {
    answer["id"].as_str().unwrap().parse().unwrap()
}

/// What a bot does through the API that is told on the gateway: messages, pins, threads, conversations.
async fn act_as_bot(stage: &Stage, api: &Api) {
    let messages = format!("/channels/{}/messages", stage.channel);
    let mut ids = Vec::new();
    for content in ["one", "two", "three"] {
        ids.push(number(&api.upload(&messages, json!({ "content": content }), 3).await.1).to_string());
    }
    let one = format!("{messages}/{}", ids[0]);
    let member = |thread: u64| format!("/channels/{thread}/thread-members/{}", stage.alice);
    for (method, path, body) in [
        ("PATCH", &one, json!({ "content": "edited" })),
        ("POST", &format!("/channels/{}/typing", stage.channel), Value::Null),
        ("PUT", &format!("/channels/{}/pins/{}", stage.channel, ids[0]), Value::Null),
        ("DELETE", &format!("/channels/{}/pins/{}", stage.channel, ids[0]), Value::Null),
        ("DELETE", &one, Value::Null),
        ("POST", &format!("{messages}/bulk-delete"), json!({ "messages": ids[1..] })),
        ("PATCH", &format!("/channels/{}", stage.channel), json!({ "topic": "t" })),
    ] {
        let (status, answer) = api.call(method, path, body).await;
        assert!(status < 300, "{method} {path}: {status} {answer}");
    }
    let threads = format!("/channels/{}/threads", stage.channel);
    let thread = number(&api.call("POST", &threads, json!({ "name": "t", "type": 11 })).await.1);
    api.call("PUT", &member(thread), Value::Null).await;
    api.call("DELETE", &member(thread), Value::Null).await;
    api.call("PATCH", &format!("/channels/{thread}"), json!({ "archived": true })).await;
    api.call("DELETE", &format!("/channels/{thread}"), Value::Null).await;
    let direct =
        number(&api.call("POST", "/users/@me/channels", json!({ "recipient_id": stage.alice })).await.1);
    let direct = format!("/channels/{direct}");
    let said = number(&api.call("POST", &format!("{direct}/messages"), json!({ "content": "psst" })).await.1);
    api.call("POST", &format!("{direct}/typing"), Value::Null).await;
    api.call("DELETE", &format!("{direct}/messages/{said}"), Value::Null).await;
}

/// What happens to a bot: people, roles, channels, guilds come and go.
fn disturb(stage: &Stage) {
    let sandbox = &stage.sandbox;
    let alice = sandbox.acting_as(stage.alice);
    let said: MessageId = alice.say(stage.channel, "hello").unwrap();
    sandbox.delete_message(said);
    let role = sandbox.add_role(stage.guild, "players", Permissions::NONE);
    sandbox.give_role(stage.guild, stage.alice, role);
    sandbox.set_everyone(stage.guild, Permissions::EVERYONE);
    let new = sandbox.add_user(UserSpec::named("New"));
    sandbox.add_member(stage.guild, new, Permissions::NONE);
    sandbox.remove_member(stage.guild, new);
    sandbox.overwrite(stage.channel, Subject::Everyone, Permissions::NONE, Permissions::NONE);
    let second: ChannelId = sandbox.add_text_channel(stage.guild, "second");
    sandbox.delete_channel(second);
    let other: GuildId = sandbox.add_guild(GuildSpec::named("Other"));
    sandbox.remove_member(other, sandbox.bot_user());
}

#[tokio::test]
async fn serenity_can_read_every_event_there_is() {
    let stage = Stage::set(all_granted()).await;
    stage.sandbox.set_permissions(stage.guild, stage.sandbox.bot_user(), Permissions::ADMINISTRATOR);
    let api = Api::of(&stage.sandbox);
    let names = Names::default();
    let connection = stage.sandbox.connection();
    let http = HttpBuilder::new(&connection.token).client(bot::client(&connection)).build();
    let intents = GatewayIntents::from_bits(EVERYTHING).unwrap();
    let mut client =
        ClientBuilder::new_with_http(http, intents).raw_event_handler(names.clone()).await.unwrap();
    let ask = json!([{ "name": "ask", "description": "asks" }]);
    api.call("PUT", "/applications/{app}/commands", ask).await;
    let shards = Arc::clone(&client.shard_manager);
    tokio::spawn(async move { client.start().await.unwrap() });
    stage.sandbox.wait_for_bot(PATIENCE).await.unwrap();
    let heard = |wanted: &'static str| {
        let names = names.clone();
        async move {
            let find = async {
                while !names.0.lock().unwrap().iter().any(|name| name == wanted) {
                    tokio::time::sleep(std::time::Duration::from_millis(5)).await;
                }
            };
            let found = tokio::time::timeout(PATIENCE, find).await;
            assert!(found.is_ok(), "{wanted} was not heard: {:?}", names.0.lock().unwrap());
        }
    };
    heard("GUILD_CREATE").await;
    act_as_bot(&stage, &api).await;
    disturb(&stage);
    interact(&stage, &api).await;
    {
        let runners = shards.runners.lock().await;
        let runner = runners.values().next().unwrap();
        let filter = serenity::ChunkGuildFilter::UserIds(vec![stage.sandbox.bot_user().get().into()]);
        let guild = stage.guild.get().into();
        runner.runner_tx.chunk_guild(guild, Some(1), false, filter, Some("nonce".to_owned()));
    }
    heard("GUILD_MEMBERS_CHUNK").await;
    stage.sandbox.drop_gateway();
    heard("RESUMED").await;

    let found: std::collections::BTreeSet<String> = names.0.lock().unwrap().iter().cloned().collect();
    let expected = [
        "CHANNEL_CREATE",
        "CHANNEL_DELETE",
        "CHANNEL_PINS_UPDATE",
        "CHANNEL_UPDATE",
        "GUILD_CREATE",
        "GUILD_DELETE",
        "GUILD_MEMBERS_CHUNK",
        "GUILD_MEMBER_ADD",
        "GUILD_MEMBER_REMOVE",
        "GUILD_MEMBER_UPDATE",
        "GUILD_ROLE_CREATE",
        "GUILD_ROLE_UPDATE",
        "INTERACTION_CREATE",
        "MESSAGE_CREATE",
        "MESSAGE_DELETE",
        "MESSAGE_DELETE_BULK",
        "MESSAGE_UPDATE",
        "READY",
        "RESUMED",
        "THREAD_CREATE",
        "THREAD_DELETE",
        "THREAD_MEMBERS_UPDATE",
        "THREAD_UPDATE",
        "TYPING_START",
    ];
    assert_eq!(found.iter().map(String::as_str).collect::<Vec<_>>(), expected);
    assert!(stage.sandbox.violations().is_empty(), "{:?}", stage.sandbox.violations());
}

/// A command with an answer that has a button, and a press on it. Nobody answers the press in time.
async fn interact(stage: &Stage, api: &Api) {
    let alice: ActingUser = stage.sandbox.acting_as(stage.alice);
    let button = json!({ "type": 2, "style": 1, "label": "L", "custom_id": "b" });
    let rows = json!([{ "type": 1, "components": [button] }]);
    let path = format!("/channels/{}/messages", stage.channel);
    let (_, message) = api.call("POST", &path, json!({ "content": "c", "components": rows })).await;
    let channel = stage.channel;
    let asking = alice.clone();
    let asked = tokio::spawn(async move { asking.slash(channel, "ask", &[]).await });
    let pressed = tokio::spawn(async move { alice.press(MessageId::new(number(&message)), "b").await });
    stage.sandbox.wait_until(PATIENCE, |sandbox| (sandbox.timings().len() == 2).then_some(())).await.unwrap();
    asked.abort();
    pressed.abort();
}

#[tokio::test]
async fn events_come_with_their_intent_and_not_without() {
    let stage = Stage::set(all_granted()).await;
    stage.sandbox.set_permissions(stage.guild, stage.sandbox.bot_user(), Permissions::ADMINISTRATOR);
    let api = Api::of(&stage.sandbox);
    let mut listeners = Vec::new();
    for intents in [0, GUILDS, GUILD_MEMBERS, GUILD_MESSAGES, GUILD_TYPING, DIRECT_MESSAGES, DIRECT_TYPING] {
        listeners.push((intents, Raw::identified(&stage.sandbox, intents).await));
    }
    act_as_bot(&stage, &api).await;
    disturb(&stage);
    for (intents, mut raw) in listeners {
        let mut names = raw.names_so_far().await;
        names.sort();
        names.dedup();
        let expected: &[&str] = match intents {
            0 => &[],
            GUILDS => &[
                "CHANNEL_CREATE",
                "CHANNEL_DELETE",
                "CHANNEL_PINS_UPDATE",
                "CHANNEL_UPDATE",
                "GUILD_CREATE",
                "GUILD_DELETE",
                "GUILD_ROLE_CREATE",
                "GUILD_ROLE_UPDATE",
                "THREAD_CREATE",
                "THREAD_DELETE",
                "THREAD_UPDATE",
            ],
            GUILD_MEMBERS => &["GUILD_MEMBER_ADD", "GUILD_MEMBER_REMOVE", "GUILD_MEMBER_UPDATE"],
            GUILD_MESSAGES => &["MESSAGE_CREATE", "MESSAGE_DELETE", "MESSAGE_DELETE_BULK", "MESSAGE_UPDATE"],
            GUILD_TYPING | DIRECT_TYPING => &["TYPING_START"],
            DIRECT_MESSAGES => &["MESSAGE_CREATE", "MESSAGE_DELETE"],
            other => panic!("{other}"),
        };
        assert_eq!(names, expected, "with the intents {intents:#b}");
    }
}

#[tokio::test]
async fn the_bot_hears_of_its_own_roles_whatever_its_intents() {
    let stage = Stage::set(all_granted()).await;
    let mut raw = Raw::identified(&stage.sandbox, 0).await;
    let role = stage.sandbox.add_role(stage.guild, "players", Permissions::NONE);
    stage.sandbox.give_role(stage.guild, stage.alice, role);
    stage.sandbox.give_role(stage.guild, stage.sandbox.bot_user(), role);
    let update = raw.payload().await;
    assert_eq!(update["t"], "GUILD_MEMBER_UPDATE");
    assert_eq!(update["d"]["user"]["id"], stage.sandbox.bot_user().to_string());
    assert!(raw.names_so_far().await.is_empty());
}

#[tokio::test]
async fn a_guild_is_told_of_on_its_shard_and_conversations_on_the_first() {
    let stage = Stage::set(all_granted()).await;
    let sandbox = &stage.sandbox;
    let shard_of = |guild: GuildId| (guild.get() >> 22) % 2;
    // Guilds are numbered by the millisecond, so both shards have some before long.
    let mut guilds = vec![stage.guild];
    while guilds.iter().all(|guild| shard_of(*guild) == shard_of(stage.guild)) {
        tokio::time::sleep(std::time::Duration::from_millis(1)).await;
        guilds.push(sandbox.add_guild(GuildSpec::named("Another")));
    }
    let mut shards = Vec::new();
    for index in 0..2 {
        let mut raw = Raw::connect(sandbox).await;
        let intents = GUILDS | GUILD_MESSAGES | DIRECT_MESSAGES;
        raw.identify(sandbox, json!({ "intents": intents, "shard": [index, 2] })).await;
        let ready = raw.event("READY").await;
        let mine = guilds.iter().filter(|guild| shard_of(**guild) == index);
        let mine: Vec<Value> = mine.map(|id| json!({ "id": id, "unavailable": true })).collect();
        assert_eq!(ready["guilds"], json!(mine));
        for _ in &mine {
            raw.event("GUILD_CREATE").await;
        }
        shards.push(raw);
    }
    let alice = sandbox.acting_as(stage.alice);
    alice.say(stage.channel, "in the guild").unwrap();
    alice.say(alice.direct_channel(), "to the bot").unwrap();
    for (index, raw) in (0..).zip(&mut shards) {
        let mut expected = Vec::new();
        if shard_of(stage.guild) == index {
            expected.push("MESSAGE_CREATE");
        }
        if index == 0 {
            expected.push("MESSAGE_CREATE");
        }
        assert_eq!(raw.names_so_far().await, expected, "shard {index}");
    }
    assert_eq!(sandbox.gateway_connections(), 2);
}
