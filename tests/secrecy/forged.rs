//! Forged interactions: any `custom_id`, by any user, on any server, channel and message. None changes a
//! table that it may not, none makes the program panic, and every one gets an answer.

use std::collections::{BTreeSet, HashMap, VecDeque};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use discord_sandbox::{
    ActingUser, Answer, ChannelId, ClientError, InteractionKind, MessageId, Outcome, RawInteraction,
};
use junqi::discord::Ground;
use junqi::discord::custom_id::{Button, CustomId, Swapping};
use junqi::rules::{Actor, Call, Chance, Command, Move, Seat, Seed};
use junqi::table::{Entry, Store, TableState, UserId};
use serde_json::{Value, json};

use crate::forgery::{BUTTONS, Forger, command, id_of, kind_of, modal, press};
use crate::listener::{alone, lines};
use crate::oracle::{Deed, Oracle, Presser};
use crate::scene::{SOON, Scene, all};

/// Forged interactions that are under way at a time.
const AT_A_TIME: usize = 24;

/// So many presses of one user within that time.
const PACE: (usize, Duration) = (15, Duration::from_secs(4));

/// What was tried, and what came of it.
#[derive(Debug, Default)]
struct Tally {
    tried: usize,
    /// Of those, presses on buttons of ours, spoilt ids, modals, commands, completions.
    sorts: [usize; 5],
    /// Deeds that were a player's to do, and were done as the rules say.
    done: usize,
    buttons: BTreeSet<usize>,
}

/// Counts what panics anywhere in this process from now on.
pub fn panics() -> Arc<AtomicUsize> {
    let count = Arc::new(AtomicUsize::new(0));
    let counter = Arc::clone(&count);
    let before = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        counter.fetch_add(1, Ordering::SeqCst);
        before(info);
    }));
    count
}

/// When each user pressed last: nobody presses faster than people do, which is refused for itself.
#[derive(Default)]
struct Pace(HashMap<u64, VecDeque<Instant>>);

impl Pace {
    /// Whether the user may press once more; then they have.
    fn takes(&mut self, user: &ActingUser) -> bool {
        let presses = self.0.entry(user.id().get()).or_default();
        while presses.front().is_some_and(|press| press.elapsed() > PACE.1) {
            presses.pop_front();
        }
        let is_taken = presses.len() < PACE.0;
        if is_taken {
            presses.push_back(Instant::now());
        }
        is_taken
    }
}

struct Forged {
    user: ActingUser,
    raw: RawInteraction,
    deed: Deed,
}

impl Scene {
    /// Any user at any of the places: who, where on what message, and on which server.
    fn place(
        &self,
        forger: &mut Forger,
        messages: &[(ChannelId, MessageId)],
    ) -> (ActingUser, (ChannelId, MessageId), Presser) {
        let user = forger.pick(&self.club.members).user.clone();
        let any = *forger.pick(messages);
        let (channel, guild) = match forger.chance.below(5) {
            0 => (user.direct_channel(), None),
            1 | 2 => (self.other_channel, Some(self.other_guild)),
            _ => (self.club.channel, Some(self.club.guild)),
        };
        let guild = guild.map(|guild| junqi::table::GuildId(guild.get()));
        let presser = Presser { user: UserId(user.id().get()), guild };
        (user, (channel, any.1), presser)
    }

    fn forge(
        &self,
        forger: &mut Forger,
        states: &[TableState],
        messages: &[(ChannelId, MessageId)],
        tally: &mut Tally,
    ) -> Forged {
        if forger.one_in(30)
            && let Some(forged) = self.honest(forger, states, messages)
        {
            return forged;
        }
        let oracle = Oracle(states);
        let (user, place, presser) = self.place(forger, messages);
        let table = forger.table();
        let state = states.iter().find(|state| state.id == table);
        let button = forger.button(state);
        let step = forger.step(state.and_then(TableState::game));
        let id = id_of(table, button);
        let parsed = id.parse().unwrap();
        let sort = match forger.chance.below(20) {
            0..12 => 0,
            12 => 1,
            13..15 => 2,
            15..18 => 3,
            _ => 4,
        };
        tally.sorts[sort] += 1;
        let (raw, deed) = match sort {
            0 => {
                tally.buttons.insert(kind_of(&button));
                let value = (!forger.one_in(3)).then(|| forger.value(step.1));
                let deed = oracle.of_press(presser, parsed, value.as_deref());
                // A modal opens, and nothing else.
                (press(place, &id, value.as_deref()), deed)
            }
            1 => {
                let spoilt = forger.spoilt(&id);
                let deed = spoilt.parse().map_or(Deed::Nothing, |id| oracle.of_press(presser, id, None));
                (press(place, &spoilt, None), deed)
            }
            2 => {
                let text = forger.text(step);
                (modal(place, &id, &text), oracle.of_press(presser, parsed, None))
            }
            3 => {
                let (name, options, meant) = Self::typed(forger, step);
                let deed = meant.map_or(Deed::Nothing, |command| oracle.of_command(presser.user, &command));
                (command(InteractionKind::Command, place.0, name, &options), deed)
            }
            _ => {
                // No other option completes itself; asked for it, the framework says nothing.
                let (name, option) = *forger.pick(&[
                    ("move", "from"),
                    ("move", "to"),
                    ("swap", "a"),
                    ("swap", "b"),
                    ("replay", "game"),
                ]);
                let typed = json!({ "name": option, "type": 3, "value": forger.text(step), "focused": true });
                let other = json!({ "name": "from", "type": 3, "value": forger.value(step.0) });
                let options = if option == "to" { json!([other, typed]) } else { json!([typed]) };
                (command(InteractionKind::Autocomplete, place.0, name, &options), Deed::Nothing)
            }
        };
        Forged { user, raw, deed }
    }

