//! What people and forged clients send as text, at its worst: nothing panics, and each refusal names the
//! fault in words that fit into a message.

use proptest::prelude::*;

use super::custom_id::{CustomId, ForeignId};
use super::modals::clean_name;
use super::refusals::config_fault;
use super::replay::table_number;
use super::texts::Texts;
use super::typed::{SWAPS_MOST, TypedFault, narrow, swaps};
use super::typed_move::{read_move, read_point};
use crate::picture::Language;
use crate::rules::{Clocks, Pace};
use crate::table::{ChannelId, ComputerLevel, GuildConfig, LAYOUT_NAME_MOST, Locale, Pings};

/// What Discord lets through in one modal's input.
const MODAL_MOST: usize = 4_000;

/// Pieces of text that are hard to read: combining marks, right to left, without width, full width,
/// beyond the basic plane, control characters, mark-up, and what nearly is a point or an id.
fn odd_piece() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => "[A-Q][0-9]{1,2}",
        2 => "[\u{ff21}-\u{ff31}\u{ff41}-\u{ff51}][\u{ff10}-\u{ff19}]{1,2}",
        1 => "[a-z]\u{0301}{1,9}",
        1 => Just("\u{202e}G1\u{202c}\u{2066}".to_owned()),
        1 => Just("\u{200b}\u{200d}\u{feff}\u{2060}\u{3000}\u{00a0}".to_owned()),
        1 => Just("👨‍👩‍👧‍👦🏳️‍🌈𠮷".to_owned()),
        1 => Just("\u{0}\u{1b}[31m\r\n\u{7f}\u{85}".to_owned()),
        1 => Just("@everyone <@1> <#2> `*_~|>\\ [x](y)".to_owned()),
        1 => Just("٣٤५६".to_owned()),
        1 => "[0-9]{1,40}",
        1 => "[A-Za-z]{1,60}",
        1 => "j1\\.[0-9]{1,21}\\.[a-z]{1,9}(\\.[A-Z0-9-]{1,6}){0,4}",
        2 => "\\PC{0,20}",
        1 => any::<char>().prop_map(String::from),
    ]
}

/// A text of such pieces, up to the longest that a modal takes.
fn hostile_text() -> impl Strategy<Value = String> {
    let short = proptest::collection::vec(odd_piece(), 0..12).prop_map(|pieces| pieces.concat());
    let long = (odd_piece(), 1_usize..2_000).prop_map(|(piece, times)| piece.repeat(times));
    prop_oneof![6 => short, 1 => long].prop_map(|text| text.chars().take(MODAL_MOST).collect())
}

/// A valid id with some characters changed, taken out or put in.
fn spoilt_id() -> impl Strategy<Value = String> {
    let valid = prop_oneof![
        Just("j1.12.go.7.G6.G12"),
        Just("j1.12.to.4294967295.K17.255"),
        Just("j1.1.second.3.w.Q11"),
        Just("j1.18446744073709551615.call.0.3"),
        Just("j1.1.vote.2.yes"),
        Just("j1.1.drawer.replace.00000000000000ff"),
        Just("j1.1.games.1.all.0"),
        Just("j1.0.own.erase"),
        Just("j1.1.admin.season.2"),
    ];
    let edit = (any::<prop::sample::Index>(), prop::option::of(any::<char>()), any::<bool>());
    (valid, proptest::collection::vec(edit, 1..4)).prop_map(|(text, edits)| {
        let mut characters: Vec<char> = text.chars().collect();
        for (at, character, takes_out) in edits {
            let at = at.index(characters.len().max(1));
            if takes_out && at < characters.len() {
                characters.remove(at);
            }
            characters.splice(at.min(characters.len())..at.min(characters.len()), character);
        }
        characters.into_iter().collect()
    })
}

