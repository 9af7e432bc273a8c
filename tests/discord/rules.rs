//! `/junqi rules`, practice, and what a newcomer is told.

use discord_sandbox::MessageView;
use junqi::discord::custom_id::Button;
use junqi::sandbox::{Hands, ours};
use junqi::table::{Store, TableState};

use crate::stage::{SOON, Theatre, press_in, told};

async fn read(hands: &Hands, channel: discord_sandbox::ChannelId, topic: Option<&str>) -> MessageView {
    let options: Vec<_> = topic.map(|topic| ("topic", topic.into())).into_iter().collect();
    let asked = hands.user.slash(channel, "junqi rules", &options).await.unwrap();
    hands.user.wait_for_answer(&asked, SOON).await.unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_rules_are_read_page_by_page_with_their_pictures() {
    let theatre = Theatre::open().await;
    let hands = theatre.hands(4);
    let mut view = read(&hands, hands.channel, None).await;
    assert!(view.is_ephemeral && view.content.contains("your first game"), "{}", view.content);
    let mut pictures = 0;
    for page in 1..10_u8 {
        view = press_in(&hands, &view, |button| button == Button::Rules { page }).await;
        pictures += view.attachments.len();
        assert!(view.attachments.iter().all(|file| file.description.is_some()));
    }
    assert_eq!(pictures, 3, "the order of pieces, the board, riding");
    assert!(view.content.contains("10"), "{}", view.content);
    theatre.assert_clean();
    theatre.bot.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn topics_are_offered_in_the_readers_language_and_in_direct_messages() {
    let theatre = Theatre::open().await;
    let chinese = theatre.hands(0);
    let options = [("topic", "戰".into())];
    let offered = chinese.user.autocomplete(chinese.channel, "junqi rules", &options, "topic").await.unwrap();
    assert_eq!(offered.iter().map(|choice| choice.name.as_str()).collect::<Vec<_>>(), ["規則：戰鬥"]);
    let view = read(&chinese, chinese.channel, Some("combat")).await;
    assert!(view.content.starts_with("## 規則：戰鬥"), "{}", view.content);
    let view = read(&chinese, chinese.user.direct_channel(), Some("走棋")).await;
    assert!(view.content.starts_with("## 規則：走棋") && view.attachments.len() == 1, "{}", view.content);
    let view = read(&chinese, chinese.channel, Some("圍棋 **")).await;
    assert!(
        view.content.contains("沒有「圍棋 \\*\\*」") && view.content.contains("規則：布陣"),
        "{}",
        view.content
    );
    theatre.assert_clean();
    theatre.bot.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_press_begins_a_game_against_three_computers() {
    let theatre = Theatre::open().await;
    let hands = theatre.hands(2);
    let direct = read(&hands, hands.user.direct_channel(), None).await;
    let view = press_in(&hands, &direct, |button| button == Button::Practise).await;
    assert!(view.content.contains("server's channel"), "{}", view.content);
    let view = read(&hands, hands.channel, None).await;
    let view = press_in(&hands, &view, |button| button == Button::Practise).await;
    assert!(view.content.contains("you against three computers"), "{}", view.content);
    // The computers may have called already.
    hands.find(|button| button == Button::View).await.unwrap();
    let state = TableState::replay(theatre.store.table(hands.table().unwrap()).await.unwrap()).unwrap();
    assert!(state.game().is_some() && state.lobby().joiners().len() == 4);
    assert_eq!(state.joins().len(), 1);
    // Who plays already cannot open another.
    let view = read(&hands, hands.channel, None).await;
    let view = press_in(&hands, &view, |button| button == Button::Practise).await;
    assert!(view.content.contains("You still sit at table"), "{}", view.content);
    theatre.assert_clean();
    theatre.bot.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_sits_down_for_the_first_time_is_told_how_it_goes_and_who_has_played_is_not() {
    let theatre = Theatre::open().await;
    theatre.open_table(3).await;
    for (number, words) in [(0, "第一次玩？"), (2, "Your first game?")] {
        let hint = told(&theatre.hands(number), words).await;
        let rules = ours(std::slice::from_ref(&hint)).next().unwrap().id.button;
        assert_eq!(rules, Button::Rules { page: 0 });
    }
    theatre.start().await;
    // The game is void, but it was one.
    for number in 0..3 {
        let hands = theatre.hands(number);
        if crate::stage::is_over(&hands.messages()) {
            break;
        }
        hands.user.slash(hands.channel, "junqi leave", &[]).await.unwrap();
        hands.press(|button| button == Button::Desert).await.unwrap();
        hands.wait_for(SOON, |messages| crate::stage::is_over(messages).then_some(())).await.unwrap();
    }
    let hands = theatre.hands(2);
    let count = |messages: &[MessageView]| {
        messages.iter().filter(|message| message.content.contains("Your first game?")).count()
    };
    let before = count(&hands.messages());
    hands.user.slash(hands.channel, "junqi start", &[]).await.unwrap();
    told(&hands, "is open. The others press Join").await;
    // The greeting comes before the hint would.
    let greeted = |messages: &[MessageView]| {
        messages
            .iter()
            .filter(|message| message.content.contains("Your pieces will come here"))
            .nth(1)
            .map(|_| ())
    };
    hands.user.wait_for_direct(SOON, greeted).await.unwrap();
    assert_eq!(count(&hands.messages()), before);
    theatre.assert_clean();
    theatre.bot.stop().await.unwrap();
}
