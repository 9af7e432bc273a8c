//! Votes in positions that play seldom reaches (RULES 11.5).

// The functions that the tests share are tests, too.
#![allow(clippy::unwrap_used)]

use junqi::rules::{
    Actor, Answer, Awaits, BySeat, Command, Contract, Elimination, Event, Game, Layout, Outcome, Request,
    Seat, Seating, Seed, Settings, Setup, VoteResult,
};
use junqi::view::PublicView;

fn apply(game: &mut Game, events: &[Event]) {
    for event in events {
        game.apply(event).unwrap();
    }
}

fn decide(game: &mut Game, seat: Seat, command: Command) -> Vec<Event> {
    let events = game.decide(Actor::Seat(seat), command).unwrap();
    apply(game, &events);
    events
}

/// A battle of these armies against South, fifty plies old, with that seat on turn.
fn battle(layouts: &BySeat<&str>, turn: Seat) -> Game {
    let setup = Setup { settings: Settings::default(), seed: Seed([1; 32]), seating: Seating::Fresh };
    let mut game = Game::new(setup);
    let begun = game.begin();
    apply(&mut game, &begun);
    let layouts = layouts.map(|_, json| serde_json::from_str::<Layout>(json).unwrap());
    let declared = Event::Declared {
        declarer: Seat::South,
        contract: Contract::Three,
        drawn: Vec::new(),
        layouts,
        words: 10_000,
    };
    apply(&mut game, &[declared]);
    for seat in Seat::ALL {
        decide(&mut game, seat, Command::March);
    }
    let (one, other) = ("I7".parse().unwrap(), "I9".parse().unwrap());
    for ply in 1..=50 {
        let (from, to) = if ply % 2 == 1 { (one, other) } else { (other, one) };
        let moved = Event::Moved { ply, seat: Seat::South, from, to, outcome: Outcome::Moved, legal: 1 };
        apply(&mut game, &[moved]);
    }
    apply(&mut game, &[Event::TurnBegan { seat: turn }]);
    game
}

#[test]
fn a_vote_ends_with_its_asker_though_it_is_for_want_of_a_move() {
    let layouts = BySeat {
        south: r#"{"H1":"flag","I7":"major"}"#,
        east: r#"{"Q8":"flag","L8":"captain"}"#,
        // Shut in behind its own mine.
        north: r#"{"H17":"flag","G17":"captain","G16":"mine"}"#,
        west: r#"{"A10":"flag","F10":"captain"}"#,
    };
    let mut game = battle(&layouts, Seat::East);
    decide(&mut game, Seat::North, Command::Ask(Request::Draw));
    let events = decide(&mut game, Seat::East, Command::Desert);
    assert!(events.contains(&Event::Eliminated { seat: Seat::North, how: Elimination::NoLegalMove }));
    assert!(events.contains(&Event::VoteClosed { result: VoteResult::Void }), "RULES 11.5");
    assert_eq!(game.awaits(), Awaits::Move(Seat::West));
}

#[test]
fn a_voter_who_is_out_for_want_of_a_move_leaves_the_vote_to_the_others() {
    let layouts = BySeat {
        south: r#"{"H1":"flag","I7":"major"}"#,
        east: r#"{"Q8":"flag","L8":"captain"}"#,
        north: r#"{"H17":"flag","G17":"captain","G16":"mine"}"#,
        west: r#"{"A10":"flag","F10":"captain"}"#,
    };
    let mut game = battle(&layouts, Seat::East);
    decide(&mut game, Seat::West, Command::Ask(Request::SelfDestruct));
    let events = decide(&mut game, Seat::East, Command::Desert);
    assert!(events.contains(&Event::VoteClosed { result: VoteResult::Carried }), "RULES 11.3, 11.5");
    assert!(game.over().is_some(), "all three defenders are out");
}

#[test]
fn what_a_view_tells_beforehand_of_a_request_is_what_the_game_says() {
    let agrees = |game: &Game| {
        for seat in Seat::ALL {
            for request in [Request::Draw, Request::SelfDestruct] {
                let told = PublicView::of(game).request_fault(seat, request);
                let said = game.decide(Actor::Seat(seat), Command::Ask(request)).err();
                assert_eq!(told, said, "{seat:?} {request:?}");
            }
        }
    };
    let setup = Setup { settings: Settings::default(), seed: Seed([1; 32]), seating: Seating::Fresh };
    let mut auction = Game::new(setup);
    agrees(&auction);
    let begun = auction.begin();
    apply(&mut auction, &begun);
    agrees(&auction);
    let layouts = BySeat {
        south: r#"{"H1":"flag","I7":"major"}"#,
        east: r#"{"Q8":"flag","L8":"captain"}"#,
        north: r#"{"H17":"flag","G17":"captain"}"#,
        west: r#"{"A10":"flag","F10":"captain"}"#,
    };
    let mut game = battle(&layouts, Seat::East);
    agrees(&game);
    for left in (0..5).rev() {
        decide(&mut game, Seat::East, Command::Ask(Request::Draw));
        agrees(&game);
        decide(&mut game, Seat::West, Command::Answer(Answer::Refuse));
        agrees(&game);
        assert_eq!(PublicView::of(&game).seats[Seat::East].requests_left, left);
    }
    decide(&mut game, Seat::North, Command::Desert);
    agrees(&game);
    decide(&mut game, Seat::South, Command::Ask(Request::SelfDestruct));
    assert!(game.over().is_some());
    agrees(&game);
}
