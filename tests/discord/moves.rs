//! Moving from whatever view: selects, typed moves, commands, direct messages; and what those see who
//! have no move to make (UX, Battle).

use discord_sandbox::{MessageView, Outcome};
use junqi::discord::custom_id::Button;
use junqi::rules::Move;
use junqi::sandbox::{Found, Hands, ours};

use crate::stage::{SOON, Theatre, ask, told};

/// The custom id of such a component on the message.
fn component(view: &MessageView, fits: impl Fn(Button) -> bool) -> String {
    let seen = [view.clone()];
    let found = ours(&seen).find(|found| fits(found.id.button)).expect("the view has it");
    found.component.custom_id.clone()
}

/// The first legal move of the player on turn.
async fn first_move(theatre: &Theatre) -> Move {
    let state = theatre.state().await;
    let battle = state.game().unwrap().battle().unwrap();
    battle.position().moves(battle.position().turn())[0]
}

/// Opens the player's own view with the board's button Move.
async fn open_view(hands: &Hands) -> MessageView {
    let (board, move_button) = hands.find(|button| button == Button::Move).await.unwrap();
    let asked = hands.user.press(board, &move_button).await.unwrap();
    let view = hands.user.wait_for_answer(&asked, SOON).await.unwrap();
    hands.wait_for_view(&view, |found| matches!(found.id.button, Button::TypeMove { .. })).await.unwrap()
}

/// Types into the modal that the view's button opens.
async fn type_into(hands: &Hands, view: &MessageView, text: &str) {
    let button = component(view, |button| matches!(button, Button::TypeMove { .. }));
    let opened = hands.user.press(view.id, &button).await.unwrap();
    assert_eq!(opened.outcome, Outcome::Answered, "the modal is the first answer");
    let modal = hands.user.open_modal().unwrap();
    hands.user.submit(&modal, &[("text", text)]).await.unwrap();
}

