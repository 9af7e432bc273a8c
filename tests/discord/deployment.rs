//! The view of the own deployment: Undo, typed swaps, saved layouts (UX, Deployment).

use discord_sandbox::MessageView;
use junqi::discord::custom_id::{Button, Drawer};
use junqi::rules::{Kind, Layout, Point, Role};
use junqi::sandbox::{Hands, ours};

use crate::stage::{SOON, Theatre, choose_in, component, deploy, modal_in, press_in, says, submit_in, told};

/// Opens the view in the channel, where it can be watched.
async fn open(hands: &Hands) -> MessageView {
    let asked = hands.user.slash(hands.channel, "junqi deploy", &[]).await.unwrap();
    hands.user.wait_for_answer(&asked, SOON).await.unwrap()
}

/// Two points with unlike ranked pieces, which may stand anywhere.
fn two_free(layout: &Layout) -> (Point, Point) {
    let ranked: Vec<(Point, Kind)> = layout
        .0
        .iter()
        .map(|(point, kind)| (*point, *kind))
        .filter(|(_, kind)| kind.rank().is_some())
        .collect();
    let other = ranked.iter().find(|(_, kind)| *kind != ranked[0].1).unwrap();
    (ranked[0].0, other.0)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn changes_are_undone_one_by_one() {
    let theatre = Theatre::open().await;
    deploy(&theatre, 0).await;
    let hands = theatre.hands(2);
    let view = open(&hands).await;
    let is_undo = |button: Button| matches!(button, Button::Undo { .. });
    assert!(view.component(&component(&hands, &view, is_undo)).unwrap().is_disabled);
    let (first, _) = theatre.layout(2).await;
    let view = press_in(&hands, &view, |button| matches!(button, Button::Mirror { .. })).await;
    let (second, _) = theatre.layout(2).await;
    let view = press_in(&hands, &view, |button| matches!(button, Button::Shuffle { .. })).await;
    assert_ne!(theatre.layout(2).await.0, second);
    let view = press_in(&hands, &view, is_undo).await;
    assert_eq!(theatre.layout(2).await.0, second);
    let view = press_in(&hands, &view, is_undo).await;
    assert_eq!(theatre.layout(2).await.0, first);
    assert!(view.component(&component(&hands, &view, is_undo)).unwrap().is_disabled);
    // The same by command in the conversation with the bot, where no server is named.
    let asked = hands.user.slash(hands.user.direct_channel(), "junqi deploy", &[]).await.unwrap();
    let view = hands.user.wait_for_answer(&asked, SOON).await.unwrap();
    press_in(&hands, &view, |button| matches!(button, Button::Mirror { .. })).await;
    assert_eq!(theatre.layout(2).await.0, second);
    theatre.assert_clean();
    theatre.bot.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn typed_swaps_are_made_together_or_each_fault_is_named() {
    let theatre = Theatre::open().await;
    deploy(&theatre, 0).await;
    let hands = theatre.hands(2);
    // In the direct message, where modals open as well.
    let is_march = |messages: &[MessageView]| {
        let mut all = ours(messages);
        all.find(|found| matches!(found.id.button, Button::March { .. })).map(|found| found.message.clone())
    };
    let view = hands.user.wait_for_direct(SOON, is_march).await.unwrap();
    let is_typed = |button: Button| matches!(button, Button::Typed { .. });
    let (before, revision) = theatre.layout(2).await;
    let (a, b) = two_free(&before);
    let flag = before.flag().unwrap();
    let seat = theatre.state().await.seat_of(theatre.user(2)).unwrap();
    let mut ahead = before.0.iter().filter(|(point, kind)| {
        kind.rank().is_some() && point.to_south(seat).row() >= 2 && ![a, b].contains(*point)
    });
    let front = *ahead.next_back().unwrap().0;
    for (text, words) in [
        (format!("{a} Z9, 帥7 {b}"), vec!["Word 2, “Z9”", "Word 3, “7”"]),
        (format!("{a} {b}, {flag}"), vec!["has no other point"]),
        (format!("{a} {a}"), vec!["name two different points"]),
        ("，、。".to_owned(), vec!["No points were named"]),
        (format!("{a} {b}, {flag} {front}"), vec!["Pair 2: The flag must stand in a headquarters"]),
        (format!("{a} {}", flag.turned(2)), vec!["Pair 1:", "is not your ground"]),
    ] {
        let modal = modal_in(&hands, &view, is_typed).await;
        let view = submit_in(&hands, &view, &modal, &text).await;
        for words in words {
            says(&hands, &view, words).await;
        }
        says(&hands, &view, "Nothing was swapped").await;
        assert_eq!(theatre.layout(2).await, (before.clone(), revision), "{text:?}");
    }
    let modal = modal_in(&hands, &view, is_typed).await;
    let wide: String = format!("{a}-{b}")
        .to_lowercase()
        .chars()
        .map(|c| char::from_u32(u32::from(c) + 0xFEE0).unwrap())
        .collect();
    let view = submit_in(&hands, &view, &modal, &wide).await;
    says(&hands, &view, "One pair was swapped").await;
    let (after, now) = theatre.layout(2).await;
    assert_eq!((after.kind(a), after.kind(b), now), (before.kind(b), before.kind(a), revision + 1));
    // A modal that was opened on an earlier layout does nothing.
    let modal = modal_in(&hands, &view, is_typed).await;
    let view = press_in(&hands, &view, |button| matches!(button, Button::Mirror { .. })).await;
    let (mirrored, _) = theatre.layout(2).await;
    let view = submit_in(&hands, &view, &modal, &format!("{a} {b}")).await;
    says(&hands, &view, "out of date").await;
    assert_eq!(theatre.layout(2).await.0, mirrored);
    theatre.assert_clean();
    theatre.bot.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_layout_is_saved_loaded_replaced_and_deleted_from_within_the_deployment() {
    let theatre = Theatre::open().await;
    deploy(&theatre, 0).await;
    let hands = theatre.hands(2);
    let view = open(&hands).await;
    let drawer = |wanted: Drawer| move |button: Button| button == Button::Drawer(wanted);
    let view = press_in(&hands, &view, drawer(Drawer::Open)).await;
    says(&hands, &view, "You have saved no layout").await;
    let (first, _) = theatre.layout(2).await;
    let name = "**Iron** 鐵桶 @everyone";
    let modal = modal_in(&hands, &view, drawer(Drawer::Save)).await;
    let view = submit_in(&hands, &view, &modal, "   ").await;
    says(&hands, &view, "not only spaces").await;
    let modal = modal_in(&hands, &view, drawer(Drawer::Save)).await;
    let view = submit_in(&hands, &view, &modal, &format!("  {name} ")).await;
    let said = says(&hands, &view, "Saved as").await;
    assert!(!said.contains("**Iron**") && !said.contains("@everyone"), "{said}");
    let view = press_in(&hands, &view, drawer(Drawer::Leave)).await;
    let view = press_in(&hands, &view, |button| matches!(button, Button::Shuffle { .. })).await;
    let (shuffled, _) = theatre.layout(2).await;
    let view = press_in(&hands, &view, |button| matches!(button, Button::Mirror { .. })).await;
    let (second, _) = theatre.layout(2).await;
    assert!(first != second && shuffled != second);
    let view = press_in(&hands, &view, drawer(Drawer::Open)).await;
    let is_load = |button: Button| matches!(button, Button::Drawer(Drawer::Load { .. }));
    let view = choose_in(&hands, &view, is_load, "鐵桶").await;
    says(&hands, &view, "exactly as saved").await;
    assert_eq!(theatre.layout(2).await.0, first, "RULES 6.6");
    let view = press_in(&hands, &view, |button| matches!(button, Button::Undo { .. })).await;
    assert_eq!(theatre.layout(2).await.0, second, "loading is taken back too");
    // The same name again asks first.
    let view = press_in(&hands, &view, drawer(Drawer::Open)).await;
    let modal = modal_in(&hands, &view, drawer(Drawer::Save)).await;
    let view = submit_in(&hands, &view, &modal, name).await;
    says(&hands, &view, "already").await;
    let is_replace = |button: Button| matches!(button, Button::Drawer(Drawer::Replace(_)));
    let view = press_in(&hands, &view, is_replace).await;
    says(&hands, &view, "Saved as").await;
    let view = choose_in(&hands, &view, is_load, "鐵桶").await;
    // It stands like that already.
    says(&hands, &view, "exactly as saved").await;
    assert_eq!(theatre.layout(2).await.0, second);
    // Deleting asks first.
    let view = press_in(&hands, &view, drawer(Drawer::Open)).await;
    let view = choose_in(&hands, &view, drawer(Drawer::AskDelete), "鐵桶").await;
    says(&hands, &view, "cannot be brought back").await;
    let view = press_in(&hands, &view, drawer(Drawer::Open)).await;
    let view = choose_in(&hands, &view, drawer(Drawer::AskDelete), "鐵桶").await;
    let is_delete = |button: Button| matches!(button, Button::Drawer(Drawer::Delete(_)));
    let view = press_in(&hands, &view, is_delete).await;
    says(&hands, &view, "is deleted").await;
    let view = press_in(&hands, &view, drawer(Drawer::Leave)).await;
    hands.march(&view).await.unwrap();
    theatre.assert_clean();
    theatre.bot.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_declarer_swaps_between_grounds_and_types_with_suggestions() {
    let theatre = Theatre::open().await;
    deploy(&theatre, 2).await;
    let hands = theatre.hands(2);
    let (before, _) = theatre.layout(2).await;
    let seat = theatre.state().await.seat_of(theatre.user(2)).unwrap();
    // Which two may change places depends on the deal.
    let of_rows = |rows: std::ops::Range<u8>| {
        before.0.iter().filter(move |(point, _)| rows.contains(&point.to_south(seat).row()))
    };
    let pairs = of_rows(3..6).flat_map(|front| of_rows(0..3).map(move |rear| (front, rear)));
    let mut swappable = pairs.filter(|((front, a), (rear, b))| {
        a != b && before.swapped(**front, **rear, seat, Role::Declarer).is_ok()
    });
    let (front, rear) = swappable.next().map(|((front, _), (rear, _))| (*front, *rear)).unwrap();
    let view = open(&hands).await;
    let view =
        choose_in(&hands, &view, |button| matches!(button, Button::First(_)), &format!("{front} ")).await;
    let view = press_in(&hands, &view, |button| {
        matches!(button, Button::ShowGround(swapping) if swapping.ground == junqi::discord::Ground::Rear)
    })
    .await;
    let view =
        choose_in(&hands, &view, |button| matches!(button, Button::Second(_)), &format!("{rear} ")).await;
    let let_go = |messages: &[MessageView]| {
        messages.iter().any(|now| now.id == view.id && !now.content.contains("chosen")).then_some(())
    };
    hands.user.wait_for(view.channel, SOON, let_go).await.unwrap();
    let (after, _) = theatre.layout(2).await;
    assert_eq!((after.kind(front), after.kind(rear)), (before.kind(rear), before.kind(front)));
    let asked = [("a", front.to_string().into()), ("b", rear.to_string().into())];
    let offered = hands.user.autocomplete(hands.channel, "junqi swap", &asked[..1], "a").await.unwrap();
    assert!(offered.iter().any(|choice| choice.name.starts_with(&format!("{front} "))), "{offered:?}");
    let typed = hands.user.slash(hands.channel, "junqi swap", &asked).await.unwrap();
    hands.user.wait_for_answer(&typed, SOON).await.unwrap();
    assert_eq!(theatre.layout(2).await.0, before);
    let asked = [("a", front.to_string().into()), ("b", "Z9".into())];
    hands.user.slash(hands.channel, "junqi swap", &asked).await.unwrap();
    told(&hands, "Z9").await;
    theatre.assert_clean();
    theatre.bot.stop().await.unwrap();
}