    /// A move by whoever is on turn somewhere, or a swap by somebody who deploys.
    fn honest(
        &self,
        forger: &mut Forger,
        states: &[TableState],
        messages: &[(ChannelId, MessageId)],
    ) -> Option<Forged> {
        let state = forger.pick(states);
        let game = state.game()?;
        let (a, b) = forger.step(Some(game));
        let (seat, button) = match (game.battle(), game.deployment()) {
            (Some(battle), _) => {
                let turn = battle.turn_number();
                (battle.position().turn(), Button::ConfirmMove { turn, from: a, to: b })
            }
            (None, Some(deployment)) => {
                let seat = Seat::ALL.into_iter().find(|seat| deployment.layout(*seat).kind(a).is_some())?;
                let swapping =
                    Swapping { revision: deployment.revision(seat), ground: Ground::Whole, first: Some(a) };
                (seat, Button::Second(swapping))
            }
            (None, None) => return None,
        };
        let user = state.seats()?[seat].user()?;
        let member = self.club.members.iter().find(|member| member.user.id().get() == user.0)?;
        let channel =
            if state.setup.guild.0 == self.club.guild.get() { self.club.channel } else { self.other_channel };
        let presser = Presser { user, guild: Some(state.setup.guild) };
        let value = b.to_string();
        let id = CustomId { table: state.id, button };
        let deed = Oracle(states).of_press(presser, id, Some(&value));
        let place = (channel, forger.pick(messages).1);
        Some(Forged { user: member.user.clone(), raw: press(place, &id.to_string(), Some(&value)), deed })
    }

    /// A typed command with any options, and what it would do.
    fn typed(
        forger: &mut Forger,
        step: (junqi::rules::Point, junqi::rules::Point),
    ) -> (&'static str, Value, Option<Command>) {
        let (from, to) = step;
        let text = forger.text(step);
        let option = |name: &str, value: &str| json!({ "name": name, "type": 3, "value": value });
        match forger.chance.below(14) {
            0..3 => {
                let options = json!([option("from", &from.to_string()), option("to", &to.to_string())]);
                ("move", options, Some(Command::Move(Move { from, to })))
            }
            3 => {
                let options = json!([option("a", &from.to_string()), option("b", &to.to_string())]);
                ("swap", options, Some(Command::Swap(from, to)))
            }
            4 => ("move", json!([option("from", &text), option("to", "\u{202e}")]), None),
            5 => {
                let call = *forger.pick(&Call::ALL);
                let options = json!([{ "name": "contract", "type": 4, "value": u8::from(call) }]);
                ("call", options, Some(Command::Call(call)))
            }
            6 => ("call", json!([option("contract", &text)]), None),
            7 => ("vote", json!([{ "name": "answer", "type": 4, "value": 77 }]), None),
            8 => ("board", json!([{ "name": "text", "type": 5, "value": true }]), None),
            9 => ("replay", json!([option("game", &text)]), None),
            10 => ("draw", json!([]), None),
            11 => ("march", json!([]), Some(Command::March)),
            12 => ("history", json!([{ "name": "user", "type": 6, "value": "1" }]), None),
            _ => ("self_destruct", json!([option("surprise", &text)]), None),
        }
    }
}

