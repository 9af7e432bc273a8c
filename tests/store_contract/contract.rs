//! Tables, their logs, seats and ends.

use junqi::rules::{BySeat, GameResult, Seat};
use junqi::table::{
    Append, ChannelId, Claim, ComputerLevel, GuildId, Joiner, MessageId, Place, Posting, PressId, Rematch,
    Slot, Store, StoreError, StoredTable, TableId, UserId,
};

use crate::samples::every_entry;
use crate::support::{
    GUILD, claims, end, entries, is_conflict, on_both_stores, open, settlement, setup, started, user,
};

on_both_stores! {
    a_table_comes_back_as_it_was_opened,
    a_table_is_opened_with_its_first_joiners_or_not_at_all,
    every_entry_comes_back_as_it_was_appended,
    an_append_with_a_stale_or_early_number_is_refused,
    of_two_appends_at_once_one_wins,
    many_appends_at_once_all_find_their_table,
    an_unknown_table_is_named,
    a_user_sits_at_one_table_of_a_server,
    a_refused_claim_leaves_the_log_alone,
    a_seat_left_can_be_taken_elsewhere,
    the_end_frees_every_seat,
    a_table_ends_once,
    running_tables_come_oldest_first_without_the_ended,
    ends_that_were_not_told_are_found,
    places_are_kept_moved_and_forgotten,
    postings_are_kept_until_it_is_known_where_they_stand,
}

/// Two people and two computer players.
fn rematch_seats() -> BySeat<Option<UserId>> {
    BySeat::from_fn(|seat| (seat.index() < 2).then_some(UserId(u64::MAX - seat.index() as u64)))
}

async fn a_table_comes_back_as_it_was_opened(store: &impl Store) {
    let first = store.open_table(&setup(GUILD)).await.unwrap();
    let mut other = setup(GuildId(u64::MAX));
    other.channel = ChannelId(1 << 63);
    other.secret.0[31] = 0;
    other.settings.base_score = 1_000;
    other.settings.clocks.absence_s = 604_800;
    other.people_to_count = 4;
    "en-GB".clone_into(&mut other.locale);
    other.opened_unix_ms = -1;
    other.rematch = Some(Rematch { of: first, first_bidder: Seat::West, seats: rematch_seats() });
    let second = store.open_table(&other).await.unwrap();
    assert_eq!((first, second), (TableId(1), TableId(2)), "counted from 1");
    let stored = store.table(second).await.unwrap();
    assert_eq!(stored, StoredTable { id: second, setup: other, entries: Vec::new() });
    assert_eq!(store.table(first).await.unwrap().setup, setup(GUILD));
}

async fn a_table_is_opened_with_its_first_joiners_or_not_at_all(store: &impl Store) {
    let joiner = Joiner::Person {
        user: user(7),
        name: "小明".to_owned(),
        locale: "zh-TW".to_owned(),
        press: PressId(9),
    };
    let joiners = [Joiner::Computer { level: ComputerLevel::Easy }, joiner];
    let first = store.open_table_with(&setup(GUILD), &joiners).await.unwrap();
    let entries = store.table(first).await.unwrap().entries;
    assert_eq!(entries, Append::of_joiners(first, &joiners).entries);
    let refused = store.open_table_with(&setup(GUILD), &joiners).await;
    assert!(matches!(refused, Err(StoreError::SeatedElsewhere { at, .. }) if at == first), "{refused:?}");
    let running: Vec<TableId> = store.running_tables().await.unwrap().iter().map(|table| table.id).collect();
    assert_eq!(running, [first], "no table without anybody is left behind");
}

async fn every_entry_comes_back_as_it_was_appended(store: &impl Store) {
    let table = open(store, GUILD).await;
    let all = every_entry();
    let (some, rest) = all.split_at(3);
    store.append(&entries(table, 0, some.to_vec())).await.unwrap();
    store.append(&entries(table, 3, Vec::new())).await.unwrap();
    store.append(&entries(table, 3, rest.to_vec())).await.unwrap();
    assert_eq!(store.table(table).await.unwrap().entries, all);
}

async fn an_append_with_a_stale_or_early_number_is_refused(store: &impl Store) {
    let table = open(store, GUILD).await;
    store.append(&entries(table, 0, vec![started(), started()])).await.unwrap();
    for wrong in [0, 1, 3, u64::MAX] {
        let refused = store.append(&entries(table, wrong, vec![started()])).await;
        assert!(is_conflict(&refused, table), "{wrong}: {refused:?}");
    }
    assert_eq!(store.table(table).await.unwrap().entries.len(), 2);
}

async fn of_two_appends_at_once_one_wins(store: &impl Store) {
    let table = open(store, GUILD).await;
    let append = entries(table, 0, vec![started()]);
    let (one, other) = tokio::join!(store.append(&append), store.append(&append));
    assert!(one.is_ok() != other.is_ok(), "{one:?} {other:?}");
    assert!(is_conflict(&one, table) || is_conflict(&other, table), "{one:?} {other:?}");
    assert_eq!(store.table(table).await.unwrap().entries.len(), 1);
}

