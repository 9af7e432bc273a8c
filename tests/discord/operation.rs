//! The real program as its operator meets it: how it ends, what it says, what it shows of itself.

use std::io::Read as _;
use std::net::{SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use discord_sandbox::{Config, RateLimits};
use junqi::discord::custom_id::Button;
use junqi::rules::Call;
use junqi::sandbox::{Club, ours};
use junqi::store::check;
use tempfile::TempDir;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};

use crate::stage::{SOON, USERS, ask, hands, open_table};

/// Nothing in a log could be mistaken for it.
const TOKEN: &str = "MTIzNDU2Nzg5.RECOGNISABLE.token-of-this-very-test";

/// Longer than the program may take to end.
const ENDS_WITHIN: Duration = Duration::from_secs(15);

/// A stand-in, and a folder for the program's files.
struct House {
    club: Club,
    folder: TempDir,
}

/// The program, with what it says.
struct Program {
    child: Child,
    said: Arc<Mutex<String>>,
}

impl House {
    async fn open(config: Config) -> Self {
        let config = Config { rate_limits: RateLimits::GlobalOnly, token: Some(TOKEN.to_owned()), ..config };
        Self { club: Club::start(config, &USERS).await.unwrap(), folder: tempfile::tempdir().unwrap() }
    }

    fn database(&self) -> PathBuf {
        self.folder.path().join("junqi.sqlite")
    }

    fn start(&self, arguments: &[&str]) -> Program {
        self.start_with(arguments, TOKEN)
    }

    fn start_with(&self, arguments: &[&str], token: &str) -> Program {
        let connection = self.club.sandbox.connection();
        let ca = self.folder.path().join("ca.pem");
        std::fs::write(&ca, &connection.ca_pem).unwrap();
        let mut child = Command::new(env!("CARGO_BIN_EXE_junqi"))
            .current_dir(self.folder.path())
            .arg("run")
            .args(["--sandbox", &connection.rest.to_string(), "--computer-pause", "0"])
            .args([Path::new("--sandbox-ca"), &ca, Path::new("--database"), &self.database()])
            .args(arguments)
            .env("DISCORD_TOKEN", token)
            .env("RUST_LOG", "trace")
            .env("RUST_BACKTRACE", "0")
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut stream = child.stderr.take().unwrap();
        let said = Arc::new(Mutex::new(String::new()));
        let heard = Arc::clone(&said);
        std::thread::spawn(move || {
            let mut part = [0; 4096];
            while let Ok(read @ 1..) = stream.read(&mut part) {
                heard.lock().unwrap().push_str(&String::from_utf8_lossy(&part[..read]));
            }
        });
        Program { child, said }
    }

    async fn started(&self, arguments: &[&str]) -> Program {
        let program = self.start(arguments);
        program.hear("the bot is in Discord").await;
        program
    }

    /// What the newest public message of the bot says.
    fn board(&self) -> String {
        let messages = hands(&self.club, 4).messages();
        let newest = ours(&messages).filter(|found| !found.message.is_ephemeral).map(|found| found.message);
        newest.max_by_key(|message| message.id).unwrap().content.clone()
    }
}

impl Program {
    fn said(&self) -> String {
        self.said.lock().unwrap().clone()
    }

