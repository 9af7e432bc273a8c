//! Replays of whole games played by computer players: that they tell the game, and their size.
// Helpers of tests stand outside test functions, where the lint does not look.
#![allow(clippy::unwrap_used)]

use std::collections::BTreeMap;
use std::time::Instant;

use junqi::picture::{ALT_LIMIT, BOARD_SIZE, Language, Names, alt, open_board, replay};
use junqi::players::Level;
use junqi::rules::position::Piece;
use junqi::rules::{BySeat, Game, Point};
use junqi::selfplay::{Requests, play};
use junqi::view::{OpenReplay, OpenView};

fn names() -> Names {
    Names(
        BySeat { south: "小明", east: "王大同", north: "Alexandrina", west: "李四" }
            .map(|_, name| (*name).to_owned()),
    )
}

/// The first game from that seed on whose number of plies lies in the range.
fn game(level: Level, from_seed: u64, plies: std::ops::RangeInclusive<usize>) -> Game {
    let games = (from_seed..from_seed + 400).map(|seed| play(seed, [level; 4], Requests::Never).game);
    let mut fitting = games.filter(|game| plies.contains(&game.chronicle().plies.len()));
    fitting.next().expect("a game of that length among 400")
}

#[test]
fn a_replay_has_the_same_boards_as_the_opened_game() {
    let game = game(Level::Random, 0, 60..=500);
    let replayed = OpenReplay::of(&game).unwrap();
    let mut board: BTreeMap<Point, Piece> = replayed.start.clone();
    assert_eq!(OpenView::at_ply(&game, 0).unwrap().board, board);
    for (number, ply) in (1..).zip(&replayed.plies) {
        for (point, piece) in &ply.changes {
            match piece {
                Some(piece) => board.insert(*point, *piece),
                None => board.remove(point),
            };
        }
        let open = OpenView::at_ply(&game, number).unwrap();
        assert_eq!((&open.board, open.last.as_ref()), (&board, Some(&ply.last)), "ply {number}");
    }
}

#[test]
fn a_game_that_is_not_over_has_no_replay() {
    let game = game(Level::Random, 0, 60..=500);
    assert_eq!(OpenReplay::of(&Game::new(*game.setup())), None, "RULES 15.4");
}

#[test]
fn a_replay_shows_every_ply_and_ends_with_the_open_board() {
    let game = game(Level::Random, 0, 40..=160);
    let film = replay(&OpenReplay::of(&game).unwrap(), &names(), Language::TraditionalChinese);
    let mut options = gif::DecodeOptions::new();
    options.set_color_output(gif::ColorOutput::Indexed);
    let mut reader = options.read_info(film.as_slice()).unwrap();
    let palette = reader.global_palette().unwrap().to_vec();
    let side = BOARD_SIZE as usize;
    let mut seen = vec![0; side * side];
    let (mut frames, mut held) = (0, 0);
    while let Some(frame) = reader.read_next_frame().unwrap() {
        for (row, line) in frame.buffer.chunks_exact(usize::from(frame.width)).enumerate() {
            for (column, number) in line.iter().enumerate().filter(|(_, number)| **number != 255) {
                seen[(usize::from(frame.top) + row) * side + usize::from(frame.left) + column] = *number;
            }
        }
        (frames, held) = (frames + 1, frame.delay);
    }
    assert_eq!(frames, game.chronicle().plies.len() + 1);
    for language in Language::ALL {
        let text = alt::replay(&OpenReplay::of(&game).unwrap(), &names(), language);
        let plies = game.chronicle().plies.len().to_string();
        assert!(text.encode_utf16().count() <= ALT_LIMIT && text.contains(&plies), "{text}");
        assert!(!text.ends_with('…'), "{text}");
    }
    assert!(held >= 500, "the end is held: {held} hundredths");
    let open = OpenView::of(&game).unwrap();
    let still = open_board(&open, &names(), Language::TraditionalChinese);
    let still = image::load_from_memory(&still.png).unwrap().to_rgb8();
    let colour = |number: &u8| <[u8; 3]>::try_from(&palette[usize::from(*number) * 3..][..3]).unwrap();
    assert!(seen.iter().zip(still.pixels()).all(|(number, pixel)| colour(number) == pixel.0));
}

/// On one core of the machine that it was measured on, in the release profile, a replay of 300
/// plies takes a third of a second; docs/PERFORMANCE.md has the figures.
#[test]
fn replays_stay_far_below_what_discord_takes() {
    for (level, plies, limit) in [
        (Level::Simple, 280..=330, 1_500_000),
        (Level::Random, 280..=330, 1_500_000),
        (Level::Random, 480..=500, 2_500_000),
    ] {
        let game = game(level, 100, plies);
        let count = game.chronicle().plies.len();
        let start = Instant::now();
        let film = replay(&OpenReplay::of(&game).unwrap(), &names(), Language::SimplifiedChinese);
        println!("{level:?}, {count} plies: {} bytes in {:?}", film.len(), start.elapsed());
        assert!(film.len() <= limit, "{level:?}, {count} plies: {} bytes", film.len());
    }
}
