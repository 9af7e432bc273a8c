//! A file that an older version has written is brought up to date with everything in it.

use std::fs;
use std::path::Path;

use junqi::rules::Pace;
use junqi::store::SqliteStore;
use junqi::table::{GuildConfig, GuildId, HouseStore, PersonStore, Store, TableId, UserId};
use sqlx::migrate::Migrator;
use sqlx::{AssertSqlSafe, Connection};
use tempfile::tempdir;

use crate::support::connect;

/// Makes a file with the schema's steps up to that one.
async fn older(path: &Path, last: u32, contents: &str) {
    let steps = tempdir().unwrap();
    for entry in fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("migrations")).unwrap() {
        let entry = entry.unwrap();
        let name = entry.file_name().into_string().unwrap();
        if name[..4].parse::<u32>().unwrap() <= last {
            fs::copy(entry.path(), steps.path().join(name)).unwrap();
        }
    }
    let mut connection = connect(path).await;
    Migrator::new(steps.path()).await.unwrap().run(&mut connection).await.unwrap();
    sqlx::raw_sql(AssertSqlSafe(contents)).execute(&mut connection).await.unwrap();
    connection.close().await.unwrap();
}

#[tokio::test]
async fn settings_and_logs_of_the_first_version_are_there_afterwards() {
    let directory = tempdir().unwrap();
    let path = directory.path().join("junqi.db");
    let contents = r#"
        INSERT INTO guild_config VALUES (77, 25, 'relaxed', 3);
        INSERT INTO config_audit (guild, by, at_unix_ms, before, after) VALUES
            (77, 5, 9, '{"base_score":10,"pace":"original","people_to_count":2}',
             '{"base_score":25,"pace":"original","people_to_count":2}');
        INSERT INTO tables (id, guild, channel, base_score, call_s, declarer_deployment_s, defender_deployment_s,
            move_s, vote_s, absence_s, people_to_count, locale, secret, opened_unix_ms)
            VALUES (1, 77, 8, 10, 20, 90, 100, 20, 20, 300, 2, 'zh-TW', zeroblob(32), 1);
        INSERT INTO entries VALUES (1, 0, 1,
            '{"of":"lobby","what":"joined","joiner":{"who":"person","user":18446744073709551615,"name":"a","locale":"zh-TW","press":3}}');
        INSERT INTO entries VALUES (1, 1, 1, '{"of":"lobby","what":"left","user":18446744073709551615}');
    "#;
    older(&path, 1, contents).await;
    let store = SqliteStore::open(&path).await.unwrap();
    let config = store.config(GuildId(77)).await.unwrap();
    let expected =
        GuildConfig { base_score: 25, pace: Pace::Relaxed, people_to_count: 3, ..GuildConfig::default() };
    assert_eq!(config, expected, "what is new has its default");
    let trail = store.trail(GuildId(77), 0, 10).await.unwrap();
    let what: Vec<&str> = trail.lines[0].differences.iter().map(|it| it.what.as_str()).collect();
    assert_eq!(what, ["base_score"], "what was not kept then did not change");
    assert_eq!(store.first_locale(GuildId(77)).await.unwrap().as_deref(), Some("zh-TW"));
    let user = UserId(u64::MAX);
    assert_eq!(store.personal_data(user).await.unwrap().places.len(), 1, "older logs are indexed too");
    store.erase_user(user, 1).await.unwrap();
    assert_eq!(store.table(TableId(1)).await.unwrap().entries.len(), 2);
}
