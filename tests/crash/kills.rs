//! Tables that run while the program is killed at random moments.
//!
//! `JUNQI_KILLS` and `JUNQI_KILLS_SEED` in the environment set how often, and which moments.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use discord_sandbox::{ChannelId, Config, DirectMessages, MessageId, MessageView, RateLimits};
use junqi::discord::AdminButton;
use junqi::discord::custom_id::{Button, CustomId};
use junqi::sandbox::{Club, Found, Hands, ours};
use junqi::store::{SqliteStore, check};
use junqi::table::{TableId, TableState};

use crate::autopsy::{Autopsy, Stage};
use crate::oracle;
use crate::people::{Dice, Person, is_on_board, newest};
use crate::program::{Ground, Program};

/// Two people for each of the tables, and one who looks on.
const PEOPLE: [(&str, &str, DirectMessages); 5] = [
    ("小明", "zh-TW", DirectMessages::Open),
    ("阿華", "zh-TW", DirectMessages::Closed),
    ("小紅", "zh-TW", DirectMessages::Closed),
    ("大偉", "zh-TW", DirectMessages::Open),
    ("旁觀者", "zh-TW", DirectMessages::Open),
];
const TABLES: usize = 2;

/// What a board may take to be posted anew.
const ANEW_MAX: Duration = Duration::from_mins(1);

/// Discord's codes for a message that is not there and for a thread that is.
const MESSAGE_GONE: u32 = 10_008;
const THREAD_STANDS: u32 = 160_004;

/// How long the last games may go on after the last kill, and after the last of many.
const PLAY_OUT: Duration = Duration::from_secs(20);
const PLAY_OUT_LONG: Duration = Duration::from_mins(3);

/// A program lives until so many things have happened in the stand-in at most: counted so, a slow machine
/// strikes the same stages as a quick one.
struct Life(u64);

/// If less happens, that long.
const LIFE_MAX_TIME: Duration = Duration::from_secs(15);

/// One in that many is killed while it is still starting.
const IN_ITS_CRADLE: u64 = 8;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn twenty_kills_lose_nothing_and_do_nothing_twice() {
    drive(number("JUNQI_KILLS").unwrap_or(20), Life(150)).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "takes a quarter of an hour: see CONTRIBUTING.md"]
async fn two_hundred_kills_lose_nothing_and_do_nothing_twice() {
    let fell = drive(number("JUNQI_KILLS").unwrap_or(200), Life(300)).await;
    for stage in Stage::ALL {
        assert!(fell.get(&stage).is_some_and(|times| *times > 0), "no kill fell in {stage}");
    }
}

fn number(variable: &str) -> Option<u64> {
    std::env::var(variable).ok().map(|value| value.parse().expect("a number"))
}

/// The club with its channels, and what stands on its ground.
struct Scene {
    club: Club,
    channels: Vec<ChannelId>,
    ground: Ground,
}

impl Scene {
    async fn open() -> Self {
        let config =
            Config { rate_limits: RateLimits::GlobalOnly, session_starts: 100_000, ..Config::default() };
        let club = Club::start(config, &PEOPLE).await.unwrap();
        let mut channels = vec![club.channel];
        while channels.len() < TABLES {
            channels.push(club.sandbox.add_text_channel(club.guild, format!("軍棋{}", channels.len())));
        }
        let mut ground = Ground::new(&club);
        ground.computer_pause = Duration::from_millis(100);
        Self { club, channels, ground }
    }

    /// Two people in each channel.
    fn people(&self, dice: &mut Dice) -> Vec<Person> {
        let member = |number: usize| {
            let member = &self.club.members[number];
            let hands = Hands { user: member.user.clone(), channel: self.channels[number / 2] };
            let dice = Dice::new(dice.below(u64::MAX));
            Person {
                hands,
                name: member.name.clone(),
                dice,
                is_opener: number.is_multiple_of(2),
                has_asked_enough: None,
            }
        };
        (0..2 * TABLES).map(member).collect()
    }

    /// All that anybody sees, oldest first.
    fn messages(&self) -> Vec<MessageView> {
        let onlooker = &self.club.members[2 * TABLES].user;
        let mut all: Vec<MessageView> =
            self.channels.iter().flat_map(|channel| onlooker.messages_with_threads(*channel)).collect();
        all.sort_by_key(|message| message.id);
        all
    }

