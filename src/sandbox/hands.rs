//! A user's hands: they press the buttons that stand on the messages the user sees.

use std::time::Duration;

use discord_sandbox::{ActingUser, ChannelId, ClientError, ComponentView, MessageId, MessageView, TimedOut};
use thiserror::Error;

use crate::discord::custom_id::{Button, CustomId};
use crate::rules::{Answer, Call, Move, Point};
use crate::table::TableId;

/// How long a view may take to show what was asked of it.
const VIEW_MAX: Duration = Duration::from_secs(20);

/// How long a view that redraws itself is waited for before another is opened.
const REDRAW_MAX: Duration = Duration::from_secs(2);

/// Choices after which a view must be one of the present turn.
const TRIES_MAX: usize = 6;

/// Pages that a select may have.
const PAGES_MAX: usize = 8;

/// Why the hands cannot do it.
#[derive(Debug, Error)]
pub enum HandsFault {
    /// The client did not let the user do it.
    #[error("the client refuses: {0}")]
    Client(#[from] ClientError),
    /// What was waited for did not come.
    #[error("{0}")]
    TimedOut(#[from] TimedOut),
    /// No message that the user sees has that button, or no select that option.
    #[error("nothing that the user sees offers {0}")]
    NotOffered(String),
}

/// A component of ours on a message.
pub struct Found<'a> {
    /// On which message.
    pub message: &'a MessageView,
    /// The component.
    pub component: &'a ComponentView,
    /// What it is.
    pub id: CustomId,
}

/// The components of ours on messages, from the newest message back.
pub fn ours(messages: &[MessageView]) -> impl Iterator<Item = Found<'_>> {
    messages.iter().rev().flat_map(|message| {
        message.components.iter().filter_map(move |component| {
            let id = component.custom_id.parse().ok()?;
            Some(Found { message, component, id })
        })
    })
}

/// A user's hands in one channel and its threads.
#[derive(Clone, Debug)]
pub struct Hands {
    /// Whose.
    pub user: ActingUser,
    /// In which channel.
    pub channel: ChannelId,
}

impl Hands {
    /// What the user sees in the channel and in its threads, oldest first.
    pub fn messages(&self) -> Vec<MessageView> {
        self.user.messages_with_threads(self.channel)
    }

    /// Waits until a look at these finds something.
    ///
    /// # Errors
    /// When it finds nothing for too long.
    pub async fn wait_for<T>(
        &self,
        timeout: Duration,
        find: impl FnMut(&[MessageView]) -> Option<T>,
    ) -> Result<T, TimedOut> {
        self.user.wait_for_with_threads(self.channel, timeout, find).await
    }

    /// The table whose messages stand in the channel, the newest.
    pub fn table(&self) -> Option<TableId> {
        ours(&self.messages()).map(|found| found.id.table).find(|table| table.0 > 0)
    }

    /// Whether a message asks this user to act.
    pub fn is_pinged(&self) -> bool {
        let mention = format!("<@{}>", self.user.id());
        self.messages().iter().any(|message| message.content.contains(&mention))
    }

    /// Waits for a button that can be pressed, on a message in the channel.
    ///
    /// # Errors
    /// When none comes.
    pub async fn find(&self, fits: impl Fn(Button) -> bool) -> Result<(MessageId, String), HandsFault> {
        let pressable = |messages: &[MessageView]| {
            let mut all = ours(messages).filter(|found| !found.component.is_disabled);
            all.find(|found| fits(found.id.button))
                .map(|found| (found.message.id, found.component.custom_id.clone()))
        };
        Ok(self.wait_for(VIEW_MAX, pressable).await?)
    }

    /// Presses such a button once it is there, and gives its custom id.
    ///
    /// # Errors
    /// When none comes, or the client refuses.
    pub async fn press(&self, fits: impl Fn(Button) -> bool) -> Result<String, HandsFault> {
        let (message, custom_id) = self.find(fits).await?;
        self.user.press(message, &custom_id).await?;
        Ok(custom_id)
    }

