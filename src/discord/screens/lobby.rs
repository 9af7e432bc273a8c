//! The public message of a lobby.

use serenity::all::{ButtonStyle, CreateActionRow};

use super::button;
use super::public::heading;
use crate::discord::custom_id::Button;
use crate::discord::screen::Screen;
use crate::discord::texts::Texts;
use crate::discord::words::Words;
use crate::rules::Pace;
use crate::table::{ComputerLevel, Computers, Joiner, LobbyClosed, LobbyStatus, PLACES, Telling};

/// Who sits where, what is played for, and the buttons of whoever may sit down.
pub(super) fn lobby_screen(words: &Words<'_>, computers: Computers) -> Screen {
    let (texts, telling) = (words.texts, words.telling);
    if let LobbyStatus::Closed(reason) = telling.lobby {
        return lobby_closed_screen(telling, reason);
    }
    let mut lines = vec![heading(words), texts.say("lobby-invitation"), String::new()];
    let opener = telling.joiners.iter().find_map(Joiner::user);
    for place in 0..PLACES {
        lines.push(match telling.joiners.get(place) {
            Some(joiner) if joiner.user().is_some() && joiner.user() == opener => {
                let name = words.joiner(joiner).into();
                format!("{}. {}", place + 1, texts.get("lobby-opener", &[("name", name)]))
            }
            Some(joiner) => format!("{}. {}", place + 1, words.joiner(joiner)),
            None => format!("{}. {}", place + 1, texts.say("lobby-free")),
        });
    }
    lines.push(String::new());
    lines.push(texts.get(
        "lobby-settings",
        &[
            ("base_score", telling.settings.base_score.into()),
            ("pace", pace(texts, telling).into()),
            ("people", telling.people_to_count.into()),
        ],
    ));
    lines.push(texts.get("lobby-commitment", &[("commitment", telling.commitment.clone().into())]));
    let make = |pressed, key: &str, style| button(telling.table, pressed, texts.say(key), style);
    let add = |level, key: &str| {
        make(Button::AddComputer(level), key, ButtonStyle::Secondary)
            .disabled(telling.joiners.len() >= PLACES)
    };
    let has_computer = telling.joiners.iter().any(|joiner| joiner.user().is_none());
    let mut rows = vec![CreateActionRow::Buttons(vec![
        make(Button::Join, "button-join", ButtonStyle::Primary),
        make(Button::Leave, "button-leave", ButtonStyle::Secondary),
        make(Button::Start, "button-start", ButtonStyle::Success).disabled(telling.joiners.len() < PLACES),
        make(Button::CallPlayers, "button-call-players", ButtonStyle::Secondary)
            .disabled(telling.joiners.len() >= PLACES),
    ])];
    let mut seats = match computers {
        Computers::Allowed => vec![
            add(ComputerLevel::Easy, "button-add-easy"),
            add(ComputerLevel::Normal, "button-add-normal"),
            add(ComputerLevel::Hard, "button-add-hard"),
        ],
        Computers::Barred => Vec::new(),
    };
    // One that sat down before they were barred can be sent away.
    if computers == Computers::Allowed || has_computer {
        seats.push(
            make(Button::RemoveComputer, "button-remove-computer", ButtonStyle::Secondary)
                .disabled(!has_computer),
        );
        rows.push(CreateActionRow::Buttons(seats));
    }
    rows.push(CreateActionRow::Buttons(vec![
        make(Button::Rules { page: 0 }, "button-rules", ButtonStyle::Secondary),
        make(Button::OpenerMenu, "button-opener-menu", ButtonStyle::Secondary),
        make(Button::Close, "button-close", ButtonStyle::Danger),
    ]));
    Screen { content: lines.join("\n"), rows, ..Screen::default() }
}

/// The pace's name, or its clocks where it is none of the named ones.
fn pace(texts: Texts, telling: &Telling) -> String {
    let clocks = telling.settings.clocks;
    match Pace::ALL.into_iter().find(|pace| pace.clocks() == clocks) {
        Some(Pace::Original) => texts.say("pace-original"),
        Some(Pace::Relaxed) => texts.say("pace-relaxed"),
        Some(Pace::Slow) => texts.say("pace-slow"),
        None => texts.get("pace-other", &[("seconds", clocks.move_s.into())]),
    }
}

/// What a lobby that closed leaves behind.
fn lobby_closed_screen(telling: &Telling, reason: LobbyClosed) -> Screen {
    let words = Words::public(telling);
    let why = words.texts.say(match reason {
        LobbyClosed::ByOpener => "closed-by-opener",
        LobbyClosed::ByManager => "closed-by-manager",
        LobbyClosed::Idle => "closed-idle",
        LobbyClosed::Empty => "closed-empty",
    });
    Screen::text(format!("{}\n{why}", heading(&words)))
}
