//! Every route that the bot asks, answering in every wrong way for a while.
//!
//! The routes are read off the requests of a game without faults, so a new one is covered by itself.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use discord_sandbox::{Config, Cut, Descriptions, RateLimits, RouteFault, Sandbox};
use junqi::sandbox::Club;
use tokio::runtime::Handle;
use tokio::sync::Semaphore;
use tokio::task::{JoinSet, spawn_blocking};

use crate::match_play::Match;
use crate::stage::{Theatre, USERS, hasty};

/// Games that are played at a time.
const AT_A_TIME: usize = 16;

/// How long the bot waits for an answer where answers are late, and how late they are.
const PATIENCE: Duration = Duration::from_millis(2_500);
const LATE: Duration = Duration::from_millis(3_500);

/// A kind of request: the method, and the path with `*` for what differs.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Route {
    method: String,
    path: String,
}

/// A wrong way to answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Wrong {
    Status(u16),
    /// 429, because others use the resource up.
    Limited,
    /// After the bot has given up.
    Late,
    CutInUpload,
    CutInAnswer,
}

const ALL: [Wrong; 7] = [
    Wrong::Limited,
    Wrong::Status(500),
    Wrong::Status(502),
    Wrong::Status(503),
    Wrong::Late,
    Wrong::CutInUpload,
    Wrong::CutInAnswer,
];

/// What befalls the requests of one game.
#[derive(Clone, Debug)]
struct Cell {
    routes: Vec<Route>,
    wrongs: Vec<Wrong>,
    /// How often each.
    times: u32,
}

impl Route {
    fn of(method: &str, path: &str) -> Self {
        let is_word =
            |part: &str| part.len() < 24 && part.chars().all(|c| c.is_ascii_lowercase() || "@-".contains(c));
        let parts = path.split('/').map(|part| if is_word(part) { part } else { "*" });
        Self { method: method.to_owned(), path: parts.collect::<Vec<_>>().join("/") }
    }
}

impl Cell {
    fn order(&self, sandbox: &Sandbox) {
        for Route { method, path } in &self.routes {
            for wrong in &self.wrongs {
                match wrong {
                    Wrong::Status(status) => sandbox.fail_route(RouteFault {
                        method: method.clone(),
                        path_prefix: path.clone(),
                        status: *status,
                        code: 0,
                        times: self.times,
                    }),
                    Wrong::Limited => {
                        sandbox.limit_resource(method, path, Duration::from_millis(300), self.times);
                    }
                    Wrong::Late => sandbox.delay_route(method, path, LATE, self.times),
                    Wrong::CutInUpload => sandbox.cut_route(method, path, Cut::InUpload, self.times),
                    Wrong::CutInAnswer => sandbox.cut_route(method, path, Cut::InAnswer, self.times),
                }
            }
        }
    }

    /// Whether the bot may not know what it has done: it does it again, and may be told so.
    fn is_blinding(&self) -> bool {
        let blinds = |wrong: &Wrong| matches!(wrong, Wrong::Late | Wrong::CutInAnswer | Wrong::CutInUpload);
        self.wrongs.iter().any(blinds)
    }

    async fn play(self) {
        let theatre = theatre(&self).await;
        let game = Match::first(&theatre);
        game.play(async |_| {}).await;
        game.see_the_result().await;
        game.assert_sound().await;
        let mut violations = theatre.club.sandbox.violations();
        // Machines under load answer late.
        violations.retain(|violation| violation.code != 10_062);
        if self.is_blinding() {
            // Deleted, answered or opened already.
            violations.retain(|violation| ![10_008, 40_060, 160_004].contains(&violation.code));
        }
        assert!(violations.is_empty(), "{violations:#?}");
        theatre.bot.stop().await.unwrap();
    }
}

/// A theatre in which the faults wait for the bot's first request.
async fn theatre(cell: &Cell) -> Theatre {
    let config = Config {
        rate_limits: RateLimits::GlobalOnly,
        answer_within: Duration::from_millis(1_500),
        descriptions: Descriptions::Ignored,
        ..Config::default()
    };
    let mut club = Club::start(config, &USERS).await.unwrap();
    if cell.wrongs.contains(&Wrong::Late) {
        club.patience = PATIENCE;
    }
    Theatre::open_in(club, hasty(), async |club, _| cell.order(&club.sandbox)).await
}

/// The routes of a game without faults.
async fn routes() -> Vec<Route> {
    let none = Cell { routes: Vec::new(), wrongs: Vec::new(), times: 0 };
    let theatre = theatre(&none).await;
    let game = Match::first(&theatre);
    game.play(async |_| {}).await;
    game.see_the_result().await;
    let journal = theatre.club.sandbox.journal();
    let routes: BTreeSet<Route> =
        journal.iter().map(|exchange| Route::of(&exchange.method, &exchange.path)).collect();
    theatre.assert_clean();
    theatre.bot.stop().await.unwrap();
    routes.into_iter().collect()
}

/// Plays a game for each cell, several at a time, and names those that did not reach their end.
async fn play_all(cells: Vec<Cell>) {
    let places = Arc::new(Semaphore::new(AT_A_TIME));
    let mut games = JoinSet::new();
    let count = cells.len();
    for cell in cells {
        let places = Arc::clone(&places);
        games.spawn(async move {
            let _place = places.acquire().await.unwrap();
            let name = format!("{:?} on {:?}", cell.wrongs, cell.routes);
            // A panic in a game is that game's.
            let game = spawn_blocking(move || Handle::current().block_on(cell.play()));
            game.await.err().map(|fault| format!("{name}: {fault}"))
        });
    }
    let failed: Vec<String> = games.join_all().await.into_iter().flatten().collect();
    assert!(
        failed.is_empty(),
        "{} of {count} games did not reach their end:\n{}",
        failed.len(),
        failed.join("\n")
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_table_reaches_its_end_whatever_route_fails_for_a_while_and_however() {
    let routes = routes().await;
    let has = |method: &str, path: &str| routes.contains(&Route::of(method, path));
    assert!(
        has("POST", "/interactions/1/T0/callback") && has("PUT", "/applications/1/commands"),
        "{routes:#?}"
    );
    assert!(
        has("POST", "/channels/1/messages/1/threads") && has("DELETE", "/channels/1/messages/1"),
        "{routes:#?}"
    );
    let (answers, breaks) = ALL.split_at(4);
    let each = routes.iter().flat_map(|route| {
        [answers, breaks].map(|wrongs| Cell {
            routes: vec![route.clone()],
            wrongs: wrongs.to_vec(),
            times: 1,
        })
    });
    // All routes at once: Discord is down.
    let down = ALL.iter().map(|wrong| Cell { routes: routes.clone(), wrongs: vec![*wrong], times: 2 });
    play_all(each.chain(down).collect()).await;
}

/// `cargo test --test faults -- --ignored each_route_and_each_wrong_answer`
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "a hundred games, each fault by itself and three times over: some minutes"]
async fn each_route_and_each_wrong_answer_by_itself() {
    let routes = routes().await;
    let cells = routes.iter().flat_map(|route| {
        ALL.map(|wrong| Cell { routes: vec![route.clone()], wrongs: vec![wrong], times: 3 })
    });
    play_all(cells.collect()).await;
}
