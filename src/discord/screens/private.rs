//! A player's private view: hand, own board with its selects (UX: My pieces, Deploy,
//! Move, My view). It reaches nobody but the player, by ephemeral message or DM.

use std::collections::BTreeMap;

use serenity::all::{
    ButtonStyle, CreateActionRow, CreateSelectMenu, CreateSelectMenuKind, CreateSelectMenuOption,
};

use super::button;
use super::deployment::{DrawerPage, deployment_screen};
use crate::discord::custom_id::{Button, CustomId, Swapping};
use crate::discord::screen::Screen;
use crate::discord::texts::Texts;
use crate::discord::words::Words;
use crate::picture::{self, Selection, kind_name};
use crate::rules::{Deadline, Kind, Move, Point};
use crate::table::{Telling, UserId, Viewer};
use crate::view::{BattleView, OwnView, PlayerView, Stage};

/// Options that one select holds; one more leads to the next page.
const OPTIONS: usize = 24;

/// What the player has chosen so far in their view.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Choice {
    /// In deployment: the ground offered and the first piece.
    pub swapping: Option<Swapping>,
    /// In deployment: the swap just made.
    pub last_swap: Option<(Point, Point)>,
    /// In deployment: the page of saved layouts, where it is open.
    pub drawer: Option<DrawerPage>,
    /// In battle: the piece chosen, on which turn.
    pub from: Option<(u32, Point)>,
    /// In battle: the page of the select in use.
    pub page: u8,
    /// A line that says what became of the last press.
    pub note: Option<String>,
}

/// What that user sees when they look at the table: their own view, or the public one.
pub fn private_screen(telling: &Telling, user: UserId, texts: Texts, choice: &Choice) -> Screen {
    let words = Words { texts, telling };
    let mut screen = match telling.viewer(user) {
        Viewer::Player(view) => player_screen(&words, view, choice),
        Viewer::Spectator => spectator_screen(&words),
    };
    if let Some(note) = &choice.note {
        screen.content = format!("{note}\n{}", screen.content);
    }
    screen
}

/// The same in words, for who cannot see pictures; made from the same view.
pub fn words_screen(telling: &Telling, user: UserId, texts: Texts) -> Screen {
    let words = Words { texts, telling };
    let spoken = match telling.viewer(user) {
        Viewer::Player(view) => match (&view.own, &view.public.stage) {
            (OwnView::Hand(hand), _) => picture::alt::hand(hand, texts.0),
            (OwnView::Layout { .. }, _) => picture::alt::deployment(view, texts.0, None),
            (OwnView::Pieces { .. }, Stage::Battle(_)) => {
                picture::alt::player_board(view, &words.names(), texts.0, None)
            }
            (OwnView::Nothing | OwnView::Pieces { .. }, _) => return spectator_words(&words),
        },
        Viewer::Spectator => return spectator_words(&words),
    };
    Screen::text(spoken)
}

fn spectator_words(words: &Words<'_>) -> Screen {
    match &words.telling.public {
        Some(public) if public.battle().is_some() => {
            Screen::text(picture::alt::public_board(public, &words.names(), words.texts.0))
        }
        _ => spectator_screen(words),
    }
}

fn spectator_screen(words: &Words<'_>) -> Screen {
    let texts = words.texts;
    let Some(public) = words.telling.public.clone() else { return Screen::text(texts.say("view-lobby")) };
    let content = match &public.stage {
        Stage::Unbegun | Stage::Auction(_) => return Screen::text(texts.say("view-spectator-auction")),
        Stage::Deployment(_) => return Screen::text(texts.say("view-spectator-deployment")),
        Stage::Over(_) => return Screen::text(texts.say("view-over")),
        Stage::Battle(_) => texts.say("view-spectator"),
    };
    let (names, language) = (words.names(), texts.0);
    let drawing = Box::new(move || picture::public_board(&public, &names, language));
    Screen { content, drawing: Some(drawing), ..Screen::default() }
}

fn player_screen(words: &Words<'_>, view: &PlayerView, choice: &Choice) -> Screen {
    match (&view.own, &view.public.stage) {
        (OwnView::Hand(hand), _) => hand_screen(words, view, hand),
        (OwnView::Layout { .. }, _) => deployment_screen(words, view, choice),
        (OwnView::Pieces { pieces, moves }, Stage::Battle(battle)) => {
            battle_screen(words, view, battle, pieces, moves, choice)
        }
        (OwnView::Nothing | OwnView::Pieces { .. }, _) => spectator_screen(words),
    }
}

fn hand_screen(words: &Words<'_>, view: &PlayerView, hand: &[Kind]) -> Screen {
    let texts = words.texts;
    let player = words.player(view.seat).into();
    let content = texts.get("view-hand", &[("player", player)]);
    let (hand, language) = (hand.to_vec(), texts.0);
    Screen { content, drawing: Some(Box::new(move || picture::hand(&hand, language))), ..Screen::default() }
}