/// A refusal says something, and leaves room for the view that it stands above.
fn assert_said(words: &str, of: &str) -> Result<(), TestCaseError> {
    prop_assert!(!words.trim().is_empty(), "{of:?} is refused without a word");
    prop_assert!(words.chars().count() <= 600, "{} characters are said of {of:?}", words.chars().count());
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn an_id_is_ours_to_the_letter_or_refused_by_name(text in prop_oneof![hostile_text(), spoilt_id()]) {
        match text.parse::<CustomId>() {
            Ok(id) => prop_assert_eq!(id.to_string(), text, "two ids for one button"),
            Err(ForeignId(named)) => {
                prop_assert!(named.chars().count() <= 100);
                prop_assert!(text.starts_with(&named), "it names what was sent");
            }
        }
    }

    #[test]
    fn a_typed_move_is_two_points_or_its_fault_is_named(text in hostile_text(), language in 0_usize..3) {
        let texts = Texts(Language::ALL[language]);
        match read_move(&text) {
            Ok(step) => {
                let shown: String = text.chars().map(narrow).collect::<String>().to_ascii_uppercase();
                let plain: String = shown.chars().filter(char::is_ascii_alphanumeric).collect();
                prop_assert!(plain.contains(&step.from.to_string()) && plain.contains(&step.to.to_string()));
            }
            Err(fault) => assert_said(&fault.say(texts), &text)?,
        }
        if let Err(named) = read_point(&text) {
            prop_assert!(text.starts_with(&named) && named.chars().count() <= 40);
        }
    }

    #[test]
    fn typed_swaps_are_pairs_of_points_or_every_fault_has_its_place(text in hostile_text()) {
        match swaps(&text) {
            Ok(pairs) => {
                prop_assert!((1..=SWAPS_MOST).contains(&pairs.len()));
                prop_assert!(pairs.iter().all(|(a, b)| a != b));
            }
            Err(faults) => {
                prop_assert!(!faults.is_empty());
                for fault in faults {
                    if let TypedFault::NoPoint { place, word } = fault {
                        prop_assert!(place >= 1 && word.chars().count() <= 40, "{word:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn names_of_tables_and_layouts_are_read_or_not_but_never_odd(text in hostile_text()) {
        if let Some(table) = table_number(&text) {
            let plain: String = text.chars().map(narrow).collect();
            prop_assert!(plain.contains(&table.to_string()) || plain.contains('0'));
        }
        if let Some(name) = clean_name(&text) {
            prop_assert!((1..=LAYOUT_NAME_MOST).contains(&name.chars().count()));
            prop_assert!(!name.chars().any(char::is_control) && name.trim() == name);
            let again = clean_name(&name);
            prop_assert_eq!(again.as_deref(), Some(name.as_str()), "a kept name is kept as it is");
        }
    }

    #[test]
    fn settings_out_of_their_bounds_are_refused_with_the_bounds(
        base_score: u32, people_to_count in 0_u8..8, move_s: u32, channels in 0_usize..60, language in 0_usize..3,
    ) {
        let mut config = GuildConfig { base_score, people_to_count, ..GuildConfig::default() };
        config.channels = (1..=channels as u64).map(ChannelId).collect();
        let clocks = Clocks { move_s, ..Clocks::default() };
        config.clocks = config.clocks.with(Pace::Relaxed, clocks);
        let fits = (1..=1_000).contains(&base_score) && (1..=4).contains(&people_to_count)
            && (10..=86_400).contains(&move_s) && channels <= GuildConfig::CHANNELS_MOST;
        match config.check() {
            Ok(()) => prop_assert!(fits, "RULES 12.7, 13: {config:?}"),
            Err(fault) => {
                prop_assert!(!fits, "RULES 12.7, 13: {fault}");
                let said = config_fault(Texts(Language::ALL[language]), &fault);
                prop_assert!(said.contains(|character: char| character.is_ascii_digit()), "the bounds: {said}");
            }
        }
    }

    #[test]
    fn a_setting_is_what_it_is_called_or_nothing(text in hostile_text()) {
        for code in [
            Locale::from_code(&text).map(Locale::code),
            Pings::from_code(&text).map(Pings::code),
            ComputerLevel::from_code(&text).map(ComputerLevel::code),
        ] {
            prop_assert!(code.is_none_or(|code| code == text));
        }
    }
}
