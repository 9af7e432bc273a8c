//! Clocks and a platform that is away: no turn is lost by it (RULES 12.6).
//!
//! The clocks are short, so that an outage many times as long as one fits into a test.

use std::time::Duration;

use junqi::rules::{Clocks, Pace};
use junqi::table::{ConfigChange, GuildConfig, GuildId, PaceClocks, Store, TableState, UserId};
use tokio::time::{Instant, sleep, timeout};

use crate::match_play::{Match, Step};
use crate::stage::{Theatre, club, hasty};

/// A move; RULES 12.7 allow no less.
const TURN: Duration = Duration::from_secs(10);

/// An outage in which the clock would run out twice. Twenty minutes of it are played on paused time in
/// `tests/table_clocks.rs`.
const AWAY: Duration = Duration::from_secs(22);

/// A theatre whose games have short turns.
async fn theatre() -> Theatre {
    Theatre::open_in(club().await, hasty(), async |club, store| {
        let seconds = TURN.as_secs() as u32;
        let clocks = Clocks { call_s: seconds, move_s: seconds, ..Pace::Original.clocks() };
        let config = GuildConfig {
            clocks: PaceClocks::default().with(Pace::Original, clocks),
            ..GuildConfig::default()
        };
        let guild = GuildId(club.guild.get());
        store.set_config(guild, config, ConfigChange { by: UserId(1), at_unix_ms: 1 }).await.unwrap();
    })
    .await
}

fn turn(state: &TableState) -> u32 {
    state.game().unwrap().battle().unwrap().turn_number()
}

/// Waits until it is another turn.
async fn turn_after(game: &Match<'_>, before: u32) -> Duration {
    let began = Instant::now();
    let mut changes = game.theatre.club.sandbox.changes();
    loop {
        changes.borrow_and_update();
        if turn(&game.game().await) != before {
            return began.elapsed();
        }
        timeout(Duration::from_secs(40), changes.changed()).await.expect("the clock runs").unwrap();
    }
}

/// Lets a game come to its battle, and the platform away for many turns; whoever is on turn has a
/// fresh clock when it is back. Then the game reaches its end.
async fn outlast(away: impl Fn(&Theatre), back: impl Fn(&Theatre)) {
    let theatre = theatre().await;
    let game = Match::first(&theatre);
    game.play(async |step| {
        if step != Step::Ply(1) {
            return;
        }
        let before = turn(&game.game().await);
        // Into the turn, so that its clock runs out while nothing comes through.
        sleep(TURN / 4).await;
        away(&theatre);
        sleep(AWAY).await;
        assert_eq!(turn(&game.game().await), before, "RULES 12.6: no clock runs");
        back(&theatre);
        // Who is late with the platform there misses the turn.
        let waited = turn_after(&game, before).await;
        assert!(waited + Duration::from_millis(700) >= TURN, "RULES 12.6: afresh, not after {waited:?}");
        assert_eq!(turn(&game.game().await), before + 1, "RULES 12.1");
    })
    .await;
    game.see_the_result().await;
    game.assert_sound().await;
    theatre.assert_clean();
    theatre.bot.stop().await.unwrap();
}

/// The gateway is shut, so that nobody gets in again.
async fn no_turn_is_missed_in_an_outage() {
    outlast(
        |theatre| {
            theatre.club.sandbox.shut_gateway();
            theatre.club.sandbox.drop_gateway();
        },
        |theatre| theatre.club.sandbox.open_gateway(),
    )
    .await;
}

/// The connection is neither closed nor of any use.
async fn no_turn_is_missed_while_a_connection_carries_nothing() {
    outlast(
        |theatre| assert_eq!(theatre.club.sandbox.silence_gateway(), 1),
        |theatre| theatre.club.sandbox.wake_gateway(),
    )
    .await;
}

/// Discord says so, and that it is back.
async fn no_turn_is_missed_while_the_server_is_away() {
    outlast(
        |theatre| theatre.club.sandbox.begin_guild_outage(theatre.club.guild),
        |theatre| theatre.club.sandbox.end_guild_outage(theatre.club.guild),
    )
    .await;
}

/// Long before a second heartbeat would be missed, after 82 s.
async fn a_connection_that_carries_nothing_is_made_anew() {
    let theatre = theatre().await;
    let game = Match::first(&theatre);
    game.play(async |step| {
        if step != Step::Ply(1) {
            return;
        }
        let sandbox = &theatre.club.sandbox;
        let before = turn(&game.game().await);
        assert_eq!(sandbox.silence_gateway(), 1);
        let is_back =
            |sandbox: &discord_sandbox::Sandbox| (sandbox.gateway_sessions().begun == 2).then_some(());
        sandbox.wait_until(Duration::from_mins(1), is_back).await.unwrap();
        assert_eq!(turn(&game.game().await), before, "RULES 12.6: no clock runs");
    })
    .await;
    game.see_the_result().await;
    game.assert_sound().await;
    theatre.bot.stop().await.unwrap();
}

/// Together, since most of it is waiting.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_turn_is_missed_while_the_platform_is_away_however_it_is() {
    tokio::join!(
        no_turn_is_missed_in_an_outage(),
        no_turn_is_missed_while_a_connection_carries_nothing(),
        no_turn_is_missed_while_the_server_is_away(),
        a_connection_that_carries_nothing_is_made_anew(),
    );
}
