//! Servers that remove the bot: kept for a while, then gone.

use discord_sandbox::Permissions;
use junqi::discord::DEPARTED_KEPT;
use junqi::table::{ConfigChange, GuildConfig, GuildId, HouseStore, Store, UserId};

use crate::stage::{SOON, Theatre};

/// Waits until the store has marked these servers, or none.
async fn marked(theatre: &Theatre, expected: &[GuildId]) {
    let patience = tokio::time::Instant::now() + SOON;
    loop {
        if theatre.store.departed_by(i64::MAX).await.unwrap() == expected {
            return;
        }
        assert!(tokio::time::Instant::now() < patience, "the store does not have {expected:?}");
        tokio::task::yield_now().await;
    }
}

async fn set_something(theatre: &Theatre, guild: GuildId) {
    let config = GuildConfig { base_score: 99, ..GuildConfig::default() };
    let change = ConfigChange { by: UserId(1), at_unix_ms: 1 };
    theatre.store.set_config(guild, config, change).await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_removes_the_bot_is_marked_and_its_return_takes_that_back() {
    let theatre = Theatre::open().await;
    let guild = GuildId(theatre.club.guild.get());
    set_something(&theatre, guild).await;
    let bot = theatre.club.sandbox.bot_user();
    theatre.club.sandbox.remove_member(theatre.club.guild, bot);
    marked(&theatre, &[guild]).await;
    theatre.club.sandbox.add_member(theatre.club.guild, bot, Permissions::EVERYONE);
    marked(&theatre, &[]).await;
    assert_eq!(theatre.store.config(guild).await.unwrap().base_score, 99, "everything is still there");
    theatre.bot.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_departure_that_nobody_saw_is_found_at_the_next_start_and_purged_when_it_is_long_ago() {
    let theatre = Theatre::open().await;
    let (stranger, here) = (GuildId(1 << 40), GuildId(theatre.club.guild.get()));
    set_something(&theatre, stranger).await;
    set_something(&theatre, here).await;
    let theatre = theatre.restart(async |_, _| {}).await;
    let store = theatre.store.clone();
    let patience = tokio::time::Instant::now() + SOON;
    while store.departed_by(i64::MAX).await.unwrap() != [stranger] {
        assert!(tokio::time::Instant::now() < patience, "it is not marked");
        tokio::task::yield_now().await;
    }
    assert_eq!(store.config(stranger).await.unwrap().base_score, 99, "not yet");
    // Both were marked long ago, but one has the bot: its return was missed.
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap();
    let long_ago = now.as_millis() as i64 - DEPARTED_KEPT.as_millis() as i64 - 1;
    for guild in [stranger, here] {
        store.set_departed(guild, None).await.unwrap();
        store.set_departed(guild, Some(long_ago)).await.unwrap();
    }
    let theatre = theatre.restart(async |_, _| {}).await;
    let patience = tokio::time::Instant::now() + SOON;
    while !store.departed_by(i64::MAX).await.unwrap().is_empty() {
        assert!(tokio::time::Instant::now() < patience, "it is not purged");
        tokio::task::yield_now().await;
    }
    assert_eq!(store.config(stranger).await.unwrap(), GuildConfig::default());
    assert_eq!(store.guilds().await.unwrap(), [here]);
    assert_eq!(store.config(here).await.unwrap().base_score, 99);
    theatre.bot.stop().await.unwrap();
}
