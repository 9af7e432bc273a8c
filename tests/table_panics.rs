//! What becomes of a table whose task panics, and of the others.

#![allow(clippy::unwrap_used, reason = "a test that meets an error has failed")]

mod common;

use std::sync::Arc;
use std::sync::atomic::Ordering;

use common::faulty::{Faults, Faulty};
use common::{House, hand, user_on_turn, wait};
use junqi::meters::{METERS, Part};
use junqi::rules::{Call, Command};
use junqi::store::MemoryStore;
use junqi::table::{Action, Notice, Rejection, Stamp, Store, TableHandle, TableId};

/// A house whose store breaks down when it is told to.
fn house() -> (House, Arc<Faults>, Arc<Faulty>) {
    let faults = Arc::new(Faults::default());
    let store = Arc::new(Faulty { inner: Arc::new(MemoryStore::default()), faults: Arc::clone(&faults) });
    (House::with(store.clone()), faults, store)
}

fn again(house: &House, id: TableId) -> TableHandle {
    house.hall.table(id).unwrap()
}

#[tokio::test(start_paused = true)]
async fn a_table_that_breaks_down_goes_on_from_what_is_stored_and_others_notice_nothing() {
    let (house, faults, store) = house();
    let table = house.started().await;
    let other = house.hall.open(House::setup(), house.presser(7)).await.unwrap();
    let (caller, before) = (user_on_turn(&table.latest()), table.latest());
    let counted = METERS.panics(Part::Table);
    faults.panics.store(1, Ordering::SeqCst);
    let broken = house.play(&table, caller, Command::Call(Call::One)).await.unwrap_err();
    assert!(matches!(broken, Rejection::BrokeDown), "{broken:?}");
    assert!(METERS.panics(Part::Table) > counted, "it is counted");
    other.press(house.presser(8), Stamp::Any, Action::Join).await.expect("the other table notices nothing");
    wait(5.0).await;
    let table = again(&house, table.id());
    assert_eq!(table.latest().version, before.version, "nothing was stored, so nothing has changed");
    assert_eq!(hand(&table.latest(), caller), hand(&before, caller));
    house.play(&table, caller, Command::Call(Call::One)).await.unwrap();
    assert_eq!(store.table(table.id()).await.unwrap().entries.len() as u64, table.latest().version);
}

#[tokio::test(start_paused = true)]
async fn what_was_stored_before_a_breakdown_counts_once() {
    let (house, faults, store) = house();
    let table = house.started().await;
    let (caller, before) = (user_on_turn(&table.latest()), table.latest().version);
    faults.panics_after.store(true, Ordering::SeqCst);
    let broken = house.play(&table, caller, Command::Call(Call::One)).await.unwrap_err();
    assert!(matches!(broken, Rejection::BrokeDown), "{broken:?}");
    wait(5.0).await;
    let table = again(&house, table.id());
    assert_eq!(table.latest().version, before + 1);
    assert_ne!(user_on_turn(&table.latest()), caller);
    assert_eq!(store.table(table.id()).await.unwrap().entries.len() as u64, before + 1);
}

#[tokio::test(start_paused = true)]
async fn a_table_that_breaks_down_again_and_again_stands_still_says_so_and_can_be_stopped() {
    let (house, faults, store) = house();
    let table = house.started().await;
    let id = table.id();
    // Less than a clock in all, each of which starts afresh.
    for _ in 0..5 {
        let table = again(&house, id);
        assert_eq!(table.latest().notice, None);
        faults.panics.store(1, Ordering::SeqCst);
        let caller = user_on_turn(&table.latest());
        let broken = house.play(&table, caller, Command::Call(Call::Pass)).await.unwrap_err();
        assert!(matches!(broken, Rejection::BrokeDown), "{broken:?}");
        wait(4.0).await;
    }
    let table = again(&house, id);
    assert_eq!(table.latest().notice, Some(Notice::Halted));
    assert_eq!(house.hall.halted(), 1);
    let told = house.recorder.told.lock().unwrap().last().unwrap().notice;
    assert_eq!(told, Some(Notice::Halted), "its players are told");
    let refused = house.play(&table, 1, Command::Call(Call::Pass)).await.unwrap_err();
    assert!(matches!(refused, Rejection::Halted), "{refused:?}");
    table.press(house.presser(99), Stamp::Any, Action::Stop).await.unwrap();
    wait(1.0).await;
    assert!(house.hall.table(id).is_none(), "it is over");
    assert!(store.running_tables().await.unwrap().is_empty());
}

#[tokio::test(start_paused = true)]
async fn a_table_that_cannot_be_told_of_keeps_no_other_from_being_told_or_restored() {
    let store: Arc<dyn Store> = Arc::new(MemoryStore::default());
    let (broken, whole) = {
        let house = House::with(Arc::clone(&store));
        let broken = house.full_lobby().await;
        (broken.id(), house.hall.open(House::setup(), house.presser(7)).await.unwrap().id())
    };
    wait(1.0).await;
    let house = House::with(Arc::clone(&store));
    *house.recorder.breaks_at.lock().unwrap() = Some(broken);
    assert_eq!(house.hall.restore().await.unwrap(), 2);
    wait(600.0).await;
    let table = again(&house, whole);
    table.press(house.presser(8), Stamp::Any, Action::Join).await.expect("the other goes on");
    // A stop is stored although it cannot be told.
    let stopped = again(&house, broken).press(house.presser(99), Stamp::Any, Action::Stop).await;
    assert!(matches!(stopped, Err(Rejection::Over)), "{stopped:?}");
    assert_eq!(store.running_tables().await.unwrap().len(), 1);
    *house.recorder.breaks_at.lock().unwrap() = None;
    wait(120.0).await;
    assert!(house.hall.table(broken).is_none());
}

#[tokio::test(start_paused = true)]
async fn a_house_that_closes_opens_no_table_believes_no_clock_and_tells_who_plays() {
    let house = House::new();
    let table = house.started().await;
    let caller = user_on_turn(&table.latest());
    house.hall.close();
    let refused = house.hall.open(House::setup(), house.presser(9)).await.unwrap_err();
    assert!(matches!(refused, Rejection::Closing), "{refused:?}");
    let told = house.recorder.told.lock().unwrap().last().unwrap().clone();
    assert_eq!((told.table, told.notice), (table.id(), Some(Notice::Pausing)));
    wait(600.0).await;
    assert_eq!(user_on_turn(&table.latest()), caller, "no clock ran out");
    house.play(&table, caller, Command::Call(Call::One)).await.expect("who presses still is heard");
    assert_eq!(table.latest().notice, Some(Notice::Pausing));
}
