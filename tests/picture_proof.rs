//! Pictures as readers and eyes get them: three readers, golden pictures, the font.
// Helpers of tests stand outside test functions, where the lint does not look.
#![allow(clippy::unwrap_used)]

use std::io::Cursor;
use std::path::PathBuf;

use image::RgbImage;
use image::codecs::png::{CompressionType, PngEncoder};
use image::imageops::{FilterType, resize};
use junqi::picture::{
    Language, Names, Picture, Selection, deployment, hand, has_glyphs, open_board, order_of_pieces,
    player_board, public_board, riding, score_curve,
};
use junqi::players::Level;
use junqi::rules::{BySeat, Event, Game, Seat};
use junqi::selfplay::{PlayedGame, Requests, play};
use junqi::view::{OpenView, OwnView, PlayerView, PublicView};

const LANGUAGE: Language = Language::TraditionalChinese;

fn names() -> Names {
    Names(BySeat {
        south: "小明的超級無敵棋王帳號".to_owned(),
        east: "王大同".to_owned(),
        north: "🐉龍".to_owned(),
        west: "Alexandrina".to_owned(),
    })
}

fn sample() -> PlayedGame {
    play(100, [Level::Simple; 4], Requests::Never)
}

/// The game right after the first event that fits.
fn game_when(played: &PlayedGame, fits: impl Fn(&Event, &Game) -> bool) -> Game {
    let mut game = Game::new(*played.game.setup());
    for event in &played.events {
        game.apply(event).unwrap();
        if fits(event, &game) {
            break;
        }
    }
    game
}

/// The game after that many plies, with the turn begun.
fn at_ply(played: &PlayedGame, ply: u16) -> Game {
    game_when(played, |event, game| {
        matches!(event, Event::TurnBegan { .. })
            && game.battle().is_some_and(|battle| battle.position().plies() == ply)
    })
}

/// One of each kind of picture, by name.
fn kinds() -> Vec<(&'static str, Picture)> {
    let played = sample();
    let auction = game_when(&played, |event, _| matches!(event, Event::Called { .. }));
    let deploying = game_when(&played, |event, _| matches!(event, Event::Declared { .. }));
    let declarer = played.game.chronicle().bid.unwrap().declarer;
    let battle = at_ply(&played, 61);
    let mover = PlayerView::of(&battle, battle.battle().unwrap().position().turn());
    let OwnView::Pieces { moves, .. } = &mover.own else { panic!("who moves has pieces") };
    let selection = Selection { from: moves[0].from, to: Some(moves[0].to) };
    let OwnView::Hand(pieces) = PlayerView::of(&auction, Seat::South).own else { panic!("a hand") };
    let ground = PlayerView::of(&deploying, declarer);
    let OwnView::Layout { layout, .. } = &ground.own else { panic!("a layout") };
    let mut points = layout.0.keys().copied();
    let swap = points.next().zip(points.next());
    vec![
        ("public", public_board(&PublicView::of(&battle), &names(), LANGUAGE)),
        ("player", player_board(&mover, &names(), Language::SimplifiedChinese, None)),
        ("chosen", player_board(&mover, &names(), Language::English, Some(&selection))),
        ("auction", public_board(&PublicView::of(&auction), &names(), Language::English)),
        ("over", public_board(&PublicView::of(&played.game), &names(), LANGUAGE)),
        ("open", open_board(&OpenView::at_ply(&played.game, 60).unwrap(), &names(), LANGUAGE)),
        ("hand", hand(&pieces, LANGUAGE)),
        ("deployment", deployment(&ground, LANGUAGE, swap)),
        ("order", order_of_pieces(LANGUAGE)),
        ("riding", riding(LANGUAGE)),
        ("curve", score_curve(&[30, 20, -10, -40, -10, 50, 40, 70, 60, 120], Language::English)),
    ]
}

/// Red, green and blue of every pixel, as the `png` crate reads them.
fn by_png(bytes: &[u8]) -> Vec<u8> {
    let mut decoder = png::Decoder::new(Cursor::new(bytes));
    decoder.set_transformations(png::Transformations::EXPAND);
    let mut reader = decoder.read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    reader.next_frame(&mut pixels).unwrap();
    reader.finish().unwrap();
    pixels
}

fn by_zune(bytes: &[u8]) -> Vec<u8> {
    zune_png::PngDecoder::new(zune_png::zune_core::bytestream::ZCursor::new(bytes)).decode_raw().unwrap()
}

fn by_minipng(bytes: &[u8]) -> Vec<u8> {
    let header = minipng::decode_png_header(bytes).unwrap();
    let mut buffer = vec![0; header.required_bytes_rgba8bpc()];
    let mut image = minipng::decode_png(bytes, &mut buffer).unwrap();
    image.convert_to_rgba8bpc().unwrap();
    image.pixels().chunks_exact(4).flat_map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect()
}

