//! Leaderboards, profiles, histories.

use discord_sandbox::{ComponentView, MessageView, OptionValue};
use junqi::discord::ScorePage;
use junqi::discord::custom_id::{Button, CustomId};
use junqi::rules::Seat;
use junqi::sandbox::Hands;
use junqi::table::{ConfigChange, Games, LedgerRow, Period, Scores, UserId};

use crate::past::{self, guild, line, score};
use crate::stage::{SOON, Theatre};

/// The answer to a command, once it is there.
pub async fn ask(hands: &Hands, command: &str, options: &[(&str, OptionValue)]) -> MessageView {
    let asked = hands.user.slash(hands.channel, command, options).await.unwrap();
    let answer = hands.user.wait_for_answer(&asked, SOON).await.unwrap();
    assert!(answer.is_ephemeral, "{}", answer.content);
    answer
}

/// The button of a message that leads to that page.
pub fn leading_to(message: &MessageView, page: ScorePage) -> Option<&ComponentView> {
    message.components.iter().find(|component| {
        component.custom_id.parse().is_ok_and(|id: CustomId| id.button == Button::Scores(page))
    })
}

/// Presses the button of a private message that leads to that page, which then shows in its place.
async fn turn(hands: &Hands, message: &MessageView, page: ScorePage) -> MessageView {
    let button = leading_to(message, page).unwrap_or_else(|| panic!("no {page:?}: {:?}", message.components));
    hands.user.press(message.id, &button.custom_id).await.unwrap();
    let (id, before) = (message.id, message.content.clone());
    let changed = hands.user.wait_for(message.channel, SOON, move |messages| {
        messages.iter().find(|other| other.id == id && other.content != before).cloned()
    });
    changed.await.unwrap()
}

const fn board(period: Period, page: u16) -> ScorePage {
    ScorePage::Leaderboard { period, page }
}

