//! Finished games looked at again; the end of a game in public.

use discord_sandbox::{AttachmentView, MessageView, RouteFault};
use junqi::discord::ScorePage;
use junqi::discord::custom_id::Button;
use junqi::record::Record;
use junqi::sandbox::Hands;
use junqi::table::GuildId;

use crate::past::{self, guild};
use crate::scores::{ask, leading_to};
use crate::stage::{SOON, Theatre, is_over};

async fn replay(hands: &Hands, game: &str) -> MessageView {
    ask(hands, "junqi replay", &[("game", game.into())]).await
}

fn file<'a>(message: &'a MessageView, ending: &str) -> Option<&'a AttachmentView> {
    message.attachments.iter().find(|file| file.filename.ends_with(ending))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_finished_game_is_replayed_with_its_record_and_its_deal_opened() {
    let theatre = Theatre::open().await;
    let table = past::game(&theatre, guild(&theatre), 8).await;
    // Somebody who did not play looks at it, by its number.
    let hands = theatre.hands(4);
    let shown = replay(&hands, &format!("#{table}")).await;
    assert!(shown.content.contains("The declarer fell"), "{}", shown.content);
    let film = file(&shown, ".gif").expect("the film");
    assert!(film.bytes.starts_with(b"GIF89a"));
    let alt = film.description.as_deref().unwrap_or_default();
    assert!(alt.contains("8 plies") && alt.chars().count() <= 1_024, "{alt}");
    let record = file(&shown, ".json").expect("the record");
    let record = Record::read(std::str::from_utf8(&record.bytes).unwrap()).unwrap();
    record.verify().unwrap();
    assert_eq!(record.plies.len(), 8);
    assert!(file(&shown, ".png").is_some_and(|board| board.description.is_some()), "the open board");
    let deal = leading_to(&shown, ScorePage::Deal).expect("the deal").custom_id.clone();
    let pressed = hands.user.press(shown.id, &deal).await.unwrap();
    let opened = hands.user.wait_for_answer(&pressed, SOON).await.unwrap();
    assert!(opened.is_ephemeral && opened.id != shown.id);
    let json = serde_json::to_value(&record).unwrap();
    for what in ["commitment", "secret", "seed"] {
        assert!(opened.content.contains(json[what].as_str().unwrap()), "{what}: {}", opened.content);
    }
    for what in ["1000,1001,1002,1003", "junqi verify", "flag", "grand marshal", "The declarer took"] {
        assert!(opened.content.contains(what), "{what}: {}", opened.content);
    }
    assert!(opened.content.chars().count() < 2_000, "nothing is cut off");
    theatre.assert_clean();
    theatre.bot.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_cannot_be_replayed_is_told_and_tells_nothing_else() {
    let theatre = Theatre::open().await;
    let elsewhere = past::game(&theatre, GuildId(77), 2).await;
    let closed = past::closed(&theatre).await;
    theatre.open_table(4).await;
    let running = theatre.hands(0).table().unwrap();
    let hands = theatre.hands(2);
    for (game, words) in [
        ("twelve".to_owned(), "There is no table number in “twelve”".to_owned()),
        ("99999999999999999999999".to_owned(), "There is no table number".to_owned()),
        ("4711".to_owned(), "This server has no table 4711".to_owned()),
        // The same words as for one that does not exist.
        (elsewhere.to_string(), format!("This server has no table {elsewhere}")),
        (closed.to_string(), format!("Table {closed} closed before a game began")),
        (running.to_string(), format!("Table {running} is not over yet")),
    ] {
        let told = replay(&hands, &game).await;
        assert!(told.content.contains(&words), "{game}: {}", told.content);
        assert!(told.attachments.is_empty() && told.components.is_empty(), "{game}");
    }
    theatre.start().await;
    let told = replay(&hands, &running.to_string()).await;
    assert!(told.content.contains("is not over yet"), "{}", told.content);
    assert!(told.attachments.is_empty());
    // Forged buttons get no further.
    for table in [elsewhere, running] {
        let id = junqi::discord::custom_id::CustomId { table, button: Button::Scores(ScorePage::Deal) };
        let forged = discord_sandbox::RawInteraction {
            kind: discord_sandbox::InteractionKind::Component,
            channel: hands.channel,
            message: Some(told.id),
            data: serde_json::json!({ "custom_id": id.to_string(), "component_type": 2 }),
        };
        let pressed = hands.user.raw(forged).await.unwrap();
        let answer = hands.user.wait_for_answer(&pressed, SOON).await.unwrap();
        assert!(!answer.content.contains("Secret") && answer.attachments.is_empty(), "{}", answer.content);
    }
    theatre.assert_clean();
    theatre.bot.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn games_complete_themselves_while_their_number_is_typed() {
    let theatre = Theatre::open().await;
    let table = past::game(&theatre, guild(&theatre), 1).await;
    past::game(&theatre, GuildId(77), 1).await;
    let player = theatre.hands(2);
    let offered = player.user.autocomplete(player.channel, "junqi replay", &[], "game").await.unwrap();
    assert_eq!(offered.len(), 1, "only games of this server: {offered:?}");
    assert!(offered[0].name.starts_with(&format!("Table {table} · ")), "{offered:?}");
    let other = theatre.hands(4);
    let typed = [("game", "31".into())];
    let offered = other.user.autocomplete(other.channel, "junqi replay", &typed, "game").await.unwrap();
    assert_eq!(offered.iter().map(|choice| choice.name.as_str()).collect::<Vec<_>>(), ["Table 31"]);
    theatre.assert_clean();
    theatre.bot.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_film_that_is_too_large_for_the_answer_is_left_out() {
    let theatre = Theatre::open().await;
    let table = past::game(&theatre, guild(&theatre), 4).await;
    let fault = RouteFault {
        method: "PATCH".to_owned(),
        path_prefix: "/webhooks/".to_owned(),
        status: 413,
        code: 40_005,
        times: 1,
    };
    theatre.club.sandbox.fail_route(fault);
    let shown = replay(&theatre.hands(2), &table.to_string()).await;
    assert!(shown.content.contains("too large to be shown here"), "{}", shown.content);
    assert!(file(&shown, ".gif").is_none() && file(&shown, ".json").is_some());
    theatre.assert_clean();
    theatre.bot.stop().await.unwrap();
}

/// Has a game of four ended by its declarer's desertion in the auction's place: the simplest end.
async fn desert(theatre: &Theatre) {
    let hands = theatre.hands(0);
    hands.user.slash(hands.channel, "junqi leave", &[]).await.unwrap();
    hands.press(|button| button == Button::Desert).await.unwrap();
}

/// The message with which the game ended.
async fn end(theatre: &Theatre) -> MessageView {
    let hands = theatre.hands(4);
    let found = hands.wait_for(SOON, |messages| {
        messages.iter().rev().find(|message| is_over(std::slice::from_ref(message))).cloned()
    });
    found.await.unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_end_is_a_message_of_its_own_in_place_of_the_board() {
    let theatre = Theatre::open().await;
    theatre.open_table(4).await;
    theatre.start().await;
    let hands = theatre.hands(4);
    let (board, _) = hands.find(|button| matches!(button, Button::Call { .. })).await.unwrap();
    desert(&theatre).await;
    let over = end(&theatre).await;
    assert_ne!(over.id, board, "it is posted, so that it is noticed");
    assert!(file(&over, ".json").is_some(), "the record");
    assert!(leading_to(&over, ScorePage::Deal).is_some());
    let gone =
        hands.wait_for(SOON, |messages| messages.iter().all(|message| message.id != board).then_some(()));
    gone.await.unwrap();
    let pressed = hands.user.press(over.id, &leading_to(&over, ScorePage::Deal).unwrap().custom_id).await;
    let deal = hands.user.wait_for_answer(&pressed.unwrap(), SOON).await.unwrap();
    assert!(deal.is_ephemeral && deal.content.contains("• Stock: "), "{}", deal.content);
    theatre.assert_clean();
    theatre.bot.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_end_whose_files_are_too_large_goes_without_them() {
    let theatre = Theatre::open().await;
    theatre.open_table(4).await;
    theatre.start().await;
    let onlooker = theatre.hands(4);
    let (board, _) = onlooker.find(|button| matches!(button, Button::Call { .. })).await.unwrap();
    let channel = onlooker.user.message(board).unwrap().channel;
    // The ping is the last message before the end.
    let pinged = |messages: &[MessageView]| {
        messages
            .iter()
            .any(|message| message.channel == channel && !message.pings.users.is_empty())
            .then_some(())
    };
    onlooker.wait_for(SOON, pinged).await.unwrap();
    let fault = RouteFault {
        method: "POST".to_owned(),
        path_prefix: format!("/channels/{channel}/messages"),
        status: 413,
        code: 40_005,
        times: 1,
    };
    theatre.club.sandbox.fail_route(fault);
    desert(&theatre).await;
    let over = end(&theatre).await;
    assert!(over.content.contains("作廢"), "the result is told all the same: {}", over.content);
    assert!(over.attachments.is_empty(), "{:?}", over.attachments.len());
    theatre.assert_clean();
    theatre.bot.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_end_that_could_not_be_posted_is_posted_after_a_restart() {
    let theatre = Theatre::open().await;
    theatre.open_table(4).await;
    theatre.start().await;
    let onlooker = theatre.hands(4);
    let (board, _) = onlooker.find(|button| matches!(button, Button::Call { .. })).await.unwrap();
    let away = RouteFault {
        method: "POST".to_owned(),
        path_prefix: format!("/channels/{}/messages", onlooker.user.message(board).unwrap().channel),
        status: 503,
        code: 0,
        times: u32::MAX,
    };
    theatre.club.sandbox.fail_route(away);
    desert(&theatre).await;
    let mut changes = theatre.club.sandbox.changes();
    while theatre.state().await.game().unwrap().over().is_none() {
        tokio::time::timeout(SOON, changes.changed()).await.expect("the game ends").unwrap();
    }
    let Theatre { club, store, bot, .. } = theatre;
    bot.stop().await.unwrap();
    assert!(!is_over(&onlooker.messages()), "nobody was told");
    club.sandbox.clear_faults();
    let habits = junqi::table::Habits::default();
    let again = club.start_bot(store.clone(), habits).await.unwrap();
    assert_eq!(again.restored, 0, "the game itself is over");
    let told = onlooker.wait_for(SOON, |messages| {
        messages.iter().rev().find(|message| is_over(std::slice::from_ref(message))).cloned()
    });
    let told = told.await.unwrap();
    assert!(told.content.contains("作廢") && file(&told, ".json").is_some(), "{}", told.content);
    again.stop().await.unwrap();
}
