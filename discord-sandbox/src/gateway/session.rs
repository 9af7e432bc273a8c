//! Sessions: what each shard of the bot is told, and what it missed while its connection was gone.

use std::collections::VecDeque;

use serde::Serialize;
use serde_json::{Value, json};
use tokio::sync::mpsc::UnboundedSender;

use crate::gateway::members::AskedForAll;
use crate::gateway::start::Starts;
use crate::id::GuildId;
use crate::sandbox::{Resumable, Sessions};

/// How many events a session remembers for a resume.
const REMEMBERED: usize = 10_000;

/// What a bot asked to be told.
///
/// Source: <https://discord.com/developers/docs/events/gateway#gateway-intents>.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Intents(u64);

impl Intents {
    pub(crate) const NONE: Self = Self(0);
    pub(crate) const GUILDS: Self = Self(1);
    pub(crate) const GUILD_MEMBERS: Self = Self(1 << 1);
    pub(crate) const GUILD_PRESENCES: Self = Self(1 << 8);
    pub(crate) const GUILD_MESSAGES: Self = Self(1 << 9);
    pub(crate) const GUILD_MESSAGE_TYPING: Self = Self(1 << 11);
    pub(crate) const DIRECT_MESSAGES: Self = Self(1 << 12);
    pub(crate) const DIRECT_MESSAGE_TYPING: Self = Self(1 << 14);
    pub(crate) const MESSAGE_CONTENT: Self = Self(1 << 15);
    /// Members, presences and message contents.
    pub(crate) const PRIVILEGED: u64 = 1 << 1 | 1 << 8 | 1 << 15;
    /// Every bit that means something.
    const KNOWN: u64 = 0b11_0011_0001_1111_1111_1111_1111;

    /// The intents with these bits, if all are known.
    pub(crate) fn from_bits(bits: u64) -> Option<Self> {
        (bits & !Self::KNOWN == 0).then_some(Self(bits))
    }

    pub(crate) const fn bits(self) -> u64 {
        self.0
    }

    pub(crate) const fn contains(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }
}

impl std::ops::BitOr for Intents {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

/// Which part of the guilds a session serves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shard {
    pub(crate) index: u64,
    pub(crate) count: u64,
}

impl Shard {
    /// Direct messages and what belongs to no guild go to the first shard.
    fn serves(self, guild: Option<GuildId>) -> bool {
        guild.map_or(0, |guild| (guild.get() >> 22) % self.count) == self.index
    }
}

/// An event on its way to the bot.
#[derive(Debug)]
pub(crate) struct Event {
    pub(crate) name: &'static str,
    pub(crate) needs: Intents,
    pub(crate) guild: Option<GuildId>,
    pub(crate) data: Value,
}

/// What the task that holds a socket is told.
#[derive(Debug)]
pub(crate) enum Order {
    Send(String),
    /// Tell the bot that its session is invalid; it may identify or resume on the same connection.
    Invalidate(Resumable),
    /// Close with a code, as Discord does.
    Close(u16),
    /// Let go of the connection without a word, as a cut cable does.
    Vanish,
    /// Neither read nor send until the silence ends.
    FallSilent,
}

/// In how wrong an order events are sent, each number for so many more events.
#[derive(Debug, Default)]
pub(crate) struct Disorder {
    /// Sent twice.
    pub(crate) repeat: u32,
    /// Sent after the one that follows.
    pub(crate) swap: u32,
    held: Option<(String, Value)>,
}

/// One shard's session. It outlives its connections.
#[derive(Debug)]
pub(crate) struct Session {
    pub(crate) id: String,
    shard: Shard,
    pub(crate) intents: Intents,
    sequence: u64,
    sent: VecDeque<(u64, String)>,
    connection: Option<UnboundedSender<Order>>,
    lost_ms: Option<u64>,
    disorder: Disorder,
}

