//! A club of five users and the bot, in one process, with a database of its own.

use std::collections::HashSet;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use discord_sandbox::{
    ChannelId, Config, DirectMessages, InteractionKind, MessageView, ModalView, OptionValue, RateLimits,
    RawInteraction,
};
use junqi::discord::custom_id::Button;
use junqi::players::{Level, player};
use junqi::rules::{Awaits, Call, Game, Layout, Move};
use junqi::sandbox::{Club, Hands, RunningBot, ScriptedUser, ours};
use junqi::store::SqliteStore;
use junqi::table::{Habits, Store, TableId, TableState, UserId};
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
    /// The table seen last.
    table: Mutex<Option<TableId>>,
    /// Kept until the end: the database lies in it.
    folder: TempDir,
}

impl Theatre {
    pub async fn open() -> Self {
        Self::open_with(hasty()).await
    }

    /// A theatre whose bot has these habits.
    pub async fn open_with(habits: Habits) -> Self {
        Self::open_in(club().await, habits, async |_, _| {}).await
    }

    /// A theatre for other users.
    pub async fn open_for(users: &[(&str, &str, DirectMessages)]) -> Self {
        Self::open_in(club_of(users).await, hasty(), async |_, _| {}).await
    }

    /// A theatre in a club that stands already, once something has been done to it.
    pub async fn open_in(club: Club, habits: Habits, before: impl AsyncFnOnce(&Club, &SqliteStore)) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let store = Arc::new(SqliteStore::open(&folder.path().join("junqi.sqlite")).await.unwrap());
        before(&club, &store).await;
        let bot = club.start_bot(store.clone(), habits).await.unwrap();
        Self { club, store, bot, table: Mutex::default(), folder }
    }

    /// Stops the bot, does something, and starts it again.
    pub async fn restart(self, between: impl AsyncFnOnce(&Club, &SqliteStore)) -> Self {
        let Self { club, store, bot, table, folder } = self;
        bot.stop().await.unwrap();
        between(&club, &store).await;
        let bot = club.start_bot(store.clone(), hasty()).await.unwrap();
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
        let moves = battle.position().moves(seat);
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

/// The five users' club, before a bot is in it.
pub async fn club() -> Club {
    club_of(&USERS).await
}

pub async fn club_of(users: &[(&str, &str, DirectMessages)]) -> Club {
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

/// Who is on turn for the call of that number, as the number of a user.
pub async fn caller(theatre: &Theatre, call: u32) -> usize {
    theatre
        .hands(4)
        .find(|button| matches!(button, Button::Call { number, .. } if number == call))
        .await
        .unwrap();
    let state = theatre.state().await;
    let seat = state.game().unwrap().auction().unwrap().to_call();
    (0..4).find(|number| state.seat_of(theatre.user(*number)) == Some(seat)).unwrap()
}

/// Opens a table of four people and plays its auction, so that this user declares.
pub async fn deploy(theatre: &Theatre, declarer: usize) {
    theatre.open_table(4).await;
    theatre.start().await;
    for due in 0..4 {
        let number = caller(theatre, due).await;
        let call = if number == declarer { Call::Three } else { Call::Pass };
        theatre.hands(number).call(call).await.unwrap();
        if number == declarer {
            break;
        }
    }
    let deploying = |messages: &[MessageView]| {
        messages.iter().any(|message| message.content.contains("**布陣**")).then_some(())
    };
    let onlooker = theatre.hands(4);
    onlooker.wait_for(SOON, deploying).await.unwrap();
}

impl Theatre {
    /// A user's layout as it is stored, with its revision.
    pub async fn layout(&self, number: usize) -> (Layout, u32) {
        let state = self.state().await;
        let seat = state.seat_of(self.user(number)).unwrap();
        let deployment = state.game().unwrap().deployment().unwrap();
        (deployment.layout(seat).clone(), deployment.revision(seat))
    }
}

/// The custom id of a component of the message as it now stands.
pub fn component(hands: &Hands, view: &MessageView, fits: impl Fn(Button) -> bool) -> String {
    let now = hands.user.message(view.id).unwrap();
    let found = ours(std::slice::from_ref(&now)).find(|found| fits(found.id.button));
    match found {
        Some(found) => found.component.custom_id.clone(),
        None => panic!("the view has no such component: {:#?}", now.components),
    }
}

/// Waits until the message is another than it was.
async fn changed(hands: &Hands, before: &MessageView) -> MessageView {
    let face = |message: &MessageView| (message.content.clone(), message.json["components"].clone());
    let other = |messages: &[MessageView]| {
        let now = messages.iter().find(|message| message.id == before.id)?;
        (!now.is_loading && face(now) != face(before)).then(|| now.clone())
    };
    match hands.user.wait_for(before.channel, SOON, other).await {
        Ok(message) => message,
        Err(late) => panic!("the view stays as it is: {late}"),
    }
}

/// Waits until the message says this, and gives its text. A press that changes the table may redraw a
/// view twice: for the table's new state, and for what came of the press.
pub async fn says(hands: &Hands, view: &MessageView, words: &str) -> String {
    let said = |messages: &[MessageView]| {
        let now = messages.iter().find(|message| message.id == view.id)?;
        now.content.contains(words).then(|| now.content.clone())
    };
    match hands.user.wait_for(view.channel, SOON, said).await {
        Ok(content) => content,
        Err(late) => panic!("the view does not say {words:?}: {late}"),
    }
}

/// Presses a button of a view, and gives the view as it changes.
pub async fn press_in(hands: &Hands, view: &MessageView, fits: impl Fn(Button) -> bool) -> MessageView {
    let before = hands.user.message(view.id).unwrap();
    let custom_id = component(hands, view, fits);
    hands.user.press(view.id, &custom_id).await.unwrap();
    changed(hands, &before).await
}

/// Chooses from a select of a view the option of that label, and gives the view as it changes.
pub async fn choose_in(
    hands: &Hands,
    view: &MessageView,
    fits: impl Fn(Button) -> bool,
    label: &str,
) -> MessageView {
    let before = hands.user.message(view.id).unwrap();
    let custom_id = component(hands, view, fits);
    let select = before.component(&custom_id).unwrap();
    let option = select.options.iter().find(|option| option.label.contains(label));
    let value = option.unwrap_or_else(|| panic!("no option {label}: {:#?}", select.options)).value.clone();
    hands.user.choose(view.id, &custom_id, &[&value]).await.unwrap();
    changed(hands, &before).await
}

/// Presses a button of a view that opens a modal.
pub async fn modal_in(hands: &Hands, view: &MessageView, fits: impl Fn(Button) -> bool) -> ModalView {
    let custom_id = component(hands, view, fits);
    hands.user.press(view.id, &custom_id).await.unwrap();
    hands.user.open_modal().expect("the press opens a modal")
}

/// Sends a modal that was opened from a view, and gives the view as it changes.
pub async fn submit_in(hands: &Hands, view: &MessageView, modal: &ModalView, text: &str) -> MessageView {
    let before = hands.user.message(view.id).unwrap();
    hands.user.submit(modal, &[("text", text)]).await.unwrap();
    changed(hands, &before).await
}
