//! Records: true ones pass, forged ones are refused with the place of their first fault.

// The functions that the tests share are tests, too.
#![allow(clippy::unwrap_used)]

use std::collections::BTreeSet;

use junqi::record::{Deed, Fault, Record};
use junqi::rules::{GameResult, Seat};
use junqi::selfplay::{DEFAULT_SEATS, PlayedGame, Requests, play};
use junqi::view::{OpenView, PlayerView, PublicView};
use proptest::prelude::*;
use serde_json::{Value, json};

const GOLDEN: &str = include_str!("data/record.json");

fn game(seed: u64) -> PlayedGame {
    play(seed, DEFAULT_SEATS, Requests::NowAndThen)
}

fn value(record: &Record) -> Value {
    serde_json::from_str(&record.to_json()).unwrap()
}

/// The first fault of a record as changed, in words.
fn fault_of(record: &Record, change: impl FnOnce(&mut Value)) -> String {
    let mut value = value(record);
    change(&mut value);
    match Record::read(&value.to_string()) {
        Err(fault) => fault.to_string(),
        Ok(changed) => changed.verify().expect_err("the change is seen").to_string(),
    }
}

#[test]
fn the_kept_record_is_true_and_is_written_as_it_was_read() {
    let record = Record::read(GOLDEN).unwrap();
    let verified = record.verify().unwrap();
    assert_eq!(record.to_json(), GOLDEN.trim_end());
    let again = verified.game.over().unwrap();
    assert_eq!((again.result, again.scores), (record.end.result, record.scores));
    let deeds: BTreeSet<Deed> = record.asides.iter().map(|aside| aside.what).collect();
    assert!(deeds.len() >= 4, "it shows more than plies: {deeds:?}");
}

#[test]
fn each_fault_is_named_with_its_place() {
    let record = Record::read(GOLDEN).unwrap();
    let forged = |change: &dyn Fn(&mut Value)| fault_of(&record, |value| change(value));
    let clash = record.plies.iter().position(|ply| ply.outcome != junqi::record::PlyOutcome::Moved).unwrap();
    let declarer = record.declarer.unwrap();

    assert!(forged(&|value| value["format"] = json!("chess/1")).contains("the format is \"chess/1\""));
    assert!(
        forged(&|value| value["commitment"] = json!("00".repeat(32))).starts_with("head: commitment is 00")
    );
    assert!(forged(&|value| value["seed"] = json!("00".repeat(32))).starts_with("head: seed is 00"));
    assert!(forged(&|value| value["joins"] = json!(["7"])).starts_with("head: seed is"));
    assert!(forged(&|value| value["joins"] = json!(["07"])).contains("\"07\", which is no id"));
    assert!(forged(&|value| value["base_score"] = json!(0)).contains("base_score is 0, should be 1 to 1000"));
    assert!(forged(&|value| value["base_score"] = json!(20)).starts_with("end: scores is"));
    assert!(
        forged(&|value| value["deals"][0]["hands"]["east"][3] = json!("flag")).starts_with("deal 1: hands")
    );
    assert!(forged(&|value| value["drawn"][0] = json!("flag")).starts_with("head: drawn"));
    let other = declarer.next().code();
    let expected = format!("head: declarer is {other}, should be {}", declarer.code());
    assert_eq!(forged(&|value| value["declarer"] = json!(other)), expected);
    assert!(
        forged(&|value| value["layouts"]["south"]["H3"] = json!("captain")).starts_with("layout of south: ")
    );
    let place = format!("ply {}: ", clash + 1);
    assert!(
        forged(&|value| value["plies"][clash]["outcome"] = json!("moved"))
            .starts_with(&format!("{place}outcome is moved, should be "))
    );
    assert!(
        forged(&|value| value["plies"][clash]["legal"] = json!(999)).starts_with(&format!("{place}legal"))
    );
    assert!(
        forged(&|value| value["plies"][clash]["to"] = value["plies"][clash]["from"].clone())
            .starts_with(&place)
    );
    assert!(
        forged(&|value| {
            value["plies"].as_array_mut().unwrap().pop();
        })
        .len()
            > 5
    );
    assert!(forged(&|value| value["end"]["result"] = json!("stopped")).starts_with("end: result is stopped"));
    assert!(forged(&|value| value["end"]["after_ply"] = json!(3)).starts_with("end: after_ply is 3"));
    assert!(
        forged(&|value| value["asides"][0]["seat"] = json!("nobody")).contains("not a well-formed record")
    );
}

