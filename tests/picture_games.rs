//! Pictures of whole games: what they never tell, that they always come, and that they fit.
#![cfg(all(feature = "picture", feature = "players"))]
// Helpers of tests stand outside test functions, where the lint does not look.
#![allow(clippy::unwrap_used)]

mod picture_support;

use std::io::Cursor;

use junqi::picture::{
    ALT_LIMIT, BOARD_SIZE, Language, Picture, Selection, deployment, hand, open_board, player_board,
    public_board,
};
use junqi::rules::{Actor, Command, Game, GameResult, Kind, Seat, Seed};
use junqi::selfplay::twins::Twins;
use junqi::view::{OpenView, OwnView, PlayerView, PublicView};
use picture_support::{ask, auction, battle, declarer, names, played, unbegun, voting};

const TRADITIONAL: Language = Language::TraditionalChinese;

fn size_of(picture: &Picture) -> (u32, u32) {
    let mut reader = png::Decoder::new(Cursor::new(&picture.png)).read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    let frame = reader.next_frame(&mut pixels).unwrap();
    (frame.width, frame.height)
}

fn units(text: &str) -> usize {
    text.encode_utf16().count()
}

/// A game in every stage and state that pictures know.
fn stages() -> Vec<(&'static str, Game)> {
    let mut marched = picture_support::deployment(3);
    let first = declarer(&marched);
    ask(&mut marched, Actor::Seat(first), Command::March);
    let mut deserted = picture_support::deployment(3);
    let defender = first.next();
    ask(&mut deserted, Actor::Seat(defender), Command::Desert);
    let mut absent = played(4, 40);
    let turn = absent.battle().unwrap().position().turn();
    ask(&mut absent, Actor::Seat(turn), Command::BeAbsent);
    let mut eliminated = played(5, 80);
    let leaver = declarer(&eliminated).next();
    ask(&mut eliminated, Actor::Seat(leaver), Command::Desert);
    let mut stopped = auction(6);
    ask(&mut stopped, Actor::Manager, Command::Stop);
    vec![
        ("unbegun", unbegun(1)),
        ("auction", auction(2)),
        ("deployment", marched),
        ("deserted in deployment", deserted),
        ("battle begun", battle(7)),
        ("battle", played(8, 150)),
        ("vote", voting(9)),
        ("absent", absent),
        ("eliminated", eliminated),
        ("over", played(10, 500)),
        ("stopped", stopped),
    ]
}

#[test]
fn every_stage_has_its_pictures_and_texts_of_the_promised_size() {
    let languages = Language::ALL.into_iter().cycle();
    for ((stage, game), language) in stages().into_iter().zip(languages) {
        let public = PublicView::of(&game);
        let picture = public_board(&public, &names(), language);
        assert_eq!(size_of(&picture), (BOARD_SIZE, BOARD_SIZE), "{stage}");
        assert!(!picture.alt.is_empty() && units(&picture.alt) <= ALT_LIMIT, "{stage}: {}", picture.alt);
        assert!(picture.png.len() < 90_000, "{stage}: {} bytes", picture.png.len());
        for seat in Seat::ALL {
            let view = PlayerView::of(&game, seat);
            let own = player_board(&view, &names(), language, None);
            assert_eq!(size_of(&own), (BOARD_SIZE, BOARD_SIZE), "{stage} {seat:?}");
            assert!(units(&own.alt) <= ALT_LIMIT, "{stage} {seat:?}: {}", own.alt);
            let swap = Some(("G1".parse().unwrap(), "A8".parse().unwrap()));
            let ground = deployment(&view, language, swap);
            let (width, height) = size_of(&ground);
            assert!(width == 612 && (height == 728 || height == 1076), "{stage}: {width} × {height}");
            if let OwnView::Hand(pieces) = &view.own {
                assert_eq!(size_of(&hand(pieces, language)), (1068, 380), "{stage}");
            }
        }
        if let Some(open) = OpenView::of(&game) {
            assert_eq!(size_of(&open_board(&open, &names(), language)), (BOARD_SIZE, BOARD_SIZE), "{stage}");
        }
    }
}

#[test]
fn the_longest_texts_are_told_whole_in_every_language() {
    let mut full = picture_support::deployment(11);
    let first = declarer(&full);
    for seat in Seat::ALL.into_iter().filter(|seat| *seat != first) {
        ask(&mut full, Actor::Seat(seat), Command::March);
    }
    let mut over = played(11, 30);
    ask(&mut over, Actor::Manager, Command::Stop);
    let open = OpenView::at_ply(&over, 0).unwrap();
    assert_eq!(open.board.len(), 39 + 3 * 25);
    for language in Language::ALL {
        let mut texts = vec![open_board(&open, &names(), language).alt];
        for game in [&full, &battle(11), &played(11, 60), &played(12, 120)] {
            texts.push(public_board(&PublicView::of(game), &names(), language).alt);
            for seat in Seat::ALL {
                texts.push(player_board(&PlayerView::of(game, seat), &names(), language, None).alt);
            }
        }
        for text in texts {
            assert!(units(&text) <= ALT_LIMIT && !text.ends_with('…'), "{language:?}: {text}");
        }
    }
}

#[test]
fn a_players_text_names_the_own_pieces_and_the_publics_none_but_flags() {
    let game = played(13, 60);
    let public = public_board(&PublicView::of(&game), &names(), Language::English).alt;
    let kinds = Kind::ALL.into_iter().filter(|kind| *kind != Kind::Flag);
    for kind in kinds {
        assert!(!public.contains(junqi::picture::kind_name(kind, Language::English)), "{public}");
    }
    for seat in Seat::ALL {
        let view = PlayerView::of(&game, seat);
        let OwnView::Pieces { pieces, .. } = &view.own else { continue };
        let text = player_board(&view, &names(), TRADITIONAL, None).alt;
        for kind in pieces.values() {
            assert!(text.contains(junqi::picture::kind_name(*kind, TRADITIONAL)), "{kind:?}: {text}");
        }
    }
}