/// Games in which as many people as that won or lost points, each more than the next.
async fn fill(theatre: &Theatre, people: u64) {
    for first in (0..people).step_by(4) {
        let rows = Seat::ALL.into_iter().zip(first..people.min(first + 4));
        let row = |(seat, number): (Seat, u64)| {
            let name = format!("filler {number}");
            line(UserId(9_000 + number), &name, seat, 1_000 - number.cast_signed())
        };
        score(theatre, true, rows.map(row).collect()).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_without_games_has_an_empty_board_that_says_how_to_begin() {
    let theatre = Theatre::open().await;
    let hands = theatre.hands(2);
    let shown = ask(&hands, "junqi leaderboard", &[]).await;
    assert!(shown.content.contains("Leaderboard · season 1"), "{}", shown.content);
    assert!(shown.content.contains("/junqi start"), "{}", shown.content);
    let all = turn(&hands, &shown, board(Period::AllTime, 0)).await;
    assert!(all.content.contains("all time"), "{}", all.content);
    let last = ask(&hands, "junqi leaderboard", &[("period", 1.into())]).await;
    assert!(last.content.contains("No game counted last season"), "{}", last.content);
    let own = turn(&hands, &all, ScorePage::Profile(theatre.user(2))).await;
    assert!(own.content.contains("Alice has not finished a game"), "{}", own.content);
    let history = ask(&hands, "junqi history", &[]).await;
    assert!(history.content.contains("Alice has not finished a game"), "{}", history.content);
    theatre.assert_clean();
    theatre.bot.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_board_turns_its_pages_and_shows_the_own_place_on_each() {
    let theatre = Theatre::open().await;
    fill(&theatre, 24).await;
    score(&theatre, true, vec![line(theatre.user(0), "old name", Seat::South, -60)]).await;
    let hands = theatre.hands(0);
    let first = ask(&hands, "junqi leaderboard", &[]).await;
    assert!(first.content.contains("1. **filler 0**"), "{}", first.content);
    assert!(first.content.contains("10. **filler 9**"), "{}", first.content);
    assert!(first.content.contains("第 1／3 頁"), "{}", first.content);
    assert!(first.content.contains("你的名次：25."), "{}", first.content);
    let second = turn(&hands, &first, board(Period::Season, 1)).await;
    assert!(second.content.contains("11. **filler 10**"), "{}", second.content);
    let third = turn(&hands, &second, board(Period::Season, 2)).await;
    assert!(third.content.contains("25. **小明**"), "under the name of now: {}", third.content);
    assert!(third.content.contains('◀') && !third.content.contains("你的名次"), "{}", third.content);
    assert!(leading_to(&third, board(Period::Season, 3)).is_some_and(|next| next.is_disabled));
    let kept = theatre.store.standing(guild(&theatre), Period::AllTime, theatre.user(0)).await.unwrap();
    assert_eq!(kept.unwrap().name, "小明", "the latest name is kept");
    // A page that is no more, as after a purge, is the last one that is.
    let beyond =
        CustomId { table: junqi::table::TableId(0), button: Button::Scores(board(Period::Season, 77)) };
    let raw = discord_sandbox::RawInteraction {
        kind: discord_sandbox::InteractionKind::Component,
        channel: hands.channel,
        message: Some(second.id),
        data: serde_json::json!({ "custom_id": beyond.to_string(), "component_type": 2 }),
    };
    let before = turn(&hands, &third, board(Period::Season, 1)).await;
    hands.user.raw(raw).await.unwrap();
    let changed = hands.user.wait_for(hands.channel, SOON, |messages| {
        messages
            .iter()
            .find(|message| message.id == before.id && message.content.contains("第 3／3 頁"))
            .cloned()
    });
    changed.await.unwrap();
    theatre.assert_clean();
    theatre.bot.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_new_season_begins_from_nothing_and_the_last_one_can_be_looked_at() {
    let theatre = Theatre::open().await;
    let rows = |points: i64| {
        vec![
            line(theatre.user(0), "小明", Seat::South, points),
            line(theatre.user(2), "Alice", Seat::East, -points),
        ]
    };
    score(&theatre, true, rows(300)).await;
    let change = ConfigChange { by: theatre.user(0), at_unix_ms: 1 };
    assert!(theatre.store.start_season(guild(&theatre), 2, change).await.unwrap());
    let hands = theatre.hands(2);
    let season = ask(&hands, "junqi leaderboard", &[("period", 0.into())]).await;
    assert!(season.content.contains("season 2"), "{}", season.content);
    assert!(season.content.contains("No game has counted this season"), "{}", season.content);
    let last = turn(&hands, &season, board(Period::LastSeason, 0)).await;
    assert!(last.content.contains("last season (1)"), "{}", last.content);
    assert!(last.content.contains("1. **小明** 300 points (captain)"), "{}", last.content);
    score(&theatre, true, rows(-30)).await;
    let now = turn(&hands, &last, board(Period::Season, 0)).await;
    assert!(now.content.contains("1. **Alice** 30 points (engineer)"), "levels go by all: {}", now.content);
    let all = turn(&hands, &now, board(Period::AllTime, 0)).await;
    assert!(all.content.contains("1. **小明** 270 points (lieutenant)"), "{}", all.content);
    theatre.assert_clean();
    theatre.bot.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_profile_tells_level_results_and_curve() {
    let theatre = Theatre::open().await;
    let me = theatre.user(0);
    for points in [60, 60, -60, 120] {
        score(&theatre, true, vec![line(me, "小明", Seat::South, points)]).await;
    }
    score(&theatre, true, vec![line(me, "小明", Seat::East, -20)]).await;
    let deserted = LedgerRow { has_deserted: true, ..line(me, "小明", Seat::South, 900) };
    score(&theatre, false, vec![deserted]).await;
    let shown = ask(&theatre.hands(0), "junqi profile", &[]).await;
    for words in [
        "小明",
        "級別：**排長**（總分 160）　再 140 分升連長",
        "第 1 季：第 1 名　160 分　5 局 3 勝",
        "計分 5 局：勝 3　負 2　平 0",
        "滅二家 3／4",
        "當閒家（勝／局）：0／1",
        "最高達成：滅二家　連勝：現在 0，最多 2",
        "逃跑 1 次",
        "練習（不計分）1 局：勝 1",
    ] {
        assert!(shown.content.contains(words), "{words}: {}", shown.content);
    }
    let curve = shown.attachments.iter().find(|file| file.is_picture()).expect("the curve");
    let alt = curve.description.as_deref().unwrap_or_default();
    assert!(alt.contains("160"), "{alt}");
    // Somebody else looks, in their language.
    let seen = ask(&theatre.hands(2), "junqi profile", &[("user", user_option(&theatre, 0))]).await;
    assert!(seen.content.contains("Level: **lieutenant** (160 points)"), "{}", seen.content);
    let list = ScorePage::History { user: me, games: Games::Counted, page: 0 };
    let games = turn(&theatre.hands(2), &seen, list).await;
    assert!(games.content.contains("Counted games of 小明 (5)"), "{}", games.content);
    assert!(games.attachments.is_empty(), "the curve goes with the profile");
    theatre.assert_clean();
    theatre.bot.stop().await.unwrap();
}

fn user_option(theatre: &Theatre, number: usize) -> OptionValue {
    OptionValue::User(theatre.club.members[number].user.id())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn somebody_who_left_the_server_keeps_place_and_profile() {
    let theatre = Theatre::open().await;
    score(&theatre, true, vec![line(theatre.user(3), "Bob", Seat::South, 60)]).await;
    theatre.club.sandbox.remove_member(theatre.club.guild, theatre.club.members[3].user.id());
    let hands = theatre.hands(2);
    let shown = ask(&hands, "junqi leaderboard", &[]).await;
    assert!(shown.content.contains("1. **Bob** 60 points"), "{}", shown.content);
    let profile = ask(&hands, "junqi profile", &[("user", user_option(&theatre, 3))]).await;
    assert!(profile.content.contains("Bob\n(left this server)"), "{}", profile.content);
    let history = ask(&hands, "junqi history", &[("user", user_option(&theatre, 3))]).await;
    assert!(history.content.contains("Counted games of Bob (1)"), "{}", history.content);
    // The bot itself never played.
    let bot = OptionValue::User(theatre.club.sandbox.bot_user());
    let nobody = ask(&hands, "junqi profile", &[("user", bot)]).await;
    assert!(nobody.content.contains("has not finished a game"), "{}", nobody.content);
    theatre.assert_clean();
    theatre.bot.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_history_turns_its_pages_and_keeps_practice_apart() {
    let theatre = Theatre::open().await;
    let me = theatre.user(2);
    for number in 0..12 {
        score(&theatre, true, vec![line(me, "Alice", Seat::South, 60 + number)]).await;
    }
    let practice = score(&theatre, false, vec![line(me, "Alice", Seat::East, -20)]).await;
    let hands = theatre.hands(2);
    let first = ask(&hands, "junqi history", &[]).await;
    assert!(first.content.contains("Counted games of Alice (12)"), "{}", first.content);
    assert!(first.content.contains("<t:1796000600:d> table 12: declarer · contract 2 · contract made · +71"));
    assert!(!first.content.contains(&format!("table {practice}:")), "{}", first.content);
    let list = |games, page| ScorePage::History { user: me, games, page };
    let second = turn(&hands, &first, list(Games::Counted, 1)).await;
    assert!(second.content.contains("table 1: declarer · contract 2 · contract made · +60"));
    let tried = turn(&hands, &second, list(Games::Practice, 0)).await;
    assert!(tried.content.contains("Practice of Alice (1)"), "{}", tried.content);
    assert!(tried.content.contains("table 13: defender · contract 2 · contract made · -20"));
    let back = turn(&hands, &tried, list(Games::Counted, 0)).await;
    assert!(back.content.contains("Page 1 of 2"), "{}", back.content);
    theatre.assert_clean();
    theatre.bot.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_chosen_from_the_history_is_replayed_beside_it() {
    let theatre = Theatre::open().await;
    let table = past::game(&theatre, guild(&theatre), 6).await;
    let hands = theatre.hands(2);
    let list = ask(&hands, "junqi history", &[]).await;
    let select = leading_to(&list, ScorePage::Replay).expect("a select of the games");
    let chosen = hands.user.choose(list.id, &select.custom_id, &[&table.to_string()]).await.unwrap();
    let replay = hands.user.wait_for_answer(&chosen, SOON).await.unwrap();
    assert!(replay.is_ephemeral && replay.id != list.id);
    assert!(replay.content.contains(&format!("table {table}")), "{}", replay.content);
    theatre.assert_clean();
    theatre.bot.stop().await.unwrap();
}
