//! What servers have set.

use junqi::rules::Pace;
use junqi::table::{ConfigChange, GuildConfig, GuildId, Store, StoreError};

use crate::support::{GUILD, on_both_stores, user};

on_both_stores! {
    a_server_that_has_set_nothing_has_the_defaults,
    settings_are_kept_for_each_server,
    settings_out_of_bounds_are_refused,
}

fn change() -> ConfigChange {
    ConfigChange { by: user(1), at_unix_ms: 1_796_000_000_000 }
}

async fn a_server_that_has_set_nothing_has_the_defaults(store: &impl Store) {
    assert_eq!(store.config(GUILD).await.unwrap(), GuildConfig::default());
}

async fn settings_are_kept_for_each_server(store: &impl Store) {
    for (guild, pace) in [(GUILD, Pace::Slow), (GuildId(u64::MAX), Pace::Original), (GUILD, Pace::Relaxed)] {
        let config = GuildConfig { base_score: 1_000, pace, people_to_count: 4 };
        store.set_config(guild, config, change()).await.unwrap();
        assert_eq!(store.config(guild).await.unwrap(), config);
    }
    assert_eq!(store.config(GuildId(u64::MAX)).await.unwrap().pace, Pace::Original);
    assert_eq!(store.config(GuildId(3)).await.unwrap(), GuildConfig::default());
}

async fn settings_out_of_bounds_are_refused(store: &impl Store) {
    let rows = [(0, 2), (1_001, 2), (u32::MAX, 2), (10, 0), (10, 5), (10, u8::MAX)];
    for (base_score, people_to_count) in rows {
        let config = GuildConfig { base_score, pace: Pace::Slow, people_to_count };
        let refused = store.set_config(GUILD, config, change()).await;
        assert!(matches!(refused, Err(StoreError::Failed(_))), "{config:?}");
    }
    assert_eq!(store.config(GUILD).await.unwrap(), GuildConfig::default());
}