    async fn hear(&self, words: &str) {
        let late = Instant::now() + Duration::from_secs(30);
        while !self.said().contains(words) {
            assert!(Instant::now() < late, "it does not say {words:?} but\n{}", self.said());
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    /// As an init system does.
    fn terminate(&self) {
        let done = Command::new("kill").args(["-TERM", &self.child.id().to_string()]).status().unwrap();
        assert!(done.success());
    }

    async fn ended(&mut self) -> ExitStatus {
        let late = Instant::now() + ENDS_WITHIN;
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status;
            }
            assert!(Instant::now() < late, "it does not end; it said\n{}", self.said());
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // A test that fails leaves no process behind; one that has ended is gone.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The status line and the body of a page that the program serves.
async fn page(address: SocketAddr, path: &str) -> (String, String) {
    let mut stream = tokio::net::TcpStream::connect(address).await.unwrap();
    stream.write_all(format!("GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n").as_bytes()).await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    let (head, body) = answer.split_once("\r\n\r\n").unwrap();
    (head.lines().next().unwrap().to_owned(), body.to_owned())
}

fn free_address() -> SocketAddr {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn asked_to_end_it_tells_its_players_opens_no_table_and_ends_well() {
    let house = House::open(Config::default()).await;
    let mut program = house.started(&[]).await;
    open_table(&house.club, 4).await;
    hands(&house.club, 0).press(|button| button == Button::Start).await.unwrap();
    hands(&house.club, 0).find(|button| button == Button::View).await.unwrap();
    // The table's players are told slowly, so that somebody can try to open another meanwhile.
    house.club.sandbox.delay_route("PATCH", "/channels", Duration::from_secs(2), 1);
    let begun = Instant::now();
    program.terminate();
    program.hear("asked to end").await;
    let refused = ask(&hands(&house.club, 4), "junqi start", &[]).await;
    assert!(refused.content.contains("restarted and open no new table"), "{}", refused.content);
    assert_eq!(program.ended().await.code(), Some(0), "{}", program.said());
    assert!(begun.elapsed() < Duration::from_secs(10), "it ends in time: {:?}", begun.elapsed());
    assert!(house.board().contains('⏸'), "its players are told: {}", house.board());
    assert!(check(&house.database()).await.unwrap().faults.is_empty());

    // Back again, the table goes on where it was.
    let before = house.board();
    let mut program = house.started(&[]).await;
    let onlooker = hands(&house.club, 4);
    let anew = |messages: &[discord_sandbox::MessageView]| {
        let newest = ours(messages).filter(|found| !found.message.is_ephemeral).map(|found| found.message);
        newest.max_by_key(|message| message.id).filter(|message| message.content != before).map(|_| ())
    };
    onlooker.wait_for(SOON, anew).await.unwrap();
    assert!(!house.board().contains('⏸'), "{}", house.board());
    let asked = onlooker.wait_for(SOON, |messages| {
        (0..4).find(|number| {
            let mention = format!("<@{}>", hands(&house.club, *number).user.id());
            messages.iter().any(|message| message.content.contains(&mention))
        })
    });
    let caller = asked.await.unwrap();
    hands(&house.club, caller).call(Call::One).await.unwrap();
    program.terminate();
    assert_eq!(program.ended().await.code(), Some(0));
    house.club.sandbox.close().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn players_who_cannot_be_told_in_time_hold_up_no_end() {
    let house = House::open(Config::default()).await;
    let mut program = house.started(&[]).await;
    open_table(&house.club, 2).await;
    house.club.sandbox.slow_network(Duration::from_secs(30));
    let begun = Instant::now();
    program.terminate();
    assert_eq!(program.ended().await.code(), Some(0), "{}", program.said());
    assert!(begun.elapsed() < ENDS_WITHIN, "{:?}", begun.elapsed());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_second_process_on_the_same_database_says_so_and_ends() {
    let house = House::open(Config::default()).await;
    let _first = house.started(&[]).await;
    let mut second = house.start(&[]);
    assert_eq!(second.ended().await.code(), Some(1));
    second.hear("in use by another running process; stop that one first").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn with_no_sessions_left_it_waits_instead_of_losing_its_token() {
    let house = House::open(Config { session_starts: 1, ..Config::default() }).await;
    let mut program = house.started(&["--pace-starts"]).await;
    program.terminate();
    assert_eq!(program.ended().await.code(), Some(0));
    let mut program = house.start(&["--pace-starts"]);
    program.hear("the next session of the gateway waits").await;
    program.hear("sessions_left=0").await;
    tokio::time::sleep(Duration::from_secs(1)).await;
    assert!(!program.said().contains("the bot is in Discord"));
    assert_eq!(house.club.sandbox.connection().token, TOKEN, "the token was not reset");
    program.terminate();
    assert_eq!(program.ended().await.code(), Some(0), "it can be ended while it waits");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_crash_loop_backs_off() {
    let house = House::open(Config::default()).await;
    for _ in 0..3 {
        let mut program = house.started(&["--pace-starts"]).await;
        program.child.kill().unwrap();
        program.child.wait().unwrap();
    }
    let mut program = house.start(&["--pace-starts"]);
    program.hear("the bot was started this often within two hours").await;
    program.hear("seconds=10").await;
    assert!(!program.said().contains("the bot is in Discord"));
    program.terminate();
    assert_eq!(program.ended().await.code(), Some(0));
    // Who ended it as it should be ended has seen to it: the next start is free.
    house.started(&["--pace-starts"]).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn at_every_level_the_log_is_ours_names_the_table_and_holds_no_token() {
    let house = House::open(Config::default()).await;
    let mut program = house.started(&[]).await;
    open_table(&house.club, 2).await;
    hands(&house.club, 0).press(|button| button == Button::Start).await.unwrap();
    hands(&house.club, 1).press(|button| button == Button::View).await.unwrap();
    // Errors are where tokens slip out: refused, cut off, late.
    let channel = house.club.channel;
    house.club.sandbox.drop_gateway();
    house.club.sandbox.slow_network(Duration::from_millis(3_500));
    // It comes too late, which is the point.
    let _ = hands(&house.club, 1).user.slash(channel, "junqi board", &[]).await;
    tokio::time::sleep(Duration::from_secs(5)).await;
    house.club.sandbox.slow_network(Duration::ZERO);
    // An event that the library cannot read, with the token of an interaction in it.
    let unreadable = serde_json::json!({ "id": "1", "type": 3, "token": "RECOGNISABLE", "data": "nothing" });
    house.club.sandbox.send_event("INTERACTION_CREATE", &unreadable);
    house.club.sandbox.send_text("RECOGNISABLE, and no payload");
    house.club.sandbox.delete_channel(channel);
    tokio::time::sleep(Duration::from_secs(2)).await;
    program.terminate();
    assert_eq!(program.ended().await.code(), Some(0));
    let said = program.said();
    assert!(!said.contains("RECOGNISABLE"), "the token is in the log");
    assert!(
        !said.contains("/webhooks/") && !said.contains("/callback"),
        "so are the tokens of interactions:\n{said}"
    );
    assert!(said.contains("Unhandled error"), "that an event could not be read is said:\n{said}");
    let lines = said.lines().filter(|line| line.starts_with("20"));
    for line in lines {
        let level = line.split_whitespace().nth(1).unwrap();
        let is_ours = line.contains(" junqi::") || line.contains(" junqi:");
        assert!(is_ours || !matches!(level, "DEBUG" | "TRACE"), "of libraries: {line}");
        let of_table = line.contains(" junqi::table::") || line.contains(" junqi::discord::herald");
        assert!(!of_table || line.contains("table{id=") || line.contains("table="), "which table? {line}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_wrong_token_is_told_without_naming_it_and_is_not_tried_again_by_itself() {
    let house = House::open(Config::default()).await;
    let wrong = "MTIzNDU2Nzg5.RECOGNISABLE.and-wrong";
    let mut program = house.start_with(&[], wrong);
    assert_eq!(program.ended().await.code(), Some(78), "a service manager need not start it again");
    program.hear("Discord does not know this token; copy it anew").await;
    assert!(!program.said().contains("RECOGNISABLE"), "{}", program.said());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn counts_and_health_are_served_on_this_machine_alone() {
    let house = House::open(Config::default()).await;
    let address = free_address();
    let program = house.started(&["--metrics-addr", &address.to_string()]).await;
    open_table(&house.club, 2).await;
    let (status, body) = page(address, "/healthz").await;
    assert_eq!((status.as_str(), body.as_str()), ("HTTP/1.1 200 OK", "gateway ok\nstore ok\n"));
    let (status, body) = page(address, "/metrics").await;
    assert_eq!(status, "HTTP/1.1 200 OK");
    for line in ["junqi_tables 1", "junqi_gateway_connected 1", "junqi_sessions_total 1"] {
        assert!(body.lines().any(|found| found == line), "{line} is missing in\n{body}");
    }
    assert!(body.contains("junqi_first_answer_seconds_count"), "{body}");
    for member in &house.club.members {
        assert!(!body.contains(&member.user.id().to_string()), "nobody is named");
    }
    assert!(!body.contains(&house.club.guild.to_string()));
    assert_eq!(page(address, "/").await.0, "HTTP/1.1 404 Not Found");
    // Without the gateway nothing can be played.
    house.club.sandbox.shut_gateway();
    house.club.sandbox.drop_gateway();
    let late = Instant::now() + SOON;
    while page(address, "/healthz").await.0 != "HTTP/1.1 503 Service Unavailable" {
        assert!(Instant::now() < late, "the gateway is gone\n{}", program.said());
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    assert_eq!(page(address, "/healthz").await.1, "gateway failing\nstore ok\n");
    drop(program);
    let mut program = house.start(&["--metrics-addr", "0.0.0.0:0"]);
    assert_eq!(program.ended().await.code(), Some(78));
    program.hear("where other machines could reach it").await;
}
