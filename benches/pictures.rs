//! Pictures: a full board, the next board of the same view, a replay; and their sizes.
//!
//! `JUNQI_SCENES=FILE` writes the scenes as JSON instead, for `benches/pillow_board.py`.

use std::sync::OnceLock;

use divan::Bencher;
use junqi::picture::{
    BOARD_SIZE, Language, Names, Orientation, Spot, forget_bands, kind_mark, open_board, player_board,
    public_board, replay,
};
use junqi::players::Level;
use junqi::rules::board::{arm, arm_of, centre};
use junqi::rules::{Board, BySeat, Event, Game, Point, Points, Seat, Terrain};
use junqi::selfplay::{PlayedGame, Requests, play};
use junqi::view::{OpenReplay, OpenView, PlayerView, PublicView};
use serde_json::{Value, json};

const LANGUAGE: Language = Language::TraditionalChinese;
/// The ply of the fogged middle game that is drawn.
const MIDDLE: u16 = 60;

fn main() {
    if let Some(file) = std::env::var_os("JUNQI_SCENES") {
        std::fs::write(file, scenes().to_string()).expect("the file can be written");
        return;
    }
    let (fogged, next) = middle();
    let sizes = [
        ("fogged, public", public_board(&PublicView::of(fogged), &names(), LANGUAGE).png.len()),
        ("fogged, next", public_board(&PublicView::of(next), &names(), LANGUAGE).png.len()),
        (
            "fogged, player",
            player_board(&PlayerView::of(fogged, Seat::South), &names(), LANGUAGE, None).png.len(),
        ),
        ("open", open_board(&open(), &names(), LANGUAGE).png.len()),
        ("replay", replay(&OpenReplay::of(&long().game).expect("over"), &names(), LANGUAGE).len()),
    ];
    for (what, bytes) in sizes {
        println!("{what}: {bytes} bytes");
    }
    println!("replay: {} plies", long().game.chronicle().plies.len());
    divan::main();
}

fn names() -> Names {
    Names(BySeat {
        south: "小明".to_owned(),
        east: "王大同".to_owned(),
        north: "Alexandrina".to_owned(),
        west: "李四".to_owned(),
    })
}

/// A game of about 300 plies.
fn long() -> &'static PlayedGame {
    static GAME: OnceLock<PlayedGame> = OnceLock::new();
    GAME.get_or_init(|| {
        let games = (100..).map(|seed| play(seed, [Level::Simple; 4], Requests::Never));
        let mut long = games.filter(|played| (290..=310).contains(&played.game.chronicle().plies.len()));
        long.next().expect("seeds do not end")
    })
}

/// The game after that many plies, with the turn begun.
fn game_at(ply: u16) -> Game {
    let mut game = Game::new(*long().game.setup());
    for event in &long().events {
        let is_due = matches!(event, Event::TurnBegan { .. });
        game.apply(event).expect("the game's own events fit it");
        if is_due && game.battle().is_some_and(|battle| battle.position().plies() == ply) {
            break;
        }
    }
    game
}

/// A fogged middle game, and the same a ply later.
fn middle() -> &'static (Game, Game) {
    static GAMES: OnceLock<(Game, Game)> = OnceLock::new();
    GAMES.get_or_init(|| (game_at(MIDDLE), game_at(MIDDLE + 1)))
}

fn open() -> OpenView {
    OpenView::at_ply(&long().game, MIDDLE).expect("the game is over")
}

/// What the two boards show, in pixels, for other programs to draw.
fn scenes() -> Value {
    let fogged = PublicView::of(&middle().0);
    let board = &fogged.battle().expect("a battle").board;
    let hidden = board.standing.iter().flat_map(|(seat, points)| {
        points
            .iter()
            .map(move |point| (point, seat, if board.flags[seat] == Some(point) { "旗" } else { "" }))
    });
    let open = open();
    let shown = open.board.iter().map(|(point, piece)| (*point, piece.seat, kind_mark(piece.kind, LANGUAGE)));
    let path = |last: Option<&junqi::view::LastPly>| last.map(|last| last.path.clone()).unwrap_or_default();
    json!({
        "fogged": scene(hidden.collect(), &path(board.last.as_ref())),
        "open": scene(shown.collect(), &path(open.last.as_ref())),
    })
}

