//! Users: their settings, what is kept of them, and its erasure.

use junqi::rules::{BySeat, Kind, Layout, Role, Seat};
use junqi::table::{
    Append, ChannelId, Claim, ConfigChange, Confirmation, Delivery, Entry, GuildConfig, GuildId, Joiner,
    LedgerRow, LobbyEvent, Locale, MessageId, Period, PersonStore, PersonalData, Pings, Place, Posting,
    PressId, Rematch, SavedLayout, Slot, Standing, Store, StoreError, TableId, TableSetup, TableState,
    UserId, UserSettings,
};

use crate::support::{GUILD, InFile, end, entries, on_both_stores, open, settlement, setup, started, user};

on_both_stores! {
    settings_are_kept_for_each_user,
    who_has_left_no_trace_gets_an_empty_export,
    everything_of_a_user_is_handed_out_and_nothing_of_others,
    an_erased_user_is_nowhere_and_the_others_scores_are_as_they_were,
    an_erased_game_still_replays_with_the_same_deal,
    two_erased_users_stay_two,
    an_erased_user_begins_anew,
    nobody_is_erased_while_they_play,
    who_left_a_running_lobby_can_be_erased,
    nobody_is_erased_while_a_rematch_waits_for_them,
}

const OWN: UserId = UserId(1_180_000_000_000_000_777);
const OTHER_GUILD: GuildId = GuildId(5);

fn own_settings() -> UserSettings {
    UserSettings {
        language: Some(Locale::TraditionalChinese),
        pings: Pings::LongClocks,
        delivery: Delivery::ChannelOnly,
        confirmation: Confirmation::Ask,
    }
}

async fn settings_are_kept_for_each_user(store: &impl Store) {
    assert_eq!(store.all_user_settings().await.unwrap(), []);
    store.set_user_settings(user(u64::MAX), UserSettings::default()).await.unwrap();
    store.set_user_settings(OWN, UserSettings { pings: Pings::Never, ..own_settings() }).await.unwrap();
    store.set_user_settings(OWN, own_settings()).await.unwrap();
    let mut all = store.all_user_settings().await.unwrap();
    all.sort_unstable_by_key(|(user, _)| *user);
    assert_eq!(all, [(OWN, own_settings()), (user(u64::MAX), UserSettings::default())]);
}

fn joined(id: UserId, name: &str) -> Entry {
    Entry::Lobby(LobbyEvent::Joined {
        joiner: Joiner::Person {
            user: id,
            name: name.to_owned(),
            locale: "zh-TW".to_owned(),
            press: PressId(7_000 + id.0 % 1_000),
        },
    })
}

fn left(id: UserId) -> Entry {
    Entry::Lobby(LobbyEvent::Left { user: id })
}

fn row(id: UserId, seat: Seat, points: i64) -> LedgerRow {
    let name = format!("user {id}");
    LedgerRow { user: id, name, seat, role: Some(Role::Defender), points, has_deserted: points < -50 }
}

/// A game of these two, won by the first, with direct messages.
async fn play(store: &impl Store, guild: GuildId, one: UserId, other: UserId) -> TableId {
    let table = open(store, guild).await;
    let log = vec![joined(one, "one"), joined(other, "other"), left(one), joined(one, "one again")];
    store.append(&entries(table, 0, log)).await.unwrap();
    for seat in [Seat::South, Seat::North] {
        let place = Place { channel: ChannelId(8), message: MessageId(9) };
        store.set_place(table, Slot::Direct(seat), Some(place)).await.unwrap();
        let nonce = seat.code().to_owned();
        let posting = Posting { slot: Slot::Direct(seat), channel: ChannelId(8), nonce };
        store.begin_post(table, &posting).await.unwrap();
    }
    let ledger = vec![row(one, Seat::South, 30), row(other, Seat::North, -30)];
    store.append(&end(table, 4, settlement(ledger))).await.unwrap();
    table
}

fn layout(name: &str) -> SavedLayout {
    let layout = Layout([("G1".parse().unwrap(), Kind::Flag)].into());
    SavedLayout { name: name.to_owned(), role: Role::Declarer, layout }
}

