//! Clocks, absence and desertion at a table, on paused time.

#![allow(clippy::unwrap_used, reason = "a test that meets an error has failed")]

mod common;

use std::sync::atomic::Ordering;

use common::{House, START_UNIX_MS, own, user_on_turn, wait};
use junqi::rules::{Answer, Call, Command, Deadline, Elimination, GameResult, Request};
use junqi::table::{Action, Period, Stamp, UserId};
use junqi::view::{PublicEvent, Stage};

#[tokio::test(start_paused = true)]
async fn a_late_call_is_a_pass() {
    let house = House::new();
    let table = house.started().await;
    let late = user_on_turn(&table.latest());
    assert_eq!(table.latest().due(Deadline::Call), Some(START_UNIX_MS + 20_000), "RULES 4.3");
    wait(19.9).await;
    assert_eq!(user_on_turn(&table.latest()), late);
    wait(0.2).await;
    let telling = table.latest();
    assert_ne!(user_on_turn(&telling), late);
    let Stage::Auction(auction) = &telling.public.as_ref().unwrap().stage else { panic!("the auction") };
    assert_eq!(auction.calls[0].1, Call::Pass, "RULES 4.3");
}

#[tokio::test(start_paused = true)]
async fn three_deals_that_nobody_answers_end_the_game_without_scores() {
    let house = House::new();
    let table = house.started().await;
    wait(12.0 * 20.0 + 1.0).await;
    let telling = table.latest();
    let Stage::Over(over) = &telling.public.as_ref().unwrap().stage else { panic!("over") };
    assert_eq!((over.result, over.scores), (GameResult::PassedOut, None), "RULES 4.4");
    assert!(house.hall.is_empty(), "its task has ended");
}

#[tokio::test(start_paused = true)]
async fn at_its_limit_a_layout_stands_and_its_owner_counts_as_marched() {
    let house = House::new();
    let table = house.deploying().await;
    wait(90.1).await;
    let telling = table.latest();
    let public = telling.public.as_ref().unwrap();
    let declarer = public.declarer().unwrap();
    assert!(public.seats[declarer].has_marched, "RULES 6.4: the declarer has 90 s");
    assert!(!public.seats[declarer.next()].has_marched, "RULES 6.4: a defender has 100 s");
    wait(10.0).await;
    assert!(table.latest().public.as_ref().unwrap().battle().is_some(), "RULES 6.4");
}

#[tokio::test(start_paused = true)]
async fn a_late_move_is_skipped_and_three_in_a_row_make_absent() {
    let house = House::new();
    let table = house.battling().await;
    let sleeper = user_on_turn(&table.latest());
    for _ in 0..2 {
        wait(20.1).await;
        for _ in 0..3 {
            house.make_a_move(&table).await;
        }
        assert_eq!(user_on_turn(&table.latest()), sleeper, "RULES 12.1");
    }
    wait(20.1).await;
    let telling = table.latest();
    let seat = telling.seat_of(UserId(sleeper)).unwrap();
    assert!(telling.public.as_ref().unwrap().seats[seat].is_absent, "RULES 12.2");
    assert!(telling.recent.contains(&PublicEvent::WentAbsent { seat }));
}

#[tokio::test(start_paused = true)]
async fn a_move_between_two_missed_turns_begins_the_count_again() {
    let house = House::new();
    let table = house.battling().await;
    let slow = user_on_turn(&table.latest());
    for round in 0..4 {
        if round == 2 {
            house.make_a_move(&table).await;
        } else {
            wait(20.1).await;
        }
        for _ in 0..3 {
            house.make_a_move(&table).await;
        }
    }
    let telling = table.latest();
    let seat = telling.seat_of(UserId(slow)).unwrap();
    assert!(!telling.public.as_ref().unwrap().seats[seat].is_absent, "RULES 12.2: three running");
}

