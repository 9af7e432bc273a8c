//! What a table does with presses: late ones, doubled ones, those of others, and a failing store.

#![allow(clippy::unwrap_used, reason = "a test that meets an error has failed")]

mod common;

use std::sync::Arc;
use std::sync::atomic::Ordering;

use common::faulty::{Faults, Faulty};
use common::{House, hand, own, user_on_turn, wait};
use junqi::players::Level;
use junqi::rules::{Call, Command, Layout, Pace, Point, Refusal, Request, Seat};
use junqi::store::MemoryStore;
use junqi::table::{Action, Rejection, Stamp, Store, TableState, UserId};
use junqi::view::{OwnView, Stage};

fn call_number(telling: &junqi::table::Telling) -> u32 {
    match &telling.public.as_ref().unwrap().stage {
        Stage::Auction(auction) => auction.number,
        other => panic!("the auction, not {other:?}"),
    }
}

#[tokio::test(start_paused = true)]
async fn a_doubled_press_acts_once_and_gets_the_present_view() {
    let house = House::new();
    let table = house.started().await;
    let user = user_on_turn(&table.latest());
    let stamp = Stamp::Call(call_number(&table.latest()));
    let call = || Action::Play(Command::Call(Call::One));
    table.press(house.presser(user), stamp, call()).await.unwrap();
    let again = table.press(house.presser(user), stamp, call()).await.unwrap_err();
    assert!(matches!(again, Rejection::Stale(telling) if telling.version == table.latest().version));
    assert_eq!(call_number(&table.latest()), 1);
}

#[tokio::test(start_paused = true)]
async fn presses_of_others_and_out_of_turn_change_nothing() {
    let house = House::new();
    let table = house.started().await;
    let before = table.latest().version;
    let stranger = house.play(&table, 99, Command::Call(Call::One)).await.unwrap_err();
    assert!(matches!(stranger, Rejection::NotAPlayer));
    let waiting = (1..=4).find(|user| *user != user_on_turn(&table.latest())).unwrap();
    let early = house.play(&table, waiting, Command::Call(Call::One)).await.unwrap_err();
    assert!(matches!(early, Rejection::Rules(Refusal::NotYourTurn { .. })));
    let requests = house.play(&table, waiting, Command::Ask(Request::Draw)).await.unwrap_err();
    assert!(matches!(requests, Rejection::Rules(Refusal::WrongPhase)));
    assert_eq!(table.latest().version, before);
}

#[tokio::test(start_paused = true)]
async fn a_user_sits_at_one_table_of_a_server_at_a_time() {
    let house = House::new();
    let first = house.full_lobby().await;
    let second = house.hall.open(House::setup(), house.presser(7)).await.unwrap();
    let refused = second.press(house.presser(2), Stamp::Any, Action::Join).await.unwrap_err();
    assert!(matches!(refused, Rejection::SeatedElsewhere(at) if at == first.id()));
    first.press(house.presser(2), Stamp::Any, Action::Leave).await.unwrap();
    second.press(house.presser(2), Stamp::Any, Action::Join).await.unwrap();
    let mut elsewhere = House::setup();
    elsewhere.guild = junqi::table::GuildId(78);
    assert!(house.hall.open(elsewhere, house.presser(3)).await.is_ok(), "another server is another matter");
}

#[tokio::test(start_paused = true)]
async fn a_store_that_is_slow_at_one_table_holds_up_no_other_and_its_mailbox_is_bounded() {
    let faults = Arc::new(Faults::default());
    let store = Arc::new(Faulty { inner: Arc::new(MemoryStore::default()), faults: Arc::clone(&faults) });
    let house = House::with(store);
    let slow = house.started().await;
    let quick = house.hall.open(House::setup(), house.presser(5)).await.unwrap();
    for user in 6..=8 {
        quick.press(house.presser(user), Stamp::Any, Action::Join).await.unwrap();
    }
    quick.press(house.presser(5), Stamp::Any, Action::Start).await.unwrap();
    let lock = Arc::new(tokio::sync::Mutex::new(()));
    let held = Arc::clone(&lock).lock_owned().await;
    *faults.held.lock().unwrap() = Some((slow.id(), lock));
    let press = |action| {
        let (slow, presser) = (slow.clone(), house.presser(user_on_turn(&slow.latest())));
        tokio::spawn(async move { slow.press(presser, Stamp::Any, action).await.map(|_| ()) })
    };
    let first = press(Action::Play(Command::Call(Call::One)));
    tokio::task::yield_now().await;
    let more: Vec<_> = (0..100).map(|_| press(Action::Look)).collect();
    house.play(&quick, user_on_turn(&quick.latest()), Command::Call(Call::One)).await.unwrap();
    assert_eq!((call_number(&quick.latest()), call_number(&slow.latest())), (1, 0));
    assert!(!first.is_finished(), "it waits for the store");
    drop(held);
    first.await.unwrap().unwrap();
    let mut busy = 0;
    for press in more {
        busy += usize::from(matches!(press.await.unwrap(), Err(Rejection::Busy)));
    }
    assert_eq!(busy, 100 - 64, "what the mailbox does not hold is turned away at once");
}

