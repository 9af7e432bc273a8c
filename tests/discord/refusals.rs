//! Presses and commands that must change nothing, each refused with its text.

use std::collections::BTreeSet;

use discord_sandbox::{InteractionKind, RawInteraction};
use junqi::discord::custom_id::Button;
use junqi::rules::{Call, Kind, Point, Role, Seat};
use junqi::sandbox::{Hands, ours};
use serde_json::json;

use crate::stage::{SOON, Theatre, caller, told};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn presses_in_the_auction_that_are_not_ones_own_or_not_of_now_change_nothing() {
    let theatre = Theatre::open().await;
    theatre.open_table(4).await;
    theatre.start().await;
    let on_turn = caller(&theatre, 0).await;
    let before = theatre.state().await.len;
    // Somebody who does not play.
    theatre.hands(4).call(Call::One).await.unwrap();
    told(&theatre.hands(4), "You do not play at this table").await;
    // Somebody whose call it is not: 小明 reads Chinese, Alice English.
    let other = if on_turn == 0 { 2 } else { 0 };
    theatre.hands(other).call(Call::One).await.unwrap();
    told(&theatre.hands(other), if other == 0 { "還沒輪到你" } else { "It is not your turn" }).await;
    assert_eq!(theatre.state().await.len, before);
    // The same press twice.
    let hands = theatre.hands(on_turn);
    let one = |button| matches!(button, Button::Call { call: Call::One, .. });
    let (message, custom_id) = hands.find(one).await.unwrap();
    hands.user.press(message, &custom_id).await.unwrap();
    let next = caller(&theatre, 1).await;
    let after = theatre.state().await.len;
    assert_eq!(after, before + 1);
    let data = json!({ "custom_id": custom_id, "component_type": 2 });
    let again = RawInteraction {
        kind: InteractionKind::Component,
        channel: hands.channel,
        message: Some(message),
        data,
    };
    hands.user.raw(again).await.unwrap();
    told(&hands, if on_turn < 2 { "過時" } else { "out of date" }).await;
    assert_eq!(theatre.state().await.len, after);
    // A call that is too low, typed.
    let hands = theatre.hands(next);
    hands.user.slash(hands.channel, "junqi call", &[("contract", 1.into())]).await.unwrap();
    told(&hands, if next < 2 { "更高" } else { "Call more than 1" }).await;
    assert_eq!(theatre.state().await.len, after);
    theatre.bot.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn forged_buttons_and_options_are_told_what_is_wrong() {
    let theatre = Theatre::open().await;
    theatre.open_table(4).await;
    let before = theatre.state().await.len;
    let hands = theatre.hands(2);
    let message = ours(&hands.messages()).next().unwrap().message.id;
    let press = |custom_id: &str| RawInteraction {
        kind: InteractionKind::Component,
        channel: hands.channel,
        message: Some(message),
        data: json!({ "custom_id": custom_id, "component_type": 2 }),
    };
    hands.user.raw(press("j0.old.button")).await.unwrap();
    told(&hands, "not made by this version").await;
    hands.user.raw(press("j1.987654.join")).await.unwrap();
    told(&hands, "This table is over").await;
    let offered = theatre.club.sandbox.command_names(None);
    assert!(offered.iter().any(|name| name.contains("junqi")), "{offered:?}");
    let command = |options: serde_json::Value| RawInteraction {
        kind: InteractionKind::Command,
        channel: hands.channel,
        message: None,
        data: json!({ "id": "1", "name": "junqi", "type": 1, "options": options }),
    };
    let bad = json!([{ "name": "start", "type": 1, "options": [{ "name": "pace", "type": 3, "value": "hurried" }] }]);
    hands.user.raw(command(bad)).await.unwrap();
    told(&hands, "That option does not fit").await;
    let unknown = json!([{ "name": "resign", "type": 1, "options": [] }]);
    hands.user.raw(command(unknown)).await.unwrap();
    told(&hands, "There is no such command").await;
    assert_eq!(theatre.state().await.len, before);
    theatre.bot.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_sits_at_one_table_cannot_join_or_open_another() {
    let theatre = Theatre::open().await;
    theatre.open_table(3).await;
    let table = theatre.state().await.id;
    let opener = theatre.hands(0);
    opener.user.slash(opener.channel, "junqi start", &[]).await.unwrap();
    told(&opener, &format!("你還在第 {table} 桌")).await;
    let onlooker = theatre.hands(4);
    onlooker.user.slash(onlooker.channel, "junqi start", &[]).await.unwrap();
    told(&onlooker, "is open").await;
    let joiner = theatre.hands(2);
    let other = |button: Button| button == Button::Join;
    joiner
        .user
        .wait_for(joiner.channel, SOON, |messages| {
            ours(messages).find(|found| found.id.table != table && other(found.id.button)).map(|_| ())
        })
        .await
        .unwrap();
    joiner.press(other).await.unwrap();
    told(&joiner, &format!("You still sit at table {table}")).await;
    theatre.bot.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn illegal_swaps_and_moves_name_the_rule_they_break() {
    let theatre = Theatre::open().await;
    theatre.open_table(4).await;
    theatre.start().await;
    // Anybody but Alice declares: a defender's select offers the whole ground.
    let mut has_declarer = false;
    for due in 0..4 {
        let number = caller(&theatre, due).await;
        let call = if has_declarer || number == 2 { Call::Pass } else { Call::One };
        has_declarer |= call == Call::One;
        theatre.hands(number).call(call).await.unwrap();
    }
    let hands = theatre.hands(2);
    let deploying = |messages: &[discord_sandbox::MessageView]| {
        ours(messages).find(|found| matches!(found.id.button, Button::March { .. })).map(|_| ())
    };
    hands.user.wait_for_direct(SOON, deploying).await.unwrap();
    let view = hands.open_deployment().await.unwrap();
    let state = theatre.state().await;
    let seat = state.seat_of(theatre.user(2)).unwrap();
    let layout = state.game().unwrap().deployment().unwrap().layout(seat).clone();
    let flag = layout.flag().unwrap();
    let ordinary = |point: &junqi::rules::Point| {
        point.to_south(seat).row() == 5 && layout.kind(*point) != Some(Kind::Flag)
    };
    let front = *layout.0.keys().find(|point| ordinary(point)).unwrap();
    let before = state.len;
    // The view offers what may change places with the chosen piece, and would be another layout.
    let ready = hands.choose_first(&view, &flag.to_string()).await.unwrap();
    let partner =
        |point: &&Point| layout.swapped(flag, **point, seat, Role::Defender).is_ok() && **point != flag;
    let partners: BTreeSet<String> = layout.0.keys().filter(partner).map(Point::to_string).collect();
    assert_eq!(BTreeSet::from_iter(Hands::partners(&ready)), partners);
    assert!(!partners.contains(&front.to_string()));
    // Typed, it is refused.
    let swap = [("a", flag.to_string().into()), ("b", front.to_string().into())];
    hands.user.slash(hands.channel, "junqi swap", &swap).await.unwrap();
    told(&hands, "The flag must stand in a headquarters").await;
    assert_eq!(theatre.state().await.len, before);
    for number in 0..4 {
        let view = theatre.hands(number).open_deployment().await.unwrap();
        theatre.hands(number).march(&view).await.unwrap();
    }
    hands.find(|button| button == Button::Move).await.unwrap();
    let state = theatre.state().await;
    let battle = state.game().unwrap().battle().unwrap();
    let turn: Seat = battle.position().turn();
    let number = (0..4).find(|number| state.seat_of(theatre.user(*number)) == Some(turn)).unwrap();
    let mover = theatre.hands(number);
    let own = battle.position().standing(turn).iter().next().unwrap().to_string();
    let options = [("from", own.clone().into()), ("to", own.into())];
    let before = state.len;
    mover.user.slash(mover.channel, "junqi move", &options).await.unwrap();
    let words = if number < 2 {
        ["自己人", "不能移動", "大本營"]
    } else {
        ["own side", "never moves", "headquarters"]
    };
    let refused = mover.user.wait_for(mover.channel, SOON, |messages| {
        let private = messages.iter().rev().filter(|message| message.is_ephemeral);
        private
            .map(|message| message.content.clone())
            .find(|text| words.iter().any(|word| text.contains(word)))
    });
    refused.await.unwrap();
    let nonsense = [("from", "Z99".into()), ("to", "G7".into())];
    mover.user.slash(mover.channel, "junqi move", &nonsense).await.unwrap();
    told(&mover, "Z99").await;
    assert_eq!(theatre.state().await.len, before);
    theatre.assert_clean();
    theatre.bot.stop().await.unwrap();
}
