//! The same forgeries put to the tables themselves, past Discord: a hundred thousand in seconds.

#[path = "../common/mod.rs"]
mod common;

use junqi::discord::AdminButton;
use junqi::discord::custom_id::{Button, CustomId, Swapping};
use junqi::rules::{Actor, Chance, Command, Move, Point, Request, Seat, Seed};
use junqi::table::{Action, Entry, PressId, Presser, Stamp, TableHandle, TableState, UserId};

use self::common::{House, user_on_turn};
use crate::forgery::Forger;
use crate::oracle::{self, Deed, Oracle};

/// What a press on that button asks of its table, as forged clients would have it: of any, too, what the
/// program would not put to the table.
fn asked(button: Button, value: Option<Point>) -> (Stamp, Action) {
    match button {
        Button::Join => (Stamp::Any, Action::Join),
        Button::Leave => (Stamp::Any, Action::Leave),
        Button::AddComputer(level) => (Stamp::Any, Action::AddComputer(level)),
        Button::RemoveComputer => (Stamp::Any, Action::RemoveComputer),
        Button::Start => (Stamp::Any, Action::Start),
        Button::Close => (Stamp::Any, Action::Close),
        Button::Call { number, call } => (Stamp::Call(number), Action::Play(Command::Call(call))),
        Button::First(Swapping { revision, first, .. })
        | Button::Second(Swapping { revision, first, .. }) => match first.zip(value) {
            Some((a, b)) => (Stamp::Deployment(revision), Action::Play(Command::Swap(a, b))),
            None => (Stamp::Deployment(revision), Action::Look),
        },
        Button::Undo { revision } => (Stamp::Deployment(revision), Action::Undo),
        Button::Shuffle { revision } => (Stamp::Deployment(revision), Action::Shuffle),
        Button::Mirror { revision } => (Stamp::Deployment(revision), Action::Mirror),
        Button::March { revision } => (Stamp::Deployment(revision), Action::Play(Command::March)),
        Button::To { turn, from, .. } => match value {
            Some(to) => (Stamp::Turn(turn), Action::Play(Command::Move(Move { from, to }))),
            None => (Stamp::Turn(turn), Action::Look),
        },
        Button::ConfirmMove { turn, from, to } => {
            (Stamp::Turn(turn), Action::Play(Command::Move(Move { from, to })))
        }
        Button::Absent => (Stamp::Any, Action::Play(Command::BeAbsent)),
        Button::Confirm(request) => (Stamp::Any, Action::Play(Command::Ask(request))),
        Button::Desert => (Stamp::Any, Action::Play(Command::Desert)),
        Button::Vote { number, answer } => (Stamp::Vote(number), Action::Play(Command::Answer(answer))),
        _ => (Stamp::Any, Action::Look),
    }
}

/// Tables in deployment, battle, and with a vote open, whose people are 1 to 4, 11 to 14, and 21 to 24.
async fn tables(house: &House) -> Vec<TableHandle> {
    let deploying = house.deploying().await;
    let mut others = Vec::new();
    for first in [11_u64, 21] {
        let mut setup = House::setup();
        setup.channel = junqi::table::ChannelId(first);
        let table = house.hall.open(setup, house.presser(first)).await.unwrap();
        for user in first + 1..first + 4 {
            table.press(house.presser(user), Stamp::Any, Action::Join).await.unwrap();
        }
        table.press(house.presser(first), Stamp::Any, Action::Start).await.unwrap();
        for call in [
            junqi::rules::Call::One,
            junqi::rules::Call::Pass,
            junqi::rules::Call::Pass,
            junqi::rules::Call::Pass,
        ] {
            let caller = user_on_turn(&table.latest());
            house.play(&table, caller, Command::Call(call)).await.unwrap();
        }
        for user in first..first + 4 {
            house.play(&table, user, Command::March).await.unwrap();
        }
        for _ in 0..52 {
            if table.latest().is_over() {
                break;
            }
            house.make_a_move(&table).await;
        }
        if first == 21 && !table.latest().is_over() {
            let asker = user_on_turn(&table.latest());
            house.play(&table, asker, Command::Ask(Request::Draw)).await.unwrap();
        }
        others.push(table);
    }
    others.insert(0, deploying);
    others
}

