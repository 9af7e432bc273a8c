//! What servers have set, and the trail of who set it.

use junqi::rules::{Clocks, Pace};
use junqi::table::{
    ChannelId, Computers, ConfigChange, GuildConfig, GuildId, Intervention, Locale, PaceClocks, RoleId,
    Store, StoreError, TableId,
};
use serde_json::{Value, json};

use crate::support::{GUILD, on_both_stores, user};

on_both_stores! {
    a_server_that_has_set_nothing_has_the_defaults,
    settings_are_kept_for_each_server,
    settings_out_of_bounds_are_refused,
    the_trail_has_who_when_what_before_and_after,
    the_trail_comes_in_pages_of_its_own_server,
}

fn change() -> ConfigChange {
    ConfigChange { by: user(1), at_unix_ms: 1_796_000_000_000 }
}

async fn a_server_that_has_set_nothing_has_the_defaults(store: &impl Store) {
    assert_eq!(store.config(GUILD).await.unwrap(), GuildConfig::default());
}

async fn settings_are_kept_for_each_server(store: &impl Store) {
    let clocks = Clocks { move_s: 45, absence_s: 604_800, ..Pace::Relaxed.clocks() };
    for (guild, pace) in [(GUILD, Pace::Slow), (GuildId(u64::MAX), Pace::Original), (GUILD, Pace::Relaxed)] {
        let config = GuildConfig {
            base_score: 1_000,
            pace,
            people_to_count: 4,
            clocks: PaceClocks::default().with(Pace::Relaxed, clocks),
            language: Some(Locale::SimplifiedChinese),
            channels: vec![ChannelId(u64::MAX), ChannelId(1)],
            computers: Computers::Barred,
            call_role: Some(RoleId(u64::MAX)),
        };
        store.set_config(guild, config.clone(), change()).await.unwrap();
        assert_eq!(store.config(guild).await.unwrap(), config);
    }
    assert_eq!(store.config(GuildId(u64::MAX)).await.unwrap().pace, Pace::Original);
    assert_eq!(store.config(GuildId(3)).await.unwrap(), GuildConfig::default());
    store.set_config(GUILD, GuildConfig::default(), change()).await.unwrap();
    assert_eq!(store.config(GUILD).await.unwrap(), GuildConfig::default(), "everything can be taken back");
}

async fn settings_out_of_bounds_are_refused(store: &impl Store) {
    let default = GuildConfig::default;
    let clocks = |move_s| {
        let clocks = Clocks { move_s, ..Pace::Slow.clocks() };
        GuildConfig { clocks: PaceClocks::default().with(Pace::Slow, clocks), ..default() }
    };
    let mut bad: Vec<GuildConfig> =
        [0, 1_001, u32::MAX].map(|base_score| GuildConfig { base_score, ..default() }).into();
    bad.extend([0, 5, u8::MAX].map(|people_to_count| GuildConfig { people_to_count, ..default() }));
    bad.extend([0, 9, 86_401].map(clocks));
    bad.push(GuildConfig { channels: (1..=41).map(ChannelId).collect(), ..default() });
    for config in bad {
        let refused = store.set_config(GUILD, config.clone(), change()).await;
        assert!(matches!(refused, Err(StoreError::Failed(_))), "{config:?}");
    }
    assert_eq!(store.config(GUILD).await.unwrap(), GuildConfig::default());
    assert_eq!(store.trail(GUILD, 0, 10).await.unwrap().total, 0, "and leave no trace");
}

async fn the_trail_has_who_when_what_before_and_after(store: &impl Store) {
    let first = GuildConfig { base_score: 20, ..GuildConfig::default() };
    let second =
        GuildConfig { language: Some(Locale::English), channels: vec![ChannelId(7)], ..first.clone() };
    store.set_config(GUILD, first, ConfigChange { by: user(5), at_unix_ms: 1 }).await.unwrap();
    store.set_config(GUILD, second, ConfigChange { by: user(u64::MAX), at_unix_ms: 2 }).await.unwrap();
    let stopped = Intervention::Stopped(TableId(9));
    store.note(GUILD, ConfigChange { by: user(5), at_unix_ms: 3 }, stopped).await.unwrap();
    let trail = store.trail(GUILD, 0, 10).await.unwrap();
    assert_eq!(trail.total, 3);
    let lines: Vec<_> = trail.lines.iter().map(|line| (line.change.by, line.change.at_unix_ms)).collect();
    assert_eq!(lines, [(user(5), 3), (user(u64::MAX), 2), (user(5), 1)], "the latest first");
    let what = |line: usize| -> Vec<(String, Value, Value)> {
        let differences = trail.lines[line].differences.clone();
        differences.into_iter().map(|it| (it.what, it.before, it.after)).collect()
    };
    assert_eq!(what(0), [("stopped_table".to_owned(), Value::Null, json!(9))]);
    let expected =
        [("channels".to_owned(), json!([]), json!([7])), ("language".to_owned(), Value::Null, json!("en"))];
    assert_eq!(what(1), expected);
    assert_eq!(what(2), [("base_score".to_owned(), json!(10), json!(20))]);
}

async fn the_trail_comes_in_pages_of_its_own_server(store: &impl Store) {
    for base_score in 1..=5 {
        let config = GuildConfig { base_score, ..GuildConfig::default() };
        store.set_config(GUILD, config.clone(), change()).await.unwrap();
        store.set_config(GuildId(8), config, change()).await.unwrap();
    }
    let page = store.trail(GUILD, 3, 3).await.unwrap();
    assert_eq!((page.total, page.lines.len()), (5, 2));
    assert_eq!(page.lines[1].differences[0].after, json!(1));
    assert_eq!(store.trail(GUILD, 9, 3).await.unwrap().lines, []);
}
