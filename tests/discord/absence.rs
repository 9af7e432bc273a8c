//! A player who goes away for a while of their own accord (RULES 12.2, `/junqi leave`).

use discord_sandbox::MessageView;
use junqi::discord::custom_id::Button;
use junqi::sandbox::ours;

use crate::stage::{SOON, Theatre, ask, component, told};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_leaves_for_a_while_keeps_their_place_and_any_press_brings_them_back() {
    let theatre = Theatre::open().await;
    theatre.open_battle(2).await;
    let (hands, thread) = (theatre.hands(0), theatre.thread());
    let seat = theatre.state().await.seat_of(theatre.user(0)).unwrap();
    let asking = ask(&hands, "junqi leave", &[]).await;
    assert!(asking.is_ephemeral && asking.content.contains("這算**逃跑**"), "{}", asking.content);
    let away = component(&hands, &asking, |button| button == Button::Absent);
    hands.user.press(asking.id, &away).await.unwrap();
    told(&hands, "已暫離").await;
    let is_shown = |messages: &[MessageView]| {
        ours(messages)
            .any(|found| found.id.button == Button::Back && found.message.content.contains("暫離"))
            .then_some(())
    };
    hands.user.wait_for(thread, SOON, is_shown).await.unwrap();
    let state = theatre.state().await;
    assert_eq!(state.seat_of(theatre.user(0)), Some(seat), "the place is kept");
    assert!(state.game().unwrap().over().is_none(), "nobody deserted");
    // Pressed again it changes nothing more: that press itself brings them back before.
    hands.press(|button| button == Button::View).await.unwrap();
    let is_back = |messages: &[MessageView]| {
        (!ours(messages).any(|found| found.id.button == Button::Back)).then_some(())
    };
    hands.user.wait_for(thread, SOON, is_back).await.unwrap();
    let number = theatre.whose_turn(2).await;
    theatre.move_by_command(number).await;
    theatre.assert_clean();
    theatre.bot.stop().await.unwrap();
}