#[test]
fn a_picture_for_one_viewer_never_takes_a_part_from_anothers() {
    // What is kept of one viewer's picture may serve another's only where it looks the same.
    let game = played(15, 60);
    let public = public_board(&PublicView::of(&game), &names(), TRADITIONAL);
    for seat in Seat::ALL {
        player_board(&PlayerView::of(&game, seat), &names(), TRADITIONAL, None);
        let again = public_board(&PublicView::of(&game), &names(), TRADITIONAL);
        assert!(again == public, "after {seat:?}'s (RULES 15.2)");
    }
}

#[test]
fn a_selection_shows_only_on_the_own_turn() {
    let game = played(14, 50);
    let turn = game.battle().unwrap().position().turn();
    for seat in Seat::ALL {
        let view = PlayerView::of(&game, seat);
        let OwnView::Pieces { moves, .. } = &view.own else { continue };
        let Some(step) = moves.first() else { continue };
        let plain = player_board(&view, &names(), TRADITIONAL, None);
        let chosen = Selection { from: step.from, to: None };
        let picture = player_board(&view, &names(), TRADITIONAL, Some(&chosen));
        let both = Selection { from: step.from, to: Some(step.to) };
        let decided = player_board(&view, &names(), TRADITIONAL, Some(&both));
        assert_eq!(picture != plain, seat == turn, "{seat:?}");
        assert_eq!(decided != picture, seat == turn, "{seat:?}");
    }
}

#[test]
fn a_finished_game_is_opened() {
    let game = (0..250).map(|seed| played(seed, 500)).find(|game| game.over().is_some()).unwrap();
    assert!(GameResult::ALL.contains(&game.over().unwrap().result));
    let open = OpenView::of(&game).unwrap();
    let picture = open_board(&open, &names(), Language::English);
    assert!(picture.alt.contains("Game over"), "{}", picture.alt);
    let begun = OpenView::at_ply(&game, 0).unwrap();
    assert_ne!(open_board(&begun, &names(), Language::English).png, picture.png);
}

#[test]
fn a_swap_in_deployment_shows_in_nobody_elses_picture() {
    let hidden = Seat::North;
    let Twins { one, other, .. } = Twins::deploying(&Seed([30; 32]), hidden);
    for seat in Seat::ALL {
        let views = [&one, &other].map(|game| PlayerView::of(game, seat));
        let boards = views.clone().map(|view| player_board(&view, &names(), TRADITIONAL, None));
        let grounds = views.map(|view| deployment(&view, TRADITIONAL, None));
        assert_eq!(boards[0] == boards[1], seat != hidden, "{seat:?} (RULES 6.1)");
        assert_eq!(grounds[0] == grounds[1], seat != hidden, "{seat:?} (RULES 6.1)");
    }
    let public = [&one, &other].map(|game| public_board(&PublicView::of(game), &names(), TRADITIONAL));
    assert!(public[0] == public[1], "RULES 15.2");
}

#[test]
fn pictures_and_texts_tell_nothing_of_hidden_pieces() {
    for seed in 20..24 {
        let hidden = Seat::from_index(usize::from(seed));
        let mut twins = Twins::deploying(&Seed([seed; 32]), hidden);
        twins.march();
        for target in [0, 15, 40, 70] {
            while twins.plies() < target && twins.play_on() {}
            if twins.one.battle().is_none() || !twins.differ() {
                break;
            }
            let (one, other, plies) = (&twins.one, &twins.other, twins.plies());
            let (first, second) = (PlayerView::of(one, hidden), PlayerView::of(other, hidden));
            let language = Language::ALL[usize::from(plies) % 3];
            let public = [one, other].map(|game| public_board(&PublicView::of(game), &names(), language));
            assert!(
                public[0] == public[1],
                "seed {seed}, ply {plies}: the public picture tells (RULES 15.2)"
            );
            for seat in Seat::ALL.into_iter().filter(|seat| *seat != hidden) {
                let seen = [one, other]
                    .map(|game| player_board(&PlayerView::of(game, seat), &names(), language, None));
                assert!(seen[0] == seen[1], "seed {seed}, ply {plies}: {seat:?} is told (RULES 15.1)");
                let views = [one, other].map(|game| PlayerView::of(game, seat));
                let grounds = views.clone().map(|view| deployment(&view, language, None));
                assert!(grounds[0] == grounds[1], "seed {seed}, ply {plies}: {seat:?}'s ground tells");
                // Every choice that the player could make.
                let OwnView::Pieces { moves, .. } = &views[0].own else { continue };
                for step in moves.iter().step_by(9) {
                    let selection = Selection { from: step.from, to: Some(step.to) };
                    let chosen =
                        views.clone().map(|view| player_board(&view, &names(), language, Some(&selection)));
                    assert!(chosen[0] == chosen[1], "seed {seed}, ply {plies}: {seat:?}'s choice tells");
                }
            }
            let own = [first, second].map(|view| player_board(&view, &names(), language, None));
            assert!(own[0] != own[1], "seed {seed}, ply {plies}: the own pieces are shown");
        }
        let plies = twins.one.chronicle().plies.len();
        assert!(plies >= 15, "seed {seed}: only {plies} plies could be played alike");
    }
}
