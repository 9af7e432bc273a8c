//! `junqi sandbox`: a local Discord with the bot in it.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context as _;
use clap::Args;
use discord_sandbox::{Config, DirectMessages, MessageView, RateLimits};

use super::runtime;
use crate::discord::custom_id::{Button, CustomId};
use crate::players::{Level, player};
use crate::sandbox::{Album, Club, ScriptedUser, play_to_the_end};
use crate::store::SqliteStore;
use crate::table::Habits;

/// Who plays in the demonstration: name, language, and whether they take direct messages.
const USERS: [(&str, &str, DirectMessages); 3] = [
    ("小明", "zh-TW", DirectMessages::Open),
    ("Alice", "en-GB", DirectMessages::Closed),
    ("旁觀者", "zh-TW", DirectMessages::Open),
];

/// Of them these play; the others look on.
const PLAYERS: usize = 2;

/// Play in a local stand-in for Discord, without a token
#[derive(Debug, Args)]
pub(super) struct Sandbox {
    /// Play one whole game with scripted users beside computer players, and leave everything that
    /// each user saw in this folder
    #[arg(long, value_name = "DIR", default_value = "demo")]
    demo: PathBuf,
}

impl Sandbox {
    pub(super) fn carry_out(self) -> anyhow::Result<ExitCode> {
        runtime()?.block_on(demonstrate(&self.demo))?;
        Ok(ExitCode::SUCCESS)
    }
}

async fn demonstrate(folder: &Path) -> anyhow::Result<()> {
    std::fs::create_dir_all(folder)
        .with_context(|| format!("the folder {} cannot be made", folder.display()))?;
    let database = folder.join("junqi.sqlite");
    let store: Arc<SqliteStore> = Arc::new(SqliteStore::open(&database).await?);
    let config = Config { rate_limits: RateLimits::GlobalOnly, ..Config::default() };
    let club = Club::start(config, &USERS).await?;
    let album =
        Album::open(&club, folder).with_context(|| format!("{} cannot be written to", folder.display()))?;
    let habits = Habits { computer_pause: Duration::ZERO, ..Habits::default() };
    let bot = club.start_bot(store.clone(), habits).await?;
    println!("A local Discord runs, with the bot in it. {} and {} open a table.", USERS[0].0, USERS[1].0);
    play(&club, store.clone()).await?;
    let kept = album.close().await?;
    bot.stop().await?;
    store.close().await;
    let violations = club.sandbox.violations();
    println!("One whole game was played; {kept} states of messages are in {}:", folder.display());
    for (number, member) in club.members.iter().enumerate() {
        let name: String = member.name.chars().filter(|character| character.is_alphanumeric()).collect();
        println!("  {}-{name}.md  what {} saw", number + 1, member.name);
    }
    println!("  pictures/  every picture, and the game's record");
    anyhow::ensure!(violations.is_empty(), "Discord would have refused something: {violations:?}");
    Ok(())
}

/// Opens a table, fills it and plays it to its end.
async fn play(club: &Club, store: Arc<SqliteStore>) -> anyhow::Result<()> {
    let patience = Duration::from_secs(30);
    let opener = &club.members[0].user;
    opener.slash(club.channel, "junqi start", &[("computers", 2.into())]).await?;
    let lobby = opener.wait_for(club.channel, patience, |messages| find(messages, Button::Join)).await?;
    for member in &club.members[1..PLAYERS] {
        member.user.press(lobby.0, &lobby.1).await?;
    }
    // The spectator looks as well.
    let start = opener
        .wait_for(club.channel, patience, |messages| {
            find(messages, Button::Start)
                .filter(|_| messages.iter().any(|message| message.content.contains(USERS[1].0)))
        })
        .await?;
    opener.press(start.0, &start.1).await?;
    let mut users: Vec<ScriptedUser> = club.members[..PLAYERS]
        .iter()
        .zip(0..)
        .map(|(member, number)| {
            let mind = player(Level::Simple, number);
            ScriptedUser::new(member.user.clone(), club.channel, mind, store.clone())
        })
        .collect();
    play_to_the_end(&club.sandbox, &mut users, |messages| find(messages, Button::Rematch).is_some()).await?;
    club.members[PLAYERS].user.slash(club.channel, "junqi leaderboard", &[]).await?;
    club.members[0].user.slash(club.channel, "junqi rules", &[]).await?;
    tokio::time::sleep(Duration::from_millis(500)).await;
    Ok(())
}

/// The newest message with that button, if it can be pressed.
fn find(messages: &[MessageView], button: Button) -> Option<(discord_sandbox::MessageId, String)> {
    messages.iter().rev().find_map(|message| {
        let fits = |custom_id: &str| custom_id.parse::<CustomId>().is_ok_and(|id| id.button == button);
        let pressable = message.components.iter().find(|part| fits(&part.custom_id) && !part.is_disabled);
        pressable.map(|part| (message.id, part.custom_id.clone()))
    })
}
