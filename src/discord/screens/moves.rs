//! A player's private view of the battle: the own board, the selects that make a move, and what else a
//! player may have to do there, so that a whole game can be played in it (UX, Battle).

use std::collections::BTreeMap;

use serenity::all::{
    ButtonStyle, CreateActionRow, CreateSelectMenu, CreateSelectMenuKind, CreateSelectMenuOption,
};

use super::battle::turn_lines;
use super::vote::{answer_buttons, question, question_buttons};
use super::{Choice, button};
use crate::discord::custom_id::{Button, CustomId};
use crate::discord::screen::Screen;
use crate::discord::texts::Texts;
use crate::discord::words::Words;
use crate::picture::{self, Selection, kind_name};
use crate::rules::{Deadline, Kind, Move, Point, Request};
use crate::view::{BattleView, PlayerView};

/// Options that one select holds; one more leads to the next page.
const OPTIONS: usize = 24;

/// Lines of what happened last: what the three others did, and one more.
const RECENT_LINES: usize = 4;

/// The move that is being chosen, on one turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Moving {
    /// On which turn; turns count from 1.
    pub turn: u32,
    /// The page of the select in use, from 0.
    pub page: u8,
    /// The piece, once chosen.
    pub from: Option<Point>,
    /// Where to, once chosen and still to be confirmed.
    pub to: Option<Point>,
}

impl Moving {
    /// What of it still holds: on this turn, and among these moves.
    fn still(self, turn: u32, moves: &[Move]) -> Self {
        if self.turn != turn {
            return Self { turn, ..Self::default() };
        }
        let from = self.from.filter(|from| moves.iter().any(|step| step.from == *from));
        let leads = |to: &Point| from.is_some_and(|from| moves.contains(&Move { from, to: *to }));
        Self { from, to: self.to.filter(leads), ..self }
    }
}

/// The private view of a player with pieces on the board.
pub(super) fn moves_screen(
    words: &Words<'_>,
    view: &PlayerView,
    battle: &BattleView,
    pieces: &BTreeMap<Point, Kind>,
    moves: &[Move],
    choice: &Choice,
) -> Screen {
    let (texts, telling) = (words.texts, words.telling);
    let on_turn = view.is_to_move();
    let moving = choice.moving.still(battle.turn_number, moves);
    let mut lines = words.recent(RECENT_LINES);
    let mut rows = Vec::new();
    let mut tools = Vec::new();
    let tool = |pressed, key: &str, style| button(telling.table, pressed, texts.say(key), style);
    if on_turn {
        // What an absent player has open still shows it: a press in it brings them back.
        let (key, deadline) = if view.public.seats[view.seat].is_absent {
            ("view-waits-for-you", Deadline::Absence)
        } else {
            ("view-your-turn", Deadline::Move)
        };
        let when = telling.due(deadline).map(Words::countdown).unwrap_or_default();
        lines.push(texts.get(key, &[("when", when.into())]));
    } else {
        lines.extend(turn_lines(words, &view.public, battle));
    }
    if let Some(request) = choice.asking {
        lines.push(question(words, &view.public, battle, view.seat, request));
        rows.push(CreateActionRow::Buttons(question_buttons(words, telling.table, request)));
    } else if on_turn {
        rows.extend(selects(words, battle, pieces, moves, moving));
        if let (Some(from), Some(to)) = (moving.from, moving.to) {
            let (line, row) = confirmation(words, pieces, moving.turn, Move { from, to });
            lines.push(line);
            rows.push(row);
        }
        tools.push(tool(
            Button::TypeMove { turn: battle.turn_number },
            "button-type-move",
            ButtonStyle::Secondary,
        ));
    }
    if let Some(vote) = battle.vote.as_ref().filter(|vote| vote.is_asked(view.seat)) {
        rows.push(CreateActionRow::Buttons(answer_buttons(words, telling.table, vote)));
    }
    // "Not now" refreshes too, and no id may stand twice.
    if choice.asking.is_none() && moving.to.is_none() {
        tools.push(tool(Button::View, "button-refresh", ButtonStyle::Secondary));
    }
    if choice.asking.is_none() {
        // In a direct message no board stands beside it.
        tools.push(tool(Button::Ask(Request::Draw), "button-offer-draw", ButtonStyle::Secondary));
        tools.push(tool(Button::Ask(Request::SelfDestruct), "button-self-destruct", ButtonStyle::Danger));
    }
    if !tools.is_empty() {
        rows.push(CreateActionRow::Buttons(tools));
    }
    let (drawn, names, language) = (view.clone(), words.names(), texts.0);
    let selection = moving.from.filter(|_| on_turn).map(|from| Selection { from, to: moving.to });
    let drawing = Box::new(move || picture::player_board(&drawn, &names, language, selection.as_ref()));
    Screen { content: lines.join("\n"), drawing: Some(drawing), rows, ..Screen::default() }
}

