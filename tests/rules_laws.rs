//! Laws that hold in every game, tried on games among computer players.

// The functions that the tests share are tests, too.
#![allow(clippy::unwrap_used)]

use junqi::players::{Level, player};
use junqi::rules::{
    Actor, Answer, Awaits, BySeat, Call, Command, Deadline, Event, Game, GameResult, Kind, Layout, Move,
    Point, Points, Refusal, Request, Role, Seat,
};
use junqi::selfplay::{DEFAULT_SEATS, PlayedGame, Requests, play};
use junqi::view::{PlayerView, PublicEvent, PublicView};
use proptest::prelude::*;

fn game(seed: u64) -> PlayedGame {
    play(seed, DEFAULT_SEATS, Requests::NowAndThen)
}

fn replay<'a>(played: &PlayedGame, events: impl IntoIterator<Item = &'a Event>) -> Game {
    Game::replay(*played.game.setup(), events).unwrap()
}

/// Everything that anybody may see of it, with whom it waits for.
fn seen(game: &Game) -> (PublicView, [PlayerView; 4], Awaits) {
    (PublicView::of(game), Seat::ALL.map(|seat| PlayerView::of(game, seat)), game.awaits())
}

fn any_point() -> impl Strategy<Value = Point> {
    (0..Point::COUNT).prop_map(|index| Point::from_index(index).unwrap())
}

fn any_seat() -> impl Strategy<Value = Seat> {
    (0_usize..4).prop_map(Seat::from_index)
}

fn any_actor() -> impl Strategy<Value = Actor> {
    prop_oneof![8 => any_seat().prop_map(Actor::Seat), 1 => Just(Actor::Clock), 1 => Just(Actor::Manager)]
}

fn any_command() -> impl Strategy<Value = Command> {
    let deadline = prop_oneof![
        Just(Deadline::Call),
        Just(Deadline::Deployment(Role::Declarer)),
        Just(Deadline::Deployment(Role::Defender)),
        Just(Deadline::Move),
        Just(Deadline::Vote),
        Just(Deadline::Absence),
    ];
    let cells =
        proptest::collection::btree_map(any_point(), (0..Kind::COUNT).prop_map(|at| Kind::ALL[at]), 0..30);
    prop_oneof![
        (0_usize..4).prop_map(|call| Command::Call(Call::ALL[call])),
        (any_point(), any_point()).prop_map(|(a, b)| Command::Swap(a, b)),
        cells.prop_map(|cells| Command::Arrange(Layout(cells))),
        Just(Command::March),
        (any_point(), any_point()).prop_map(|(from, to)| Command::Move(Move { from, to })),
        prop_oneof![Just(Request::Draw), Just(Request::SelfDestruct)].prop_map(Command::Ask),
        prop_oneof![Just(Answer::Agree), Just(Answer::Refuse)].prop_map(Command::Answer),
        Just(Command::BeAbsent),
        any::<u64>().prop_map(|waited_ms| Command::Return { waited_ms }),
        Just(Command::Desert),
        deadline.prop_map(Command::TimeOut),
        Just(Command::Stop),
    ]
}

