//! What a person does with a bot, whatever library it is built on, and what that person has to see.

use discord_sandbox::{
    ActingUser, Answer, ChannelId, ClientError, DirectMessages, GuildId, MessageView, OptionFile, Outcome,
    Permissions, Sandbox, UserSpec,
};

use crate::bot::{PATIENCE, PICTURE, Stage};

/// A channel and two people who have met nobody yet.
pub struct Scene<'s> {
    pub sandbox: &'s Sandbox,
    pub guild: GuildId,
    pub channel: ChannelId,
    pub alice: ActingUser,
    pub ben: ActingUser,
}

impl<'s> Scene<'s> {
    pub fn open(stage: &'s Stage) -> Self {
        let sandbox = &stage.sandbox;
        let channel = sandbox.add_text_channel(stage.guild, "games");
        let alice = sandbox.add_user(UserSpec::named("Alice"));
        let ben = sandbox.add_user(UserSpec { locale: "zh-TW".to_owned(), ..UserSpec::named("小明") });
        for user in [alice, ben] {
            sandbox.add_member(stage.guild, user, Permissions::NONE);
        }
        let (alice, ben) = (sandbox.acting_as(alice), sandbox.acting_as(ben));
        Self { sandbox, guild: stage.guild, channel, alice, ben }
    }

    /// Neither the bot nor the sandbox did what Discord would not have done.
    fn assert_clean(&self) {
        let violations = self.sandbox.violations();
        assert!(violations.is_empty(), "{violations:#?}");
    }

    /// The text of the private answer to a press, a choice or a modal.
    async fn told(&self, used: &discord_sandbox::Interaction, by: &ActingUser) -> String {
        let answer = by.wait_for_answer(used, PATIENCE).await.unwrap();
        assert!(answer.is_ephemeral, "{answer:?}");
        answer.content
    }
}

/// Hands the names of all steps to a macro.
macro_rules! for_each_step {
    ($with:ident) => {
        $with! {
            a_command_is_answered_with_picture_alt_text_and_components,
            presses_and_choices_edit_and_answer,
            lists_of_people_roles_and_channels_tell_what_was_picked,
            private_answers_are_seen_by_the_asker_alone,
            direct_messages_arrive_unless_they_are_closed,
            a_thread_is_opened_and_written_in,
            a_modal_is_filled_in_and_sent_once,
            an_option_completes_itself,
            a_file_is_handed_in_with_a_command,
            the_client_offers_commands_in_the_users_language_and_hides_what_is_not_for_them,
            a_cut_connection_is_taken_up_again,
        }
    };
}
pub(crate) use for_each_step;

pub async fn a_command_is_answered_with_picture_alt_text_and_components(scene: &Scene<'_>) {
    let Scene { sandbox, alice, ben, channel, .. } = scene;
    let options = [("pace", "Relaxed".into()), ("seats", 3.into()), ("rival", ben.id().into())];
    let refused = alice.slash(*channel, "play start", &options).await;
    let Err(ClientError::BadValue { option, .. }) = refused else {
        panic!("a choice that is not offered was let through: {refused:?}");
    };
    assert_eq!(option, "pace");

    let options = [("pace", 0.into()), ("seats", 3.into()), ("rival", ben.id().into())];
    let used = alice.slash(*channel, "play start", &options).await.unwrap();
    assert_eq!(used.outcome, Outcome::Answered);
    let message = alice.wait_for_answer(&used, PATIENCE).await.unwrap();
    assert_eq!(message.content, format!("table relaxed 3 <@{}>", ben.id()));
    assert_eq!(message.pings.users, [ben.id()]);
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
    let timing = sandbox.timings().into_iter().find(|timing| timing.interaction == used.id).unwrap();
    assert_eq!(timing.answer, Some(Answer::Message));
    assert_eq!(timing.answered_after, timing.pictured_after);

    let used = alice.slash(*channel, "play start", &[]).await.unwrap();
    assert_eq!(alice.wait_for_answer(&used, PATIENCE).await.unwrap().content, "table - - -");
    scene.assert_clean();
}

fn says(text: &'static str) -> impl Fn(&[MessageView]) -> Option<MessageView> {
    move |messages| messages.iter().find(|message| message.content == text).cloned()
}

