//! What was shown and what is stored, held against a replay of the stored log that nobody interrupts.

use std::collections::{BTreeMap, BTreeSet};

use discord_sandbox::Exchange;
use junqi::discord::custom_id::{Button, CustomId};
use junqi::discord::language_of;
use junqi::picture::{Names, alt};
use junqi::rules::{BySeat, Event, Seat};
use junqi::sandbox::Club;
use junqi::store::SqliteStore;
use junqi::table::{Entry, GuildId, Joiner, Period, Scores, StoredTable, TableId, TableState, UserId};
use junqi::view::{PublicView, Stage};

use crate::autopsy::Autopsy;
use crate::people::{COMPUTER, FREE, MARCHED};

/// What a main message tells of its table.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Shown {
    /// So many places are free.
    Lobby(usize),
    /// This call is due, and these are legal.
    Auction(u32, BTreeSet<u8>),
    /// So many have marched.
    Deployment(usize),
    /// The board in words.
    Battle(String),
}

impl Shown {
    /// Of a state that the log once had.
    fn of(state: &TableState) -> Option<Self> {
        let Some(game) = state.game() else {
            return (!state.is_over()).then(|| Self::Lobby(4 - state.lobby().joiners().len()));
        };
        let view = PublicView::of(game);
        match &view.stage {
            Stage::Unbegun | Stage::Over(_) => None,
            Stage::Auction(auction) => Some(Self::Auction(
                auction.number,
                auction.legal.iter().map(|call| u8::from(*call)).collect(),
            )),
            Stage::Deployment(_) => Some(Self::Deployment(
                Seat::ALL.into_iter().filter(|seat| view.seats[*seat].has_marched).count(),
            )),
            Stage::Battle(_) => {
                let language = language_of(&state.setup.locale);
                Some(Self::Battle(alt::public_board(&view, &names(state), language)))
            }
        }
    }

    /// Of a message that was posted or edited, with its table.
    fn in_message(exchange: &Exchange) -> Option<(TableId, Self)> {
        let ids = custom_ids(exchange);
        let content = exchange.body["content"].as_str()?;
        let lines_with = |words: &str| content.lines().filter(|line| line.contains(words)).count();
        let table = ids.first()?.table;
        let has = |wanted: Button| ids.iter().any(|id| id.button == wanted);
        let calls = ids.iter().filter_map(|id| {
            if let Button::Call { number, call } = id.button { Some((number, call)) } else { None }
        });
        let (numbers, calls): (BTreeSet<u32>, BTreeSet<u8>) =
            calls.map(|(number, call)| (number, u8::from(call))).unzip();
        let shown = if let Some(number) = numbers.first() {
            Self::Auction(*number, calls)
        } else if has(Button::Join) {
            Self::Lobby(lines_with(FREE))
        } else if has(Button::Move) {
            Self::Battle(exchange.body["attachments"][0]["description"].as_str()?.to_owned())
        } else if has(Button::View) {
            Self::Deployment(lines_with(MARCHED))
        } else {
            return None;
        };
        Some((table, shown))
    }
}

fn names(state: &TableState) -> Names {
    let seats = state.seats();
    Names(BySeat::from_fn(|seat| match seats.as_ref().map(|seats| seats[seat]) {
        Some(Joiner::Person { name, .. }) => name.clone(),
        Some(Joiner::Computer { .. }) => COMPUTER.to_owned(),
        None => String::new(),
    }))
}

fn custom_ids(exchange: &Exchange) -> Vec<CustomId> {
    let rows = exchange.body["components"].as_array().into_iter().flatten();
    let components = rows.flat_map(|row| row["components"].as_array().into_iter().flatten());
    components.filter_map(|component| component["custom_id"].as_str()?.parse().ok()).collect()
}

/// Every state that the table had, in order.
fn states(stored: &StoredTable) -> Vec<TableState> {
    let mut state = TableState::new(stored.id, stored.setup.clone());
    let mut all = vec![state.clone()];
    for entry in &stored.entries {
        state.apply(entry).expect("the log plays again");
        all.push(state.clone());
    }
    all
}

pub async fn nothing_is_lost_or_done_twice(club: &Club, store: &SqliteStore, end: &Autopsy) {
    every_shown_state_is_stored(club, end);
    every_ply_is_there_once(end);
    every_score_is_there_once(club, store, end).await;
}

