//! One player's view never reaches another: not by a copied button, a stale view, or a press that puts a
//! view where everybody looks.

use discord_sandbox::{Answer, MessageView, Outcome};
use junqi::discord::custom_id::Button;
use junqi::picture::{Language, kind_name};
use junqi::rules::{Kind, Seat};
use junqi::sandbox::ours;
use junqi::table::TableState;

use crate::forgery::{id_of, press};
use crate::listener::alone;
use crate::scene::{SOON, Scene};

/// The private view of that user of the first table, opened by its board's button.
async fn open_view(scene: &Scene, number: usize) -> MessageView {
    let user = scene.user(number);
    let table = scene.tables[0];
    let place = board(scene, number);
    let pressed =
        user.raw(press((place.channel, place.id), &id_of(table, Button::View), None)).await.unwrap();
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

/// Which user is on turn at the first table.
async fn on_turn(scene: &Scene) -> usize {
    let states = scene.states().await;
    let state = states.iter().find(|state| state.id == scene.tables[0]).unwrap();
    let seat = state.game().unwrap().battle().unwrap().position().turn();
    number_of(scene, state, seat)
}

/// Which user sits there.
fn number_of(scene: &Scene, state: &TableState, seat: Seat) -> usize {
    let user = state.seats().unwrap()[seat].user().unwrap();
    scene.club.members.iter().position(|member| member.user.id().get() == user.0).unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_copied_button_of_anothers_view_shows_the_presser_their_own() {
    let _alone = alone().await;
    let scene = Scene::open().await;
    let owner = on_turn(&scene).await;
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
        let pressed = onlooker.raw(press((place.channel, place.id), id, Some("G6"))).await.unwrap();
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
    let owner = on_turn(&scene).await;
    let view = open_view(&scene, owner).await;
    let place = board(&scene, owner);
    // What stands in their view, pressed by a forged client as if it stood on the board.
    for id in ours(std::slice::from_ref(&view)).map(|found| found.component.custom_id.clone()) {
        let pressed = scene.user(owner).raw(press((place.channel, place.id), &id, Some("I9"))).await.unwrap();
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
        let pressed =
            stranger.raw(press((here.channel, here.id), &id_of(lobby, button), None)).await.unwrap();
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
    let pressed = stranger.raw(press((direct, here.id), &id_of(lobby, Button::Join), None)).await.unwrap();
    assert_ne!(pressed.outcome, Outcome::Failed);
    assert_eq!(scene.lengths().await, lengths);
    // From its own server it can be joined.
    let there = scene.user(11).messages(scene.other_channel).into_iter().next().unwrap();
    let joined =
        stranger.raw(press((there.channel, there.id), &id_of(lobby, Button::Join), None)).await.unwrap();
    assert_ne!(joined.outcome, Outcome::Failed);
    let mut changes = scene.club.sandbox.changes();
    while scene.lengths().await == lengths {
        tokio::time::timeout(SOON, changes.changed()).await.expect("somebody has joined").unwrap();
    }
    scene.bot.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_view_of_the_game_before_a_rematch_changes_nothing_in_the_new_one() {
    let _alone = alone().await;
    let scene = Scene::open().await;
    let former = scene.tables[0];
    let player = on_turn(&scene).await;
    let view = open_view(&scene, player).await;
    let mut stale: Vec<String> =
        ours(std::slice::from_ref(&view)).map(|found| found.component.custom_id.clone()).collect();
    // The declarer gives up, which ends the game; the same four play again.
    let place = board(&scene, player);
    let states = scene.states().await;
    let state = states.iter().find(|state| state.id == former).unwrap();
    let declarer = state.game().unwrap().battle().unwrap().position().declarer();
    let deserter = scene.user(number_of(&scene, state, declarer));
    deserter.raw(press((place.channel, place.id), &id_of(former, Button::Desert), None)).await.unwrap();
    let again = id_of(former, Button::Rematch);
    let offers = |messages: &[MessageView]| {
        let of_table = |message: &&MessageView| {
            !message.is_ephemeral && message.components.iter().any(|offered| offered.custom_id == again)
        };
        messages.iter().find(of_table).map(|message| (message.channel, message.id))
    };
    let result = scene.user(11).wait_for_with_threads(scene.club.channel, SOON, offers).await.unwrap();
    scene.user(player).raw(press(result, &again, None)).await.unwrap();
    let lobby = |messages: &[MessageView]| {
        let found = ours(messages).find(|found| {
            found.id.button == Button::Join && !found.message.is_ephemeral && found.id.table != former
        });
        found.map(|found| ((found.message.channel, found.message.id), found.id.table))
    };
    let (lobby, new) = scene.user(11).wait_for_with_threads(scene.club.channel, SOON, lobby).await.unwrap();
    let state_of_new = async || {
        let states = scene.states().await;
        states.into_iter().find(|state| state.id == new).unwrap()
    };
    let mut changes = scene.club.sandbox.changes();
    for number in 0..4 {
        scene.user(number).raw(press(lobby, &id_of(new, Button::Join), None)).await.unwrap();
    }
    while state_of_new().await.lobby().joiners().len() < 4 {
        tokio::time::timeout(SOON, changes.changed()).await.expect("all four sit").unwrap();
    }
    let opener = state_of_new().await.lobby().joiners()[0].user().unwrap();
    let opener = scene.club.members.iter().find(|member| member.user.id().get() == opener.0).unwrap();
    opener.user.raw(press(lobby, &id_of(new, Button::Start), None)).await.unwrap();
    while state_of_new().await.game().is_none() {
        tokio::time::timeout(SOON, changes.changed()).await.expect("the rematch begins").unwrap();
    }
    let before = state_of_new().await.len;
    // Not only what the view offered: also what would fit the new game, if it named it.
    let number = state_of_new().await.game().unwrap().call_number();
    let call = id_of(former, Button::Call { number, call: junqi::rules::Call::One });
    stale.extend([call, id_of(former, Button::Desert), id_of(former, Button::Absent)]);
    assert!(stale.len() > 5, "{stale:?}");
    for user in (0..4).map(|number| scene.user(number)) {
        for id in &stale {
            let pressed = user.raw(press((view.channel, view.id), id, Some("G6"))).await.unwrap();
            assert_ne!(pressed.outcome, Outcome::Failed, "{id}");
        }
        let told = |messages: &[MessageView]| {
            let over = |message: &&MessageView| {
                message.is_ephemeral && message.content.contains("This table is over")
            };
            messages.iter().find(over).map(|_| ())
        };
        user.wait_for_with_threads(scene.club.channel, SOON, told).await.unwrap();
    }
    assert_eq!(state_of_new().await.len, before, "the new game is as it was");
    scene.bot.stop().await.unwrap();
}
