//! Somebody's finished games.

use serenity::all::{
    ButtonStyle, CreateActionRow, CreateSelectMenu, CreateSelectMenuKind, CreateSelectMenuOption,
};

use super::over::signed;
use super::{NO_TABLE, button, page_line};
use crate::discord::custom_id::{Button, CustomId};
use crate::discord::score_page::ScorePage;
use crate::discord::screen::Screen;
use crate::discord::texts::Texts;
use crate::discord::words::shown_name;
use crate::rules::{GameResult, Role};
use crate::table::{Games, History, PlayedGame, UserId};

/// Games on one page of a history.
pub const HISTORY_PAGE: u32 = 10;

/// A page of somebody's games, from 0.
pub fn history_screen(texts: Texts, user: UserId, games: Games, page: u16, history: &History) -> Screen {
    let name = shown_name(texts, &history.name);
    let title = match games {
        Games::All | Games::Counted => "history-title",
        Games::Practice => "history-title-practice",
    };
    let count = history.len(games);
    let mut lines = vec![texts.get(title, &[("name", name.into()), ("games", count.into())])];
    let pages = count.div_ceil(HISTORY_PAGE).max(1);
    if history.games.is_empty() {
        lines.push(texts.say(match games {
            Games::All | Games::Counted => "history-empty",
            Games::Practice => "history-empty-practice",
        }));
    } else {
        lines.extend(history.games.iter().map(|game| line(texts, game)));
        lines.push(String::new());
        lines.extend(page_line(texts, u32::from(page), pages));
    }
    let make = |page: ScorePage, label: String| {
        button(NO_TABLE, Button::Scores(page), label, ButtonStyle::Secondary)
    };
    let mut rows = Vec::new();
    if !history.games.is_empty() {
        rows.push(CreateActionRow::SelectMenu(games_menu(texts, &history.games)));
    }
    if pages > 1 {
        let turn = |to: u16, key: &str| make(ScorePage::History { user, games, page: to }, texts.say(key));
        rows.push(CreateActionRow::Buttons(vec![
            turn(page.saturating_sub(1), "button-previous").disabled(page == 0),
            turn(page.saturating_add(1), "button-next").disabled(u32::from(page) + 1 >= pages),
        ]));
    }
    // The list that is shown is not offered: no two buttons of a message lead to the same page.
    let (other, key) = match games {
        Games::All | Games::Counted => (Games::Practice, "button-practice"),
        Games::Practice => (Games::Counted, "button-counted"),
    };
    let label = texts.get(key, &[("games", history.len(other).into())]);
    rows.push(CreateActionRow::Buttons(vec![
        make(ScorePage::History { user, games: other, page: 0 }, label),
        make(ScorePage::Profile(user), texts.say("button-profile")),
    ]));
    Screen { content: lines.join("\n"), rows, ..Screen::default() }
}

/// The games of a page, to look at one of them again.
fn games_menu(texts: Texts, games: &[PlayedGame]) -> CreateSelectMenu {
    let option = |game: &PlayedGame| {
        let label = texts.get("history-option", &[("table", game.table.to_string().into())]);
        CreateSelectMenuOption::new(label, game.table.to_string()).description(what(texts, game))
    };
    let id = CustomId { table: NO_TABLE, button: Button::Scores(ScorePage::Replay) };
    let kind = CreateSelectMenuKind::String { options: games.iter().map(option).collect() };
    CreateSelectMenu::new(id.to_string(), kind).placeholder(texts.say("select-replay"))
}

/// A game as a line of the list.
fn line(texts: Texts, game: &PlayedGame) -> String {
    texts.get(
        "history-line",
        &[
            ("when", format!("<t:{}:d>", game.ended_unix_ms.div_euclid(1_000)).into()),
            ("table", game.table.to_string().into()),
            ("what", what(texts, game).into()),
        ],
    )
}

/// A game in a few words: role, contract, result, points, desertion.
pub fn what(texts: Texts, game: &PlayedGame) -> String {
    let contract =
        game.contract.map(|contract| texts.get("contract", &[("number", contract.defenders().into())]));
    let role = game.role.map(|role| {
        texts.say(match role {
            Role::Declarer => "history-declarer",
            Role::Defender => "history-defender",
        })
    });
    let points = if game.result.has_scores() { signed(game.points) } else { texts.say("history-no-score") };
    let deserted = game.has_deserted.then(|| texts.say("eliminated-deserted"));
    let parts = [role, contract, Some(result(texts, game.result)), Some(points), deserted];
    parts.into_iter().flatten().collect::<Vec<_>>().join(" · ")
}

/// How a game ended, in a word or two.
fn result(texts: Texts, result: GameResult) -> String {
    texts.say(match result {
        GameResult::DeclarerMade => "history-made",
        GameResult::DeclarerFailed => "history-failed",
        GameResult::DrawAgreed | GameResult::DrawByLength => "history-draw",
        GameResult::PassedOut => "history-passed-out",
        GameResult::Void => "history-void",
        GameResult::Stopped => "history-stopped",
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Contract, Seat};
    use crate::table::TableId;

    fn game() -> PlayedGame {
        PlayedGame {
            table: TableId(12),
            ended_unix_ms: 1_796_000_600_999,
            season: 1,
            seat: Seat::South,
            role: Some(Role::Declarer),
            contract: Some(Contract::Two),
            result: GameResult::DeclarerMade,
            points: 60,
            has_deserted: false,
            counts: true,
            is_scored: true,
        }
    }

    #[test]
    fn a_line_says_when_where_what_and_how_much() {
        let texts = Texts::of_locale("en-GB");
        let said = line(texts, &game());
        assert_eq!(said, "• <t:1796000600:d> table 12: declarer · contract 2 · contract made · +60");
        let void = PlayedGame {
            role: None,
            contract: None,
            result: GameResult::Void,
            points: 0,
            has_deserted: true,
            ..game()
        };
        assert_eq!(what(texts, &void), "void · no score · deserted");
    }

    #[test]
    fn the_other_list_is_offered_with_its_number_and_each_game_to_look_at() {
        let texts = Texts::of_locale("zh-TW");
        let history = History { name: "小明".to_owned(), games: vec![game()], counted: 23, practice: 4 };
        let screen = history_screen(texts, UserId(1), Games::Counted, 1, &history);
        let rows = serde_json::to_string(&screen.rows).unwrap();
        for expected in ["練習 4", "j1.0.replay", "j1.0.games.1.counted.0", "j1.0.games.1.counted.2"] {
            assert!(rows.contains(expected), "{expected}: {rows}");
        }
        assert!(screen.content.contains("第 2／3 頁") && screen.content.contains("23"), "{}", screen.content);
        let none = History { games: vec![], practice: 0, ..history };
        let screen = history_screen(texts, UserId(1), Games::Practice, 0, &none);
        assert!(!serde_json::to_string(&screen.rows).unwrap().contains("replay"), "nothing to choose");
    }
}
