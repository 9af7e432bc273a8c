//! What a button or select carries in its `custom_id`: short, versioned, no secrets but the
//! presser's own choice in their own private view.
//!
//! The form is `j1.<table>.<what>[.<argument>…]`, at most 100 characters.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

mod layouts;

pub use layouts::{Drawer, NameKey, Shelf};

use super::ground::Ground;
use super::score_page::ScorePage;
use super::side_button::{AdminButton, OwnButton};
use crate::rules::{Answer, Call, Point, Request};
use crate::table::{ComputerLevel, TableId};

/// The version that stands before every id.
const VERSION: &str = "j1";

/// A button or select of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CustomId {
    /// Which table.
    pub table: TableId,
    /// What it does.
    pub button: Button,
}

/// What a button or select does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Button {
    /// Takes a place.
    Join,
    /// Leaves the lobby.
    Leave,
    /// Adds a computer player.
    AddComputer(ComputerLevel),
    /// Removes one.
    RemoveComputer,
    /// Pings the server's role for players.
    CallPlayers,
    /// Opens what the opener can do with the lobby.
    OpenerMenu,
    /// A select: the game's pace.
    SetPace,
    /// A select: somebody to be turned away.
    TurnAway,
    /// Opens a table against three computer players and begins at once.
    Practise,
    /// Begins the game.
    Start,
    /// Closes the lobby.
    Close,
    /// Makes a call.
    Call {
        /// Which call it was pressed on.
        number: u32,
        /// What.
        call: Call,
    },
    /// Opens the presser's private view, or the public one for who has none.
    View,
    /// Chooses the first piece of a swap.
    First(Swapping),
    /// Chooses the second, which makes the swap.
    Second(Swapping),
    /// Shows another ground.
    ShowGround(Swapping),
    /// Takes back the last change.
    Undo {
        /// The own deployment's revision.
        revision: u32,
    },
    /// Opens the modal for typed swaps; the modal itself.
    Typed {
        /// The own deployment's revision.
        revision: u32,
    },
    /// Saved layouts, from within the deployment.
    Drawer(Drawer),
    /// Saved layouts, at any time.
    Shelf(Shelf),
    /// Another sound layout.
    Shuffle {
        /// The own deployment's revision.
        revision: u32,
    },
    /// The mirror image.
    Mirror {
        /// The own deployment's revision.
        revision: u32,
    },
    /// Is ready.
    March {
        /// The own deployment's revision.
        revision: u32,
    },
    /// Opens the private view to move a piece.
    Move,
    /// Chooses the piece to move; the value is its point, or a page.
    From {
        /// On which turn.
        turn: u32,
        /// Which page of pieces, from 0.
        page: u8,
    },
    /// Chooses where to; the value is a point, or a page.
    To {
        /// On which turn.
        turn: u32,
        /// Which piece.
        from: Point,
        /// Which page of points, from 0.
        page: u8,
    },
    /// Makes the move chosen before.
    ConfirmMove {
        /// On which turn.
        turn: u32,
        /// Which piece.
        from: Point,
        /// Where to.
        to: Point,
    },
    /// Opens the modal in which a move is typed, and is the modal's own id.
    TypeMove {
        /// On which turn.
        turn: u32,
    },
    /// Says that one is back.
    Back,
    /// Says that one is away for a while.
    Absent,
    /// Asks for a draw or to self-destruct: asks to confirm first.
    Ask(Request),
    /// Confirms it.
    Confirm(Request),
    /// Confirms leaving for good.
    Desert,
    /// Answers a vote.
    Vote {
        /// Which vote.
        number: u32,
        /// What.
        answer: Answer,
    },
    /// Opens a rematch.
    Rematch,
    /// Shows a page of the rules, from 0.
    Rules {
        /// Which.
        page: u8,
    },
    /// Shows a page of scores, or of a finished game.
    Scores(ScorePage),
    /// Something that the presser keeps for themselves.
    Own(OwnButton),
    /// Something of the server's administration.
    Admin(AdminButton),
}

