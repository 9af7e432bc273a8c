//! The message of an open vote, and the question that is asked before a request (RULES 11).

use serenity::all::{ButtonStyle, CreateActionRow, CreateButton};

use super::button;
use crate::discord::custom_id::Button;
use crate::discord::screen::Screen;
use crate::discord::words::Words;
use crate::rules::{Answer, Deadline, Request, Seat};
use crate::table::{TableId, Telling};
use crate::view::{BattleView, PublicView, VoteView};

/// The message of the open vote; none where none is open.
pub fn vote_screen(telling: &Telling) -> Option<Screen> {
    let words = Words::public(telling);
    let public = telling.public.as_ref()?;
    let vote: &VoteView = public.battle()?.vote.as_ref()?;
    let texts = words.texts;
    let request = words.request(vote.request);
    let when = telling.due(Deadline::Vote).map(Words::countdown).unwrap_or_default();
    let asked = vote.voters.iter().count();
    let agreed = vote.voters.iter().filter(|seat| vote.answers[*seat] == Some(Answer::Agree)).count();
    let left = public.seats[vote.asker].requests_left;
    let mut lines = vec![
        texts.get(
            "vote-asks",
            &[
                ("player", words.player(vote.asker).into()),
                ("request", request.into()),
                ("when", when.into()),
            ],
        ),
        texts.get("vote-tally", &[("agreed", agreed.into()), ("asked", asked.into())]),
    ];
    lines.extend(vote.voters.iter().map(|seat| {
        let answer = match vote.answers[seat] {
            Some(Answer::Agree) => "vote-agreed",
            Some(Answer::Refuse) => "vote-refused",
            None => "vote-open",
        };
        format!("• {} — {}", words.player(seat), texts.say(answer))
    }));
    lines.push(
        texts
            .get("vote-requests-left", &[("player", words.player(vote.asker).into()), ("left", left.into())]),
    );
    let rows = vec![CreateActionRow::Buttons(answer_buttons(&words, telling.table, vote))];
    Some(Screen { content: lines.join("\n"), rows, ..Screen::default() })
}

/// The buttons with which a vote is answered.
pub(super) fn answer_buttons(words: &Words<'_>, table: TableId, vote: &VoteView) -> Vec<CreateButton> {
    let answer = |answer, key: &str, style| {
        button(table, Button::Vote { number: vote.number, answer }, words.texts.say(key), style)
    };
    vec![
        answer(Answer::Agree, "button-agree", ButtonStyle::Success),
        answer(Answer::Refuse, "button-refuse", ButtonStyle::Danger),
    ]
}

/// What the asker is told before a request is made: what it means, who is asked, and how many requests
/// are left.
pub(super) fn question(
    words: &Words<'_>,
    public: &PublicView,
    battle: &BattleView,
    asker: Seat,
    request: Request,
) -> String {
    let key = match request {
        Request::Draw => "confirm-draw",
        Request::SelfDestruct if asker == battle.declarer => "confirm-self-destruct-declarer",
        Request::SelfDestruct => "confirm-self-destruct",
    };
    words.texts.get(key, &[("left", public.seats[asker].requests_left.into())])
}

/// The buttons under that question.
pub(super) fn question_buttons(words: &Words<'_>, table: TableId, request: Request) -> Vec<CreateButton> {
    let (label, style) = match request {
        Request::Draw => ("button-offer-draw", ButtonStyle::Primary),
        Request::SelfDestruct => ("button-self-destruct", ButtonStyle::Danger),
    };
    vec![
        button(table, Button::Confirm(request), words.texts.say(label), style),
        button(table, Button::View, words.texts.say("button-not-now"), ButtonStyle::Secondary),
    ]
}
