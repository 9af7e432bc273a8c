//! The same game played twice through the real bot, from stores that differ only in what one player hides:
//! all that anybody else is sent, sees, is suggested or refused, and all that is logged, must be the same.

use std::sync::Arc;
use std::time::Duration;

use discord_sandbox::{ChannelId, MessageId, MessageView};
use junqi::discord::custom_id::Button;
use junqi::rules::{Actor, Command, Event, Kind, Move, Point, Seat, Seed};
use junqi::sandbox::{Club, ours};
use junqi::selfplay::twins::Twins;
use junqi::store::MemoryStore;
use junqi::table::{PersonStore as _, Pings, Store as _, TableId, TableState, UserId, UserSettings};

use crate::listener::{alone, lines};
use crate::scene::{SOON, club_of, habits, setup, write_table};
use crate::transcript::{Names, Transcript, first_unlike, page, requests};

/// Nothing more comes once nothing has come for that long.
const QUIET: Duration = Duration::from_millis(250);

/// A world is played so often: on a busy machine a redraw may come so late that the next one takes its
/// place, in one world and not in the other. What leaks does so each time.
const ATTEMPTS: usize = 3;

/// The one who looks on.
const ONLOOKER: usize = 4;

/// What is played in both worlds.
struct Script {
    twins: Twins,
    /// What happened before the bot starts, in the one and in the other.
    before: [Vec<Event>; 2],
    moves: Vec<(Seat, Move)>,
}

impl Script {
    /// A deployment, and so many moves of the battle after it.
    fn of(seed: u8, owner: Seat, moves: usize) -> Self {
        let mut twins = Twins::deploying(&Seed([seed; 32]), owner);
        // The last of the four marches in the test.
        while let Some(seat) = twins.one.deployment().and_then(|deployment| {
            let left = deployment.unmarched();
            left.iter().next().filter(|_| left.iter().count() > 1)
        }) {
            twins.both(Actor::Seat(seat), &Command::March);
        }
        let before = twins.events.clone();
        twins.march();
        let mut played = Vec::new();
        // A turn that must be skipped ends the script: no clock runs out here.
        while played.len() < moves && twins.play_on() && twins.one.chronicle().plies.len() > played.len() {
            let ply = twins.one.chronicle().plies.last();
            played.extend(ply.map(|ply| (ply.seat, Move { from: ply.from, to: ply.to })));
        }
        assert_eq!(played.len(), moves, "seed {seed} plays long enough");
        Self { twins, before, moves: played }
    }

    /// A point of the owner's whose piece is another in the other world, and both pieces.
    fn hidden(&self) -> [Kind; 2] {
        let owner = self.twins.owner;
        let layouts = [0, 1].map(|world| {
            let arranged = self.before[world].iter().rev().find_map(|event| match event {
                Event::Arranged { seat, layout } if *seat == owner => Some(layout.clone()),
                _ => None,
            });
            arranged.unwrap()
        });
        let unlike = |point: Point| {
            let kinds = [layouts[0].kind(point)?, layouts[1].kind(point)?];
            (kinds[0] as usize % 2 != kinds[1] as usize % 2).then_some(kinds)
        };
        Point::all().find_map(unlike).expect("the layouts differ")
    }
}

/// How a program that is not this one tells what it should not.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Leak {
    /// A player's name says what stands somewhere.
    Name,
    /// Somebody is pinged where another would not be.
    Ping,
    /// A line is logged.
    Log,
}

struct World {
    club: Club,
    store: Arc<MemoryStore>,
    bot: junqi::sandbox::RunningBot,
    table: TableId,
    thread: ChannelId,
    names: Names,
    /// Which user is the owner.
    owner: usize,
    transcript: Transcript,
    /// The view that each user opened last.
    views: [Option<MessageId>; 5],
}

impl World {
    async fn open(events: &[Event], owner: Seat, leak: Option<(Leak, Kind)>) -> Self {
        let mut club = club_of(5).await;
        let store = Arc::new(MemoryStore::new());
        if let Some((Leak::Name, hidden)) = leak {
            club.members[1].name = format!("{hidden:?}");
        }
        if let Some((Leak::Ping, hidden)) = leak
            && hidden as usize % 2 == 1
        {
            for number in 0..4 {
                let user = UserId(club.members[number].user.id().get());
                let settings = UserSettings { pings: Pings::Never, ..UserSettings::default() };
                store.set_user_settings(user, settings).await.unwrap();
            }
        }
        let members: Vec<_> = club.members.iter().take(4).collect();
        let table = write_table(&*store, &setup(club.guild, club.channel), &members, Some(events)).await;
        let state = TableState::replay(store.table(table).await.unwrap()).unwrap();
        let owner = state.seats().unwrap()[owner].user().unwrap();
        let owner = club.members.iter().position(|member| member.user.id().get() == owner.0).unwrap();
        if let Some((Leak::Log, hidden)) = leak {
            tracing::trace!(target: "junqi::table", ?hidden, "a piece stands somewhere");
        }
        let bot = club.start_bot(store.clone(), habits()).await.unwrap();
        let onlooker = &club.members[ONLOOKER].user;
        let thread = club
            .sandbox
            .wait_until(SOON, |_| {
                let thread = onlooker.threads(club.channel).first().copied()?;
                onlooker
                    .messages(thread)
                    .iter()
                    .any(|message| !message.components.is_empty())
                    .then_some(thread)
            })
            .await
            .unwrap();
        let names = Names::of(&club, Some(thread));
        let (transcript, views) = (Transcript::default(), [None; 5]);
        let mut world = Self { club, store, bot, table, thread, names, owner, transcript, views };
        world.settle().await;
        world
    }