    fn last_message(&self) -> Option<MessageId> {
        self.messages().last().map(|message| message.id)
    }

    /// The manager stops the games that run.
    async fn stop_what_runs(&self) {
        let manager = &self.club.members[0].user;
        for channel in &self.channels {
            let messages = self.club.members[2 * TABLES].user.messages_with_threads(*channel);
            let running: BTreeSet<TableId> = boards(&messages).map(|found| found.id.table).collect();
            for table in running {
                let game = [("game", table.to_string().into())];
                let asked = manager.slash(*channel, "junqi-admin stop", &game).await.unwrap();
                let question = manager.wait_for_answer(&asked, ANEW_MAX).await.unwrap();
                let yes = CustomId { table, button: Button::Admin(AdminButton::Stop) }.to_string();
                if question.component(&yes).is_some() {
                    manager.press(question.id, &yes).await.unwrap();
                }
            }
        }
    }

    /// Waits until so many things have happened.
    async fn let_live(&self, count: u64) {
        let mut changes = self.club.sandbox.changes();
        let until = *changes.borrow() + count;
        // Where the tables stand still, time alone tells.
        drop(tokio::time::timeout(LIFE_MAX_TIME, changes.wait_for(|now| *now >= until)).await);
    }

    /// Waits until every table that ran has its board below everything posted before, with clocks that began
    /// after the start (RULES 12.6).
    async fn see_boards_anew(&self, left: &Autopsy, last: Option<MessageId>, program: &Program) {
        for (id, found) in &left.tables {
            if matches!(found.stage, Stage::End | Stage::Told) {
                continue;
            }
            let anew = self.club.sandbox.wait_until(ANEW_MAX, |_| {
                let messages = self.messages();
                let board = newest(&messages, *id, is_on_board)?;
                (Some(board.message.id) > last).then(|| (board.id.button, board.message.content.clone()))
            });
            let Ok((button, content)) = anew.await else {
                panic!("the board of table {id} is not posted anew; it was in the {}", found.stage)
            };
            let state = TableState::replay(found.stored.clone()).unwrap();
            let clocks = state.settings().clocks;
            let clock_s = match button {
                Button::Call { .. } => clocks.call_s,
                Button::Move if content.contains("表決中") => clocks.vote_s,
                Button::Move => clocks.move_s,
                Button::View => clocks.declarer_deployment_s.min(clocks.defender_deployment_s),
                _ => continue,
            };
            for at_s in countdowns(&content) {
                let began_ms = (at_s + 1) * 1_000 - i64::from(clock_s) * 1_000;
                assert!(began_ms >= program.spawned_unix_ms, "a clock of table {id} has run on: {content}");
            }
        }
    }
}

/// The moments that a text counts down to, in seconds of Unix time.
fn countdowns(content: &str) -> Vec<i64> {
    let after = content.split("<t:").skip(1);
    after.filter_map(|rest| rest.split([':', '>']).next()?.parse().ok()).collect()
}