fn scene(pieces: Vec<(Point, Seat, &str)>, last: &[Point]) -> Value {
    let orientation = Orientation::board(Seat::South);
    let board = Board::get();
    let xy = |spot: Spot| json!([spot.x, spot.y]);
    let way = |a: Point, b: Point| Value::from(orientation.way(a, b).into_iter().map(xy).collect::<Vec<_>>());
    let edges = |of: &dyn Fn(Point) -> Points| -> Vec<Value> {
        Point::all().flat_map(|a| of(a).iter().filter(move |b| a < *b).map(move |b| way(a, b))).collect()
    };
    let plots = Seat::ALL.map(arm).into_iter().chain([centre()]).map(|points| {
        let extent = orientation.extent(points);
        json!([extent.min.x, extent.min.y, extent.max.x, extent.max.y])
    });
    let points = Point::all().map(|point| {
        let terrain = match board.terrain(point) {
            Terrain::Station => "station",
            Terrain::Camp => "camp",
            Terrain::Headquarters => "headquarters",
        };
        json!([terrain, xy(orientation.spot(point))])
    });
    let labels = Point::all().filter_map(|point| {
        let (spot, extent) = (orientation.spot(point), orientation.extent(arm(arm_of(point)?)));
        let half = orientation.cell() / 2.0;
        let (left, right) = (spot.x - half <= extent.min.x, spot.x + half >= extent.max.x);
        let x = if left { spot.x - 44.0 } else { spot.x + 44.0 };
        (left || right).then(|| json!([point.to_string()[1..], [x, spot.y]]))
    });
    let passed: Vec<Spot> = last.windows(2).flat_map(|step| orientation.way(step[0], step[1])).collect();
    let panels = Seat::ALL.map(|seat| {
        json!([seat.code(), xy(orientation.corner(seat)), names().shown(seat, LANGUAGE), "閒 剩25"])
    });
    json!({
        "side": BOARD_SIZE,
        "plots": plots.collect::<Vec<_>>(),
        "roads": edges(&|point| board.roads(point)),
        "railways": edges(&|point| board.railways(point)),
        "points": points.collect::<Vec<_>>(),
        "coordinates": labels.collect::<Vec<_>>(),
        "pieces": pieces
            .into_iter()
            .map(|(point, seat, text)| json!([seat.code(), xy(orientation.spot(point)), text]))
            .collect::<Vec<_>>(),
        "last": passed.into_iter().map(xy).collect::<Vec<_>>(),
        "panels": panels,
    })
}

/// Nothing kept: every band is compressed.
#[divan::bench(sample_count = 200)]
fn full_frame_fogged(bencher: Bencher) {
    let view = PublicView::of(&middle().0);
    bencher.with_inputs(forget_bands).bench_local_values(|()| public_board(&view, &names(), LANGUAGE));
}

#[divan::bench(sample_count = 200)]
fn full_frame_open(bencher: Bencher) {
    let view = open();
    bencher.with_inputs(forget_bands).bench_local_values(|()| open_board(&view, &names(), LANGUAGE));
}

/// The board a ply later, where the one before has just been drawn and nothing else is kept: as
/// after a start of the program.
#[divan::bench(sample_count = 200)]
fn next_frame_cold(bencher: Bencher) {
    let (before, after) = middle();
    let (before, after) = (PublicView::of(before), PublicView::of(after));
    bencher
        .with_inputs(|| {
            forget_bands();
            public_board(&before, &names(), LANGUAGE)
        })
        .bench_local_values(|_| public_board(&after, &names(), LANGUAGE));
}

/// The board a ply later, in a game that is followed: each of the plies 40 to 79, where all those
/// from ply 20 on have been drawn.
#[divan::bench(sample_count = 40, sample_size = 1)]
fn next_frame_followed(bencher: Bencher) {
    let views: Vec<PublicView> = (20..80).map(|ply| PublicView::of(&game_at(ply))).collect();
    let mut next = 20;
    bencher
        .with_inputs(|| {
            let now = next;
            next = if now + 1 < views.len() { now + 1 } else { 20 };
            forget_bands();
            for view in &views[..now] {
                public_board(view, &names(), LANGUAGE);
            }
            &views[now]
        })
        .bench_local_values(|view| public_board(view, &names(), LANGUAGE));
}

/// The same board again.
#[divan::bench(sample_count = 200)]
fn same_frame_fogged(bencher: Bencher) {
    let view = PublicView::of(&middle().0);
    bencher.bench_local(|| public_board(&view, &names(), LANGUAGE));
}

#[divan::bench(sample_count = 10)]
fn replay_of_300_plies(bencher: Bencher) {
    let game = OpenReplay::of(&long().game).expect("the game is over");
    bencher.bench_local(|| replay(&game, &names(), LANGUAGE));
}
