//! The stored form of entries: what was written once stays readable.

use junqi::rules::{
    Answer, BySeat, Call, Contract, Elimination, Event, GameResult, Kind, Layout, Outcome, Point, Request,
    Seat, VoteResult,
};
use junqi::table::{
    ComputerLevel, ENTRY_FORMAT, Entry, Joiner, LobbyClosed, LobbyEvent, PressId, Store, StoreError, UserId,
};
use proptest::collection::{btree_map, vec};
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;
use sqlx::SqliteConnection;

use crate::samples::every_entry;
use crate::support::{GUILD, InFile, entries, open, started};

/// Written by the first version; lines are never changed.
const FORMAT_1: &str = include_str!("../data/entries-v1.jsonl");

async fn insert(connection: &mut SqliteConnection, seq: usize, format: u32, body: &str) {
    sqlx::query("INSERT INTO entries (table_id, seq, format, body) VALUES (1, ?1, ?2, ?3)")
        .bind(seq as i64)
        .bind(format)
        .bind(body)
        .execute(connection)
        .await
        .unwrap();
}

#[tokio::test]
async fn entries_of_format_1_are_read_as_they_were_meant() {
    let file = InFile::new().await;
    let table = open(&file.store, GUILD).await;
    let mut connection = file.connect().await;
    for (seq, line) in FORMAT_1.lines().enumerate() {
        insert(&mut connection, seq, 1, line).await;
    }
    assert_eq!(file.store.table(table).await.unwrap().entries, every_entry());
}

#[test]
fn entries_are_written_as_format_1_says_while_that_is_the_newest() {
    assert_eq!(ENTRY_FORMAT, 1, "a new format has a file of its own, and this test reads it");
    let written: Vec<String> =
        every_entry().iter().map(|entry| serde_json::to_string(entry).unwrap()).collect();
    assert_eq!(written, FORMAT_1.lines().collect::<Vec<_>>());
}