/// Whatever was shown is a state that the stored log leads through, and none is shown after a later one.
fn every_shown_state_is_stored(club: &Club, end: &Autopsy) {
    let known: BTreeMap<TableId, Vec<Option<Shown>>> = end
        .tables
        .iter()
        .map(|(id, found)| (*id, states(&found.stored).iter().map(Shown::of).collect()))
        .collect();
    let direct: Vec<String> =
        club.members.iter().map(|member| format!("/channels/{}/", member.user.direct_channel())).collect();
    let mut reached: BTreeMap<TableId, usize> = BTreeMap::new();
    let mut results: BTreeMap<TableId, BTreeSet<String>> = BTreeMap::new();
    let mut boards = 0;
    for exchange in club.sandbox.journal() {
        let is_public = exchange.path.starts_with("/channels/")
            && exchange.path.contains("/messages")
            && matches!(exchange.method.as_str(), "POST" | "PATCH")
            && (200..300).contains(&exchange.status)
            && !direct.iter().any(|channel| exchange.path.starts_with(channel));
        if !is_public {
            continue;
        }
        if let Some(id) = custom_ids(&exchange).iter().find(|id| id.button == Button::Rematch) {
            let message = exchange.answer["id"].as_str().unwrap_or_default().to_owned();
            results.entry(id.table).or_default().insert(message);
        }
        let Some((table, shown)) = Shown::in_message(&exchange) else { continue };
        let from = reached.entry(table).or_default();
        let states = known.get(&table).unwrap_or_else(|| panic!("table {table} was shown and is not stored"));
        let is_it = |state: &Option<Shown>| state.as_ref() == Some(&shown);
        match states[*from..].iter().position(is_it) {
            Some(further) => *from += further,
            None if states.iter().any(is_it) => panic!("table {table} went back to {shown:?}"),
            None => panic!("table {table} showed what is not stored: {shown:?}"),
        }
        boards += 1;
    }
    println!("{boards} boards were shown, each a state of the stored log, in its order");
    for (id, found) in &end.tables {
        let has_game = TableState::replay(found.stored.clone()).unwrap().game().is_some();
        let told = results.get(id).map_or(0, BTreeSet::len);
        assert_eq!(told, usize::from(has_game), "results told of table {id}");
    }
}

fn every_ply_is_there_once(end: &Autopsy) {
    for (id, found) in &end.tables {
        let plies = found.stored.entries.iter().filter_map(|entry| match entry {
            Entry::Game(Event::Moved { ply, .. }) => Some(*ply),
            _ => None,
        });
        let plies: Vec<u16> = plies.collect();
        let wanted: Vec<u16> = (1..).take(plies.len()).collect();
        assert_eq!(plies, wanted, "the plies of table {id}");
    }
}

/// The leaderboard is what the replayed games come to, summed here once more.
async fn every_score_is_there_once(club: &Club, store: &SqliteStore, end: &Autopsy) {
    let mut sums: BTreeMap<UserId, (i64, u32)> = BTreeMap::new();
    for found in end.tables.values() {
        let state = TableState::replay(found.stored.clone()).unwrap();
        let Some(scores) = state.game().and_then(|game| game.over()?.scores) else { continue };
        let people = state.lobby().joiners().iter().filter_map(Joiner::user).count();
        if people < usize::from(state.setup.people_to_count) {
            continue;
        }
        let seats = state.seats().unwrap();
        for seat in Seat::ALL {
            if let Some(user) = seats[seat].user() {
                let sum = sums.entry(user).or_default();
                *sum = (sum.0 + scores[seat], sum.1 + 1);
            }
        }
    }
    let guild = GuildId(club.guild.get());
    let board = store.leaderboard(guild, Period::AllTime, 0, 50).await.unwrap();
    let kept: BTreeMap<UserId, (i64, u32)> =
        board.standings.iter().map(|line| (line.user, (line.total, line.games))).collect();
    assert_eq!(kept, sums, "points and games of each player");
    assert_eq!(store.wrong_totals().await.unwrap(), 0);
    let games: u32 = sums.values().map(|(_, games)| games).sum();
    println!("{games} scores are kept once each");
}
