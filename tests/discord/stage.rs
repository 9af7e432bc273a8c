//! A club of five users and the bot, in one process, with a database of its own.

use std::sync::Arc;
use std::time::Duration;

use discord_sandbox::{
    Config, DirectMessages, InteractionKind, MessageView, OptionValue, RateLimits, RawInteraction,
};
use junqi::discord::custom_id::Button;
use junqi::players::{Level, player};
use junqi::sandbox::{Club, Hands, RunningBot, ScriptedUser, ours};
use junqi::store::SqliteStore;
use junqi::table::{Habits, Store, TableState, UserId};
use serde_json::json;
use tempfile::TempDir;

/// Four players, two of whom take no direct messages, and one who looks on.
pub const USERS: [(&str, &str, DirectMessages); 5] = [
    ("小明", "zh-TW", DirectMessages::Open),
    ("阿華", "zh-TW", DirectMessages::Closed),
    ("Alice", "en-GB", DirectMessages::Open),
    ("Bob", "en-US", DirectMessages::Closed),
    ("旁觀者", "en-US", DirectMessages::Open),
];

/// What a message may take to appear.
pub const SOON: Duration = Duration::from_secs(20);

pub struct Theatre {
    pub club: Club,
    pub store: Arc<SqliteStore>,
    pub bot: RunningBot,
    /// Kept until the end: the database lies in it.
    _folder: TempDir,
}

impl Theatre {
    pub async fn open() -> Self {
        Self::open_with(hasty()).await
    }

    pub async fn open_with(habits: Habits) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let store = Arc::new(SqliteStore::open(&folder.path().join("junqi.sqlite")).await.unwrap());
        let club = club().await;
        let bot = club.start_bot(store.clone(), habits).await.unwrap();
        Self { club, store, bot, _folder: folder }
    }

    pub fn hands(&self, number: usize) -> Hands {
        hands(&self.club, number)
    }

    pub fn user(&self, number: usize) -> UserId {
        UserId(self.club.members[number].user.id().get())
    }

    /// Opens a table with the first user and as many others, and computers for the rest.
    pub async fn open_table(&self, people: usize) {
        open_table(&self.club, people).await;
    }

    pub async fn start(&self) {
        self.hands(0).press(|button| button == Button::Start).await.unwrap();
        self.hands(0).find(|button| matches!(button, Button::Call { .. })).await.unwrap();
    }

    pub fn scripted(&self, people: usize) -> Vec<ScriptedUser> {
        let user = |number: usize| {
            ScriptedUser::new(self.hands(number), player(Level::Simple, number as u64), self.store.clone())
        };
        (0..people).map(user).collect()
    }

    /// The stored state of the newest table in the channel.
    pub async fn state(&self) -> TableState {
        let table = self.hands(0).table().expect("a table stands in the channel");
        TableState::replay(self.store.table(table).await.unwrap()).unwrap()
    }

    /// Nothing that Discord would have refused was sent.
    pub fn assert_clean(&self) {
        let violations = self.club.sandbox.violations();
        assert!(violations.is_empty(), "{violations:#?}");
    }
}

/// Nobody pauses, so that tests need not wait.
pub fn hasty() -> Habits {
    let (reopen_user, reopen_channel) = (Duration::ZERO, Duration::ZERO);
    Habits { computer_pause: Duration::ZERO, reopen_user, reopen_channel, ..Habits::default() }
}

/// Types a command and reads its private answer.
pub async fn ask(hands: &Hands, command: &str, options: &[(&str, OptionValue)]) -> MessageView {
    let asked = hands.user.slash(hands.channel, command, options).await.unwrap();
    hands.user.wait_for_answer(&asked, SOON).await.unwrap()
}

/// A command as no honest client would send it: `group` and `name` within `/junqi-admin`.
pub fn forged(hands: &Hands, group: Option<&str>, name: &str, options: &serde_json::Value) -> RawInteraction {
    let sub = json!({ "name": name, "type": 1, "options": options });
    let options = match group {
        Some(group) => json!([{ "name": group, "type": 2, "options": [sub] }]),
        None => json!([sub]),
    };
    RawInteraction {
        kind: InteractionKind::Command,
        channel: hands.channel,
        message: None,
        data: json!({ "id": "1", "name": "junqi-admin", "type": 1, "options": options }),
    }
}

pub async fn club() -> Club {
    let config = Config { rate_limits: RateLimits::GlobalOnly, ..Config::default() };
    Club::start(config, &USERS).await.unwrap()
}

pub fn hands(club: &Club, number: usize) -> Hands {
    Hands { user: club.members[number].user.clone(), channel: club.channel }
}

pub async fn open_table(club: &Club, people: usize) {
    let computers = i64::try_from(4 - people).unwrap();
    hands(club, 0).user.slash(club.channel, "junqi start", &[("computers", computers.into())]).await.unwrap();
    for number in 1..people {
        hands(club, number).press(|button| button == Button::Join).await.unwrap();
    }
    // The lobby can be started once it shows four.
    hands(club, 0).find(|button| button == Button::Start).await.unwrap();
}

/// Whether the newest table's message offers a rematch: its game is over.
pub fn is_over(messages: &[MessageView]) -> bool {
    let newest = ours(messages).map(|found| found.id.table).max();
    ours(messages).any(|found| found.id.button == Button::Rematch && Some(found.id.table) == newest)
}

/// Waits until a private answer has this in it.
pub async fn told(hands: &Hands, words: &str) -> MessageView {
    let found = hands.user.wait_for(hands.channel, SOON, |messages| {
        messages.iter().find(|message| message.is_ephemeral && message.content.contains(words)).cloned()
    });
    match found.await {
        Ok(message) => message,
        Err(late) => panic!("no private message says {words:?}: {late}"),
    }
}
