//! What Discord refuses in mid-game, each with its answer: none stops a game (UX 9).

use std::time::Duration;

use discord_sandbox::{
    ChannelId, DirectMessages, Exchange, MessageView, Outcome, Permissions, RouteFault, Subject,
};
use junqi::discord::custom_id::Button;
use junqi::sandbox::{Hands, ours};

use crate::stage::{SOON, Theatre, told};

fn fault(method: &str, path_prefix: &str, status: u16, code: u32) -> RouteFault {
    RouteFault { method: method.to_owned(), path_prefix: path_prefix.to_owned(), status, code, times: 1 }
}

/// The message with the board, newer than that one.
async fn newer_board(hands: &Hands, before: Option<&MessageView>) -> MessageView {
    let found = hands.wait_for(SOON, |messages| {
        let boards = ours(messages).filter(|found| found.id.button == Button::Move);
        let mut newer = boards.filter(|found| before.is_none_or(|before| found.message.id > before.id));
        newer.next().map(|found| found.message.clone())
    });
    found.await.unwrap()
}

/// Waits until the board says that so many plies have been played.
async fn board_after(hands: &Hands, plies: u16) -> MessageView {
    let words = format!("已走 {plies} 步");
    let found = hands.wait_for(SOON, |messages| {
        let mut boards = ours(messages).filter(|found| found.id.button == Button::Move);
        boards.find(|found| found.message.content.contains(&words)).map(|found| found.message.clone())
    });
    found.await.unwrap()
}

async fn plies(theatre: &Theatre) -> u16 {
    theatre.state().await.game().unwrap().battle().unwrap().position().plies()
}