#[tokio::test(start_paused = true)]
async fn the_game_waits_for_an_absent_player_and_any_press_brings_them_back() {
    let house = House::new();
    let table = house.battling().await;
    let away = user_on_turn(&table.latest());
    house.play(&table, away, Command::BeAbsent).await.unwrap();
    assert!(table.latest().due(Deadline::Absence).is_some(), "RULES 12.2: on their turn the game waits");
    wait(200.0).await;
    assert_eq!(user_on_turn(&table.latest()), away);
    table.press(house.presser(away), Stamp::Any, Action::Look).await.unwrap();
    let telling = table.latest();
    let seat = telling.seat_of(UserId(away)).unwrap();
    assert!(!telling.public.as_ref().unwrap().seats[seat].is_absent);
    let fresh = telling.due(Deadline::Move).unwrap();
    assert_eq!(fresh, START_UNIX_MS + 200_000 + 20_000, "RULES 12.2: a fresh 20 s");
    // Of the five minutes 200 s are used up.
    house.play(&table, away, Command::BeAbsent).await.unwrap();
    wait(99.0).await;
    assert_eq!(user_on_turn(&table.latest()), away);
    wait(2.0).await;
    let telling = table.latest();
    let eliminated = own_elimination(&telling, seat);
    assert_eq!(eliminated, Some(Elimination::Deserted), "RULES 12.2: five minutes in a game, all told");
}

fn own_elimination(telling: &junqi::table::Telling, seat: junqi::rules::Seat) -> Option<Elimination> {
    telling.public.as_ref().unwrap().seats[seat].eliminated
}

#[tokio::test(start_paused = true)]
async fn the_move_clock_stands_still_during_a_vote() {
    let house = House::new();
    let table = house.battling().await;
    for _ in 0..50 {
        house.make_a_move(&table).await;
    }
    let Some(battle) = table.latest().public.as_ref().unwrap().battle().cloned() else {
        panic!("fifty first moves do not end this game")
    };
    wait(8.0).await;
    let before = table.latest().due(Deadline::Move).unwrap();
    let asker = user_on_turn(&table.latest());
    house.play(&table, asker, Command::Ask(Request::Draw)).await.unwrap();
    assert_eq!(table.latest().due(Deadline::Move), None, "RULES 11.1");
    wait(15.0).await;
    let refuser = (1..=4)
        .find(|user| *user != asker && own(&table.latest(), *user).own != junqi::view::OwnView::Nothing);
    house.play(&table, refuser.unwrap(), Command::Answer(Answer::Refuse)).await.unwrap();
    let after = table.latest().due(Deadline::Move).unwrap();
    assert_eq!(after - before, 15_000, "RULES 11.1: it goes on where it stood");
    assert_eq!(table.latest().public.as_ref().unwrap().battle().unwrap().turn, battle.turn);
}

#[tokio::test(start_paused = true)]
async fn a_vote_that_is_not_answered_in_time_is_a_no() {
    let house = House::new();
    let table = house.battling().await;
    for _ in 0..50 {
        house.make_a_move(&table).await;
    }
    let asker = user_on_turn(&table.latest());
    house.play(&table, asker, Command::Ask(Request::Draw)).await.unwrap();
    wait(20.1).await;
    let telling = table.latest();
    assert_eq!(telling.public.as_ref().unwrap().battle().unwrap().vote, None, "RULES 11.5");
    assert!(!telling.is_over());
}

#[tokio::test(start_paused = true)]
async fn no_clock_runs_while_the_platform_is_cut_off() {
    let house = House::new();
    let table = house.started().await;
    let caller = user_on_turn(&table.latest());
    house.recorder.is_cut.store(true, Ordering::SeqCst);
    wait(20.0 * 60.0).await;
    assert_eq!(user_on_turn(&table.latest()), caller, "RULES 12.6");
    *house.recorder.since.lock().unwrap() = house.hall.clock().unix_ms();
    house.recorder.is_cut.store(false, Ordering::SeqCst);
    wait(2.0).await;
    let due = table.latest().due(Deadline::Call).unwrap() - house.hall.clock().unix_ms();
    assert!((17_000..=20_000).contains(&due), "RULES 12.6: it starts afresh, {due} ms are left");
    wait(20.0).await;
    assert_ne!(user_on_turn(&table.latest()), caller);
}

