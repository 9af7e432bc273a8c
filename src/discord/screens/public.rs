//! The public messages, made from what anybody may see.

use serenity::all::{ButtonStyle, CreateActionRow};

use super::battle::battle_screen;
use super::button;
use crate::discord::custom_id::Button;
use crate::discord::screen::Screen;
use crate::discord::texts::Texts;
use crate::discord::words::Words;
use crate::rules::{Call, Deadline, Pace};
use crate::table::{ComputerLevel, Joiner, LobbyClosed, LobbyStatus, Notice, PLACES, Telling};
use crate::view::{AuctionView, DeploymentView, PublicView, Stage};

/// The table's one public message, in every phase but the end, whose screen needs the store.
pub fn main_screen(telling: &Telling) -> Screen {
    let screen = stage_screen(telling);
    let key = match telling.notice {
        None => return screen,
        Some(Notice::Pausing) => "notice-pausing",
        Some(Notice::Halted) => "notice-halted",
    };
    let notice = Words::public(telling).texts.say(key);
    Screen { content: format!("{}\n\n{notice}", screen.content), ..screen }
}

fn stage_screen(telling: &Telling) -> Screen {
    let words = Words::public(telling);
    let Some(public) = &telling.public else { return lobby_screen(&words) };
    match &public.stage {
        Stage::Unbegun | Stage::Over(_) => Screen::text(heading(&words)),
        Stage::Auction(auction) => auction_screen(&words, auction),
        Stage::Deployment(deployment) => deployment_screen(&words, public, deployment),
        Stage::Battle(battle) => battle_screen(&words, public, battle),
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

pub(super) fn heading(words: &Words<'_>) -> String {
    words.texts.get("heading", &[("table", words.telling.table.to_string().into())])
}

fn lobby_screen(words: &Words<'_>) -> Screen {
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
    let rows = vec![
        CreateActionRow::Buttons(vec![
            make(Button::Join, "button-join", ButtonStyle::Primary),
            make(Button::Leave, "button-leave", ButtonStyle::Secondary),
            make(Button::Start, "button-start", ButtonStyle::Success)
                .disabled(telling.joiners.len() < PLACES),
            make(Button::CallPlayers, "button-call-players", ButtonStyle::Secondary)
                .disabled(telling.joiners.len() >= PLACES),
        ]),
        CreateActionRow::Buttons(vec![
            add(ComputerLevel::Easy, "button-add-easy"),
            add(ComputerLevel::Normal, "button-add-normal"),
            add(ComputerLevel::Hard, "button-add-hard"),
            make(Button::RemoveComputer, "button-remove-computer", ButtonStyle::Secondary)
                .disabled(telling.joiners.iter().all(|joiner| joiner.user().is_some())),
        ]),
        CreateActionRow::Buttons(vec![
            make(Button::Rules { page: 0 }, "button-rules", ButtonStyle::Secondary),
            make(Button::OpenerMenu, "button-opener-menu", ButtonStyle::Secondary),
            make(Button::Close, "button-close", ButtonStyle::Danger),
        ]),
    ];
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

fn auction_screen(words: &Words<'_>, auction: &AuctionView) -> Screen {
    let (texts, telling) = (words.texts, words.telling);
    let when = telling.due(Deadline::Call).map(Words::countdown).unwrap_or_default();
    let mut lines = vec![heading(words), texts.say("auction-title")];
    if auction.deal > 1 {
        lines.push(texts.get("auction-deal-again", &[("deal", auction.deal.into())]));
    }
    for seat in auction.first_bidder.round() {
        let called = auction.calls.iter().find(|(caller, _)| *caller == seat);
        let state = match called {
            Some((_, call)) => words.call(*call),
            None if seat == auction.to_call => texts.get("auction-due", &[("when", when.clone().into())]),
            None => texts.say("auction-waiting"),
        };
        lines.push(format!("• {} — {state}", words.player(seat)));
    }
    lines.push(texts.say("auction-hint"));
    let calls = auction.legal.iter().map(|call| {
        let style = if *call == Call::Pass { ButtonStyle::Secondary } else { ButtonStyle::Success };
        button(telling.table, Button::Call { number: auction.number, call: *call }, words.call(*call), style)
    });
    let hand = button(telling.table, Button::View, texts.say("button-my-pieces"), ButtonStyle::Primary);
    let rules =
        button(telling.table, Button::Rules { page: 0 }, texts.say("button-rules"), ButtonStyle::Secondary);
    let rows = vec![CreateActionRow::Buttons(calls.collect()), CreateActionRow::Buttons(vec![hand, rules])];
    Screen { content: lines.join("\n"), rows, ..Screen::default() }
}

fn deployment_screen(words: &Words<'_>, public: &PublicView, deployment: &DeploymentView) -> Screen {
    let (texts, telling) = (words.texts, words.telling);
    let mut lines = vec![
        heading(words),
        texts.get(
            "deployment-title",
            &[
                ("player", words.player(deployment.declarer).into()),
                ("contract", words.contract(deployment.contract).into()),
            ],
        ),
    ];
    for (seat, player) in public.seats.iter() {
        let role = if seat == deployment.declarer {
            Deadline::Deployment(crate::rules::Role::Declarer)
        } else {
            Deadline::Deployment(crate::rules::Role::Defender)
        };
        let state = match player.eliminated {
            Some(how) => words.elimination(how),
            None if player.has_marched => texts.say("deployment-marched"),
            None => {
                let when = telling.due(role).map(Words::countdown).unwrap_or_default();
                texts.get("deployment-deploying", &[("when", when.into())])
            }
        };
        lines.push(format!("• {} — {state}", words.player(seat)));
    }
    lines.push(texts.say("deployment-hint"));
    let view = button(telling.table, Button::View, texts.say("button-my-deployment"), ButtonStyle::Primary);
    let rules =
        button(telling.table, Button::Rules { page: 0 }, texts.say("button-rules"), ButtonStyle::Secondary);
    Screen {
        content: lines.join("\n"),
        rows: vec![CreateActionRow::Buttons(vec![view, rules])],
        ..Screen::default()
    }
}