/// The events with two kinds of one player's exchanged in every layout the player takes, where
/// the rules let them stand so; the defenders' flags, which are shown, stay.
fn with_pieces_exchanged(events: &[Event], owner: Seat, a: Point, b: Point) -> Option<Vec<Event>> {
    let role = |declarer: Seat| if declarer == owner { Role::Declarer } else { Role::Defender };
    let mut owners_role = None;
    let mut exchange = |layout: &Layout, declarer: Option<Seat>| {
        owners_role = declarer.map(role).or(owners_role);
        let is_shown = |point| owners_role == Some(Role::Defender) && layout.kind(point) == Some(Kind::Flag);
        let swapped = layout.swapped(a, b, owner, owners_role?).ok()?;
        (!is_shown(a) && !is_shown(b) && swapped != *layout).then_some(swapped)
    };
    let mut changed = Vec::new();
    for event in events {
        changed.push(match event {
            Event::Declared { declarer, contract, drawn, layouts, words } => {
                let mut layouts: BySeat<Layout> = layouts.clone();
                // The first layout is mostly replaced; where it cannot change it may stay.
                if let Some(layout) = exchange(&layouts[owner], Some(*declarer)) {
                    layouts[owner] = layout;
                }
                Event::Declared {
                    declarer: *declarer,
                    contract: *contract,
                    drawn: drawn.clone(),
                    layouts,
                    words: *words,
                }
            }
            Event::Arranged { seat, layout } if *seat == owner => {
                Event::Arranged { seat: owner, layout: exchange(layout, None)? }
            }
            _ => event.clone(),
        });
    }
    Some(changed)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn replaying_the_events_gives_the_same_game(seed: u64, cut in 0.0..1.0_f64) {
        let played = game(seed);
        prop_assert_eq!(seen(&replay(&played, &played.events)), seen(&played.game));
        let cut = (cut * played.events.len() as f64) as usize;
        let (before, after) = played.events.split_at(cut);
        let stored: Vec<Event> = serde_json::from_str(&serde_json::to_string(before).unwrap()).unwrap();
        let mut resumed = replay(&played, &stored);
        for event in after {
            resumed.apply(event).unwrap();
        }
        prop_assert_eq!(seen(&resumed), seen(&played.game));
        prop_assert_eq!(resumed.chronicle().plies.len(), played.game.chronicle().plies.len());
    }

    #[test]
    fn scores_sum_to_what_the_deserters_forgo(seed: u64) {
        let played = game(seed);
        let over = played.game.over().unwrap();
        let chronicle = played.game.chronicle();
        let Some(bid) = chronicle.bid else {
            prop_assert_eq!(over.scores, None, "RULES 13");
            return Ok(());
        };
        let scores = over.scores.unwrap();
        let sum: i64 = scores.iter().map(|(_, points)| points).sum();
        let k = i64::from(bid.contract.defenders());
        let fallen = chronicle.eliminated.iter().filter(|entry| entry.seat != bid.declarer).count() as i64;
        let deserters = chronicle.deserted.iter().filter(|seat| **seat != bid.declarer).count() as i64;
        let forgone = match over.result {
            GameResult::DeclarerFailed => k * deserters,
            GameResult::DrawAgreed | GameResult::DrawByLength => (k - fallen - 1).max(0) * deserters,
            _ => 0,
        };
        prop_assert_eq!(sum, -10 * forgone, "RULES 12.5, 13: {:?}", over);
        for seat in &chronicle.deserted {
            prop_assert!(scores[*seat] <= 0, "RULES 12.5");
        }
    }

    #[test]
    fn no_view_and_no_computer_changes_when_the_unseen_changes(
        seed: u64, owner in any_seat(), points in proptest::collection::vec((any_point(), any_point()), 200),
        cut in 0.0..1.0_f64,
    ) {
        let played = game(seed);
        let bid = played.game.chronicle().bid;
        let Some(bid) = bid else { return Ok(()) };
        let role = if bid.declarer == owner { Role::Declarer } else { Role::Defender };
        let own = |point: Point| junqi::rules::ground(owner, role).contains(point);
        let changed = points.iter().filter(|(a, b)| own(*a) && own(*b) && a != b)
            .find_map(|(a, b)| with_pieces_exchanged(&played.events, owner, *a, *b));
        let Some(changed) = changed else { return Ok(()) };
        let cut = (cut * changed.len() as f64) as usize;
        let (mut truth, mut lie) = (replay(&played, &[]), replay(&played, &[]));
        for (index, (event, changed)) in played.events.iter().zip(&changed).enumerate() {
            truth.apply(event).unwrap();
            lie.apply(changed).unwrap();
            prop_assert_eq!(PublicEvent::of(event, &truth), PublicEvent::of(changed, &lie), "RULES 15");
            // Looking at every state would be slow; each game is looked at in one long stretch.
            if !(cut..cut + 40).contains(&index) || truth.over().is_some() {
                continue;
            }
            prop_assert_eq!(PublicView::of(&truth), PublicView::of(&lie), "RULES 15.2");
            for seat in Seat::ALL.into_iter().filter(|seat| *seat != owner) {
                let (view, changed) = (PlayerView::of(&truth, seat), PlayerView::of(&lie, seat));
                prop_assert_eq!(&view, &changed, "RULES 15.1");
                // Who searches is slow; the audit of fairness puts them to many more questions.
                let searches = |level: &Level| matches!(level, Level::Normal | Level::Hard);
                for level in Level::ALL.into_iter().filter(|level| index % 10 == 0 || !searches(level)) {
                    let (mut one, mut other) = (player(level, seed), player(level, seed));
                    prop_assert_eq!(one.command(&view), other.command(&changed), "RULES 12.8");
                }
            }
        }
    }

    #[test]
    fn any_command_of_anybody_at_any_time_is_carried_out_or_refused(
        seed: u64, cut in 0.0..1.0_f64,
        tries in proptest::collection::vec((any_actor(), any_command()), 200),
    ) {
        let played = game(seed);
        let cut = (cut * played.events.len() as f64) as usize;
        let game = replay(&played, &played.events[..cut.max(2)]);
        for (actor, command) in tries {
            let decided = game.decide(actor, command.clone());
            let is_on = |seat| match game.awaits() {
                Awaits::Nothing => false,
                Awaits::Call(on) | Awaits::Move(on) | Awaits::Return(on) => on == seat,
                Awaits::March(seats) | Awaits::Answers(seats) => seats.contains(seat),
            };
            let is_turn_bound = matches!(
                command,
                Command::Call(_) | Command::Move(_) | Command::March | Command::Answer(_) | Command::Swap(..)
                    | Command::Arrange(_)
            );
            match (&decided, actor) {
                (Ok(events), _) => {
                    let mut after = game.clone();
                    for event in events {
                        prop_assert_eq!(after.apply(event), Ok(()));
                    }
                    prop_assert!(!events.is_empty());
                }
                (Err(refusal), _) if game.over().is_some() => prop_assert_eq!(refusal, &Refusal::GameOver),
                (Err(_), _) => {}
            }
            match (actor, &command) {
                (Actor::Seat(seat), _) if is_turn_bound && !is_on(seat) => {
                    prop_assert!(decided.is_err(), "{seat:?} {command:?}");
                }
                (Actor::Clock, command) if !matches!(command, Command::TimeOut(_)) => {
                    prop_assert!(decided.is_err(), "{command:?}");
                }
                (Actor::Manager, command) if *command != Command::Stop => prop_assert!(decided.is_err()),
                (Actor::Seat(_), Command::TimeOut(_) | Command::Stop) => prop_assert!(decided.is_err()),
                _ => {}
            }
        }
    }

    #[test]
    fn a_position_keeps_its_sets_and_cells_in_step(seed: u64) {
        let played = game(seed);
        let mut game = replay(&played, &[]);
        let headquarters = junqi::rules::Board::get().headquarters();
        for event in &played.events {
            game.apply(event).unwrap();
            let Some(battle) = game.battle() else { continue };
            let position = battle.position();
            for seat in Seat::ALL {
                let pieces = || Point::all().filter_map(|point| Some((point, position.piece(point)?)));
                let own = || pieces().filter(|(_, piece)| piece.seat == seat);
                let standing: Points = own().map(|(point, _)| point).collect();
                let can_move = |(point, piece): &(Point, junqi::rules::position::Piece)| {
                    piece.kind.is_mobile() && !headquarters.contains(*point)
                };
                let movers: Points = own().filter(can_move).map(|(point, _)| point).collect();
                prop_assert_eq!(position.standing(seat), standing);
                prop_assert_eq!(position.movers(seat), movers, "RULES 8.3");
                prop_assert!(position.in_play().contains(seat) || standing.is_empty(), "RULES 10.1");
            }
            prop_assert_eq!(position.plies() as usize, game.chronicle().plies.len());
        }
    }
}
