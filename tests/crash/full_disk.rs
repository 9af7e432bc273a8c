//! A disk that fills up in the middle of a game.
//!
//! The program runs under a limit to the size of its files, which needs no rights of any kind: what it writes
//! beyond fails as on a full disk, at the same place. The limit is set and taken away while it runs.

#![cfg(target_os = "linux")]

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use junqi::discord::custom_id::Button;
use junqi::rules::Call;
use junqi::store::{SqliteStore, check};
use junqi::table::{Store, TableId, TableState};

use crate::program::{Ground, Program};
use crate::stage::{SOON, USERS, club_of, hands, open_table};

/// Runs the command so that a write beyond the limit fails instead of ending it.
fn that_outlives_its_limit(command: &Command) -> Command {
    let mut wrapped = Command::new("sh");
    wrapped
        .args(["-c", "trap '' XFSZ; exec \"$0\" \"$@\""])
        .arg(command.get_program())
        .args(command.get_args());
    for (name, value) in command.get_envs() {
        match value {
            Some(value) => wrapped.env(name, value),
            None => wrapped.env_remove(name),
        };
    }
    wrapped
}

/// Lets no file of the process grow beyond so many bytes; none for no limit.
fn limit(program: &Program, bytes: Option<u64>) {
    let bytes = bytes.map_or("unlimited".to_owned(), |bytes| bytes.to_string());
    let set = Command::new("prlimit")
        .arg(format!("--fsize={bytes}:"))
        .arg(format!("--pid={}", program.id()))
        .status()
        .expect("prlimit belongs to util-linux");
    assert!(set.success());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_press_on_a_full_disk_is_refused_in_words_and_done_once_there_is_room() {
    let club = club_of(&USERS).await;
    let ground = Ground::new(&club);
    let mut program = Program::spawn_as(that_outlives_its_limit(&ground.command(&club)), &ground);
    program.ready(&club).await;
    open_table(&club, 4).await;
    hands(&club, 0).press(|button| button == Button::Start).await.unwrap();
    let first_call = |button| matches!(button, Button::Call { number: 0, call: Call::One });
    hands(&club, 4).find(first_call).await.unwrap();
    let pinged = |_: &discord_sandbox::Sandbox| (0..4).find(|number| hands(&club, *number).is_pinged());
    let caller = club.sandbox.wait_until(SOON, pinged).await.unwrap();
    let caller = hands(&club, caller);

    let log = PathBuf::from(format!("{}-wal", ground.database.display()));
    limit(&program, Some(fs::metadata(&log).unwrap().len()));
    caller.press(first_call).await.unwrap();
    let locale_says = ["went wrong on our side", "我們這邊出錯了"];
    let refused = caller.wait_for(SOON, |messages| {
        let says = |content: &str| locale_says.iter().any(|words| content.contains(words));
        messages.iter().find(|message| message.is_ephemeral && says(&message.content)).map(|_| ())
    });
    refused.await.expect("the press is refused in words");
    assert!(hands(&club, 4).find(first_call).await.is_ok(), "nothing has changed");

    limit(&program, None);
    caller.press(first_call).await.unwrap();
    hands(&club, 4).find(|button| matches!(button, Button::Call { number: 1, .. })).await.unwrap();

    program.kill(&club).await;
    assert!(ground.log().contains("a transaction failed"), "it stands in the log");
    let store = SqliteStore::open(&ground.database).await.unwrap();
    let state = TableState::replay(store.table(TableId(1)).await.unwrap()).unwrap();
    let calls = state.game().unwrap().auction().unwrap().calls().len();
    assert_eq!(calls, 1, "the call is there once");
    store.close().await;
    assert_eq!(check(&ground.database).await.unwrap().faults, [""; 0]);
}