/// Plays and kills, and looks at what is left. How many tables were struck in which stage.
async fn drive(kills: u64, life: Life) -> BTreeMap<Stage, u64> {
    let seed = number("JUNQI_KILLS_SEED").unwrap_or(1);
    println!("{kills} kills, JUNQI_KILLS_SEED={seed}");
    let mut dice = Dice::new(seed);
    let scene = Scene::open().await;
    let is_closing = Arc::new(AtomicBool::new(false));
    let mut program = Program::start(&scene.club, &scene.ground).await;
    let people: Vec<_> = scene
        .people(&mut dice)
        .into_iter()
        .map(|person| tokio::spawn(person.live(is_closing.clone())))
        .collect();
    let mut fell: BTreeMap<Stage, u64> = BTreeMap::new();
    let mut before = Autopsy::default();
    let mut last = scene.last_message();
    let began = Instant::now();
    for kill in 1..=kills {
        if dice.once_in(IN_ITS_CRADLE) {
            tokio::time::sleep(Duration::from_millis(dice.below(600))).await;
        } else {
            program.ready(&scene.club).await;
            if dice.once_in(3) {
                scene.see_boards_anew(&before, last, &program).await;
            }
            scene.let_live(dice.below(life.0)).await;
            // Somewhere between two things.
            tokio::time::sleep(Duration::from_micros(dice.below(30_000))).await;
        }
        program.kill(&scene.club).await;
        let left = Autopsy::of(&scene.ground.database, &scene.ground.beside("autopsy.sqlite")).await;
        left.assert_goes_on_from(&before);
        for found in left.tables.values().filter(|found| found.stage != Stage::Told) {
            *fell.entry(found.stage).or_default() += 1;
        }
        last = scene.last_message();
        before = left;
        program = Program::spawn(&scene.club, &scene.ground);
        if kill.is_multiple_of(10) {
            let entries: usize = before.tables.values().map(|found| found.stored.entries.len()).sum();
            println!(
                "{kill} kills after {} s; {} tables, {entries} entries; {fell:?}",
                began.elapsed().as_secs(),
                before.tables.len()
            );
        }
    }
    program.ready(&scene.club).await;
    scene.see_boards_anew(&before, last, &program).await;

    // The last tables come to their end.
    is_closing.store(true, Ordering::SeqCst);
    let playing = async {
        for person in people {
            person.await.unwrap();
        }
    };
    let play_out = if kills > 50 { PLAY_OUT_LONG } else { PLAY_OUT };
    if tokio::time::timeout(play_out, playing).await.is_err() {
        // Computer players need not agree to a draw.
        scene.stop_what_runs().await;
    }
    println!("the last game is over after {} s", began.elapsed().as_secs());
    let told =
        scene.club.sandbox.wait_until(ANEW_MAX, |_| boards(&scene.messages()).next().is_none().then_some(()));
    told.await.expect("no board is left standing");
    let cleared =
        scene.club.sandbox.wait_until(ANEW_MAX, |_| asking(&scene.messages()).is_empty().then_some(()));
    if cleared.await.is_err() {
        let left = asking(&scene.messages());
        panic!("what a program that was killed had posted still asks for something: {left:#?}");
    }
    program.kill(&scene.club).await;
    let store = SqliteStore::open(&scene.ground.database).await.unwrap();
    let end = Autopsy::read(&store).await;
    end.assert_goes_on_from(&before);
    oracle::nothing_is_lost_or_done_twice(&scene.club, &store, &end).await;
    store.close().await;
    let report = check(&scene.ground.database).await.unwrap();
    assert_eq!(report.faults, [""; 0], "every game plays again");
    assert!(report.verified >= TABLES as u64, "games were played");
    let log = scene.ground.log();
    let faults: Vec<&str> =
        log.lines().filter(|line| line.contains("ERROR") || line.contains("panicked")).collect();
    assert!(faults.is_empty(), "the program logged faults: {faults:#?}");
    // What the program before has deleted or opened, and had no time to write down, is tried once more.
    let mut violations = scene.club.sandbox.violations();
    violations.retain(|violation| !matches!(violation.code, MESSAGE_GONE | THREAD_STANDS));
    assert!(violations.is_empty(), "{violations:#?}");
    println!(
        "{kills} kills in {} s; {} tables, {} games verified, {} entries; tables struck in each stage:",
        began.elapsed().as_secs(),
        report.tables,
        report.verified,
        report.entries
    );
    for stage in Stage::ALL {
        println!("  {stage:<10} {:>5}", fell.get(&stage).copied().unwrap_or_default());
    }
    fell
}

/// What messages say that still ask for something.
fn asking(messages: &[MessageView]) -> Vec<String> {
    let asks =
        |button| matches!(button, Button::Vote { .. } | Button::Call { .. } | Button::Move | Button::Start);
    ours(messages).filter(|found| asks(found.id.button)).map(|found| found.message.content.clone()).collect()
}

/// The boards on which a table that is not over can be played on.
fn boards(messages: &[MessageView]) -> impl Iterator<Item = Found<'_>> {
    let over: BTreeSet<TableId> = ours(messages)
        .filter(|found| found.id.button == Button::Rematch)
        .map(|found| found.id.table)
        .collect();
    ours(messages).filter(move |found| is_on_board(found.id.button) && !over.contains(&found.id.table))
}