/// The select of pieces, and once one is chosen that of where it goes.
fn selects(
    words: &Words<'_>,
    battle: &BattleView,
    pieces: &BTreeMap<Point, Kind>,
    moves: &[Move],
    moving: Moving,
) -> Vec<CreateActionRow> {
    let mut rows = vec![piece_select(words, pieces, moves, moving)];
    if let Some(from) = moving.from {
        rows.push(destination_select(words, battle, moves, from, moving));
    }
    rows
}

/// The question before a move is made, for who wants to be asked.
fn confirmation(
    words: &Words<'_>,
    pieces: &BTreeMap<Point, Kind>,
    turn: u32,
    step: Move,
) -> (String, CreateActionRow) {
    let (texts, table) = (words.texts, words.telling.table);
    let Move { from, to } = step;
    let piece = pieces.get(&from).map_or("", |kind| kind_name(*kind, texts.0));
    let named = [("from", from.to_string().into()), ("to", to.to_string().into()), ("piece", piece.into())];
    let make = button(
        table,
        Button::ConfirmMove { turn, from, to },
        texts.say("button-confirm-move"),
        ButtonStyle::Primary,
    );
    let not_now = button(table, Button::View, texts.say("button-not-now"), ButtonStyle::Secondary);
    (texts.get("confirm-move", &named), CreateActionRow::Buttons(vec![make, not_now]))
}

/// A page of options with, where there is more, one that leads on. Where one is chosen already its page
/// is shown.
fn page_of(options: Vec<CreateSelectMenuOption>, page: usize, texts: Texts) -> Vec<CreateSelectMenuOption> {
    if options.len() <= OPTIONS + 1 {
        return options;
    }
    let pages = options.len().div_ceil(OPTIONS);
    let page = page % pages;
    let next = (page + 1) % pages;
    let mut shown: Vec<CreateSelectMenuOption> =
        options.into_iter().skip(page * OPTIONS).take(OPTIONS).collect();
    let label = texts.get("select-more", &[("page", (next + 1).into()), ("pages", pages.into())]);
    shown.push(CreateSelectMenuOption::new(label, format!("page:{next}")));
    shown
}

fn piece_select(
    words: &Words<'_>,
    pieces: &BTreeMap<Point, Kind>,
    moves: &[Move],
    moving: Moving,
) -> CreateActionRow {
    let texts = words.texts;
    let movable = pieces.iter().filter_map(|(point, kind)| {
        let ways = moves.iter().filter(|step| step.from == *point).count();
        (ways > 0).then_some((*point, *kind, ways))
    });
    let movable: Vec<(Point, Kind, usize)> = movable.collect();
    let options = movable.iter().map(|(point, kind, ways)| {
        let label = texts.get(
            "option-piece",
            &[
                ("point", point.to_string().into()),
                ("piece", kind_name(*kind, texts.0).into()),
                ("ways", (*ways).into()),
            ],
        );
        CreateSelectMenuOption::new(label, point.to_string()).default_selection(Some(*point) == moving.from)
    });
    let chosen = movable.iter().position(|(point, ..)| Some(*point) == moving.from);
    let page = chosen.map_or(usize::from(moving.page), |index| index / OPTIONS);
    let options = page_of(options.collect(), page, texts);
    let id = Button::From { turn: moving.turn, page: page as u8 };
    select(words, id, options, texts.say("select-piece"))
}

fn destination_select(
    words: &Words<'_>,
    battle: &BattleView,
    moves: &[Move],
    from: Point,
    moving: Moving,
) -> CreateActionRow {
    let texts = words.texts;
    let mut ends: Vec<Point> = moves.iter().filter(|step| step.from == from).map(|step| step.to).collect();
    // What can be attacked stands first.
    ends.sort_by_key(|end| battle.board.owner(*end).is_none());
    let options = ends.iter().map(|end| {
        let is_flag = battle.board.flags.find(|flag| *flag == Some(*end)).is_some();
        let label = match battle.board.owner(*end) {
            None => texts.get("option-empty", &[("point", end.to_string().into())]),
            Some(seat) => {
                let key = if is_flag { "option-flag" } else { "option-enemy" };
                let seat_word = picture::seat_name(seat, texts.0);
                texts.get(key, &[("point", end.to_string().into()), ("seat", seat_word.into())])
            }
        };
        CreateSelectMenuOption::new(label, end.to_string()).default_selection(Some(*end) == moving.to)
    });
    let chosen = ends.iter().position(|end| Some(*end) == moving.to);
    let page = chosen.map_or(usize::from(moving.page), |index| index / OPTIONS);
    let options = page_of(options.collect(), page, texts);
    let id = Button::To { turn: moving.turn, from, page: page as u8 };
    let placeholder = texts.get("select-destination", &[("point", from.to_string().into())]);
    select(words, id, options, placeholder)
}

