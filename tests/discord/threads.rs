//! Where a table plays: its thread, found again after anything, or its channel (UX 8, 9).

use discord_sandbox::{ChannelId, Exchange, MessageView, Permissions, RouteFault};
use junqi::discord::custom_id::Button;
use junqi::sandbox::{Hands, ours};
use junqi::table::{MessageId, Place, Slot, Store, TableId};

use crate::stage::{SOON, Theatre, told};

/// The messages in that channel or thread which everybody sees and which have such a button.
fn public_with(hands: &Hands, place: ChannelId, fits: impl Fn(Button) -> bool) -> Vec<MessageView> {
    let messages = hands.user.messages(place).into_iter().filter(|message| !message.is_ephemeral);
    messages
        .filter(|message| ours(std::slice::from_ref(message)).any(|found| fits(found.id.button)))
        .collect()
}

/// Waits until exactly one such message stands in that place, and gives it.
async fn board_in(hands: &Hands, place: ChannelId, fits: impl Fn(Button) -> bool) -> MessageView {
    let found = hands.user.wait_for(place, SOON, |_| {
        let mut found = public_with(hands, place, &fits);
        found.pop().filter(|_| found.is_empty())
    });
    found.await.unwrap()
}

fn is_call(button: Button) -> bool {
    matches!(button, Button::Call { .. })
}

fn is_move(button: Button) -> bool {
    button == Button::Move
}

