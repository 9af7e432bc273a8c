//! A real bot is led through what bots do.

mod bot;

use bot::{PATIENCE, PICTURE, Stage};
use discord_sandbox::InteractionKind;
use discord_sandbox::{
    Answer, ClientError, Config, DirectMessages, Outcome, Permissions, RateLimits, RawInteraction,
};
use serde_json::json;

fn unlimited() -> Config {
    Config { rate_limits: RateLimits::Off, ..Config::default() }
}

#[tokio::test]
async fn a_command_is_answered_with_picture_alt_text_and_components() {
    let (stage, _bot) = Stage::with_bot(unlimited()).await;
    let alice = stage.sandbox.acting_as(stage.alice);
    let options = [("pace", "Relaxed".into()), ("seats", 3.into()), ("rival", stage.ben.into())];
    let refused = alice.slash(stage.channel, "play start", &options).await;
    let Err(ClientError::BadValue { option, .. }) = refused else {
        panic!("a choice that is not offered was let through: {refused:?}");
    };
    assert_eq!(option, "pace");

    let options = [("pace", 0.into()), ("seats", 3.into()), ("rival", stage.ben.into())];
    let used = alice.slash(stage.channel, "play start", &options).await.unwrap();
    assert_eq!(used.outcome, Outcome::Answered);
    let message = alice.wait_for_answer(&used, PATIENCE).await.unwrap();
    assert_eq!(message.content, format!("table Some(Relaxed) Some(3) <@{}>", stage.ben));
    assert_eq!(message.pings.users, [stage.ben]);
    let picture = &message.attachments[0];
    assert_eq!(picture.filename, "board.png");
    assert_eq!(picture.description.as_deref(), Some("an empty board"));
    assert_eq!(&*picture.bytes, PICTURE);
    assert_eq!(message.json["attachments"][0]["width"], 3);
    let join = message.button("Join").unwrap();
    assert_eq!((join.custom_id.as_str(), join.style, join.row), ("join", 1, 0));
    let side = message.component("side").unwrap();
    assert_eq!(side.options[1].value, "south");
    assert_eq!(side.row, 1);

    // The file is where the message says, on plain HTTP.
    let bytes = reqwest::get(&picture.url).await.unwrap().bytes().await.unwrap();
    assert_eq!(&*bytes, PICTURE);
    let timing = &stage.sandbox.timings()[0];
    assert_eq!(timing.answer, Some(Answer::Message));
    assert_eq!(timing.answered_after, timing.pictured_after);
    assert!(stage.sandbox.violations().is_empty(), "{:?}", stage.sandbox.violations());
}

#[tokio::test]
async fn presses_and_choices_edit_and_answer() {
    let (stage, _bot) = Stage::with_bot(unlimited()).await;
    let alice = stage.sandbox.acting_as(stage.alice);
    let ben = stage.sandbox.acting_as(stage.ben);
    let table = alice.slash(stage.channel, "play start", &[]).await.unwrap().message.unwrap();

    let pressed = ben.press_label(table, "Join").await.unwrap();
    assert_eq!(pressed.outcome, Outcome::Deferred);
    assert_eq!(pressed.message, Some(table));
    let edited = |text: &'static str| {
        move |messages: &[discord_sandbox::MessageView]| {
            messages.iter().find(|message| message.content == text).cloned()
        }
    };
    let message = alice.wait_for(stage.channel, PATIENCE, edited("joined by 小明")).await.unwrap();
    assert!(message.is_edited);
    assert_eq!(message.attachments.len(), 1, "an edit that names no files keeps them");

    ben.press(table, "redraw").await.unwrap();
    let redrawn = |messages: &[discord_sandbox::MessageView]| {
        let files = &messages[0].attachments;
        (files.len() == 1 && files[0].filename == "again.png").then_some(())
    };
    alice.wait_for(stage.channel, PATIENCE, redrawn).await.unwrap();

    let chosen = ben.choose(table, "side", &["south"]).await.unwrap();
    let answer = ben.wait_for_answer(&chosen, PATIENCE).await.unwrap();
    assert!(answer.is_ephemeral);
    assert_eq!(answer.content, "you chose south");
    assert!(alice.message(answer.id).is_none(), "nobody else sees an ephemeral answer");

    ben.press(table, "note").await.unwrap();
    let noted = edited("noted, and edited through the channel");
    let message = alice.wait_for(stage.channel, PATIENCE, noted).await.unwrap();
    assert!(message.attachments.is_empty(), "serenity's UpdateMessage sends attachments: []");

    assert!(matches!(ben.press(table, "closed").await, Err(ClientError::Disabled(_))));
    assert!(matches!(ben.choose(table, "side", &["east"]).await, Err(ClientError::BadChoice { .. })));
    assert!(matches!(ben.choose(table, "side", &[]).await, Err(ClientError::BadChoice { .. })));
    assert!(stage.sandbox.violations().is_empty(), "{:?}", stage.sandbox.violations());
}

#[tokio::test]
async fn private_answers_are_seen_by_the_asker_alone() {
    let (stage, _bot) = Stage::with_bot(unlimited()).await;
    let alice = stage.sandbox.acting_as(stage.alice);
    let ben = stage.sandbox.acting_as(stage.ben);
    alice.slash(stage.channel, "play secret", &[]).await.unwrap();
    let slow = alice.slash(stage.channel, "play slow", &[]).await.unwrap();
    assert_eq!(slow.answer, Some(Answer::DeferredMessage));
    let all = |messages: &[discord_sandbox::MessageView]| {
        let texts: Vec<&str> = messages.iter().map(|message| message.content.as_str()).collect();
        (texts == ["for you alone", "done", "and more, edited"]).then_some(())
    };
    alice.wait_for(stage.channel, PATIENCE, all).await.unwrap();
    assert!(alice.messages(stage.channel).iter().all(|message| message.is_ephemeral));
    assert!(ben.messages(stage.channel).is_empty());
    assert!(stage.sandbox.violations().is_empty(), "{:?}", stage.sandbox.violations());
}

