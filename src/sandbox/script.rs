//! Users who play by pressing the real buttons.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use discord_sandbox::{ActingUser, ChannelId, ClientError, ComponentView, MessageView, Sandbox, TimedOut};
use thiserror::Error;

use crate::discord::custom_id::{Button, CustomId};
use crate::players::ComputerPlayer;
use crate::rules::{Answer, Call, Command, Move, Point};
use crate::table::{LogFault, Store, StoreError, TableId, TableState, UserId};
use crate::view::PlayerView;

/// How long a view may take to show what was asked of it.
const VIEW_MAX: Duration = Duration::from_secs(20);

/// How long the table may stay as it is when none of the users has anything to do.
const STILL_MAX: Duration = Duration::from_secs(60);

/// Why a script cannot go on.
#[derive(Debug, Error)]
pub enum ScriptFault {
    /// The client did not let the user do it.
    #[error("the client refuses: {0}")]
    Client(#[from] ClientError),
    /// What was waited for did not come.
    #[error("{0}")]
    TimedOut(#[from] TimedOut),
    /// The store could not be read.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The stored log does not fit.
    #[error(transparent)]
    Log(#[from] LogFault),
    /// Nothing happened for too long.
    #[error("nothing has happened at the table for {} s", STILL_MAX.as_secs())]
    Still,
    /// The select does not offer what is legal.
    #[error("no select offers {0}")]
    NotOffered(String),
}

/// What a user did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deed {
    /// Nothing was asked of them.
    Nothing,
    /// Called.
    Called,
    /// Swapped two pieces and marched.
    Marched,
    /// Moved a piece.
    Moved,
    /// Answered a vote.
    Answered,
}

/// A user whose mind is a computer player's, and whose hands press the real buttons.
///
/// The mind reads the user's view from the store; nothing else of the store reaches it.
pub struct ScriptedUser {
    /// The hands.
    pub user: ActingUser,
    channel: ChannelId,
    mind: Box<dyn ComputerPlayer>,
    store: Arc<dyn Store>,
    /// What has been pressed: a button is pressed once.
    pressed: HashSet<String>,
}

/// A component of ours on a message.
struct Found<'a> {
    message: &'a MessageView,
    component: &'a ComponentView,
    id: CustomId,
}

/// The components of ours on messages, from the newest message back.
fn ours(messages: &[MessageView]) -> impl Iterator<Item = Found<'_>> {
    messages.iter().rev().flat_map(|message| {
        message.components.iter().filter_map(move |component| {
            let id = component.custom_id.parse().ok()?;
            Some(Found { message, component, id })
        })
    })
}

impl ScriptedUser {
    /// A user in that channel.
    pub fn new(
        user: ActingUser,
        channel: ChannelId,
        mind: Box<dyn ComputerPlayer>,
        store: Arc<dyn Store>,
    ) -> Self {
        Self { user, channel, mind, store, pressed: HashSet::new() }
    }

    /// Does what the table asks of this user now, if anything.
    ///
    /// # Errors
    /// When what should be possible is not.
    pub async fn act(&mut self) -> Result<Deed, ScriptFault> {
        let messages = self.user.messages(self.channel);
        let Some(table) = ours(&messages).map(|found| found.id.table).find(|table| table.0 > 0) else {
            return Ok(Deed::Nothing);
        };
        let Some(view) = self.view(table).await? else { return Ok(Deed::Nothing) };
        let Some(command) = self.mind.command(&view) else { return Ok(Deed::Nothing) };
        match command {
            Command::Call(call) => self.call(&messages, call).await,
            Command::Arrange(_) | Command::Swap(..) | Command::March => self.deploy(&messages).await,
            Command::Move(step) => self.move_piece(&view, &messages, step).await,
            Command::Answer(answer) => self.answer(&messages, answer).await,
            Command::Ask(_)
            | Command::BeAbsent
            | Command::Return { .. }
            | Command::Desert
            | Command::TimeOut(_)
            | Command::Stop => Ok(Deed::Nothing),
        }
    }

    /// What this user sees of the game, from the stored log.
    async fn view(&self, table: TableId) -> Result<Option<PlayerView>, ScriptFault> {
        let state = TableState::replay(self.store.table(table).await?)?;
        let user = UserId(self.user.id().get());
        let seat = state.seat_of(user);
        Ok(seat.and_then(|seat| state.game().map(|game| PlayerView::of(game, seat))))
    }

