//! Where a table's messages stand and what each of them shows, so that nothing is sent twice.

use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::Arc;
use std::time::Duration;

use serenity::all::{
    ChannelId as DiscordChannel, CreateAllowedMentions, CreateMessage, EditMessage, MessageFlags,
    MessageId as DiscordMessage, Nonce,
};
use tokio::time::{Instant, timeout};

use super::Desk;
use crate::discord::screen::Drawn;
use crate::discord::trouble::{Trouble, trouble};
use crate::table::{ChannelId, MessageId, Place, Posting, Slot, TableId};

/// An edit that takes longer is given up, and another message posted: too many edits of an old one (30046) come with a
/// wait of up to an hour, which the library would sit out.
const EDIT_PATIENCE: Duration = Duration::from_secs(8);

/// The messages of one table.
pub(super) struct Book {
    desk: Arc<Desk>,
    table: TableId,
    places: HashMap<Slot, Place>,
    posted: HashMap<Slot, Posted>,
    shown: HashMap<Slot, String>,
    /// How many messages have been posted.
    posts: u64,
    /// Posts of which it is not known whether they arrived.
    doubtful: HashMap<Slot, Doubtful>,
    /// Messages that were to go, or to lose their buttons, while the platform was away; and those that a
    /// program that was killed may have posted.
    leftovers: Vec<Leftover>,
    /// Drawn at each start, so that no message is taken for one that was posted before it.
    mark: u64,
    /// How many nonces have been given out.
    nonces: u32,
    /// Whether the next request has been paid for.
    is_paid: bool,
    /// Messages to be deleted when there is time for it, oldest first.
    discarded: VecDeque<Place>,
    /// Slots that are empty while the store remembers a place for them: a message that is gone, or soon will be.
    vacated: HashSet<Slot>,
}

/// A message that has had its day.
#[derive(Clone)]
enum Leftover {
    /// It is to be deleted.
    Message(Place),
    /// Its buttons are to be taken off.
    Buttons(Place),
    /// It is to be deleted, if it was ever posted.
    Posting(Posting),
}

/// What stands for a message that is looked for, until it is deleted a moment later.
const LOOKING: &str = "…";

/// A post that failed in passing: its answer may have been lost on a message that stands.
struct Doubtful {
    /// Posted again with the same nonce, such a message is found, not doubled.
    posting: Posting,
    key: String,
}

/// Messages that may wait to be deleted; what is more stays where it stands.
const DISCARDED_MOST: usize = 32;

/// When a message was posted.
#[derive(Clone, Copy)]
struct Posted {
    at: Instant,
    /// How many messages had been counted in its channel by then.
    after: u64,
}