/// Each with an inflater of its own: zlib-rs' kin `fdeflate`, zune-inflate, minipng's.
#[test]
fn three_independent_readers_see_the_same_picture() {
    // Twice, so that the second time every band comes from what is kept.
    for (name, picture) in kinds().into_iter().chain(kinds()) {
        let pixels = by_png(&picture.png);
        assert!(by_zune(&picture.png) == pixels, "{name}: zune-png sees something else");
        assert!(by_minipng(&picture.png) == pixels, "{name}: minipng sees something else");
    }
}

#[test]
fn a_board_takes_60_kilobytes_with_all_its_marks_and_an_open_one_90() {
    for (name, picture) in kinds() {
        let limit = if name == "open" { 90_000 } else { 60_000 };
        assert!(picture.png.len() <= limit, "{name}: {} bytes", picture.png.len());
    }
    let played = sample();
    for ply in [0, 30, 60, 90, 120] {
        let game = at_ply(&played, ply);
        for (seat, language) in
            Seat::ALL.into_iter().flat_map(|seat| Language::ALL.map(|language| (seat, language)))
        {
            let view = PlayerView::of(&game, seat);
            let whole = player_board(&view, &names(), language, None);
            assert!(
                whole.png.len() <= 60_000,
                "{seat:?}, ply {ply}, {language:?}: {} bytes",
                whole.png.len()
            );
            let OwnView::Pieces { moves, .. } = &view.own else { continue };
            for step in moves.iter().filter(|_| view.is_to_move()).step_by(7) {
                let selection = Selection { from: step.from, to: Some(step.to) };
                let chosen = player_board(&view, &names(), language, Some(&selection));
                assert!(chosen.png.len() <= 60_000, "{seat:?}, {step:?}: {} bytes", chosen.png.len());
            }
        }
    }
}

#[test]
fn a_picture_has_the_same_bytes_however_it_came_about() {
    let often = kinds();
    junqi::picture::forget_bands();
    for ((name, kept), (_, fresh)) in often.into_iter().zip(kinds()) {
        assert!(kept == fresh, "{name}");
    }
}

fn golden(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(format!("tests/data/golden/{name}.png"))
}

/// A fifth as wide and high: small files, in which a missing mark still shows.
fn small(picture: &Picture) -> RgbImage {
    let whole = image::load_from_memory(&picture.png).unwrap().to_rgb8();
    resize(&whole, whole.width() / 5, whole.height() / 5, FilterType::Triangle)
}

/// `JUNQI_BLESS=1` takes the pictures as they are for golden; look at them first.
#[test]
fn every_kind_of_picture_looks_as_it_did() {
    for (name, picture) in kinds() {
        let small = small(&picture);
        if std::env::var_os("JUNQI_BLESS").is_some() {
            std::fs::create_dir_all(golden(name).parent().unwrap()).unwrap();
            let file = std::fs::File::create(golden(name)).unwrap();
            let quality = (CompressionType::Best, image::codecs::png::FilterType::Adaptive);
            let encoder = PngEncoder::new_with_quality(file, quality.0, quality.1);
            small.write_with_encoder(encoder).unwrap();
        }
        let before = image::open(golden(name)).unwrap().to_rgb8();
        assert_eq!(small.dimensions(), before.dimensions(), "{name}");
        // Rounding of curves may differ a little from machine to machine; a missing mark does not
        // fit into two pixels.
        let differs = |(one, other): (&image::Rgb<u8>, &image::Rgb<u8>)| {
            one.0.iter().zip(other.0).any(|(a, b)| a.abs_diff(b) > 12)
        };
        let count = small.pixels().zip(before.pixels()).filter(|pair| differs(*pair)).count();
        assert!(count <= 2, "{name}: {count} pixels differ");
    }
}

/// Names of emoji are Discord's to draw; everything else could stand in a picture.
#[test]
fn the_font_has_every_character_of_the_catalogues() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("assets/texts");
    let mut files = 0;
    let languages = std::fs::read_dir(folder).unwrap().map(|language| language.unwrap().path());
    let topics = languages.flat_map(|language| std::fs::read_dir(language).unwrap());
    for path in topics.map(|topic| topic.unwrap().path()) {
        let text = std::fs::read_to_string(&path).unwrap();
        files += 1;
        for character in text.chars().filter(|character| !character.is_control()) {
            let is_emoji = matches!(character, '▶' | '⬆' | '⬇' | '\u{2600}'..='\u{27BF}' | '\u{23E9}'..='\u{23FA}' | '\u{1F300}'..='\u{1FAFF}')
                || character == '\u{FE0F}';
            let has = has_glyphs(&character.to_string());
            assert!(is_emoji || has, "{}: {character:?}", path.display());
        }
    }
    assert!(files > 30, "the catalogues were read");
}