#[test]
fn fields_that_are_not_known_are_ignored() {
    let record = Record::read(GOLDEN).unwrap();
    let mut value = value(&record);
    value["weather"] = json!("fair");
    value["plies"][0]["clock_ms"] = json!(1_200);
    assert!(Record::read(&value.to_string()).unwrap().verify().is_ok());
}

#[test]
fn what_has_no_meaning_is_left_out() {
    let seeds = 0..400;
    let short = seeds.map(game).find(|played| {
        matches!(played.game.over().unwrap().result, GameResult::PassedOut | GameResult::Void)
    });
    let record = short.expect("one of many games is passed out or void").record();
    let value = value(&record);
    for field in ["declarer", "contract", "stock", "drawn", "layouts", "plies", "scores"] {
        assert!(value.get(field).is_none(), "{field}");
    }
    assert!(record.verify().is_ok());
}

#[test]
fn a_rematch_keeps_its_seats_and_names_its_first_bidder() {
    use junqi::rules::{Actor, Command, Game, Seating, Secret, Settings, Setup, derive_seed};
    let secret = Secret([9; 32]);
    let joins = [1_180_000_000_000_000_001, 42, 7, 8];
    let setup = Setup {
        settings: Settings { base_score: 25, ..Settings::default() },
        seed: derive_seed(&secret, &joins),
        seating: Seating::Rematch { first_bidder: Seat::West },
    };
    let mut game = Game::new(setup);
    let mut events = game.begin();
    for event in &events {
        game.apply(event).unwrap();
    }
    let stop = game.decide(Actor::Manager, Command::Stop).unwrap();
    for event in &stop {
        game.apply(event).unwrap();
    }
    assert_eq!(Record::of(&secret, &joins, &Game::new(setup), &events), None, "it is not over");
    events.extend(stop);
    let record = Record::of(&secret, &joins, &game, &events).unwrap();
    assert_eq!((record.rematch, record.seated, record.first_bidder), (true, None, Seat::West));
    assert_eq!(record.joins[0], "1180000000000000001", "ids stay whole as text");
    let read = Record::read(&record.to_json()).unwrap();
    assert_eq!(read.verify().unwrap().result(), GameResult::Stopped);
}

#[test]
fn a_game_rebuilt_at_a_ply_is_the_game_as_it_stood() {
    let record = Record::read(GOLDEN).unwrap();
    let end = record.verify().unwrap();
    for ply in [0, 1, end.plies() / 2, end.plies() - 1] {
        let game = record.game_at(ply).unwrap();
        let PublicView { plies, .. } = PublicView::of(&game);
        assert_eq!(plies.len(), usize::from(ply));
        let open = OpenView::at_ply(&end.game, ply).unwrap();
        let position = game.battle().expect("not over yet").position();
        let fallen = record.end.eliminated.iter().filter(|fall| fall.after_ply == ply);
        let fallen: BTreeSet<Seat> = fallen.map(|fall| fall.seat).collect();
        for (point, piece) in open.board.iter().filter(|(_, piece)| !fallen.contains(&piece.seat)) {
            assert_eq!(position.piece(*point), Some(*piece), "ply {ply}");
        }
        assert!(PlayerView::of(&game, Seat::South).public.battle().is_some());
    }
    assert!(record.game_at(end.plies()).unwrap().over().is_some());
    let beyond = end.plies() + 1;
    assert_eq!(record.game_at(beyond).unwrap_err(), Fault::NoSuchPly { ply: beyond, plies: end.plies() });
}

/// How many values a document holds, itself included.
fn size(value: &Value) -> usize {
    match value {
        Value::Array(items) => 1 + items.iter().map(size).sum::<usize>(),
        Value::Object(fields) => 1 + fields.values().map(size).sum::<usize>(),
        _ => 1,
    }
}

/// Changes the value of that number, counted from 0 in the order of the document.
fn change(value: &mut Value, number: &mut usize, how: &Change) -> bool {
    if *number == 0 {
        how.make(value);
        return true;
    }
    *number -= 1;
    match value {
        Value::Array(items) => items.iter_mut().any(|item| change(item, number, how)),
        Value::Object(fields) => fields.values_mut().any(|field| change(field, number, how)),
        _ => false,
    }
}

