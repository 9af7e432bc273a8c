//! What a table tells: its present state, for whoever must show it.

use std::fmt;

use super::{ChannelId, GuildId, Joiner, LobbyStatus, PLACES, TableId, TableState, UserId};
use crate::rules::{BySeat, Deadline, Seat, Secret, Settings};
use crate::view::{OpenView, PlayerView, PublicEvent, PublicView};

/// A deadline that runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Due {
    /// Of what.
    pub deadline: Deadline,
    /// When, in milliseconds of Unix time.
    pub at_unix_ms: i64,
}

/// What all must know of the table besides the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Notice {
    /// The program is about to end; the table goes on when it is back, its clocks afresh (RULES 12.6).
    Pausing,
    /// It broke down too often at the same place, and stands still.
    Halted,
}

/// How a seed is checked, told when the game is over (RULES 16.1).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    /// The secret behind the commitment.
    pub secret: Secret,
    /// The ids of the joining presses in order of joining.
    pub joins: Vec<u64>,
}

/// A table's present state.
///
/// It holds each person's private view; [`Telling::viewer`] is the way to them, by who asks.
#[derive(Clone)]
pub struct Telling {
    /// Which table.
    pub table: TableId,
    /// The server.
    pub guild: GuildId,
    /// The channel in which it was opened.
    pub channel: ChannelId,
    /// The language of its public texts.
    pub locale: String,
    /// Base score and clocks.
    pub settings: Settings,
    /// The table whose rematch it is.
    pub rematch_of: Option<TableId>,
    /// How many people make the game count.
    pub people_to_count: u8,
    /// The commitment (RULES 16.1).
    pub commitment: String,
    /// How many entries the log has: a later telling has a higher one, or the same and later
    /// deadlines.
    pub version: u64,
    /// Who joined, in order.
    pub joiners: Vec<Joiner>,
    /// Where the lobby stands.
    pub lobby: LobbyStatus,
    /// `[seat]`: who sits there, once the game has begun.
    pub seats: Option<BySeat<Joiner>>,
    /// The game as anybody may see it, once begun.
    pub public: Option<PublicView>,
    /// What anybody learned last, oldest first.
    pub recent: Vec<PublicEvent>,
    /// The deadlines that run.
    pub due: Vec<Due>,
    /// Everything, once the game is over (RULES 15.4).
    pub open: Option<OpenView>,
    /// How the deal is checked, once the game is over.
    pub opening: Option<Opening>,
    /// Whether the program has just been started and this table with it.
    pub is_restored: bool,
    /// What all must know besides, if anything.
    pub notice: Option<Notice>,
    players: BySeat<Option<PlayerView>>,
}

impl fmt::Debug for Telling {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The views hold secrets, which never reach a log (RULES 15.3).
        let mut shown = formatter.debug_struct("Telling");
        shown.field("table", &self.table).field("version", &self.version).finish_non_exhaustive()
    }
}

/// Who looks on, with what they may see.
#[derive(Clone, Copy, Debug)]
pub enum Viewer<'a> {
    /// A player of the running game.
    Player(&'a PlayerView),
    /// Anybody else.
    Spectator,
}

impl Telling {
    /// What a table in that state tells.
    pub fn of(state: &TableState, due: Vec<Due>, recent: Vec<PublicEvent>) -> Self {
        let seats = state.seats().map(|seats| seats.map(|_, joiner| (*joiner).clone()));
        let game = state.game();
        let is_person =
            |seat| seats.as_ref().is_some_and(|seats: &BySeat<Joiner>| seats[seat].user().is_some());
        let players =
            BySeat::from_fn(|seat| game.filter(|_| is_person(seat)).map(|game| PlayerView::of(game, seat)));
        let open = game.and_then(OpenView::of);
        let opening = open.is_some().then(|| Opening { secret: state.setup.secret, joins: state.joins() });
        Self {
            table: state.id,
            guild: state.setup.guild,
            channel: state.setup.channel,
            locale: state.setup.locale.clone(),
            settings: state.settings(),
            rematch_of: state.setup.rematch.map(|rematch| rematch.of),
            people_to_count: state.setup.people_to_count,
            commitment: state.setup.secret.commitment(),
            version: state.len,
            joiners: state.lobby().joiners().to_vec(),
            lobby: state.lobby().status(),
            seats,
            public: game.map(PublicView::of),
            recent,
            due,
            open,
            opening,
            is_restored: false,
            notice: None,
            players,
        }
    }

    /// What that user may see.
    pub fn viewer(&self, user: UserId) -> Viewer<'_> {
        match self.seat_of(user).and_then(|seat| self.players[seat].as_ref()) {
            Some(view) => Viewer::Player(view),
            None => Viewer::Spectator,
        }
    }

    /// Where that user sits.
    pub fn seat_of(&self, user: UserId) -> Option<Seat> {
        self.seats.as_ref()?.find(|joiner| joiner.user() == Some(user))
    }

    /// Whether that user has a place in the lobby or a seat in the game.
    pub fn has(&self, user: UserId) -> bool {
        self.joiners.iter().any(|joiner| joiner.user() == Some(user))
    }

    /// Whether that user still takes part: they may not sit elsewhere (RULES 10.5).
    pub fn binds(&self, user: UserId) -> bool {
        let eliminated =
            |seat: Seat| self.public.as_ref().is_some_and(|public| public.seats[seat].eliminated.is_some());
        !self.is_over() && self.has(user) && !self.seat_of(user).is_some_and(eliminated)
    }

    /// Whether the table is over, with or without a game.
    pub fn is_over(&self) -> bool {
        matches!(self.lobby, LobbyStatus::Closed(_)) || self.open.is_some()
    }

    /// Whether it is a lobby that has room.
    pub fn wants_players(&self) -> bool {
        matches!(self.lobby, LobbyStatus::Open) && self.joiners.len() < PLACES
    }

    /// When that deadline runs out.
    pub fn due(&self, deadline: Deadline) -> Option<i64> {
        self.due.iter().find(|due| due.deadline == deadline).map(|due| due.at_unix_ms)
    }
}
