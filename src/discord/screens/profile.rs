//! What somebody's games add up to.

use serenity::all::{ButtonStyle, CreateActionRow};

use super::{NO_TABLE, button};
use crate::discord::custom_id::Button;
use crate::discord::score_page::ScorePage;
use crate::discord::screen::{Drawing, Screen};
use crate::discord::texts::Texts;
use crate::discord::words::shown_name;
use crate::picture::{self, kind_name};
use crate::rules::{Contract, Level};
use crate::table::{Career, Games, Period, Standing, Tally, UserId};

/// Whether somebody is still a member of the server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Membership {
    /// They are, or it is not known that they are not.
    Present,
    /// They have left.
    Left,
}

/// Somebody's profile in a server.
pub struct Profile<'a> {
    /// Whose.
    pub user: UserId,
    /// Whether they are still there.
    pub membership: Membership,
    /// What all their games add up to.
    pub career: &'a Career,
    /// Their line of the season that runs, and its number.
    pub season: (u32, Option<Standing>),
    /// Their line over all seasons.
    pub all_time: Option<Standing>,
}

/// A profile, with the score curve once there are two points to draw a line between.
pub fn profile_screen(texts: Texts, profile: &Profile<'_>) -> Screen {
    let Profile { user, membership, career, season, all_time } = profile;
    let name = shown_name(texts, &career.name);
    let mut lines = vec![texts.get(
        match membership {
            Membership::Present => "profile-title",
            Membership::Left => "profile-title-left",
        },
        &[("name", name.into())],
    )];
    lines.push(level_line(texts, career.total()));
    lines.push(standing_line(texts, "profile-season", season.0, season.1.as_ref()));
    lines.push(standing_line(texts, "profile-all-time", season.0, all_time.as_ref()));
    let all = career.all();
    lines.push(tally_line(texts, "profile-games", all));
    if all.games > 0 {
        let declarer = Contract::ALL.map(|contract| {
            let tally = career.declarer[usize::from(contract.defenders()) - 1];
            texts.get(
                "profile-contract",
                &[
                    ("contract", texts.get("contract", &[("number", contract.defenders().into())]).into()),
                    ("won", tally.won.into()),
                    ("games", tally.games.into()),
                ],
            )
        });
        lines.push(texts.get("profile-declarer", &[("contracts", declarer.join(" · ").into())]));
        let defender = &career.defender;
        lines.push(
            texts.get("profile-defender", &[("won", defender.won.into()), ("games", defender.games.into())]),
        );
        let best = career.best_contract.map_or_else(
            || texts.say("profile-no-best"),
            |contract| texts.get("contract", &[("number", contract.defenders().into())]),
        );
        lines.push(texts.get(
            "profile-best",
            &[
                ("best", best.into()),
                ("streak", career.streak.into()),
                ("longest", career.longest_streak.into()),
            ],
        ));
    }
    if career.desertions > 0 {
        lines.push(texts.get("profile-desertions", &[("desertions", career.desertions.into())]));
    }
    if career.practice.games > 0 {
        lines.push(tally_line(texts, "profile-practice", career.practice));
    }
    let make = |page: ScorePage, key: &str| {
        button(NO_TABLE, Button::Scores(page), texts.say(key), ButtonStyle::Secondary)
    };
    let games = if all.games == 0 && career.practice.games > 0 { Games::Practice } else { Games::Counted };
    let rows = vec![CreateActionRow::Buttons(vec![
        make(ScorePage::History { user: *user, games, page: 0 }, "button-history"),
        make(ScorePage::Leaderboard { period: Period::Season, page: 0 }, "button-leaderboard"),
    ])];
    let (curve, language) = (career.curve.clone(), texts.0);
    let drawing: Drawing = Box::new(move || picture::score_curve(&curve, language));
    let drawing = (career.curve.len() > 1).then_some(drawing);
    Screen { content: lines.join("\n"), rows, drawing, ..Screen::default() }
}

/// What is shown of somebody who has not played in the server.
pub fn no_profile_screen(texts: Texts, name: &str) -> Screen {
    Screen::text(texts.get("profile-none", &[("name", shown_name(texts, name).into())]))
}

/// The level and the way to the next.
fn level_line(texts: Texts, total: i64) -> String {
    let level = Level::of(total);
    let name = kind_name(level.kind, texts.0);
    match level.next().and_then(|next| Some((next.kind, next.from?))) {
        Some((next, from)) => texts.get(
            "profile-level",
            &[
                ("level", name.into()),
                ("total", total.into()),
                ("missing", (from - total).into()),
                ("next", kind_name(next, texts.0).into()),
            ],
        ),
        None => texts.get("profile-highest", &[("level", name.into()), ("total", total.into())]),
    }
}

fn standing_line(texts: Texts, key: &str, season: u32, standing: Option<&Standing>) -> String {
    let place = match standing {
        Some(standing) => texts.get(
            "profile-place",
            &[
                ("place", standing.place.into()),
                ("total", standing.total.into()),
                ("games", standing.games.into()),
                ("won", standing.won.into()),
            ],
        ),
        None => texts.say("profile-no-place"),
    };
    texts.get(key, &[("season", season.into()), ("place", place.into())])
}

fn tally_line(texts: Texts, key: &str, tally: Tally) -> String {
    let even = tally.games - tally.won - tally.lost;
    texts.get(
        key,
        &[
            ("games", tally.games.into()),
            ("won", tally.won.into()),
            ("lost", tally.lost.into()),
            ("even", even.into()),
        ],
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_way_to_the_next_level_is_told_until_the_highest() {
        let texts = Texts::of_locale("en-GB");
        assert_eq!(level_line(texts, 320), "Level: **captain** (320 points) · 380 more for major");
        assert_eq!(level_line(texts, -30), "Level: **engineer** (-30 points) · 130 more for lieutenant");
        assert_eq!(level_line(texts, 50_000), "Level: **grand marshal** (50000 points), the highest");
    }

    #[test]
    fn practice_and_desertions_are_named_where_there_are_any() {
        let texts = Texts::of_locale("en-GB");
        let profile = |career: &Career| {
            let shown = Profile {
                user: UserId(1),
                membership: Membership::Left,
                career,
                season: (2, None),
                all_time: None,
            };
            profile_screen(texts, &shown)
        };
        let clean = Career { name: "小明".to_owned(), ..Career::default() };
        let screen = profile(&clean);
        assert!(screen.content.contains("小明") && screen.content.contains("left this server"));
        assert!(!screen.content.contains("Practice") && !screen.content.contains("eserted"));
        assert!(screen.drawing.is_none(), "nothing to draw yet");
        let practised = Career { desertions: 2, practice: Tally { games: 3, won: 1, lost: 2 }, ..clean };
        let content = profile(&practised).content;
        assert!(content.contains("Practice (not ranked): 3 games, 1 won, 2 lost"), "{content}");
        assert!(content.contains("Deserted 2 times"), "{content}");
    }
}