    /// The state of the table as it is stored.
    async fn state(&self) -> TableState {
        TableState::replay(self.store.table(self.table).await.unwrap()).unwrap()
    }

    async fn user_at(&self, seat: Seat) -> usize {
        let user = self.state().await.seats().unwrap()[seat].user().unwrap();
        self.club.members.iter().position(|member| member.user.id().get() == user.0).unwrap()
    }

    fn user(&self, number: usize) -> &discord_sandbox::ActingUser {
        &self.club.members[number].user
    }

    /// Waits until nothing more is sent.
    async fn settle(&mut self) {
        let sandbox = &self.club.sandbox;
        let mut changes = sandbox.changes();
        loop {
            changes.borrow_and_update();
            let sent = sandbox.journal().len();
            let more = tokio::time::timeout(QUIET, changes.changed()).await;
            if more.is_err() && sandbox.journal().len() == sent {
                break;
            }
        }
        self.look();
    }

    /// Writes down what everybody but the owner sees.
    fn look(&mut self) {
        let owner = self.owner;
        for number in (0..5).filter(|number| *number != owner) {
            let user = self.user(number);
            let mut messages = user.messages_with_threads(self.club.channel);
            messages.extend(user.direct_messages());
            let all = messages.iter().map(|message| page(message, &self.names));
            let seen = all.collect::<Vec<_>>().join("\n---\n");
            self.transcript.seen.push((number, seen));
        }
    }

    /// The message in the thread with such a button.
    fn board(&self, fits: impl Fn(Button) -> bool) -> Option<(MessageId, String)> {
        let messages: Vec<MessageView> = self.user(ONLOOKER).messages(self.thread);
        let found = ours(&messages).find(|found| !found.message.is_ephemeral && fits(found.id.button))?;
        Some((found.message.id, found.component.custom_id.clone()))
    }

    /// Presses such a button of the public message, which answers privately.
    async fn open_view(&mut self, number: usize, button: Button) {
        let board = self.club.sandbox.wait_until(SOON, |_| self.board(|found| found == button)).await;
        let (message, id) = board.unwrap();
        let pressed = self.user(number).press(message, &id).await.unwrap();
        let view = self.user(number).wait_for_answer(&pressed, SOON).await.unwrap();
        self.views[number] = Some(view.id);
    }

    /// Types a command; what it is answered is written down, but for the owner's.
    async fn ask(
        &mut self,
        number: usize,
        command: &str,
        options: &[(&str, discord_sandbox::OptionValue)],
    ) -> MessageView {
        let asked = self.user(number).slash(self.thread, command, options).await.unwrap();
        let answer = self.user(number).wait_for_answer(&asked, SOON).await.unwrap();
        if number != self.owner {
            self.transcript.told.push(format!("{command}: {}", page(&answer, &self.names)));
        }
        answer
    }

    /// What every other user is suggested, and what they are refused.
    async fn probe(&mut self) {
        let owner = self.owner;
        for number in (0..5).filter(|number| *number != owner) {
            for (command, option) in [("junqi move", "from"), ("junqi swap", "a")] {
                let options = [(option, "".into())];
                let choices =
                    self.user(number).autocomplete(self.thread, command, &options, option).await.unwrap();
                self.transcript.told.push(format!("{command}: {choices:?}"));
            }
            self.ask(number, "junqi swap", &[("a", "G1".into()), ("b", "Z9".into())]).await;
            self.ask(number, "junqi swap", &[("a", "H1".into()), ("b", "I9".into())]).await;
            self.ask(number, "junqi move", &[("from", "I9".into()), ("to", "I9".into())]).await;
            self.ask(number, "junqi board", &[("text", true.into())]).await;
            self.ask(number, "junqi replay", &[("game", "1".into())]).await;
            self.ask(number, "junqi self_destruct", &[]).await;
        }
    }

