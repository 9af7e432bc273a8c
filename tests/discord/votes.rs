//! Requests and votes: what is asked, who has answered, and what is left (RULES 11).

use discord_sandbox::MessageView;
use junqi::discord::custom_id::Button;
use junqi::rules::{Answer, Request};
use junqi::sandbox::ours;

use crate::stage::{SOON, Theatre, is_over, told};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_request_says_beforehand_what_is_left_and_its_vote_who_has_answered() {
    let theatre = Theatre::open().await;
    theatre.open_battle(4).await;
    // Too early: it is said at once, not after confirming.
    let asker = 0;
    let hands = theatre.hands(asker);
    hands.press(|button| button == Button::Ask(Request::Draw)).await.unwrap();
    told(&hands, "走滿 50 步").await;
    assert!(!ours(&hands.messages()).any(|found| matches!(found.id.button, Button::Confirm(_))));
    theatre.play_plies(4, 50).await;
    theatre.whose_turn(4).await;
    // The command asks to confirm as the button does.
    hands.user.slash(hands.channel, "junqi draw", &[]).await.unwrap();
    told(&hands, "五次請求你還剩 5 次").await;
    let before = theatre.state().await.len;
    hands.press(|button| button == Button::Confirm(Request::Draw)).await.unwrap();
    let onlooker = theatre.hands(4);
    let vote_says = async |words: &str| {
        let found = onlooker.wait_for(SOON, |messages| {
            let votes = ours(messages).filter(|found| matches!(found.id.button, Button::Vote { .. }));
            let mut votes = votes.map(|found| found.message.clone());
            votes.find(|vote| vote.content.contains(words))
        });
        found.await.unwrap_or_else(|late| panic!("no vote says {words:?}: {late}"))
    };
    let vote = vote_says("同意 **0／3**").await;
    assert!(vote.content.contains("還剩 4 次請求") && vote.content.contains("<t:"), "{}", vote.content);
    assert_eq!(vote.content.matches("— 未答").count(), 3, "{}", vote.content);
    assert!(theatre.state().await.len > before);
    let pings = |messages: &[MessageView]| {
        let is_ping = |message: &&MessageView| message.content.contains("請表決") && !message.is_ephemeral;
        messages.iter().filter(is_ping).map(|message| message.id).next_back()
    };
    let pinged = onlooker.wait_for(SOON, pings).await.unwrap();
    // No piece moves meanwhile, and a second request waits.
    let other = theatre.hands(1);
    other.user.slash(other.channel, "junqi self_destruct", &[]).await.unwrap();
    told(&other, "已有一個請求在表決").await;
    // Answers by command and by button; the ping is edited, so that nobody is pinged twice.
    other.user.slash(other.channel, "junqi vote", &[("answer", 0.into())]).await.unwrap();
    let vote = vote_says("同意 **1／3**").await;
    assert_eq!(vote.content.matches("— 未答").count(), 2, "{}", vote.content);
    let asked_still = onlooker.wait_for(SOON, |messages| {
        let ping = messages.iter().find(|message| Some(message.id) == Some(pinged))?;
        (!ping.content.contains(&other.user.id().to_string())).then_some(())
    });
    asked_still.await.expect("the same message, without who has answered");
    theatre.hands(2).answer(Answer::Agree).await.unwrap();
    vote_says("同意 **2／3**").await;
    theatre.hands(3).answer(Answer::Refuse).await.unwrap();
    let closed = onlooker.wait_for(SOON, |messages| {
        let has_vote = ours(messages).any(|found| matches!(found.id.button, Button::Vote { .. }));
        let refused = messages.iter().any(|message| message.content.contains("表決不通過"));
        (!has_vote && refused && pings(messages).is_none()).then_some(())
    });
    closed.await.unwrap();
    // The next one is counted, and carried by all.
    hands.press(|button| button == Button::Ask(Request::Draw)).await.unwrap();
    told(&hands, "五次請求你還剩 4 次").await;
    hands.press(|button| button == Button::Confirm(Request::Draw)).await.unwrap();
    vote_says("還剩 3 次請求").await;
    for number in 1..4 {
        theatre.hands(number).answer(Answer::Agree).await.unwrap();
        if number < 3 {
            vote_says(&format!("同意 **{number}／3**")).await;
        }
    }
    onlooker.wait_for(SOON, |messages| is_over(messages).then_some(())).await.unwrap();
    theatre.assert_clean();
    theatre.bot.stop().await.unwrap();
}
