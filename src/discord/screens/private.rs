//! A player's private view: hand, own board (UX: My pieces, My view). It reaches nobody but the player, by ephemeral message or DM.

use serenity::all::{ButtonStyle, CreateActionRow};

use super::battle::{RECENT_LINES, turn_lines};
use super::button;
use super::deployment::{DrawerPage, deployment_screen};
use super::door::{points, state};
use super::moves::{Moving, moves_screen};
use crate::discord::custom_id::{Button, Swapping};
use crate::discord::screen::Screen;
use crate::discord::texts::Texts;
use crate::discord::words::Words;
use crate::picture;
use crate::rules::{Kind, Point, Request};
use crate::table::{Telling, UserId, Viewer};
use crate::view::{OwnView, PlayerView, Stage};

/// What the player has chosen so far in their view.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Choice {
    /// In deployment: the ground offered and the first piece.
    pub swapping: Option<Swapping>,
    /// In deployment: the swap just made.
    pub last_swap: Option<(Point, Point)>,
    /// In deployment: the page of saved layouts, where it is open.
    pub drawer: Option<DrawerPage>,
    /// In battle: the move that is being chosen.
    pub moving: Moving,
    /// In battle: the request that waits to be confirmed.
    pub asking: Option<Request>,
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

/// What anybody sees who has no pieces of their own at the table (RULES 15.2).
fn spectator_screen(words: &Words<'_>) -> Screen {
    let texts = words.texts;
    let Some(public) = words.telling.public.clone() else { return Screen::text(texts.say("view-lobby")) };
    let battle = match &public.stage {
        Stage::Unbegun | Stage::Auction(_) => return Screen::text(texts.say("view-spectator-auction")),
        Stage::Deployment(_) => return Screen::text(texts.say("view-spectator-deployment")),
        Stage::Over(over) => {
            let mut lines = vec![texts.say("view-over"), state(words, &public)];
            lines.extend(points(words, over));
            return Screen::text(lines.join("\n"));
        }
        Stage::Battle(battle) => battle,
    };
    let mut lines = vec![texts.say("view-spectator")];
    lines.extend(words.recent(RECENT_LINES));
    lines.extend(turn_lines(words, &public, battle));
    let refresh =
        button(words.telling.table, Button::View, texts.say("button-refresh"), ButtonStyle::Secondary);
    let (names, language) = (words.names(), texts.0);
    let drawing = Box::new(move || picture::public_board(&public, &names, language));
    let rows = vec![CreateActionRow::Buttons(vec![refresh])];
    Screen { content: lines.join("\n"), drawing: Some(drawing), rows, ..Screen::default() }
}

/// What a player sees who is out: the same, and what that means for them.
fn eliminated_screen(words: &Words<'_>, view: &PlayerView) -> Screen {
    let screen = spectator_screen(words);
    let Some(how) = view.public.seats[view.seat].eliminated else { return screen };
    let out = words.texts.get("view-eliminated", &[("how", words.elimination(how).into())]);
    Screen { content: format!("{out}\n{}", screen.content), ..screen }
}

fn player_screen(words: &Words<'_>, view: &PlayerView, choice: &Choice) -> Screen {
    match (&view.own, &view.public.stage) {
        (OwnView::Hand(hand), _) => hand_screen(words, view, hand),
        (OwnView::Layout { .. }, _) => deployment_screen(words, view, choice),
        (OwnView::Pieces { pieces, moves }, Stage::Battle(battle)) => {
            moves_screen(words, view, battle, pieces, moves, choice)
        }
        (OwnView::Nothing, Stage::Battle(_)) => eliminated_screen(words, view),
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
