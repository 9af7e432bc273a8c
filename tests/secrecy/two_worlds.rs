//! RULES 15 over the whole program: two worlds that one player alone can tell apart send everybody else the same.

use junqi::rules::Seat;

use crate::listener::alone;
use crate::worlds::{Script, both};

#[tokio::test]
async fn two_worlds_that_only_their_owner_can_tell_apart_send_the_same() {
    let _alone = alone().await;
    for (seed, owner, moves) in [(11, Seat::West, 4), (12, Seat::South, 4)] {
        let script = Script::of(seed, owner, moves);
        let played = tokio::task::spawn_blocking(move || both(&script, |service| service));
        let [one, other] = played.await.unwrap();
        assert_eq!(one.difference(&other), None, "RULES 15: seed {seed}");
        let sent: usize = one.requests.values().map(Vec::len).sum();
        let looked_at = (sent, one.seen.len(), one.told.len(), one.at_rest.len(), one.logged.len());
        println!("seed {seed}: (sent, seen, told, rests, logged) {looked_at:?}");
        assert!(sent > 200 && one.seen.len() > 40 && one.told.len() > 60, "{looked_at:?}");
        assert!(one.at_rest.len() > 200 && one.logged.len() > 1, "{looked_at:?}");
    }
}
