//! Users who play by themselves: a computer player's mind, and hands that press the real buttons.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use discord_sandbox::{MessageView, Sandbox};
use thiserror::Error;
use tokio::time::Instant;

use super::{Hands, HandsFault};
use crate::discord::{PRESS_RETURN, PRESSES_AT_ONCE};
use crate::players::ComputerPlayer;
use crate::rules::Command;
use crate::table::{LogFault, Store, StoreError, TableId, TableState, UserId};
use crate::view::{PlayerView, Stage};

/// How long the table may stay as it is when none of the users has anything to do.
const STILL_MAX: Duration = Duration::from_mins(1);

/// Why a script cannot go on.
#[derive(Debug, Error)]
pub enum ScriptFault {
    /// The hands could not do it.
    #[error(transparent)]
    Hands(#[from] HandsFault),
    /// The store could not be read.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The stored log does not fit.
    #[error(transparent)]
    Log(#[from] LogFault),
    /// Nothing happened for too long.
    #[error("nothing has happened at the table for {} s", STILL_MAX.as_secs())]
    Still,
}

/// Whether a user had anything to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deed {
    /// Nothing was asked of them.
    Nothing,
    /// They did it.
    Done,
}

/// A user whose mind is a computer player's, and whose hands press the real buttons.
///
/// The mind reads the user's view from the store; nothing else of the store reaches it.
pub struct ScriptedUser {
    /// The hands.
    pub hands: Hands,
    mind: Box<dyn ComputerPlayer>,
    store: Arc<dyn Store>,
    /// On which occasions something was done: on each, once.
    done: HashSet<String>,
    breath: Breath,
}

/// Presses that a deed takes: a view is opened now and then, or a page turned.
const PRESSES_OF_A_DEED: u32 = 3;

/// Keeps a script within what the bot takes from one user, however quickly it answers.
struct Breath {
    /// When the user may press a whole burst again.
    full: Instant,
}

impl Breath {
    /// Waits until one more deed is not too much.
    async fn draw(&mut self) {
        let now = Instant::now();
        self.full = self.full.max(now) + PRESS_RETURN * PRESSES_OF_A_DEED;
        let burst = PRESS_RETURN * PRESSES_AT_ONCE;
        tokio::time::sleep(self.full.duration_since(now).saturating_sub(burst)).await;
    }
}

impl ScriptedUser {
    /// A user with that mind.
    pub fn new(hands: Hands, mind: Box<dyn ComputerPlayer>, store: Arc<dyn Store>) -> Self {
        Self { hands, mind, store, done: HashSet::new(), breath: Breath { full: Instant::now() } }
    }

    /// Does what the table asks of this user now, if anything.
    ///
    /// # Errors
    /// When what should be possible is not.
    pub async fn act(&mut self) -> Result<Deed, ScriptFault> {
        let Some(table) = self.hands.table() else { return Ok(Deed::Nothing) };
        let Some(view) = self.view(table).await? else { return Ok(Deed::Nothing) };
        let Some(command) = self.mind.command(&view) else { return Ok(Deed::Nothing) };
        let Some(occasion) = occasion(table, &view) else { return Ok(Deed::Nothing) };
        if !self.done.insert(occasion) {
            return Ok(Deed::Nothing);
        }
        self.breath.draw().await;
        match command {
            Command::Call(call) => {
                let Stage::Auction(auction) = &view.public.stage else { return Ok(Deed::Nothing) };
                self.hands.call_at(auction.number, call).await?;
            }
            Command::Answer(answer) => {
                let vote = view.public.battle().and_then(|battle| battle.vote);
                let Some(vote) = vote else { return Ok(Deed::Nothing) };
                self.hands.answer_at(vote.number, answer).await?;
            }
            Command::Move(step) => {
                let turn = view.public.battle().map_or(0, |battle| battle.turn_number);
                self.hands.make_move(turn, step).await?;
            }
            // The table begins with a sound layout; one swap is enough to show how it is done.
            Command::Arrange(_) | Command::Swap(..) | Command::March => {
                let opened = self.hands.open_deployment().await?;
                let swapped = self.hands.swap_any(&opened).await?;
                self.hands.march(&swapped).await?;
            }
            Command::Ask(_)
            | Command::BeAbsent
            | Command::Return { .. }
            | Command::Desert
            | Command::TimeOut(_)
            | Command::Stop => return Ok(Deed::Nothing),
        }
        Ok(Deed::Done)
    }

    /// What this user sees of the game, from the stored log.
    async fn view(&self, table: TableId) -> Result<Option<PlayerView>, ScriptFault> {
        let state = TableState::replay(self.store.table(table).await?)?;
        let seat = state.seat_of(UserId(self.hands.user.id().get()));
        Ok(seat.and_then(|seat| state.game().map(|game| PlayerView::of(game, seat))))
    }
}

/// What asks the user to act; nothing asks once a game is over.
fn occasion(table: TableId, view: &PlayerView) -> Option<String> {
    Some(match &view.public.stage {
        Stage::Auction(auction) => format!("{table} call {}", auction.number),
        Stage::Deployment(_) => format!("{table} deployment"),
        Stage::Battle(battle) => match &battle.vote {
            Some(vote) => format!("{table} vote {}", vote.number),
            None => format!("{table} turn {}", battle.turn_number),
        },
        Stage::Unbegun | Stage::Over(_) => return None,
    })
}

/// Lets the users play until what the first of them sees says that it is over.
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
            has_acted |= user.act().await? == Deed::Done;
        }
        let seen = users.first().map(|user| user.hands.messages()).unwrap_or_default();
        if is_over(&seen) {
            return Ok(());
        }
        if !has_acted {
            let changed = tokio::time::timeout(STILL_MAX, changes.changed()).await;
            changed.map_err(|_| ScriptFault::Still)?.map_err(|_| ScriptFault::Still)?;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_script_presses_no_more_than_the_bot_takes_from_one_user() {
        let begun = Instant::now();
        let mut breath = Breath { full: begun };
        for deeds in 1..=100 {
            breath.draw().await;
            let pressed = deeds * PRESSES_OF_A_DEED;
            assert!(
                PRESS_RETURN * pressed.saturating_sub(PRESSES_AT_ONCE) <= begun.elapsed(),
                "{deeds} deeds"
            );
        }
        assert!(begun.elapsed() <= PRESS_RETURN * 100 * PRESSES_OF_A_DEED, "and not much slower");
    }
}
