//! One whole game in a local Discord, played by scripted users.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context as _;
use discord_sandbox::{Config, DirectMessages, MessageView, RateLimits};

use crate::discord::custom_id::Button;
use crate::players::{Level, player};
use crate::sandbox::{Album, Club, Hands, ScriptedUser, ours, play_to_the_end};
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

/// Plays it, and leaves everything that each user saw in this folder.
pub(super) async fn demonstrate(folder: &Path) -> anyhow::Result<()> {
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
    let hands = |number: usize| Hands { user: club.members[number].user.clone(), channel: club.channel };
    let opener = hands(0);
    opener.user.slash(club.channel, "junqi start", &[("computers", 2.into())]).await?;
    for number in 1..PLAYERS {
        hands(number).press(|button| button == Button::Join).await?;
    }
    opener.press(|button| button == Button::Start).await?;
    let user =
        |number: usize| ScriptedUser::new(hands(number), player(Level::Simple, number as u64), store.clone());
    let mut users: Vec<ScriptedUser> = (0..PLAYERS).map(user).collect();
    let is_over = |messages: &[MessageView]| ours(messages).any(|found| found.id.button == Button::Rematch);
    play_to_the_end(&club.sandbox, &mut users, is_over).await?;
    // Those who only looked on read the scores and the rules.
    for (number, command) in [(PLAYERS, "junqi leaderboard"), (0, "junqi rules")] {
        let reader = &club.members[number].user;
        let asked = reader.slash(club.channel, command, &[]).await?;
        reader.wait_for_answer(&asked, Duration::from_secs(10)).await?;
    }
    Ok(())
}
