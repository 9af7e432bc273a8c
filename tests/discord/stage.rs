//! A club of five users and the bot, in one process, with a database of its own.

use std::collections::HashSet;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use discord_sandbox::{ChannelId, Config, DirectMessages, MessageView, RateLimits};
use junqi::discord::custom_id::Button;
use junqi::players::{Level, player};
use junqi::rules::{Awaits, Call, Game, Move};
use junqi::sandbox::{Club, Hands, RunningBot, ScriptedUser, ours};
use junqi::store::SqliteStore;
use junqi::table::{Habits, Store, TableId, TableState, UserId};
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
    /// The table seen last.
    table: Mutex<Option<TableId>>,
    /// Kept until the end: the database lies in it.
    folder: TempDir,
}

impl Theatre {
    pub async fn open() -> Self {
        Self::open_for(&USERS).await
    }

    /// A theatre for other users.
    pub async fn open_for(users: &[(&str, &str, DirectMessages)]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let store = Arc::new(SqliteStore::open(&folder.path().join("junqi.sqlite")).await.unwrap());
        let club = club_of(users).await;
        let bot = club.start_bot(store.clone(), habits()).await.unwrap();
        Self { club, store, bot, table: Mutex::default(), folder }
    }

    /// Stops the bot, does something, and starts it again.
    pub async fn restart(self, between: impl AsyncFnOnce(&Club, &SqliteStore)) -> Self {
        let Self { club, store, bot, table, folder } = self;
        bot.stop().await.unwrap();
        between(&club, &store).await;
        let bot = club.start_bot(store.clone(), habits()).await.unwrap();
        Self { club, store, bot, table, folder }
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
        // A computer may have ended the auction already.
        self.hands(0).find(|button| button == Button::View).await.unwrap();
    }

    pub fn scripted(&self, people: usize) -> Vec<ScriptedUser> {
        let user = |number: usize| {
            ScriptedUser::new(self.hands(number), player(Level::Simple, number as u64), self.store.clone())
        };
        (0..people).map(user).collect()
    }

    /// A table of that many people and computers for the rest, in battle: the first user called one,
    /// the other people passed, and everybody has marched.
    pub async fn open_battle(&self, people: usize) {
        self.open_table(people).await;
        self.start().await;
        self.lead_to_battle(people).await;
    }

    /// Leads the newest table into battle by typed commands.
    pub async fn lead_to_battle(&self, people: usize) {
        let mut done = HashSet::new();
        let mut changes = self.club.sandbox.changes();
        loop {
            changes.borrow_and_update();
            let state = self.state().await;
            let game = state.game().unwrap();
            if game.battle().is_some() {
                return;
            }
            assert!(game.over().is_none(), "nobody passed three deals out");
            for number in 0..people {
                let seat = state.seat_of(self.user(number)).unwrap();
                let hands = self.hands(number);
                if game.auction().is_some_and(|auction| auction.to_call() == seat)
                    && done.insert((number, game.call_number()))
                {
                    let can_call = game.auction().unwrap().legal().any(|call| call == Call::One);
                    let call = i64::from(number == 0 && can_call);
                    hands
                        .user
                        .slash(hands.channel, "junqi call", &[("contract", call.into())])
                        .await
                        .unwrap();
                } else if game.deployment().is_some_and(|deployment| deployment.unmarched().contains(seat))
                    && done.insert((number, u32::MAX))
                {
                    hands.user.slash(hands.channel, "junqi march", &[]).await.unwrap();
                }
            }
            tokio::time::timeout(SOON, changes.changed()).await.expect("the table goes on").unwrap();
        }
    }

    /// Waits until it is one of these people's turn to move, and says whose.
    pub async fn whose_turn(&self, people: usize) -> usize {
        let mut changes = self.club.sandbox.changes();
        loop {
            changes.borrow_and_update();
            let state = self.state().await;
            if let Some(Awaits::Move(seat)) = state.game().map(Game::awaits)
                && let Some(number) =
                    (0..people).find(|number| state.seat_of(self.user(*number)) == Some(seat))
            {
                return number;
            }
            tokio::time::timeout(SOON, changes.changed()).await.expect("the table goes on").unwrap();
        }
    }

    /// Lets the people make moves until that many plies have been played; the game must last as long.
    pub async fn play_plies(&self, people: usize, plies: u16) {
        loop {
            let state = self.state().await;
            let battle = state.game().unwrap().battle().expect("the battle lasts");
            if battle.position().plies() >= plies {
                return;
            }
            let number = self.whose_turn(people).await;
            self.move_by_command(number).await;
        }
    }

    /// Types the first legal move of the player, who is on turn, and waits until it is made.
    pub async fn move_by_command(&self, number: usize) {
        let state = self.state().await;
        let seat = state.seat_of(self.user(number)).unwrap();
        let battle = state.game().unwrap().battle().unwrap();
        let mut moves = Vec::new();
        battle.position().moves(seat, &mut moves);
        // One that attacks nobody, where there is one: such games last.
        let is_quiet = |step: &&Move| battle.position().piece(step.to).is_none();
        let step = *moves.iter().find(is_quiet).unwrap_or(&moves[0]);
        let turn = battle.turn_number();
        let hands = self.hands(number);
        let options = [("from", step.from.to_string().into()), ("to", step.to.to_string().into())];
        hands.user.slash(hands.channel, "junqi move", &options).await.unwrap();
        self.turn_passed(turn).await;
    }

    /// Waits until it is no longer that turn.
    pub async fn turn_passed(&self, turn: u32) {
        let mut changes = self.club.sandbox.changes();
        loop {
            changes.borrow_and_update();
            let state = self.state().await;
            if state.game().unwrap().battle().is_none_or(|battle| battle.turn_number() != turn) {
                return;
            }
            tokio::time::timeout(SOON, changes.changed()).await.expect("the move is made").unwrap();
        }
    }

    /// The one thread of the channel.
    pub fn thread(&self) -> ChannelId {
        let threads = self.hands(4).user.threads(self.club.channel);
        assert_eq!(threads.len(), 1, "the table has one thread");
        threads[0]
    }

    /// The stored state of the newest table in the channel.
    pub async fn state(&self) -> TableState {
        // Between two messages none may stand.
        let table = {
            let mut known = self.table.lock().unwrap();
            *known = self.hands(0).table().or(*known);
            known.expect("a table stands in the channel")
        };
        TableState::replay(self.store.table(table).await.unwrap()).unwrap()
    }

    /// Nothing that Discord would have refused was sent.
    pub fn assert_clean(&self) {
        let violations = self.club.sandbox.violations();
        assert!(violations.is_empty(), "{violations:#?}");
    }
}

fn habits() -> Habits {
    Habits { computer_pause: Duration::ZERO, ..Habits::default() }
}

pub async fn club() -> Club {
    club_of(&USERS).await
}

async fn club_of(users: &[(&str, &str, DirectMessages)]) -> Club {
    let config = Config { rate_limits: RateLimits::GlobalOnly, ..Config::default() };
    Club::start(config, users).await.unwrap()
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
    let found = hands.wait_for(SOON, |messages| {
        messages.iter().find(|message| message.is_ephemeral && message.content.contains(words)).cloned()
    });
    match found.await {
        Ok(message) => message,
        Err(late) => panic!("no private message says {words:?}: {late}"),
    }
}
