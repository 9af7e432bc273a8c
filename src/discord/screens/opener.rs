//! What only the opener of a lobby sees, and the call for players.

use serenity::all::{
    ButtonStyle, CreateActionRow, CreateSelectMenu, CreateSelectMenuKind, CreateSelectMenuOption, RoleId,
};

use super::button;
use crate::discord::custom_id::{Button, CustomId};
use crate::discord::screen::Screen;
use crate::discord::texts::Texts;
use crate::discord::words::Words;
use crate::rules::Pace;
use crate::table::{Joiner, PLACES, PaceClocks, Telling, UserId};

/// What the opener can do with the lobby: its pace, and turning somebody away.
///
/// `clocks`: each pace's on this server (RULES 12.7).
pub fn opener_screen(telling: &Telling, opener: UserId, clocks: &PaceClocks, texts: Texts) -> Screen {
    let select = |pressed, options, key: &str| {
        let id = CustomId { table: telling.table, button: pressed }.to_string();
        let kind = CreateSelectMenuKind::String { options };
        CreateActionRow::SelectMenu(CreateSelectMenu::new(id, kind).placeholder(texts.say(key)))
    };
    let pace = |pace: Pace| {
        let key = match pace {
            Pace::Original => "pace-original",
            Pace::Relaxed => "pace-relaxed",
            Pace::Slow => "pace-slow",
        };
        let is_set = clocks.of(pace) == telling.settings.clocks;
        CreateSelectMenuOption::new(texts.say(key), pace.code()).default_selection(is_set)
    };
    let others = telling.joiners.iter().filter_map(|joiner| match joiner {
        Joiner::Person { user, name, .. } if *user != opener => {
            Some(CreateSelectMenuOption::new(label(name), user.to_string()))
        }
        Joiner::Person { .. } | Joiner::Computer { .. } => None,
    });
    let others: Vec<CreateSelectMenuOption> = others.collect();
    let mut rows = vec![select(Button::SetPace, Pace::ALL.map(pace).to_vec(), "select-pace")];
    let mut lines = vec![texts.say("opener-menu")];
    if others.is_empty() {
        lines.push(texts.say("opener-alone"));
    } else {
        rows.push(select(Button::TurnAway, others, "select-turn-away"));
    }
    Screen { content: lines.join("\n"), rows, ..Screen::default() }
}

/// A name as a select shows it, which knows no markdown; a user's may be blank to the eye.
fn label(name: &str) -> String {
    let shown: String = name.chars().filter(|character| !character.is_control()).take(80).collect();
    if shown.trim().is_empty() { "?".to_owned() } else { shown }
}

/// The public call for players, which pings the server's role for it.
pub fn call_screen(telling: &Telling, caller: &str, role: RoleId) -> Screen {
    let words = Words::public(telling);
    let missing = PLACES.saturating_sub(telling.joiners.len());
    let content = words.texts.get(
        "lobby-call",
        &[
            ("role", format!("<@&{role}>").into()),
            ("name", crate::discord::texts::escape(caller).into()),
            ("missing", missing.into()),
            ("table", telling.table.to_string().into()),
        ],
    );
    let join = button(telling.table, Button::Join, words.texts.say("button-join"), ButtonStyle::Primary);
    let rows = vec![CreateActionRow::Buttons(vec![join])];
    Screen { content, rows, role_pings: vec![role], ..Screen::default() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::Language;
    use crate::table::{ComputerLevel, Entry, LobbyEvent, PressId, TableId, TableSetup, TableState};

    /// A lobby of these names, the first of whom opened it, and a computer player.
    fn lobby(names: &[&str]) -> Telling {
        let setup = TableSetup { locale: "en-US".to_owned(), ..TableSetup::sample() };
        let mut state = TableState::new(TableId(7), setup);
        let people = names.iter().enumerate().map(|(index, name)| Joiner::Person {
            user: UserId(index as u64 + 1),
            name: (*name).to_owned(),
            locale: "en-US".to_owned(),
            press: PressId(9),
        });
        for joiner in people.chain([Joiner::Computer { level: ComputerLevel::Simple }]) {
            state.apply(&Entry::Lobby(LobbyEvent::Joined { joiner })).unwrap();
        }
        Telling::of(&state, Vec::new(), Vec::new())
    }

    #[test]
    fn a_call_pings_the_role_and_nobody_whom_a_name_mentions() {
        let screen = call_screen(&lobby(&["<@5> @everyone **a**"]), "<@5> @everyone **a**", RoleId::new(77));
        assert_eq!((screen.pings.len(), screen.role_pings), (0, vec![RoleId::new(77)]));
        assert!(screen.content.contains("<@&77>") && !screen.content.contains("<@5>"), "{}", screen.content);
        assert!(!screen.content.contains("**a**") && screen.content.contains('2'), "{}", screen.content);
    }

    #[test]
    fn the_opener_can_turn_away_every_other_person_and_no_computer() {
        let telling = lobby(&["opener", " \u{200b}", &"x".repeat(200)]);
        for texts in Language::ALL.map(Texts) {
            let screen = opener_screen(&telling, UserId(1), &PaceClocks::default(), texts);
            let rows = serde_json::to_value(&screen.rows).unwrap();
            let others = rows[1]["components"][0]["options"].as_array().unwrap().clone();
            assert_eq!(others.iter().map(|option| option["value"].clone()).collect::<Vec<_>>(), ["2", "3"]);
            for option in others {
                let length = option["label"].as_str().unwrap().chars().count();
                assert!((1..=100).contains(&length), "{option}");
            }
            assert_eq!(rows[0]["components"][0]["options"][0]["default"], true, "the pace that holds");
        }
        let alone =
            opener_screen(&lobby(&["opener"]), UserId(1), &PaceClocks::default(), Texts::of_locale("en-US"));
        assert_eq!(alone.rows.len(), 1);
    }
}
