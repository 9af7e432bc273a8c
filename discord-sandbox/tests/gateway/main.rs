//! The gateway: what survives lost connections and killed bots.
#![allow(clippy::unwrap_used, reason = "a test fails where its assumptions do")]
#![allow(clippy::needless_pass_by_value, reason = "payloads read better when they are made in place")]

#[path = "../bot/mod.rs"]
mod bot;
mod events;
mod handshake;
mod members;
mod raw;
mod silence;

use std::time::Duration;

use bot::{BareBot, Bot, PATIENCE, Stage};
use discord_sandbox::{Config, MessageView, Outcome, RateLimits, Resumable, RouteFault, Sandbox};
use poise::serenity_prelude as serenity;
use serde_json::json;
use serenity::{ClientBuilder, GatewayError, GatewayIntents, HttpBuilder};

fn unlimited() -> Config {
    Config { rate_limits: RateLimits::Off, ..Config::default() }
}

async fn wait_for_connections(sandbox: &Sandbox, count: usize) {
    let look = |sandbox: &Sandbox| (sandbox.gateway_connections() == count).then_some(());
    sandbox.wait_until(PATIENCE, look).await.unwrap();
}

#[tokio::test]
async fn a_command_typed_while_the_connection_is_cut_reaches_the_bot_after_its_resume() {
    let stage = Stage::set(unlimited()).await;
    let mut bot = BareBot::start(&stage.sandbox).await;
    let alice = stage.sandbox.acting_as(stage.alice);
    assert_eq!(stage.sandbox.drop_gateway(), 1);
    wait_for_connections(&stage.sandbox, 0).await;
    let channel = stage.channel;
    let asked = tokio::spawn(async move { alice.slash(channel, "ask", &[]).await });
    let received = bot.next().await;
    bot.answer(&received, json!({ "type": 4, "data": { "content": "here again" } })).await;
    assert_eq!(asked.await.unwrap().unwrap().outcome, Outcome::Answered);
    assert!(bot.hears_nothing().await, "an event came twice");
    assert!(stage.sandbox.violations().is_empty(), "{:?}", stage.sandbox.violations());
}

#[tokio::test]
async fn the_bot_follows_when_it_is_asked_to_reconnect() {
    let (stage, _bot) = Stage::with_bot(unlimited()).await;
    let alice = stage.sandbox.acting_as(stage.alice);
    assert_eq!(stage.sandbox.reconnect_gateway(), 1);
    let used = alice.slash(stage.channel, "play secret", &[]).await.unwrap();
    assert_eq!(used.outcome, Outcome::Answered);
    let messages = alice.messages(stage.channel);
    assert_eq!(messages.len(), 1);
}

#[tokio::test]
async fn an_invalid_session_that_may_resume_is_resumed() {
    let (stage, _bot) = Stage::with_bot(unlimited()).await;
    let alice = stage.sandbox.acting_as(stage.alice);
    stage.sandbox.invalidate_session(Resumable::Yes);
    let used = alice.slash(stage.channel, "play secret", &[]).await.unwrap();
    assert_eq!(used.outcome, Outcome::Answered);
}

#[tokio::test]
async fn messages_of_a_killed_bot_work_with_its_successor() {
    let (stage, bot) = Stage::with_bot(unlimited()).await;
    let alice = stage.sandbox.acting_as(stage.alice);
    let table = alice.slash(stage.channel, "play start", &[]).await.unwrap().message.unwrap();
    drop(bot);
    wait_for_connections(&stage.sandbox, 0).await;
    let _bot = Bot::start(&stage.sandbox).await;
    let pressed = alice.press_label(table, "Join").await.unwrap();
    assert_eq!(pressed.outcome, Outcome::Deferred);
    let joined = |messages: &[MessageView]| {
        messages.iter().any(|message| message.content == "joined by Alice").then_some(())
    };
    alice.wait_for(stage.channel, PATIENCE, joined).await.unwrap();
}