    async fn press_once(&mut self, found: Option<Found<'_>>) -> Result<bool, ScriptFault> {
        let Some(found) = found.filter(|found| !found.component.is_disabled) else { return Ok(false) };
        if !self.pressed.insert(found.component.custom_id.clone()) {
            return Ok(false);
        }
        self.user.press(found.message.id, &found.component.custom_id).await?;
        Ok(true)
    }

    async fn call(&mut self, messages: &[MessageView], wanted: Call) -> Result<Deed, ScriptFault> {
        let found = ours(messages)
            .find(|found| matches!(found.id.button, Button::Call { call, .. } if call == wanted));
        let done = self.press_once(found).await?;
        Ok(if done { Deed::Called } else { Deed::Nothing })
    }

    async fn answer(&mut self, messages: &[MessageView], wanted: Answer) -> Result<Deed, ScriptFault> {
        let fits =
            |found: &Found<'_>| matches!(found.id.button, Button::Vote { answer, .. } if answer == wanted);
        let found = ours(messages).find(fits);
        let done = self.press_once(found).await?;
        Ok(if done { Deed::Answered } else { Deed::Nothing })
    }

    /// Swaps two pieces and marches, in the direct message where one came, else in the channel.
    async fn deploy(&mut self, messages: &[MessageView]) -> Result<Deed, ScriptFault> {
        let is_march = |found: &Found<'_>| matches!(found.id.button, Button::March { .. });
        let direct = self.user.direct_messages();
        let mut view = ours(&direct).find(is_march).map(|found| found.message.clone());
        if view.is_none() {
            let opens =
                ours(messages).find(|found| found.id.button == Button::View && !found.message.is_ephemeral);
            let Some(found) = opens else { return Ok(Deed::Nothing) };
            let interaction = self.user.press(found.message.id, &found.component.custom_id).await?;
            view = Some(self.user.wait_for_answer(&interaction, VIEW_MAX).await?);
        }
        let Some(view) = view else { return Ok(Deed::Nothing) };
        let view = self.swap_two(view).await?;
        let seen = [view];
        let march = ours(&seen).find(is_march);
        let done = self.press_once(march).await?;
        Ok(if done { Deed::Marched } else { Deed::Nothing })
    }

    /// Chooses a first and a second piece; whether the swap is legal or refused, the view says so.
    async fn swap_two(&mut self, view: MessageView) -> Result<MessageView, ScriptFault> {
        let seen = [view.clone()];
        let Some(first) = ours(&seen).find(|found| matches!(found.id.button, Button::First(_))) else {
            return Ok(view);
        };
        let Some(piece) = first.component.options.first() else { return Ok(view) };
        self.user.choose(view.id, &first.component.custom_id, &[&piece.value]).await?;
        let chosen: Option<Point> = piece.value.parse().ok();
        let second = self
            .wait_for_view(
                &view,
                |found| matches!(found.id.button, Button::Second(swapping) if swapping.first == chosen),
            )
            .await?;
        let seen = [second.clone()];
        let select = ours(&seen).find(|found| matches!(found.id.button, Button::Second(_)));
        let other = select.as_ref().and_then(|found| found.component.options.last());
        let (Some(select), Some(other)) = (select, other) else { return Ok(second) };
        self.user.choose(view.id, &select.component.custom_id, &[&other.value]).await?;
        self.wait_for_view(&view, |found| {
            matches!(found.id.button, Button::Second(swapping) if swapping.first.is_none())
                || found.component.custom_id != select.component.custom_id
                    && matches!(found.id.button, Button::Second(_))
        })
        .await
        .or(Ok(second))
    }

