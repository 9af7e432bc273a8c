//! One player's view never reaches another: not by a copied button, a stale view, or a press that puts a
//! view where everybody looks.

use discord_sandbox::{Answer, MessageView, Outcome};
use junqi::discord::custom_id::Button;
use junqi::picture::{Language, kind_name};
use junqi::rules::Kind;
use junqi::sandbox::ours;
use junqi::table::{TableState, UserId};

use crate::forgery::{id_of, press};
use crate::listener::alone;
use crate::scene::{SOON, Scene};

/// The private view of that user of the first table, opened by its board's button.
async fn open_view(scene: &Scene, number: usize) -> MessageView {
    let user = scene.user(number);
    let table = scene.tables[0];
    let place = board(scene, number);
    let pressed = user.raw(press((place.channel, place.id), &id_of(table, Button::View), None)).await;
    user.wait_for_answer(&pressed, SOON).await.unwrap()
}

/// The board of the first table, as that user sees it.
fn board(scene: &Scene, number: usize) -> MessageView {
    let messages = scene.user(number).messages_with_threads(scene.club.channel);
    let of_table = |message: &&MessageView| {
        ours(std::slice::from_ref(*message))
            .any(|found| found.id.table == scene.tables[0] && found.id.button == Button::Move)
    };
    messages.iter().filter(|message| !message.is_ephemeral).find(of_table).cloned().expect("the board stands")
}

/// Every kind that the texts and menus of the message name.
fn kinds_named(message: &MessageView) -> Vec<Kind> {
    let alts: String = message.attachments.iter().filter_map(|file| file.description.clone()).collect();
    let all = format!("{}{}{alts}", message.content, message.json["components"]);
    // Everybody sees the defenders' flags.
    let kinds = Kind::ALL.into_iter().filter(|kind| *kind != Kind::Flag);
    kinds.filter(|kind| all.contains(kind_name(*kind, Language::English))).collect()
}

fn seat_holder(state: &TableState, number_of: impl Fn(UserId) -> Option<usize>) -> usize {
    let seat = state.game().unwrap().battle().unwrap().position().turn();
    number_of(state.seats().unwrap()[seat].user().unwrap()).unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_copied_button_of_anothers_view_shows_the_presser_their_own() {
    let _alone = alone().await;
    let scene = Scene::open().await;
    let number_of =
        |user: UserId| scene.club.members.iter().position(|member| member.user.id().get() == user.0);
    let states = scene.states().await;
    let state = states.iter().find(|state| state.id == scene.tables[0]).unwrap();
    let owner = seat_holder(state, number_of);
    let view = open_view(&scene, owner).await;
    assert!(!kinds_named(&view).is_empty(), "who is on turn sees their own pieces: {}", view.content);
    let lengths = scene.lengths().await;
    let buttons: Vec<String> =
        ours(std::slice::from_ref(&view)).map(|found| found.component.custom_id.clone()).collect();
    assert!(buttons.len() > 3, "{buttons:?}");
    let place = board(&scene, 10);
    let before = scene.user(11).message(place.id).unwrap();
    // An onlooker copies every button, and presses it on what everybody sees.
    let onlooker = scene.user(10);
    for id in &buttons {
        let pressed = onlooker.raw(press((place.channel, place.id), id, Some("G6"))).await;
        assert_ne!(pressed.outcome, Outcome::Failed, "{id}");
        if let Some(Answer::Message | Answer::DeferredMessage) = pressed.answer {
            let shown = onlooker.wait_for_answer(&pressed, SOON).await.unwrap();
            assert_eq!(kinds_named(&shown), [], "{id}: {}", shown.content);
        }
    }
    assert_eq!(scene.lengths().await, lengths, "nothing is changed by it");
    // Where the board stands nothing has been put.
    let after = scene.user(11).message(place.id).unwrap();
    assert_eq!(
        (after.content, after.json["components"].clone()),
        (before.content, before.json["components"].clone())
    );
    scene.bot.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_players_own_view_is_never_put_where_everybody_looks() {
    let _alone = alone().await;
    let scene = Scene::open().await;
    let number_of =
        |user: UserId| scene.club.members.iter().position(|member| member.user.id().get() == user.0);
    let states = scene.states().await;
    let state = states.iter().find(|state| state.id == scene.tables[0]).unwrap();
    let owner = seat_holder(state, number_of);
    let view = open_view(&scene, owner).await;
    let place = board(&scene, owner);
    // What stands in their view, pressed by a forged client as if it stood on the board.
    for id in ours(std::slice::from_ref(&view)).map(|found| found.component.custom_id.clone()) {
        let pressed = scene.user(owner).raw(press((place.channel, place.id), &id, Some("I9"))).await;
        assert_ne!(pressed.outcome, Outcome::Failed, "{id}");
        if let Some(Answer::Message | Answer::DeferredMessage) = pressed.answer {
            scene.user(owner).wait_for_answer(&pressed, SOON).await.unwrap();
        }
        let seen = scene.user(11).messages_with_threads(scene.club.channel);
        for message in &seen {
            assert_eq!(kinds_named(message), [], "{id} shows everybody {}", message.content);
        }
    }
    scene.bot.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_table_is_out_of_reach_from_another_server_and_from_strangers_messages() {
    let _alone = alone().await;
    let scene = Scene::open().await;
    let lengths = scene.lengths().await;
    // The lobby of the other server, pressed from the first; the battle of the first, from the other.
    let here = board(&scene, 11);
    let lobby = scene.tables[2];
    let stranger = scene.user(11);
    for button in [Button::Join, Button::View, Button::Start, Button::Close, Button::Leave] {
        let pressed = stranger.raw(press((here.channel, here.id), &id_of(lobby, button), None)).await;
        assert_ne!(pressed.outcome, Outcome::Failed, "{button:?}");
        let over = |messages: &[MessageView]| {
            messages
                .iter()
                .any(|message| message.is_ephemeral && message.content.contains("This table is over"))
                .then_some(())
        };
        stranger.wait_for(here.channel, SOON, over).await.unwrap();
    }
    // In direct messages only who has a place reaches a table.
    let direct = stranger.direct_channel();
    let pressed = stranger.raw(press((direct, here.id), &id_of(lobby, Button::Join), None)).await;
    assert_ne!(pressed.outcome, Outcome::Failed);
    assert_eq!(scene.lengths().await, lengths);
    // From its own server it can be joined.
    let there = scene.user(11).messages(scene.other_channel).into_iter().next().unwrap();
    let joined = stranger.raw(press((there.channel, there.id), &id_of(lobby, Button::Join), None)).await;
    assert_ne!(joined.outcome, Outcome::Failed);
    let mut changes = scene.club.sandbox.changes();
    while scene.lengths().await == lengths {
        tokio::time::timeout(SOON, changes.changed()).await.expect("somebody has joined").unwrap();
    }
    scene.bot.stop().await.unwrap();
}
