//! Two libraries that others wrote for Discord, unchanged but for the address: the sandbox is not only true to the library
//! that this project uses.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use discord_sandbox::Config;
use tempfile::NamedTempFile;

use crate::bot::Stage;
use crate::steps::{self, Scene, for_each_step};

/// What a foreign bot may take to start: an interpreter and its library.
const START: std::time::Duration = std::time::Duration::from_mins(1);

/// A bot in a process of its own, killed when dropped.
struct Guest {
    process: Child,
    /// Read by the process when it connects.
    _trust: NamedTempFile,
}

impl Drop for Guest {
    fn drop(&mut self) {
        // It may have ended by itself, which the script has noticed then.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// A program with the file that shows whether its library is installed.
struct Runner {
    folder: PathBuf,
    program: PathBuf,
    script: &'static str,
    library: &'static str,
    install: &'static str,
}

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/foreign").join(name)
}

fn python() -> Runner {
    let folder = folder("discord_py");
    Runner {
        program: folder.join(".venv/bin/python"),
        folder,
        script: "bot.py",
        library: ".venv/bin/python",
        install: "python3 -m venv .venv && .venv/bin/pip install -r requirements.txt",
    }
}

fn node() -> Runner {
    Runner {
        folder: folder("discord_js"),
        program: PathBuf::from("node"),
        script: "bot.mjs",
        library: "node_modules/discord.js/package.json",
        install: "npm ci",
    }
}

impl Runner {
    /// Nothing where the library is not installed; but where everything has to be tested that is a failure.
    fn start(&self, stage: &Stage) -> Option<Guest> {
        if !self.folder.join(self.library).exists() {
            let notice =
                format!("{} is NOT tested: run `{}` in {}", self.script, self.install, self.folder.display());
            assert!(std::env::var_os("CI").is_none(), "{notice}");
            // Past the test harness, which would keep a printed line to itself.
            let _ = writeln!(std::io::stderr(), "{notice}");
            return None;
        }
        let connection = stage.sandbox.connection();
        let mut trust = NamedTempFile::new().unwrap();
        trust.write_all(connection.ca_pem.as_bytes()).unwrap();
        let process = Command::new(&self.program)
            .arg(self.script)
            .current_dir(&self.folder)
            .env("SANDBOX_REST", format!("https://{}", connection.rest))
            .env("SANDBOX_TOKEN", &connection.token)
            .env("SANDBOX_CA", trust.path())
            .env("NODE_EXTRA_CA_CERTS", trust.path())
            .env("PYTHONDONTWRITEBYTECODE", "1")
            .stdin(Stdio::null())
            .spawn()
            .unwrap();
        Some(Guest { process, _trust: trust })
    }
}

macro_rules! run_all {
    ($($step:ident),* $(,)?) => {
        async fn whole_script(stage: &Stage) {
            $(
                println!("{}", stringify!($step));
                steps::$step(&Scene::open(stage)).await;
            )*
            println!("a_modal_with_lists_is_filled_in");
            steps::a_modal_with_lists_is_filled_in(&Scene::open(stage)).await;
        }
    };
}

for_each_step!(run_all);

/// The whole script with Discord's limits on, as a visitor would meet them.
async fn passes(runner: &Runner) {
    let stage = Stage::set(Config::default()).await;
    let Some(_guest) = runner.start(&stage) else {
        return;
    };
    stage.sandbox.wait_for_bot(START).await.unwrap();
    whole_script(&stage).await;
}

#[tokio::test]
async fn a_bot_on_discord_py_passes_the_same_script() {
    passes(&python()).await;
}

#[tokio::test]
async fn a_bot_on_discord_js_passes_the_same_script() {
    passes(&node()).await;
}
