//! The stand-in with its tables, and what its journal tells of the bot.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use discord_sandbox::{
    ActingUser, ChannelId, Config, Descriptions, Exchange, GuildSpec, InteractionId, MessageId, Permissions,
    RateLimits, Sandbox, UserSpec,
};
use junqi::discord::custom_id::Button;
use junqi::rules::Seat;
use junqi::store::SqliteStore;

use super::Fault;
use super::table::Table;

/// Tables on one server.
const TABLES_IN_GUILD: usize = 10;

/// A press on its way.
#[derive(Clone, Copy, Debug)]
struct Press {
    table: usize,
    seat: Seat,
}

/// Something that the bot did.
#[derive(Clone, Copy, Debug)]
pub enum Seen {
    /// The first answer to a press.
    Answered { press: InteractionId, after: Duration },
    /// The presser's own message, drawn.
    Viewed { press: InteractionId, table: usize, after: Duration },
    /// The board of a table after so many plies.
    Board { table: usize, plies: u16, at: Instant },
    /// A press was not taken, or refused in words.
    Refused { press: InteractionId },
    /// A request more than Discord allows.
    TooMany,
}

/// The stand-in with its tables.
pub struct Stage {
    pub sandbox: Sandbox,
    pub tables: Vec<Table>,
    by_thread: HashMap<ChannelId, usize>,
    presses: HashMap<InteractionId, Press>,
    /// Requests that the bot has made.
    pub requests: u64,
}

impl Stage {
    /// A stand-in with so many tables in battle, their logs stored.
    pub async fn set(store: &SqliteStore, tables: usize) -> Result<Self, Fault> {
        // Checking bodies against Discord's description takes time that is not the bot's.
        let config = Config { descriptions: Descriptions::Ignored, ..Config::default() };
        let sandbox = Sandbox::start(config).await?;
        let mut stage = Self {
            sandbox,
            tables: Vec::new(),
            by_thread: HashMap::new(),
            presses: HashMap::new(),
            requests: 0,
        };
        let mut guild = None;
        for number in 0..tables {
            if number % TABLES_IN_GUILD == 0 {
                let made = stage.sandbox.add_guild(GuildSpec::named(format!("Club {number}")));
                guild = Some((made, stage.sandbox.add_text_channel(made, "junqi")));
            }
            let Some((guild, channel)) = guild else { return Err("there is no server".into()) };
            let thread = stage.sandbox.add_thread(channel, format!("Table {number}"));
            let people = [0, 1, 2, 3].map(|seat| stage.person(guild, number * 4 + seat));
            stage.by_thread.insert(thread, number);
            stage.tables.push(Table::seed(store, number as u64, guild, thread, people).await?);
        }
        Ok(stage)
    }

    fn person(&self, guild: discord_sandbox::GuildId, number: usize) -> ActingUser {
        let spec = UserSpec { locale: "en-GB".to_owned(), ..UserSpec::named(format!("user {number}")) };
        let user = self.sandbox.add_user(spec);
        self.sandbox.add_member(guild, user, Permissions::NONE);
        self.sandbox.acting_as(user)
    }

    /// Lifts the global limit, or puts it back.
    pub fn set_limits(&self, limits: RateLimits) {
        self.sandbox.set_rate_limits(limits);
    }

    /// Presses, and remembers whose answer will be whose.
    pub fn press(
        &mut self,
        table: usize,
        seat: Seat,
        on: MessageId,
        button: Button,
        value: Option<String>,
    ) -> InteractionId {
        let id = self.tables[table].press(seat, on, button, value);
        self.presses.insert(id, Press { table, seat });
        id
    }

    /// What the bot has done since the last look.
    pub fn look(&mut self) -> Vec<Seen> {
        let exchanges = self.sandbox.take_journal();
        self.requests += exchanges.len() as u64;
        exchanges.iter().filter_map(|exchange| self.see(exchange)).collect()
    }

    fn see(&mut self, exchange: &Exchange) -> Option<Seen> {
        let is_done = (200..300).contains(&exchange.status);
        if exchange.status == 429 {
            return Some(Seen::TooMany);
        }
        if let Some(press) = exchange.interaction {
            let known = *self.presses.get(&press)?;
            if !is_done {
                return Some(Seen::Refused { press });
            }
            let after = exchange.since_dispatch.unwrap_or_default();
            if exchange.path.ends_with("/callback") {
                return Some(Seen::Answered { press, after });
            }
            if exchange.method == "POST" {
                // Nothing is said besides but refusals.
                return Some(Seen::Refused { press });
            }
            if exchange.files.is_empty() {
                return Some(Seen::Refused { press });
            }
            let view = exchange.answer["id"].as_str().and_then(|id| id.parse().ok());
            self.tables[known.table].views[known.seat] = view;
            return Some(Seen::Viewed { press, table: known.table, after });
        }
        let thread = exchange.path.strip_prefix("/channels/")?.split('/').next()?.parse().ok()?;
        let table = *self.by_thread.get(&thread)?;
        if !is_done || exchange.files.is_empty() {
            return None;
        }
        let plies = plies_of(exchange.body["content"].as_str()?)?;
        self.tables[table].board = exchange.answer["id"].as_str().and_then(|id| id.parse().ok());
        Some(Seen::Board { table, plies, at: exchange.received })
    }
}

/// How many plies the words above a board tell of.
fn plies_of(content: &str) -> Option<u16> {
    let (before, _) = content.split_once(" plies")?;
    before.rsplit(' ').next()?.trim_matches(|sign: char| !sign.is_ascii_digit()).parse().ok()
}
