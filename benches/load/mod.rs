//! A thousand tables at once: how quickly presses are answered, and what that takes.
//!
//! The stand-in for Discord and its users run in this process, the bot in one of its own: the real
//! program with its library's rate limiter on. Games are seeded as stored logs in the middle of
//! their battles, which the bot takes up as after a restart. Each ply is pressed as a player
//! presses it, a piece and then where it goes, in a message that only they see. Every game is
//! played along here, and in the end each stored log must be what was pressed.

mod bot;
mod options;
mod part;
mod report;
mod stage;
mod table;

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use discord_sandbox::RateLimits;
use junqi::discord::custom_id::Button;
use junqi::rules::Seat;
use junqi::store::SqliteStore;
use junqi::table::Store;
use tokio::time::sleep;

use self::bot::{Bot, Place, Told};
pub use self::options::Options;
use self::part::Pace;
pub use self::report::Report;
use self::stage::{Seen, Stage};

/// Whatever keeps a run from its end.
pub type Fault = Box<dyn std::error::Error + Send + Sync>;

/// How long everything may take to be shown after a start: boards go out at Discord's pace.
const START_MAX: Duration = Duration::from_mins(8);

/// After that long Discord tells the user that nobody answers.
const GIVEN_UP: Duration = Duration::from_millis(3_100);

/// Between two looks.
const TICK: Duration = Duration::from_millis(5);

/// Measures.
pub async fn run(options: &Options) -> Result<Report, Fault> {
    let passing = tempfile::tempdir()?;
    let folder = options.keep.clone().unwrap_or_else(|| passing.path().to_owned());
    std::fs::create_dir_all(&folder)?;
    let database = folder.join("junqi.sqlite");
    let mut report = Report { tables: options.tables, ..Report::default() };
    say("seeding the games");
    let store = SqliteStore::open(&database).await?;
    let mut stage = Stage::set(&store, options.tables).await?;
    store.close().await;
    let seeded = size_of(&database);
    report.bytes_per_game = seeded as f64 / options.tables as f64;
    let place = |name: &str| Place {
        program: options.program.clone(),
        connection: stage.sandbox.connection(),
        database: folder.join(name),
        ca: folder.join("ca.pem"),
        log: folder.join("bot.log"),
    };
    let (empty, place) = (place("empty.sqlite"), place("junqi.sqlite"));
    report.empty_mb = measure_empty(&stage, &empty).await?;

    say("first start: boards are posted, players open their views");
    apart(&stage, options).await;
    let bot = Bot::start(&place, Told::Usual)?;
    show_boards(&mut stage).await?;
    open_views(&mut stage).await?;
    say("human pace, under Discord's own limits");
    let pace = Pace::Each(Duration::from_secs(options.pace));
    report.human = part::run(&mut stage, &bot, pace, options.length()).await?;
    say(&report.human.line());
    bot.kill()?;

    say("killed and started again");
    apart(&stage, options).await;
    stage.set_limits(RateLimits::RoutesOnly);
    let bot = Bot::start(&place, Told::Lifted)?;
    (report.restore, report.restore_shown) = restore(&mut stage, bot.started).await?;
    report.restored_mb = bot.resident_mb().unwrap_or_default().0;
    open_views(&mut stage).await?;
    say("at a given rate, global limit lifted");
    report.rated = part::run(&mut stage, &bot, Pace::Rate(options.rate), options.length()).await?;
    say(&report.rated.line());
    say("as fast as they go");
    report.full = part::run(&mut stage, &bot, Pace::Full, options.length()).await?;
    say(&report.full.line());
    (report.resident_mb, report.peak_mb) = bot.resident_mb().unwrap_or_default();
    bot.kill()?;

    let store = SqliteStore::open(&database).await?;
    report.wrong_plies = compare(&stage, &store).await?;
    store.close().await;
    let plies = report.human.plies + report.rated.plies + report.full.plies;
    report.bytes_per_ply = size_of(&database).saturating_sub(seeded) as f64 / plies.max(1) as f64;
    Ok(report)
}

fn say(what: &str) {
    eprintln!("load: {what}");
}

/// Discord lets a bot identify every five seconds only, and notices when one is gone.
async fn apart(stage: &Stage, options: &Options) {
    sleep(Duration::from_secs(if options.quick { 5 } else { 6 })).await;
    while stage.sandbox.gateway_connections() > 0 {
        sleep(TICK).await;
    }
}

