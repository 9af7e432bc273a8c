//! The whole board: for anybody, for one player, and opened at the end.

use std::collections::BTreeMap;

use super::alt;
use super::mark::Mark;
use super::names::Names;
use super::panel::{Card, Presence, State, Turn};
use super::scene::{Item, Scene};
use super::tile::Face;
use super::vocabulary::Language;
use super::{Picture, Selection};
use crate::rules::position::Piece;
use crate::rules::{Call, Kind, Point, Points, Seat, SeatSet, ground};
use crate::view::{LastPly, OpenView, OwnView, PlayerView, PublicView, Stage};

/// The board as anybody may see it, South at the bottom (RULES 15.2). 1088 × 1088 pixels.
pub fn public_board(view: &PublicView, names: &Names, language: Language) -> Picture {
    let tiles = public_tiles(view);
    let scene = scene(
        (Seat::South, language),
        fallen(view),
        tiles,
        last_ply(view),
        &[],
        panels(view, names, language),
    );
    Picture { png: scene.png(), alt: alt::public_board(view, names, language) }
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
    let mut tiles = public_tiles(&view.public);
    for (point, _, face) in tiles.iter_mut().filter(|(_, seat, _)| *seat == view.seat) {
        let kind = match &view.own {
            OwnView::Nothing | OwnView::Hand(_) => None,
            OwnView::Layout { layout, .. } => layout.kind(*point),
            OwnView::Pieces { pieces, .. } => pieces.get(point).copied(),
        };
        *face = kind.map_or(*face, Face::Kind);
    }
    let public = &view.public;
    let (last, marks) = (last_ply(public), marks(view, selection));
    let panels = panels(public, names, language);
    let scene = scene((view.seat, language), fallen(public), tiles, last, &marks, panels);
    Picture { png: scene.png(), alt: alt::player_board(view, names, language, selection) }
}

/// The board of a finished game, every piece shown, South at the bottom (RULES 15.4).
/// 1088 × 1088 pixels.
pub fn open_board(view: &OpenView, names: &Names, language: Language) -> Picture {
    let standing = |seat| view.board.values().any(|piece| piece.seat == seat);
    // Who still stands on the board shown has not fallen there yet.
    let fallen = fallen(&view.public).iter().filter(|seat| !standing(*seat)).collect();
    let opened = Opened { board: &view.board, last: view.last.as_ref(), fallen, after_ply: view.after_ply };
    let scene = opened_scene(&view.public, &opened, names, language);
    Picture { png: scene.png(), alt: alt::open_board(view, names, language) }
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

/// A moment of a finished game, South at the bottom.
pub(super) fn opened_scene(public: &PublicView, moment: &Opened, names: &Names, language: Language) -> Scene {
    let tiles =
        moment.board.iter().map(|(point, piece)| (*point, piece.seat, Face::Kind(piece.kind))).collect();
    let standing = |seat| moment.board.values().filter(|piece| piece.seat == seat).count();
    let is_end = matches!(&public.stage, Stage::Over(over) if over.after_ply == moment.after_ply);
    let panels = Seat::ALL.into_iter().flat_map(|seat| {
        // Before the end nobody has scored.
        let state = match state(public, seat) {
            scored @ State::Scored(_) if is_end => scored,
            _ if moment.fallen.contains(seat) => State::Eliminated,
            _ => State::Pieces(standing(seat)),
        };
        panel(public, names, (seat, state), language)
    });
    scene((Seat::South, language), moment.fallen, tiles, moment.last, &[], panels.collect())
}

/// Fallen arms, tiles, the last ply, marks, panels: each over the one before.
pub(super) fn scene(
    (bottom, language): (Seat, Language),
    fallen: SeatSet,
    tiles: Vec<(Point, Seat, Face)>,
    last: Option<&LastPly>,
    marks: &[(Point, Mark)],
    panels: Vec<Item>,
) -> Scene {
    let mut items: Vec<Item> = fallen.iter().map(Item::Fallen).collect();
    items.extend(tiles.into_iter().map(|(point, seat, face)| Item::Tile(point, seat, face)));
    items.extend(last.cloned().map(Item::Ply));
    items.extend(marks.iter().map(|(point, mark)| Item::Mark(*point, *mark)));
    items.extend(panels);
    Scene { bottom, language, items }
}

/// Whose pieces stand where, and the flags shown; in deployment every ground is full
/// (RULES 6.2, 6.3).
fn public_tiles(view: &PublicView) -> Vec<(Point, Seat, Face)> {
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

fn panels(view: &PublicView, names: &Names, language: Language) -> Vec<Item> {
    let of = |seat| panel(view, names, (seat, state(view, seat)), language);
    Seat::ALL.into_iter().flat_map(of).collect()
}

fn panel(view: &PublicView, names: &Names, (seat, state): (Seat, State), language: Language) -> [Item; 2] {
    let player = &view.seats[seat];
    let presence = if player.is_absent { Presence::Absent } else { Presence::Present };
    let turn = match state {
        State::Eliminated => Turn::Out,
        _ if acting(view).contains(seat) => Turn::Acting,
        _ => Turn::Idle,
    };
    let plate = Card::Plate { seat, name: names.shown(seat, language).to_owned(), turn, presence };
    let status = Card::Status { seat, role: player.role, state };
    [plate, status].map(Item::Card)
}

fn state(view: &PublicView, seat: Seat) -> State {
    let player = &view.seats[seat];
    match &view.stage {
        Stage::Over(over) if over.scores.is_some() => {
            over.scores.map_or(State::Waiting, |scores| State::Scored(scores[seat]))
        }
        _ if player.eliminated.is_some() => State::Eliminated,
        Stage::Unbegun | Stage::Over(_) => State::Waiting,
        Stage::Auction(auction) => last_call(&auction.calls, seat).map_or(State::Waiting, State::Called),
        Stage::Deployment(_) if player.has_marched => State::Marched,
        Stage::Deployment(_) | Stage::Battle(_) => State::Pieces(usize::from(player.pieces)),
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
