//! An entry of every kind, with every value that its small enums have.
//!
//! `tests/data/entries-v1.jsonl` holds the same entries as format 1 writes them, a line each. Both are
//! only ever added to, at the end.

use junqi::rules::{
    Answer, BySeat, Call, Contract, Elimination, Event, GameResult, Kind, Layout, Outcome, Pace, Point,
    Request, Seat, VoteResult,
};
use junqi::table::{ComputerLevel, Entry, Joiner, LobbyClosed, LobbyEvent, PressId, UserId};

pub fn point(name: &str) -> Point {
    name.parse().unwrap()
}

/// Every kind in the order of RULES 2.
fn kinds() -> Vec<Kind> {
    Kind::ALL.to_vec()
}

fn layout(seat: Seat) -> Layout {
    let own = ["G1", "I5", "H3"].map(|name| point(name).from_south(seat));
    Layout([(own[0], Kind::Flag), (own[1], Kind::Engineer), (own[2], Kind::Fortress)].into())
}

pub fn every_entry() -> Vec<Entry> {
    let lobby = lobby().into_iter().map(Entry::Lobby);
    let game = [preparation(), battle(), requests(), absence(), ends()].concat();
    lobby.chain(game.into_iter().map(Entry::Game)).chain(added()).collect()
}

/// What format 1 has learned since.
fn added() -> Vec<Entry> {
    let paced = |pace: Pace| Entry::Lobby(LobbyEvent::Paced { clocks: pace.clocks() });
    let levels = [ComputerLevel::Easy, ComputerLevel::Normal, ComputerLevel::Hard];
    let joined = levels.map(|level| LobbyEvent::Joined { joiner: Joiner::Computer { level } });
    let mut added = vec![paced(Pace::Slow)];
    added.extend(joined.map(Entry::Lobby));
    added
}

fn lobby() -> Vec<LobbyEvent> {
    let person = Joiner::Person {
        user: UserId(u64::MAX),
        name: "小明 \"O'Neil\"\n\u{1F396}".to_owned(),
        locale: "zh-TW".to_owned(),
        press: PressId(1_180_000_000_000_000_002),
    };
    let mut events = vec![LobbyEvent::Joined { joiner: person }];
    let levels = [ComputerLevel::Random, ComputerLevel::Simple];
    events.extend(levels.map(|level| LobbyEvent::Joined { joiner: Joiner::Computer { level } }));
    events.extend([LobbyEvent::Left { user: UserId(0) }, LobbyEvent::ComputerRemoved, LobbyEvent::Started]);
    let reasons = [LobbyClosed::ByOpener, LobbyClosed::ByManager, LobbyClosed::Idle, LobbyClosed::Empty];
    events.extend(reasons.map(|reason| LobbyEvent::Closed { reason }));
    events
}

fn preparation() -> Vec<Event> {
    let mut events = vec![
        Event::Seated {
            seated: BySeat { south: 2, east: 0, north: 3, west: 1 },
            first_bidder: Seat::West,
            words: 5,
        },
        Event::Dealt {
            hands: BySeat::from_fn(|seat| kinds()[seat.index()..].to_vec()),
            stock: kinds(),
            first_bidder: Seat::East,
            words: u64::MAX,
        },
    ];
    events.extend(Call::ALL.map(|call| Event::Called { seat: Seat::North, call }));
    events.extend(Contract::ALL.map(|contract| Event::Declared {
        declarer: Seat::South,
        contract,
        drawn: vec![Kind::GrandMarshal, Kind::Missile],
        layouts: BySeat::from_fn(layout),
        words: 123,
    }));
    events.extend([
        Event::Swapped { seat: Seat::East, a: point("Q7"), b: point("L11") },
        Event::Arranged { seat: Seat::West, layout: layout(Seat::West) },
        Event::Arranged { seat: Seat::West, layout: Layout::default() },
        Event::Marched { seat: Seat::South },
    ]);
    events
}