/// The bot without a table, in megabytes.
async fn measure_empty(stage: &Stage, place: &Place) -> Result<f64, Fault> {
    let bot = Bot::start(place, Told::Usual)?;
    stage.sandbox.wait_for_bot(START_MAX).await?;
    sleep(Duration::from_secs(1)).await;
    let resident = bot.resident_mb().unwrap_or_default().0;
    bot.kill()?;
    Ok(resident)
}

/// Waits until every table has its board.
async fn show_boards(stage: &mut Stage) -> Result<(), Fault> {
    let start = Instant::now();
    while stage.tables.iter().any(|table| table.board.is_none()) {
        if start.elapsed() > START_MAX {
            return Err("not every table has a board".into());
        }
        stage.look();
        sleep(TICK).await;
    }
    Ok(())
}

/// Every player opens the message that only they see.
async fn open_views(stage: &mut Stage) -> Result<(), Fault> {
    for table in 0..stage.tables.len() {
        for seat in Seat::ALL {
            let Some(board) = stage.tables[table].board else { return Err("no board".into()) };
            let known = &mut stage.tables[table];
            if known.state.game().is_none_or(|game| game.over().is_some()) {
                continue;
            }
            known.views[seat] = None;
            stage.press(table, seat, board, Button::View, None);
        }
        wait_for_views(stage, table).await?;
    }
    Ok(())
}

async fn wait_for_views(stage: &mut Stage, table: usize) -> Result<(), Fault> {
    let start = Instant::now();
    let is_out =
        |stage: &Stage, seat| stage.tables[table].state.game().is_none_or(|game| game.is_eliminated(seat));
    while Seat::ALL.into_iter().any(|seat| stage.tables[table].views[seat].is_none() && !is_out(stage, seat))
    {
        if start.elapsed() > START_MAX {
            return Err("a player's view did not open".into());
        }
        stage.look();
        sleep(Duration::from_micros(500)).await;
    }
    Ok(())
}

/// Presses at every table as soon as the bot is connected, and again where Discord gave the press up
/// before the bot took it; how long after the start every table had answered, and shown.
async fn restore(stage: &mut Stage, started: Instant) -> Result<(Duration, Duration), Fault> {
    while stage.sandbox.gateway_connections() == 0 {
        sleep(TICK).await;
    }
    let tables = stage.tables.len();
    let (mut answered, mut shown) = (vec![None; tables], vec![None; tables]);
    let (mut asked, mut asked_at) = (HashMap::new(), None::<Instant>);
    while answered.iter().chain(&shown).any(Option::is_none) {
        if started.elapsed() > START_MAX {
            return Err("not every table answers after the restart".into());
        }
        if asked_at.is_none_or(|at| at.elapsed() > GIVEN_UP) {
            asked_at = Some(Instant::now());
            for table in (0..tables).filter(|table| answered[*table].is_none()) {
                let Some(board) = stage.tables[table].board else { return Err("no board".into()) };
                asked.insert(stage.press(table, Seat::South, board, Button::View, None), table);
            }
        }
        for seen in stage.look() {
            let now = started.elapsed();
            match seen {
                Seen::Answered { press, .. } => {
                    if let Some(table) = asked.get(&press) {
                        answered[*table].get_or_insert(now);
                    }
                }
                Seen::Viewed { table, .. } => {
                    shown[table].get_or_insert(now);
                }
                Seen::Refused { .. } | Seen::Board { .. } | Seen::TooMany => {}
            }
        }
        sleep(Duration::from_millis(1)).await;
    }
    let last = |times: Vec<Option<Duration>>| times.into_iter().flatten().max().unwrap_or_default();
    Ok((last(answered), last(shown)))
}

/// How many entries of the stored logs are not those that were pressed.
async fn compare(stage: &Stage, store: &SqliteStore) -> Result<u64, Fault> {
    let mut wrong = 0;
    for table in &stage.tables {
        let stored = store.table(table.state.id).await?;
        let same = stored.entries.iter().zip(&table.entries).take_while(|(one, other)| one == other).count();
        wrong += (stored.entries.len().max(table.entries.len()) - same) as u64;
    }
    Ok(wrong)
}

fn size_of(database: &Path) -> u64 {
    let beside = |end: &str| PathBuf::from(format!("{}{end}", database.display()));
    let size = |path: PathBuf| std::fs::metadata(path).map_or(0, |file| file.len());
    size(database.to_owned()) + size(beside("-wal"))
}
