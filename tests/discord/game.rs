//! Whole games, from `/junqi start` to the leaderboard.

use junqi::record::Record;
use junqi::rules::{Elimination, Seat};
use junqi::sandbox::play_to_the_end;
use junqi::table::{GuildId, Period, Scores};

use crate::stage::{SOON, Theatre, is_over, told};

/// Games that may end otherwise than by capture before one that does.
const TRIES: usize = 4;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn four_people_play_to_a_capture_and_find_their_scores() {
    let theatre = Theatre::open().await;
    let guild = GuildId(theatre.club.guild.get());
    for _ in 0..TRIES {
        theatre.open_table(4).await;
        // Two of them take no direct messages, and are told where their pieces will be.
        told(&theatre.hands(1), "你關了私訊").await;
        told(&theatre.hands(3), "You take no direct messages").await;
        theatre.start().await;
        let mut users = theatre.scripted(4);
        play_to_the_end(&theatre.club.sandbox, &mut users, is_over).await.unwrap();
        let state = theatre.state().await;
        let game = state.game().unwrap();
        let over = game.over().unwrap();
        let last_fall = game.chronicle().eliminated.last().map(|entry| entry.how);
        if last_fall != Some(Elimination::FlagFell) {
            continue;
        }
        let settled = theatre.store.settled(state.id).await.unwrap();
        for seat in Seat::ALL {
            let points = settled[seat].expect("four people play for points").0;
            assert_eq!(points, over.scores.unwrap()[seat], "RULES 13: {seat:?}");
        }
        assert_record_verifies(&theatre);
        assert_leaderboard(&theatre, guild).await;
        theatre.assert_clean();
        theatre.bot.stop().await.unwrap();
        return;
    }
    panic!("none of {TRIES} games ended by capture");
}

/// The record that everybody got at the end is one that `junqi verify` takes.
fn assert_record_verifies(theatre: &Theatre) {
    let messages = theatre.hands(4).messages();
    let last = messages.iter().rev().find(|message| is_over(std::slice::from_ref(message))).unwrap();
    let file = last.attachments.iter().find(|file| !file.is_picture()).expect("the record");
    assert_eq!(file.filename, format!("junqi-{}.json", theatre.hands(4).table().unwrap()));
    let record = Record::read(std::str::from_utf8(&file.bytes).unwrap()).unwrap();
    record.verify().unwrap();
    let picture = last.attachments.iter().find(|file| file.is_picture()).expect("the open board");
    assert!(picture.description.as_ref().is_some_and(|alt| !alt.is_empty()));
}

async fn assert_leaderboard(theatre: &Theatre, guild: GuildId) {
    let board = theatre.store.leaderboard(guild, Period::Season, 0, 10).await.unwrap();
    assert_eq!(board.users, 4);
    let onlooker = theatre.hands(4);
    let asked = onlooker.user.slash(onlooker.channel, "junqi leaderboard", &[]).await.unwrap();
    let shown = onlooker.user.wait_for_answer(&asked, SOON).await.unwrap();
    assert!(shown.is_ephemeral);
    for standing in board.standings {
        assert!(shown.content.contains(&standing.name), "{} misses {}", shown.content, standing.name);
        assert!(shown.content.contains(&standing.total.to_string()), "{}", shown.content);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn hands_and_layouts_reach_their_owner_by_direct_message_and_nobody_else() {
    let theatre = Theatre::open().await;
    theatre.open_table(4).await;
    theatre.start().await;
    let has_picture = |messages: &[discord_sandbox::MessageView]| {
        messages
            .iter()
            .find(|message| message.attachments.iter().any(discord_sandbox::AttachmentView::is_picture))
            .cloned()
    };
    let mut alts = Vec::new();
    for number in [0, 2] {
        let hand = theatre.hands(number).user.wait_for_direct(SOON, has_picture).await.unwrap();
        alts.push(hand.attachments[0].description.clone().unwrap());
    }
    // Who takes no direct messages presses the button in the channel.
    for number in [1, 3] {
        let hands = theatre.hands(number);
        let (message, custom_id) =
            hands.find(|button| button == junqi::discord::custom_id::Button::View).await.unwrap();
        let asked = hands.user.press(message, &custom_id).await.unwrap();
        let hand = hands.user.wait_for_answer(&asked, SOON).await.unwrap();
        assert!(hand.is_ephemeral);
        alts.push(hand.attachments[0].description.clone().unwrap());
    }
    for number in 0..5 {
        let seen: Vec<String> =
            theatre.hands(number).messages().iter().map(|message| message.json.to_string()).collect();
        let public = theatre.hands(number).messages().into_iter().filter(|message| !message.is_ephemeral);
        assert!(public.flat_map(|message| message.attachments).next().is_none(), "no picture is public yet");
        for (owner, alt) in [0, 2, 1, 3].into_iter().zip(&alts) {
            let sees = seen.iter().any(|json| json.contains(alt.as_str()));
            assert!(!sees || owner == number, "user {number} sees the hand of user {owner}");
        }
    }
    theatre.assert_clean();
    theatre.bot.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_rematch_commits_first_and_keeps_the_seats() {
    use junqi::discord::custom_id::Button;

    let theatre = Theatre::open().await;
    theatre.open_table(2).await;
    theatre.start().await;
    let before = theatre.state().await;
    let user = theatre.hands(1);
    user.user.slash(user.channel, "junqi leave", &[]).await.unwrap();
    user.press(|button| button == Button::Desert).await.unwrap();
    let opener = theatre.hands(0);
    opener.press(|button| button == Button::Rematch).await.unwrap();
    told(&opener, "再來一局").await;
    theatre.hands(1).press(|button| button == Button::Join).await.unwrap();
    // The first person to press has the lobby.
    let has_lobby = |messages: &[discord_sandbox::MessageView]| {
        messages.iter().any(|message| message.content.contains("阿華（開桌）")).then_some(())
    };
    opener.user.wait_for(opener.channel, SOON, has_lobby).await.unwrap();
    opener.press(|button| button == Button::Join).await.unwrap();
    theatre.hands(1).press(|button| button == Button::Start).await.unwrap();
    opener.find(|button| matches!(button, Button::Call { .. })).await.unwrap();
    let after = theatre.state().await;
    assert_ne!(after.id, before.id);
    assert_ne!(after.setup.secret, before.setup.secret, "RULES 16.1");
    for number in [0, 1] {
        let user = theatre.user(number);
        assert_eq!(after.seat_of(user), before.seat_of(user), "RULES 4.2");
    }
    let first = |state: &junqi::table::TableState| state.game().unwrap().chronicle().deals[0].first_bidder;
    assert_eq!(first(&after), first(&before).next(), "RULES 4.2");
    theatre.assert_clean();
    theatre.bot.stop().await.unwrap();
}