/// The state of the two selects that swap pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Swapping {
    /// The own deployment's revision.
    pub revision: u32,
    /// Which ground the selects offer.
    pub ground: Ground,
    /// The first piece chosen.
    pub first: Option<Point>,
}

/// An id that this program did not make, or an older version of it.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0:?} is no id of ours")]
pub struct ForeignId(pub String);

impl fmt::Display for CustomId {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{VERSION}.{}.", self.table)?;
        let swap = |formatter: &mut fmt::Formatter<'_>, word: &str, swapping: &Swapping| {
            let first = swapping.first.map_or_else(|| "-".to_owned(), |point| point.to_string());
            write!(formatter, "{word}.{}.{}.{first}", swapping.revision, swapping.ground.code())
        };
        match &self.button {
            Button::Join => formatter.write_str("join"),
            Button::Leave => formatter.write_str("leave"),
            Button::AddComputer(level) => write!(formatter, "add.{}", level.code()),
            Button::RemoveComputer => formatter.write_str("remove"),
            Button::CallPlayers => formatter.write_str("players"),
            Button::OpenerMenu => formatter.write_str("opener"),
            Button::SetPace => formatter.write_str("pace"),
            Button::TurnAway => formatter.write_str("away"),
            Button::Practise => formatter.write_str("practise"),
            Button::Start => formatter.write_str("start"),
            Button::Close => formatter.write_str("close"),
            Button::Call { number, call } => write!(formatter, "call.{number}.{}", u8::from(*call)),
            Button::View => formatter.write_str("view"),
            Button::First(swapping) => swap(formatter, "first", swapping),
            Button::Second(swapping) => swap(formatter, "second", swapping),
            Button::ShowGround(swapping) => swap(formatter, "ground", swapping),
            Button::Undo { revision } => write!(formatter, "undo.{revision}"),
            Button::Typed { revision } => write!(formatter, "typed.{revision}"),
            Button::Drawer(drawer) => drawer.fmt(formatter),
            Button::Shelf(shelf) => shelf.fmt(formatter),
            Button::Shuffle { revision } => write!(formatter, "shuffle.{revision}"),
            Button::Mirror { revision } => write!(formatter, "mirror.{revision}"),
            Button::March { revision } => write!(formatter, "march.{revision}"),
            Button::Move => formatter.write_str("move"),
            Button::From { turn, page } => write!(formatter, "from.{turn}.{page}"),
            Button::To { turn, from, page } => write!(formatter, "to.{turn}.{from}.{page}"),
            Button::ConfirmMove { turn, from, to } => write!(formatter, "go.{turn}.{from}.{to}"),
            Button::TypeMove { turn } => write!(formatter, "typemove.{turn}"),
            Button::Back => formatter.write_str("back"),
            Button::Absent => formatter.write_str("absent"),
            Button::Ask(request) => write!(formatter, "ask.{}", request_code(*request)),
            Button::Confirm(request) => write!(formatter, "confirm.{}", request_code(*request)),
            Button::Desert => formatter.write_str("desert"),
            Button::Vote { number, answer } => {
                let answer = match answer {
                    Answer::Agree => "yes",
                    Answer::Refuse => "no",
                };
                write!(formatter, "vote.{number}.{answer}")
            }
            Button::Rematch => formatter.write_str("rematch"),
            Button::Rules { page } => write!(formatter, "rules.{page}"),
            Button::Scores(page) => page.fmt(formatter),
            Button::Own(own) => write!(formatter, "own.{own}"),
            Button::Admin(admin) => write!(formatter, "admin.{admin}"),
        }
    }
}

const fn request_code(request: Request) -> &'static str {
    match request {
        Request::Draw => "draw",
        Request::SelfDestruct => "destruct",
    }
}

fn request_of(code: &str) -> Option<Request> {
    [Request::Draw, Request::SelfDestruct].into_iter().find(|request| request_code(*request) == code)
}

