//! A table as the driver knows it: its people, its messages, and its game played along.

use std::error::Error;

use discord_sandbox::{ActingUser, ChannelId, InteractionKind, MessageId, RawInteraction};
use junqi::discord::custom_id::{Button, CustomId};
use junqi::players::{Level, player};
use junqi::rules::{Actor, Awaits, BySeat, Call, Command, Event, Game, Move, Pace, Secret, Settings};
use junqi::store::SqliteStore;
use junqi::table::{
    self, Append, Claim, Entry, GuildId, Joiner, LobbyEvent, PressId, Store, TableSetup, TableState, UserId,
};
use junqi::view::PlayerView;
use serde_json::json;

use super::Fault;

/// Plies played before the measuring begins.
const OPENING_PLIES: u16 = 12;

/// A table.
pub struct Table {
    pub state: TableState,
    /// Every entry that its log must have.
    pub entries: Vec<Entry>,
    /// The thread in which it plays.
    pub thread: ChannelId,
    /// `[seat]`.
    pub users: BySeat<ActingUser>,
    /// The message with the board.
    pub board: Option<MessageId>,
    /// `[seat]`: the message that only that player sees.
    pub views: BySeat<Option<MessageId>>,
}

impl Table {
    /// A table in the middle of its battle, stored as its log alone.
    pub async fn seed(
        store: &SqliteStore,
        number: u64,
        guild: discord_sandbox::GuildId,
        thread: ChannelId,
        people: [ActingUser; 4],
    ) -> Result<Self, Fault> {
        let mut bytes = [0; 32];
        bytes[..8].copy_from_slice(&number.to_le_bytes());
        let setup = TableSetup {
            guild: GuildId(guild.get()),
            channel: table::ChannelId(thread.get()),
            settings: Settings { clocks: Pace::Slow.clocks(), ..Settings::default() },
            people_to_count: 2,
            locale: "en-GB".to_owned(),
            secret: Secret(bytes),
            rematch: None,
            opened_unix_ms: 0,
        };
        let id = store.open_table(&setup).await?;
        let mut along = Along { state: TableState::new(id, setup), entries: Vec::new() };
        let mut claims = Vec::new();
        for (number, user) in people.iter().enumerate() {
            let id = UserId(user.id().get());
            claims.push(Claim::Take(id));
            let joiner = Joiner::Person {
                user: id,
                name: format!("Player {number}"),
                locale: "en-GB".to_owned(),
                press: PressId(id.0),
            };
            along.add(Entry::Lobby(LobbyEvent::Joined { joiner }))?;
        }
        along.add(Entry::Lobby(LobbyEvent::Started))?;
        let begun = along.game()?.begin();
        along.add_events(begun)?;
        along.open()?;
        let Along { state, entries } = along;
        let append = Append { table: id, first_seq: 0, entries: entries.clone(), claims, settlement: None };
        store.append(&append).await?;
        let seats = state.seats().ok_or("nobody is seated")?;
        let users = seats.map(|_, joiner| {
            let sits = |user: &&ActingUser| Some(UserId(user.id().get())) == joiner.user();
            people.iter().find(sits).unwrap_or(&people[0]).clone()
        });
        Ok(Self { state, entries, thread, users, board: None, views: BySeat::default() })
    }

    /// How many plies have been played, and on which turn the battle is; none once it is over.
    pub fn turn(&self) -> Option<(u16, u32)> {
        let battle = self.state.game()?.battle()?;
        Some((battle.position().plies(), battle.turn_number()))
    }

    /// Who is to move and what they may do: a move that attacks nobody where there is one, so that
    /// games last. None where the game is over.
    pub fn next_move(&self, chance: usize) -> Option<(junqi::rules::Seat, Move)> {
        let game = self.state.game()?;
        let Awaits::Move(seat) = game.awaits() else { return None };
        let position = game.battle()?.position();
        let moves = position.moves(seat);
        let (quiet, others): (Vec<Move>, Vec<Move>) =
            moves.into_iter().partition(|step| position.piece(step.to).is_none());
        let list = if quiet.is_empty() { others } else { quiet };
        (!list.is_empty()).then(|| (seat, list[chance % list.len()]))
    }

    /// Plays the move here as the bot must play it there.
    pub fn play(&mut self, seat: junqi::rules::Seat, step: Move) -> Result<(), Fault> {
        let game = self.state.game().ok_or("no game")?;
        let events = game.decide(Actor::Seat(seat), Command::Move(step))?;
        for event in events {
            let entry = Entry::Game(event);
            self.state.apply(&entry)?;
            self.entries.push(entry);
        }
        Ok(())
    }

    /// Presses a button of the table's, or chooses that value where it is a select.
    pub fn press(
        &self,
        seat: junqi::rules::Seat,
        on: MessageId,
        button: Button,
        value: Option<String>,
    ) -> discord_sandbox::InteractionId {
        let custom_id = CustomId { table: self.state.id, button }.to_string();
        let data = match value {
            Some(value) => json!({ "custom_id": custom_id, "component_type": 3, "values": [value] }),
            None => json!({ "custom_id": custom_id, "component_type": 2 }),
        };
        let pressed = self.users[seat].send_raw(RawInteraction {
            kind: InteractionKind::Component,
            channel: self.thread,
            message: Some(on),
            data,
        });
        pressed.expect("a board and an open view stay where they are")
    }
}

/// A log that grows with its state.
struct Along {
    state: TableState,
    entries: Vec<Entry>,
}

impl Along {
    fn game(&self) -> Result<&Game, Fault> {
        self.state.game().ok_or_else(|| "no game".into())
    }

    fn add(&mut self, entry: Entry) -> Result<(), Fault> {
        self.state.apply(&entry)?;
        self.entries.push(entry);
        Ok(())
    }

    fn add_events(&mut self, events: Vec<Event>) -> Result<(), Fault> {
        events.into_iter().try_for_each(|event| self.add(Entry::Game(event)))
    }

    /// Calls, deploys and opens: the first bidder plays alone.
    fn open(&mut self) -> Result<(), Fault> {
        let mut minds =
            BySeat::from_fn(|seat| player(Level::Simple, self.state.id.0 * 4 + seat.index() as u64));
        loop {
            let game = self.game()?;
            let (seat, command) = match game.awaits() {
                Awaits::Call(seat) => {
                    let calls = game.auction().is_some_and(|auction| auction.highest() == Call::Pass);
                    (seat, Command::Call(if calls { Call::One } else { Call::Pass }))
                }
                Awaits::March(seats) => {
                    let seat = seats.iter().next().ok_or("nobody deploys")?;
                    (seat, Command::March)
                }
                Awaits::Move(seat) => {
                    if game.battle().is_some_and(|battle| battle.position().plies() >= OPENING_PLIES) {
                        return Ok(());
                    }
                    let view = PlayerView::of(game, seat);
                    (seat, minds[seat].command(&view).ok_or("a player finds no move")?)
                }
                Awaits::Nothing | Awaits::Return(_) | Awaits::Answers(_) => {
                    let why: Box<dyn Error + Send + Sync> = "the opening did not come to a battle".into();
                    return Err(why);
                }
            };
            let events = game.decide(Actor::Seat(seat), command)?;
            self.add_events(events)?;
        }
    }
}
