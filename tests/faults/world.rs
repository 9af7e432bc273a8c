//! What people and administrators do to a table in mid-game: messages, threads and channels go,
//! permissions, members and the bot itself too.

use std::time::Duration;

use discord_sandbox::{DirectMessages, Permissions, Subject};
use junqi::table::UserId;
use tokio::time::sleep;

use crate::match_play::{Match, PLIES, Step};
use crate::stage::{SOON, Theatre, club, hasty};

async fn theatre() -> Theatre {
    Theatre::open_in(club().await, hasty(), async |_, _| {}).await
}

/// Plays a game to its end while things befall it, and looks at the result.
async fn play_through(befall: impl AsyncFn(&Theatre, Step)) {
    let theatre = theatre().await;
    let game = Match::first(&theatre);
    game.play(async |step| befall(&theatre, step).await).await;
    game.see_the_result().await;
    game.assert_sound().await;
    theatre.assert_clean();
    theatre.bot.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_table_reaches_its_end_though_all_its_messages_are_deleted_again_and_again() {
    play_through(async |theatre, step| {
        if step == Step::Over {
            return;
        }
        let seen = theatre.hands(4).messages();
        // Nobody deletes a message before the bot knows that it stands.
        sleep(Duration::from_millis(500)).await;
        for message in seen {
            theatre.club.sandbox.delete_message(message.id);
        }
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_table_reaches_its_end_in_a_thread_that_is_archived_then_locked_and_beside_one_that_is_deleted() {
    let theatre = theatre().await;
    let game = Match::first(&theatre);
    game.play(async |step| match step {
        Step::Ply(1) => theatre.club.sandbox.archive_thread(theatre.thread()),
        Step::Ply(2) => theatre.club.sandbox.lock_thread(theatre.thread()),
        _ => {}
    })
    .await;
    game.see_the_result_beside_old_boards().await;
    game.assert_sound().await;
    theatre.assert_clean();
    theatre.bot.stop().await.unwrap();
    play_through(async |theatre, step| {
        if step == Step::Marched {
            theatre.club.sandbox.delete_channel(theatre.thread());
        }
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_table_reaches_its_end_though_permissions_are_lost_and_come_back() {
    play_through(async |theatre, step| {
        let bot = Subject::User(theatre.club.sandbox.bot_user());
        let denied = match step {
            Step::Declared => Permissions::ATTACH_FILES | Permissions::SEND_MESSAGES_IN_THREADS,
            Step::Ply(1) => Permissions::VIEW_CHANNEL,
            Step::Marched | Step::Ply(2) => Permissions::NONE,
            _ => return,
        };
        theatre.club.sandbox.overwrite(theatre.club.channel, bot, Permissions::NONE, denied);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_table_reaches_its_end_though_everybody_closes_their_direct_messages() {
    play_through(async |theatre, step| {
        if step == Step::Begun {
            for member in &theatre.club.members {
                theatre.club.sandbox.set_direct_messages(member.user.id(), DirectMessages::Closed);
            }
        }
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_table_reaches_its_end_though_every_token_has_run_out_at_each_step() {
    let theatre = theatre().await;
    let game = Match::first(&theatre);
    game.play(async |_| theatre.club.sandbox.advance_clock(Duration::from_mins(16))).await;
    game.see_the_result().await;
    game.assert_sound().await;
    // Discord's clock runs ahead of the bot's, which learns of each token by its refusal: by the
    // answer that is under way, and by the view that it opened.
    let violations = theatre.club.sandbox.violations();
    assert!(violations.iter().all(|violation| violation.code == 50_027), "{violations:#?}");
    let mut paths: Vec<&str> = violations.iter().map(|violation| violation.path.as_str()).collect();
    paths.sort_unstable();
    let most = paths.chunk_by(|a, b| a == b).map(<[&str]>::len).max().unwrap_or_default();
    assert!((1..=2).contains(&most), "a spent token is tried {most} times");
    theatre.bot.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_table_reaches_its_end_though_players_leave_the_server_for_good() {
    let theatre = theatre().await;
    let game = Match::first(&theatre);
    game.play(async |step| {
        if step != Step::Ply(3) {
            return;
        }
        // Everybody but the declarer, who deserts next: nobody shares a server with the bot (50278).
        for number in 1..4 {
            let user = theatre.club.members[number].user.id();
            assert!(game.game().await.seat_of(UserId(user.get())).is_some());
            theatre.club.sandbox.remove_member(theatre.club.guild, user);
        }
    })
    .await;
    game.see_the_result().await;
    game.assert_sound().await;
    theatre.assert_clean();
    theatre.bot.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_table_reaches_its_end_though_the_bot_is_removed_from_the_server_and_invited_again() {
    play_through(async |theatre, step| {
        if matches!(step, Step::Declared | Step::Ply(1)) {
            let (sandbox, guild) = (&theatre.club.sandbox, theatre.club.guild);
            let bot = sandbox.bot_user();
            sandbox.remove_member(guild, bot);
            sleep(Duration::from_secs(2)).await;
            sandbox.add_member(guild, bot, Permissions::EVERYONE);
        }
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_table_whose_channel_is_deleted_reaches_its_end_elsewhere_and_tells_it_by_direct_message() {
    let theatre = theatre().await;
    let elsewhere = theatre.club.sandbox.add_text_channel(theatre.club.guild, "閒聊");
    let game = Match::first(&theatre);
    let moved = Match { place: elsewhere, ..Match::first(&theatre) };
    game.play(async |step| {
        if step == Step::Ply(PLIES) {
            theatre.club.sandbox.delete_channel(theatre.club.channel);
            moved.make_a_move().await;
            moved.finish().await;
        }
    })
    .await;
    game.assert_sound().await;
    let result = theatre.hands(0).user.clone();
    let result = result.wait_for_direct(SOON, |messages| {
        let tells = |content: &str| content.contains("**+") || content.contains("**-");
        messages.iter().any(|message| tells(&message.content)).then_some(())
    });
    result.await.unwrap();
    theatre.assert_clean();
    theatre.bot.stop().await.unwrap();
}
