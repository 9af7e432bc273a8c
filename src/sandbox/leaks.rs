//! Bots that leak: the whole program, compiled with one leak at a time, in the same two worlds in which the program
//! as it is shipped sends everybody the same.

#[allow(clippy::unwrap_used, reason = "a test that meets an error has failed")]
#[path = "../../tests/secrecy/worlds/mod.rs"]
mod worlds;

use self::worlds::{Extent, Script, both};
use crate::discord::Service;
use crate::discord::leak::{Leak, Way};
use crate::rules::{Event, Kind, Point, Seat};

/// A point of the owner's whose piece is another in the other world, and both pieces.
fn hidden(script: &Script) -> (Point, [Kind; 2]) {
    let owner = script.twins.owner;
    let layouts = [0, 1].map(|world| {
        let arranged = script.before[world].iter().rev().find_map(|event| match event {
            Event::Arranged { seat, layout } if *seat == owner => Some(layout.clone()),
            _ => None,
        });
        arranged.expect("the owner has a layout")
    });
    let unlike = |point: Point| {
        let kinds = [layouts[0].kind(point)?, layouts[1].kind(point)?];
        // Some leaks tell whether the kind's number is odd.
        (kinds[0] as usize % 2 != kinds[1] as usize % 2).then_some((point, kinds))
    };
    Point::all().find_map(unlike).expect("the layouts differ")
}

/// Where the difference must be found.
fn found_in(way: Way) -> &'static str {
    match way {
        Way::Words | Way::AlternativeText | Way::FileName | Way::Option | Way::Ping | Way::Request => {
            "requests to"
        }
        Way::Suggestion => {
            "requests to (User(0), \"interaction 1\"): number 0 is\nPOST /interactions/#/{token}/callback 204 {\"data\":{\"choices"
        }
        Way::Picture => "messages",
        Way::Log => "logs",
    }
}

#[test]
fn a_bot_that_leaks_is_found_out_by_whichever_way_it_leaks() {
    // The end of a deployment and the beginning of the battle; one of the others asks what they may not know.
    let script = Script { extent: Extent::Brief, ..Script::of(11, Seat::West, 0) };
    let (point, kinds) = hidden(&script);
    let [one, other] = both(&script, |service| service);
    assert_eq!(one.difference(&other), None, "without a leak there is nothing to be found");
    for way in Way::ALL {
        let [one, other] =
            both(&script, move |service| Service { leak: Some(Leak { way, point }), ..service });
        let found = one.difference(&other).unwrap_or_else(|| panic!("{way:?} is not found"));
        assert!(found.starts_with(found_in(way)), "{way:?} is found as {found}");
        let is_named =
            kinds.iter().any(|kind| found.to_lowercase().contains(&format!("{kind:?}").to_lowercase()));
        let tells_one_bit = matches!(way, Way::Picture | Way::Ping | Way::Request);
        assert!(is_named || tells_one_bit, "{way:?} is found as {found}");
    }
}