#[tokio::test(start_paused = true)]
async fn a_failing_store_leaves_everything_as_it_was_and_says_so() {
    let faults = Arc::new(Faults::default());
    let store = Arc::new(Faulty { inner: Arc::new(MemoryStore::default()), faults: Arc::clone(&faults) });
    let house = House::with(store.clone());
    let table = house.started().await;
    let user = user_on_turn(&table.latest());
    let before = table.latest().version;
    faults.before_commit.store(true, Ordering::SeqCst);
    let failed = house.play(&table, user, Command::Call(Call::One)).await.unwrap_err();
    assert!(matches!(failed, Rejection::Store { .. }), "{failed:?}");
    assert_eq!(table.latest().version, before);
    house.play(&table, user, Command::Call(Call::One)).await.unwrap();
    assert_eq!(store.table(table.id()).await.unwrap().entries.len() as u64, table.latest().version);
}

#[tokio::test(start_paused = true)]
async fn a_computer_player_whose_deed_was_not_stored_tries_again_in_a_moment() {
    let faults = Arc::new(Faults::default());
    let store = Arc::new(Faulty { inner: Arc::new(MemoryStore::default()), faults: Arc::clone(&faults) });
    let house = House::with(store);
    let table = house.hall.open(House::setup(), house.presser(1)).await.unwrap();
    for _ in 0..3 {
        table.press(house.presser(1), Stamp::Any, Action::AddComputer(Level::Simple)).await.unwrap();
    }
    table.press(house.presser(1), Stamp::Any, Action::Start).await.unwrap();
    let seat = table.latest().seat_of(UserId(1));
    let is_mine = |telling: &junqi::table::Telling| match &telling.public.as_ref().unwrap().stage {
        Stage::Auction(auction) => Some(auction.to_call) == seat,
        _ => false,
    };
    if is_mine(&table.latest()) {
        house.play(&table, 1, Command::Call(Call::Pass)).await.unwrap();
    }
    let before = table.latest().version;
    faults.before_commit.store(true, Ordering::SeqCst);
    // Twice its pause and a second, far less than its clock.
    wait(6.0).await;
    assert!(!faults.before_commit.load(Ordering::SeqCst), "it failed once");
    assert!(table.latest().version > before, "and was done");
}

#[tokio::test(start_paused = true)]
async fn a_commit_whose_fate_is_unknown_is_looked_up_and_counts_if_it_was_done() {
    let faults = Arc::new(Faults::default());
    let store = Arc::new(Faulty { inner: Arc::new(MemoryStore::default()), faults: Arc::clone(&faults) });
    let house = House::with(store.clone());
    let table = house.started().await;
    let user = user_on_turn(&table.latest());
    faults.at_commit.store(true, Ordering::SeqCst);
    house.play(&table, user, Command::Call(Call::One)).await.unwrap();
    assert_eq!(call_number(&table.latest()), 1, "it was stored once and counts once");
    assert_eq!(store.table(table.id()).await.unwrap().entries.len() as u64, table.latest().version);
}