async fn leave_traces(store: &impl Store) -> TableId {
    let table = play(store, GUILD, OWN, user(2)).await;
    play(store, OTHER_GUILD, user(2), OWN).await;
    store.set_user_settings(OWN, own_settings()).await.unwrap();
    store.set_user_settings(user(2), UserSettings::default()).await.unwrap();
    store.save_layout(OWN, &layout("mine")).await.unwrap();
    store.save_layout(user(2), &layout("theirs")).await.unwrap();
    for by in [OWN, user(2)] {
        let config = GuildConfig { base_score: by.0 as u32 % 90 + 1, ..GuildConfig::default() };
        store.set_config(GUILD, config, ConfigChange { by, at_unix_ms: 44 }).await.unwrap();
    }
    table
}

async fn who_has_left_no_trace_gets_an_empty_export(store: &impl Store) {
    leave_traces(store).await;
    assert_eq!(store.personal_data(user(3)).await.unwrap(), PersonalData::default());
    store.erase_user(user(3), 1).await.unwrap();
}

async fn everything_of_a_user_is_handed_out_and_nothing_of_others(store: &impl Store) {
    let table = leave_traces(store).await;
    let data = store.personal_data(OWN).await.unwrap();
    assert_eq!(data.settings, Some(own_settings()));
    assert_eq!(data.layouts, [layout("mine")]);
    let names: Vec<&str> = data.places.iter().map(|place| place.name.as_str()).collect();
    assert_eq!(names, ["one", "one again", "other"]);
    let place = &data.places[0];
    assert_eq!((place.table, place.guild, place.press), (table, GUILD, PressId(7_777)));
    let games: Vec<_> = data.games.iter().map(|game| (game.guild, game.seat, game.points)).collect();
    assert_eq!(games, [(GUILD, Seat::South, 30), (OTHER_GUILD, Seat::North, -30)]);
    assert!(data.games.iter().all(|game| game.is_scored && game.result.is_some()));
    let changes: Vec<_> =
        data.config_changes.iter().map(|change| (change.guild, change.at_unix_ms)).collect();
    assert_eq!(changes, [(GUILD, 44)]);
    let text = serde_json::to_string(&data).unwrap();
    assert!(!text.contains("theirs") && !text.contains("user 2"), "{text}");
}

/// Everything that a store tells about a game's people.
async fn told(store: &impl Store, table: TableId) -> String {
    let stored = store.table(table).await.unwrap();
    let board = store.leaderboard(GUILD, Period::AllTime, 0, 10).await.unwrap();
    let other = store.leaderboard(OTHER_GUILD, Period::AllTime, 0, 10).await.unwrap();
    let trail = store.trail(GUILD, 0, 10).await.unwrap();
    format!("{stored:?} {board:?} {other:?} {trail:?}")
}

async fn an_erased_user_is_nowhere_and_the_others_scores_are_as_they_were(store: &impl Store) {
    let table = leave_traces(store).await;
    let theirs = store.standing(GUILD, Period::AllTime, user(2)).await.unwrap();
    let totals = |standings: &[Standing]| -> Vec<i64> { standings.iter().map(|line| line.total).collect() };
    let before = totals(&store.leaderboard(GUILD, Period::AllTime, 0, 10).await.unwrap().standings);
    assert!(told(store, table).await.contains(&OWN.to_string()));
    store.erase_user(OWN, 99).await.unwrap();
    let after = told(store, table).await;
    assert!(!after.contains(&OWN.to_string()) && !after.contains("one again"), "{after}");
    assert_eq!(store.personal_data(OWN).await.unwrap(), PersonalData::default());
    assert_eq!(store.all_user_settings().await.unwrap(), [(user(2), UserSettings::default())]);
    assert_eq!(store.standing(GUILD, Period::AllTime, user(2)).await.unwrap(), theirs);
    let board = store.leaderboard(GUILD, Period::AllTime, 0, 10).await.unwrap();
    assert_eq!(totals(&board.standings), before);
    assert_eq!(before.iter().sum::<i64>(), 0, "and what one won another still lost");
    assert_eq!(store.wrong_totals().await.unwrap(), 0, "kept totals are still those of the ledger");
    let erased = board.standings.iter().find(|line| line.user.is_erased()).unwrap();
    assert_eq!(erased.name, "");
    assert_eq!(store.settled(table).await.unwrap()[Seat::South], Some((30, 30)));
    let slots: Vec<Slot> = store.places(table).await.unwrap().iter().map(|(slot, _)| *slot).collect();
    assert_eq!(slots, [Slot::Direct(Seat::North)], "where their direct messages stood is forgotten");
    let slots: Vec<Slot> = store.postings(table).await.unwrap().iter().map(|posting| posting.slot).collect();
    assert_eq!(slots, [Slot::Direct(Seat::North)], "and where they may stand");
    assert_eq!(store.layouts(user(2), Role::Declarer).await.unwrap().len(), 1);
    store.erase_user(OWN, 100).await.unwrap();
}

