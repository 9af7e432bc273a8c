//! The public board in battle, and the short message that pings who must act.

use serenity::all::{ButtonStyle, CreateActionRow, UserId};

use super::button;
use super::public::heading;
use crate::discord::custom_id::Button;
use crate::discord::screen::Screen;
use crate::discord::words::Words;
use crate::picture;
use crate::rules::{Deadline, Request, Seat};
use crate::table::{self, Telling};
use crate::view::{BattleView, PublicView, SeatView, Stage};

/// Lines of what happened last, beside a board.
pub(super) const RECENT_LINES: usize = 6;

/// The public board.
pub(super) fn battle_screen(words: &Words<'_>, public: &PublicView, battle: &BattleView) -> Screen {
    let (texts, telling) = (words.texts, words.telling);
    let mut lines = vec![
        heading(words),
        texts.get(
            "battle-title",
            &[
                ("player", words.player(battle.declarer).into()),
                ("contract", words.contract(battle.contract).into()),
                ("plies", battle.plies.into()),
            ],
        ),
    ];
    lines.extend(words.recent(RECENT_LINES));
    lines.extend(turn_lines(words, public, battle));
    let make = |pressed, key: &str, style| button(telling.table, pressed, texts.say(key), style);
    let mut first = vec![
        make(Button::Move, "button-move", ButtonStyle::Primary),
        make(Button::View, "button-my-view", ButtonStyle::Secondary),
        make(Button::Rules { page: 0 }, "button-rules", ButtonStyle::Secondary),
    ];
    if is_anybody_absent(public) {
        first.push(make(Button::Back, "button-returned", ButtonStyle::Success));
    }
    let second = vec![
        make(Button::Ask(Request::Draw), "button-offer-draw", ButtonStyle::Secondary),
        make(Button::Ask(Request::SelfDestruct), "button-self-destruct", ButtonStyle::Danger),
    ];
    let rows = vec![CreateActionRow::Buttons(first), CreateActionRow::Buttons(second)];
    let (view, names, language) = (public.clone(), words.names(), texts.0);
    Screen {
        content: lines.join("\n"),
        drawing: Some(Box::new(move || picture::public_board(&view, &names, language))),
        rows,
        ..Screen::default()
    }
}

fn is_anybody_absent(public: &PublicView) -> bool {
    public.seats.find(|seat| seat.is_absent && seat.eliminated.is_none()).is_some()
}

/// Whose turn it is and until when, and who has missed turns or is absent (RULES 12.1, 12.2).
pub(super) fn turn_lines(words: &Words<'_>, public: &PublicView, battle: &BattleView) -> Vec<String> {
    let mut lines = vec![turn_line(words, public, battle)];
    lines.extend(public.seats.iter().filter_map(|(seat, player)| {
        let is_waited_for = seat == battle.turn && battle.vote.is_none();
        if player.is_absent && player.eliminated.is_none() && !is_waited_for {
            Some(words.texts.get(
                "battle-absent",
                &[
                    ("player", words.player(seat).into()),
                    ("remaining", words.span(remaining_s(words.telling, player)).into()),
                ],
            ))
        } else {
            let more = player.turns_until_absent()?;
            let (player_name, missed) = (words.player(seat), player.missed_turns);
            Some(words.texts.get(
                "battle-missed",
                &[("player", player_name.into()), ("missed", missed.into()), ("more", more.into())],
            ))
        }
    }));
    lines
}

fn turn_line(words: &Words<'_>, public: &PublicView, battle: &BattleView) -> String {
    let (texts, telling) = (words.texts, words.telling);
    let player = words.player(battle.turn);
    let at = |deadline| telling.due(deadline).map(Words::countdown).unwrap_or_default();
    if battle.vote.is_some() {
        texts.get("battle-vote-open", &[("when", at(Deadline::Vote).into())])
    } else if public.seats[battle.turn].is_absent {
        let when = at(Deadline::Absence).into();
        texts.get("battle-waits", &[("player", player.into()), ("when", when)])
    } else {
        texts.get("battle-turn", &[("player", player.into()), ("when", at(Deadline::Move).into())])
    }
}

/// For how many seconds more the game would wait for an absent player, once it is their turn.
fn remaining_s(telling: &Telling, player: &SeatView) -> u64 {
    u64::from(telling.settings.clocks.absence_s).saturating_sub(player.waited_ms / 1_000)
}

/// Who must act, for what, and until when.
struct Call {
    seats: Vec<Seat>,
    key: &'static str,
    deadline: Deadline,
    /// Tells one occasion from another.
    occasion: String,
}

fn call_of(telling: &Telling) -> Option<Call> {
    let public = telling.public.as_ref()?;
    let (seats, key, deadline, occasion) = match &public.stage {
        Stage::Auction(auction) => {
            (vec![auction.to_call], "ping-call", Deadline::Call, format!("call {}", auction.number))
        }
        Stage::Battle(battle) => {
            if let Some(vote) = &battle.vote {
                let asked = vote.voters.iter().filter(|seat| vote.answers[*seat].is_none());
                (asked.collect(), "ping-vote", Deadline::Vote, format!("vote {}", vote.number))
            } else {
                let turn = battle.turn_number;
                let (key, deadline, word) = if public.seats[battle.turn].is_absent {
                    ("ping-absent", Deadline::Absence, "absent")
                } else {
                    ("ping-move", Deadline::Move, "turn")
                };
                (vec![battle.turn], key, deadline, format!("{word} {turn}"))
            }
        }
        Stage::Unbegun | Stage::Deployment(_) | Stage::Over(_) => return None,
    };
    Some(Call { seats, key, deadline, occasion })
}

/// The short message that pings the people who must act; none where nobody must.
pub fn ping_screen(telling: &Telling) -> Option<Screen> {
    let words = Words::public(telling);
    let Call { seats, key, deadline, .. } = call_of(telling)?;
    let joiners = telling.seats.as_ref()?;
    let people = seats.into_iter().filter_map(|seat| joiners[seat].user()).map(|user| UserId::new(user.0));
    let pings: Vec<UserId> = people.collect();
    if pings.is_empty() {
        return None;
    }
    let who: Vec<String> = pings.iter().map(|user| format!("<@{user}>")).collect();
    let when = telling.due(deadline).map(Words::countdown).unwrap_or_default();
    let content = words.texts.get(key, &[("who", who.join(" ").into()), ("when", when.into())]);
    let mut rows = Vec::new();
    if deadline == Deadline::Absence {
        let label = words.texts.say("button-returned");
        let back = button(telling.table, Button::Back, label, ButtonStyle::Success);
        rows.push(CreateActionRow::Buttons(vec![back]));
    }
    Some(Screen { content, rows, pings, ..Screen::default() })
}

/// Whether it is for this user to act. In phases in which everybody acts for themselves, for each of them.
pub fn is_asked(telling: &Telling, user: table::UserId) -> bool {
    call_of(telling).is_none_or(|call| telling.seat_of(user).is_some_and(|seat| call.seats.contains(&seat)))
}

/// What the ping is for: one message for each occasion, however its words change.
pub fn ping_occasion(telling: &Telling) -> Option<String> {
    Some(call_of(telling)?.occasion)
}