#[tokio::test]
async fn direct_messages_arrive_unless_they_are_closed() {
    let (stage, _bot) = Stage::with_bot(unlimited()).await;
    let ben = stage.sandbox.acting_as(stage.ben);
    ben.slash(stage.channel, "play direct", &[]).await.unwrap();
    let hand = ben.wait_for_direct(PATIENCE, |messages| messages.first().cloned()).await.unwrap();
    assert_eq!(hand.attachments[0].description.as_deref(), Some("your hand"));

    stage.sandbox.set_direct_messages(stage.ben, DirectMessages::Closed);
    let refused = ben.slash(stage.channel, "play direct", &[]).await.unwrap();
    assert_eq!(ben.message(refused.message.unwrap()).unwrap().content, "403 50007");
    assert!(stage.sandbox.violations().is_empty(), "a closed door is no fault of the bot");
}

#[tokio::test]
async fn a_thread_is_opened_and_written_in() {
    let (stage, _bot) = Stage::with_bot(unlimited()).await;
    let alice = stage.sandbox.acting_as(stage.alice);
    let used = alice.slash(stage.channel, "play thread", &[]).await.unwrap();
    let said = alice.wait_for_answer(&used, PATIENCE).await.unwrap().content;
    let thread = alice.threads(stage.channel)[0];
    assert_eq!(said, format!("<#{thread}>"));
    assert_eq!(alice.messages(thread)[0].content, "welcome");
    alice.say(thread, "thanks").unwrap();
    stage.sandbox.lock_thread(thread);
    assert!(matches!(alice.say(thread, "more"), Err(ClientError::CannotWrite(_))));
}

#[tokio::test]
async fn a_modal_is_filled_in_and_sent_once() {
    let (stage, _bot) = Stage::with_bot(unlimited()).await;
    let alice = stage.sandbox.acting_as(stage.alice);
    let used = alice.slash(stage.channel, "play name", &[]).await.unwrap();
    assert_eq!(used.answer, Some(Answer::Modal));
    let modal = alice.open_modal().unwrap();
    assert_eq!((modal.title.as_str(), modal.inputs[0].max_length), ("Your name", 10));
    let too_long = alice.submit(&modal, &[("name", "Bartholomew")]).await;
    assert!(matches!(too_long, Err(ClientError::BadInput { .. })));
    assert!(matches!(alice.submit(&modal, &[]).await, Err(ClientError::BadInput { .. })));
    let sent = alice.submit(&modal, &[("name", "Bart")]).await.unwrap();
    let answer = alice.wait_for_answer(&sent, PATIENCE).await.unwrap();
    assert_eq!(answer.content, "hello Bart");
    assert_eq!(alice.submit(&modal, &[("name", "Bart")]).await, Err(ClientError::NoModal));
}

#[tokio::test]
async fn an_option_completes_itself() {
    let (stage, _bot) = Stage::with_bot(unlimited()).await;
    let alice = stage.sandbox.acting_as(stage.alice);
    let choices =
        alice.autocomplete(stage.channel, "play find", &[("what", "ap".into())], "what").await.unwrap();
    let names: Vec<&str> = choices.iter().map(|choice| choice.name.as_str()).collect();
    assert_eq!(names, ["apple", "apricot"]);
}

#[tokio::test]
async fn the_client_offers_commands_in_the_users_language_and_hides_what_is_not_for_them() {
    let (stage, _bot) = Stage::with_bot(unlimited()).await;
    let alice = stage.sandbox.acting_as(stage.alice);
    let ben = stage.sandbox.acting_as(stage.ben);
    ben.slash(stage.channel, "遊戲 開始", &[]).await.unwrap();
    assert!(matches!(
        alice.slash(stage.channel, "遊戲 開始", &[]).await,
        Err(ClientError::UnknownCommand { .. })
    ));
    assert!(matches!(alice.slash(stage.channel, "play", &[]).await, Err(ClientError::UnknownCommand { .. })));
    assert!(matches!(
        alice.slash(stage.channel, "play find", &[]).await,
        Err(ClientError::MissingOption { .. })
    ));
    assert!(matches!(alice.slash(stage.channel, "admin", &[]).await, Err(ClientError::HiddenCommand { .. })));
    stage.sandbox.set_permissions(stage.guild, stage.alice, Permissions::MANAGE_GUILD);
    let used = alice.slash(stage.channel, "admin", &[]).await.unwrap();
    assert_eq!(used.outcome, Outcome::Answered);
}

#[tokio::test]
async fn a_forged_interaction_reaches_the_bot_as_it_is() {
    let config = Config { answer_within: std::time::Duration::from_millis(200), ..unlimited() };
    let (stage, _bot) = Stage::with_bot(config).await;
    let alice = stage.sandbox.acting_as(stage.alice);
    let table = alice.slash(stage.channel, "play start", &[]).await.unwrap().message;
    let raw = RawInteraction {
        kind: InteractionKind::Component,
        channel: stage.channel,
        message: table,
        data: json!({ "custom_id": "side", "component_type": 3, "values": ["forged"] }),
    };
    let sent = alice.raw(raw.clone()).await;
    assert_eq!(alice.message(sent.message.unwrap()).unwrap().content, "you chose forged");
    let unknown = json!({ "custom_id": "nonsense", "component_type": 2 });
    let sent = alice.raw(RawInteraction { data: unknown, ..raw }).await;
    assert_eq!(sent.outcome, Outcome::Failed);
}