async fn an_erased_game_still_replays_with_the_same_deal(store: &impl Store) {
    let table = open(store, GUILD).await;
    let people = [OWN, user(2), user(3), user(4)];
    let mut log: Vec<Entry> = people.iter().map(|user| joined(*user, "somebody")).collect();
    log.push(started());
    let mut state = TableState::new(table, setup(GUILD));
    for entry in &log {
        state.apply(entry).unwrap();
    }
    let begun = state.game().unwrap().begin();
    log.extend(begun.into_iter().map(Entry::Game));
    let ledger = vec![row(OWN, Seat::South, 0)];
    let append = Append { settlement: Some(settlement(ledger)), ..entries(table, 0, log) };
    store.append(&append).await.unwrap();
    let before = TableState::replay(store.table(table).await.unwrap()).unwrap();
    store.erase_user(OWN, 1).await.unwrap();
    let after = TableState::replay(store.table(table).await.unwrap()).unwrap();
    assert_eq!(after.joins(), before.joins(), "RULES 16.1: the seed is made of the presses");
    assert_eq!(after.new_game().setup().seed, before.new_game().setup().seed);
    assert_eq!(format!("{:?}", after.game()), format!("{:?}", before.game()));
    let kept = |state: &TableState, user| state.seat_of(user);
    assert_eq!(kept(&after, user(2)), kept(&before, user(2)));
    assert_eq!(kept(&after, OWN), None);
}

async fn two_erased_users_stay_two(store: &impl Store) {
    play(store, GUILD, OWN, user(2)).await;
    store.erase_user(OWN, 1).await.unwrap();
    store.erase_user(user(2), 2).await.unwrap();
    let board = store.leaderboard(GUILD, Period::AllTime, 0, 10).await.unwrap();
    let totals: Vec<i64> = board.standings.iter().map(|line| line.total).collect();
    assert_eq!(totals, [30, -30]);
    assert!(board.standings.iter().all(|line| line.user.is_erased()));
}

async fn an_erased_user_begins_anew(store: &impl Store) {
    play(store, GUILD, OWN, user(2)).await;
    store.erase_user(OWN, 1).await.unwrap();
    play(store, GUILD, OWN, user(2)).await;
    let standing = store.standing(GUILD, Period::AllTime, OWN).await.unwrap().unwrap();
    assert_eq!((standing.total, standing.games), (30, 1));
    assert_eq!(store.standing(GUILD, Period::AllTime, user(2)).await.unwrap().unwrap().total, -60);
}

async fn nobody_is_erased_while_they_play(store: &impl Store) {
    let table = open(store, GUILD).await;
    store.append(&entries(table, 0, vec![joined(OWN, "one"), joined(user(2), "two")])).await.unwrap();
    // Whoever is eliminated has no claim any more, and a line in the ledger still to come.
    let free = Append { claims: vec![Claim::Release(OWN)], ..entries(table, 2, vec![started()]) };
    store.append(&free).await.unwrap();
    store.set_user_settings(OWN, own_settings()).await.unwrap();
    let refused = store.erase_user(OWN, 1).await;
    assert!(matches!(refused, Err(StoreError::StillPlaying { at, .. }) if at == table), "{refused:?}");
    assert_eq!(store.personal_data(OWN).await.unwrap().settings, Some(own_settings()), "nothing has changed");
    store.append(&end(table, 3, settlement(vec![row(OWN, Seat::East, 5)]))).await.unwrap();
    store.erase_user(OWN, 2).await.unwrap();
}

