//! One user, one table, one slow route holds up no other.

use std::time::Duration;

use discord_sandbox::{Answer, ChannelId, InteractionKind, RawInteraction};
use junqi::discord::custom_id::Button;
use junqi::sandbox::{Hands, ours};
use serde_json::json;

use crate::stage::{SOON, Theatre, ask, component, told};

/// Far more presses than hands can make.
const PRESSES: usize = 240;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_floods_is_told_so_and_everybody_else_is_answered() {
    let theatre = Theatre::open().await;
    theatre.open_table(4).await;
    let rules = |button| button == Button::Rules { page: 0 };
    let flooder = theatre.hands(2);
    // On the message that everybody sees, where the answer is a message of its own.
    let (message, _) = flooder.find(|button| button == Button::Join).await.unwrap();
    let lobby = flooder.user.message(message).unwrap();
    let custom_id = component(&flooder, &lobby, rules);
    for _ in 0..PRESSES {
        flooder
            .user
            .send_raw(RawInteraction {
                kind: InteractionKind::Component,
                channel: flooder.channel,
                message: Some(message),
                data: json!({ "custom_id": custom_id, "component_type": 2 }),
            })
            .unwrap();
    }
    told(&flooder, "too many presses").await;
    theatre.hands(3).press(rules).await.unwrap();
    told(&theatre.hands(3), "Rules: your first game").await;
    let of_flooder = |answer| {
        let timings = theatre.club.sandbox.timings().into_iter();
        timings.filter(|timing| timing.user == flooder.user.id() && timing.answer == Some(answer)).count()
    };
    let all_answered = theatre.club.sandbox.wait_until(SOON, |_| {
        let answers = [Answer::DeferredMessage, Answer::Message, Answer::DeferredUpdate].map(of_flooder);
        (answers.iter().sum::<usize>() >= PRESSES).then_some(answers)
    });
    let [taken, told, ignored] = all_answered.await.expect("each press is acknowledged");
    // A slow machine gives presses time to come back, so that no more than this can be said.
    assert!((40..PRESSES).contains(&taken), "{taken} taken, {told} told, {ignored} ignored");
    assert!(told >= 1, "{taken} taken, {told} told, {ignored} ignored");
    theatre.assert_clean();
    theatre.bot.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_route_that_is_slow_at_one_table_holds_up_no_other() {
    let theatre = Theatre::open().await;
    let sandbox = &theatre.club.sandbox;
    let other = sandbox.add_text_channel(theatre.club.guild, "other");
    let in_other = |number: usize| Hands { channel: other, ..theatre.hands(number) };
    ask(&theatre.hands(0), "junqi start", &[]).await;
    ask(&in_other(2), "junqi start", &[]).await;
    let join = |button| button == Button::Join;
    let (slow, quick) = (theatre.hands(1), in_other(3));
    let [(slow_message, slow_id), (quick_message, quick_id)] =
        [slow.find(join).await.unwrap(), quick.find(join).await.unwrap()];
    let prefix = format!("/channels/{}/messages", theatre.club.channel);
    sandbox.delay_route("PATCH", &prefix, Duration::from_secs(6), 1);
    slow.user.press(slow_message, &slow_id).await.unwrap();
    quick.user.press(quick_message, &quick_id).await.unwrap();
    let shows = |hands: &Hands, channel: ChannelId, name: &str| {
        let messages = hands.user.messages_with_threads(channel);
        ours(&messages).any(|found| found.message.content.contains(name))
    };
    sandbox.wait_until(SOON, |_| shows(&quick, other, "Bob").then_some(())).await.unwrap();
    assert!(!shows(&slow, theatre.club.channel, "阿華"), "the slow one is still on its way");
    let shown = sandbox.wait_until(SOON, |_| shows(&slow, theatre.club.channel, "阿華").then_some(()));
    shown.await.unwrap();
    theatre.assert_clean();
    theatre.bot.stop().await.unwrap();
}
