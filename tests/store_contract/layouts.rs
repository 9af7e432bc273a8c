//! Saved layouts (RULES 6.6).

use junqi::rules::{Kind, Layout, Role};
use junqi::store::LAYOUTS_MOST;
use junqi::table::{Renamed, SavedLayout, Store, StoreError};

use crate::support::{on_both_stores, user};

on_both_stores! {
    layouts_come_back_by_name_and_role,
    saving_under_the_same_name_replaces,
    no_more_than_the_limit_are_kept,
    names_have_1_to_40_characters,
    a_deleted_layout_is_gone,
    a_layout_takes_a_new_name_that_no_other_has,
}

fn saved(name: &str, role: Role, kind: Kind) -> SavedLayout {
    let points = ["G1", "I5", "H3"].map(|point| (point.parse().unwrap(), kind));
    SavedLayout { name: name.to_owned(), role, layout: Layout(points.into()) }
}

fn names(layouts: &[SavedLayout]) -> Vec<&str> {
    layouts.iter().map(|saved| saved.name.as_str()).collect()
}

async fn layouts_come_back_by_name_and_role(store: &impl Store) {
    let own = [
        saved("b", Role::Defender, Kind::Mine),
        saved("a", Role::Defender, Kind::Bomb),
        saved("a", Role::Declarer, Kind::Missile),
        saved("鐵桶陣", Role::Defender, Kind::Flag),
        saved("B", Role::Defender, Kind::Flag),
    ];
    for layout in &own {
        store.save_layout(user(1), layout).await.unwrap();
    }
    let defender = store.layouts(user(1), Role::Defender).await.unwrap();
    assert_eq!(names(&defender), ["B", "a", "b", "鐵桶陣"]);
    assert_eq!(defender[1], own[1]);
    assert_eq!(store.layouts(user(1), Role::Declarer).await.unwrap(), [own[2].clone()]);
    assert_eq!(store.layouts(user(2), Role::Defender).await.unwrap(), []);
}

async fn saving_under_the_same_name_replaces(store: &impl Store) {
    store.save_layout(user(1), &saved("a", Role::Defender, Kind::Mine)).await.unwrap();
    let newer = saved("a", Role::Defender, Kind::Bomb);
    store.save_layout(user(1), &newer).await.unwrap();
    assert_eq!(store.layouts(user(1), Role::Defender).await.unwrap(), [newer]);
}

async fn no_more_than_the_limit_are_kept(store: &impl Store) {
    for number in 0..LAYOUTS_MOST {
        store
            .save_layout(user(1), &saved(&format!("{number:02}"), Role::Defender, Kind::Mine))
            .await
            .unwrap();
    }
    let more = saved("one more", Role::Defender, Kind::Mine);
    let refused = store.save_layout(user(1), &more).await;
    assert!(matches!(refused, Err(StoreError::TooManyLayouts { most: LAYOUTS_MOST })), "{refused:?}");
    let replacement = saved("07", Role::Defender, Kind::Bomb);
    store.save_layout(user(1), &replacement).await.unwrap();
    let kept = store.layouts(user(1), Role::Defender).await.unwrap();
    assert_eq!((kept.len(), &kept[7]), (LAYOUTS_MOST as usize, &replacement));
    store.save_layout(user(1), &saved("one more", Role::Declarer, Kind::Mine)).await.unwrap();
    store.save_layout(user(2), &more).await.unwrap();
    assert!(store.delete_layout(user(1), Role::Defender, "07").await.unwrap());
    store.save_layout(user(1), &more).await.unwrap();
}

async fn names_have_1_to_40_characters(store: &impl Store) {
    for (name, is_fine) in [
        (String::new(), false),
        ("x".repeat(40), true),
        ("陣".repeat(40), true),
        ("x".repeat(41), false),
        (format!("a\0{}", "x".repeat(40)), false),
    ] {
        let done = store.save_layout(user(1), &saved(&name, Role::Defender, Kind::Mine)).await;
        assert_eq!(done.is_ok(), is_fine, "{name:?}: {done:?}");
    }
    assert_eq!(store.layouts(user(1), Role::Defender).await.unwrap().len(), 2);
}

async fn a_deleted_layout_is_gone(store: &impl Store) {
    store.save_layout(user(1), &saved("a", Role::Defender, Kind::Mine)).await.unwrap();
    assert!(!store.delete_layout(user(1), Role::Declarer, "a").await.unwrap());
    assert!(!store.delete_layout(user(2), Role::Defender, "a").await.unwrap());
    assert!(!store.delete_layout(user(1), Role::Defender, "A").await.unwrap());
    assert!(store.delete_layout(user(1), Role::Defender, "a").await.unwrap());
    assert!(!store.delete_layout(user(1), Role::Defender, "a").await.unwrap());
    assert_eq!(store.layouts(user(1), Role::Defender).await.unwrap(), []);
}

async fn a_layout_takes_a_new_name_that_no_other_has(store: &impl Store) {
    let kept = saved("a", Role::Defender, Kind::Mine);
    store.save_layout(user(1), &kept).await.unwrap();
    store.save_layout(user(1), &saved("b", Role::Defender, Kind::Bomb)).await.unwrap();
    store.save_layout(user(1), &saved("c", Role::Declarer, Kind::Bomb)).await.unwrap();
    for (name, new_name, expected) in [
        ("a", "b", Renamed::NameTaken),
        ("c", "d", Renamed::NoSuchLayout),
        ("A", "d", Renamed::NoSuchLayout),
        ("a", "a", Renamed::Done),
        ("a", "鐵桶陣", Renamed::Done),
        ("a", "e", Renamed::NoSuchLayout),
        ("鐵桶陣", "c", Renamed::Done),
    ] {
        let done = store.rename_layout(user(1), Role::Defender, name, new_name).await.unwrap();
        assert_eq!(done, expected, "{name} → {new_name}");
    }
    let long = "x".repeat(41);
    assert!(store.rename_layout(user(1), Role::Defender, "c", &long).await.is_err());
    assert_eq!(store.rename_layout(user(2), Role::Defender, "c", "d").await.unwrap(), Renamed::NoSuchLayout);
    let now = store.layouts(user(1), Role::Defender).await.unwrap();
    assert_eq!(names(&now), ["b", "c"]);
    assert_eq!(now[1].layout, kept.layout);
}
