//! `/junqi settings` and `privacy`: what users set for themselves, take out and erase.

use discord_sandbox::MessageView;
use junqi::discord::custom_id::{Button, CustomId};
use junqi::discord::{OwnButton, Setting};
use junqi::table::{Confirmation, Delivery, Locale, PersonStore, Pings, Store, TableId, UserSettings};

use crate::stage::{SOON, Theatre, ask, told};

fn id(button: OwnButton) -> String {
    CustomId { table: TableId(0), button: Button::Own(button) }.to_string()
}

async fn settings(theatre: &Theatre, number: usize) -> Option<UserSettings> {
    theatre.store.personal_data(theatre.user(number)).await.unwrap().settings
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_language_chosen_from_the_list_is_spoken_at_once() {
    let theatre = Theatre::open().await;
    let alice = theatre.hands(2);
    let panel = ask(&alice, "junqi settings", &[]).await;
    assert!(panel.content.contains("Your settings"), "{}", panel.content);
    assert_eq!(panel.components.len(), 4);
    alice.user.choose(panel.id, &id(OwnButton::Set(Setting::Language)), &["zh-TW"]).await.unwrap();
    told(&alice, "你的設定").await;
    assert_eq!(settings(&theatre, 2).await.unwrap().language, Some(Locale::TraditionalChinese));
    let answer = ask(&alice, "junqi march", &[]).await;
    assert!(answer.content.contains("這裡沒有牌桌"), "{}", answer.content);
    // Typed, and back to that of the client.
    let panel = ask(&alice, "junqi settings", &[("language", 0.into())]).await;
    assert!(panel.content.contains("Your settings"), "{}", panel.content);
    assert_eq!(settings(&theatre, 2).await.unwrap().language, None);
    theatre.assert_clean();
    theatre.bot.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn everything_can_be_set_by_list_and_by_option_and_outlives_a_restart() {
    let theatre = Theatre::open().await;
    let alice = theatre.hands(2);
    let panel = ask(&alice, "junqi settings", &[]).await;
    for (setting, value) in
        [(Setting::Pings, "never"), (Setting::Delivery, "channel"), (Setting::Confirmation, "ask")]
    {
        alice.user.choose(panel.id, &id(OwnButton::Set(setting)), &[value]).await.unwrap();
    }
    let chosen = alice.wait_for(SOON, |messages| {
        let panel = messages.iter().find(|message| message.id == panel.id)?;
        let options = panel.components.iter().flat_map(|select| &select.options);
        let chosen = options.filter(|option| option.is_default).map(|option| option.value.as_str());
        (chosen.collect::<Vec<_>>() == ["auto", "never", "channel", "ask"]).then_some(())
    });
    chosen.await.unwrap();
    let expected = UserSettings {
        language: None,
        pings: Pings::Never,
        delivery: Delivery::ChannelOnly,
        confirmation: Confirmation::Ask,
    };
    assert_eq!(settings(&theatre, 2).await, Some(expected));
    let options = [("pings", 1.into()), ("pieces", 0.into()), ("confirm_moves", false.into())];
    ask(&alice, "junqi settings", &options).await;
    let expected = UserSettings { pings: Pings::LongClocks, ..UserSettings::default() };
    assert_eq!(settings(&theatre, 2).await, Some(expected));
    ask(&alice, "junqi settings", &[("language", 1.into())]).await;
    let theatre = theatre.restart(async |_, _| {}).await;
    let answer = ask(&alice, "junqi march", &[]).await;
    assert!(answer.content.contains("這裡沒有牌桌"), "{}", answer.content);
    theatre.bot.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_plays_in_the_channel_only_gets_no_direct_message_and_who_wants_no_ping_none() {
    let theatre = Theatre::open().await;
    let alice = theatre.hands(2);
    ask(&alice, "junqi settings", &[("pieces", 1.into()), ("pings", 2.into())]).await;
    theatre.open_table(4).await;
    theatre.start().await;
    // Everybody else has got their hand by now, or their calls have passed.
    let state = theatre.state().await;
    let seat = state.seat_of(theatre.user(2)).unwrap();
    for due in 0..4 {
        let caller = |messages: &[MessageView]| {
            junqi::sandbox::ours(messages).find_map(|found| {
                matches!(found.id.button, Button::Call { number, .. } if number == due).then_some(())
            })
        };
        alice.wait_for(SOON, caller).await.unwrap();
        let state = theatre.state().await;
        let Some(auction) = state.game().unwrap().auction() else { break };
        let on_turn = auction.to_call();
        let number = (0..4).find(|number| state.seat_of(theatre.user(*number)) == Some(on_turn)).unwrap();
        if on_turn == seat {
            let mention = format!("<@{}>", alice.user.id());
            let pinged = |message: &&MessageView| message.content.contains(&mention) && !message.is_ephemeral;
            assert_eq!(alice.messages().iter().filter(pinged).count(), 0, "no message calls for Alice");
        }
        theatre.hands(number).call_at(due, junqi::rules::Call::Pass).await.unwrap();
        if due == 3 {
            break;
        }
    }
    assert_eq!(alice.user.direct_messages().len(), 0);
    let pinged = |message: &&MessageView| message.pings.users.contains(&alice.user.id());
    assert_eq!(alice.messages().iter().filter(pinged).count(), 0);
    let ming = theatre.hands(0);
    assert!(!ming.user.direct_messages().is_empty(), "who has set nothing gets them");
    theatre.assert_clean();
    theatre.bot.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn privacy_says_what_is_kept_hands_it_out_and_erases_it_after_the_game() {
    let theatre = Theatre::open().await;
    let alice = theatre.hands(2);
    ask(&alice, "junqi settings", &[("pings", 2.into())]).await;
    ask(&alice, "junqi start", &[]).await;
    let text = ask(&alice, "junqi privacy", &[]).await;
    assert!(
        text.content.contains("30 days") && text.content.contains("What I keep of you"),
        "{}",
        text.content
    );
    alice.user.press(text.id, &id(OwnButton::Export)).await.unwrap();
    let export = told(&alice, "in one file").await;
    assert!(export.is_ephemeral && export.attachments.len() == 1);
    let file = &export.attachments[0];
    assert_eq!(file.filename, "junqi-my-data.json");
    let kept: serde_json::Value = serde_json::from_slice(&file.bytes).unwrap();
    assert_eq!(kept["user"], theatre.user(2).0);
    assert_eq!(kept["kept"]["settings"]["pings"], "never");
    assert_eq!(kept["kept"]["places"][0]["name"], "Alice");
    alice.user.press(text.id, &id(OwnButton::AskErase)).await.unwrap();
    let question = told(&alice, "gone for good").await;
    assert!(settings(&theatre, 2).await.is_some(), "nothing has happened yet");
    alice.user.press(question.id, &id(OwnButton::Erase)).await.unwrap();
    told(&alice, "You still belong to table").await;
    assert!(settings(&theatre, 2).await.is_some());
    alice.press(|button| button == Button::Close).await.unwrap();
    let closed = alice.wait_for(SOON, |messages| {
        messages.iter().find(|message| message.content.contains("has closed the table")).map(|_| ())
    });
    closed.await.unwrap();
    let text = ask(&alice, "junqi privacy", &[]).await;
    alice.user.press(text.id, &id(OwnButton::AskErase)).await.unwrap();
    let question = told(&alice, "gone for good").await;
    alice.user.press(question.id, &id(OwnButton::Erase)).await.unwrap();
    told(&alice, "nothing that I keep leads to you").await;
    let left = theatre.store.personal_data(theatre.user(2)).await.unwrap();
    assert_eq!(left, junqi::table::PersonalData::default());
    assert_eq!(theatre.store.running_tables().await.unwrap().len(), 0);
    // The default holds again: a ping is wanted.
    let panel = ask(&alice, "junqi settings", &[]).await;
    let pings = panel.component(&id(OwnButton::Set(Setting::Pings))).unwrap();
    assert!(pings.options.iter().any(|option| option.is_default && option.value == "always"));
    theatre.assert_clean();
    theatre.bot.stop().await.unwrap();
}
