//! The layers keep to what they may use. Features show what needs a library; this test reads the
//! imports for what features cannot show.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

/// A layer and the layers of this crate that it may use besides itself.
const LAYERS: [(&str, &[&str]); 12] = [
    ("rules", &[]),
    ("view", &["rules"]),
    ("record", &["rules"]),
    ("players", &["rules", "view"]),
    ("selfplay", &["rules", "view", "players", "record"]),
    ("picture", &["rules", "view"]),
    ("gallery", &["rules", "view", "players", "selfplay", "picture"]),
    ("table", &["rules", "view", "players", "record"]),
    ("store", &["rules", "table"]),
    ("discord", &["rules", "view", "players", "picture", "table"]),
    ("sandbox", &["rules", "view", "players", "table", "discord"]),
    (
        "cli",
        &[
            "rules", "view", "players", "record", "selfplay", "picture", "gallery", "table", "store",
            "discord", "sandbox",
        ],
    ),
];

/// Layers that see views only: the game itself, with its secrets, is out of their reach.
const WITHOUT_THE_GAME: [&str; 3] = ["players", "picture", "discord"];

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder of the sources") {
        let path = entry.expect("an entry of the sources").path();
        if path.is_dir() {
            found.extend(files(&path));
        } else {
            found.push(path);
        }
    }
    found
}

/// A file's code without its tests and its comments.
fn code(path: &Path) -> String {
    let text = fs::read_to_string(path).expect("a source file");
    let text = text.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
    let is_code = |line: &&str| !line.trim_start().starts_with("//");
    text.lines().filter(is_code).collect::<Vec<_>>().join("\n")
}

fn sources(layer: &str) -> Vec<(PathBuf, String)> {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let folder = source.join(layer);
    // What stands there is tests alone, which may look behind everything.
    let is_test = |part: &OsStr| ["secrecy", "hostile.rs", "leak.rs"].iter().any(|test| part == *test);
    let is_code = |path: &PathBuf| !path.strip_prefix(&source).is_ok_and(|path| path.iter().any(is_test));
    files(&folder).into_iter().filter(is_code).map(|path| (path.clone(), code(&path))).collect()
}

#[test]
fn no_layer_uses_what_stands_above_it() {
    for (layer, allowed) in LAYERS {
        for (path, code) in sources(layer) {
            for part in code.split("crate::").skip(1) {
                let used: String = part.chars().take_while(|c| c.is_ascii_lowercase() || *c == '_').collect();
                let is_layer = LAYERS.iter().any(|(known, _)| *known == used);
                let may = used == layer || allowed.contains(&used.as_str());
                assert!(!is_layer || may, "{} uses {used}", path.display());
            }
        }
    }
}

#[test]
fn every_folder_of_the_sources_is_a_layer() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    for entry in fs::read_dir(source).expect("the sources") {
        let path = entry.expect("an entry of the sources").path();
        if path.is_dir() {
            let name = path.file_name().expect("a folder has a name").to_string_lossy().into_owned();
            assert!(LAYERS.iter().any(|(layer, _)| *layer == name), "{name} is not in the list of layers");
        }
    }
}

#[test]
fn players_pictures_and_the_bot_see_views_and_never_the_game() {
    for layer in WITHOUT_THE_GAME {
        for (path, code) in sources(layer) {
            // What stands in quotation marks is text.
            let code: String = code.split('"').step_by(2).collect();
            let words = code.split(|c: char| !c.is_alphanumeric() && c != '_');
            let names_game =
                words.clone().any(|word| word == "Game" || word == "Event" || word == "Chronicle");
            assert!(!names_game, "{} names the game", path.display());
            assert!(!code.contains("rules::game") && !code.contains(".game()"), "{}", path.display());
        }
    }
}

#[test]
fn rules_and_views_neither_wait_nor_log_nor_read() {
    for layer in ["rules", "view", "record", "players", "picture"] {
        for (path, code) in sources(layer) {
            for banned in
                ["async fn", "tokio::", "tracing::", "std::fs", "std::net", "SystemTime", "println!"]
            {
                assert!(!code.contains(banned), "{} has {banned}", path.display());
            }
        }
    }
}

#[test]
fn only_the_store_speaks_sql_and_only_the_bot_speaks_discord() {
    for (layer, _) in LAYERS {
        for (path, code) in sources(layer) {
            assert!(layer == "store" || !code.contains("sqlx::"), "{} speaks SQL", path.display());
            let bot = ["discord", "cli"].contains(&layer);
            assert!(bot || !code.contains("serenity::"), "{} speaks Discord", path.display());
        }
    }
}

/// A statement of sqlx is a `&'static str`, written in the code, with values bound to it, unless one of
/// these is named: a statement put together from what somebody typed does not compile without them.
#[test]
fn every_statement_is_fixed_and_takes_its_values_by_binding() {
    for (path, code) in sources("store") {
        let is_test = path.file_name().is_some_and(|name| name == "tests.rs");
        for way_round in ["AssertSqlSafe", "SqlSafeStr", "SqlStr", "QueryBuilder", ".leak()", "Box::leak"] {
            assert!(is_test || !code.contains(way_round), "{} has {way_round}", path.display());
        }
    }
}

/// A bot that leaks is compiled into the library's own tests and into nothing else.
#[test]
fn what_lets_pieces_out_is_in_no_build_but_the_tests() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let text = |path: &str| fs::read_to_string(source.join(path)).expect("a source file");
    assert!(text("discord/mod.rs").contains("#[cfg(test)]\npub mod leak;"));
    assert!(text("sandbox/mod.rs").contains("#[cfg(test)]\nmod leaks;"));
}