#[tokio::test(start_paused = true)]
async fn a_hundred_thousand_forged_presses_change_nothing_that_they_may_not() {
    const TRIES: usize = 100_000;
    let house = House::new();
    let handles = tables(&house).await;
    let users = [1..=4_u64, 11..=14, 21..=24].into_iter().flatten().chain([99]).map(UserId).collect();
    let mut forger = Forger {
        chance: Chance::apart(&Seed([5; 32]), "forgery"),
        tables: handles.iter().map(TableHandle::id).collect(),
        users,
    };
    let mut states = Vec::new();
    for handle in &handles {
        states.push(TableState::replay(house.store.table(handle.id()).await.unwrap()).unwrap());
    }
    let (mut refused, mut done, mut spoilt) = (0, 0, 0);
    for number in 0..TRIES {
        let at = forger.chance.below(handles.len() as u32) as usize;
        let state = &states[at];
        let button = forger.button(Some(state));
        let mut id = CustomId { table: state.id, button }.to_string();
        if forger.one_in(20) {
            id = forger.spoilt(&id);
        }
        let Ok(CustomId { table, button }) = id.parse::<CustomId>() else {
            spoilt += 1;
            continue;
        };
        // What ends a table or a lobby is tried by strangers alone.
        let user = *forger.pick(&forger.users.clone());
        let value = forger.step(state.game()).1;
        let presser = oracle::Presser { user, guild: Some(state.setup.guild) };
        let deed = match button {
            Button::Admin(AdminButton::Stop) => Deed::Nothing,
            _ => Oracle(std::slice::from_ref(state)).of_press(
                presser,
                id.parse().unwrap(),
                Some(&value.to_string()),
            ),
        };
        let is_drastic = matches!(
            &deed,
            Deed::Play(
                _,
                _,
                Command::Desert | Command::BeAbsent | Command::Ask(_) | Command::Answer(_) | Command::March
            )
        );
        if is_drastic {
            continue;
        }
        let Some(at) = handles.iter().position(|handle| handle.id() == table) else { continue };
        let (stamp, action) = asked(button, Some(value));
        let press = PressId(number as u64);
        let who = Presser { user, name: "a forger".to_owned(), locale: "en".to_owned(), press };
        let pressed = handles[at].press(who, stamp, action.clone()).await;
        let stored = house.store.table(table).await.unwrap();
        let new = &stored.entries[states[at].len as usize..];
        match deed {
            Deed::Nothing => {
                assert!(new.is_empty(), "{user} by {id} with {value}: {new:?}");
                refused += usize::from(pressed.is_err());
            }
            Deed::Play(_, seat, command) => {
                let game = states[at].game().unwrap();
                let expected = game.decide(Actor::Seat(seat), command).unwrap();
                let expected: Vec<Entry> = expected.into_iter().map(Entry::Game).collect();
                assert_eq!(new, expected, "{user} by {id}");
                done += 1;
            }
            // Rearranging is one's own layout and nothing else.
            Deed::Theirs => {
                let seat: Option<Seat> = states[at].seat_of(user);
                let own = |entry: &Entry| matches!(entry, Entry::Game(junqi::rules::Event::Arranged { seat: of, .. }) if Some(*of) == seat);
                assert!(new.iter().all(own), "{user} by {id}: {new:?}");
            }
        }
        if !new.is_empty() {
            states[at] = TableState::replay(stored).unwrap();
        }
    }
    assert!(
        refused > TRIES / 4 && done > 10 && spoilt > 1_000,
        "{refused} refused, {done} done, {spoilt} spoilt"
    );
    println!("{TRIES} tried: {refused} refused, {done} done, {spoilt} no button of ours");
}