#[tokio::test]
async fn a_log_that_cannot_be_read_says_where_and_keeps_its_pieces_to_itself() {
    let good = r#"{"of":"lobby","what":"started"}"#;
    let rows = [
        (1, 2, good, "entry 1 has format 2"),
        (1, 1, r#"{"of":"game","what":"grand_marshal"}"#, "entry 1 is damaged"),
        (1, 1, r#"{"of":"game","what":"seated","seated":"grand_marshal"}"#, "entry 1 is damaged"),
        (2, 1, good, "entry 1 is missing"),
    ];
    for (seq, format, body, said) in rows {
        let file = InFile::new().await;
        let (damaged, whole) = (open(&file.store, GUILD).await, open(&file.store, GUILD).await);
        file.store.append(&entries(damaged, 0, vec![started()])).await.unwrap();
        insert(&mut file.connect().await, seq, format, body).await;
        let error = file.store.table(damaged).await.unwrap_err();
        let StoreError::Unreadable { table, fault } = &error else { panic!("{error:?}") };
        assert_eq!(*table, damaged);
        assert!(fault.contains(said) && !error.to_string().contains("marshal"), "{error}");
        let running = file.store.running_tables().await.unwrap();
        assert_eq!(running.iter().map(|table| table.id).collect::<Vec<_>>(), [whole], "the others go on");
    }
}

fn seat() -> impl Strategy<Value = Seat> {
    select(Seat::ALL.to_vec())
}

fn kinds() -> impl Strategy<Value = Vec<Kind>> {
    vec(select(Kind::ALL.to_vec()), 0..24)
}

fn point() -> impl Strategy<Value = Point> {
    (0..Point::COUNT).prop_map(|index| Point::from_index(index).expect("a number below the count"))
}

fn layout() -> impl Strategy<Value = Layout> {
    btree_map(point(), select(Kind::ALL.to_vec()), 0..40).prop_map(Layout)
}

fn by_seat<T: std::fmt::Debug>(value: impl Strategy<Value = T> + Clone) -> impl Strategy<Value = BySeat<T>> {
    (value.clone(), value.clone(), value.clone(), value).prop_map(|(south, east, north, west)| BySeat {
        south,
        east,
        north,
        west,
    })
}

fn lobby_event() -> impl Strategy<Value = LobbyEvent> {
    let person = (any::<u64>(), any::<String>(), any::<String>(), any::<u64>()).prop_map(
        |(user, name, locale, press)| Joiner::Person {
            user: UserId(user),
            name,
            locale,
            press: PressId(press),
        },
    );
    let computer = select(ComputerLevel::ALL.to_vec()).prop_map(|level| Joiner::Computer { level });
    let reasons = [LobbyClosed::ByOpener, LobbyClosed::ByManager, LobbyClosed::Idle, LobbyClosed::Empty];
    prop_oneof![
        prop_oneof![person, computer].prop_map(|joiner| LobbyEvent::Joined { joiner }),
        any::<u64>().prop_map(|user| LobbyEvent::Left { user: UserId(user) }),
        Just(LobbyEvent::ComputerRemoved),
        Just(LobbyEvent::Started),
        select(reasons.to_vec()).prop_map(|reason| LobbyEvent::Closed { reason }),
    ]
}

fn preparation() -> impl Strategy<Value = Event> {
    prop_oneof![
        (by_seat(any::<u8>()), seat(), any::<u64>())
            .prop_map(|(seated, first_bidder, words)| Event::Seated { seated, first_bidder, words }),
        (vec(kinds(), 4), kinds(), seat(), any::<u64>()).prop_map(|(hands, stock, first_bidder, words)| {
            let hands = BySeat::from_fn(|seat| hands[seat.index()].clone());
            Event::Dealt { hands, stock, first_bidder, words }
        }),
        (seat(), select(Call::ALL.to_vec())).prop_map(|(seat, call)| Event::Called { seat, call }),
        (seat(), select(Contract::ALL.to_vec()), kinds(), vec(layout(), 4), any::<u64>()).prop_map(
            |(declarer, contract, drawn, layouts, words)| {
                let layouts = BySeat::from_fn(|seat| layouts[seat.index()].clone());
                Event::Declared { declarer, contract, drawn, layouts, words }
            }
        ),
        (seat(), point(), point()).prop_map(|(seat, a, b)| Event::Swapped { seat, a, b }),
        (seat(), layout()).prop_map(|(seat, layout)| Event::Arranged { seat, layout }),
        seat().prop_map(|seat| Event::Marched { seat }),
    ]
}

fn battle() -> impl Strategy<Value = Event> {
    let outcome = select(Outcome::ALL.to_vec());
    prop_oneof![
        Just(Event::BattleBegan),
        seat().prop_map(|seat| Event::TurnBegan { seat }),
        (any::<u16>(), seat(), point(), point(), outcome, any::<u32>()).prop_map(
            |(ply, seat, from, to, outcome, legal)| Event::Moved { ply, seat, from, to, outcome, legal }
        ),
        (seat(), select(Elimination::ALL.to_vec())).prop_map(|(seat, how)| Event::Eliminated { seat, how }),
        seat().prop_map(|seat| Event::TurnSkipped { seat }),
    ]
}

fn requests_and_ends() -> impl Strategy<Value = Event> {
    let request = select(vec![Request::SelfDestruct, Request::Draw]);
    let answer = select(vec![Answer::Agree, Answer::Refuse]);
    let votes = [VoteResult::Carried, VoteResult::Refused, VoteResult::Unanswered, VoteResult::Void];
    prop_oneof![
        (seat(), request).prop_map(|(seat, request)| Event::Asked { seat, request }),
        (seat(), answer).prop_map(|(seat, answer)| Event::Answered { seat, answer }),
        select(votes.to_vec()).prop_map(|result| Event::VoteClosed { result }),
        seat().prop_map(|seat| Event::WentAbsent { seat }),
        (seat(), any::<u64>()).prop_map(|(seat, waited_ms)| Event::Returned { seat, waited_ms }),
        seat().prop_map(|seat| Event::Deserted { seat }),
        (select(GameResult::ALL.to_vec()), option::of(by_seat(any::<i64>())))
            .prop_map(|(result, scores)| Event::Ended { result, scores }),
    ]
}

fn entry() -> impl Strategy<Value = Entry> {
    prop_oneof![
        1 => lobby_event().prop_map(Entry::Lobby),
        3 => prop_oneof![preparation(), battle(), requests_and_ends()].prop_map(Entry::Game),
    ]
}

#[test]
fn any_log_comes_back_as_it_was_appended() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let file = runtime.block_on(InFile::new());
    proptest!(ProptestConfig::with_cases(48), |(log in vec(entry(), 0..24))| {
        let back = runtime.block_on(async {
            let table = open(&file.store, GUILD).await;
            file.store.append(&entries(table, 0, log.clone())).await.unwrap();
            file.store.table(table).await.unwrap().entries
        });
        prop_assert_eq!(back, log);
    });
}