/// An event as the socket carries it.
#[derive(Serialize)]
struct Dispatch<'a> {
    op: u8,
    t: &'a str,
    s: u64,
    d: &'a Value,
}

impl Session {
    /// Sends an event, or as its disorder wants it.
    fn dispatch(&mut self, name: &str, data: &Value) {
        let is_held_back = self.disorder.swap > 0 && self.disorder.held.is_none();
        if is_held_back && !matches!(name, "READY" | "RESUMED") {
            self.disorder.swap -= 1;
            self.disorder.held = Some((name.to_owned(), data.clone()));
            return;
        }
        self.send(name, data);
        if self.disorder.repeat > 0 {
            self.disorder.repeat -= 1;
            self.send(name, data);
        }
        if let Some((name, data)) = self.disorder.held.take() {
            self.send(&name, &data);
        }
    }

    fn send(&mut self, name: &str, data: &Value) {
        self.sequence += 1;
        let text = serde_json::to_string(&Dispatch { op: 0, t: name, s: self.sequence, d: data });
        let text = text.expect("names, numbers and JSON are JSON");
        if let Some(connection) = &self.connection {
            // A connection that has just gone is noticed by its own task; the event waits for the resume.
            let _ = connection.send(Order::Send(text.clone()));
        }
        self.sent.push_back((self.sequence, text));
        if self.sent.len() > REMEMBERED {
            self.sent.pop_front();
        }
    }

    fn order(&self, order: Order) {
        if let Some(connection) = &self.connection {
            // As above: the task is ending anyway.
            let _ = connection.send(order);
        }
    }
}

/// Why a resume was turned down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CannotResume {
    /// There is no such session, or what was missed is forgotten.
    Unknown,
    /// It names an event that has not been sent yet.
    NotSentYet,
}

/// Whether heartbeats are answered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Acknowledgement {
    #[default]
    Given,
    /// As over a dead connection that nobody has noticed.
    Withheld,
}

/// All sessions.
#[derive(Debug, Default)]
pub(crate) struct Gateway {
    sessions: Vec<Session>,
    begun: u64,
    resumed: u64,
    /// Set while a test keeps the bot out.
    pub(crate) is_shut: bool,
    /// Set while connections that were told so neither read nor send.
    pub(crate) is_silent: bool,
    pub(crate) acknowledgement: Acknowledgement,
    pub(crate) starts: Starts,
    pub(crate) asked_for_all: AskedForAll,
}

impl Gateway {
    /// Begins a session and sends READY; `GUILD_CREATE` is up to the caller.
    pub(crate) fn begin(
        &mut self,
        shard: Shard,
        intents: Intents,
        connection: UnboundedSender<Order>,
        ready: impl FnOnce(&str) -> Value,
    ) -> String {
        self.begun += 1;
        let id = format!("sandbox-session-{}", self.begun);
        let ready = ready(&id);
        let mut session = Session {
            id: id.clone(),
            shard,
            intents,
            sequence: 0,
            sent: VecDeque::new(),
            connection: Some(connection),
            lost_ms: None,
            disorder: Disorder::default(),
        };
        session.dispatch("READY", &ready);
        self.sessions.push(session);
        id
    }

    /// Connects a session again and sends what was missed.
    pub(crate) fn resume(
        &mut self,
        id: &str,
        sequence: u64,
        connection: UnboundedSender<Order>,
    ) -> Result<(), CannotResume> {
        let session = self.find(id).ok_or(CannotResume::Unknown)?;
        let oldest = session.sent.front().map_or(session.sequence + 1, |(number, _)| *number);
        if sequence > session.sequence {
            return Err(CannotResume::NotSentYet);
        }
        if sequence + 1 < oldest {
            return Err(CannotResume::Unknown);
        }
        session.order(Order::Close(4000));
        for (_, text) in session.sent.iter().filter(|(number, _)| *number > sequence) {
            // The receiver is alive: it belongs to the task that called.
            let _ = connection.send(Order::Send(text.clone()));
        }
        session.connection = Some(connection);
        session.lost_ms = None;
        session.dispatch("RESUMED", &json!({ "_trace": [] }));
        self.resumed += 1;
        Ok(())
    }

