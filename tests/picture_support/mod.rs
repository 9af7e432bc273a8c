//! Games played at random, from seeds, to draw pictures of.

use junqi::picture::Names;
use junqi::rules::{
    Actor, Answer, BySeat, Call, Chance, Command, Event, Game, Seat, Seating, Seed, Settings, Setup,
};
use junqi::view::{OwnView, PlayerView};

/// A game that has not begun.
pub fn unbegun(seed: u8) -> Game {
    let setup = Setup { settings: Settings::default(), seed: Seed([seed; 32]), seating: Seating::Fresh };
    Game::new(setup)
}

/// Asks and applies; the command must be legal.
pub fn ask(game: &mut Game, actor: Actor, command: Command) -> Vec<Event> {
    let events = game.decide(actor, command).expect("a legal command");
    events.iter().for_each(|event| game.apply(event).expect("the game's own events fit it"));
    events
}

/// A game in its auction.
pub fn auction(seed: u8) -> Game {
    let mut game = unbegun(seed);
    for event in game.begin() {
        game.apply(&event).expect("the game's own events fit it");
    }
    game
}

/// A game in deployment, contract 3.
pub fn deployment(seed: u8) -> Game {
    let mut game = auction(seed);
    let bidder = game.auction().expect("an auction").to_call();
    ask(&mut game, Actor::Seat(bidder), Command::Call(Call::Three));
    game
}

/// A game whose battle has begun.
pub fn battle(seed: u8) -> Game {
    let mut game = deployment(seed);
    march(&mut game);
    game
}

/// Everybody who has not marched does.
pub fn march(game: &mut Game) {
    while let Some(seat) = game.deployment().and_then(|deployment| deployment.unmarched().iter().next()) {
        ask(game, Actor::Seat(seat), Command::March);
    }
}

/// A battle after that many random plies, or over if it ended before.
pub fn played(seed: u8, plies: u16) -> Game {
    let mut game = battle(seed);
    let mut chance = Chance::apart(&Seed([seed; 32]), "plies");
    while let Some(battle) = game.battle().filter(|battle| battle.position().plies() < plies) {
        let seat = battle.position().turn();
        let OwnView::Pieces { moves, .. } = PlayerView::of(&game, seat).own else {
            panic!("seed {seed}: who is on turn has pieces")
        };
        let step = moves[chance.below(moves.len() as u32) as usize];
        ask(&mut game, Actor::Seat(seat), Command::Move(step));
    }
    game
}

/// A battle with a vote open, if it has not ended before: somebody offers a draw.
#[allow(dead_code)]
pub fn voting(seed: u8) -> Game {
    let mut game = played(seed, 60);
    let turn = game.battle().expect("a battle").position().turn();
    ask(&mut game, Actor::Seat(turn), Command::Ask(junqi::rules::Request::Draw));
    let voter = game.battle().and_then(|battle| battle.vote()).expect("a vote").voters.iter().next();
    ask(&mut game, Actor::Seat(voter.expect("a voter")), Command::Answer(Answer::Agree));
    game
}

/// Four names: long, plain, of characters that the font lacks, Latin.
pub fn names() -> Names {
    Names(BySeat {
        south: "小明的超級無敵棋王帳號".to_owned(),
        east: "王大同".to_owned(),
        north: "🐉龍".to_owned(),
        west: "Alexandrina".to_owned(),
    })
}

/// The declarer.
#[allow(dead_code)]
pub fn declarer(game: &Game) -> Seat {
    game.chronicle().bid.expect("after the auction").declarer
}