/// Opens the player's private view with the board's button.
async fn open_view(hands: &Hands) -> MessageView {
    let board = newer_board(hands, None).await;
    let view = ours(std::slice::from_ref(&board))
        .find(|found| found.id.button == Button::Move)
        .map(|found| found.component.custom_id.clone());
    let asked = hands.user.press(board.id, &view.unwrap()).await.unwrap();
    hands.user.wait_for_answer(&asked, SOON).await.unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_deleted_or_old_board_is_posted_anew() {
    let theatre = Theatre::open().await;
    theatre.open_battle(1).await;
    let hands = theatre.hands(0);
    theatre.whose_turn(1).await;
    // Deleted: Discord says so, and nobody has to move for it.
    let board = newer_board(&hands, None).await;
    theatre.club.sandbox.delete_message(board.id);
    let heard = newer_board(&hands, Some(&board)).await;
    // Deleted unheard: the next edit finds out (10008).
    let thread = format!("/channels/{}/", theatre.thread());
    theatre.club.sandbox.fail_route(fault("PATCH", &thread, 404, 10_008));
    theatre.move_by_command(0).await;
    let anew = newer_board(&hands, Some(&heard)).await;
    // Over an hour old (30046): Discord takes a few edits more, and then another message is posted.
    theatre.club.sandbox.advance_clock(Duration::from_hours(2));
    for _ in 0..3 {
        theatre.whose_turn(1).await;
        theatre.move_by_command(0).await;
    }
    newer_board(&hands, Some(&anew)).await;
    theatre.whose_turn(1).await;
    board_after(&hands, plies(&theatre).await).await;
    let codes: Vec<u64> = theatre
        .club
        .sandbox
        .journal()
        .iter()
        .filter_map(|exchange| exchange.answer["code"].as_u64().filter(|code| *code > 0))
        .collect();
    assert!(codes.contains(&10_008) && codes.contains(&30_046), "{codes:?}");
    let violations = theatre.club.sandbox.violations();
    // The tokens of private views ran out with the clock that was put forward.
    let is_late = |code: u32| matches!(code, 30_046 | 50_027);
    assert!(violations.iter().all(|violation| is_late(violation.code)), "{violations:#?}");
    theatre.bot.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_buried_board_is_posted_anew_and_the_old_one_closed() {
    let theatre = Theatre::open().await;
    theatre.open_battle(1).await;
    let hands = theatre.hands(0);
    theatre.whose_turn(1).await;
    let board = newer_board(&hands, None).await;
    let thread = theatre.thread();
    for number in 0..8 {
        // Chatter in the channel does not bury what stands in the thread.
        theatre.hands(4).user.say(theatre.club.channel, &format!("{number}")).unwrap();
    }
    theatre.move_by_command(0).await;
    theatre.whose_turn(1).await;
    assert_eq!(board_after(&hands, plies(&theatre).await).await.id, board.id);
    for number in 0..8 {
        theatre.hands(4).user.say(thread, &format!("{number}")).unwrap();
    }
    theatre.move_by_command(0).await;
    newer_board(&hands, Some(&board)).await;
    assert!(hands.user.message(board.id).unwrap().components.is_empty(), "one live board per table");
    theatre.assert_clean();
    theatre.bot.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_lost_permission_is_named_and_the_game_waits_for_it() {
    let theatre = Theatre::open().await;
    theatre.open_battle(1).await;
    let (hands, channel) = (theatre.hands(0), theatre.club.channel);
    theatre.whose_turn(1).await;
    let is_pinged = |messages: &[MessageView]| {
        messages
            .iter()
            .any(|message| message.content.contains("輪到你走棋") && !message.is_ephemeral)
            .then_some(())
    };
    hands.wait_for(SOON, is_pinged).await.unwrap();
    let (sandbox, bot) = (&theatre.club.sandbox, Subject::User(theatre.club.sandbox.bot_user()));
    // The board can be edited still; the ping cannot be posted (50013).
    sandbox.overwrite(channel, bot, Permissions::NONE, Permissions::SEND_MESSAGES_IN_THREADS);
    theatre.move_by_command(0).await;
    let named = |messages: &[MessageView]| {
        let mut told = messages.iter().filter(|message| message.content.contains("在討論串中傳送訊息"));
        told.find(|message| message.content.contains("編輯頻道")).map(|message| message.content.clone())
    };
    let words = hands.user.wait_for_direct(SOON, named).await.unwrap();
    assert!(!words.contains("附加檔案"), "only what is missing is named: {words}");
    // A private view says it too, and shows the board all the same.
    let asked = hands.user.slash(channel, "junqi board", &[]).await.unwrap();
    let view = hands.user.wait_for_answer(&asked, SOON).await.unwrap();
    assert!(named(std::slice::from_ref(&view)).is_some() && !view.attachments.is_empty(), "{}", view.content);
    // Given back, the newest state is shown by itself.
    theatre.whose_turn(1).await;
    sandbox.overwrite(channel, bot, Permissions::NONE, Permissions::NONE);
    hands.wait_for(Duration::from_secs(40), is_pinged).await.unwrap();
    board_after(&hands, plies(&theatre).await).await;
    // The channel hidden from the bot (50001), and shown again.
    sandbox.overwrite(channel, bot, Permissions::NONE, Permissions::VIEW_CHANNEL);
    theatre.move_by_command(0).await;
    let hidden = |messages: &[MessageView]| {
        messages.iter().any(|message| message.content.contains("檢視頻道")).then_some(())
    };
    hands.user.wait_for_direct(SOON, hidden).await.unwrap();
    sandbox.overwrite(channel, bot, Permissions::NONE, Permissions::NONE);
    theatre.whose_turn(1).await;
    board_after(&hands, plies(&theatre).await).await;
    theatre.assert_clean();
    theatre.bot.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_table_is_not_opened_where_the_bot_could_not_play() {
    let theatre = Theatre::open().await;
    let (sandbox, bot) = (&theatre.club.sandbox, Subject::User(theatre.club.sandbox.bot_user()));
    let channel = theatre.club.channel;
    sandbox.overwrite(
        channel,
        bot,
        Permissions::NONE,
        Permissions::SEND_MESSAGES | Permissions::ATTACH_FILES,
    );
    let hands = theatre.hands(2);
    hands.user.slash(channel, "junqi start", &[]).await.unwrap();
    let refused = told(&hands, "I lack permissions").await;
    assert!(refused.content.contains("Send Messages, Attach Files."), "{}", refused.content);
    // In a thread another permission counts.
    let thread = sandbox.add_thread(channel, "play");
    hands.user.slash(thread, "junqi start", &[]).await.unwrap();
    let refused = hands.user.wait_for(thread, SOON, |messages| {
        messages.iter().find(|message| message.content.contains("I lack permissions")).cloned()
    });
    let refused = refused.await.unwrap().content;
    assert!(refused.contains(": Attach Files."), "Send Messages in Threads is granted: {refused}");
    theatre.assert_clean();
    theatre.bot.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn closed_or_hurried_direct_messages_leave_the_buttons() {
    let theatre = Theatre::open().await;
    // Opened too fast (40003): 小明 is told where the pieces will be, and plays on.
    theatre
        .club
        .sandbox
        .fail_route(RouteFault { times: 8, ..fault("POST", "/users/@me/channels", 403, 40_003) });
    theatre.open_table(1).await;
    told(&theatre.hands(0), "你關了私訊").await;
    theatre.start().await;
    theatre.lead_to_battle(1).await;
    theatre.whose_turn(1).await;
    // Closed in mid-game (50007).
    theatre.club.sandbox.clear_faults();
    theatre.club.sandbox.set_direct_messages(theatre.hands(0).user.id(), DirectMessages::Closed);
    theatre.move_by_command(0).await;
    theatre.whose_turn(1).await;
    theatre.assert_clean();
    theatre.bot.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_press_that_was_answered_already_or_too_late_changes_nothing_and_the_next_one_counts() {
    let theatre = Theatre::open().await;
    theatre.open_battle(1).await;
    let hands = theatre.hands(0);
    theatre.whose_turn(1).await;
    let view = open_view(&hands).await;
    let before = theatre.state().await.len;
    for (status, code) in [(400, 40_060), (404, 10_062)] {
        let view = hands.user.message(view.id).unwrap();
        let seen = [view.clone()];
        let from = ours(&seen).find(|found| matches!(found.id.button, Button::From { .. })).unwrap();
        theatre.club.sandbox.fail_route(fault("POST", "/interactions/", status, code));
        let value = from.component.options[0].value.clone();
        let pressed = hands.user.choose(view.id, &from.component.custom_id, &[&value]).await.unwrap();
        assert_eq!(pressed.outcome, Outcome::Failed, "the stand-in saw no answer");
        assert_eq!(theatre.state().await.len, before);
        let seen = [hands.user.message(view.id).unwrap()];
        assert!(!ours(&seen).any(|found| matches!(found.id.button, Button::To { .. })), "nothing was chosen");
    }
    let turn = theatre.state().await.game().unwrap().battle().unwrap().turn_number();
    hands.make_any_move().await.unwrap();
    theatre.turn_passed(turn).await;
    assert!(theatre.state().await.len > before);
    theatre.assert_clean();
    theatre.bot.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn presses_that_open_the_view_at_the_same_time_are_all_answered() {
    let theatre = Theatre::open().await;
    theatre.open_battle(1).await;
    let hands = theatre.hands(0);
    theatre.whose_turn(1).await;
    let board = newer_board(&hands, None).await;
    let seen = [board.clone()];
    let open = ours(&seen).find(|found| found.id.button == Button::Move).unwrap().component.custom_id.clone();
    let presses = (0..4).map(async |_| {
        let asked = hands.user.press(board.id, &open).await.unwrap();
        hands.user.wait_for_answer(&asked, SOON).await.unwrap()
    });
    let views = futures::future::join_all(presses).await;
    let offers = |view: &MessageView| {
        let seen = [view.clone()];
        ours(&seen).any(|found| matches!(found.id.button, Button::From { .. }))
    };
    assert!(views.iter().all(offers), "{views:#?}");
    theatre.assert_clean();
    theatre.bot.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_view_whose_token_is_spent_is_let_go_and_opened_anew_by_the_next_press() {
    let theatre = Theatre::open().await;
    theatre.open_battle(1).await;
    let hands = theatre.hands(0);
    theatre.whose_turn(1).await;
    let first = open_view(&hands).await;
    let select = |view: &MessageView, fits: fn(Button) -> bool| {
        let seen = [view.clone()];
        let found = ours(&seen).find(|found| fits(found.id.button)).unwrap();
        (found.component.custom_id.clone(), found.component.options[0].value.clone())
    };
    let (from, value) = select(&first, |button| matches!(button, Button::From { .. }));
    hands.user.choose(first.id, &from, &[&value]).await.unwrap();
    let is_to = |button| matches!(button, Button::To { .. });
    let chosen = hands.wait_for_view(&first, |found| is_to(found.id.button)).await.unwrap();
    let (to, value) = select(&chosen, is_to);
    theatre.club.sandbox.fail_route(fault("PATCH", "/webhooks/", 401, 50_027));
    let turn = theatre.state().await.game().unwrap().battle().unwrap().turn_number();
    hands.user.choose(first.id, &to, &[&value]).await.unwrap();
    theatre.turn_passed(turn).await;
    theatre.whose_turn(1).await;
    board_after(&hands, plies(&theatre).await).await;
    let journal = theatre.club.sandbox.journal();
    let spent = journal.iter().position(|exchange| exchange.answer["code"] == 50_027).expect("it was met");
    // The token is a part of the path.
    let again = |exchange: &&Exchange| exchange.method == "PATCH" && exchange.path == journal[spent].path;
    assert_eq!(journal[spent + 1..].iter().filter(again).count(), 0, "it is not tried again with that token");
    let second = open_view(&hands).await;
    assert_ne!(first.id, second.id);
    hands.make_any_move().await.unwrap();
    theatre.whose_turn(1).await;
    theatre.assert_clean();
    theatre.bot.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_burst_of_plies_is_shown_by_few_edits_of_which_the_last_is_the_newest_state() {
    let theatre = Theatre::open().await;
    theatre.open_battle(1).await;
    let hands = theatre.hands(0);
    theatre.whose_turn(1).await;
    let before = plies(&theatre).await;
    board_after(&hands, before).await;
    let thread = theatre.thread();
    let edits = |theatre: &Theatre| {
        let board = format!("/channels/{thread}/messages/");
        let is_edit = |exchange: &&Exchange| exchange.method == "PATCH" && exchange.path.starts_with(&board);
        theatre.club.sandbox.journal().iter().filter(is_edit).count()
    };
    let edited = edits(&theatre);
    // Each edit takes a while; three computers answer at once.
    let slow = Duration::from_millis(700);
    theatre.club.sandbox.delay_route("PATCH", &format!("/channels/{thread}/"), slow, 100);
    for _ in 0..3 {
        theatre.whose_turn(1).await;
        theatre.move_by_command(0).await;
    }
    theatre.whose_turn(1).await;
    let now = plies(&theatre).await;
    board_after(&hands, now).await;
    let (edited, played) = (edits(&theatre) - edited, usize::from(now - before));
    assert!(edited < played, "{edited} edits for {played} plies: what is older is dropped");
    theatre.assert_clean();
    theatre.bot.stop().await.unwrap();
}

/// Names that would ping, format, link or hide something if they were not made harmless.
const NAMES: [&str; 3] = ["@everyone **x**", "[a](https://b.example) `c`", "<@1> ||d|| _e_"];

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn names_are_escaped_pings_are_exact_and_every_picture_has_its_words() {
    let theatre = Theatre::open_for(&NAMES.map(|name| (name, "zh-TW", DirectMessages::Open))).await;
    theatre.open_battle(3).await;
    for _ in 0..3 {
        let number = theatre.whose_turn(3).await;
        let turn = theatre.state().await.game().unwrap().battle().unwrap().turn_number();
        theatre.hands(number).make_any_move().await.unwrap();
        theatre.turn_passed(turn).await;
    }
    for number in 0..3 {
        if theatre.state().await.game().unwrap().over().is_some() {
            break;
        }
        let hands = theatre.hands(number);
        hands.user.slash(hands.channel, "junqi leave", &[]).await.unwrap();
        hands.press(|button| button == Button::Desert).await.unwrap();
        told(&hands, "你逃跑了").await;
    }
    theatre.hands(0).find(|button| button == Button::Rematch).await.unwrap();
    let players: Vec<String> = (0..3).map(|number| theatre.hands(number).user.id().to_string()).collect();
    let (mut pictures, mut countdowns) = (0, 0);
    for exchange in theatre.club.sandbox.journal() {
        let body = if exchange.body["data"].is_object() { &exchange.body["data"] } else { &exchange.body };
        let Some(content) = body["content"].as_str() else { continue };
        for raw in ["@everyone", "**x**", "](https", "<@1>", "||d||", " _e_", "`c`"] {
            assert!(!content.contains(raw), "{raw} stands in {content:?}");
        }
        countdowns += content.matches(":R>").count();
        let mentions = &body["allowed_mentions"];
        assert_eq!(mentions["parse"], serde_json::json!([]), "{} {content:?}", exchange.path);
        let pinged: Vec<&str> =
            mentions["users"].as_array().into_iter().flatten().filter_map(|user| user.as_str()).collect();
        for player in &players {
            let mention = format!("<@{player}>");
            assert_eq!(content.contains(&mention), pinged.contains(&player.as_str()), "{content:?}");
        }
        assert!(pinged.iter().all(|user| players.iter().any(|player| player == user)));
        for attachment in body["attachments"].as_array().into_iter().flatten() {
            let Some(name) = attachment["filename"].as_str().filter(|name| *name == "board.png") else {
                continue;
            };
            let alt = attachment["description"].as_str().unwrap_or_default();
            assert!((1..=1_024).contains(&alt.chars().count()), "{name} in {content:?}");
            pictures += 1;
        }
    }
    assert!(pictures > 10 && countdowns > 10, "{pictures} pictures, {countdowns} countdowns");
    theatre.assert_clean();
    theatre.bot.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_leaves_the_server_in_mid_game_is_waited_for_at_once_and_may_come_back() {
    let theatre = Theatre::open().await;
    theatre.open_battle(4).await;
    let (first, thread) = (theatre.whose_turn(4).await, theatre.thread());
    let leaver = theatre.hands(first);
    let guild = theatre.club.guild;
    theatre.club.sandbox.remove_member(guild, leaver.user.id());
    let onlooker = theatre.hands(4);
    // The move clock of 20 s runs out once; RULES 12.2 would ask for three times.
    let is_absent = |messages: &[MessageView]| {
        let mut boards = ours(messages).filter(|found| found.id.button == Button::Back);
        boards.find(|found| found.message.content.contains("暫離")).map(|found| found.message.clone())
    };
    let board = onlooker.wait_for(Duration::from_secs(40), is_absent).await.unwrap();
    // A direct message that came back may have told it before, while it is their turn.
    if !board.content.contains("逾時算逃跑") {
        assert!(board.content.contains("還可以等 5 分 0 秒"), "{}", board.content);
        for _ in 0..3 {
            let number = theatre.whose_turn(4).await;
            assert_ne!(number, first);
            theatre.move_by_command(number).await;
        }
    }
    // It is their turn: the game waits, and says until when.
    let waits = |messages: &[MessageView]| {
        messages.iter().any(|message| message.content.contains("回來，逾時算逃跑 <t:")).then_some(())
    };
    onlooker.user.wait_for(thread, SOON, waits).await.unwrap();
    // Back on the server, one press will do.
    theatre.club.sandbox.add_member(guild, leaver.user.id(), Permissions::NONE);
    leaver.press(|button| button == Button::Back).await.unwrap();
    told(&leaver, if first < 2 { "歡迎回來" } else { "Welcome back" }).await;
    assert_eq!(theatre.whose_turn(4).await, first);
    assert!(!public_offers_back(&theatre, thread).await, "nobody is absent any more");
    theatre.hands(first).make_any_move().await.unwrap();
    theatre.whose_turn(4).await;
    theatre.assert_clean();
    theatre.bot.stop().await.unwrap();
}

/// Whether the board still offers "I'm back", once it has been redrawn.
async fn public_offers_back(theatre: &Theatre, thread: ChannelId) -> bool {
    let hands = theatre.hands(4);
    let without = hands.user.wait_for(thread, SOON, |messages| {
        let offers = ours(messages).any(|found| found.id.button == Button::Back);
        (!offers).then_some(())
    });
    without.await.is_err()
}