async fn many_appends_at_once_all_find_their_table(store: &impl Store) {
    let (a, b, c) = (open(store, GUILD).await, open(store, GUILD).await, open(store, GUILD).await);
    let [to_a, to_b, to_c] = [a, b, c].map(|table| entries(table, 0, vec![started()]));
    let stale = entries(a, 5, vec![started()]);
    let (a_done, stale_done, b_done, c_done) =
        tokio::join!(store.append(&to_a), store.append(&stale), store.append(&to_b), store.append(&to_c));
    assert!(a_done.is_ok() && b_done.is_ok() && c_done.is_ok());
    assert!(is_conflict(&stale_done, a), "one that fails takes no other with it: {stale_done:?}");
    for table in [a, b, c] {
        assert_eq!(store.table(table).await.unwrap().entries, [started()]);
    }
}

async fn an_unknown_table_is_named(store: &impl Store) {
    open(store, GUILD).await;
    for unknown in [TableId(0), TableId(2), TableId(u64::MAX)] {
        let place = Some(Place { channel: ChannelId(1), message: MessageId(1) });
        let mut rematch = setup(GUILD);
        rematch.rematch = Some(Rematch { of: unknown, first_bidder: Seat::South, seats: rematch_seats() });
        for error in [
            store.table(unknown).await.unwrap_err(),
            store.append(&entries(unknown, 0, vec![started()])).await.unwrap_err(),
            store.places(unknown).await.unwrap_err(),
            store.set_place(unknown, Slot::Main, place).await.unwrap_err(),
            store.settled(unknown).await.unwrap_err(),
            store.open_table(&rematch).await.unwrap_err(),
        ] {
            assert!(matches!(error, StoreError::NoTable(id) if id == unknown), "{error:?}");
        }
    }
}

async fn a_user_sits_at_one_table_of_a_server(store: &impl Store) {
    let (here, there) = (open(store, GUILD).await, open(store, GUILD).await);
    let other_guild = open(store, GuildId(5)).await;
    let take = |table| claims(table, 0, &[Claim::Take(user(u64::MAX))]);
    store.append(&take(here)).await.unwrap();
    store.append(&take(here)).await.unwrap();
    store.append(&take(other_guild)).await.unwrap();
    let refused = store.append(&take(there)).await;
    let Err(StoreError::SeatedElsewhere { user: who, at }) = refused else { panic!("{refused:?}") };
    assert_eq!((who, at), (user(u64::MAX), here));
}

async fn a_refused_claim_leaves_the_log_alone(store: &impl Store) {
    let (here, there) = (open(store, GUILD).await, open(store, GUILD).await);
    store.append(&claims(here, 0, &[Claim::Take(user(1))])).await.unwrap();
    let mut both = claims(there, 0, &[Claim::Take(user(2)), Claim::Take(user(1))]);
    both.entries = vec![started()];
    both.settlement = Some(settlement(Vec::new()));
    assert!(matches!(store.append(&both).await, Err(StoreError::SeatedElsewhere { .. })));
    assert_eq!(store.table(there).await.unwrap().entries, []);
    assert_eq!(store.running_tables().await.unwrap().len(), 2);
    store.append(&claims(here, 0, &[Claim::Take(user(2))])).await.unwrap();
}

async fn a_seat_left_can_be_taken_elsewhere(store: &impl Store) {
    let (here, there) = (open(store, GUILD).await, open(store, GUILD).await);
    let (take, release) = (Claim::Take(user(1)), Claim::Release(user(1)));
    store.append(&claims(here, 0, &[take])).await.unwrap();
    store.append(&claims(there, 0, &[release])).await.unwrap();
    let elsewhere = store.append(&claims(there, 0, &[take])).await;
    assert!(matches!(elsewhere, Err(StoreError::SeatedElsewhere { .. })), "one table frees no other's");
    store.append(&claims(here, 0, &[release, take, release])).await.unwrap();
    store.append(&claims(there, 0, &[take])).await.unwrap();
}

async fn the_end_frees_every_seat(store: &impl Store) {
    let (here, there) = (open(store, GUILD).await, open(store, GUILD).await);
    store.append(&claims(here, 0, &[Claim::Take(user(1))])).await.unwrap();
    let mut last = end(here, 0, settlement(Vec::new()));
    last.claims = vec![Claim::Take(user(2))];
    store.append(&last).await.unwrap();
    store.append(&claims(there, 0, &[Claim::Take(user(1)), Claim::Take(user(2))])).await.unwrap();
}

async fn a_table_ends_once(store: &impl Store) {
    let table = open(store, GUILD).await;
    let mut closed = settlement(Vec::new());
    (closed.result, closed.contract, closed.counts) = (None, None, false);
    store.append(&end(table, 0, closed.clone())).await.unwrap();
    closed.result = Some(GameResult::Stopped);
    let refused = store.append(&end(table, 1, closed)).await;
    assert!(is_conflict(&refused, table), "{refused:?}");
    let refused = store.append(&entries(table, 1, vec![started()])).await;
    assert!(is_conflict(&refused, table), "{refused:?}");
    assert_eq!(store.table(table).await.unwrap().entries, [started()], "the ended can still be read");
}