    /// Notes that a session's connection is gone, unless it has another by now.
    pub(crate) fn lose(&mut self, id: &str, connection: &UnboundedSender<Order>, now_ms: u64) {
        if let Some(session) = self.find(id)
            && session.connection.as_ref().is_some_and(|present| present.same_channel(connection))
        {
            session.connection = None;
            session.lost_ms = Some(now_ms);
        }
    }

    /// Ends a session: it cannot be resumed.
    pub(crate) fn end(&mut self, id: &str) {
        self.sessions.retain(|session| session.id != id);
    }

    /// Forgets sessions that nobody came back for.
    pub(crate) fn forget_lost(&mut self, now_ms: u64, resume_within_ms: u64) {
        self.sessions.retain(|session| {
            session.lost_ms.is_none_or(|lost| now_ms.saturating_sub(lost) < resume_within_ms)
        });
    }

    fn find(&mut self, id: &str) -> Option<&mut Session> {
        self.sessions.iter_mut().find(|session| session.id == id)
    }

    pub(crate) fn dispatch(&mut self, event: &Event) {
        for session in &mut self.sessions {
            if session.shard.serves(event.guild) && session.intents.contains(event.needs) {
                session.dispatch(event.name, &event.data);
            }
        }
    }

    /// Writes an event for each session that is to get it, as its intents allow.
    pub(crate) fn describe(
        &self,
        needs: Intents,
        describe: impl Fn(Intents) -> Value,
    ) -> Vec<(String, Value)> {
        self.sessions
            .iter()
            .filter(|session| session.intents.contains(needs))
            .map(|session| (session.id.clone(), describe(session.intents)))
            .collect()
    }

    pub(crate) fn send_described(
        &mut self,
        guild: Option<GuildId>,
        name: &str,
        described: Vec<(String, Value)>,
    ) {
        for (id, data) in described {
            if let Some(session) = self.find(&id).filter(|session| session.shard.serves(guild)) {
                session.dispatch(name, &data);
            }
        }
    }

    /// A session's intents, and whether it serves a guild.
    pub(crate) fn reach(&self, id: &str, guild: GuildId) -> Option<(Intents, bool)> {
        let session = self.sessions.iter().find(|session| session.id == id)?;
        Some((session.intents, session.shard.serves(Some(guild))))
    }

    /// Sends an event to every session, whatever it holds.
    pub(crate) fn send_to_all(&mut self, name: &str, data: &Value) {
        for session in &mut self.sessions {
            session.dispatch(name, data);
        }
    }

    /// Sends an event to one session.
    pub(crate) fn send_to(&mut self, id: &str, name: &str, data: &Value) {
        if let Some(session) = self.find(id) {
            session.dispatch(name, data);
        }
    }

    /// Tells every connection to do something, and how many there were.
    pub(crate) fn order_all(&self, order: impl Fn() -> Order) -> usize {
        let connected = self.sessions.iter().filter(|session| session.connection.is_some());
        connected.inspect(|session| session.order(order())).count()
    }

    /// Changes in what order events are sent.
    pub(crate) fn disorder(&mut self, change: impl Fn(&mut Disorder)) {
        for session in &mut self.sessions {
            change(&mut session.disorder);
        }
    }

    pub(crate) fn end_all(&mut self) {
        self.sessions.clear();
    }

    pub(crate) fn history(&self) -> Sessions {
        Sessions { begun: self.begun, resumed: self.resumed }
    }

    /// How many sessions hold a connection.
    pub(crate) fn connections(&self) -> usize {
        self.sessions.iter().filter(|session| session.connection.is_some()).count()
    }

    /// The guilds a shard serves, out of these.
    pub(crate) fn guilds_of(shard: Shard, guilds: impl Iterator<Item = GuildId>) -> Vec<GuildId> {
        guilds.filter(|guild| shard.serves(Some(*guild))).collect()
    }
}

