//! Every byte that leaves the program for somebody who looks at a table.

use serde_json::Value;

use super::written::Written;
use crate::discord::refusals::rejection;
use crate::discord::screen::Screen;
use crate::discord::screens::{
    Audience, Choice, DrawerPage, Ending, Moving, deal_screen, direct_battle_screen, direct_over_screen,
    door_screen, main_screen, over_screen, ping_screen, private_screen, vote_screen, words_screen,
};
use crate::discord::suggestions::{deployed_pieces, destinations, movable_pieces};
use crate::discord::texts::Texts;
use crate::players::{Level, player};
use crate::rules::{Actor, Answer, BySeat, Call, Command, Move, Point, Request};
use crate::table::{ChannelId, Computers, Telling, UserId, Viewer};
use crate::view::OwnView;

/// How closely to look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Look {
    /// At everything.
    Whole,
    /// At all but pictures, which take long to draw.
    WithoutPictures,
}

/// A file that is sent along.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SentFile {
    pub name: String,
    pub alt: Option<String>,
    pub bytes: Vec<u8>,
}

/// One thing that leaves the program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Shown {
    /// What it is.
    pub what: &'static str,
    pub words: String,
    /// Buttons, menus, suggestions.
    pub offered: Value,
    pub pings: Vec<u64>,
    pub files: Vec<SentFile>,
}

impl Shown {
    fn of(what: &'static str, screen: Screen, look: Look) -> Self {
        let file = |file: crate::discord::screen::File| SentFile {
            name: file.name,
            alt: file.alt,
            bytes: file.bytes,
        };
        let mut files: Vec<SentFile> = screen.files.into_iter().map(file).collect();
        if let Some(draw) = screen.drawing.filter(|_| look == Look::Whole) {
            let picture = draw();
            files.push(SentFile { name: "board.png".to_owned(), alt: Some(picture.alt), bytes: picture.png });
        }
        Self {
            what,
            words: screen.content,
            offered: serde_json::to_value(&screen.rows).unwrap(),
            pings: screen.pings.iter().map(|user| user.get()).collect(),
            files,
        }
    }

    fn said(what: &'static str, words: String) -> Self {
        Self { what, words, ..Self::default() }
    }

    /// In which part the two differ.
    fn part_unlike(&self, other: &Self) -> Option<&'static str> {
        let names = |shown: &Self| shown.files.iter().map(|file| file.name.clone()).collect::<Vec<_>>();
        let alts = |shown: &Self| shown.files.iter().map(|file| file.alt.clone()).collect::<Vec<_>>();
        if self.words != other.words {
            Some("words")
        } else if self.offered != other.offered {
            Some("menus")
        } else if self.pings != other.pings {
            Some("pings")
        } else if names(self) != names(other) {
            Some("file names")
        } else if alts(self) != alts(other) {
            Some("alternative text")
        } else {
            (self.files != other.files).then_some("picture")
        }
    }
}

/// The first difference between what leaves one table and what leaves the other.
pub fn difference(one: &[Shown], other: &[Shown]) -> Option<String> {
    let unlike = one.iter().zip(other).find_map(|(one, other)| {
        let part = one.part_unlike(other)?;
        Some(format!("{}: {part}", one.what))
    });
    let count = || (one.len() != other.len()).then(|| format!("number: {} and {}", one.len(), other.len()));
    unlike.or_else(count)
}

/// The end of the game; none while it runs.
fn over(telling: &Telling, texts: Texts) -> Option<Screen> {
    let ending = Ending { settled: &BySeat::default(), files: vec![], note: None, audience: Audience::All };
    over_screen(telling, texts, ending)
}

/// What everybody is shown.
pub fn shown_to_all(written: &Written, texts: Texts, look: Look) -> Vec<Shown> {
    let telling = written.telling();
    let home = ChannelId(7);
    let mut all = vec![Shown::of("the board", main_screen(&telling, Computers::Allowed), look)];
    let mut add =
        |what, screen: Option<Screen>| all.extend(screen.map(|screen| Shown::of(what, screen, look)));
    add("a ping", ping_screen(&telling));
    add("the vote", vote_screen(&telling));
    add("the end", over(&telling, texts));
    add("the deal", deal_screen(&telling, texts));
    add("the door", Some(door_screen(&telling, home)));
    for place in [Some(home), None] {
        add("a direct message", Some(direct_battle_screen(&telling, texts, place)));
        add("the end by direct message", Some(direct_over_screen(&telling, texts, place)));
    }
    all.push(Shown::said("what a log says of it", format!("{telling:?}")));
    all
}

