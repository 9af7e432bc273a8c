//! The public messages, made from what anybody may see.

use serenity::all::{ButtonStyle, CreateActionRow};

use super::battle::battle_screen;
use super::button;
use super::lobby::lobby_screen;
use crate::discord::custom_id::Button;
use crate::discord::screen::Screen;
use crate::discord::words::Words;
use crate::rules::{Call, Deadline};
use crate::table::{Computers, Notice, Telling};
use crate::view::{AuctionView, DeploymentView, PublicView, Stage};

/// The table's one public message, in every phase but the end, whose screen needs the store; in a lobby, whether
/// computer players may sit down on this server.
pub fn main_screen(telling: &Telling, computers: Computers) -> Screen {
    let screen = stage_screen(telling, computers);
    let key = match telling.notice {
        None => return screen,
        Some(Notice::Pausing) => "notice-pausing",
        Some(Notice::Halted) => "notice-halted",
    };
    let notice = Words::public(telling).texts.say(key);
    Screen { content: format!("{}\n\n{notice}", screen.content), ..screen }
}

fn stage_screen(telling: &Telling, computers: Computers) -> Screen {
    let words = Words::public(telling);
    let Some(public) = &telling.public else { return lobby_screen(&words, computers) };
    match &public.stage {
        Stage::Unbegun | Stage::Over(_) => Screen::text(heading(&words)),
        Stage::Auction(auction) => auction_screen(&words, auction),
        Stage::Deployment(deployment) => deployment_screen(&words, public, deployment),
        Stage::Battle(battle) => battle_screen(&words, public, battle),
    }
}

pub(super) fn heading(words: &Words<'_>) -> String {
    words.texts.get("heading", &[("table", words.telling.table.to_string().into())])
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
