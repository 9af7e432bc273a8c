//! The sample games' moments.

use crate::picture::Names;
use crate::rules::{Actor, BySeat, Command, Contract, Event, Game, Request, Seat};
use crate::selfplay::PlayedGame;

/// A long name, a plain one, one that the font lacks, a Latin one.
pub fn names() -> Names {
    Names(BySeat {
        south: "小明的超級無敵棋王帳號".to_owned(),
        east: "王大同".to_owned(),
        north: "🐉龍".to_owned(),
        west: "Alexandrina".to_owned(),
    })
}

/// The game in each of its stages.
pub fn moments(played: &PlayedGame) -> Vec<(String, Game)> {
    let mut game = Game::new(*played.game.setup());
    let mut moments: Vec<(String, Game)> = Vec::new();
    let mut add = |name: String, game: &Game| {
        if moments.iter().all(|(other, _)| *other != name) {
            moments.push((name, game.clone()));
        }
    };
    for event in &played.events {
        // Events are those of a game that was played.
        if game.apply(event).is_err() {
            break;
        }
        match event {
            Event::Called { .. } if game.auction().is_some() => add("auction".to_owned(), &game),
            Event::Declared { .. } => add("deployment".to_owned(), &game),
            Event::TurnBegan { .. } => {
                let plies = game.battle().map_or(0, |battle| battle.position().plies());
                if plies.is_multiple_of(60) {
                    add(format!("ply {plies}"), &game);
                }
            }
            _ => {}
        }
    }
    moments
}

/// What seldom happens, after 60 plies of a game that goes on when a defender is eliminated: somebody is
/// absent, somebody has left for good, a vote is open. Taken from the first such game.
pub fn odd_moments(games: impl IntoIterator<Item = PlayedGame>) -> Vec<(&'static str, Game)> {
    let goes_on =
        |played: &PlayedGame| played.game.chronicle().bid.is_some_and(|bid| bid.contract != Contract::One);
    let long = games.into_iter().filter(goes_on).find_map(|played| {
        let (_, game) = moments(&played).into_iter().find(|(name, _)| name == "ply 60")?;
        Some(game)
    });
    let Some(game) = long else { return Vec::new() };
    let turn = game.battle().map_or(Seat::South, |battle| battle.position().turn());
    let declarer = game.chronicle().bid.map_or(Seat::South, |bid| bid.declarer);
    let left = if declarer.next() == turn { turn.next() } else { declarer.next() };
    let odd = [
        ("absent", turn, Command::BeAbsent),
        ("eliminated", left, Command::Desert),
        ("vote", turn, Command::Ask(Request::Draw)),
    ];
    odd.into_iter()
        .filter_map(|(name, seat, command)| {
            let mut game = game.clone();
            for event in game.decide(Actor::Seat(seat), command).ok()? {
                game.apply(&event).ok()?;
            }
            Some((name, game))
        })
        .collect()
}