    async fn wait_for_view(
        &self,
        view: &MessageView,
        fits: impl Fn(&Found<'_>) -> bool,
    ) -> Result<MessageView, ScriptFault> {
        let shows = |messages: &[MessageView]| {
            let mut same = messages.iter().filter(|message| message.id == view.id);
            same.find(|message| ours(std::slice::from_ref(message)).any(|found| fits(&found))).cloned()
        };
        Ok(self.user.wait_for(view.channel, VIEW_MAX, shows).await?)
    }

    /// Opens the private view if there is none, chooses the piece, then where it goes.
    async fn move_piece(
        &mut self,
        view: &PlayerView,
        messages: &[MessageView],
        step: Move,
    ) -> Result<Deed, ScriptFault> {
        let Some(battle) = view.public.battle() else { return Ok(Deed::Nothing) };
        let turn = battle.turn_number;
        if !self.pressed.insert(format!("turn {turn}")) {
            return Ok(Deed::Nothing);
        }
        let is_from =
            |found: &Found<'_>| matches!(found.id.button, Button::From { turn: of, .. } if of == turn);
        let own = ours(messages).find(|found| found.message.is_ephemeral && is_from(found));
        let mine = match own {
            Some(found) => found.message.clone(),
            None => self.open_view(messages, &is_from).await?,
        };
        let mine = self.choose_paged(&mine, &is_from, &step.from.to_string()).await?;
        let is_to = |found: &Found<'_>| matches!(found.id.button, Button::To { turn: of, from, .. } if of == turn && from == step.from);
        let mine = self.wait_for_view(&mine, is_to).await?;
        self.choose_paged(&mine, &is_to, &step.to.to_string()).await?;
        Ok(Deed::Moved)
    }

    async fn open_view(
        &self,
        messages: &[MessageView],
        is_from: &impl Fn(&Found<'_>) -> bool,
    ) -> Result<MessageView, ScriptFault> {
        // A view that redraws itself may be on its way; else the board's button opens one.
        let has_view =
            ours(messages).any(|found| found.message.is_ephemeral && found.id.button == Button::View);
        if has_view {
            let redrawn = |messages: &[MessageView]| {
                ours(messages)
                    .find(|found| found.message.is_ephemeral && is_from(found))
                    .map(|found| found.message.clone())
            };
            if let Ok(message) = self.user.wait_for(self.channel, Duration::from_secs(2), redrawn).await {
                return Ok(message);
            }
        }
        let board = |messages: &[MessageView]| {
            ours(messages)
                .find(|found| found.id.button == Button::Move)
                .map(|found| (found.message.id, found.component.custom_id.clone()))
        };
        let (message, custom_id) = self.user.wait_for(self.channel, VIEW_MAX, board).await?;
        let interaction = self.user.press(message, &custom_id).await?;
        let answer = self.user.wait_for_answer(&interaction, VIEW_MAX).await?;
        self.wait_for_view(&answer, is_from).await
    }

    /// Chooses a value from a select, turning its pages until it is offered.
    async fn choose_paged(
        &self,
        view: &MessageView,
        fits: &impl Fn(&Found<'_>) -> bool,
        value: &str,
    ) -> Result<MessageView, ScriptFault> {
        let mut view = view.clone();
        for _ in 0..8 {
            let seen = [view.clone()];
            let Some(found) = ours(&seen).find(fits) else { break };
            let options = &found.component.options;
            let custom_id = found.component.custom_id.clone();
            if options.iter().any(|option| option.value == value) {
                self.user.choose(view.id, &custom_id, &[value]).await?;
                return Ok(view);
            }
            let Some(more) = options.iter().find(|option| option.value.starts_with("page:")) else { break };
            self.user.choose(view.id, &custom_id, &[&more.value]).await?;
            view = self
                .wait_for_view(&view, |found| fits(found) && found.component.custom_id != custom_id)
                .await?;
        }
        Err(ScriptFault::NotOffered(value.to_owned()))
    }
}

/// Lets the users play until the table in their channel is over.
///
/// # Errors
/// When one of them cannot go on, or nothing happens any more.
pub async fn play_to_the_end(
    sandbox: &Sandbox,
    users: &mut [ScriptedUser],
    mut is_over: impl FnMut(&[MessageView]) -> bool,
) -> Result<(), ScriptFault> {
    let mut changes = sandbox.changes();
    loop {
        changes.borrow_and_update();
        let mut has_acted = false;
        for user in users.iter_mut() {
            has_acted |= user.act().await? != Deed::Nothing;
        }
        let seen = users.first().map(|user| user.user.messages(user.channel)).unwrap_or_default();
        if is_over(&seen) {
            return Ok(());
        }
        if !has_acted {
            let changed = tokio::time::timeout(STILL_MAX, changes.changed()).await;
            changed.map_err(|_| ScriptFault::Still)?.map_err(|_| ScriptFault::Still)?;
        }
    }
}