    /// Makes the call that a message offers, whichever is due.
    ///
    /// # Errors
    /// When that call is not offered.
    pub async fn call(&self, wanted: Call) -> Result<(), HandsFault> {
        self.press(|button| matches!(button, Button::Call { call, .. } if call == wanted)).await?;
        Ok(())
    }

    /// Makes the call of that number, once a message offers it.
    ///
    /// # Errors
    /// When that call is not offered.
    pub async fn call_at(&self, number: u32, call: Call) -> Result<(), HandsFault> {
        self.press(|button| button == Button::Call { number, call }).await?;
        Ok(())
    }

    /// Answers the open vote, whichever it is.
    ///
    /// # Errors
    /// When none is open.
    pub async fn answer(&self, wanted: Answer) -> Result<(), HandsFault> {
        self.press(|button| matches!(button, Button::Vote { answer, .. } if answer == wanted)).await?;
        Ok(())
    }

    /// Answers the vote of that number, once a message asks.
    ///
    /// # Errors
    /// When none does.
    pub async fn answer_at(&self, number: u32, answer: Answer) -> Result<(), HandsFault> {
        self.press(|button| button == Button::Vote { number, answer }).await?;
        Ok(())
    }

    /// Opens the private view of the deployment: the direct message where one came, else by the
    /// button in the channel.
    ///
    /// # Errors
    /// When neither comes.
    pub async fn open_deployment(&self) -> Result<MessageView, HandsFault> {
        let is_march = |found: &Found<'_>| matches!(found.id.button, Button::March { .. });
        let direct = self.user.direct_messages();
        if let Some(found) = ours(&direct).find(is_march) {
            return Ok(found.message.clone());
        }
        let (message, custom_id) = self.find(|button| button == Button::View).await?;
        let interaction = self.user.press(message, &custom_id).await?;
        let view = self.user.wait_for_answer(&interaction, VIEW_MAX).await?;
        // Opened while the auction's last call is being taken, it shows the deployment a moment later.
        self.wait_for_view(&view, is_march).await
    }

    /// Presses March in a view of the deployment until the view offers it no more: a press on an
    /// earlier layout only brings the view up to date.
    ///
    /// # Errors
    /// When the view never offers it, or does not take it.
    pub async fn march(&self, view: &MessageView) -> Result<(), HandsFault> {
        let offered = |messages: &[MessageView]| {
            let same = messages.iter().find(|message| message.id == view.id)?;
            let march = ours(std::slice::from_ref(same))
                .find(|found| matches!(found.id.button, Button::March { .. }));
            Some(march.map(|found| found.component.custom_id.clone()))
        };
        let mut last = self.user.wait_for(view.channel, VIEW_MAX, offered).await?;
        for _ in 0..TRIES_MAX {
            let Some(custom_id) = last else { return Ok(()) };
            self.user.press(view.id, &custom_id).await?;
            let answered =
                |messages: &[MessageView]| offered(messages).filter(|now| now.as_ref() != Some(&custom_id));
            last = self.user.wait_for(view.channel, VIEW_MAX, answered).await?;
        }
        if last.is_none() { Ok(()) } else { Err(HandsFault::NotOffered("March".to_owned())) }
    }

    /// Chooses two points in the selects of a deployment's view, which swaps them, and gives the
    /// view as it is then, whether the rules allowed the swap or not.
    ///
    /// # Errors
    /// When the selects do not offer them.
    pub async fn swap(&self, view: &MessageView, a: &str, b: &str) -> Result<MessageView, HandsFault> {
        let ready = self.choose_first(view, a).await?;
        self.choose_second(&ready, b).await
    }

    /// Swaps the first piece offered with the last that may change places with it.
    ///
    /// # Errors
    /// When the view has no selects.
    pub async fn swap_any(&self, view: &MessageView) -> Result<MessageView, HandsFault> {
        let not_offered = || HandsFault::NotOffered("two pieces".to_owned());
        let seen = [view.clone()];
        let select = ours(&seen).find(|found| matches!(found.id.button, Button::First(_)));
        let a = select.and_then(|found| first_option(found.component)).ok_or_else(not_offered)?;
        let ready = self.choose_first(view, &a).await?;
        let b = Self::partners(&ready).pop().ok_or_else(not_offered)?;
        self.choose_second(&ready, &b).await
    }

