//! Stored logs at their worst: spoilt by a hand, a disk or another program. Nothing panics, and what cannot
//! be read is named by its place, never by what stands there.

use std::sync::LazyLock;

use proptest::prelude::*;
use serde_json::{Value, json};

use super::form::read_entry;
use crate::rules::Kind;
use crate::selfplay::Requests;
use crate::selfplay::{DEFAULT_SEATS, play};
use crate::table::{
    Entry, Joiner, LobbyEvent, PressId, StoredTable, TableId, TableSetup, TableState, Telling, UserId,
};

/// A line of each kind of entry.
const SAMPLES: &str = include_str!("../../tests/data/entries-v1.jsonl");

/// The log of a whole game among four people.
fn log(seed: u64) -> Vec<Entry> {
    let joined = (0..4).map(|number| {
        let (user, press) = (UserId(11 + number), PressId(number));
        let joiner = Joiner::Person { user, name: format!("user {number}"), locale: "en".to_owned(), press };
        Entry::Lobby(LobbyEvent::Joined { joiner })
    });
    let events = play(seed, DEFAULT_SEATS, Requests::NowAndThen).events;
    joined.chain([Entry::Lobby(LobbyEvent::Started)]).chain(events.into_iter().map(Entry::Game)).collect()
}

/// Games take long to play: a few serve all cases.
static LOGS: LazyLock<Vec<Vec<Entry>>> = LazyLock::new(|| (0..6).map(log).collect());

fn stored(entries: Vec<Entry>) -> StoredTable {
    let setup = TableSetup { locale: "en".to_owned(), ..TableSetup::sample() };
    StoredTable { id: TableId(1), setup, entries }
}

/// What a value is changed to.
#[derive(Clone, Debug)]
enum Spoiling {
    /// Another number, word or list in its place.
    Replace(Value),
    /// A list cut short, or twice as long; an object with a field less.
    Shorten,
    Double,
}

fn spoiling() -> impl Strategy<Value = Spoiling> {
    let words = prop_oneof![
        Just("south"),
        Just("west"),
        Just("flag"),
        Just("mine"),
        Just("engineer"),
        Just("G1"),
        Just("A8"),
        Just("I9"),
        Just("three"),
        Just("\u{202e}"),
        Just(""),
    ];
    prop_oneof![
        any::<i64>().prop_map(|number| Spoiling::Replace(json!(number))),
        (0_u8..5).prop_map(|number| Spoiling::Replace(json!(number))),
        any::<f64>().prop_map(|number| Spoiling::Replace(json!(number))),
        words.prop_map(|word| Spoiling::Replace(json!(word))),
        Just(Spoiling::Replace(Value::Null)),
        Just(Spoiling::Replace(json!([]))),
        Just(Spoiling::Replace(json!({}))),
        Just(Spoiling::Shorten),
        Just(Spoiling::Double),
    ]
}

/// Spoils the value with that number, counted through the whole; what is left of the number.
fn spoil(value: &mut Value, number: usize, how: &Spoiling) -> Option<usize> {
    if number == 0 {
        match (how, value) {
            (Spoiling::Replace(other), value) => *value = other.clone(),
            (Spoiling::Shorten, Value::Array(list)) => drop(list.pop()),
            (Spoiling::Double, Value::Array(list)) => list.extend_from_within(..),
            (Spoiling::Shorten, Value::Object(fields)) => {
                let last = fields.keys().next_back().cloned();
                last.and_then(|key| fields.remove(&key));
            }
            (_, _) => {}
        }
        return None;
    }
    let mut left = number - 1;
    let parts: Vec<&mut Value> = match value {
        Value::Array(list) => list.iter_mut().collect(),
        Value::Object(fields) => fields.values_mut().collect(),
        _ => Vec::new(),
    };
    for part in parts {
        left = spoil(part, left, how)?;
    }
    Some(left)
}

fn size(value: &Value) -> usize {
    1 + match value {
        Value::Array(list) => list.iter().map(size).sum(),
        Value::Object(fields) => fields.values().map(size).sum(),
        _ => 0,
    }
}

/// Everything that is made of a log when its table is taken up, looked at, and looked back on.
fn take_up(entries: Vec<Entry>) -> Result<(), String> {
    let stored = stored(entries);
    let state = TableState::replay(stored.clone()).map_err(|fault| fault.to_string())?;
    let _ = Telling::of(&state, Vec::new(), Vec::new());
    let _ = (state.seated_people(), state.rematch(), state.settlement(0));
    if let Some(game) = state.game() {
        let _ = game.awaits();
    }
    stored.finished().map(|_| ()).map_err(|fault| format!("{fault:?}"))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, failure_persistence: None, max_shrink_iters: 64, ..ProptestConfig::default() })]

    #[test]
    fn an_entry_is_read_or_named_by_its_place_and_never_quoted(
        line in any::<prop::sample::Index>(), edits in prop::collection::vec((any::<prop::sample::Index>(), any::<Option<char>>()), 1..5),
        format in prop_oneof![4 => Just(1_i64), 1 => any::<i64>()], seq: u64,
    ) {
        let lines: Vec<&str> = SAMPLES.lines().collect();
        let mut characters: Vec<char> = line.get(&lines).chars().collect();
        for (at, character) in edits {
            let at = at.index(characters.len());
            characters.splice(at..=at, character);
        }
        let text: String = characters.into_iter().collect();
        if let Err(fault) = read_entry(seq, format, &text) {
            let fault = fault.to_string();
            prop_assert!(fault.starts_with(&format!("entry {seq} ")), "{fault}");
            for kind in Kind::ALL {
                let code = serde_json::to_value(kind).unwrap();
                prop_assert!(!fault.contains(code.as_str().unwrap()), "{fault} (RULES 15.3)");
            }
        }
    }

    #[test]
    fn anything_at_all_in_place_of_an_entry_is_refused(text in "\\PC{0,80}", depth in 0_usize..3_000) {
        prop_assert!(read_entry(0, 1, &text).is_err());
        let deep = "[{\"of\":".repeat(depth) + &text;
        prop_assert!(read_entry(0, 1, &deep).is_err());
    }

    #[test]
    fn a_spoilt_log_makes_a_table_or_a_fault_and_nothing_panics(
        seed in 0_usize..6, at in any::<prop::sample::Index>(), part in any::<prop::sample::Index>(), how in spoiling(),
        cut in any::<prop::sample::Index>(), order in 0_u8..5, other in any::<prop::sample::Index>(),
    ) {
        let mut entries = LOGS[seed].clone();
        entries.truncate(1 + cut.index(entries.len()));
        // Half of the time at the beginning, where hands and layouts stand.
        let at = if order % 2 == 0 { at.index(entries.len()) } else { at.index(entries.len().min(24)) };
        match order {
            0 | 1 => {
                let mut value = serde_json::to_value(&entries[at]).unwrap();
                let part = part.index(size(&value));
                spoil(&mut value, part, &how);
                if let Ok(entry) = serde_json::from_value(value) {
                    entries[at] = entry;
                }
            }
            2 => drop(entries.remove(at)),
            3 => entries.insert(at, entries[other.index(entries.len())].clone()),
            _ => {
                let other = other.index(entries.len());
                entries.swap(at, other);
            }
        }
        if let Err(fault) = take_up(entries) {
            prop_assert!(!fault.is_empty());
        }
    }
}
