//! Games among computer players: they end, repeat, obey the rules, and meet with all of them.

// The functions that the tests share are tests, too.
#![allow(clippy::unwrap_used)]

use std::convert::Infallible;

use junqi::players::Level;
use junqi::record::Record;
use junqi::rules::GameResult;
use junqi::selfplay::{DEFAULT_SEATS, PlayedGame, Requests, Summary, Tournament, play};

fn tournament(games: u32, seed: u64) -> Tournament {
    Tournament { games, seed, seats: DEFAULT_SEATS, requests: Requests::NowAndThen }
}

/// Plays, and takes every record through its written form and back.
fn play_and_verify(tournament: Tournament) -> Summary {
    let verified = tournament.run(|number, played| -> Result<(), Infallible> {
        let written = played.record().to_json();
        let read = Record::read(&written).unwrap();
        let verified = read.verify();
        assert!(verified.is_ok(), "game {number}, seed {}: {}", played.seed, verified.unwrap_err());
        Ok(())
    });
    let summary = verified.unwrap();
    for (name, value) in summary.rows() {
        println!("{name:<44} {value:>8}");
    }
    summary
}

#[test]
fn forty_games_end_by_the_rules_and_their_records_are_true() {
    let summary = play_and_verify(tournament(40, 1));
    assert_eq!(summary.games(), 40);
    assert_eq!(summary.refused(), 0, "no player asks for what the rules refuse");
}

#[test]
#[ignore = "500 games: half a minute when optimised"]
fn five_hundred_games_meet_with_every_rule() {
    let summary = play_and_verify(tournament(500, 7));
    assert_eq!(summary.refused(), 0);
    assert_eq!(summary.unmet(), Vec::<&str>::new(), "RULES 9, 10.1, 10.3");
    let by_play = summary.ended(GameResult::DeclarerMade) + summary.ended(GameResult::DeclarerFailed);
    assert!(by_play > 350, "requests and desertions stay rare: {by_play} of 500 end by play");
}

#[test]
fn the_same_seed_plays_the_same_game_whatever_the_threads_do() {
    let events = |tournament: Tournament| {
        let mut all = Vec::new();
        let kept = tournament.run(|_, played: &PlayedGame| -> Result<(), Infallible> {
            all.push(played.events.clone());
            Ok(())
        });
        (all, kept.unwrap())
    };
    let ten = tournament(10, 3);
    let (first, summary) = events(ten);
    assert_eq!((first.clone(), summary), events(ten));
    let alone = play(ten.game_seed(4), ten.seats, ten.requests);
    assert_eq!(alone.events, first[4]);
}

#[test]
fn without_requests_games_end_by_play_alone() {
    for seed in 0..6 {
        let played = play(seed, [Level::Simple; 4], Requests::Never);
        let result = played.game.over().unwrap().result;
        assert!(
            !matches!(result, GameResult::DrawAgreed | GameResult::Void | GameResult::Stopped),
            "seed {seed}"
        );
        assert!(played.game.chronicle().deserted.is_empty(), "RULES 12.8");
    }
}

#[test]
fn a_failing_listener_ends_the_tournament() {
    let mut heard = 0;
    let ended = tournament(1_000, 5).run(|number, _| {
        heard += 1;
        if number == 2 { Err("the disk is full") } else { Ok(()) }
    });
    assert_eq!((ended, heard), (Err("the disk is full"), 3));
}
