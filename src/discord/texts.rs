//! Texts from the message catalogues, by key and language.

use std::sync::LazyLock;

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource, FluentValue};
use unic_langid::LanguageIdentifier;

use crate::picture::Language;

/// A catalogue as the program carries it: `[topic]` the source of each of its files.
type Catalogue = &'static [&'static str];

/// A catalogue's files, the same ones in every language.
macro_rules! catalogue {
    ($language:literal: $($topic:literal)+) => {
        &[$(include_str!(concat!("../../assets/texts/", $language, "/", $topic, ".ftl"))),+]
    };
}

/// Calls a macro once for a language with every topic.
macro_rules! topics {
    ($language:literal) => {
        catalogue!($language:
            "admin" "auction" "battle" "buttons" "commands" "deployment" "layouts" "lobby" "over" "own"
            "place" "plies" "refusals" "replay" "rules" "scores" "table" "view"
        )
    };
}

const TRADITIONAL_CHINESE: Catalogue = topics!("zh-TW");
const SIMPLIFIED_CHINESE: Catalogue = topics!("zh-CN");
const ENGLISH: Catalogue = topics!("en");

/// The catalogues, each with the platform's name for its language.
#[cfg(test)]
pub const CATALOGUES: [(&str, Catalogue); 3] =
    [("zh-TW", TRADITIONAL_CHINESE), ("zh-CN", SIMPLIFIED_CHINESE), ("en", ENGLISH)];

type Bundle = FluentBundle<FluentResource>;

static TRADITIONAL_BUNDLE: LazyLock<Bundle> = LazyLock::new(|| bundle("zh-TW", TRADITIONAL_CHINESE));
static SIMPLIFIED_BUNDLE: LazyLock<Bundle> = LazyLock::new(|| bundle("zh-CN", SIMPLIFIED_CHINESE));
static ENGLISH_BUNDLE: LazyLock<Bundle> = LazyLock::new(|| bundle("en", ENGLISH));

fn bundle(name: &str, sources: Catalogue) -> Bundle {
    let language: LanguageIdentifier = name.parse().unwrap_or_default();
    let mut bundle = Bundle::new_concurrent(vec![language]);
    // Discord shows the isolating marks as boxes on some phones.
    bundle.set_use_isolating(false);
    for source in sources {
        let resource = FluentResource::try_new((*source).to_owned()).unwrap_or_else(|(resource, faults)| {
            tracing::error!(?faults, "a catalogue has faults");
            resource
        });
        if let Err(faults) = bundle.add_resource(resource) {
            tracing::error!(?faults, "a catalogue has the same key twice");
        }
    }
    bundle
}

/// One language's texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Texts(pub Language);

/// The value of one placeholder.
pub type Value<'a> = FluentValue<'a>;

impl Texts {
    /// The texts of the language that the platform names so; Chinese has its two scripts, all
    /// else is English.
    pub fn of_locale(locale: &str) -> Self {
        Self(language_of(locale))
    }

    /// The text of that key. A key that no catalogue has is shown as itself.
    pub fn get(self, key: &str, arguments: &[(&'static str, Value<'_>)]) -> String {
        let bundle: &Bundle = match self.0 {
            Language::TraditionalChinese => &TRADITIONAL_BUNDLE,
            Language::SimplifiedChinese => &SIMPLIFIED_BUNDLE,
            Language::English => &ENGLISH_BUNDLE,
        };
        let Some(pattern) = bundle.get_message(key).and_then(|message| message.value()) else {
            tracing::error!(key, "no catalogue has this key");
            return key.to_owned();
        };
        let mut filled = FluentArgs::new();
        for (name, value) in arguments {
            filled.set(*name, value.clone());
        }
        let mut faults = Vec::new();
        let text = bundle.format_pattern(pattern, Some(&filled), &mut faults);
        if !faults.is_empty() {
            tracing::error!(key, ?faults, "a text lacks an argument");
        }
        text.into_owned()
    }

    /// A text without placeholders.
    pub fn say(self, key: &str) -> String {
        self.get(key, &[])
    }
}

/// The language of a locale as the platform names it.
pub fn language_of(locale: &str) -> Language {
    match locale {
        "zh-TW" | "zh-HK" => Language::TraditionalChinese,
        "zh-CN" => Language::SimplifiedChinese,
        _ => Language::English,
    }
}

/// A name as it may stand in a message: markdown and mentions made harmless, and not too long.
pub fn escape(name: &str) -> String {
    escape_most(name, 32)
}

