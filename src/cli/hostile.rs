//! The command line at its worst: nothing panics, and what is refused is named.

use clap::Parser as _;
use clap::error::ErrorKind;
use proptest::prelude::*;

use super::Arguments;

fn word() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => prop::sample::select(vec![
            "run", "sandbox", "selfplay", "arena", "bids", "verify", "backup", "check", "render", "--database",
            "--computer-pause", "--games", "--seed", "--ply", "--help", "--version", "--", "-",
        ])
        .prop_map(str::to_owned),
        2 => any::<i64>().prop_map(|number| number.to_string()),
        2 => "\\PC{0,30}",
        1 => "--[a-z-]{1,12}(=\\PC{0,12})?",
        1 => Just("\u{202e}\u{200b}junqi".repeat(50)),
        1 => Just("18446744073709551616".to_owned()),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_words_are_a_command_or_a_fault_with_a_text(words in prop::collection::vec(word(), 0..6)) {
        let given = std::iter::once("junqi".to_owned()).chain(words.iter().cloned());
        if let Err(fault) = Arguments::try_parse_from(given) {
            let said = fault.to_string();
            let asked = matches!(fault.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion);
            let help = fault.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand;
            prop_assert!(asked || help || said.starts_with("error: "), "{words:?}: {said}");
        }
    }
}