#[cfg(test)]
mod tests {
    use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};

    use super::*;

    const WHOLE: Shard = Shard { index: 0, count: 1 };

    fn event(guild: Option<GuildId>, needs: Intents) -> Event {
        Event { name: "SOMETHING", needs, guild, data: json!({}) }
    }

    fn names(mailbox: &mut UnboundedReceiver<Order>) -> Vec<String> {
        std::iter::from_fn(|| mailbox.try_recv().ok())
            .filter_map(|order| match order {
                Order::Send(text) => serde_json::from_str::<Value>(&text).ok(),
                Order::Invalidate(_) | Order::Close(_) | Order::Vanish | Order::FallSilent => None,
            })
            .map(|event| format!("{} {}", event["t"].as_str().unwrap_or_default(), event["s"]))
            .collect()
    }

    #[test]
    fn direct_messages_go_to_the_first_shard_and_guilds_to_theirs() {
        let serving = |guild| [0, 1].map(|index| Shard { index, count: 2 }.serves(guild));
        assert_eq!(serving(Some(GuildId::new(3 << 22))), [false, true]);
        assert_eq!(serving(None), [true, false]);
    }

    #[test]
    fn a_resume_brings_what_was_missed_once_and_no_more() {
        let mut gateway = Gateway::default();
        let (sender, mut mailbox) = unbounded_channel();
        let id = gateway.begin(WHOLE, Intents::GUILDS, sender.clone(), |_| json!({}));
        gateway.dispatch(&event(None, Intents::GUILDS));
        gateway.dispatch(&event(None, Intents::GUILD_MEMBERS));
        assert_eq!(names(&mut mailbox), ["READY 1", "SOMETHING 2"]);
        gateway.lose(&id, &sender, 1000);
        gateway.dispatch(&event(None, Intents::NONE));
        let (sender, mut mailbox) = unbounded_channel();
        assert_eq!(gateway.resume(&id, 9, sender.clone()), Err(CannotResume::NotSentYet));
        assert_eq!(gateway.resume("another", 2, sender.clone()), Err(CannotResume::Unknown));
        assert_eq!(gateway.resume(&id, 2, sender), Ok(()));
        assert_eq!(names(&mut mailbox), ["SOMETHING 3", "RESUMED 4"]);
    }

    #[test]
    fn events_can_be_repeated_and_swapped_and_are_numbered_as_they_are_sent() {
        let mut gateway = Gateway::default();
        let (sender, mut mailbox) = unbounded_channel();
        gateway.begin(WHOLE, Intents::GUILDS, sender, |_| json!({}));
        gateway.disorder(|disorder| disorder.repeat = 1);
        let send = |gateway: &mut Gateway, name| {
            gateway.dispatch(&Event { name, ..event(None, Intents::GUILDS) });
        };
        send(&mut gateway, "FIRST");
        gateway.disorder(|disorder| disorder.swap = 1);
        for name in ["SECOND", "THIRD", "FOURTH"] {
            send(&mut gateway, name);
        }
        let expected = ["READY 1", "FIRST 2", "FIRST 3", "THIRD 4", "SECOND 5", "FOURTH 6"];
        assert_eq!(names(&mut mailbox), expected);
    }

    #[test]
    fn a_session_nobody_comes_back_for_is_forgotten() {
        let mut gateway = Gateway::default();
        let (sender, _mailbox) = unbounded_channel();
        let id = gateway.begin(WHOLE, Intents::NONE, sender.clone(), |_| json!({}));
        gateway.forget_lost(1_000_000, 500);
        gateway.lose(&id, &sender, 1_000_000);
        gateway.forget_lost(1_000_499, 500);
        assert_eq!(gateway.sessions.len(), 1);
        gateway.forget_lost(1_000_500, 500);
        assert!(gateway.sessions.is_empty());
    }
}
