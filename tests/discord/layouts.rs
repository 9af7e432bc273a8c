//! `/junqi layouts`: shown, renamed, deleted; by their owner alone, in direct messages too.

use discord_sandbox::MessageView;
use junqi::discord::custom_id::{Button, Drawer, Shelf};
use junqi::rules::{Kind, Layout, Role, Seat, ground};
use junqi::sandbox::Hands;
use junqi::table::{LAYOUTS_MOST, SavedLayout, Store};

use crate::stage::{SOON, Theatre, choose_in, deploy, modal_in, press_in, says, submit_in};

async fn open(hands: &Hands, channel: discord_sandbox::ChannelId) -> MessageView {
    let asked = hands.user.slash(channel, "junqi layouts", &[]).await.unwrap();
    hands.user.wait_for_answer(&asked, SOON).await.unwrap()
}

/// Some layout, as it lies in South's arm.
fn layout(role: Role) -> Layout {
    let quarter = "H1".parse().unwrap();
    let kind = |point| if point == quarter { Kind::Flag } else { Kind::Captain };
    Layout(ground(Seat::South, role).iter().map(|point| (point, kind(point))).collect())
}

async fn save(theatre: &Theatre, number: usize, name: &str, role: Role) {
    let saved = SavedLayout { name: name.to_owned(), role, layout: layout(role) };
    theatre.store.save_layout(theatre.user(number), &saved).await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn saved_layouts_are_shown_renamed_and_deleted() {
    let theatre = Theatre::open().await;
    let hands = theatre.hands(2);
    let empty = open(&hands, hands.channel).await;
    assert!(empty.is_ephemeral && empty.content.contains("None yet"), "{}", empty.content);
    save(&theatre, 2, "鐵桶", Role::Defender).await;
    save(&theatre, 2, "b", Role::Defender).await;
    save(&theatre, 2, "solo", Role::Declarer).await;
    save(&theatre, 0, "another's", Role::Defender).await;
    let view = open(&hands, hands.channel).await;
    assert!(view.content.contains("2 of 20") && !view.json.to_string().contains("another's"));
    let choose = |button: Button| matches!(button, Button::Shelf(Shelf::Choose(_)));
    let view = choose_in(&hands, &view, choose, "鐵桶").await;
    let alt = view.attachments[0].description.clone().unwrap();
    assert!(alt.contains("H1") && alt.contains("defender"), "{alt}");
    let is_rename = |button: Button| matches!(button, Button::Shelf(Shelf::Rename(..)));
    let modal = modal_in(&hands, &view, is_rename).await;
    let view = submit_in(&hands, &view, &modal, "b").await;
    says(&hands, &view, "Choose another name").await;
    let modal = modal_in(&hands, &view, is_rename).await;
    let view = submit_in(&hands, &view, &modal, "  _new_ ").await;
    says(&hands, &view, "Its name is now “**\\_new\\_**”").await;
    let is_ask = |button: Button| matches!(button, Button::Shelf(Shelf::AskDelete(..)));
    let is_show = |button: Button| matches!(button, Button::Shelf(Shelf::Show(..)));
    let view = press_in(&hands, &view, is_ask).await;
    says(&hands, &view, "cannot be brought back").await;
    let view = press_in(&hands, &view, is_show).await;
    assert_eq!(theatre.store.layouts(theatre.user(2), Role::Defender).await.unwrap().len(), 2);
    let view = press_in(&hands, &view, is_ask).await;
    let view = press_in(&hands, &view, |button| matches!(button, Button::Shelf(Shelf::Delete(..)))).await;
    says(&hands, &view, "is deleted").await;
    assert!(view.attachments.is_empty());
    let left = theatre.store.layouts(theatre.user(2), Role::Defender).await.unwrap();
    assert_eq!(left.iter().map(|saved| saved.name.as_str()).collect::<Vec<_>>(), ["b"]);
    let view = press_in(&hands, &view, |button| button == Button::Shelf(Shelf::Open(Role::Declarer))).await;
    says(&hands, &view, "as declarer").await;
    // The same in the conversation with the bot.
    let view = open(&hands, hands.user.direct_channel()).await;
    let view = choose_in(&hands, &view, choose, "b").await;
    assert_eq!(view.attachments.len(), 1);
    theatre.assert_clean();
    theatre.bot.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_that_is_gone_and_one_too_many_are_told() {
    let theatre = Theatre::open().await;
    deploy(&theatre, 0).await;
    let hands = theatre.hands(2);
    save(&theatre, 2, "old", Role::Defender).await;
    let shelf = open(&hands, hands.channel).await;
    let choose = |button: Button| matches!(button, Button::Shelf(Shelf::Choose(_)));
    let shelf = choose_in(&hands, &shelf, choose, "old").await;
    theatre.store.delete_layout(theatre.user(2), Role::Defender, "old").await.unwrap();
    let is_rename = |button: Button| matches!(button, Button::Shelf(Shelf::Rename(..)));
    let modal = modal_in(&hands, &shelf, is_rename).await;
    let shelf = submit_in(&hands, &shelf, &modal, "new").await;
    says(&hands, &shelf, "not there any more").await;
    // Another hand's layout comes as near as this hand allows, and says how near.
    save(&theatre, 2, "captains", Role::Defender).await;
    let asked = hands.user.slash(hands.channel, "junqi deploy", &[]).await.unwrap();
    let view = hands.user.wait_for_answer(&asked, SOON).await.unwrap();
    let drawer = |wanted| move |button: Button| button == Button::Drawer(wanted);
    let view = press_in(&hands, &view, drawer(Drawer::Open)).await;
    let is_load = |button: Button| matches!(button, Button::Drawer(Drawer::Load { .. }));
    let view = choose_in(&hands, &view, is_load, "captains").await;
    says(&hands, &view, "of 25 points as saved").await;
    for number in 1..LAYOUTS_MOST {
        save(&theatre, 2, &format!("{number:02}"), Role::Defender).await;
    }
    let view = press_in(&hands, &view, drawer(Drawer::Open)).await;
    let custom_id = crate::stage::component(&hands, &view, drawer(Drawer::Save));
    assert!(view.component(&custom_id).unwrap().is_disabled, "there is no room for another");
    let refused = view.component(&crate::stage::component(&hands, &view, is_load)).unwrap();
    assert_eq!(refused.options.len(), LAYOUTS_MOST as usize);
    theatre.assert_clean();
    theatre.bot.stop().await.unwrap();
}