#[tokio::test(start_paused = true)]
async fn a_clock_is_not_believed_without_a_sign_of_life_and_starts_afresh_when_one_was_long_in_coming() {
    let house = House::new();
    let table = house.started().await;
    let caller = user_on_turn(&table.latest());
    // The connection looks alive and has died, or stands still: nothing was reported cut.
    house.recorder.is_silent.store(true, Ordering::SeqCst);
    wait(20.0 * 60.0).await;
    assert_eq!(user_on_turn(&table.latest()), caller, "RULES 12.6");
    house.recorder.is_silent.store(false, Ordering::SeqCst);
    wait(2.0).await;
    assert_eq!(user_on_turn(&table.latest()), caller);
    let due = table.latest().due(Deadline::Call).unwrap() - house.hall.clock().unix_ms();
    assert!((17_000..=20_000).contains(&due), "RULES 12.6: it starts afresh, {due} ms are left");
    wait(20.0).await;
    assert_ne!(user_on_turn(&table.latest()), caller);
}

#[tokio::test(start_paused = true)]
async fn a_sign_of_life_that_takes_a_moment_costs_the_late_player_their_turn_all_the_same() {
    let house = House::new();
    let table = house.started().await;
    let caller = user_on_turn(&table.latest());
    house.recorder.is_silent.store(true, Ordering::SeqCst);
    wait(22.0).await;
    assert_eq!(user_on_turn(&table.latest()), caller);
    house.recorder.is_silent.store(false, Ordering::SeqCst);
    wait(0.2).await;
    assert_ne!(user_on_turn(&table.latest()), caller, "RULES 4.3");
}

#[tokio::test(start_paused = true)]
async fn a_clock_is_not_believed_before_its_turn_was_shown() {
    let house = House::new();
    let table = house.started().await;
    let caller = user_on_turn(&table.latest());
    house.recorder.is_blind.store(true, Ordering::SeqCst);
    wait(60.0).await;
    assert_eq!(user_on_turn(&table.latest()), caller, "RULES 12.6");
    house.recorder.is_blind.store(false, Ordering::SeqCst);
    wait(10.0).await;
    assert_eq!(user_on_turn(&table.latest()), caller, "a fresh clock runs");
    wait(12.0).await;
    assert_ne!(user_on_turn(&table.latest()), caller);
}

#[tokio::test(start_paused = true)]
async fn deserting_in_the_auction_voids_the_game() {
    let house = House::new();
    let table = house.started().await;
    house.play(&table, 3, Command::Desert).await.unwrap();
    let telling = table.latest();
    let Stage::Over(over) = &telling.public.as_ref().unwrap().stage else { panic!("over") };
    assert_eq!(over.result, GameResult::Void, "RULES 12.4");
    let standing = house.store.standing(common::GUILD, Period::AllTime, UserId(3)).await.unwrap().unwrap();
    assert_eq!((standing.desertions, standing.games), (1, 0), "RULES 12.5");
}

#[tokio::test(start_paused = true)]
async fn a_deserting_defender_makes_a_contract_of_one_in_deployment() {
    let house = House::new();
    let table = house.deploying().await;
    let telling = table.latest();
    let declarer = telling.public.as_ref().unwrap().declarer().unwrap();
    let defender = telling.seats.as_ref().unwrap()[declarer.next()].user().unwrap().0;
    house.play(&table, defender, Command::Desert).await.unwrap();
    let telling = table.latest();
    let Stage::Over(over) = &telling.public.as_ref().unwrap().stage else { panic!("over") };
    assert_eq!(over.result, GameResult::DeclarerMade, "RULES 12.4");
    let scores = over.scores.unwrap();
    assert_eq!(scores[declarer], 30, "RULES 13");
    assert_eq!(scores[declarer.next()], -30, "RULES 12.5: the deserter pays for the allies who stayed");
}

#[tokio::test(start_paused = true)]
async fn a_lobby_closes_after_a_quarter_of_an_hour_without_a_press() {
    let house = House::new();
    let table = house.full_lobby().await;
    wait(14.0 * 60.0).await;
    table.press(house.presser(9), Stamp::Any, Action::Look).await.unwrap();
    wait(14.0 * 60.0).await;
    assert!(!table.latest().is_over(), "a press keeps it open");
    wait(61.0).await;
    assert!(table.latest().is_over());
    let again = house.hall.open(House::setup(), house.presser(1)).await;
    assert!(again.is_ok(), "its people may sit elsewhere");
}