fn select(
    words: &Words<'_>,
    pressed: Button,
    options: Vec<CreateSelectMenuOption>,
    placeholder: String,
) -> CreateActionRow {
    let id = CustomId { table: words.telling.table, button: pressed };
    let kind = CreateSelectMenuKind::String { options };
    CreateActionRow::SelectMenu(CreateSelectMenu::new(id.to_string(), kind).placeholder(placeholder))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use serde_json::Value;

    use super::*;
    use crate::rules::{BySeat, Contract, Points, Role, Seat};
    use crate::table::{Due, TableId, TableSetup, TableState, Telling};
    use crate::view::{BoardView, OwnView, PublicView, SeatView, Stage};

    const TURN: u32 = 9;

    fn telling() -> Telling {
        let setup = TableSetup::sample();
        Telling::of(&TableState::new(TableId(1), setup), Vec::new(), Vec::new())
    }

    /// South, the declarer, on turn with such pieces and moves.
    fn view(pieces: &BTreeMap<Point, Kind>, moves: &[Move]) -> PlayerView {
        let seat = SeatView {
            role: Some(Role::Defender),
            pieces: 1,
            eliminated: None,
            is_absent: false,
            missed_turns: 0,
            waited_ms: 0,
            has_marched: true,
            requests_left: 5,
            has_deserted: false,
        };
        let mut standing = BySeat::from_fn(|_| Points::NONE);
        standing[Seat::South] = pieces.keys().copied().collect();
        let battle = BattleView {
            declarer: Seat::South,
            contract: Contract::One,
            turn: Seat::South,
            turn_number: TURN,
            plies: 60,
            board: BoardView { standing, flags: BySeat::default(), last: None },
            vote: None,
        };
        let seats = BySeat::from_fn(|_| seat);
        let public = PublicView { base_score: 10, seats, plies: Vec::new(), stage: Stage::Battle(battle) };
        PlayerView {
            seat: Seat::South,
            public,
            own: OwnView::Pieces { pieces: pieces.clone(), moves: moves.to_vec() },
        }
    }

    fn rows(pieces: &BTreeMap<Point, Kind>, moves: &[Move], choice: &Choice) -> (String, Vec<Value>) {
        let (telling, view) = (telling(), view(pieces, moves));
        let words = Words { texts: Texts::of_locale("en-GB"), telling: &telling };
        let battle = view.public.battle().unwrap();
        let screen = moves_screen(&words, &view, battle, pieces, moves, choice);
        assert!(screen.rows.len() <= 5, "Discord takes five rows");
        let rows: Vec<Value> = screen.rows.iter().map(|row| serde_json::to_value(row).unwrap()).collect();
        let parts = rows.iter().flat_map(|row| row["components"].as_array().unwrap());
        let ids: Vec<&str> = parts.filter_map(|part| part["custom_id"].as_str()).collect();
        assert_eq!(ids.iter().collect::<BTreeSet<_>>().len(), ids.len(), "no id stands twice: {ids:?}");
        (screen.content, rows)
    }

    #[test]
    fn who_is_absent_on_their_turn_reads_that_the_game_waits_and_until_when() {
        let point = |name: &str| name.parse::<Point>().unwrap();
        let step = Move { from: point("G2"), to: point("G3") };
        let pieces = BTreeMap::from([(step.from, Kind::Captain)]);
        let mut view = view(&pieces, &[step]);
        let mut telling = telling();
        telling.due = vec![Due { deadline: Deadline::Absence, at_unix_ms: 7_000 }];
        let content = |view: &PlayerView| {
            let words = Words { texts: Texts::of_locale("en-GB"), telling: &telling };
            let battle = view.public.battle().unwrap();
            moves_screen(&words, view, battle, &pieces, &[step], &Choice::default()).content
        };
        assert!(content(&view).contains("Your move"), "{}", content(&view));
        view.public.seats[Seat::South].is_absent = true;
        assert!(content(&view).contains("The game waits for you"), "{}", content(&view));
        assert!(content(&view).contains("deserted <t:7:R>"), "{}", content(&view));
    }

    fn choice(moving: Moving) -> Choice {
        Choice { moving, ..Choice::default() }
    }

    /// Turns the pages of the select in that row and gives every point that one of them offers.
    fn points_offered(row: usize, show: impl Fn(u8) -> Vec<Value>) -> BTreeSet<String> {
        let (mut seen, mut page) = (BTreeSet::new(), 0);
        loop {
            let rows = show(page);
            let options = rows[row]["components"][0]["options"].as_array().unwrap().clone();
            assert!((1..=25).contains(&options.len()), "{} options", options.len());
            let mut next = 0;
            for option in options {
                let value = option["value"].as_str().unwrap().to_owned();
                match value.strip_prefix("page:") {
                    Some(number) => next = number.parse().unwrap(),
                    None => assert!(seen.insert(value), "no point is offered twice"),
                }
            }
            if next == 0 {
                return seen;
            }
            page = next;
        }
    }

    fn names(points: impl Iterator<Item = Point>) -> BTreeSet<String> {
        points.map(|point| point.to_string()).collect()
    }

    #[test]
    fn more_pieces_or_points_than_a_select_holds_are_paged_and_none_is_left_out() {
        let points: Vec<Point> = Point::all().collect();
        for count in [1, 25, 26, 48, 49, 76] {
            let from = points[0];
            let pieces = BTreeMap::from([(from, Kind::Engineer)]);
            let moves: Vec<Move> = points[1..=count].iter().map(|to| Move { from, to: *to }).collect();
            let offered = points_offered(1, |page| {
                let moving = Moving { turn: TURN, page, from: Some(from), to: None };
                rows(&pieces, &moves, &choice(moving)).1
            });
            assert_eq!(offered, names(points[1..=count].iter().copied()), "{count} points");
        }
        for count in [1, 25, 26, 39] {
            let to = points[100];
            let pieces: BTreeMap<Point, Kind> =
                points[..count].iter().map(|point| (*point, Kind::Captain)).collect();
            let moves: Vec<Move> = points[..count].iter().map(|from| Move { from: *from, to }).collect();
            let show =
                |page| rows(&pieces, &moves, &choice(Moving { turn: TURN, page, ..Moving::default() })).1;
            assert_eq!(points_offered(0, show), names(points[..count].iter().copied()), "{count} pieces");
            // The page of the chosen piece stays.
            let last = points[count - 1];
            let moving = Moving { turn: TURN, page: 0, from: Some(last), to: None };
            let (_, shown) = rows(&pieces, &moves, &choice(moving));
            let options = shown[0]["components"][0]["options"].as_array().unwrap();
            let chosen = options.iter().find(|option| option["default"] == true);
            assert_eq!(chosen.map(|option| &option["value"]), Some(&last.to_string().into()), "{count}");
        }
    }

    #[test]
    fn a_move_that_waits_to_be_confirmed_is_named_and_one_primary_button_makes_it() {
        let (from, to): (Point, Point) = ("G6".parse().unwrap(), "G7".parse().unwrap());
        let pieces = BTreeMap::from([(from, Kind::Engineer)]);
        let moves = [Move { from, to }];
        let moving = Moving { turn: TURN, page: 0, from: Some(from), to: Some(to) };
        let (words, shown) = rows(&pieces, &moves, &choice(moving));
        assert!(words.contains("Move **engineer** G6 → G7?"), "{words}");
        let buttons = shown.iter().flat_map(|row| row["components"].as_array().unwrap());
        let primary: Vec<&Value> = buttons.filter(|button| button["style"] == 1).collect();
        assert_eq!(primary.len(), 1);
        assert_eq!(primary[0]["custom_id"], format!("j1.1.go.{TURN}.G6.G7"));
        // On another turn, or where it is no longer legal, nothing waits.
        for (moving, moves) in [(Moving { turn: TURN - 1, ..moving }, &moves[..]), (moving, &[])] {
            let (words, _) = rows(&pieces, moves, &choice(moving));
            assert!(!words.contains("G6 → G7"), "{words}");
        }
    }

    #[test]
    fn a_request_is_asked_about_with_what_is_left_and_nothing_can_be_moved_meanwhile() {
        let (from, to): (Point, Point) = ("G6".parse().unwrap(), "G7".parse().unwrap());
        let pieces = BTreeMap::from([(from, Kind::Engineer)]);
        let asking = Choice { asking: Some(Request::SelfDestruct), ..Choice::default() };
        let (words, shown) = rows(&pieces, &[Move { from, to }], &asking);
        assert!(words.contains("you lose the game at once") && words.contains('5'), "{words}");
        let ids = shown.iter().flat_map(|row| row["components"].as_array().unwrap());
        let ids: Vec<&str> = ids.filter_map(|part| part["custom_id"].as_str()).collect();
        assert_eq!(ids, ["j1.1.confirm.destruct", "j1.1.view"]);
    }
}