#[derive(Clone, Debug)]
enum Change {
    /// To a near value of the same sort.
    Near(usize),
    /// To anything.
    Replace(Value),
    /// Without one of its parts.
    Shorten(usize),
    /// With one of its parts twice.
    Double(usize),
    /// With two of its parts exchanged.
    Exchange(usize, usize),
}

const WORDS: [&str; 12] = [
    "south",
    "east",
    "north",
    "west",
    "mine",
    "captain",
    "G6",
    "F9",
    "moved",
    "both_removed",
    "deserted",
    "turn_skipped",
];

impl Change {
    fn make(&self, value: &mut Value) {
        match (self, value) {
            (Self::Replace(other), value) => *value = other.clone(),
            (Self::Near(by), Value::Number(number)) => {
                let near = number.as_i64().unwrap_or(0) + [1, -1, 2, -7][by % 4];
                *number = near.into();
            }
            (Self::Near(_), Value::Bool(flag)) => *flag = !*flag,
            (Self::Near(by), Value::String(text)) => WORDS[by % WORDS.len()].clone_into(text),
            (Self::Shorten(at), Value::Array(items)) if !items.is_empty() => {
                items.remove(at % items.len());
            }
            (Self::Shorten(at), Value::Object(fields)) if !fields.is_empty() => {
                let key = fields.keys().nth(at % fields.len()).unwrap().clone();
                fields.remove(&key);
            }
            (Self::Double(at), Value::Array(items)) if !items.is_empty() => {
                let item = items[at % items.len()].clone();
                items.insert(at % items.len(), item);
            }
            (Self::Exchange(a, b), Value::Array(items)) if !items.is_empty() => {
                let (a, b) = (a % items.len(), b % items.len());
                items.swap(a, b);
            }
            _ => {}
        }
    }
}

fn any_value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        "\\PC{0,12}".prop_map(Value::from),
        (0..WORDS.len()).prop_map(|at| Value::from(WORDS[at])),
    ];
    leaf.prop_recursive(3, 24, 6, |inner| {
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..6).prop_map(Value::from),
            proptest::collection::btree_map("[a-z_]{1,12}", inner, 0..6)
                .prop_map(|fields| Value::Object(fields.into_iter().collect())),
        ]
    })
}

fn any_change() -> impl Strategy<Value = Change> {
    prop_oneof![
        4 => any::<usize>().prop_map(Change::Near),
        2 => any_value().prop_map(Change::Replace),
        1 => any::<usize>().prop_map(Change::Shorten),
        1 => any::<usize>().prop_map(Change::Double),
        1 => any::<(usize, usize)>().prop_map(|(a, b)| Change::Exchange(a, b)),
    ]
}

/// Whether two records tell the same game: what players could as well have done otherwise without
/// any trace (an answer withheld, an absence a ply later) aside.
fn tell_the_same(one: &Record, other: &Record) -> bool {
    let told = |record: &Record| {
        let Record { secret, joins, seed, seated, deals, declarer, drawn, plies, end, scores, .. } =
            record.clone();
        (secret, joins, seed, seated, deals, declarer, drawn, plies, end, scores)
    };
    told(one) == told(other)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 250, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_record_changed_anywhere_is_refused_or_tells_the_same_game(
        seed in 0..12_u64, top: bool, at: usize, how in any_change(),
    ) {
        // Most values of a record are plies; half of the changes are made among the rest.
        let record = game(seed).record();
        let mut forged = value(&record);
        let mut plies = top.then(|| forged.as_object_mut().unwrap().remove("plies")).flatten();
        let mut number = at % size(&forged);
        prop_assert!(change(&mut forged, &mut number, &how));
        if let (Some(plies), Some(fields)) = (plies.take(), forged.as_object_mut()) {
            fields.entry("plies").or_insert(plies);
        }
        let Ok(read) = Record::read(&forged.to_string()) else { return Ok(()) };
        match read.verify() {
            Err(fault) => prop_assert!(fault.to_string().contains(": ") , "{fault}"),
            Ok(_) => prop_assert!(tell_the_same(&read, &record), "seed {seed}: {how:?}"),
        }
    }

    #[test]
    fn no_json_makes_the_reader_panic(value in any_value(), cut: usize) {
        prop_assert!(Record::read(&value.to_string()).is_err());
        let whole = GOLDEN.trim_end();
        let cut = cut % whole.len();
        prop_assert!(Record::read(&whole[..cut]).is_err());
    }
}
