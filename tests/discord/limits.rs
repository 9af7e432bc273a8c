//! How often tables may be opened.

use std::time::Duration;

use junqi::discord::custom_id::Button;
use junqi::sandbox::Hands;
use junqi::table::{Habits, Store};

use crate::stage::{SOON, Theatre, ask, hasty};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_opens_one_table_after_another_is_told_when_the_next_may_be() {
    let habits = Habits { reopen_user: Duration::from_mins(10), ..hasty() };
    let theatre = Theatre::open_with(habits).await;
    let alice = theatre.hands(2);
    ask(&alice, "junqi start", &[]).await;
    alice.press(|button| button == Button::Close).await.unwrap();
    let is_closed = |messages: &[discord_sandbox::MessageView]| {
        messages.iter().any(|message| message.content.contains("closed the table")).then_some(())
    };
    alice.wait_for(SOON, is_closed).await.unwrap();
    let other = theatre.club.sandbox.add_text_channel(theatre.club.guild, "二");
    for channel in [theatre.club.channel, other] {
        let refused = ask(&Hands { channel, ..alice.clone() }, "junqi start", &[]).await;
        assert!(refused.content.contains("the next one <t:"), "{}", refused.content);
    }
    // Somebody else may.
    let opened = ask(&theatre.hands(3), "junqi start", &[]).await;
    assert!(opened.content.contains("is open"), "{}", opened.content);
    theatre.assert_clean();
    theatre.bot.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_channel_takes_two_tables_but_not_at_once() {
    let habits = Habits { reopen_channel: Duration::from_mins(10), ..hasty() };
    let theatre = Theatre::open_with(habits).await;
    ask(&theatre.hands(2), "junqi start", &[]).await;
    let refused = ask(&theatre.hands(3), "junqi start", &[]).await;
    assert!(refused.content.contains("opened here just now"), "{}", refused.content);
    assert_eq!(theatre.store.running_tables().await.unwrap().len(), 1);
    let theatre = theatre.restart(async |_, _| {}).await;
    let opened = ask(&theatre.hands(3), "junqi start", &[]).await;
    assert!(opened.content.contains("is open"), "{}", opened.content);
    assert_eq!(theatre.store.running_tables().await.unwrap().len(), 2);
    theatre.bot.stop().await.unwrap();
}
