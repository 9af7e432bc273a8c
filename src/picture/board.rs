//! The whole board: for anybody, for one player, and opened at the end.

use std::collections::BTreeMap;

use super::alt;
use super::canvas::Canvas;
use super::font::{self, Align};
use super::mark::{self, Mark};
use super::names::Names;
use super::orientation::Orientation;
use super::palette::Ink;
use super::panel::{Panel, Presence, State, Turn};
use super::terrain;
use super::tile::{self, Face};
use super::vocabulary::{Language, fallen_mark};
use super::{Picture, Selection};
use crate::rules::board::arm;
use crate::rules::position::Piece;
use crate::rules::{BySeat, Call, Kind, Point, Points, Seat, SeatSet, ground};
use crate::view::{LastPly, OpenView, OwnView, PlayerView, PublicView, Stage};

/// What a board's picture shows, whoever looks at it.
pub(super) struct Scene<'a> {
    orientation: Orientation,
    language: Language,
    pieces: Vec<(Point, Seat, Face)>,
    last: Option<&'a LastPly>,
    marks: Vec<(Point, Mark)>,
    fallen: SeatSet,
    panels: Option<BySeat<Panel<'a>>>,
}

/// The board as anybody may see it, South at the bottom (RULES 15.2). 1088 × 1088 pixels.
pub fn public_board(view: &PublicView, names: &Names, language: Language) -> Picture {
    let scene = Scene {
        orientation: Orientation::board(Seat::South),
        language,
        pieces: public_pieces(view),
        last: last_ply(view),
        marks: Vec::new(),
        fallen: fallen(view),
        panels: Some(BySeat::from_fn(|seat| panel(view, names, seat, language))),
    };
    Picture { png: scene.draw().png(), alt: alt::public_board(view, names, language) }
}

/// The board as one player may see it, the own arm at the bottom and the own pieces named
/// (RULES 15.1). On the player's turn the pieces that can move are marked, or, with a selection,
/// where the chosen piece can go. 1088 × 1088 pixels.
pub fn player_board(
    view: &PlayerView,
    names: &Names,
    language: Language,
    selection: Option<&Selection>,
) -> Picture {
    let mut pieces = public_pieces(&view.public);
    for (point, _, face) in pieces.iter_mut().filter(|(_, seat, _)| *seat == view.seat) {
        let kind = match &view.own {
            OwnView::Nothing | OwnView::Hand(_) => None,
            OwnView::Layout { layout, .. } => layout.kind(*point),
            OwnView::Pieces { pieces, .. } => pieces.get(point).copied(),
        };
        *face = kind.map_or(*face, Face::Kind);
    }
    let scene = Scene {
        orientation: Orientation::board(view.seat),
        language,
        pieces,
        last: last_ply(&view.public),
        marks: marks(view, selection),
        fallen: fallen(&view.public),
        panels: Some(BySeat::from_fn(|seat| panel(&view.public, names, seat, language))),
    };
    Picture { png: scene.draw().png(), alt: alt::player_board(view, names, language, selection) }
}

/// The board of a finished game, every piece shown, South at the bottom (RULES 15.4).
/// 1088 × 1088 pixels.
pub fn open_board(view: &OpenView, names: &Names, language: Language) -> Picture {
    let standing = |seat| view.board.values().any(|piece| piece.seat == seat);
    // Who still stands on the board shown has not fallen there yet.
    let fallen = fallen(&view.public).iter().filter(|seat| !standing(*seat)).collect();
    let opened = Opened { board: &view.board, last: view.last.as_ref(), fallen, after_ply: view.after_ply };
    let scene = Scene::opened(&view.public, &opened, names, language);
    Picture { png: scene.draw().png(), alt: alt::open_board(view, names, language) }
}

/// A moment of a finished game.
pub(super) struct Opened<'a> {
    /// Every piece.
    pub board: &'a BTreeMap<Point, Piece>,
    /// The ply that led there.
    pub last: Option<&'a LastPly>,
    /// Whose arm is greyed.
    pub fallen: SeatSet,
    /// After how many plies.
    pub after_ply: u16,
}

impl<'a> Scene<'a> {
    /// A moment of a finished game, South at the bottom.
    pub(super) fn opened(
        public: &PublicView,
        moment: &Opened<'a>,
        names: &'a Names,
        language: Language,
    ) -> Self {
        let pieces = moment.board.iter().map(|(point, piece)| (*point, piece.seat, Face::Kind(piece.kind)));
        let standing = |seat| moment.board.values().filter(|piece| piece.seat == seat).count();
        let is_end = matches!(&public.stage, Stage::Over(over) if over.after_ply == moment.after_ply);
        Self {
            orientation: Orientation::board(Seat::South),
            language,
            pieces: pieces.collect(),
            last: moment.last,
            marks: Vec::new(),
            fallen: moment.fallen,
            panels: Some(BySeat::from_fn(|seat| {
                let panel = panel(public, names, seat, language);
                // Before the end nobody has scored.
                let state = match panel.state {
                    State::Scored(_) if is_end => panel.state,
                    _ if moment.fallen.contains(seat) => State::Eliminated,
                    _ => State::Pieces(standing(seat)),
                };
                Panel { state, ..panel }
            })),
        }
    }

    /// An example for the pages of rules: nobody sits at its board.
    pub(super) fn lesson(
        pieces: Vec<(Point, Seat, Face)>,
        last: Option<&'a LastPly>,
        marks: Vec<(Point, Mark)>,
        language: Language,
    ) -> Self {
        let orientation = Orientation::board(Seat::South);
        Self { orientation, language, pieces, last, marks, fallen: SeatSet::NONE, panels: None }
    }