    /// What the board and every open view say, but for that user's.
    fn faces(&self, but: usize) -> Vec<(MessageId, String)> {
        let views = (0..5).filter(|user| *user != but).filter_map(|user| {
            let view = self.user(user).message(self.views[user]?)?;
            Some((view.id, view.content))
        });
        let board =
            self.board(|button| button == Button::View).and_then(|(id, _)| self.user(ONLOOKER).message(id));
        views.chain(board.map(|board| (board.id, board.content))).collect()
    }

    /// Waits until all of those say something else.
    async fn wait_for_change(&self, before: &[(MessageId, String)]) {
        let shown = self.club.sandbox.wait_until(SOON, |_| {
            let now = self.faces(5);
            let is_other = |was: &(MessageId, String)| !now.contains(was);
            before.iter().all(is_other).then_some(())
        });
        shown.await.unwrap();
    }

    /// Makes the move, and waits until the board and every open view show it.
    async fn make_move(&mut self, seat: Seat, step: Move) {
        let number = self.user_at(seat).await;
        let turn = self.state().await.game().unwrap().battle().unwrap().turn_number();
        let before = self.faces(number);
        let options = [("from", step.from.to_string().into()), ("to", step.to.to_string().into())];
        let asked = self.user(number).slash(self.thread, "junqi move", &options).await.unwrap();
        let answer = self.user(number).wait_for_answer(&asked, SOON).await.unwrap();
        self.views[number] = Some(answer.id);
        self.wait_for_change(&before).await;
        let after = self.state().await;
        let battle = after.game().unwrap().battle();
        assert!(battle.is_none_or(|battle| battle.turn_number() > turn), "{step:?} was not made");
        self.settle().await;
    }

    /// Opens everybody's view anew: a command's answer takes the place of the one before it.
    async fn reopen_views(&mut self) {
        self.settle().await;
        for number in 0..5 {
            self.open_view(number, Button::View).await;
        }
        self.settle().await;
    }

    async fn play(mut self, script: &Script) -> Transcript {
        self.reopen_views().await;
        self.probe().await;
        self.reopen_views().await;
        let before = self.faces(5);
        let unmarched = self.state().await.game().unwrap().deployment().unwrap().unmarched();
        let last = self.user_at(unmarched.iter().next().unwrap()).await;
        self.ask(last, "junqi march", &[]).await;
        self.wait_for_change(&before).await;
        self.settle().await;
        self.reopen_views().await;
        for (number, (seat, step)) in script.moves.iter().enumerate() {
            self.make_move(*seat, *step).await;
            if number % 4 == 0 {
                self.probe().await;
                self.reopen_views().await;
            }
        }
        let violations = self.club.sandbox.violations();
        assert!(violations.is_empty(), "{violations:#?}");
        let Self { club, bot, names, owner, mut transcript, .. } = self;
        transcript.requests = requests(&club, &names, owner);
        bot.stop().await.unwrap();
        let mut logged: Vec<String> = lines().iter().map(|line| names.alike(line)).collect();
        logged.sort_unstable();
        transcript.logged = logged;
        transcript
    }
}

/// Plays the script in a world of its own.
async fn play(script: &Script, world: usize, leak: Option<(Leak, Kind)>) -> Transcript {
    lines();
    World::open(&script.before[world], script.twins.owner, leak).await.play(script).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "how many redraws of a view fall together is a matter of time, and now and then differs"]
async fn two_worlds_that_only_their_owner_can_tell_apart_send_the_same() {
    let _alone = alone().await;
    for (seed, owner) in [(11, Seat::West), (12, Seat::South)] {
        let script = Script::of(seed, owner, 8);
        let one = play(&script, 0, None).await;
        let mut unlike = None;
        for _ in 0..ATTEMPTS {
            unlike = one.difference(&play(&script, 1, None).await);
            if unlike.is_none() {
                break;
            }
        }
        assert_eq!(unlike, None, "RULES 15: seed {seed}");
        assert!(one.logged.len() > 1, "something is logged");
        let sent: usize = one.requests.values().map(Vec::len).sum();
        assert!(sent > 100 && one.seen.len() > 60 && one.told.len() > 60, "{sent} requests");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_world_that_leaks_is_told_from_one_that_does_not() {
    let _alone = alone().await;
    let script = Script::of(11, Seat::West, 2);
    let [first, second] = script.hidden();
    for (leak, found) in [(Leak::Name, "requests to"), (Leak::Ping, "requests to"), (Leak::Log, "logs")] {
        let one = play(&script, 0, Some((leak, first))).await;
        let other = play(&script, 1, Some((leak, second))).await;
        let difference = one.difference(&other).unwrap_or_else(|| panic!("{leak:?} is not found"));
        // A busy machine may bring another difference before a leaked line is come to.
        assert!(difference.starts_with(found) || leak == Leak::Log, "{leak:?}: {difference}");
        assert!(leak != Leak::Log || first_unlike(&one.logged, &other.logged).is_some(), "the line is heard");
    }
}