#[tokio::test]
async fn nobody_answers_for_a_bot_that_is_not_there() {
    let config = Config { answer_within: Duration::from_millis(100), ..unlimited() };
    let (stage, bot) = Stage::with_bot(config).await;
    let alice = stage.sandbox.acting_as(stage.alice);
    drop(bot);
    wait_for_connections(&stage.sandbox, 0).await;
    let used = alice.slash(stage.channel, "play secret", &[]).await.unwrap();
    assert_eq!(used.outcome, Outcome::Failed);
    assert_eq!(used.latency, None);
}

#[tokio::test]
async fn a_429_is_waited_out_by_the_limiter_and_no_violation() {
    let (stage, bot) = Stage::with_bot(Config::default()).await;
    stage.sandbox.fail_route(RouteFault {
        method: "POST".to_owned(),
        path_prefix: format!("/channels/{}/messages", stage.channel),
        status: 429,
        code: 0,
        times: 1,
    });
    let before = std::time::Instant::now();
    let channel = poise::serenity_prelude::ChannelId::new(stage.channel.get());
    channel.say(&bot.http, "patience").await.unwrap();
    assert!(before.elapsed() >= Duration::from_secs(1));
    assert!(stage.sandbox.violations().is_empty());
    let statuses: Vec<u16> = stage
        .sandbox
        .journal()
        .iter()
        .filter(|exchange| exchange.path.ends_with("/messages"))
        .map(|exchange| exchange.status)
        .collect();
    assert_eq!(statuses, [429, 200]);
}

#[tokio::test]
async fn the_journal_tells_what_was_asked_and_how_soon() {
    let (stage, _bot) = Stage::with_bot(unlimited()).await;
    let alice = stage.sandbox.acting_as(stage.alice);
    let used = alice.slash(stage.channel, "play start", &[]).await.unwrap();
    let journal = stage.sandbox.journal();
    let callback = journal.iter().find(|exchange| exchange.interaction == Some(used.id)).unwrap();
    assert_eq!((callback.method.as_str(), callback.status), ("POST", 204));
    assert_eq!(callback.files[0].filename, "board.png");
    assert_eq!(callback.body["data"]["attachments"][0]["description"], "an empty board");
    assert_eq!(callback.since_dispatch, used.latency);
    assert!(used.latency.unwrap() < Duration::from_secs(3));
}

#[tokio::test]
async fn an_interaction_tells_who_acts_and_what_may_be_done() {
    let stage = Stage::set(unlimited()).await;
    let mut bot = BareBot::start(&stage.sandbox).await;
    let ben = stage.sandbox.acting_as(stage.ben);
    let channel = stage.channel;
    let acting = ben.clone();
    let asked = tokio::spawn(async move { acting.slash(channel, "ask", &[("what", "x".into())]).await });
    let received = bot.next().await;
    assert_eq!(received.json["locale"], "zh-TW");
    assert_eq!(received.json["guild_locale"], "en-US");
    assert_eq!(received.json["member"]["user"]["id"], stage.ben.to_string());
    assert_eq!(received.json["member"]["permissions"], received.json["app_permissions"]);
    assert_eq!(received.json["data"]["options"][0]["value"], "x");
    bot.answer(&received, json!({ "type": 5 })).await;
    asked.await.unwrap().unwrap();

    // In the conversation with the bot there is a user and no member.
    let direct = ben.direct_channel();
    let acting = ben.clone();
    let asked = tokio::spawn(async move { acting.slash(direct, "ask", &[]).await });
    let received = bot.next().await;
    assert!(received.json["guild_id"].is_null());
    assert_eq!(received.json["user"]["id"], stage.ben.to_string());
    bot.answer(&received, json!({ "type": 4, "data": { "content": "hi" } })).await;
    asked.await.unwrap().unwrap();
    assert_eq!(ben.direct_messages()[0].content, "hi");
}

/// Starts a bare client and tells with which error it ends.
async fn end_of_client(sandbox: &Sandbox, intents: GatewayIntents) -> GatewayError {
    let connection = sandbox.connection();
    let http = HttpBuilder::new(&connection.token).client(bot::client(&connection)).build();
    let mut client = ClientBuilder::new_with_http(http, intents).await.unwrap();
    let ended = tokio::time::timeout(PATIENCE, client.start()).await.unwrap();
    match ended {
        Err(serenity::Error::Gateway(error)) => error,
        other => panic!("the client ended with {other:?}"),
    }
}

