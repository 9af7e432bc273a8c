//! `junqi sandbox` as a person starts and ends it.

#![allow(clippy::unwrap_used, reason = "a test that meets an error has failed")]
#![cfg(unix)]

use std::io::{BufRead as _, BufReader};
use std::net::TcpListener;
use std::path::Path;
use std::process::{Child, Command, Stdio};

struct Running {
    child: Child,
    said: Vec<String>,
}

/// Starts it and reads what it says until it stands.
fn start(folder: &Path) -> Running {
    let mut child = Command::new(env!("CARGO_BIN_EXE_junqi"))
        .args(["sandbox", "--port", "0", "--data"])
        .arg(folder)
        .current_dir(folder)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let mut said = Vec::new();
    for line in &mut lines {
        let line = line.unwrap();
        let is_last = line.contains("Ctrl-C");
        said.push(line);
        if is_last {
            break;
        }
    }
    Running { child, said }
}

impl Running {
    /// The users that it offers to act as: the ends of their addresses, and their names.
    fn users(&self) -> Vec<String> {
        let users = self.said.iter().filter_map(|line| line.split_once("/?as="));
        users.map(|(_, user)| user.to_owned()).collect()
    }

    fn end(mut self, signal: &str) {
        let id = self.child.id().to_string();
        assert!(Command::new("kill").args([signal, &id]).status().unwrap().success());
        let status = self.child.wait().unwrap();
        assert!(status.success(), "ended by {signal} with {status}");
    }
}

#[test]
fn it_ends_cleanly_and_keeps_its_server_between_runs() {
    let folder = tempfile::tempdir().unwrap();
    let first = start(folder.path());
    let users = first.users();
    assert!(users.len() >= 5, "{:?}", first.said);
    assert!(first.said.iter().any(|line| line.trim().starts_with("http://127.0.0.1:")), "{:?}", first.said);
    first.end("-INT");
    let again = start(folder.path());
    let known = again.users();
    assert!(users.iter().all(|user| known.contains(user)), "{users:?} are no longer all in {known:?}");
    again.end("-TERM");
}

#[test]
fn a_taken_port_is_named_with_the_way_out() {
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let folder = tempfile::tempdir().unwrap();
    let tried = Command::new(env!("CARGO_BIN_EXE_junqi"))
        .args(["sandbox", "--port", &port])
        .current_dir(folder.path())
        .output()
        .unwrap();
    let complaint = String::from_utf8_lossy(&tried.stderr);
    assert!(!tried.status.success());
    assert!(complaint.contains(&port) && complaint.contains("--port N"), "{complaint}");
}