/// What that user is shown besides, whatever they choose, and what they are suggested, refused, and
/// what a computer player would do in their seat.
pub fn shown_to(written: &Written, user: u64, texts: Texts, look: Look) -> Vec<Shown> {
    let telling = written.telling();
    let user = UserId(user);
    let turn = telling.public.as_ref().and_then(|public| public.battle()).map(|battle| battle.turn_number);
    let moving = |from| turn.map(|turn| Moving { turn, from: Some(from), ..Moving::default() });
    let chosen = |moving: Moving| Choice { moving, ..Choice::default() };
    let steps = own_moves(&telling, user);
    let mut choices: Vec<Choice> = vec![Choice::default()];
    choices.extend(Point::from_index(60).and_then(moving).map(chosen));
    choices.extend(steps.first().and_then(|step| moving(step.from)).map(chosen));
    choices.extend(
        steps.last().and_then(|step| Some(Moving { to: Some(step.to), ..moving(step.from)? })).map(chosen),
    );
    let drawer = Some(DrawerPage { names: vec!["iron".to_owned()], asks: None });
    choices.push(Choice { drawer, ..Choice::default() });
    choices.push(Choice { asking: Some(Request::SelfDestruct), ..Choice::default() });
    // One picture of the private view shows as much as six of it.
    let mut looks = std::iter::once(look)
        .chain([Look::WithoutPictures, look])
        .chain(std::iter::repeat(Look::WithoutPictures));
    let views = choices.iter().map(|choice| {
        let look = looks.next().unwrap_or(look);
        Shown::of("the private view", private_screen(&telling, user, texts, choice), look)
    });
    let mut all: Vec<Shown> = views.collect();
    all.push(Shown::of("the view in words", words_screen(&telling, user, texts), look));
    let froms = std::iter::once(None).chain(steps.iter().step_by(7).map(|step| Some(step.from)));
    let suggested = [movable_pieces(&telling, user, texts, ""), deployed_pieces(&telling, user, texts, "")];
    let suggested = suggested.into_iter().chain(froms.map(|from| destinations(&telling, user, from, "")));
    all.extend(suggested.map(|list| Shown {
        what: "suggestions",
        offered: serde_json::to_value(&list).unwrap(),
        ..Shown::default()
    }));
    all.extend(answers(written, &telling, user, texts));
    all.extend(computers(&telling, user));
    all
}

fn own_moves(telling: &Telling, user: UserId) -> Vec<Move> {
    match telling.viewer(user) {
        Viewer::Player(view) => match &view.own {
            OwnView::Pieces { moves, .. } => moves.clone(),
            OwnView::Nothing | OwnView::Hand(_) | OwnView::Layout { .. } => Vec::new(),
        },
        Viewer::Spectator => Vec::new(),
    }
}

/// What is said to each command that the user could give: which are refused, and in which words. What a
/// command brings about that is carried out may differ; that it is must not.
fn answers(written: &Written, telling: &Telling, user: UserId, texts: Texts) -> Option<Shown> {
    let seat = telling.seat_of(user)?;
    let points = (0..Point::COUNT).step_by(11).filter_map(Point::from_index);
    let pairs = points.clone().flat_map(|from| points.clone().step_by(3).map(move |to| (from, to)));
    let steps = pairs.clone().map(|(from, to)| Command::Move(Move { from, to }));
    let swaps = pairs.step_by(5).map(|(a, b)| Command::Swap(a, b));
    let rest = [
        Command::Call(Call::Two),
        Command::March,
        Command::Ask(Request::Draw),
        Command::Ask(Request::SelfDestruct),
        Command::Answer(Answer::Agree),
        Command::BeAbsent,
    ];
    let say = |command: Command| match written.game().decide(Actor::Seat(seat), command) {
        Ok(_) => "done".to_owned(),
        Err(refusal) => rejection(texts, &refusal.into()),
    };
    let said: Vec<String> = steps.chain(swaps).chain(rest).map(say).collect();
    Some(Shown::said("refusals", said.join("\n")))
}

/// What quick computer players would do in the user's seat; the slow ones have an audit of their own.
fn computers(telling: &Telling, user: UserId) -> Option<Shown> {
    let Viewer::Player(view) = telling.viewer(user) else { return None };
    let deeds = [Level::Random, Level::Easy, Level::Simple].map(|level| player(level, 5).command(view));
    Some(Shown::said("a computer player", format!("{deeds:?}")))
}