pub async fn presses_and_choices_edit_and_answer(scene: &Scene<'_>) {
    let Scene { alice, ben, channel, .. } = scene;
    let table = alice.slash(*channel, "play start", &[]).await.unwrap().message.unwrap();

    let pressed = ben.press_label(table, "Join").await.unwrap();
    assert_eq!(pressed.outcome, Outcome::Deferred);
    assert_eq!(pressed.message, Some(table));
    let message = alice.wait_for(*channel, PATIENCE, says("joined by 小明")).await.unwrap();
    assert!(message.is_edited);
    assert_eq!(message.attachments.len(), 1, "an edit that names no files keeps them");

    ben.press(table, "redraw").await.unwrap();
    let redrawn = |messages: &[MessageView]| {
        let files = &messages[0].attachments;
        (files.len() == 1 && files[0].filename == "again.png").then_some(())
    };
    alice.wait_for(*channel, PATIENCE, redrawn).await.unwrap();

    let chosen = ben.choose(table, "side", &["south"]).await.unwrap();
    let answer = ben.wait_for_answer(&chosen, PATIENCE).await.unwrap();
    assert!(answer.is_ephemeral);
    assert_eq!(answer.content, "you chose south");
    assert!(alice.message(answer.id).is_none(), "nobody else sees an ephemeral answer");

    ben.press(table, "note").await.unwrap();
    let noted = says("noted, and edited through the channel");
    let message = alice.wait_for(*channel, PATIENCE, noted).await.unwrap();
    assert!(message.attachments.is_empty(), "an update with attachments: [] lets the files go");

    assert!(matches!(ben.press(table, "closed").await, Err(ClientError::Disabled(_))));
    assert!(matches!(ben.choose(table, "side", &["east"]).await, Err(ClientError::BadChoice { .. })));
    assert!(matches!(ben.choose(table, "side", &[]).await, Err(ClientError::BadChoice { .. })));
    scene.assert_clean();
}

pub async fn lists_of_people_roles_and_channels_tell_what_was_picked(scene: &Scene<'_>) {
    let Scene { sandbox, guild, alice, ben, channel, .. } = scene;
    let role = sandbox.add_role(*guild, "players", Permissions::NONE).to_string();
    let asked = alice.slash(*channel, "play pick", &[]).await.unwrap();
    let message = alice.wait_for_answer(&asked, PATIENCE).await.unwrap().id;
    let (person, here) = (ben.id().to_string(), channel.to_string());
    for (list, values, expected) in [
        ("users", vec![person.as_str()], "users 小明"),
        ("roles", vec![role.as_str()], "roles players"),
        ("mentionables", vec![person.as_str(), role.as_str()], "mentionables 小明 players"),
        ("channels", vec![here.as_str()], "channels games"),
    ] {
        let picked = alice.choose(message, list, &values).await.unwrap();
        assert_eq!(scene.told(&picked, alice).await, expected);
        let stranger = alice.choose(message, list, &["5"]).await;
        assert!(matches!(stranger, Err(ClientError::BadChoice { .. })), "{list}: {stranger:?}");
    }
    scene.assert_clean();
}

pub async fn private_answers_are_seen_by_the_asker_alone(scene: &Scene<'_>) {
    let Scene { alice, ben, channel, .. } = scene;
    alice.slash(*channel, "play secret", &[]).await.unwrap();
    let slow = alice.slash(*channel, "play slow", &[]).await.unwrap();
    assert_eq!(slow.answer, Some(Answer::DeferredMessage));
    let all = |messages: &[MessageView]| {
        let texts: Vec<&str> = messages.iter().map(|message| message.content.as_str()).collect();
        (texts == ["for you alone", "done", "and more, edited"]).then_some(())
    };
    alice.wait_for(*channel, PATIENCE, all).await.unwrap();
    assert!(alice.messages(*channel).iter().all(|message| message.is_ephemeral));
    assert!(ben.messages(*channel).is_empty());
    scene.assert_clean();
}

pub async fn direct_messages_arrive_unless_they_are_closed(scene: &Scene<'_>) {
    let Scene { sandbox, ben, channel, .. } = scene;
    ben.slash(*channel, "play direct", &[]).await.unwrap();
    let hand = ben.wait_for_direct(PATIENCE, |messages| messages.first().cloned()).await.unwrap();
    assert_eq!(hand.attachments[0].description.as_deref(), Some("your hand"));

    sandbox.set_direct_messages(ben.id(), DirectMessages::Closed);
    let refused = ben.slash(*channel, "play direct", &[]).await.unwrap();
    assert_eq!(ben.message(refused.message.unwrap()).unwrap().content, "403 50007");
    // A closed door is no fault of the bot.
    scene.assert_clean();
}

pub async fn a_thread_is_opened_and_written_in(scene: &Scene<'_>) {
    let Scene { sandbox, alice, channel, .. } = scene;
    let used = alice.slash(*channel, "play thread", &[]).await.unwrap();
    let said = alice.wait_for_answer(&used, PATIENCE).await.unwrap().content;
    let thread = alice.threads(*channel)[0];
    assert_eq!(said, format!("<#{thread}>"));
    assert_eq!(alice.messages(thread)[0].content, "welcome");
    alice.say(thread, "thanks").unwrap();
    sandbox.lock_thread(thread);
    assert!(matches!(alice.say(thread, "more"), Err(ClientError::CannotWrite(_))));
    scene.assert_clean();
}