impl Book {
    /// The table's messages as the store remembers them, of the slots that this book keeps; what they
    /// show is not known.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub async fn open(desk: Arc<Desk>, table: TableId, keeps: fn(Slot) -> bool) -> Result<Self, Trouble> {
        let unread = |fault| {
            tracing::error!(%table, %fault, "the places of a table's messages cannot be read");
            Trouble::Passing
        };
        let places = desk.store.places(table).await.map_err(unread)?;
        let postings = desk.store.postings(table).await.map_err(unread)?;
        // The result's is posted again by the same nonce.
        let orphans = postings.into_iter().filter(|it| keeps(it.slot) && it.slot != Slot::End);
        let mut mark = [0; 8];
        getrandom::fill(&mut mark).map_err(|fault| {
            tracing::error!(%table, %fault, "the system has no chance to give");
            Trouble::Passing
        })?;
        Ok(Self {
            desk,
            table,
            places: places.into_iter().filter(|(slot, _)| keeps(*slot)).collect(),
            posted: HashMap::new(),
            shown: HashMap::new(),
            posts: 0,
            doubtful: HashMap::new(),
            leftovers: orphans.map(Leftover::Posting).collect(),
            mark: u64::from_le_bytes(mark),
            nonces: 0,
            is_paid: false,
            discarded: VecDeque::new(),
            vacated: HashSet::new(),
        })
    }

    /// Says whether the next request has been paid for elsewhere.
    pub const fn set_paid(&mut self, is_paid: bool) {
        self.is_paid = is_paid;
    }

    /// Waits until one request may be made, and pays for it.
    pub async fn pay(&mut self) {
        if !std::mem::replace(&mut self.is_paid, true) {
            self.desk.budget.spend().await;
        }
    }

    /// Makes a request that has been paid for, or pays for it.
    async fn spend(&mut self) {
        self.pay().await;
        self.is_paid = false;
    }

    /// Where the slot's message stands.
    pub fn place(&self, slot: Slot) -> Option<Place> {
        self.places.get(&slot).copied()
    }

    /// Whether the slot is known to show this.
    pub fn shows(&self, slot: Slot, key: &str) -> bool {
        self.shown.get(&slot).is_some_and(|shown| shown == key)
    }

    /// How many messages this program has posted for the table since it started.
    pub const fn posts(&self) -> u64 {
        self.posts
    }

    /// What the slot is known to show.
    pub fn shown(&self, slot: Slot) -> Option<&str> {
        self.shown.get(&slot).map(String::as_str)
    }

    /// Whether anything is known of what the slot shows.
    pub fn is_known(&self, slot: Slot) -> bool {
        self.shown.contains_key(&slot)
    }

    /// How long ago the slot's message was posted, if this program posted it since it started.
    pub fn age(&self, slot: Slot) -> Option<Duration> {
        self.posted.get(&slot).map(|posted| posted.at.elapsed())
    }

    /// How many messages have buried the slot's, if this program posted it since it started.
    pub fn buried(&self, slot: Slot) -> u64 {
        let (Some(place), Some(posted)) = (self.place(slot), self.posted.get(&slot)) else { return 0 };
        self.desk.posted(place.channel).saturating_sub(posted.after)
    }

    /// Takes it that the slot shows this, whether or not there is a message.
    pub fn take_as_shown(&mut self, slot: Slot, key: String) {
        self.shown.insert(slot, key);
    }

    /// Edits the slot's message to show this, or posts one in the channel where there is none, or
    /// none that can be edited.
    ///
    /// # Errors
    /// What Discord said, logged.
    pub async fn put(
        &mut self,
        slot: Slot,
        channel: ChannelId,
        key: String,
        drawn: &Drawn,
    ) -> Result<(), Trouble> {
        let before = self.place(slot);
        let edited = match before {
            Some(_) => self.edit(slot, key.clone(), drawn).await,
            None => Err(Trouble::MessageGone),
        };
        match edited {
            Err(Trouble::MessageGone) => self.post(slot, channel, key, drawn).await,
            Err(Trouble::NotEditable) => {
                // Its buttons cannot be taken off; there is one live message only. It goes first: once
                // another has its place nothing would be known of it after a kill.
                if let Some(place) = before {
                    self.delete_at(place).await;
                }
                self.post(slot, channel, key, drawn).await
            }
            edited => edited,
        }
    }

    /// Edits the slot's message to show this, if there is one.
    ///
    /// # Errors
    /// What Discord said, logged.
    pub async fn edit(&mut self, slot: Slot, key: String, drawn: &Drawn) -> Result<(), Trouble> {
        let Some(place) = self.place(slot) else { return Ok(()) };
        let (channel, message) = ids(place);
        self.spend().await;
        let edit = channel.edit_message(&self.desk.http, message, drawn.edit());
        match timeout(EDIT_PATIENCE, edit).await {
            Ok(Ok(_)) => {
                self.shown.insert(slot, key);
                Ok(())
            }
            Ok(Err(error)) => Err(report(trouble(&error), &error)),
            Err(_) => {
                tracing::warn!("a table's message could not be edited in time");
                Err(Trouble::NotEditable)
            }
        }
    }

    /// Posts a new message for the slot.
    ///
    /// # Errors
    /// What Discord said, logged.
    pub async fn post(
        &mut self,
        slot: Slot,
        channel: ChannelId,
        key: String,
        drawn: &Drawn,
    ) -> Result<(), Trouble> {
        let mut before = self.doubtful.remove(&slot);
        if let Some(elsewhere) = before.take_if(|before| before.posting.channel != channel) {
            self.leftovers.push(Leftover::Posting(elsewhere.posting));
        }
        let posting = match &before {
            Some(before) => before.posting.clone(),
            None => Posting { slot, channel, nonce: self.new_nonce(slot, channel) },
        };
        let create = drawn.create().nonce(Nonce::String(posting.nonce.clone())).enforce_nonce(true);
        if let Err(fault) = self.desk.store.begin_post(self.table, &posting).await {
            tracing::warn!(table = %self.table, %fault, "it is not remembered that a message is being posted");
        }
        self.spend().await;
        let posted = DiscordChannel::new(channel.0).send_message(&self.desk.http, create).await;
        let message = match posted {
            Ok(message) => message,
            Err(error) => {
                let trouble = report(trouble(&error), &error);
                if trouble == Trouble::Passing {
                    // What stands there may be what was sent first.
                    let key = before.map_or(key, |before| before.key);
                    self.doubtful.insert(slot, Doubtful { posting, key });
                } else {
                    self.end_post(&posting, None).await;
                }
                return Err(trouble);
            }
        };
        let is_newest = before.is_none_or(|before| before.key == key && drawn.is_shown_by(&message));
        let place = Place { channel, message: MessageId(message.id.get()) };
        match slot {
            // What stays in the channel buries other tables' messages there.
            Slot::Main | Slot::Door | Slot::End => self.desk.bury(channel),
            Slot::Vote | Slot::Ping | Slot::Direct(_) => {}
        }
        self.posts += 1;
        let after = self.desk.posted(channel);
        self.places.insert(slot, place);
        self.vacated.remove(&slot);
        self.posted.insert(slot, Posted { at: Instant::now(), after });
        self.end_post(&posting, Some(place.message)).await;
        if is_newest {
            self.shown.insert(slot, key);
            Ok(())
        } else {
            self.edit(slot, key, drawn).await
        }
    }

    fn new_nonce(&mut self, slot: Slot, channel: ChannelId) -> String {
        if slot == Slot::End {
            // A program that stopped before it had remembered the result posts it again: Discord gives the one that
            // stands there.
            return format!("{:x}.{:x}", self.table.0 & 0xffff_ffff_ffff, channel.0 & 0xffff_ffff);
        }
        self.nonces += 1;
        // At most 25 characters.
        format!("{:x}.{:x}", self.mark, self.nonces)
    }

    /// The message of one slot is from now on that of another.
    pub async fn rename(&mut self, from: Slot, to: Slot) {
        if let Some(place) = self.place(from) {
            self.places.insert(to, place);
            self.shown.remove(&to);
            // In this order: a message remembered twice tells that the second step is still to be done.
            self.remember(to, Some(place)).await;
        }
        self.forget(from).await;
    }

    /// Has nothing to do with the slot's message any more, which stays as it is or is gone.
    pub async fn forget(&mut self, slot: Slot) {
        self.shown.remove(&slot);
        self.posted.remove(&slot);
        if self.places.remove(&slot).is_some() {
            self.remember(slot, None).await;
        }
    }

    /// Has nothing to do any more with those of these slots' messages that somebody has deleted; whether
    /// there was one.
    pub async fn forget_deleted(&mut self, slots: &[Slot]) -> bool {
        let mut was_any = false;
        for slot in slots {
            if let Some(place) = self.place(*slot)
                && self.desk.is_deleted(place.channel, place.message)
            {
                self.forget(*slot).await;
                was_any = true;
            }
        }
        was_any
    }

    /// Takes the buttons off the slot's message, which another will replace. If that fails the
    /// buttons stay, and pressing them does no harm.
    pub async fn retire(&mut self, slot: Slot) {
        self.shown.remove(&slot);
        if let Some(place) = self.places.remove(&slot) {
            self.clear(Leftover::Buttons(place)).await;
        }
    }

    /// Deletes the slot's message, if there is one.
    pub async fn delete(&mut self, slot: Slot) {
        let Some(place) = self.take_out(slot) else { return };
        self.delete_at(place).await;
        self.remember(slot, None).await;
    }

    /// Empties the slot, whose message is not wanted any more, and tells where that stands; one of which it is not
    /// known whether it arrived is to go with the leftovers.
    fn take_out(&mut self, slot: Slot) -> Option<Place> {
        self.shown.remove(&slot);
        if let Some(doubtful) = self.doubtful.remove(&slot) {
            self.leftovers.push(Leftover::Posting(doubtful.posting));
        }
        self.places.remove(&slot)
    }

    async fn delete_at(&mut self, place: Place) {
        self.clear(Leftover::Message(place)).await;
    }

    /// Deletes the slot's message as [`Self::delete`] does; but later, where others wait.
    pub async fn discard(&mut self, slot: Slot) {
        let Some(place) = self.take_out(slot) else { return };
        // Most often another follows at once, whose place takes its place.
        self.vacated.insert(slot);
        if !self.desk.budget.is_pressed() {
            return self.delete_at(place).await;
        }
        self.discarded.push_back(place);
        if self.discarded.len() > DISCARDED_MOST {
            self.discarded.pop_front();
        }
    }

    /// Deletes what was put off, as long as nobody else waits.
    pub async fn sweep(&mut self) {
        while !self.desk.budget.is_pressed()
            && let Some(place) = self.discarded.pop_front()
        {
            self.delete_at(place).await;
        }
    }

    /// Tries again what could not be cleared away while the platform was away.
    ///
    /// # Errors
    /// When it still cannot.
    pub async fn clear_up(&mut self) -> Result<(), Trouble> {
        for slot in std::mem::take(&mut self.vacated) {
            self.remember(slot, None).await;
        }
        for leftover in std::mem::take(&mut self.leftovers) {
            self.clear(leftover).await;
        }
        if self.leftovers.is_empty() { Ok(()) } else { Err(Trouble::Passing) }
    }

    async fn clear(&mut self, leftover: Leftover) {
        self.spend().await;
        let http = &self.desk.http;
        let cleared = match &leftover {
            Leftover::Message(place) => {
                let (channel, message) = ids(*place);
                channel.delete_message(http, message).await
            }
            Leftover::Buttons(place) => {
                let (channel, message) = ids(*place);
                let edit = EditMessage::new().components(Vec::new());
                channel.edit_message(http, message, edit).await.map(|_| ())
            }
            Leftover::Posting(posting) => self.take_back(posting).await,
        };
        if let Err(error) = cleared {
            tracing::debug!(%error, "a message that has had its day stays as it is");
            if trouble(&error) == Trouble::Passing {
                self.leftovers.push(leftover);
                return;
            }
        }
        if let Leftover::Posting(posting) = leftover {
            self.end_post(&posting, None).await;
        }
    }

    /// Deletes a message of which only the nonce is known. Posted once more, without words and without
    /// notice to anybody, the platform gives the one that stands there, whatever it shows.
    async fn take_back(&self, posting: &Posting) -> serenity::Result<()> {
        let (http, channel) = (&self.desk.http, DiscordChannel::new(posting.channel.0));
        let look = CreateMessage::new()
            .content(LOOKING)
            .flags(MessageFlags::SUPPRESS_NOTIFICATIONS)
            .allowed_mentions(CreateAllowedMentions::new())
            .nonce(Nonce::String(posting.nonce.clone()))
            .enforce_nonce(true);
        let found = channel.send_message(http, look).await?;
        self.desk.budget.spend().await;
        channel.delete_message(http, found.id).await
    }

    /// Whether the message stands, and where, is known. If that is not remembered, the next start finds it out once
    /// more.
    async fn end_post(&self, posting: &Posting, message: Option<MessageId>) {
        if let Err(fault) = self.desk.store.end_post(self.table, posting, message).await {
            tracing::warn!(table = %self.table, %fault, "a message's place is not remembered");
        }
    }

    /// A place that is not remembered costs one message more after a restart, nothing else.
    async fn remember(&self, slot: Slot, place: Option<Place>) {
        if let Err(fault) = self.desk.store.set_place(self.table, slot, place).await {
            tracing::warn!(table = %self.table, %fault, "a message's place is not remembered");
        }
    }
}

fn ids(place: Place) -> (DiscordChannel, DiscordMessage) {
    (DiscordChannel::new(place.channel.0), DiscordMessage::new(place.message.0))
}

fn report(trouble: Trouble, error: &serenity::Error) -> Trouble {
    match trouble {
        Trouble::Ours => tracing::error!(%error, "a table's message could not be sent"),
        Trouble::DirectClosed | Trouble::Stranger => {
            tracing::debug!(%error, "a player takes no direct messages");
        }
        // Another is posted.
        Trouble::MessageGone | Trouble::NotEditable => {
            tracing::debug!(%error, "a table's message can be edited no more");
        }
        Trouble::ChannelGone
        | Trouble::Forbidden
        | Trouble::NoMember
        | Trouble::Locked
        | Trouble::ThreadStands
        | Trouble::NoThread
        | Trouble::TokenSpent
        | Trouble::TooLarge
        | Trouble::Passing => tracing::warn!(%error, "a table's message could not be sent"),
    }
    trouble
}