    /// Chooses the first piece of a swap, and gives the view that offers the second.
    ///
    /// # Errors
    /// When the select does not offer it.
    pub async fn choose_first(&self, view: &MessageView, a: &str) -> Result<MessageView, HandsFault> {
        let not_offered = || HandsFault::NotOffered(a.to_owned());
        let seen = [view.clone()];
        let first =
            ours(&seen).find(|found| matches!(found.id.button, Button::First(_))).ok_or_else(not_offered)?;
        self.user.choose(view.id, &first.component.custom_id, &[a]).await?;
        let chosen: Option<Point> = a.parse().ok();
        let is_second = |found: &Found<'_>| matches!(found.id.button, Button::Second(swapping) if swapping.first == chosen);
        self.wait_for_view(view, is_second).await
    }

    async fn choose_second(&self, ready: &MessageView, b: &str) -> Result<MessageView, HandsFault> {
        let is_select = |found: &Found<'_>| matches!(found.id.button, Button::Second(_));
        let seen = [ready.clone()];
        let second = ours(&seen).find(is_select).ok_or_else(|| HandsFault::NotOffered(b.to_owned()))?;
        let before = (ready.content.clone(), second.component.custom_id.clone());
        self.user.choose(ready.id, &second.component.custom_id, &[b]).await?;
        self.wait_for_view(ready, |found| {
            is_select(found) && (found.component.custom_id != before.1 || found.message.content != before.0)
        })
        .await
    }

    /// The points that the second select of a deployment's view offers.
    pub fn partners(view: &MessageView) -> Vec<String> {
        let seen = std::slice::from_ref(view);
        let second = ours(seen).find(|found| matches!(found.id.button, Button::Second(_)));
        second.map_or_else(Vec::new, |found| {
            found.component.options.iter().map(|option| option.value.clone()).collect()
        })
    }

    /// Opens the private view if there is none, and on that turn chooses the piece, then where it
    /// goes.
    ///
    /// # Errors
    /// When the move is not offered.
    pub async fn make_move(&self, turn: u32, step: Move) -> Result<(), HandsFault> {
        let view = self.open_battle(|of| of == turn).await?;
        let is_from =
            |found: &Found<'_>| matches!(found.id.button, Button::From { turn: of, .. } if of == turn);
        self.choose_paged(&view, &is_from, &step.from.to_string()).await?;
        let is_to = |found: &Found<'_>| matches!(found.id.button, Button::To { turn: of, from, .. } if of == turn && from == step.from);
        let view = self.wait_for_view(&view, is_to).await?;
        self.choose_paged(&view, &is_to, &step.to.to_string()).await
    }

    /// Moves the first piece offered to the first point offered: what can be attacked stands first.
    /// A view that was left over from an earlier turn is brought up to date by the first choice in
    /// it.
    ///
    /// # Errors
    /// When nothing is offered.
    pub async fn make_any_move(&self) -> Result<(), HandsFault> {
        self.make_offered_move(first_option).await
    }

    /// Moves the last piece offered to the last point offered, which attacks nobody as long as the piece can
    /// go elsewhere: such games last.
    ///
    /// # Errors
    /// When nothing is offered.
    pub async fn make_quiet_move(&self) -> Result<(), HandsFault> {
        self.make_offered_move(last_option).await
    }

