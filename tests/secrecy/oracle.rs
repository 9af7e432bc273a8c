//! What a press may change, told from the stored tables and the rules alone: nothing of how the program
//! decides it stands here.

use junqi::discord::AdminButton;
use junqi::discord::custom_id::{Button, CustomId, Drawer, Swapping};
use junqi::rules::{Actor, Command, Game, Move, Point, Seat};
use junqi::table::{GuildId, LobbyStatus, TableId, TableState, UserId};

/// Who presses, and where.
#[derive(Clone, Copy, Debug)]
pub struct Presser {
    pub user: UserId,
    /// None in direct messages.
    pub guild: Option<GuildId>,
}

/// What may come of a press.
#[derive(Clone, Debug, PartialEq)]
pub enum Deed {
    /// Nothing: no table changes, and none is opened.
    Nothing,
    /// This command of who sits there, at that table alone.
    Play(TableId, Seat, Command),
    /// Something else that is the presser's to do: sitting down, leaving, rearranging one's own.
    Theirs,
}

/// The tables as they are.
pub struct Oracle<'a>(pub &'a [TableState]);

impl Oracle<'_> {
    fn seat(&self, presser: Presser, table: TableId) -> Option<(Seat, &Game)> {
        let state = self.0.iter().find(|state| state.id == table)?;
        let is_here = presser.guild.is_none_or(|guild| guild == state.setup.guild);
        let seat = state.seat_of(presser.user).filter(|_| is_here)?;
        Some((seat, state.game()?))
    }

    fn play(
        &self,
        presser: Presser,
        table: TableId,
        command: Command,
        is_current: impl Fn(Seat, &Game) -> bool,
    ) -> Deed {
        match self.seat(presser, table) {
            Some((seat, game))
                if is_current(seat, game) && game.decide(Actor::Seat(seat), command.clone()).is_ok() =>
            {
                Deed::Play(table, seat, command)
            }
            _ => Deed::Nothing,
        }
    }

    /// What a press on that button may do, with what was chosen or typed.
    pub fn of_press(&self, presser: Presser, id: CustomId, value: Option<&str>) -> Deed {
        let CustomId { table, button } = id;
        let point = value.and_then(|value| value.parse::<Point>().ok());
        let moves = |turn: u32, from: Point, to: Point| {
            let on_turn =
                |_: Seat, game: &Game| game.battle().is_some_and(|battle| battle.turn_number() == turn);
            self.play(presser, table, Command::Move(Move { from, to }), on_turn)
        };
        match button {
            Button::Call { number, call } => {
                let due = |_: Seat, game: &Game| game.call_number() == number;
                self.play(presser, table, Command::Call(call), due)
            }
            Button::First(Swapping { revision, first, .. })
            | Button::Second(Swapping { revision, first, .. }) => {
                let Some((a, b)) = first.zip(point).filter(|(a, b)| a != b) else { return Deed::Nothing };
                let swap = Command::Swap(a, b);
                self.play(presser, table, swap, |seat, game| is_of(game, seat, revision))
            }
            Button::March { revision } => {
                self.play(presser, table, Command::March, |seat, game| is_of(game, seat, revision))
            }
            Button::Undo { revision }
            | Button::Shuffle { revision }
            | Button::Mirror { revision }
            | Button::Typed { revision }
            | Button::Drawer(Drawer::Load { revision }) => {
                let can = self.seat(presser, table).is_some_and(|(seat, game)| is_of(game, seat, revision));
                if can { Deed::Theirs } else { Deed::Nothing }
            }
            Button::To { turn, from, .. } => point.map_or(Deed::Nothing, |to| moves(turn, from, to)),
            Button::ConfirmMove { turn, from, to } => moves(turn, from, to),
            Button::TypeMove { turn } => {
                let can = self.seat(presser, table).is_some_and(|(seat, game)| {
                    let battle = game.battle();
                    battle.is_some_and(|battle| {
                        battle.turn_number() == turn && battle.position().turn() == seat
                    })
                });
                if can { Deed::Theirs } else { Deed::Nothing }
            }
            Button::Vote { number, answer } => {
                let open =
                    |_: Seat, game: &Game| game.battle().is_some_and(|battle| battle.vote_number() == number);
                self.play(presser, table, Command::Answer(answer), open)
            }
            Button::Confirm(request) => self.play(presser, table, Command::Ask(request), |_, _| true),
            Button::Absent => self.play(presser, table, Command::BeAbsent, |_, _| true),
            Button::Desert => self.play(presser, table, Command::Desert, |_, _| true),
            Button::Join
            | Button::Leave
            | Button::AddComputer(_)
            | Button::RemoveComputer
            | Button::SetPace
            | Button::TurnAway
            | Button::Start
            | Button::Close => self.in_lobby(presser, table, button),
            // It seats whoever sits nowhere on this server.
            Button::Practise => match presser.guild {
                Some(guild) if !self.sits_on(presser.user, guild) => Deed::Theirs,
                _ => Deed::Nothing,
            },
            // Nobody here manages a server, and no table that runs is over.
            Button::Admin(AdminButton::Stop | AdminButton::Season { .. } | AdminButton::Trail { .. })
            | Button::Rematch
            | Button::CallPlayers
            | Button::OpenerMenu
            | Button::View
            | Button::ShowGround(_)
            | Button::Drawer(_)
            | Button::Shelf(_)
            | Button::Move
            | Button::From { .. }
            | Button::Back
            | Button::Ask(_)
            | Button::Rules { .. }
            | Button::Scores(_)
            | Button::Own(_) => Deed::Nothing,
        }
    }

    fn in_lobby(&self, presser: Presser, table: TableId, button: Button) -> Deed {
        let state = self.0.iter().find(|state| state.id == table);
        let open = state.filter(|state| state.lobby().status() == LobbyStatus::Open);
        let here = open.filter(|state| presser.guild.is_none_or(|guild| guild == state.setup.guild));
        let Some(state) = here else { return Deed::Nothing };
        let mut people = state.lobby().joiners().iter().filter_map(junqi::table::Joiner::user);
        let is_opener = people.clone().next() == Some(presser.user);
        let is_in = people.any(|user| user == presser.user);
        let may = match button {
            // In direct messages only who has a place reaches the table.
            Button::Join => {
                !is_in && presser.guild.is_some() && !self.sits_on(presser.user, state.setup.guild)
            }
            Button::Leave => is_in,
            _ => is_opener,
        };
        if may { Deed::Theirs } else { Deed::Nothing }
    }

    fn sits_on(&self, user: UserId, guild: GuildId) -> bool {
        self.0.iter().any(|state| state.setup.guild == guild && state.seated_people().contains(&user))
    }

    /// Whether a typed command of this user could do anything at any table of theirs.
    pub fn of_command(&self, user: UserId, command: &Command) -> Deed {
        let mut tables = self.0.iter();
        let can = tables.any(|state| {
            let presser = Presser { user, guild: None };
            self.play(presser, state.id, command.clone(), |_, _| true) != Deed::Nothing
        });
        if can { Deed::Theirs } else { Deed::Nothing }
    }
}

/// Whether the seat's deployment is in that revision, and not marched.
fn is_of(game: &Game, seat: Seat, revision: u32) -> bool {
    game.deployment().is_some_and(|deployment| {
        deployment.revision(seat) == revision && !deployment.marched().contains(seat)
    })
}
