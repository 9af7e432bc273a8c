//! Servers: their language, their departure, their end.

use junqi::rules::{BySeat, Seat};
use junqi::table::{
    Append, ChannelId, Claim, ConfigChange, GuildConfig, GuildId, HouseStore, LedgerRow, MessageId, Period,
    Place, Posting, Purged, Rematch, Slot, Soundness, Store, StoreError, TableId, UserSettings,
};

use crate::support::{
    GUILD, InFile, claims, end, entries, on_both_stores, open, settlement, setup, started, user,
};

on_both_stores! {
    a_servers_language_is_that_of_its_first_table,
    a_departure_keeps_its_first_time_until_the_return,
    a_purge_takes_everything_of_one_server_and_nothing_of_another,
    a_purged_server_begins_anew,
    a_store_tells_how_it_is,
}

const OTHER: GuildId = GuildId(u64::MAX);

fn change() -> ConfigChange {
    ConfigChange { by: user(1), at_unix_ms: 5 }
}

async fn a_servers_language_is_that_of_its_first_table(store: &impl Store) {
    assert_eq!(store.first_locale(GUILD).await.unwrap(), None);
    for locale in ["zh-TW", "en-GB"] {
        let setup = junqi::table::TableSetup { locale: locale.to_owned(), ..setup(GUILD) };
        store.open_table(&setup).await.unwrap();
    }
    assert_eq!(store.first_locale(GUILD).await.unwrap().as_deref(), Some("zh-TW"));
    assert_eq!(store.first_locale(OTHER).await.unwrap(), None);
}

async fn a_departure_keeps_its_first_time_until_the_return(store: &impl Store) {
    assert_eq!(store.departed_by(i64::MAX).await.unwrap(), []);
    store.set_departed(OTHER, Some(20)).await.unwrap();
    store.set_departed(GUILD, Some(10)).await.unwrap();
    store.set_departed(GUILD, Some(30)).await.unwrap();
    assert_eq!(store.departed_by(9).await.unwrap(), []);
    assert_eq!(store.departed_by(10).await.unwrap(), [GUILD]);
    assert_eq!(store.departed_by(i64::MAX).await.unwrap(), [GUILD, OTHER]);
    store.set_departed(GUILD, None).await.unwrap();
    store.set_departed(GUILD, None).await.unwrap();
    assert_eq!(store.departed_by(i64::MAX).await.unwrap(), [OTHER]);
}

/// A server with an ended game, its running rematch, settings, a trail and a departure.
async fn fill(store: &impl Store, guild: GuildId) -> (TableId, TableId) {
    let ended = open(store, guild).await;
    let line = LedgerRow {
        user: user(1),
        name: "小明".to_owned(),
        seat: Seat::East,
        role: None,
        points: 30,
        has_deserted: false,
    };
    store.append(&end(ended, 0, settlement(vec![line]))).await.unwrap();
    let place = Place { channel: ChannelId(1), message: MessageId(2) };
    store.set_place(ended, Slot::Main, Some(place)).await.unwrap();
    let posting = Posting { slot: Slot::Vote, channel: ChannelId(1), nonce: "a".to_owned() };
    store.begin_post(ended, &posting).await.unwrap();
    let seats = BySeat::from_fn(|_| Some(user(1)));
    let rematch = Rematch { of: ended, first_bidder: Seat::West, seats };
    let setup = junqi::table::TableSetup { rematch: Some(rematch), ..setup(guild) };
    let running = store.open_table(&setup).await.unwrap();
    store.append(&entries(running, 0, vec![started()])).await.unwrap();
    store.append(&claims(running, 1, &[Claim::Take(user(1))])).await.unwrap();
    let config = GuildConfig { base_score: 7, ..GuildConfig::default() };
    store.set_config(guild, config, change()).await.unwrap();
    assert!(store.start_season(guild, 2, change()).await.unwrap());
    store.set_departed(guild, Some(1)).await.unwrap();
    (ended, running)
}

async fn purge(store: &impl Store, guild: GuildId) {
    while store.purge_guild(guild).await.unwrap() == Purged::More {}
}