async fn note(hands: &Hands, view: &MessageView, words: &str) {
    let noted = hands.user.wait_for(view.channel, SOON, |messages| {
        messages.iter().any(|message| message.id == view.id && message.content.contains(words)).then_some(())
    });
    noted.await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_move_can_be_typed_from_the_view_and_what_is_wrong_with_it_is_named_there() {
    let theatre = Theatre::open().await;
    theatre.open_battle(1).await;
    let hands = theatre.hands(0);
    theatre.whose_turn(1).await;
    let view = open_view(&hands).await;
    let step = first_move(&theatre).await;
    let before = theatre.state().await.len;
    for (text, words) in [
        ("哪裡", "請輸入兩個點".to_owned()),
        (&step.from.to_string(), "還不夠".to_owned()),
        ("G6 A1", "「A1」不是棋盤上的點".to_owned()),
        ("G6 G7 G9", "一次只走一步".to_owned()),
        (&format!("{0} {0}", step.from), "自己人".to_owned()),
    ] {
        type_into(&hands, &view, text).await;
        note(&hands, &view, &words).await;
        assert_eq!(theatre.state().await.len, before, "{text}");
    }
    // Full-width and small letters will do.
    let wide: String = format!("{}－{}", step.from, step.to)
        .chars()
        .map(|character| {
            if character.is_ascii() {
                char::from_u32(u32::from(character) + 0xfee0).unwrap()
            } else {
                character
            }
        })
        .collect();
    let turn = theatre.state().await.game().unwrap().battle().unwrap().turn_number();
    type_into(&hands, &view, &wide.to_lowercase()).await;
    theatre.turn_passed(turn).await;
    theatre.whose_turn(1).await;
    let state = theatre.state().await;
    let plies = &state.game().unwrap().chronicle().plies;
    assert!(plies.iter().any(|ply| ply.from == step.from && ply.to == step.to), "{wide}");
    // The view stays, and offers the next turn.
    let turn = state.game().unwrap().battle().unwrap().turn_number();
    let next =
        hands.wait_for_view(&view, |found| found.id.button == Button::TypeMove { turn }).await.unwrap();
    // What was typed on an earlier turn is not made on a later one.
    let (stale, step) =
        (component(&next, |button| matches!(button, Button::TypeMove { .. })), first_move(&theatre).await);
    hands.user.press(next.id, &stale).await.unwrap();
    let modal = hands.user.open_modal().unwrap();
    theatre.move_by_command(0).await;
    theatre.whose_turn(1).await;
    let before = theatre.state().await.len;
    hands.user.submit(&modal, &[("text", &format!("{} {}", step.from, step.to))]).await.unwrap();
    told(&hands, "過時").await;
    assert_eq!(theatre.state().await.len, before);
    theatre.assert_clean();
    theatre.bot.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_move_command_suggests_legal_moves_to_the_typist_alone() {
    let theatre = Theatre::open().await;
    theatre.open_battle(1).await;
    let hands = theatre.hands(0);
    theatre.whose_turn(1).await;
    let step = first_move(&theatre).await;
    let from = hands
        .user
        .autocomplete(hands.channel, "junqi move", &[("from", step.from.to_string().into())], "from")
        .await
        .unwrap();
    let named =
        from.iter().find(|choice| choice.value == step.from.to_string()).expect("the piece is suggested");
    assert!(named.name.starts_with(&format!("{} ", step.from)), "its kind is named: {}", named.name);
    assert!(
        from.iter().all(|choice| choice.value.as_str().unwrap().len() <= 3),
        "the value is the point alone"
    );
    let options = [("from", step.from.to_string().into()), ("to", step.to.to_string().into())];
    let to = hands.user.autocomplete(hands.channel, "junqi move", &options, "to").await.unwrap();
    assert!(to.iter().any(|choice| choice.value == step.to.to_string()));
    // Somebody else is suggested nothing.
    let onlooker = theatre.hands(4);
    for (focused, options) in [("from", &[("from", "".into())][..]), ("to", &options[..])] {
        let other =
            onlooker.user.autocomplete(onlooker.channel, "junqi move", options, focused).await.unwrap();
        assert!(other.is_empty(), "{other:?}");
    }
    // A suggestion that is typed out is taken too, and the answer is the typist's alone.
    let (from, to) = (format!("{} 工兵", step.from), step.to.to_string().to_lowercase());
    let asked = hands
        .user
        .slash(hands.channel, "junqi move", &[("from", from.into()), ("to", to.into())])
        .await
        .unwrap();
    let answer = hands.user.wait_for_answer(&asked, SOON).await.unwrap();
    assert!(answer.is_ephemeral);
    theatre.whose_turn(1).await;
    let state = theatre.state().await;
    assert!(
        state.game().unwrap().chronicle().plies.iter().any(|ply| (ply.from, ply.to) == (step.from, step.to))
    );
    theatre.assert_clean();
    theatre.bot.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_direct_message_plays_the_battle_as_well() {
    let theatre = Theatre::open().await;
    theatre.open_battle(1).await;
    let hands = theatre.hands(0);
    theatre.whose_turn(1).await;
    let here = |messages: &[MessageView]| {
        let found = ours(messages)
            .find(|found| found.id.button == Button::View && found.message.content.contains("戰鬥開始了"))?;
        Some((found.message.id, found.component.custom_id.clone()))
    };
    let (message, open) = hands.user.wait_for_direct(SOON, here).await.unwrap();
    hands.user.press(message, &open).await.unwrap();
    let messages_before = hands.user.direct_messages().len();
    for _ in 0..2 {
        theatre.whose_turn(1).await;
        let turn = theatre.state().await.game().unwrap().battle().unwrap().turn_number();
        let step = first_move(&theatre).await;
        let selects = |fits: &dyn Fn(Button) -> bool, messages: &[MessageView]| {
            let same = messages.iter().find(|view| view.id == message)?;
            let found = ours(std::slice::from_ref(same)).find(|found| fits(found.id.button))?;
            Some(found.component.custom_id.clone())
        };
        let is_from = move |button: Button| matches!(button, Button::From { turn: of, .. } if of == turn);
        let from = hands.user.wait_for_direct(SOON, |messages| selects(&is_from, messages)).await.unwrap();
        hands.user.choose(message, &from, &[&step.from.to_string()]).await.unwrap();
        let is_to = move |button: Button| matches!(button, Button::To { turn: of, from, .. } if of == turn && from == step.from);
        let to = hands.user.wait_for_direct(SOON, |messages| selects(&is_to, messages)).await.unwrap();
        hands.user.choose(message, &to, &[&step.to.to_string()]).await.unwrap();
        theatre.turn_passed(turn).await;
    }
    // Typed there, too.
    theatre.whose_turn(1).await;
    let turn = theatre.state().await.game().unwrap().battle().unwrap().turn_number();
    let typed = hands.user.wait_for_direct(SOON, |messages| {
        messages
            .iter()
            .find(|view| view.id == message)
            .filter(|view| {
                ours(std::slice::from_ref(view)).any(|found| found.id.button == Button::TypeMove { turn })
            })
            .cloned()
    });
    let view = typed.await.unwrap();
    let step = first_move(&theatre).await;
    type_into(&hands, &view, &format!("{}{}", step.from, step.to)).await;
    theatre.turn_passed(turn).await;
    assert_eq!(hands.user.direct_messages().len(), messages_before, "two choices a turn and no new message");
    theatre.assert_clean();
    theatre.bot.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn spectators_and_the_eliminated_see_the_public_board_and_nothing_to_choose() {
    let theatre = Theatre::open().await;
    theatre.open_battle(4).await;
    let state = theatre.state().await;
    let declarer = state.game().unwrap().chronicle().bid.unwrap().declarer;
    let out = (0..4).find(|number| state.seat_of(theatre.user(*number)) == Some(declarer.next())).unwrap();
    let contract = state.game().unwrap().chronicle().bid.unwrap().contract.defenders();
    assert_eq!(contract, 1, "the first user has called one");
    // With a contract of one the first fall ends the game: look before and after it.
    let alts = async |number: usize| {
        let hands = theatre.hands(number);
        let (board, view) = hands.find(|button| button == Button::View).await.unwrap();
        let asked = hands.user.press(board, &view).await.unwrap();
        hands.user.wait_for_answer(&asked, SOON).await.unwrap()
    };
    let seen = alts(4).await;
    assert!(seen.content.starts_with("As a spectator sees it"), "{}", seen.content);
    assert!(seen.content.contains("<t:"), "whose turn it is and until when: {}", seen.content);
    assert!(seen.components.iter().all(|component| component.options.is_empty()), "nothing to choose");
    let public = theatre.hands(4);
    let board = public.find(|button| button == Button::Move).await.unwrap().0;
    let board = public.user.message(board).unwrap();
    let views = ours(std::slice::from_ref(&board)).filter(|found| found.id.button == Button::View).count();
    assert_eq!(views, 1);
    let own = alts(out).await;
    assert_ne!(own.attachments[0].description, seen.attachments[0].description, "a player sees own pieces");
    theatre.assert_clean();
    theatre.bot.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_wants_to_be_asked_confirms_each_move_and_may_think_again() {
    let theatre = Theatre::open().await;
    ask(&theatre.hands(0), "junqi settings", &[("confirm_moves", true.into())]).await;
    theatre.open_battle(1).await;
    let hands = theatre.hands(0);
    theatre.whose_turn(1).await;
    let view = open_view(&hands).await;
    let (before, step) = (theatre.state().await.len, first_move(&theatre).await);
    let choose_both = async || {
        let select = async |wanted: fn(Button) -> bool, value: String| {
            let ready = hands.wait_for_view(&view, |found| wanted(found.id.button)).await.unwrap();
            hands.user.choose(view.id, &component(&ready, wanted), &[&value]).await.unwrap();
        };
        select(|button| matches!(button, Button::From { .. }), step.from.to_string()).await;
        select(|button| matches!(button, Button::To { .. }), step.to.to_string()).await;
        let is_asked = |found: &Found<'_>| matches!(found.id.button, Button::ConfirmMove { .. });
        hands.wait_for_view(&view, is_asked).await.unwrap()
    };
    let asking = choose_both().await;
    assert!(asking.content.contains(&format!("{} → {}，確定嗎？", step.from, step.to)), "{}", asking.content);
    // Not now: nothing has moved, and everything is offered again.
    let not_now = component(&asking, |button| button == Button::View);
    hands.user.press(view.id, &not_now).await.unwrap();
    assert_eq!(theatre.state().await.len, before);
    let asking = choose_both().await;
    let turn = theatre.state().await.game().unwrap().battle().unwrap().turn_number();
    let confirm = component(&asking, |button| matches!(button, Button::ConfirmMove { .. }));
    hands.user.press(view.id, &confirm).await.unwrap();
    theatre.turn_passed(turn).await;
    let state = theatre.state().await;
    let plies = &state.game().unwrap().chronicle().plies;
    assert!(plies.iter().any(|ply| ply.from == step.from && ply.to == step.to), "it is made");
    theatre.assert_clean();
    theatre.bot.stop().await.unwrap();
}
