//! People who go by what they see, and press again where nothing came of it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use discord_sandbox::{MessageId, MessageView};
use junqi::discord::custom_id::Button;
use junqi::rules::{Answer, PLIES_BEFORE_REQUESTS, Request};
use junqi::sandbox::{Found, Hands, HandsFault, ours};
use junqi::table::{ComputerLevel, TableId};
use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// How long a person waits for what a press should bring before looking anew.
const PATIENCE: Duration = Duration::from_secs(8);

/// How long they wait for everybody to see what came of it.
const MOMENT: Duration = Duration::from_millis(1_500);

/// How many computer players sit at each table.
const COMPUTERS: usize = 2;

/// Words of the catalogue by which people know where they are.
pub const FREE: &str = "*空位*";
pub const MARCHED: &str = "✅ 已出征";
pub const COMPUTER: &str = "電腦（簡單）";
const UNANSWERED: &str = "未答";
const USED_UP: &str = "五次請求用完了";

/// What a person is told who asks for something.
#[derive(PartialEq, Eq)]
enum Told {
    Question,
    UsedUp,
}

/// Seeded chance.
pub struct Dice(Xoshiro256PlusPlus);

impl Dice {
    pub fn new(seed: u64) -> Self {
        Self(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    pub fn below(&mut self, n: u64) -> u64 {
        self.0.next_u64() % n
    }

    pub fn once_in(&mut self, n: u64) -> bool {
        self.below(n) == 0
    }
}

/// Whether anything is left to do.
#[derive(PartialEq, Eq)]
enum Mood {
    Busy,
    Finished,
}

pub struct Person {
    pub hands: Hands,
    pub name: String,
    pub dice: Dice,
    /// Opens tables in the channel, one after the other.
    pub is_opener: bool,
    /// A table at which they asked for something and were told that they cannot: they ask no more there.
    pub has_asked_enough: Option<TableId>,
}

impl Person {
    /// Plays on until no more tables are to be opened and the last is over.
    pub async fn live(mut self, is_closing: Arc<AtomicBool>) {
        loop {
            let before = self.outlook();
            let board = newest_board(&self.hands.messages());
            let hands = self.hands.clone();
            // What goes wrong goes wrong for a person too: they look again. A board posted anew says that what was
            // pressed may be lost.
            let anew = hands.wait_for(PATIENCE, |messages| (newest_board(messages) != board).then_some(()));
            let step = self.step(is_closing.load(Ordering::SeqCst));
            let done = tokio::select! { done = step => done.ok(), _ = anew => None };
            if done == Some(Mood::Finished) {
                return;
            }
            // Something comes of a press in a moment, unless it was lost.
            let changed = self.hands.wait_for(MOMENT, |messages| (outlook(messages) != before).then_some(()));
            drop(changed.await);
            let pause = 30 + self.dice.below(120);
            tokio::time::sleep(Duration::from_millis(pause)).await;
        }
    }

    fn outlook(&self) -> Vec<(MessageId, String)> {
        outlook(&self.hands.messages())
    }

    async fn step(&mut self, is_closing: bool) -> Result<Mood, HandsFault> {
        let messages: Vec<MessageView> =
            self.hands.messages().into_iter().filter(|message| !message.is_ephemeral).collect();
        let tables = ours(&messages).map(|found| found.id.table);
        let Some(table) = tables.filter(|table| table.0 > 0).max() else {
            return self.open(is_closing).await;
        };
        let newest = |fits: fn(Button) -> bool| newest(&messages, table, fits);
        if let Some(vote) = newest(|button| matches!(button, Button::Vote { .. }))
            && vote.message.content.lines().any(|line| line.contains(&self.name) && line.contains(UNANSWERED))
        {
            let wanted = if self.dice.once_in(4) { Answer::Refuse } else { Answer::Agree };
            self.hands.answer(wanted).await?;
            return Ok(Mood::Busy);
        }
        // A board that has lost its buttons is about to be posted anew.
        let Some(board) = newest(is_on_board) else { return Ok(Mood::Busy) };
        match board.id.button {
            Button::Rematch => return self.open(is_closing).await,
            Button::Join | Button::Start => self.be_in_lobby(board.message, table).await?,
            _ if !is_awaited(board.message, &self.name) => {}
            Button::Call { .. } => self.call(board.message).await?,
            Button::Move => self.fight(board.message, table).await?,
            _ => {
                let view = self.hands.open_deployment().await?;
                self.hands.march(&view).await?;
            }
        }
        Ok(Mood::Busy)
    }

    async fn open(&mut self, is_closing: bool) -> Result<Mood, HandsFault> {
        if is_closing {
            return Ok(Mood::Finished);
        }
        if self.is_opener {
            // The third of the paces, slow, and the first of the levels, easy.
            let options = [("pace", 2.into()), ("computers", (COMPUTERS as i64).into()), ("level", 0.into())];
            self.hands.user.slash(self.hands.channel, "junqi start", &options).await?;
            // A table that was opened a moment ago bars another for a while.
            tokio::time::sleep(Duration::from_millis(500)).await;
        }
        Ok(Mood::Busy)
    }

    async fn be_in_lobby(&mut self, board: &MessageView, table: TableId) -> Result<(), HandsFault> {
        let count = |words: &str| board.content.lines().filter(|line| line.contains(words)).count();
        let press = async |wanted: Button| {
            let seen = std::slice::from_ref(board);
            if let Some(found) = newest(seen, table, |_| true)
                && let Some(found) =
                    ours(std::slice::from_ref(found.message)).find(|it| it.id.button == wanted)
            {
                self.hands.user.press(board.id, &found.component.custom_id).await?;
            }
            Ok::<(), HandsFault>(())
        };
        if count(&self.name) == 0 {
            press(Button::Join).await
        } else if self.is_opener && count(FREE) == 0 {
            press(Button::Start).await
        } else if self.is_opener && count(COMPUTER) < COMPUTERS {
            press(Button::AddComputer(ComputerLevel::Easy)).await
        } else {
            Ok(())
        }
    }

    async fn call(&mut self, board: &MessageView) -> Result<(), HandsFault> {
        let calls: Vec<String> = ours(std::slice::from_ref(board))
            .filter(|found| matches!(found.id.button, Button::Call { .. }))
            .map(|found| found.component.custom_id.clone())
            .collect();
        let chosen = &calls[self.dice.below(calls.len() as u64) as usize];
        self.hands.user.press(board.id, chosen).await?;
        Ok(())
    }

    async fn fight(&mut self, board: &MessageView, table: TableId) -> Result<(), HandsFault> {
        let may_ask = plies(board).is_some_and(|plies| plies >= PLIES_BEFORE_REQUESTS);
        if may_ask && self.has_asked_enough != Some(table) && self.dice.once_in(2) {
            let request = if self.dice.once_in(8) { Request::SelfDestruct } else { Request::Draw };
            self.hands.press(|button| button == Button::Ask(request)).await?;
            // Whether they wish to, or that the five requests are used up.
            let told = |messages: &[MessageView]| {
                let asked = newest(messages, table, |button| button == Button::Confirm(request));
                let is_asked = asked.map(|_| Told::Question);
                let here = |found: &Found<'_>| found.id.table == table;
                let is_told = ours(messages).filter(here).any(|it| it.message.content.contains(USED_UP));
                is_asked.or(is_told.then_some(Told::UsedUp))
            };
            if self.hands.wait_for(PATIENCE, told).await? == Told::UsedUp {
                self.has_asked_enough = Some(table);
                return Ok(());
            }
            self.hands.press(|button| button == Button::Confirm(request)).await?;
            return Ok(());
        }
        // A piece that was chosen before something went wrong is chosen still; a view of a table that ended
        // while the program was down stands there, too.
        let messages = self.hands.messages();
        let is_point = |found: &Found<'_>| {
            let is_here = found.message.is_ephemeral && found.id.table == table;
            is_here && matches!(found.id.button, Button::To { .. })
        };
        if let Some(point) = ours(&messages).find(is_point)
            && let Some(option) = point.component.options.first()
        {
            self.hands.user.choose(point.message.id, &point.component.custom_id, &[&option.value]).await?;
            return Ok(());
        }
        self.hands.make_any_move().await
    }
}

/// The board or lobby that stands last.
fn newest_board(messages: &[MessageView]) -> Option<MessageId> {
    let mut public = ours(messages).filter(|found| !found.message.is_ephemeral);
    public.find(|found| is_on_board(found.id.button)).map(|found| found.message.id)
}

/// What everybody sees.
fn outlook(messages: &[MessageView]) -> Vec<(MessageId, String)> {
    let public = messages.iter().filter(|message| !message.is_ephemeral);
    public.map(|message| (message.id, message.content.clone())).collect()
}

/// The newest message of the table with such a button.
pub fn newest(messages: &[MessageView], table: TableId, fits: impl Fn(Button) -> bool) -> Option<Found<'_>> {
    ours(messages).find(|found| found.id.table == table && fits(found.id.button))
}

/// Whether the button stands on a table's main message and tells its phase. In battle Move comes first, in the
/// deployment there is View alone.
pub fn is_on_board(button: Button) -> bool {
    matches!(
        button,
        Button::Join | Button::Start | Button::Call { .. } | Button::Move | Button::View | Button::Rematch
    )
}

/// Whether the board says, with a countdown, that this person's deed is awaited.
fn is_awaited(board: &MessageView, name: &str) -> bool {
    board.content.lines().any(|line| line.contains(name) && line.contains("<t:"))
}

/// How many plies the board says have been played.
fn plies(board: &MessageView) -> Option<u16> {
    let (_, after) = board.content.split_once("已走 ")?;
    after.split_whitespace().next()?.parse().ok()
}