pub async fn a_modal_is_filled_in_and_sent_once(scene: &Scene<'_>) {
    let Scene { alice, channel, .. } = scene;
    let used = alice.slash(*channel, "play name", &[]).await.unwrap();
    assert_eq!(used.answer, Some(Answer::Modal));
    let modal = alice.open_modal().unwrap();
    assert_eq!((modal.title.as_str(), modal.inputs[0].max_length), ("Your name", 10));
    let too_long = alice.submit(&modal, &[("name", "Bartholomew")]).await;
    assert!(matches!(too_long, Err(ClientError::BadInput { .. })));
    assert!(matches!(alice.submit(&modal, &[]).await, Err(ClientError::BadInput { .. })));
    let sent = alice.submit(&modal, &[("name", "Bart")]).await.unwrap();
    assert_eq!(scene.told(&sent, alice).await, "hello Bart");
    assert_eq!(alice.submit(&modal, &[("name", "Bart")]).await, Err(ClientError::NoModal));
    scene.assert_clean();
}

pub async fn an_option_completes_itself(scene: &Scene<'_>) {
    let Scene { alice, channel, .. } = scene;
    let choices = alice.autocomplete(*channel, "play find", &[("what", "ap".into())], "what").await.unwrap();
    let names: Vec<&str> = choices.iter().map(|choice| choice.name.as_str()).collect();
    assert_eq!(names, ["apple", "apricot"]);
    scene.assert_clean();
}

pub async fn a_file_is_handed_in_with_a_command(scene: &Scene<'_>) {
    let Scene { alice, channel, .. } = scene;
    let file = OptionFile {
        filename: "notes.txt".to_owned(),
        content_type: "text/plain; charset=utf-8".to_owned(),
        bytes: b"hello".as_slice().into(),
    };
    let used = alice.slash(*channel, "play keep", &[("file", file.into())]).await.unwrap();
    let answer = alice.wait_for_answer(&used, PATIENCE).await.unwrap();
    assert_eq!(answer.content, "kept notes.txt, 5 bytes: hello");
    scene.assert_clean();
}

pub async fn the_client_offers_commands_in_the_users_language_and_hides_what_is_not_for_them(
    scene: &Scene<'_>,
) {
    let Scene { sandbox, guild, alice, ben, channel } = scene;
    ben.slash(*channel, "遊戲 開始", &[]).await.unwrap();
    let foreign = alice.slash(*channel, "遊戲 開始", &[]).await;
    assert!(matches!(foreign, Err(ClientError::UnknownCommand { .. })));
    let half = alice.slash(*channel, "play", &[]).await;
    assert!(matches!(half, Err(ClientError::UnknownCommand { .. })));
    let bare = alice.slash(*channel, "play find", &[]).await;
    assert!(matches!(bare, Err(ClientError::MissingOption { .. })));
    let hidden = alice.slash(*channel, "admin", &[]).await;
    assert!(matches!(hidden, Err(ClientError::HiddenCommand { .. })));
    sandbox.set_permissions(*guild, alice.id(), Permissions::MANAGE_GUILD);
    let used = alice.slash(*channel, "admin", &[]).await.unwrap();
    assert_eq!(used.outcome, Outcome::Answered);
    scene.assert_clean();
}

pub async fn a_cut_connection_is_taken_up_again(scene: &Scene<'_>) {
    let Scene { sandbox, alice, channel, .. } = scene;
    let before = sandbox.gateway_sessions();
    let cuts: [&dyn Fn() -> usize; 2] = [&|| sandbox.drop_gateway(), &|| sandbox.reconnect_gateway()];
    for (cut, times) in cuts.into_iter().zip(1..) {
        assert_eq!(cut(), 1);
        let resumed =
            |sandbox: &Sandbox| (sandbox.gateway_sessions().resumed == before.resumed + times).then_some(());
        sandbox.wait_until(PATIENCE, resumed).await.unwrap();
        let used = alice.slash(*channel, "play secret", &[]).await.unwrap();
        assert_eq!(used.outcome, Outcome::Answered);
    }
    assert_eq!(sandbox.gateway_sessions().begun, before.begun, "it had to begin anew");
    scene.assert_clean();
}

/// For libraries that know lists in modals.
pub async fn a_modal_with_lists_is_filled_in(scene: &Scene<'_>) {
    let Scene { alice, ben, channel, .. } = scene;
    alice.slash(*channel, "play survey", &[]).await.unwrap();
    let modal = alice.open_modal().unwrap();
    let ben = ben.id().to_string();
    let green = alice.submit(&modal, &[("colour", "green"), ("friend", &ben)]).await;
    assert!(matches!(green, Err(ClientError::BadChoice { .. })));
    let lonely = alice.submit(&modal, &[("colour", "red")]).await;
    assert!(matches!(lonely, Err(ClientError::BadChoice { .. })));
    let entries = [("colour", "red"), ("friend", ben.as_str()), ("why", "we met")];
    let sent = alice.submit(&modal, &entries).await.unwrap();
    assert_eq!(scene.told(&sent, alice).await, "red with 小明: we met");
    scene.assert_clean();
}
