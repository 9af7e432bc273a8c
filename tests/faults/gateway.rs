//! The gateway: connections that break, sessions that end, events that come twice or in the wrong order.

use std::sync::atomic::{AtomicUsize, Ordering};

use discord_sandbox::{Resumable, Sandbox};
use junqi::sandbox::Club;

use crate::match_play::{Match, Step};
use crate::stage::{SOON, Theatre, club, hasty};

async fn theatre() -> Theatre {
    Theatre::open_in(club().await, hasty(), async |_, _| {}).await
}

/// Plays a game to its end, with one of these disturbances after each step.
async fn play_through(disturbances: &[fn(&Sandbox)]) {
    play_noting(disturbances).await.assert_clean();
}

/// As above; what was noted may be looked at.
async fn play_noting(disturbances: &[fn(&Sandbox)]) -> Theatre {
    let theatre = theatre().await;
    let game = Match::first(&theatre);
    let next = AtomicUsize::new(0);
    game.play(async |_| {
        let index = next.fetch_add(1, Ordering::Relaxed);
        disturbances[index % disturbances.len()](&theatre.club.sandbox);
    })
    .await;
    game.see_the_result().await;
    game.assert_sound().await;
    theatre
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_table_reaches_its_end_through_drops_resumes_and_reconnects() {
    play_through(&[
        |sandbox| assert_eq!(sandbox.drop_gateway(), 1),
        |sandbox| assert_eq!(sandbox.reconnect_gateway(), 1),
        |sandbox| assert_eq!(sandbox.invalidate_session(Resumable::Yes), 1),
        |sandbox| assert_eq!(sandbox.close_gateway(4000), 1),
    ])
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_table_reaches_its_end_though_its_sessions_end() {
    let theatre = theatre().await;
    let game = Match::first(&theatre);
    game.play(async |step| match step {
        Step::Declared => assert_eq!(theatre.club.sandbox.invalidate_session(Resumable::No), 1),
        Step::Ply(1) => assert_eq!(theatre.club.sandbox.close_gateway(4009), 1),
        _ => {}
    })
    .await;
    game.see_the_result().await;
    game.assert_sound().await;
    assert!(theatre.club.sandbox.gateway_sessions().begun >= 2, "the session really ended");
    theatre.assert_clean();
    theatre.bot.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn events_that_come_twice_or_in_the_wrong_order_change_nothing() {
    let all_twice: &[fn(&Sandbox)] = &[|sandbox| sandbox.repeat_events(1_000_000)];
    let some: &[fn(&Sandbox)] = &[|sandbox| sandbox.swap_events(3), |sandbox| sandbox.repeat_events(3)];
    for disturbances in [all_twice, some] {
        let theatre = play_noting(disturbances).await;
        // The second of two equal presses is turned away by Discord, or comes too late, and does nothing.
        let mut violations = theatre.club.sandbox.violations();
        violations.retain(|violation| ![40_060, 10_062].contains(&violation.code));
        assert!(violations.is_empty(), "{violations:#?}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_connection_that_is_dead_and_does_not_look_it_is_given_up_and_the_game_goes_on() {
    let config = discord_sandbox::Config {
        rate_limits: discord_sandbox::RateLimits::GlobalOnly,
        heartbeat_interval: std::time::Duration::from_secs(1),
        ..discord_sandbox::Config::default()
    };
    let club = Club::start(config, &crate::stage::USERS).await.unwrap();
    let theatre = Theatre::open_in(club, hasty(), async |_, _| {}).await;
    let game = Match::first(&theatre);
    game.play(async |step| {
        if step == Step::Marched {
            let before = theatre.club.sandbox.gateway_sessions();
            assert_eq!(theatre.club.sandbox.silence_gateway(), 1);
            let is_back = |sandbox: &Sandbox| (sandbox.gateway_sessions() != before).then_some(());
            theatre.club.sandbox.wait_until(SOON, is_back).await.unwrap();
            theatre.club.sandbox.wake_gateway();
        }
    })
    .await;
    game.see_the_result().await;
    theatre.bot.stop().await.unwrap();
}