fn battle() -> Vec<Event> {
    let mut events = vec![Event::BattleBegan, Event::TurnBegan { seat: Seat::East }];
    events.extend(Outcome::ALL.map(|outcome| Event::Moved {
        ply: 500,
        seat: Seat::West,
        from: point("A7"),
        to: point("I9"),
        outcome,
        legal: 112,
    }));
    events.extend(Elimination::ALL.map(|how| Event::Eliminated { seat: Seat::North, how }));
    events.push(Event::TurnSkipped { seat: Seat::South });
    events
}

fn requests() -> Vec<Event> {
    let mut events = Vec::new();
    events.extend(
        [Request::SelfDestruct, Request::Draw].map(|request| Event::Asked { seat: Seat::South, request }),
    );
    events.extend([Answer::Agree, Answer::Refuse].map(|answer| Event::Answered { seat: Seat::East, answer }));
    let results = [VoteResult::Carried, VoteResult::Refused, VoteResult::Unanswered, VoteResult::Void];
    events.extend(results.map(|result| Event::VoteClosed { result }));
    events
}

fn absence() -> Vec<Event> {
    vec![
        Event::WentAbsent { seat: Seat::North },
        Event::Returned { seat: Seat::North, waited_ms: 299_999 },
        Event::Deserted { seat: Seat::West },
    ]
}

fn ends() -> Vec<Event> {
    let scores = Some(BySeat { south: -60, east: 20, north: i64::MAX, west: i64::MIN });
    let mut events: Vec<Event> =
        GameResult::ALL.into_iter().map(|result| Event::Ended { result, scores: None }).collect();
    events.push(Event::Ended { result: GameResult::DeclarerFailed, scores });
    events
}

/// The number of an entry's variant; a new one does not compile until it has one, and the test below
/// fails until it has a sample.
const fn variant(entry: &Entry) -> usize {
    match entry {
        Entry::Lobby(LobbyEvent::Joined { joiner: Joiner::Person { .. } }) => 0,
        Entry::Lobby(LobbyEvent::Joined { joiner: Joiner::Computer { .. } }) => 1,
        Entry::Lobby(LobbyEvent::Left { .. }) => 2,
        Entry::Lobby(LobbyEvent::ComputerRemoved) => 3,
        Entry::Lobby(LobbyEvent::Started) => 4,
        Entry::Lobby(LobbyEvent::Closed { .. }) => 5,
        Entry::Game(Event::Seated { .. }) => 6,
        Entry::Game(Event::Dealt { .. }) => 7,
        Entry::Game(Event::Called { .. }) => 8,
        Entry::Game(Event::Declared { .. }) => 9,
        Entry::Game(Event::Swapped { .. }) => 10,
        Entry::Game(Event::Arranged { .. }) => 11,
        Entry::Game(Event::Marched { .. }) => 12,
        Entry::Game(Event::BattleBegan) => 13,
        Entry::Game(Event::TurnBegan { .. }) => 14,
        Entry::Game(Event::Moved { .. }) => 15,
        Entry::Game(Event::Eliminated { .. }) => 16,
        Entry::Game(Event::TurnSkipped { .. }) => 17,
        Entry::Game(Event::Asked { .. }) => 18,
        Entry::Game(Event::Answered { .. }) => 19,
        Entry::Game(Event::VoteClosed { .. }) => 20,
        Entry::Game(Event::WentAbsent { .. }) => 21,
        Entry::Game(Event::Returned { .. }) => 22,
        Entry::Game(Event::Deserted { .. }) => 23,
        Entry::Game(Event::Ended { .. }) => 24,
        Entry::Lobby(LobbyEvent::Paced { .. }) => 25,
    }
}

#[test]
fn every_variant_has_a_sample() {
    let found: std::collections::BTreeSet<usize> = every_entry().iter().map(variant).collect();
    assert_eq!(found, (0..26).collect());
}