#[tokio::test(start_paused = true)]
async fn a_table_whose_opening_is_not_known_to_be_stored_is_looked_up_and_runs_once() {
    let faults = Arc::new(Faults::default());
    let store = Arc::new(Faulty { inner: Arc::new(MemoryStore::default()), faults: Arc::clone(&faults) });
    let house = House::with(store.clone());
    faults.at_commit.store(true, Ordering::SeqCst);
    let table = house.hall.open(House::setup(), house.presser(1)).await.unwrap();
    assert!(table.latest().has(UserId(1)));
    assert_eq!(store.running_tables().await.unwrap().len(), 1);
    table.press(house.presser(2), Stamp::Any, Action::Join).await.unwrap();
}

#[tokio::test(start_paused = true)]
async fn a_table_taken_up_again_goes_on_where_its_log_ends() {
    let store: Arc<dyn Store> = Arc::new(MemoryStore::default());
    let (hands, version, caller) = {
        let house = House::with(Arc::clone(&store));
        let table = house.started().await;
        let telling = table.latest();
        (
            (1..=4).map(|user| hand(&telling, user)).collect::<Vec<_>>(),
            telling.version,
            user_on_turn(&telling),
        )
    };
    wait(300.0).await;
    let house = House::with(Arc::clone(&store));
    assert_eq!(house.hall.restore().await.unwrap(), 1);
    let table = house.hall.table_of(common::GUILD, UserId(2)).unwrap();
    let telling = table.latest();
    assert!(telling.is_restored);
    assert_eq!(telling.version, version);
    assert_eq!((1..=4).map(|user| hand(&telling, user)).collect::<Vec<_>>(), hands);
    assert_eq!(user_on_turn(&telling), caller, "RULES 12.6: no clock ran meanwhile");
    house.play(&table, caller, Command::Call(Call::Three)).await.unwrap();
    assert!(table.latest().public.as_ref().unwrap().declarer().is_some());
}

#[tokio::test(start_paused = true)]
async fn computer_players_fill_places_and_play_to_the_end() {
    let house = House::new();
    let table = house.hall.open(House::setup(), house.presser(1)).await.unwrap();
    for level in [Level::Simple, Level::Random, Level::Simple] {
        table.press(house.presser(1), Stamp::Any, Action::AddComputer(level)).await.unwrap();
    }
    table.press(house.presser(1), Stamp::Any, Action::Start).await.unwrap();
    // The only person says nothing at all: after some skipped turns they have deserted, and the
    // computer players finish the game by themselves.
    for _ in 0..200 {
        if table.latest().is_over() {
            break;
        }
        wait(60.0).await;
    }
    let telling = table.latest();
    assert!(telling.is_over(), "{:?}", telling.public.as_ref().map(|public| public.plies.len()));
    let standing =
        house.store.leaderboard(common::GUILD, junqi::table::Period::AllTime, 0, 10).await.unwrap();
    assert!(
        standing.standings.iter().all(|line| line.games == 0),
        "one person alone does not count (RULES 14)"
    );
}

#[tokio::test(start_paused = true)]
async fn deployment_is_swapped_by_its_owner_alone_and_a_late_swap_is_stale() {
    let house = House::new();
    let table = house.deploying().await;
    let telling = table.latest();
    let OwnView::Layout { layout, revision, .. } = own(&telling, 2).own.clone() else { panic!("a layout") };
    // Two pieces that may stand anywhere: swapping them is always legal.
    let mut free = layout.0.iter().filter(|(_, kind)| kind.rank().is_some());
    let (a, b) = (*free.next().unwrap().0, *free.next_back().unwrap().0);
    let swap = || Action::Play(Command::Swap(a, b));
    table.press(house.presser(2), Stamp::Deployment(revision), swap()).await.unwrap();
    let stale = table.press(house.presser(2), Stamp::Deployment(revision), swap()).await.unwrap_err();
    assert!(matches!(stale, Rejection::Stale(_)));
    let OwnView::Layout { layout: after, .. } = own(&table.latest(), 2).own.clone() else {
        panic!("a layout")
    };
    assert_eq!(after.kind(a), layout.kind(b));
    for user in [1, 3, 4] {
        assert_eq!(own(&table.latest(), user).own, own(&telling, user).own, "nobody else's layout changes");
    }
}

#[tokio::test(start_paused = true)]
async fn what_is_told_never_shows_hidden_pieces_to_logs() {
    let house = House::new();
    let table = house.deploying().await;
    let debug = format!("{:?}", table.latest());
    assert!(!debug.contains("Engineer") && !debug.contains("Mine"), "{debug}");
}

