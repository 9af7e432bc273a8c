//! How long a server's leaderboard, and one member's place, games and profile take to read, once many
//! games have been played there: `cargo bench --bench leaderboard`.
//!
//! The games are written through the store itself, so that the totals read are those that it keeps.

use std::sync::Arc;
use std::time::{Duration, Instant};

use junqi::rules::{Contract, GameResult, Role, Seat, Secret, Settings};
use junqi::store::SqliteStore;
use junqi::table::{
    Append, ChannelId, Games, GuildId, LedgerRow, Period, Scores, Settlement, Store, StoreError, TableSetup,
    UserId,
};

const GUILD: GuildId = GuildId(1);
/// Games in the server.
const GAMES: u64 = 50_000;
/// People who play there.
const PEOPLE: u64 = 2_000;
/// Appends handed in at a time; they share commits.
const AT_A_TIME: u64 = 64;
/// Reads of each sort.
const READS: usize = 200;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    runtime.block_on(async {
        let folder = tempfile::tempdir()?;
        let path = folder.path().join("junqi.sqlite");
        let store = Arc::new(SqliteStore::open(&path).await?);
        let begun = Instant::now();
        fill(&store).await?;
        println!("{GAMES} games of {PEOPLE} people written in {:.1} s", begun.elapsed().as_secs_f64());
        let begun = Instant::now();
        assert_eq!(store.wrong_totals().await?, 0);
        println!("totals compared with the whole ledger in {:.0} ms", begun.elapsed().as_secs_f64() * 1e3);
        let last = u32::try_from(PEOPLE)? - 10;
        for (what, skip) in [("first page", 0), ("last page", last)] {
            report(what, || async { store.leaderboard(GUILD, Period::AllTime, skip, 10).await.map(|_| ()) })
                .await?;
        }
        let user = UserId(7);
        report("own place", || async { store.standing(GUILD, Period::Season, user).await.map(|_| ()) })
            .await?;
        report("page of games", || async {
            store.history(GUILD, user, Games::Counted, 0, 10).await.map(|_| ())
        })
        .await?;
        report("profile", || async { store.career(GUILD, user).await.map(|_| ()) }).await?;
        store.close().await;
        Ok(())
    })
}

async fn fill(store: &Arc<SqliteStore>) -> Result<(), Box<dyn std::error::Error>> {
    for first in (0..GAMES).step_by(usize::try_from(AT_A_TIME)?) {
        let games = (first..GAMES.min(first + AT_A_TIME)).map(|game| {
            let store = Arc::clone(store);
            tokio::spawn(async move { play(&store, game).await })
        });
        for game in games.collect::<Vec<_>>() {
            game.await??;
        }
    }
    Ok(())
}

async fn play(store: &SqliteStore, game: u64) -> Result<(), StoreError> {
    let setup = TableSetup {
        guild: GUILD,
        channel: ChannelId(1),
        settings: Settings::default(),
        people_to_count: 2,
        locale: "zh-TW".to_owned(),
        secret: Secret([0; 32]),
        rematch: None,
        opened_unix_ms: 0,
    };
    let table = store.open_table(&setup).await?;
    let row = |(number, seat): (u64, Seat)| LedgerRow {
        // Four different people each time, everybody equally often in the end.
        user: UserId((game * 4 + number + game / 500) % PEOPLE),
        name: format!("player {number}"),
        seat,
        role: Some(if seat == Seat::South { Role::Declarer } else { Role::Defender }),
        points: if seat == Seat::South { 60 } else { -20 },
        has_deserted: false,
    };
    let settlement = Settlement {
        result: Some(GameResult::DeclarerMade),
        contract: Some(Contract::Two),
        counts: true,
        ledger: (0..).zip(Seat::ALL).map(row).collect(),
        ended_unix_ms: game.cast_signed(),
    };
    let entries = Vec::new();
    store
        .append(&Append { table, first_seq: 0, entries, claims: Vec::new(), settlement: Some(settlement) })
        .await
}

async fn report<R>(what: &str, read: impl Fn() -> R) -> Result<(), StoreError>
where
    R: Future<Output = Result<(), StoreError>>,
{
    let mut times: Vec<Duration> = Vec::with_capacity(READS);
    for _ in 0..READS {
        let begun = Instant::now();
        read().await?;
        times.push(begun.elapsed());
    }
    times.sort_unstable();
    let ms = |time: Duration| time.as_secs_f64() * 1e3;
    println!("{what:15} median {:7.2} ms, p99 {:7.2} ms", ms(times[READS / 2]), ms(times[READS * 99 / 100]));
    Ok(())
}
