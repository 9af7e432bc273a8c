//! Names, options, choices and descriptions of commands, from the catalogues, through Discord's own
//! localisation.

use poise::{Command, CommandParameter};

use crate::discord::texts::Texts;

/// Locales that Discord knows for each catalogue but English, which is the default.
const LOCALES: [&str; 2] = ["zh-TW", "zh-CN"];

/// English as the platform names it: what a choice is called, where English has more to say than the
/// name by which the program knows it.
const ENGLISH: [&str; 2] = ["en-US", "en-GB"];

/// Fills in a top-level command's texts, and its subcommands', options' and choices'.
pub(super) fn localise<U, E>(command: &mut Command<U, E>) {
    let key = format!("command-{}", dashed(&command.name));
    localise_as(&key, command);
    for sub in &mut command.subcommands {
        let key = format!("command-{}", dashed(&sub.name));
        localise_as(&key, sub);
        // What stands in a group is named after it: "show" would be many things.
        for nested in &mut sub.subcommands {
            localise_as(&format!("{key}-{}", dashed(&nested.name)), nested);
        }
    }
}

fn dashed(name: &str) -> String {
    name.replace('_', "-")
}

fn localise_as<U, E>(key: &str, command: &mut Command<U, E>) {
    let english = Texts::of_locale("en-US");
    command.description = Some(english.say(&format!("{key}-about")).into());
    for locale in LOCALES {
        let texts = Texts::of_locale(locale);
        let names = command.name_localizations.to_mut();
        names.push((locale.into(), texts.say(&format!("{key}-name")).into()));
        let about = command.description_localizations.to_mut();
        about.push((locale.into(), texts.say(&format!("{key}-about")).into()));
    }
    for parameter in &mut command.parameters {
        localise_parameter(key, parameter);
    }
}

fn localise_parameter<U, E>(command_key: &str, parameter: &mut CommandParameter<U, E>) {
    let key = format!("{command_key}-{}", parameter.name.replace('_', "-"));
    let english = Texts::of_locale("en-US");
    parameter.description = Some(english.say(&format!("{key}-about")).into());
    for choice in parameter.choices.to_mut() {
        let name = english.say(&format!("{key}-choice-{}", choice.name));
        let names = choice.localizations.to_mut();
        names.extend(ENGLISH.map(|locale| (locale.into(), name.clone().into())));
    }
    for locale in LOCALES {
        let texts = Texts::of_locale(locale);
        let names = parameter.name_localizations.to_mut();
        names.push((locale.into(), texts.say(&format!("{key}-name")).into()));
        let about = parameter.description_localizations.to_mut();
        about.push((locale.into(), texts.say(&format!("{key}-about")).into()));
        for choice in parameter.choices.to_mut() {
            let name = texts.say(&format!("{key}-choice-{}", choice.name));
            choice.localizations.to_mut().push((locale.into(), name.into()));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::discord::commands::all;
    use crate::discord::texts::CATALOGUES;

    /// Whether every catalogue has the key.
    fn is_known(key: &str) -> bool {
        let stands = |source: &&str| source.lines().any(|line| line.starts_with(&format!("{key} =")));
        CATALOGUES.iter().all(|(_, catalogue)| catalogue.iter().any(stands))
    }

    /// Discord's limits: names of 1 to 32 letters without capitals or spaces, descriptions of 1 to
    /// 100 characters.
    fn check(name: &str, about: &str) {
        let letter = |c: char| (c.is_alphanumeric() && !c.is_uppercase()) || c == '_' || c == '-';
        assert!((1..=32).contains(&name.chars().count()) && name.chars().all(letter), "{name:?}");
        assert!((1..=100).contains(&about.chars().count()), "{about:?}");
    }

    fn walk<U, E>(key: &str, command: &Command<U, E>, keys: &mut Vec<String>) {
        look_at(key, command, keys);
        let nested = command.subcommands.iter();
        nested.for_each(|nested| walk(&format!("{key}-{}", dashed(&nested.name)), nested, keys));
    }

    fn look_at<U, E>(key: &str, command: &Command<U, E>, keys: &mut Vec<String>) {
        keys.extend([format!("{key}-name"), format!("{key}-about")]);
        check(&command.name, command.description.as_deref().unwrap_or_default());
        for ((_, name), (_, about)) in
            command.name_localizations.iter().zip(command.description_localizations.iter())
        {
            check(name, about);
        }
        for parameter in &command.parameters {
            let key = format!("{key}-{}", parameter.name.replace('_', "-"));
            keys.extend([format!("{key}-name"), format!("{key}-about")]);
            check(&parameter.name, parameter.description.as_deref().unwrap_or_default());
            for ((_, name), (_, about)) in
                parameter.name_localizations.iter().zip(parameter.description_localizations.iter())
            {
                check(name, about);
            }
            keys.extend(parameter.choices.iter().map(|choice| format!("{key}-choice-{}", choice.name)));
        }
    }

    #[test]
    fn every_command_option_and_choice_has_its_texts_within_discords_limits() {
        let mut keys = Vec::new();
        for command in &all() {
            look_at(&format!("command-{}", dashed(&command.name)), command, &mut keys);
            let subs = command.subcommands.iter();
            subs.for_each(|sub| walk(&format!("command-{}", dashed(&sub.name)), sub, &mut keys));
        }
        assert!(keys.len() > 40, "the commands were walked");
        let missing: Vec<&String> = keys.iter().filter(|key| !is_known(key)).collect();
        assert!(missing.is_empty(), "missing: {missing:?}");
        for (_, catalogue) in CATALOGUES {
            let lines = catalogue.iter().flat_map(|source| source.lines());
            for line in lines.filter(|line| line.starts_with("command-")) {
                let key = line.split(" =").next().unwrap();
                assert!(keys.iter().any(|known| known == key), "unused: {key}");
            }
        }
    }
}