/// Sends so many forged interactions, and looks after each batch at every table.
async fn forge(seed: u8, tries: usize) -> Tally {
    let _alone = alone().await;
    let panics = panics();
    let scene = Scene::open().await;
    let mut forger = Forger {
        chance: Chance::apart(&Seed([seed; 32]), "forgery"),
        tables: scene.tables.clone(),
        users: scene.club.members.iter().map(|member| UserId(member.user.id().get())).collect(),
    };
    let mut tally = Tally::default();
    let mut pace = Pace::default();
    let mut states = scene.states().await;
    let mut lengths = scene.lengths().await;
    // Answers pile up; those that stood at first are as good as any, as long as they stand: of a press on
    // a message that is gone, Discord tells the bot nothing.
    let mut messages = scene.messages();
    while tally.tried < tries {
        let mut batch = Vec::new();
        let mut theirs = None;
        while batch.len() < AT_A_TIME && theirs.is_none() {
            let forged = scene.forge(&mut forger, &states, &messages, &mut tally);
            // One press of a user at a time: a view shows what the last of several came to.
            let is_under_way = batch.iter().any(|other: &Forged| other.user.id() == forged.user.id());
            if is_under_way || !pace.takes(&forged.user) {
                tokio::time::sleep(Duration::from_millis(5)).await;
                continue;
            }
            match forged.deed {
                Deed::Nothing => batch.push(forged),
                // Now and then what is a player's to do is done, so that the tables go on.
                Deed::Play(_, _, Command::Move(_) | Command::Swap(..)) => theirs = Some(forged),
                Deed::Play(..) | Deed::Theirs => {}
            }
        }
        let before = tally.tried;
        let sent = batch.iter().map(|forged| async {
            let answer = match forged.user.raw(forged.raw.clone()).await {
                Ok(answer) => answer,
                Err(ClientError::NoMessage(message)) => return Err(message),
                Err(fault) => panic!("{:?}: {fault}", forged.raw),
            };
            // Where the answer is a message, it must come to say something.
            let said = match answer.answer {
                Some(Answer::Message | Answer::DeferredMessage) => {
                    forged.user.wait_for_answer(&answer, SOON).await.is_ok()
                }
                _ => true,
            };
            Ok((answer, said))
        });
        for (sent, forged) in all(sent).await.iter().zip(&batch) {
            let (answer, said) = match sent {
                Ok(sent) => sent,
                Err(gone) => {
                    messages.retain(|(_, message)| message != gone);
                    continue;
                }
            };
            tally.tried += 1;
            let failed = || {
                let logged = lines();
                format!(
                    "no answer to {:?}; logged last: {:#?}",
                    forged.raw,
                    &logged[logged.len().saturating_sub(20)..]
                )
            };
            assert_ne!(answer.outcome, Outcome::Failed, "{}", failed());
            assert!(*said, "the answer to {:?} says nothing", forged.raw);
        }
        assert_eq!(
            scene.lengths().await,
            lengths,
            "one of {:#?}",
            batch.iter().map(|forged| &forged.raw).collect::<Vec<_>>()
        );
        assert_eq!(
            panics.load(Ordering::SeqCst),
            0,
            "one of {:#?}",
            batch.iter().map(|forged| &forged.raw).collect::<Vec<_>>()
        );
        if tally.tried / 1_000 > before / 1_000 {
            println!("{} tried", tally.tried);
            // All of it would not fit into memory.
            drop(scene.club.sandbox.take_journal());
        }
        if let Some(forged) = theirs {
            tally.tried += 1;
            tally.done += usize::from(carry_out(&scene, &states, &forged).await);
            states = scene.states().await;
            lengths = scene.lengths().await;
        }
    }
    tally
}

/// Sends what is the player's to do: it changes that table alone, and just as the rules say. Whether it was
/// done: a player may want to be asked first.
async fn carry_out(scene: &Scene, states: &[TableState], forged: &Forged) -> bool {
    let Deed::Play(table, seat, command) = &forged.deed else { panic!("{:?}", forged.deed) };
    let before = scene.lengths().await;
    let game = states.iter().find(|state| state.id == *table).unwrap().game().unwrap();
    let expected = game.decide(Actor::Seat(*seat), command.clone()).unwrap();
    // A press on a message that has just gone is none.
    let Ok(answer) = forged.user.raw(forged.raw.clone()).await else { return false };
    assert_ne!(answer.outcome, Outcome::Failed);
    // The answer may come before the deed, which the board shows.
    let mut changes = scene.club.sandbox.changes();
    while scene.lengths().await == before {
        tokio::time::timeout(SOON, changes.changed()).await.expect("it is done").unwrap();
    }
    let after = scene.lengths().await;
    let mut others = before.iter().filter(|(id, _)| id != table);
    assert!(others.all(|known| after.contains(known)), "another table has changed: {before:?} {after:?}");
    let old = before.iter().find(|(id, _)| id == table).unwrap().1;
    let stored = scene.store.table(*table).await.unwrap().entries;
    let new: Vec<Entry> = stored[old..].to_vec();
    let expected: Vec<Entry> = expected.into_iter().map(Entry::Game).collect();
    assert_eq!(new, expected, "{:?}", forged.raw);
    true
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn forged_interactions_change_nothing_that_they_may_not() {
    let began = Instant::now();
    let tally = forge(1, 700).await;
    println!("{tally:?} in {:.1} s", began.elapsed().as_secs_f64());
    assert_eq!(tally.buttons.len(), BUTTONS, "every kind of button was forged: {tally:?}");
    assert!(tally.done > 1, "the tables go on meanwhile: {tally:?}");
}

/// `cargo test --test secrecy -- --ignored --nocapture a_hundred_thousand`, and with `JUNQI_FORGED_FROM=3` from the
/// fourth of its ten scenes on.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "a hundred thousand presses take minutes"]
async fn a_hundred_thousand_forged_interactions_change_nothing_that_they_may_not() {
    let began = Instant::now();
    let mut tried = 0;
    let first = std::env::var("JUNQI_FORGED_FROM").map_or(0, |first| first.parse().unwrap());
    // Fresh tables now and then.
    for seed in first..10 {
        let tally = forge(100 + seed, 10_000).await;
        tried += tally.tried;
        println!("{tally:?}, {:.0} s", began.elapsed().as_secs_f64());
    }
    assert!(tried >= 10_000 * (10 - usize::from(first)));
}