#[tokio::test]
async fn privileged_intents_have_to_be_switched_on() {
    let stage = Stage::set(unlimited()).await;
    let intents = GatewayIntents::GUILDS | GatewayIntents::GUILD_MEMBERS;
    let error = end_of_client(&stage.sandbox, intents).await;
    assert!(matches!(error, GatewayError::DisallowedGatewayIntents), "{error:?}");
    let violations = stage.sandbox.violations();
    assert_eq!(violations.len(), 1);
    assert!(violations[0].reason.starts_with("4014"));
}

#[tokio::test]
async fn a_bot_hears_of_messages_and_members_as_its_intents_say() {
    let config = Config { privileged_intents: 1 << 1, ..unlimited() };
    let stage = Stage::set(config).await;
    let (sender, mut heard) = tokio::sync::mpsc::unbounded_channel();
    let connection = stage.sandbox.connection();
    let http = HttpBuilder::new(&connection.token).client(bot::client(&connection)).build();
    let intents = GatewayIntents::GUILDS
        | GatewayIntents::GUILD_MEMBERS
        | GatewayIntents::GUILD_MESSAGES
        | GatewayIntents::DIRECT_MESSAGES;
    let mut client =
        ClientBuilder::new_with_http(http, intents).event_handler(Listener(sender)).await.unwrap();
    tokio::spawn(async move { client.start().await.unwrap() });
    let mut next = async || tokio::time::timeout(PATIENCE, heard.recv()).await.unwrap().unwrap();
    assert_eq!(next().await, "guild Club with 4 members");
    let alice = stage.sandbox.acting_as(stage.alice);
    alice.say(stage.channel, "not for the bot").unwrap();
    assert_eq!(next().await, "message \"\"");
    let mention = format!("<@{}>", stage.sandbox.bot_user());
    alice.say(stage.channel, &mention).unwrap();
    assert_eq!(next().await, format!("message {mention:?}"));
    alice.say(alice.direct_channel(), "for the bot").unwrap();
    assert_eq!(next().await, "message \"for the bot\"");
    let new = stage.sandbox.add_user(discord_sandbox::UserSpec::named("New"));
    stage.sandbox.add_member(stage.guild, new, discord_sandbox::Permissions::NONE);
    assert_eq!(next().await, "new member New");
    stage.sandbox.remove_member(stage.guild, new);
    assert_eq!(next().await, "gone member New");
    stage.sandbox.delete_channel(stage.channel);
    assert_eq!(next().await, "gone channel games");
    stage.sandbox.remove_member(stage.guild, stage.sandbox.bot_user());
    assert_eq!(next().await, "gone guild");
}

struct Listener(tokio::sync::mpsc::UnboundedSender<String>);

#[serenity::async_trait]
impl serenity::EventHandler for Listener {
    async fn guild_create(&self, _: serenity::Context, guild: serenity::Guild, _: Option<bool>) {
        self.tell(format!("guild {} with {} members", guild.name, guild.members.len()));
    }

    async fn message(&self, _: serenity::Context, message: serenity::Message) {
        self.tell(format!("message {:?}", message.content));
    }

    async fn guild_member_addition(&self, _: serenity::Context, member: serenity::Member) {
        self.tell(format!("new member {}", member.user.name));
    }

    async fn guild_member_removal(
        &self,
        _: serenity::Context,
        _: serenity::GuildId,
        user: serenity::User,
        _: Option<serenity::Member>,
    ) {
        self.tell(format!("gone member {}", user.name));
    }

    async fn channel_delete(
        &self,
        _: serenity::Context,
        channel: serenity::GuildChannel,
        _: Option<Vec<serenity::Message>>,
    ) {
        self.tell(format!("gone channel {}", channel.name));
    }

    async fn guild_delete(
        &self,
        _: serenity::Context,
        _: serenity::UnavailableGuild,
        _: Option<serenity::Guild>,
    ) {
        self.tell("gone guild".to_owned());
    }
}

impl Listener {
    fn tell(&self, what: String) {
        // The test may have ended already.
        let _ = self.0.send(what);
    }
}