async fn who_left_a_running_lobby_can_be_erased(store: &impl Store) {
    let table = open(store, GUILD).await;
    let log = vec![joined(user(2), "two"), joined(OWN, "one"), left(OWN)];
    store.append(&entries(table, 0, log)).await.unwrap();
    store.erase_user(OWN, 1).await.unwrap();
    let stored = store.table(table).await.unwrap();
    assert!(!format!("{:?}", stored.entries).contains(&OWN.to_string()), "{:?}", stored.entries);
    let state = TableState::replay(stored).unwrap();
    assert_eq!(state.lobby().joiners().len(), 1);
    store.append(&entries(table, 3, vec![joined(OWN, "one")])).await.unwrap();
}

async fn nobody_is_erased_while_a_rematch_waits_for_them(store: &impl Store) {
    let of = play(store, GUILD, OWN, user(2)).await;
    let seats = BySeat { south: Some(OWN), east: None, north: Some(user(2)), west: None };
    let rematch = Some(Rematch { of, first_bidder: Seat::East, seats });
    let table = store.open_table(&TableSetup { rematch, ..setup(GUILD) }).await.unwrap();
    let refused = store.erase_user(OWN, 1).await;
    assert!(matches!(refused, Err(StoreError::StillPlaying { at, .. }) if at == table), "{refused:?}");
    let mut closed = settlement(Vec::new());
    (closed.result, closed.contract, closed.counts) = (None, None, false);
    store.append(&end(table, 0, closed)).await.unwrap();
    store.erase_user(OWN, 2).await.unwrap();
    let seats = store.table(table).await.unwrap().setup.rematch.unwrap().seats;
    assert!(seats.south.unwrap().is_erased());
    assert_eq!(seats.north, Some(user(2)));
}

/// A column that names users and is passed over would keep what was promised to go.
#[tokio::test]
async fn no_column_of_the_file_has_an_erased_user() {
    let file = InFile::new().await;
    leave_traces(&file.store).await;
    let mut connection = file.connect().await;
    let columns: Vec<(String, String)> = sqlx::query_as(
        "SELECT tables.name, columns.name FROM pragma_table_list AS tables \
         JOIN pragma_table_info(tables.name) AS columns \
         WHERE tables.schema = 'main' AND tables.type = 'table' AND tables.name NOT LIKE 'sqlite_%'",
    )
    .fetch_all(&mut connection)
    .await
    .unwrap();
    let mut found = [0, 0];
    for (round, count) in found.iter_mut().enumerate() {
        for (table, column) in &columns {
            let find =
                format!("SELECT COUNT(*) FROM \"{table}\" WHERE CAST(\"{column}\" AS TEXT) LIKE '%{OWN}%' ");
            let rows: i64 =
                sqlx::query_scalar(sqlx::AssertSqlSafe(find)).fetch_one(&mut connection).await.unwrap();
            assert!(round == 0 || rows == 0, "{table}.{column} still has the user");
            *count += rows;
        }
        if round == 0 {
            file.store.erase_user(OWN, 1).await.unwrap();
        }
    }
    assert!(found[0] >= 8, "the user was in {} rows", found[0]);
}

/// A search through every entry of every game would hold up everybody's plies.
#[tokio::test]
async fn the_entries_that_name_a_user_are_found_by_an_index() {
    let file = InFile::new().await;
    let plan: Vec<(i64, i64, i64, String)> = sqlx::query_as(
        "EXPLAIN QUERY PLAN SELECT entries.table_id, entries.seq FROM entries \
         JOIN tables ON tables.id = entries.table_id WHERE body ->> '$.of' = 'lobby' \
         AND IFNULL(body -> '$.joiner.user', body -> '$.user') = '1' ORDER BY entries.table_id, entries.seq",
    )
    .fetch_all(&mut file.connect().await)
    .await
    .unwrap();
    let steps: Vec<&str> = plan.iter().map(|(.., step)| step.as_str()).collect();
    assert!(steps.iter().any(|step| step.contains("entries_of_a_user")), "{steps:?}");
}