    async fn make_offered_move(
        &self,
        option: impl Fn(&ComponentView) -> Option<String>,
    ) -> Result<(), HandsFault> {
        let mut view = self.open_battle(|_| true).await?;
        for _ in 0..TRIES_MAX {
            let seen = [view.clone()];
            let select = ours(&seen).find(|found| matches!(found.id.button, Button::From { .. }));
            let Some((select, piece)) = select.and_then(|found| Some((found.id, option(found.component)?)))
            else {
                // It shows a state between two turns of this user's.
                view =
                    self.wait_for_view(&view, |found| matches!(found.id.button, Button::From { .. })).await?;
                continue;
            };
            let before: Vec<CustomId> = ours(&seen).map(|found| found.id).collect();
            self.user.choose(view.id, &select.to_string(), &[&piece]).await?;
            let changed = |messages: &[MessageView]| {
                let now = messages.iter().find(|message| message.id == view.id)?;
                let ids = ours(std::slice::from_ref(now)).map(|found| found.id).collect::<Vec<_>>();
                (ids != before).then(|| now.clone())
            };
            view = self.user.wait_for(view.channel, VIEW_MAX, changed).await?;
            let seen = [view.clone()];
            let still = ours(&seen).any(|found| found.id == select);
            let points = ours(&seen).find(|found| matches!(found.id.button, Button::To { .. }));
            if let Some((select, point)) =
                points.filter(|_| still).and_then(|found| Some((found.id, option(found.component)?)))
            {
                self.user.choose(view.id, &select.to_string(), &[&point]).await?;
                return Ok(());
            }
        }
        Err(HandsFault::NotOffered("a move".to_owned()))
    }

    /// The private view of the battle with its select of pieces, on such a turn.
    async fn open_battle(&self, is_turn: impl Fn(u32) -> bool) -> Result<MessageView, HandsFault> {
        let is_from =
            |found: &Found<'_>| matches!(found.id.button, Button::From { turn, .. } if is_turn(turn));
        let own = |messages: &[MessageView]| {
            let mut ours = ours(messages).filter(|found| found.message.is_ephemeral);
            ours.find(&is_from).map(|found| found.message.clone())
        };
        let messages = self.messages();
        let has_view =
            ours(&messages).any(|found| found.message.is_ephemeral && found.id.button == Button::View);
        // A view that redraws itself may be on its way; else the board's button opens one.
        if has_view && let Ok(view) = self.wait_for(REDRAW_MAX, own).await {
            return Ok(view);
        }
        let (message, custom_id) = self.find(|button| button == Button::Move).await?;
        let interaction = self.user.press(message, &custom_id).await?;
        let answer = self.user.wait_for_answer(&interaction, VIEW_MAX).await?;
        self.wait_for_view(&answer, is_from).await
    }

    /// Waits until the message shows such a component.
    ///
    /// # Errors
    /// When it does not.
    pub async fn wait_for_view(
        &self,
        view: &MessageView,
        fits: impl Fn(&Found<'_>) -> bool,
    ) -> Result<MessageView, HandsFault> {
        let shows = |messages: &[MessageView]| {
            let mut same = messages.iter().filter(|message| message.id == view.id);
            same.find(|message| ours(std::slice::from_ref(message)).any(|found| fits(&found))).cloned()
        };
        Ok(self.user.wait_for(view.channel, VIEW_MAX, shows).await?)
    }

    /// Chooses a value from a select, turning its pages until it is offered.
    async fn choose_paged(
        &self,
        view: &MessageView,
        fits: &impl Fn(&Found<'_>) -> bool,
        value: &str,
    ) -> Result<(), HandsFault> {
        let mut view = view.clone();
        for _ in 0..PAGES_MAX {
            let seen = [view.clone()];
            let Some(found) = ours(&seen).find(fits) else { break };
            let options = &found.component.options;
            let custom_id = found.component.custom_id.clone();
            if options.iter().any(|option| option.value == value) {
                self.user.choose(view.id, &custom_id, &[value]).await?;
                return Ok(());
            }
            let Some(more) = options.iter().find(|option| option.value.starts_with("page:")) else { break };
            self.user.choose(view.id, &custom_id, &[&more.value]).await?;
            let turned = |found: &Found<'_>| fits(found) && found.component.custom_id != custom_id;
            view = self.wait_for_view(&view, turned).await?;
        }
        Err(HandsFault::NotOffered(value.to_owned()))
    }
}

/// The value of a select's first option.
fn first_option(select: &ComponentView) -> Option<String> {
    select.options.first().map(|option| option.value.clone())
}

/// The value of a select's last option that is no other page.
fn last_option(select: &ComponentView) -> Option<String> {
    let mut values = select.options.iter().rev().map(|option| &option.value);
    values.find(|value| !value.starts_with("page:")).cloned()
}