#[tokio::test(start_paused = true)]
async fn a_rematch_keeps_seats_and_turns_the_first_bidder_on() {
    let house = House::new();
    let table = house.started().await;
    let before = table.latest();
    let first = user_on_turn(&before);
    house.play(&table, 3, Command::Desert).await.unwrap();
    let mut setup = House::setup();
    let seats = before.seats.clone().unwrap();
    setup.rematch = Some(junqi::table::Rematch {
        of: table.id(),
        first_bidder: before.seat_of(UserId(first)).unwrap().next(),
        seats: seats.map(|_, joiner| joiner.user()),
    });
    let again = house.hall.open_with(setup, Vec::new()).await.unwrap();
    let stranger = again.press(house.presser(50), Stamp::Any, Action::Join).await.unwrap_err();
    assert!(matches!(stranger, Rejection::NotAPlayer));
    for user in [4, 3, 2, 1] {
        again.press(house.presser(user), Stamp::Any, Action::Join).await.unwrap();
    }
    again.press(house.presser(4), Stamp::Any, Action::Start).await.unwrap();
    let after = again.latest();
    for user in 1..=4 {
        assert_eq!(after.seat_of(UserId(user)), before.seat_of(UserId(user)), "RULES 4.2");
    }
    let bidder = after.seat_of(UserId(user_on_turn(&after))).unwrap();
    assert_eq!(bidder, before.seat_of(UserId(first)).unwrap().next(), "RULES 4.2");
}

#[tokio::test(start_paused = true)]
async fn nothing_is_told_of_a_table_before_presses_find_the_way_to_it() {
    let house = House::new();
    let table = house.hall.open(House::setup(), house.presser(1)).await.unwrap();
    assert!(house.recorder.told.lock().unwrap().is_empty(), "its task has not run yet");
    assert!(house.hall.table(table.id()).is_some());
    wait(0.1).await;
    assert!(!house.recorder.told.lock().unwrap().is_empty());
}

/// A user's layout, with how many steps back there are.
fn layout_of(table: &junqi::table::TableHandle, user: u64) -> (Layout, usize) {
    match own(&table.latest(), user).own.clone() {
        OwnView::Layout { layout, steps_back, .. } => (layout, steps_back),
        other => panic!("a layout, not {other:?}"),
    }
}

#[tokio::test(start_paused = true)]
async fn every_change_of_a_layout_is_taken_back_in_turn_after_a_restart_too() {
    let house = House::new();
    let table = house.deploying().await;
    let mut seen = vec![layout_of(&table, 2).0];
    assert_eq!(layout_of(&table, 2).1, 0);
    let nothing = table.press(house.presser(2), Stamp::Any, Action::Undo).await.unwrap_err();
    assert!(matches!(nothing, Rejection::NothingToUndo), "{nothing:?}");
    let free: Vec<Point> =
        seen[0].0.iter().filter(|(_, kind)| kind.rank().is_some()).map(|(point, _)| *point).collect();
    let other = free.iter().find(|point| seen[0].kind(**point) != seen[0].kind(free[0])).unwrap();
    for action in [
        Action::Play(Command::Swap(free[0], *other)),
        Action::Mirror,
        Action::Shuffle,
        Action::Load(seen[0].to_south(table.latest().seat_of(UserId(2)).unwrap()).mirrored(Seat::South)),
    ] {
        table.press(house.presser(2), Stamp::Any, action.clone()).await.unwrap();
        let now = layout_of(&table, 2);
        assert_ne!(Some(&now.0), seen.last(), "{action:?}");
        seen.push(now.0);
        assert_eq!(now.1, seen.len() - 1, "{action:?}");
    }
    let again = House::with(Arc::clone(&house.store));
    drop(house);
    assert_eq!(again.hall.restore().await.unwrap(), 1);
    let table = again.hall.table(table.id()).unwrap();
    while seen.len() > 1 {
        assert_eq!(Some(&layout_of(&table, 2).0), seen.last());
        seen.pop();
        table.press(again.presser(2), Stamp::Any, Action::Undo).await.unwrap();
    }
    assert_eq!(layout_of(&table, 2), (seen[0].clone(), 0));
}