/// The requests that opened threads.
fn openings(theatre: &Theatre) -> Vec<Exchange> {
    let opens = |exchange: &Exchange| exchange.method == "POST" && exchange.path.ends_with("/threads");
    theatre.club.sandbox.journal().into_iter().filter(opens).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_table_plays_in_a_thread_of_its_own_to_which_the_lobby_leads() {
    let theatre = Theatre::open().await;
    theatre.open_table(4).await;
    let onlooker = theatre.hands(4);
    assert!(onlooker.user.threads(theatre.club.channel).is_empty(), "a lobby opens no thread");
    theatre.start().await;
    let thread = theatre.thread();
    let table = theatre.state().await.id;
    let opening = &openings(&theatre)[0];
    assert_eq!(opening.body["name"], format!("軍棋 第 {table} 桌"), "in the server's language");
    assert_eq!(opening.body["auto_archive_duration"], 1440);
    board_in(&onlooker, thread, is_call).await;
    // The lobby's message tells where, and can no longer be joined.
    let link = format!("<#{thread}>");
    let door = onlooker.user.wait_for(theatre.club.channel, SOON, |messages| {
        let leads = messages.iter().find(|message| message.content.contains(&link));
        leads.filter(|door| door.components.is_empty()).cloned()
    });
    let door = door.await.unwrap();
    assert_eq!(door.id.get(), thread.get(), "the thread hangs on it");
    assert!(door.content.contains("叫牌中") && door.content.contains("SHA-256"), "{}", door.content);
    let joined: Vec<Exchange> = theatre
        .club
        .sandbox
        .journal()
        .into_iter()
        .filter(|exchange| exchange.method == "PUT" && exchange.path.contains("/thread-members/"))
        .collect();
    assert_eq!(joined.len(), 4, "its players have it at hand");
    theatre.lead_to_battle(4).await;
    board_in(&onlooker, thread, is_move).await;
    let tells_battle = onlooker.user.wait_for(theatre.club.channel, SOON, |messages| {
        messages
            .iter()
            .any(|message| message.id == door.id && message.content.contains("戰鬥中"))
            .then_some(())
    });
    tells_battle.await.unwrap();
    // A command in the thread means its table, whoever types it.
    let asked = onlooker.user.slash(thread, "junqi board", &[]).await.unwrap();
    let view = onlooker.user.wait_for_answer(&asked, SOON).await.unwrap();
    assert!(view.is_ephemeral && view.content.starts_with("As a spectator sees it"), "{}", view.content);
    let number = theatre.whose_turn(4).await;
    theatre.move_by_command(number).await;
    // The end stands in the thread, and in a line in the channel.
    for number in 0..4 {
        let hands = theatre.hands(number);
        if theatre.state().await.game().unwrap().over().is_some() {
            break;
        }
        hands.user.slash(hands.channel, "junqi leave", &[]).await.unwrap();
        hands.press(|button| button == Button::Desert).await.unwrap();
        told(&hands, if number < 2 { "你逃跑了" } else { "You have deserted" }).await;
    }
    board_in(&onlooker, thread, |button| button == Button::Rematch).await;
    let result = onlooker.user.wait_for(theatre.club.channel, SOON, |messages| {
        let door = messages.iter().find(|message| message.id == door.id)?;
        (door.content.contains("莊家") && door.content.contains("**+") && door.content.contains(&link))
            .then_some(())
    });
    result.await.unwrap();
    assert_eq!(onlooker.user.threads(theatre.club.channel), [thread], "the thread is kept");
    theatre.assert_clean();
    theatre.bot.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn after_a_restart_the_table_goes_on_in_the_same_thread() {
    let theatre = Theatre::open().await;
    theatre.open_battle(1).await;
    let thread = theatre.thread();
    let before = board_in(&theatre.hands(4), thread, is_move).await;
    theatre.whose_turn(1).await;
    let theatre = theatre.restart(async |_, _| {}).await;
    let hands = theatre.hands(4);
    let anew = hands.user.wait_for(thread, SOON, |_| {
        let boards = public_with(&hands, thread, is_move);
        (boards.len() == 1 && boards[0].id > before.id).then_some(())
    });
    anew.await.expect("the board is posted anew, and the old one has no buttons (RULES 12.6)");
    assert_eq!(theatre.thread(), thread);
    assert_eq!(openings(&theatre).len(), 1);
    theatre.assert_clean();
    theatre.bot.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_thread_that_was_opened_and_not_remembered_is_found_again() {
    let theatre = Theatre::open().await;
    theatre.open_battle(1).await;
    let thread = theatre.thread();
    theatre.whose_turn(1).await;
    // As if the program had been killed between opening the thread and writing that down.
    let theatre = theatre
        .restart(async |club, store| {
            let channel = junqi::table::ChannelId(club.channel.get());
            let lobby = Place { channel, message: MessageId(thread.get()) };
            store.set_place(TableId(1), Slot::Door, None).await.unwrap();
            store.set_place(TableId(1), Slot::Main, Some(lobby)).await.unwrap();
        })
        .await;
    let hands = theatre.hands(4);
    let again = hands
        .user
        .wait_for(thread, SOON, |_| (public_with(&hands, thread, is_move).len() == 2).then_some(()));
    again.await.expect("a board is posted in the thread; the one that was not remembered stays");
    assert_eq!(theatre.thread(), thread);
    assert_eq!(openings(&theatre).last().unwrap().answer["code"], 160_004);
    theatre.bot.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn without_a_thread_the_table_plays_in_its_channel() {
    // Not allowed: it is not even tried.
    let theatre = Theatre::open().await;
    theatre
        .club
        .sandbox
        .set_everyone(theatre.club.guild, Permissions::EVERYONE.without(Permissions::CREATE_PUBLIC_THREADS));
    let bot = theatre.club.sandbox.bot_user();
    theatre.club.sandbox.set_permissions(theatre.club.guild, bot, Permissions::NONE);
    theatre.open_battle(1).await;
    assert!(openings(&theatre).is_empty(), "{:?}", openings(&theatre));
    board_in(&theatre.hands(4), theatre.club.channel, is_move).await;
    theatre.assert_clean();
    theatre.bot.stop().await.unwrap();
    // Too many are open already.
    let theatre = Theatre::open().await;
    theatre.club.sandbox.fail_route(RouteFault {
        method: "POST".to_owned(),
        path_prefix: format!("/channels/{}/messages/", theatre.club.channel),
        status: 400,
        code: 160_006,
        times: 1,
    });
    theatre.open_battle(1).await;
    board_in(&theatre.hands(4), theatre.club.channel, is_move).await;
    assert_eq!(openings(&theatre)[0].answer["code"], 160_006);
    assert!(theatre.hands(4).user.threads(theatre.club.channel).is_empty());
    theatre.assert_clean();
    theatre.bot.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_table_opened_in_a_thread_or_a_post_plays_there() {
    let theatre = Theatre::open().await;
    let thread = theatre.club.sandbox.add_thread(theatre.club.channel, "找人打軍棋");
    let opener = theatre.hands(0);
    opener.user.slash(thread, "junqi start", &[("computers", 3.into())]).await.unwrap();
    theatre.start().await;
    theatre.lead_to_battle(1).await;
    board_in(&opener, thread, is_move).await;
    assert!(openings(&theatre).is_empty());
    assert_eq!(theatre.thread(), thread);
    theatre.assert_clean();
    theatre.bot.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_archived_thread_is_woken_and_a_locked_or_deleted_one_left() {
    let theatre = Theatre::open().await;
    theatre.open_battle(1).await;
    let (thread, channel) = (theatre.thread(), theatre.club.channel);
    let hands = theatre.hands(0);
    theatre.whose_turn(1).await;
    // A ping that is still to come would wake the thread itself.
    let is_pinged = |messages: &[MessageView]| {
        messages.iter().any(|message| message.content.contains("輪到你走棋")).then_some(())
    };
    hands.wait_for(SOON, is_pinged).await.unwrap();
    let before = board_in(&hands, thread, is_move).await;
    // Archived (50083): a new board wakes it.
    theatre.club.sandbox.archive_thread(thread);
    theatre.move_by_command(0).await;
    let anew = hands.user.wait_for(thread, SOON, |_| {
        let boards = public_with(&hands, thread, is_move);
        (boards.len() == 1 && boards[0].id > before.id).then_some(())
    });
    anew.await.expect("one live board, and it is a new one");
    // Locked (160005): the game goes on in the channel, and stays there.
    theatre.whose_turn(1).await;
    theatre.club.sandbox.lock_thread(thread);
    theatre.move_by_command(0).await;
    board_in(&hands, channel, is_move).await;
    theatre.whose_turn(1).await;
    theatre.move_by_command(0).await;
    theatre.whose_turn(1).await;
    let theatre = theatre.restart(async |_, _| {}).await;
    let hands = theatre.hands(0);
    board_in(&hands, channel, is_move).await;
    assert_eq!(openings(&theatre).len(), 1, "no other thread is opened");
    theatre.assert_clean();
    theatre.bot.stop().await.unwrap();
    // Deleted (10003): the same.
    let theatre = Theatre::open().await;
    theatre.open_battle(1).await;
    let (thread, channel) = (theatre.thread(), theatre.club.channel);
    theatre.whose_turn(1).await;
    theatre.club.sandbox.delete_channel(thread);
    theatre.move_by_command(0).await;
    board_in(&theatre.hands(0), channel, is_move).await;
    theatre.assert_clean();
    theatre.bot.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn with_its_channel_gone_a_game_goes_on_by_direct_messages_and_by_commands_elsewhere() {
    let theatre = Theatre::open().await;
    let elsewhere = theatre.club.sandbox.add_text_channel(theatre.club.guild, "閒聊");
    theatre.open_battle(3).await;
    let number = theatre.whose_turn(3).await;
    let table = theatre.state().await.id;
    theatre.club.sandbox.delete_channel(theatre.club.channel);
    // 小明 (0) and Alice (2) take direct messages, 阿華 (1) plays by commands.
    let state = async || junqi::table::TableState::replay(theatre.store.table(table).await.unwrap()).unwrap();
    let mut number = Some(number);
    let mut by_direct_message = 0;
    for round in 0..9 {
        let Some(who) = number else { break };
        let (hands, now) = (theatre.hands(who), state().await);
        let seat = now.seat_of(theatre.user(who)).unwrap();
        let battle = now.game().unwrap().battle().unwrap();
        let moves = battle.position().moves(seat);
        let turn = battle.turn_number();
        if who == 1 || round == 0 {
            // A command elsewhere finds the table.
            let options =
                [("from", moves[0].from.to_string().into()), ("to", moves[0].to.to_string().into())];
            hands.user.slash(elsewhere, "junqi move", &options).await.unwrap();
        } else {
            let own_turn = |messages: &[MessageView]| {
                let found = ours(messages)
                    .find(|found| matches!(found.id.button, Button::From { turn: of, .. } if of == turn))?;
                Some((found.message.id, found.component.custom_id.clone()))
            };
            let (view, from) = hands.user.wait_for_direct(SOON, own_turn).await.unwrap();
            let step = moves[0];
            hands.user.choose(view, &from, &[&step.from.to_string()]).await.unwrap();
            let to = hands.user.wait_for_direct(SOON, |messages| {
                let found = ours(messages).find(|found| {
                    matches!(found.id.button, Button::To { turn: of, from, .. } if of == turn && from == step.from)
                })?;
                Some(found.component.custom_id.clone())
            });
            let to = to.await.unwrap();
            hands.user.choose(view, &to, &[&step.to.to_string()]).await.unwrap();
            by_direct_message += 1;
        }
        let mut changes = theatre.club.sandbox.changes();
        number = loop {
            changes.borrow_and_update();
            let now = state().await;
            let Some(battle) = now.game().unwrap().battle() else { break None };
            let on_turn = battle.position().turn();
            let next = (0..3).find(|number| now.seat_of(theatre.user(*number)) == Some(on_turn));
            if battle.turn_number() > turn && next.is_some() {
                break next;
            }
            tokio::time::timeout(SOON, changes.changed()).await.expect("the game goes on").unwrap();
        };
    }
    assert!(by_direct_message >= 2, "{by_direct_message} moves were made by direct message");
    // It ends like any other, and its people are told where they can be.
    for number in [1, 0, 2] {
        if state().await.game().unwrap().over().is_some() {
            break;
        }
        let hands = theatre.hands(number);
        let asked = hands.user.slash(elsewhere, "junqi leave", &[]).await.unwrap();
        let view = hands.user.wait_for_answer(&asked, SOON).await.unwrap();
        let desert = ours(std::slice::from_ref(&view))
            .find(|found| found.id.button == Button::Desert)
            .map(|found| found.component.custom_id.clone());
        if let Some(desert) = desert {
            hands.user.press(view.id, &desert).await.unwrap();
            let left = hands.user.wait_for(elsewhere, SOON, |messages| {
                messages
                    .iter()
                    .any(|message| message.id == view.id && message.components.is_empty())
                    .then_some(())
            });
            left.await.unwrap();
        }
    }
    assert!(state().await.game().unwrap().over().is_some());
    let hands = theatre.hands(0);
    let result = hands.user.wait_for_direct(SOON, |messages| {
        messages
            .iter()
            .any(|message| message.content.contains("**+") || message.content.contains("**-"))
            .then_some(())
    });
    result.await.expect("result and points come by direct message");
    theatre.assert_clean();
    theatre.bot.stop().await.unwrap();
}
