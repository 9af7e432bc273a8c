//! The end of a game: result, scores, the open board, and how to check the deal.

use serenity::all::{ButtonStyle, CreateActionRow};

use super::button;
use crate::discord::custom_id::Button;
use crate::discord::screen::{File, Screen};
use crate::discord::words::Words;
use crate::picture::{self, kind_name};
use crate::rules::{BySeat, Level, Seat, derive_seed};
use crate::table::Telling;
use crate::view::{OpenView, OverView, Stage};

/// The table's public message once its game is over. `settled` holds points and new totals of the
/// people for whom the game counted; `record` is the game's record as JSON.
pub fn over_screen(
    telling: &Telling,
    settled: &BySeat<Option<(i64, i64)>>,
    record: Option<String>,
) -> Option<Screen> {
    let words = Words::public(telling);
    let texts = words.texts;
    let open: OpenView = telling.open.clone()?;
    let Stage::Over(over) = &open.public.stage else { return None };
    let mut lines = vec![
        texts.get("heading", &[("table", telling.table.to_string().into())]),
        format!("**{}**", words.result(over.result)),
    ];
    if let Some((declarer, contract)) = over.bid {
        lines.push(texts.get(
            "over-bid",
            &[
                ("player", words.player(declarer).into()),
                ("contract", words.contract(contract).into()),
                ("plies", over.after_ply.into()),
            ],
        ));
    }
    lines.extend(Seat::ALL.into_iter().map(|seat| player_line(&words, over, settled, seat)));
    if let Some(opening) = &telling.opening {
        let secret = String::from(opening.secret);
        let seed = String::from(derive_seed(&opening.secret, &opening.joins));
        lines.push(texts.get("over-secret", &[("secret", secret.into()), ("seed", seed.into())]));
    }
    let make = |pressed, key: &str, style| button(telling.table, pressed, texts.say(key), style);
    let rows = vec![CreateActionRow::Buttons(vec![
        make(Button::Rematch, "button-rematch", ButtonStyle::Primary),
        make(Button::Leaderboard { page: 0 }, "button-leaderboard", ButtonStyle::Secondary),
    ])];
    let name = format!("junqi-{}.json", telling.table);
    let files = record.map(|json| File { name, bytes: json.into_bytes() }).into_iter().collect();
    let (names, language) = (words.names(), texts.0);
    let has_board = !open.board.is_empty();
    let drawing: crate::discord::screen::Drawing =
        Box::new(move || picture::open_board(&open, &names, language));
    Some(Screen {
        content: lines.join("\n"),
        drawing: has_board.then_some(drawing),
        files,
        rows,
        ..Screen::default()
    })
}

fn player_line(
    words: &Words<'_>,
    over: &OverView,
    settled: &BySeat<Option<(i64, i64)>>,
    seat: Seat,
) -> String {
    let texts = words.texts;
    let points = over.scores.map(|scores| scores[seat]);
    match (points, settled[seat]) {
        (_, Some((points, total))) => texts.get(
            "over-settled",
            &[
                ("player", words.player(seat).into()),
                ("points", signed(points).into()),
                ("total", total.into()),
                ("level", kind_name(Level::of(total).kind, texts.0).into()),
            ],
        ),
        (Some(points), None) => texts
            .get("over-points", &[("player", words.player(seat).into()), ("points", signed(points).into())]),
        (None, None) => texts.get("over-no-points", &[("player", words.player(seat).into())]),
    }
}

/// A number with its sign, as scores are written.
fn signed(points: i64) -> String {
    format!("{points:+}")
}