fn battle_screen(
    words: &Words<'_>,
    view: &PlayerView,
    battle: &BattleView,
    pieces: &BTreeMap<Point, Kind>,
    moves: &[Move],
    choice: &Choice,
) -> Screen {
    let (texts, telling) = (words.texts, words.telling);
    let chosen = choice
        .from
        .filter(|(turn, from)| *turn == battle.turn_number && moves.iter().any(|step| step.from == *from));
    let from = chosen.map(|(_, from)| from);
    let mut lines = words.recent(4);
    let at = |deadline| telling.due(deadline).map(Words::countdown).unwrap_or_default();
    let on_turn = view.is_to_move();
    lines.push(if on_turn {
        texts.get("view-your-turn", &[("when", at(Deadline::Move).into())])
    } else if battle.vote.is_some() {
        texts.get("battle-vote-open", &[("when", at(Deadline::Vote).into())])
    } else {
        let player = words.player(battle.turn).into();
        texts.get("battle-turn", &[("player", player), ("when", at(Deadline::Move).into())])
    });
    let (drawn, names, language) = (view.clone(), words.names(), texts.0);
    let selection = from.filter(|_| on_turn).map(|from| Selection { from, to: None });
    let drawing = Box::new(move || picture::player_board(&drawn, &names, language, selection.as_ref()));
    let mut rows = Vec::new();
    if on_turn {
        let paged = |of_from: bool| if of_from == from.is_some() { choice.page } else { 0 };
        rows.push(piece_select(words, battle, pieces, moves, from, paged(false)));
        if let Some(from) = from {
            rows.push(destination_select(words, battle, moves, from, paged(true)));
        }
    }
    let refresh = button(telling.table, Button::View, texts.say("button-refresh"), ButtonStyle::Secondary);
    rows.push(CreateActionRow::Buttons(vec![refresh]));
    Screen { content: lines.join("\n"), drawing: Some(drawing), rows, ..Screen::default() }
}

/// A page of options with, where there is more, one that leads on.
fn page_of(options: Vec<CreateSelectMenuOption>, page: u8, texts: Texts) -> Vec<CreateSelectMenuOption> {
    if options.len() <= OPTIONS + 1 {
        return options;
    }
    let pages = options.len().div_ceil(OPTIONS);
    let page = usize::from(page) % pages;
    let next = (page + 1) % pages;
    let mut shown: Vec<CreateSelectMenuOption> =
        options.into_iter().skip(page * OPTIONS).take(OPTIONS).collect();
    let label = texts.get("select-more", &[("page", (next + 1).into()), ("pages", pages.into())]);
    shown.push(CreateSelectMenuOption::new(label, format!("page:{next}")));
    shown
}

fn piece_select(
    words: &Words<'_>,
    battle: &BattleView,
    pieces: &BTreeMap<Point, Kind>,
    moves: &[Move],
    chosen: Option<Point>,
    page: u8,
) -> CreateActionRow {
    let texts = words.texts;
    let movable = pieces.iter().filter_map(|(point, kind)| {
        let ways = moves.iter().filter(|step| step.from == *point).count();
        (ways > 0).then_some((*point, *kind, ways))
    });
    let options = movable.map(|(point, kind, ways)| {
        let label = texts.get(
            "option-piece",
            &[
                ("point", point.to_string().into()),
                ("piece", kind_name(kind, texts.0).into()),
                ("ways", ways.into()),
            ],
        );
        CreateSelectMenuOption::new(label, point.to_string()).default_selection(Some(point) == chosen)
    });
    let options = page_of(options.collect(), page, texts);
    let id = CustomId { table: words.telling.table, button: Button::From { turn: battle.turn_number, page } };
    let kind = CreateSelectMenuKind::String { options };
    let placeholder = texts.say("select-piece");
    CreateActionRow::SelectMenu(CreateSelectMenu::new(id.to_string(), kind).placeholder(placeholder))
}

fn destination_select(
    words: &Words<'_>,
    battle: &BattleView,
    moves: &[Move],
    from: Point,
    page: u8,
) -> CreateActionRow {
    let texts = words.texts;
    let options = moves.iter().filter(|step| step.from == from).map(|step| {
        let owner = battle.board.owner(step.to);
        let is_flag = battle.board.flags.find(|flag| *flag == Some(step.to)).is_some();
        let label = match owner {
            None => texts.get("option-empty", &[("point", step.to.to_string().into())]),
            Some(seat) => {
                let key = if is_flag { "option-flag" } else { "option-enemy" };
                let seat_word = picture::seat_name(seat, texts.0);
                texts.get(key, &[("point", step.to.to_string().into()), ("seat", seat_word.into())])
            }
        };
        (owner.is_none(), CreateSelectMenuOption::new(label, step.to.to_string()))
    });
    // What can be attacked stands first.
    let mut sorted: Vec<(bool, CreateSelectMenuOption)> = options.collect();
    sorted.sort_by_key(|(is_empty, _)| *is_empty);
    let options = page_of(sorted.into_iter().map(|(_, option)| option).collect(), page, texts);
    let id =
        CustomId { table: words.telling.table, button: Button::To { turn: battle.turn_number, from, page } };
    let placeholder = texts.get("select-destination", &[("point", from.to_string().into())]);
    let kind = CreateSelectMenuKind::String { options };
    CreateActionRow::SelectMenu(CreateSelectMenu::new(id.to_string(), kind).placeholder(placeholder))
}
