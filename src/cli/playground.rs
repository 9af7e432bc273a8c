//! A local Discord to play in, with a page for the browser.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context as _, anyhow};
use discord_sandbox::{Config, Page, PageConfig, StartError};

use super::asked_to_end;
use crate::sandbox::Club;
use crate::store::SqliteStore;
use crate::table::Habits;

/// The bot's name on the sample server.
const BOT_NAME: &str = "軍棋三打一";

/// What is to be played in.
pub(super) struct Playground {
    pub(super) port: u16,
    /// Where everything is kept; a temporary folder where none is named.
    pub(super) data: Option<PathBuf>,
    pub(super) page_files: Option<PathBuf>,
}

impl Playground {
    /// Runs until the program is asked to end.
    pub(super) async fn run(self) -> anyhow::Result<()> {
        // Listening begins here, so that who ends it while it starts ends it as cleanly.
        let asked = tokio::spawn(asked_to_end());
        let (folder, _passing) = if let Some(folder) = &self.data {
            (folder.clone(), None)
        } else {
            let folder = tempfile::tempdir();
            let folder = folder.context("no temporary folder can be made; name one with --data DIR")?;
            // It goes when this is dropped, at the very end.
            (folder.path().to_owned(), Some(folder))
        };
        std::fs::create_dir_all(&folder)
            .with_context(|| format!("the folder {} cannot be made", folder.display()))?;
        let store = Arc::new(SqliteStore::open(&folder.join("junqi.sqlite")).await?);
        let config = Config { bot_name: BOT_NAME.to_owned(), ..Config::default() };
        let club = Club::open(config, &folder.join("discord")).await?;
        let page = self.open_page(&club).await?;
        let mut bot = club.start_bot(store.clone(), Habits::default()).await?;
        self.greet(&club, &page, &folder);
        let by_itself = tokio::select! {
            _ = asked => None,
            ended = bot.ended() => Some(ended),
        };
        eprintln!("Ending …");
        let ended = match by_itself {
            None => bot.stop().await,
            Some(ended) => ended,
        };
        drop(page);
        // What was kept is written down also where the bot has failed.
        let kept = club.sandbox.close().await;
        store.close().await;
        ended.context("the bot has stopped")?;
        kept?;
        Ok(())
    }

    async fn open_page(&self, club: &Club) -> anyhow::Result<Page> {
        let config = PageConfig { port: self.port, files: self.page_files.clone() };
        club.sandbox.open_page(config).await.map_err(|fault| match fault {
            StartError::Listen { port, source } => anyhow!(
                "port {port} on this machine cannot be had ({source}); end the program that has it, perhaps another \
                 sandbox, or choose another with --port N (0 takes any free one)"
            ),
            other => other.into(),
        })
    }

    fn greet(&self, club: &Club, page: &Page, folder: &Path) {
        println!("A local Discord runs, with the bot in it. Open it in a browser:\n\n  {}\n", page.url());
        println!("Each window acts as one user; open two side by side to be two people:");
        for member in &club.members {
            println!("  {}  {}", page.url_as(member.user.id()), member.name);
        }
        println!("\nType /junqi start there; computers fill the free places on request.");
        if self.data.is_some() {
            println!("Everything is kept in {}.", folder.display());
        } else {
            println!("Nothing is kept when it ends; --data DIR keeps it.");
        }
        println!("Press Ctrl-C to end.");
    }
}