#[tokio::test(start_paused = true)]
async fn swaps_made_together_are_one_revision_or_none() {
    let house = House::new();
    let table = house.deploying().await;
    let (before, _) = layout_of(&table, 2);
    let free: Vec<Point> =
        before.0.iter().filter(|(_, kind)| kind.rank().is_some()).map(|(point, _)| *point).collect();
    let flag = before.flag().unwrap();
    // The headquarters across the board are nobody's ground but their owner's.
    let foreign = flag.turned(2);
    let len = || async { house.store.table(table.id()).await.unwrap().entries.len() };
    let entries = len().await;
    let stranger = Action::Swaps(vec![(free[0], free[1]), (flag, foreign)]);
    let refused = table.press(house.presser(2), Stamp::Any, stranger).await.unwrap_err();
    assert!(matches!(refused, Rejection::Rules(Refusal::BadLayout(_))), "{refused:?}");
    assert_eq!((len().await, layout_of(&table, 2).0), (entries, before.clone()), "none of them");
    let swaps = vec![(free[0], free[1]), (free[2], free[3]), (free[1], free[4])];
    table.press(house.presser(2), Stamp::Any, Action::Swaps(swaps)).await.unwrap();
    let (after, steps) = layout_of(&table, 2);
    assert_eq!((len().await, steps), (entries + 1, 1));
    let expected = [(0, 1), (1, 4), (4, 0), (2, 3), (3, 2)];
    for (to, from) in expected {
        assert_eq!(after.kind(free[to]), before.kind(free[from]), "{} ← {}", free[to], free[from]);
    }
    table.press(house.presser(2), Stamp::Any, Action::Undo).await.unwrap();
    assert_eq!(layout_of(&table, 2), (before, 0));
}

#[tokio::test(start_paused = true)]
async fn a_march_closes_the_layout_to_every_way_of_changing_it() {
    let house = House::new();
    let table = house.deploying().await;
    table.press(house.presser(2), Stamp::Any, Action::Mirror).await.unwrap();
    table.press(house.presser(2), Stamp::Any, Action::Play(Command::March)).await.unwrap();
    let (layout, _) = layout_of(&table, 2);
    for action in [
        Action::Undo,
        Action::Mirror,
        Action::Shuffle,
        Action::Swaps(vec![(*layout.0.keys().next().unwrap(), *layout.0.keys().last().unwrap())]),
        Action::Load(Layout::default()),
    ] {
        let refused = table.press(house.presser(2), Stamp::Any, action.clone()).await.unwrap_err();
        assert!(matches!(refused, Rejection::Rules(Refusal::AlreadyMarched)), "{action:?}: {refused:?}");
    }
    assert_eq!(layout_of(&table, 2).0, layout, "RULES 6.4");
}

#[tokio::test(start_paused = true)]
async fn the_pace_set_in_the_lobby_is_the_games_and_its_rematchs_after_a_restart_too() {
    let house = House::new();
    let table = house.full_lobby().await;
    let guest =
        table.press(house.presser(2), Stamp::Any, Action::SetClocks(Pace::Slow.clocks())).await.unwrap_err();
    assert!(matches!(guest, Rejection::NotTheOpener));
    table.press(house.presser(1), Stamp::Any, Action::SetClocks(Pace::Slow.clocks())).await.unwrap();
    assert_eq!(table.latest().settings.clocks, Pace::Slow.clocks());
    let again = House::with(Arc::clone(&house.store));
    drop(house);
    again.hall.restore().await.unwrap();
    let table = again.hall.table(table.id()).unwrap();
    assert_eq!(table.latest().settings.clocks, Pace::Slow.clocks());
    table.press(again.presser(1), Stamp::Any, Action::Start).await.unwrap();
    let late = table
        .press(again.presser(1), Stamp::Any, Action::SetClocks(Pace::Original.clocks()))
        .await
        .unwrap_err();
    assert!(matches!(late, Rejection::AlreadyBegun), "RULES 12.7: {late:?}");
    let due = table.latest().due.iter().map(|due| due.at_unix_ms).min().unwrap();
    assert!(due - again.hall.clock().unix_ms() > 23 * 3_600_000, "a day for a call");
    let state = TableState::replay(again.store.table(table.id()).await.unwrap()).unwrap();
    assert_eq!(state.settings().clocks, Pace::Slow.clocks());
}