    /// Terrain with its coordinates, fallen arms, tiles, the last ply, marks, panels: each over the
    /// one before.
    pub(super) fn draw(&self) -> Canvas {
        let mut canvas = terrain::ground(self.orientation.bottom());
        for seat in self.fallen.iter() {
            self.draw_fallen(&mut canvas, seat);
        }
        for (point, seat, face) in &self.pieces {
            tile::stamp(&mut canvas, self.orientation.spot(*point), *seat, *face, self.language);
        }
        if let Some(last) = self.last {
            mark::draw_last_ply(&mut canvas, self.orientation, last);
        }
        for (point, mark) in &self.marks {
            mark::draw(&mut canvas, self.orientation, *point, *mark);
        }
        for (seat, panel) in self.panels.iter().flat_map(BySeat::iter) {
            panel.clone().draw(&mut canvas, self.orientation.corner(seat), self.language);
        }
        canvas
    }

    /// An eliminated player's arm, greyed; pieces of others may still stand on it.
    fn draw_fallen(&self, canvas: &mut Canvas, seat: Seat) {
        let extent = self.orientation.extent(arm(seat));
        canvas.wash(&terrain::plot(extent), Ink::ASH, 0.72);
        let text = fallen_mark(self.language);
        let size = self.language.pick(250.0, 250.0, 124.0);
        font::wash(canvas, text, extent.middle(), Align::Middle, size, Ink::SLATE, 0.8);
    }
}

/// Whose pieces stand where, and the flags shown; in deployment every ground is full
/// (RULES 6.2, 6.3).
fn public_pieces(view: &PublicView) -> Vec<(Point, Seat, Face)> {
    let hidden = |seat, points: Points| points.iter().map(move |point| (point, seat, Face::Hidden));
    match &view.stage {
        Stage::Unbegun | Stage::Auction(_) | Stage::Over(_) => Vec::new(),
        Stage::Deployment(_) => {
            let deploying = view.seats.iter().filter(|(_, seat)| seat.eliminated.is_none());
            let grounds = deploying.filter_map(|(seat, player)| Some((seat, ground(seat, player.role?))));
            grounds.flat_map(|(seat, points)| hidden(seat, points)).collect()
        }
        Stage::Battle(battle) => {
            let board = &battle.board;
            let standing = board.standing.iter().flat_map(|(seat, points)| hidden(seat, *points));
            let shown = |(point, seat, face)| {
                let is_flag = board.flags[seat] == Some(point);
                (point, seat, if is_flag { Face::Kind(Kind::Flag) } else { face })
            };
            standing.map(shown).collect()
        }
    }
}

fn last_ply(view: &PublicView) -> Option<&LastPly> {
    view.battle().and_then(|battle| battle.board.last.as_ref())
}

fn fallen(view: &PublicView) -> SeatSet {
    Seat::ALL.into_iter().filter(|seat| view.seats[*seat].eliminated.is_some()).collect()
}

/// The seats that must act now.
pub(super) fn acting(view: &PublicView) -> SeatSet {
    match &view.stage {
        Stage::Unbegun | Stage::Over(_) => SeatSet::NONE,
        Stage::Auction(auction) => SeatSet::NONE.with(auction.to_call),
        Stage::Deployment(deployment) => deployment.unmarched,
        Stage::Battle(battle) => match &battle.vote {
            Some(vote) => vote.voters.iter().filter(|seat| vote.answers[*seat].is_none()).collect(),
            None => SeatSet::NONE.with(battle.turn),
        },
    }
}

fn panel<'a>(view: &PublicView, names: &'a Names, seat: Seat, language: Language) -> Panel<'a> {
    let player = &view.seats[seat];
    let state = match &view.stage {
        Stage::Over(over) if over.scores.is_some() => {
            over.scores.map_or(State::Waiting, |scores| State::Scored(scores[seat]))
        }
        _ if player.eliminated.is_some() => State::Eliminated,
        Stage::Unbegun | Stage::Over(_) => State::Waiting,
        Stage::Auction(auction) => last_call(&auction.calls, seat).map_or(State::Waiting, State::Called),
        Stage::Deployment(_) if player.has_marched => State::Marched,
        Stage::Deployment(_) | Stage::Battle(_) => State::Pieces(usize::from(player.pieces)),
    };
    Panel {
        seat,
        name: names.shown(seat, language).into(),
        role: player.role,
        state,
        turn: if acting(view).contains(seat) { Turn::Acting } else { Turn::Idle },
        presence: if player.is_absent { Presence::Absent } else { Presence::Present },
    }
}

fn last_call(calls: &[(Seat, Call)], seat: Seat) -> Option<Call> {
    calls.iter().rev().find(|(caller, _)| *caller == seat).map(|(_, call)| *call)
}

/// What is marked for a player: on their turn the pieces that can move, or where the chosen one
/// can go.
fn marks(view: &PlayerView, selection: Option<&Selection>) -> Vec<(Point, Mark)> {
    let (OwnView::Pieces { moves, .. }, Some(battle)) = (&view.own, view.public.battle()) else {
        return Vec::new();
    };
    if !view.is_to_move() {
        return Vec::new();
    }
    let Some(selection) = selection else {
        let movable: Points = moves.iter().map(|step| step.from).collect();
        return movable.iter().map(|point| (point, Mark::Movable)).collect();
    };
    let occupied = battle.board.occupied();
    let ends = moves.iter().filter(|step| step.from == selection.from).map(|step| step.to);
    let mut marks: Vec<(Point, Mark)> = ends
        .map(|end| (end, if occupied.contains(end) { Mark::Attackable } else { Mark::Reachable }))
        .collect();
    marks.push((selection.from, Mark::Chosen));
    marks.extend(selection.to.map(|end| (end, Mark::Destination)));
    marks
}
