//! Games that were played before a test begins, as the store has them.

use junqi::players::{Level, player};
use junqi::rules::{
    Actor, Awaits, Call, Command, Contract, Event, Game, GameResult, Role, Seat, Secret, Settings,
};
use junqi::table::{
    Append, ChannelId, Entry, GuildId, Joiner, LedgerRow, LobbyClosed, LobbyEvent, PressId, Settlement,
    Store, TableId, TableSetup, TableState, UserId,
};
use junqi::view::PlayerView;

use crate::stage::{Theatre, USERS};

fn setup(theatre: &Theatre, guild: GuildId) -> TableSetup {
    TableSetup {
        guild,
        channel: ChannelId(theatre.club.channel.get()),
        settings: Settings::default(),
        people_to_count: 2,
        locale: "zh-TW".to_owned(),
        secret: Secret([7; 32]),
        rematch: None,
        opened_unix_ms: 1_796_000_000_000,
    }
}

pub fn guild(theatre: &Theatre) -> GuildId {
    GuildId(theatre.club.guild.get())
}

/// A line of a score, as `score` writes it.
pub fn line(user: UserId, name: &str, seat: Seat, points: i64) -> LedgerRow {
    let role = Some(if seat == Seat::South { Role::Declarer } else { Role::Defender });
    LedgerRow { user, name: name.to_owned(), seat, role, points, has_deserted: false }
}

/// Writes the score of a game whose plies nobody will look at.
pub async fn score(theatre: &Theatre, counts: bool, ledger: Vec<LedgerRow>) -> TableId {
    let table = theatre.store.open_table(&setup(theatre, guild(theatre))).await.unwrap();
    let settlement = Settlement {
        result: Some(GameResult::DeclarerMade),
        contract: Some(Contract::Two),
        counts,
        ledger,
        ended_unix_ms: 1_796_000_600_000,
    };
    end(theatre, table, Vec::new(), Some(settlement)).await;
    table
}

async fn end(theatre: &Theatre, table: TableId, entries: Vec<Entry>, settlement: Option<Settlement>) {
    let append = Append { table, first_seq: 0, entries, claims: Vec::new(), settlement };
    theatre.store.append(&append).await.unwrap();
}

/// A lobby that closed without a game.
pub async fn closed(theatre: &Theatre) -> TableId {
    let table = theatre.store.open_table(&setup(theatre, guild(theatre))).await.unwrap();
    let entries = vec![Entry::Lobby(LobbyEvent::Closed { reason: LobbyClosed::Idle })];
    let (result, contract, counts, ledger) = (None, None, false, Vec::new());
    let settlement = Settlement { result, contract, counts, ledger, ended_unix_ms: 1 };
    end(theatre, table, entries, Some(settlement)).await;
    table
}

/// A whole game of the four players in that server, ended by the declarer's desertion after so many
/// plies.
pub async fn game(theatre: &Theatre, guild: GuildId, plies: usize) -> TableId {
    let setup = setup(theatre, guild);
    let table = theatre.store.open_table(&setup).await.unwrap();
    let (entries, state) = play(theatre, TableState::new(table, setup), plies);
    let game = state.game().unwrap();
    let (over, bid) = (game.over().unwrap(), game.chronicle().bid.unwrap());
    let seats = state.seats().unwrap();
    let row = |seat: Seat| {
        let Joiner::Person { user, name, .. } = seats[seat] else { panic!("four people play") };
        let role = if bid.declarer == seat { Role::Declarer } else { Role::Defender };
        LedgerRow {
            user: *user,
            name: name.clone(),
            seat,
            role: Some(role),
            points: over.scores.unwrap()[seat],
            has_deserted: bid.declarer == seat,
        }
    };
    let settlement = Settlement {
        result: Some(over.result),
        contract: Some(bid.contract),
        counts: true,
        ledger: Seat::ALL.map(row).to_vec(),
        ended_unix_ms: 1_796_000_600_000,
    };
    end(theatre, table, entries, Some(settlement)).await;
    table
}

fn play(theatre: &Theatre, mut state: TableState, plies: usize) -> (Vec<Entry>, TableState) {
    let mut entries = Vec::new();
    let mut add = |state: &mut TableState, entry: Entry| {
        state.apply(&entry).unwrap();
        entries.push(entry);
    };
    for (number, (name, locale, _)) in USERS.iter().take(4).enumerate() {
        let (user, press) = (theatre.user(number), PressId(1_000 + number as u64));
        let joiner = Joiner::Person { user, name: (*name).to_owned(), locale: (*locale).to_owned(), press };
        add(&mut state, Entry::Lobby(LobbyEvent::Joined { joiner }));
    }
    add(&mut state, Entry::Lobby(LobbyEvent::Started));
    let mut events: Vec<Event> = state.game().unwrap().begin();
    loop {
        for event in events.drain(..) {
            add(&mut state, Entry::Game(event));
        }
        let game = state.game().unwrap();
        if game.over().is_some() {
            break;
        }
        let (seat, command) = next(game, plies);
        events = game.decide(Actor::Seat(seat), command).unwrap();
    }
    (entries, state)
}

/// The first to call calls one, the rest pass; layouts stay; simple players move until enough plies
/// are played.
fn next(game: &Game, plies: usize) -> (Seat, Command) {
    match game.awaits() {
        Awaits::Call(seat) => {
            let is_first = game.chronicle().deals[0].calls.is_empty();
            (seat, Command::Call(if is_first { Call::One } else { Call::Pass }))
        }
        Awaits::March(seats) => (seats.iter().next().unwrap(), Command::March),
        Awaits::Move(_) if game.chronicle().plies.len() >= plies => {
            (game.chronicle().bid.unwrap().declarer, Command::Desert)
        }
        Awaits::Move(seat) => {
            let view = PlayerView::of(game, seat);
            (seat, player(Level::Simple, 1).command(&view).expect("a move"))
        }
        other => panic!("{other:?}"),
    }
}
