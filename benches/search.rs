//! The computer players' search by itself: best replies a second on one core, and what it allocates
//! (nothing for each move searched; a table of hopes for each search).

use divan::counter::ItemsCount;
use divan::{AllocProfiler, Bencher};
use junqi::players::{Level, rehearse};
use junqi::rules::{Awaits, Contract, Game, Seat};
use junqi::selfplay::play_bid;
use junqi::view::PlayerView;

#[global_allocator]
static ALLOCATOR: AllocProfiler = AllocProfiler::system();

fn main() {
    divan::main();
}

/// What the player on turn sees at every tenth ply of a game.
fn views() -> Vec<PlayerView> {
    let played = play_bid(3, [Level::Simple; 4], (Seat::South, Contract::Two));
    let mut game = Game::new(*played.game.setup());
    let mut views = Vec::new();
    for event in &played.events {
        game.apply(event).expect("the game's own events fit it");
        let plies = game.battle().map(|battle| battle.position().plies());
        if let (Some(0 | 10 | 20 | 30 | 40 | 50 | 60 | 70 | 80 | 90), Awaits::Move(seat)) =
            (plies, game.awaits())
        {
            views.push(PlayerView::of(&game, seat));
        }
    }
    views
}

/// One move's search at level hard; items are best replies.
#[divan::bench(args = [0, 3, 6, 9])]
fn best_replies(bencher: Bencher, view: usize) {
    let views = views();
    let view = &views[view.min(views.len() - 1)];
    rehearse(Level::Hard, view, 7, |search| {
        let replies = search();
        bencher.counter(ItemsCount::new(replies)).bench_local(&mut *search);
    });
}
