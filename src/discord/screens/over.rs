//! The end of a game: result, scores, the open board, and how to check the deal.

use serenity::all::{ButtonStyle, CreateActionRow};

use super::button;
use crate::discord::custom_id::Button;
use crate::discord::score_page::ScorePage;
use crate::discord::screen::{Drawing, File, Screen};
use crate::discord::texts::Texts;
use crate::discord::words::Words;
use crate::picture::{self, kind_name};
use crate::rules::{BySeat, Level, Seat, derive_seed};
use crate::table::{Period, Telling};
use crate::view::{OpenView, OverView, Stage};

/// For whom the end of a game is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Audience {
    /// For all, when it has just ended: it can be played again.
    All,
    /// For one who looks back at it.
    One,
}

/// What goes with the end of a game besides what the table tells.
pub struct Ending<'a> {
    /// `[seat]`: points and new totals of the people for whom the game counted.
    pub settled: &'a BySeat<Option<(i64, i64)>>,
    /// Record and film, as far as there are any.
    pub files: Vec<File>,
    /// A line more, such as why there is no film.
    pub note: Option<String>,
    /// For whom.
    pub audience: Audience,
}

/// A game that is over; none while it is not.
pub fn over_screen(telling: &Telling, texts: Texts, ending: Ending<'_>) -> Option<Screen> {
    let Ending { settled, files, note, audience } = ending;
    let words = Words { texts, telling };
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
    lines.extend(note);
    let (names, language) = (words.names(), texts.0);
    let has_board = !open.board.is_empty();
    let drawing: Drawing = Box::new(move || picture::open_board(&open, &names, language));
    Some(Screen {
        content: lines.join("\n"),
        drawing: has_board.then_some(drawing),
        files,
        rows: vec![CreateActionRow::Buttons(buttons(telling, texts, audience))],
        ..Screen::default()
    })
}

fn buttons(telling: &Telling, texts: Texts, audience: Audience) -> Vec<serenity::all::CreateButton> {
    let make = |pressed, key: &str, style| button(telling.table, pressed, texts.say(key), style);
    let deal = make(Button::Scores(ScorePage::Deal), "button-deal", ButtonStyle::Secondary);
    match audience {
        Audience::One => vec![deal],
        Audience::All => {
            let board = ScorePage::Leaderboard { period: Period::Season, page: 0 };
            vec![
                make(Button::Rematch, "button-rematch", ButtonStyle::Primary),
                make(Button::Scores(board), "button-leaderboard", ButtonStyle::Secondary),
                deal,
            ]
        }
    }
}

/// The game's record as a file.
pub fn record_file(telling: &Telling, record: &str) -> File {
    let name = format!("junqi-{}.json", telling.table);
    File { name, bytes: record.as_bytes().to_vec(), alt: None }
}

/// The game's film as a file, with words for who does not see it.
pub fn film_file(telling: &Telling, texts: Texts, bytes: Vec<u8>) -> File {
    let words = Words { texts, telling };
    let over = telling.open.as_ref().and_then(|open| match &open.public.stage {
        Stage::Over(over) => Some(over),
        _ => None,
    });
    let alt = texts.get(
        "over-film",
        &[
            ("table", telling.table.to_string().into()),
            ("plies", over.map_or(0, |over| over.after_ply).into()),
            ("result", over.map(|over| words.result(over.result)).unwrap_or_default().into()),
        ],
    );
    File { name: format!("junqi-{}.gif", telling.table), bytes, alt: Some(alt) }
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
        (_, Some((points, total))) => {
            let line = texts.get(
                "over-settled",
                &[
                    ("player", words.player(seat).into()),
                    ("points", signed(points).into()),
                    ("total", total.into()),
                    ("level", kind_name(Level::of(total).kind, texts.0).into()),
                ],
            );
            match level_change(texts, total - points, total) {
                Some(change) => format!("{line} {change}"),
                None => line,
            }
        }
        (Some(points), None) => texts
            .get("over-points", &[("player", words.player(seat).into()), ("points", signed(points).into())]),
        (None, None) => texts.get("over-no-points", &[("player", words.player(seat).into())]),
    }
}

/// What a change of the total does to the level, in words; none where it stays.
fn level_change(texts: Texts, before: i64, after: i64) -> Option<String> {
    let [before, after] = [before, after].map(Level::of);
    // The lowest level begins nowhere and stands below all others.
    let key = match before.from.cmp(&after.from) {
        std::cmp::Ordering::Equal => return None,
        std::cmp::Ordering::Less => "over-promoted",
        std::cmp::Ordering::Greater => "over-demoted",
    };
    Some(texts.get(key, &[("level", kind_name(after.kind, texts.0).into())]))
}

/// A number with its sign, as scores are written.
pub(super) fn signed(points: i64) -> String {
    format!("{points:+}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_level_that_changes_is_told() {
        let texts = Texts::of_locale("en-GB");
        let changes = [(90, 120), (120, 90), (120, 130), (-10, -20), (650, 720)]
            .map(|(before, after)| level_change(texts, before, after));
        assert_eq!(
            changes,
            [
                Some("⬆ **promoted to lieutenant**".to_owned()),
                Some("⬇ now engineer".to_owned()),
                None,
                None,
                Some("⬆ **promoted to major**".to_owned()),
            ],
            "RULES 14"
        );
    }
}