async fn a_purge_takes_everything_of_one_server_and_nothing_of_another(store: &impl Store) {
    let (ended, running) = fill(store, GUILD).await;
    let (kept, other_running) = fill(store, OTHER).await;
    // More tables than one step takes.
    for _ in 0..40 {
        open(store, GUILD).await;
    }
    store.set_user_settings(user(1), UserSettings::default()).await.unwrap();
    let before = store.leaderboard(OTHER, Period::AllTime, 0, 10).await.unwrap();
    assert_eq!(store.guilds().await.unwrap(), [GUILD, OTHER]);
    purge(store, GUILD).await;
    for table in [ended, running] {
        assert!(matches!(store.table(table).await, Err(StoreError::NoTable(_))));
    }
    assert_eq!(store.leaderboard(GUILD, Period::AllTime, 0, 10).await.unwrap().users, 0);
    assert_eq!(store.config(GUILD).await.unwrap(), GuildConfig::default());
    assert_eq!(store.trail(GUILD, 0, 10).await.unwrap().total, 0);
    assert_eq!(store.departed_by(i64::MAX).await.unwrap(), [OTHER]);
    assert_eq!(store.guilds().await.unwrap(), [OTHER]);
    let left: Vec<TableId> = store.running_tables().await.unwrap().iter().map(|table| table.id).collect();
    assert_eq!(left, [other_running]);
    assert_eq!(store.leaderboard(OTHER, Period::AllTime, 0, 10).await.unwrap(), before);
    assert_eq!(store.table(kept).await.unwrap().entries.len(), 1);
    assert_eq!(store.places(kept).await.unwrap().len(), 1);
    assert_eq!(store.postings(kept).await.unwrap().len(), 1);
    assert_eq!(store.trail(OTHER, 0, 10).await.unwrap().total, 2, "settings and a season");
    assert_eq!(
        (store.season(GUILD).await.unwrap().number, store.season(OTHER).await.unwrap().number),
        (1, 2)
    );
    assert_eq!(store.wrong_totals().await.unwrap(), 0);
    assert_eq!(store.personal_data(user(1)).await.unwrap().settings, Some(UserSettings::default()));
}

async fn a_purged_server_begins_anew(store: &impl Store) {
    let (_, running) = fill(store, GUILD).await;
    purge(store, GUILD).await;
    purge(store, GUILD).await;
    let table = open(store, GUILD).await;
    assert!(table > running, "no id is given twice");
    store.append(&claims(table, 0, &[Claim::Take(user(1))])).await.unwrap();
}

async fn a_store_tells_how_it_is(store: &impl Store) {
    fill(store, GUILD).await;
    let health = store.health().await.unwrap();
    assert_eq!(health.soundness, Soundness::Sound);
    assert_eq!(store.departed_by(i64::MAX).await.unwrap(), [GUILD], "the look leaves nothing behind");
}

#[tokio::test]
async fn the_health_of_a_file_has_its_size_and_the_room_on_its_disk() {
    let file = InFile::new().await;
    let health = file.store.health().await.unwrap();
    let length = std::fs::metadata(file.path()).unwrap().len();
    assert!(health.bytes >= length && length > 0, "{health:?}");
    assert!(health.free_bytes.is_some(), "this system tells");
    file.store.close().await;
    assert!(matches!(file.store.health().await, Err(StoreError::Failed(_))));
}

/// A table that names a server and is not purged with it would keep what was promised to go.
#[tokio::test]
async fn every_table_that_names_a_server_is_emptied_of_it() {
    let file = InFile::new().await;
    fill(&file.store, GUILD).await;
    let mut connection = file.connect().await;
    let naming: Vec<String> = sqlx::query_scalar(
        "SELECT tables.name FROM pragma_table_list AS tables JOIN pragma_table_info(tables.name) AS columns \
         WHERE tables.schema = 'main' AND tables.type = 'table' AND columns.name = 'guild' ORDER BY tables.name",
    )
    .fetch_all(&mut connection)
    .await
    .unwrap();
    assert!(naming.len() >= 5, "{naming:?}");
    let count = |table: &str| format!("SELECT COUNT(*) FROM {table} WHERE guild = {}", GUILD.0.cast_signed());
    for table in &naming {
        let rows: i64 =
            sqlx::query_scalar(sqlx::AssertSqlSafe(count(table))).fetch_one(&mut connection).await.unwrap();
        assert!(rows > 0, "{table} is not tried: let `fill` put something of the server into it");
    }
    purge(&file.store, GUILD).await;
    for table in &naming {
        let rows: i64 =
            sqlx::query_scalar(sqlx::AssertSqlSafe(count(table))).fetch_one(&mut connection).await.unwrap();
        assert_eq!(rows, 0, "{table} still names the server");
    }
}

#[tokio::test]
async fn appends_go_on_between_the_steps_of_a_purge() {
    let file = InFile::new().await;
    let table = open(&file.store, OTHER).await;
    for _ in 0..64 {
        open(&file.store, GUILD).await;
    }
    let purge = async {
        let mut steps = 1;
        while file.store.purge_guild(GUILD).await.unwrap() == Purged::More {
            steps += 1;
        }
        steps
    };
    let append = async {
        for seq in 0..8 {
            let append = Append { ..entries(table, seq, vec![started()]) };
            file.store.append(&append).await.unwrap();
        }
    };
    let (steps, ()) = tokio::join!(purge, append);
    assert!(steps > 3, "{steps} steps");
    assert_eq!(file.store.table(table).await.unwrap().entries.len(), 8);
}