impl FromStr for CustomId {
    type Err = ForeignId;

    fn from_str(text: &str) -> Result<Self, ForeignId> {
        let fault = || ForeignId(text.chars().take(100).collect());
        parse(text).filter(|id| id.to_string() == text).ok_or_else(fault)
    }
}

fn parse(text: &str) -> Option<CustomId> {
    let words: Vec<&str> = text.split('.').collect();
    let (version, rest) = words.split_first()?;
    let (table, rest) = rest.split_first()?;
    if *version != VERSION {
        return None;
    }
    let table = TableId(table.parse().ok()?);
    let swapping = |revision: &str, ground: &str, first: &str| {
        let first = if first == "-" { None } else { Some(first.parse().ok()?) };
        Some(Swapping { revision: revision.parse().ok()?, ground: Ground::from_code(ground)?, first })
    };
    let button = match *rest {
        ["join"] => Button::Join,
        ["leave"] => Button::Leave,
        ["add", level] => Button::AddComputer(ComputerLevel::from_code(level)?),
        ["remove"] => Button::RemoveComputer,
        ["players"] => Button::CallPlayers,
        ["opener"] => Button::OpenerMenu,
        ["pace"] => Button::SetPace,
        ["away"] => Button::TurnAway,
        ["practise"] => Button::Practise,
        ["start"] => Button::Start,
        ["close"] => Button::Close,
        ["call", number, call] => Button::Call {
            number: number.parse().ok()?,
            call: Call::try_from(call.parse::<u8>().ok()?).ok()?,
        },
        ["view"] => Button::View,
        ["first", revision, ground, first] => Button::First(swapping(revision, ground, first)?),
        ["second", revision, ground, first] => Button::Second(swapping(revision, ground, first)?),
        ["ground", revision, ground, first] => Button::ShowGround(swapping(revision, ground, first)?),
        ["undo", revision] => Button::Undo { revision: revision.parse().ok()? },
        ["typed", revision] => Button::Typed { revision: revision.parse().ok()? },
        ["drawer", ref rest @ ..] => Button::Drawer(Drawer::parse(rest)?),
        ["shelf", ref rest @ ..] => Button::Shelf(Shelf::parse(rest)?),
        ["shuffle", revision] => Button::Shuffle { revision: revision.parse().ok()? },
        ["mirror", revision] => Button::Mirror { revision: revision.parse().ok()? },
        ["march", revision] => Button::March { revision: revision.parse().ok()? },
        ["move"] => Button::Move,
        ["from", turn, page] => Button::From { turn: turn.parse().ok()?, page: page.parse().ok()? },
        ["to", turn, from, page] => {
            Button::To { turn: turn.parse().ok()?, from: from.parse().ok()?, page: page.parse().ok()? }
        }
        ["go", turn, from, to] => {
            Button::ConfirmMove { turn: turn.parse().ok()?, from: from.parse().ok()?, to: to.parse().ok()? }
        }
        ["typemove", turn] => Button::TypeMove { turn: turn.parse().ok()? },
        ["back"] => Button::Back,
        ["absent"] => Button::Absent,
        ["ask", request] => Button::Ask(request_of(request)?),
        ["confirm", request] => Button::Confirm(request_of(request)?),
        ["desert"] => Button::Desert,
        ["vote", number, answer] => Button::Vote {
            number: number.parse().ok()?,
            answer: match answer {
                "yes" => Answer::Agree,
                "no" => Answer::Refuse,
                _ => return None,
            },
        },
        ["rematch"] => Button::Rematch,
        ["rules", page] => Button::Rules { page: page.parse().ok()? },
        ["own", word] => Button::Own(OwnButton::read(word)?),
        ["admin", ref words @ ..] => Button::Admin(AdminButton::read(words)?),
        _ => Button::Scores(ScorePage::from_words(rest)?),
    };
    Some(CustomId { table, button })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::table::{Games, Period, UserId};

    fn pages() -> Vec<ScorePage> {
        let user = UserId(u64::MAX);
        let mut all = vec![ScorePage::Profile(user), ScorePage::Replay, ScorePage::Deal];
        all.extend(Period::ALL.map(|period| ScorePage::Leaderboard { period, page: u16::MAX }));
        all.extend(Games::ALL.map(|games| ScorePage::History { user, games, page: u16::MAX }));
        all
    }

    fn buttons() -> Vec<Button> {
        let point = |name: &str| name.parse().unwrap();
        let swapping = Swapping { revision: u32::MAX, ground: Ground::Centre, first: Some(point("Q11")) };
        let mut all = vec![
            Button::Join,
            Button::Leave,
            Button::RemoveComputer,
            Button::Start,
            Button::CallPlayers,
            Button::OpenerMenu,
            Button::SetPace,
            Button::TurnAway,
            Button::Practise,
            Button::Close,
            Button::View,
            Button::First(Swapping { first: None, ..swapping }),
            Button::Second(swapping),
            Button::ShowGround(Swapping { ground: Ground::Rear, ..swapping }),
            Button::Undo { revision: 7 },
            Button::Typed { revision: u32::MAX },
            Button::Shuffle { revision: 7 },
            Button::Mirror { revision: 7 },
            Button::March { revision: u32::MAX },
            Button::Move,
            Button::From { turn: u32::MAX, page: 3 },
            Button::To { turn: u32::MAX, from: point("K17"), page: u8::MAX },
            Button::ConfirmMove { turn: u32::MAX, from: point("K17"), to: point("Q11") },
            Button::TypeMove { turn: u32::MAX },
            Button::Back,
            Button::Absent,
            Button::Desert,
            Button::Rematch,
            Button::Rules { page: 4 },
        ];
        all.extend(OwnButton::ALL.map(Button::Own));
        all.extend(
            [
                AdminButton::Stop,
                AdminButton::Season { number: u32::MAX },
                AdminButton::Trail { page: u16::MAX },
            ]
            .map(Button::Admin),
        );
        all.extend(pages().into_iter().map(Button::Scores));
        let (drawers, shelves) = layouts::samples();
        all.extend(drawers.into_iter().map(Button::Drawer));
        all.extend(shelves.into_iter().map(Button::Shelf));
        all.extend(ComputerLevel::ALL.map(Button::AddComputer));
        all.extend(Call::ALL.map(|call| Button::Call { number: 11, call }));
        for request in [Request::Draw, Request::SelfDestruct] {
            all.extend([Button::Ask(request), Button::Confirm(request)]);
        }
        for answer in [Answer::Agree, Answer::Refuse] {
            all.push(Button::Vote { number: 20, answer });
        }
        all
    }

    #[test]
    fn every_button_reads_back_and_fits_into_a_hundred_characters() {
        for button in buttons() {
            let id = CustomId { table: TableId(u64::MAX), button };
            let text = id.to_string();
            assert!(text.len() <= 100, "{text}");
            assert_eq!(text.parse(), Ok(id), "{text}");
        }
    }

    #[test]
    fn foreign_ids_are_refused_by_name() {
        for text in [
            "",
            "j1",
            "j1.x.join",
            "j0.1.join",
            "j1.1.join.2",
            "j1.1.call.0.4",
            "j1.01.join",
            "j1.1.to.1.A1.0",
            "j1.0.board.0",
            "j1.0.board.week.0",
            "j1.0.games.1.all",
        ] {
            assert_eq!(text.parse::<CustomId>(), Err(ForeignId(text.to_owned())));
        }
    }

    proptest! {
        #[test]
        fn no_text_makes_the_reading_panic(text in "\\PC{0,120}", tail in "[a-z0-9.-]{0,60}") {
            let _ = text.parse::<CustomId>();
            let _ = format!("j1.1.{tail}").parse::<CustomId>();
        }
    }
}