async fn running_tables_come_oldest_first_without_the_ended(store: &impl Store) {
    assert_eq!(store.running_tables().await.unwrap(), []);
    let mut tables = Vec::new();
    for guild in [GUILD, GuildId(2), GUILD] {
        tables.push(open(store, guild).await);
    }
    store.append(&entries(tables[2], 0, vec![started()])).await.unwrap();
    store.append(&end(tables[1], 0, settlement(Vec::new()))).await.unwrap();
    let running = store.running_tables().await.unwrap();
    let found: Vec<(TableId, usize)> = running.iter().map(|table| (table.id, table.entries.len())).collect();
    assert_eq!(found, [(tables[0], 0), (tables[2], 1)]);
}

async fn places_are_kept_moved_and_forgotten(store: &impl Store) {
    let table = open(store, GUILD).await;
    assert_eq!(store.places(table).await.unwrap(), []);
    let at = |id: u64| Place { channel: ChannelId(id), message: MessageId(u64::MAX - id) };
    let fixed = [Slot::Main, Slot::Door, Slot::End, Slot::Vote, Slot::Ping];
    let slots = fixed.into_iter().chain(Seat::ALL.map(Slot::Direct));
    let mut expected: Vec<(Slot, Place)> = slots.zip((1..).map(at)).collect();
    for (slot, place) in expected.iter().rev() {
        store.set_place(table, *slot, Some(*place)).await.unwrap();
    }
    assert_eq!(store.places(table).await.unwrap(), expected);
    store.set_place(table, Slot::Main, Some(at(99))).await.unwrap();
    store.set_place(table, Slot::Vote, None).await.unwrap();
    store.set_place(table, Slot::Vote, None).await.unwrap();
    expected[0].1 = at(99);
    expected.retain(|(slot, _)| *slot != Slot::Vote);
    assert_eq!(store.places(table).await.unwrap(), expected);
    let other = open(store, GUILD).await;
    assert_eq!(store.places(other).await.unwrap(), []);
    store.append(&end(table, 0, settlement(Vec::new()))).await.unwrap();
    assert_eq!(store.places(table).await.unwrap(), expected, "the board stays where it is");
}

async fn postings_are_kept_until_it_is_known_where_they_stand(store: &impl Store) {
    let table = open(store, GUILD).await;
    assert_eq!(store.postings(table).await.unwrap(), []);
    let posting = |slot, nonce: &str| Posting { slot, channel: ChannelId(7), nonce: nonce.to_owned() };
    let lost = posting(Slot::Vote, "b");
    let [arrived, refused] = [posting(Slot::Vote, "a"), posting(Slot::Direct(Seat::West), "c")];
    for posting in [&refused, &lost, &arrived, &lost] {
        store.begin_post(table, posting).await.unwrap();
    }
    let all = [arrived.clone(), lost.clone(), refused.clone()];
    assert_eq!(store.postings(table).await.unwrap(), all);
    store.end_post(table, &arrived, Some(MessageId(u64::MAX))).await.unwrap();
    store.end_post(table, &refused, None).await.unwrap();
    assert_eq!(store.postings(table).await.unwrap(), [lost]);
    let place = Place { channel: ChannelId(7), message: MessageId(u64::MAX) };
    assert_eq!(store.places(table).await.unwrap(), [(Slot::Vote, place)]);
    let unknown = TableId(99);
    assert!(matches!(store.begin_post(unknown, &arrived).await, Err(StoreError::NoTable(_))));
    assert!(matches!(store.end_post(unknown, &arrived, None).await, Err(StoreError::NoTable(_))));
    assert!(matches!(store.postings(unknown).await, Err(StoreError::NoTable(_))));
}

async fn ends_that_were_not_told_are_found(store: &impl Store) {
    let place = Some(Place { channel: ChannelId(1), message: MessageId(2) });
    let with_board = |table| store.set_place(table, Slot::Main, place);
    let untold = open(store, GUILD).await;
    let (told, running) = (open(store, GUILD).await, open(store, GUILD).await);
    let (unseen, closed) = (open(store, GUILD).await, open(store, GUILD).await);
    for table in [untold, told, running, closed] {
        with_board(table).await.unwrap();
    }
    store.set_place(told, Slot::End, place).await.unwrap();
    let ended_at = settlement(Vec::new()).ended_unix_ms;
    for table in [untold, told, unseen] {
        store.append(&end(table, 0, settlement(Vec::new()))).await.unwrap();
    }
    let without_game = junqi::table::Settlement { result: None, contract: None, ..settlement(Vec::new()) };
    store.append(&end(closed, 0, without_game)).await.unwrap();
    let found = async |since| -> Vec<TableId> {
        store.untold_ends(since).await.unwrap().iter().map(|table| table.id).collect()
    };
    assert_eq!(found(ended_at).await, [untold]);
    assert_eq!(found(ended_at + 1).await, [], "longer ago");
    store.set_place(untold, Slot::Main, None).await.unwrap();
    assert_eq!(found(0).await, []);
}