/// Whether it makes what follows run the other way, beyond the text in which it stands.
const fn turns_text(character: char) -> bool {
    matches!(character, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// As [`escape`], but with that many characters of the text at most.
pub fn escape_most(text: &str, most: usize) -> String {
    let mut escaped = String::new();
    let visible = text.chars().filter(|character| !character.is_control() && !turns_text(*character));
    for character in visible.take(most) {
        match character {
            '*' | '_' | '~' | '`' | '|' | '>' | '\\' | '[' | ']' | '(' | ')' | '#' | '-' | ':' => {
                escaped.push('\\');
                escaped.push(character);
            }
            // A zero-width joiner keeps "@everyone" and "<@1>" from being read as mentions.
            '@' | '<' => {
                escaped.push(character);
                escaped.push('\u{200d}');
            }
            _ => escaped.push(character),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use super::*;

    /// Each key of a catalogue with the placeholders it uses.
    fn keys(catalogue: Catalogue) -> BTreeMap<String, BTreeSet<String>> {
        let mut keys: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        let mut present = String::new();
        for line in catalogue.iter().flat_map(|source| source.lines()) {
            let begins = line.chars().next().is_some_and(|first| first.is_ascii_lowercase());
            if let Some((key, _)) = line.split_once(" =").filter(|_| begins) {
                key.clone_into(&mut present);
                let doubled = keys.insert(present.clone(), BTreeSet::new());
                assert!(doubled.is_none(), "{key} stands twice");
            }
            for part in line.split("{ $").skip(1).chain(line.split("{$").skip(1)) {
                let name: String =
                    part.chars().take_while(|c| c.is_ascii_lowercase() || *c == '_' || *c == '-').collect();
                keys.entry(present.clone()).or_default().insert(name);
            }
        }
        keys.remove("");
        keys
    }

    #[test]
    fn every_catalogue_parses_without_faults() {
        for (name, catalogue) in CATALOGUES {
            for source in catalogue {
                let parsed = FluentResource::try_new((*source).to_owned());
                assert!(parsed.is_ok(), "{name}: {:?}", parsed.err().map(|(_, faults)| faults));
            }
        }
    }

    #[test]
    fn every_key_stands_in_every_catalogue_with_the_same_arguments() {
        let chinese = keys(TRADITIONAL_CHINESE);
        assert!(chinese.len() > 50, "the catalogue was read");
        for (name, catalogue) in CATALOGUES {
            let other = keys(catalogue);
            for (key, arguments) in &chinese {
                assert_eq!(other.get(key), Some(arguments), "{name}: {key}");
            }
            let more: Vec<&String> = other.keys().filter(|key| !chinese.contains_key(*key)).collect();
            assert!(more.is_empty(), "{name} alone has {more:?}");
        }
    }

    #[test]
    fn every_file_of_the_catalogues_is_carried() {
        for (name, catalogue) in CATALOGUES {
            let folder = format!("{}/assets/texts/{name}", env!("CARGO_MANIFEST_DIR"));
            assert_eq!(std::fs::read_dir(folder).unwrap().count(), catalogue.len(), "{name}");
        }
    }

    /// Characters of the other script are what a conversion leaves behind.
    #[test]
    fn neither_chinese_catalogue_is_written_in_the_others_script() {
        let common = [
            ('軍', '军'),
            ('陣', '阵'),
            ('國', '国'),
            ('將', '将'),
            ('請', '请'),
            ('這', '这'),
            ('裡', '里'),
        ];
        for (traditional, simplified) in common {
            assert!(SIMPLIFIED_CHINESE.iter().all(|source| !source.contains(traditional)), "{traditional}");
            let elsewhere = simplified == '里';
            assert!(
                elsewhere || TRADITIONAL_CHINESE.iter().all(|source| !source.contains(simplified)),
                "{simplified}"
            );
        }
    }

    #[test]
    fn no_key_is_unused_and_none_that_is_used_is_missing() {
        let known = keys(TRADITIONAL_CHINESE);
        let mut code = String::new();
        let mut folders = vec![std::path::PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/src/discord"))];
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    folders.push(path);
                } else {
                    code.push_str(&std::fs::read_to_string(path).unwrap());
                }
            }
        }
        let unused: Vec<&String> = known
            .keys()
            .filter(|key| !key.starts_with("command-") && !code.contains(&format!("\"{key}\"")))
            .collect();
        assert!(unused.is_empty(), "unused: {unused:?}");
        for call in [".say(\"", ".get(\"", ".get(\n", "key: \""] {
            for part in code.split(call).skip(1) {
                let literal = part.trim_start().trim_start_matches('"');
                let key: String =
                    literal.chars().take_while(|c| c.is_ascii_alphanumeric() || *c == '-').collect();
                if literal[key.len()..].starts_with('"') && key.contains('-') {
                    assert!(known.contains_key(&key), "{key} is used and in no catalogue");
                }
            }
        }
    }

    #[test]
    fn names_cannot_mark_up_or_mention() {
        assert_eq!(
            escape("**a** `b` @everyone <@1>"),
            "\\*\\*a\\*\\* \\`b\\` @\u{200d}everyone <\u{200d}@\u{200d}1\\>"
        );
        assert_eq!(escape("line\nbreak"), "linebreak");
        assert_eq!(escape(&"長".repeat(40)).chars().count(), 32);
    }

    #[test]
    fn each_locale_finds_its_language() {
        assert_eq!(language_of("zh-TW"), Language::TraditionalChinese);
        assert_eq!(language_of("zh-CN"), Language::SimplifiedChinese);
        assert_eq!(language_of("en-GB"), Language::English);
        assert_eq!(language_of("fr"), Language::English);
    }
}
