//! One of the worlds: a club, the bot, a table, and all that is seen of it.

use std::sync::Arc;

use discord_sandbox::{ActingUser, ChannelId, Interaction, MessageId, MessageView, OptionValue};
use junqi::discord::Service;
use junqi::discord::custom_id::Button;
use junqi::rules::{Event, Move, Seat};
use junqi::sandbox::{Club, RunningBot, ours};
use junqi::store::MemoryStore;
use junqi::table::{Store as _, TableId, TableState};

use super::conductor::Conductor;
use super::script::Extent;
use super::start::{SOON, club_of, habits, setup, write_table};
use super::transcript::{Names, Transcript, page, requests};

/// The one who looks on.
const ONLOOKER: usize = 4;

/// More than the bot asks for: it waits for nothing but the conductor.
const REQUESTS_PER_SECOND: u32 = 100_000;

/// A world in which a script is played.
pub struct World {
    club: Club,
    store: Arc<MemoryStore>,
    bot: RunningBot,
    conductor: Conductor,
    table: TableId,
    thread: ChannelId,
    /// Which user is the owner.
    owner: usize,
    transcript: Transcript,
}

impl World {
    /// Starts the bot on a table at which that has happened.
    pub async fn open(
        events: &[Event],
        owner: Seat,
        threads: String,
        prepare: impl FnOnce(Service) -> Service,
    ) -> Self {
        let club = club_of(5).await;
        let store = Arc::new(MemoryStore::new());
        let members: Vec<_> = club.members.iter().take(4).collect();
        let table = write_table(&*store, &setup(club.guild, club.channel), &members, Some(events)).await;
        let state = TableState::replay(store.table(table).await.unwrap()).unwrap();
        let owner = number_of(&club, &state, owner);
        let conductor = Conductor::new(threads, Names::of(&club, None));
        club.sandbox.shut_gate();
        let service = Service {
            requests_per_second: REQUESTS_PER_SECOND,
            ..club.service(Arc::clone(&store) as _, habits())
        };
        let bot = conductor.during(&club, club.run(prepare(service))).await.unwrap();
        let onlooker = &club.members[ONLOOKER].user;
        let board = onlooker.wait_for_with_threads(club.channel, SOON, |messages| {
            ours(messages).find(|found| found.id.button == Button::View).map(|_| ())
        });
        conductor.during(&club, board).await.unwrap();
        conductor.settle(&club).await;
        let threads = club.members[ONLOOKER].user.threads(club.channel);
        let thread = threads.first().copied().expect("the table plays in a thread");
        conductor.rename(Names::of(&club, Some(thread)));
        let transcript = Transcript::default();
        let mut world = Self { club, store, bot, conductor, table, thread, owner, transcript };
        world.look();
        world
    }

    /// How its ids are named.
    pub fn names(&self) -> Names {
        Names::of(&self.club, Some(self.thread))
    }

    /// The state of the table as it is stored.
    async fn state(&self) -> TableState {
        TableState::replay(self.store.table(self.table).await.unwrap()).unwrap()
    }

    async fn user_at(&self, seat: Seat) -> usize {
        number_of(&self.club, &self.state().await, seat)
    }

    fn user(&self, number: usize) -> ActingUser {
        self.club.members[number].user.clone()
    }

    fn others(&self) -> impl Iterator<Item = usize> + use<> {
        let owner = self.owner;
        (0..5).filter(move |number| *number != owner)
    }

    /// Writes down what everybody but the owner sees.
    fn look(&mut self) {
        let names = Names::of(&self.club, Some(self.thread));
        for number in self.others() {
            let user = self.user(number);
            let mut messages = user.messages_with_threads(self.club.channel);
            messages.extend(user.direct_messages());
            let all = messages.iter().map(|message| page(message, &names));
            let seen = all.collect::<Vec<_>>().join("\n---\n");
            self.transcript.seen.push((number, seen));
        }
    }

    /// What a press or command comes to once all has come of it.
    async fn answer(&mut self, number: usize, pressed: &Interaction) -> MessageView {
        let user = self.user(number);
        let said = self.conductor.during(&self.club, user.wait_for_answer(pressed, SOON)).await;
        self.conductor.settle(&self.club).await;
        // What has come of it since stands there too.
        user.message(said.unwrap().id).expect("an answer stays")
    }

    /// Opens the view of everybody by the board's button.
    async fn open_views(&mut self, extent: Extent) {
        let brief = self.others().skip(2);
        let viewers: Vec<usize> = if extent == Extent::Whole { (0..5).collect() } else { brief.collect() };
        for number in viewers {
            let messages = self.user(ONLOOKER).messages(self.thread);
            let board = ours(&messages)
                .find(|found| !found.message.is_ephemeral && found.id.button == Button::View)
                .map(|found| (found.message.id, found.component.custom_id.clone()));
            let (message, id): (MessageId, String) = board.expect("the board stands");
            let user = self.user(number);
            let pressed = self.conductor.during(&self.club, user.press(message, &id)).await.unwrap();
            self.answer(number, &pressed).await;
        }
        self.look();
    }

    /// Types a command; what it is answered is written down, but for the owner's.
    async fn ask(&mut self, number: usize, command: &str, options: &[(&str, OptionValue)]) {
        let user = self.user(number);
        let asked = user.slash(self.thread, command, options);
        let asked = self.conductor.during(&self.club, asked).await.unwrap();
        let answer = self.answer(number, &asked).await;
        if number != self.owner {
            let names = Names::of(&self.club, Some(self.thread));
            self.transcript.told.push(format!("{command}: {}", page(&answer, &names)));
        }
    }

    /// What every other user is suggested, and what they are refused.
    async fn probe(&mut self, extent: Extent) {
        let probers = if extent == Extent::Whole { 4 } else { 1 };
        for number in self.others().take(probers) {
            let user = self.user(number);
            for (command, option) in [("junqi move", "from"), ("junqi swap", "a")] {
                let options = [(option, "".into())];
                let typed = user.autocomplete(self.thread, command, &options, option);
                let choices = self.conductor.during(&self.club, typed).await.unwrap();
                self.transcript.told.push(format!("suggestions for {command}: {choices:?}"));
            }
            self.ask(number, "junqi board", &[("text", true.into())]).await;
            if extent == Extent::Brief {
                continue;
            }
            self.ask(number, "junqi swap", &[("a", "G1".into()), ("b", "Z9".into())]).await;
            self.ask(number, "junqi swap", &[("a", "H1".into()), ("b", "I9".into())]).await;
            self.ask(number, "junqi move", &[("from", "I9".into()), ("to", "I9".into())]).await;
            self.ask(number, "junqi replay", &[("game", "1".into())]).await;
            self.ask(number, "junqi self_destruct", &[]).await;
        }
        self.look();
    }

    /// The last of the four marches, and the moves are made; now and then everybody asks what they may not know.
    pub async fn play(&mut self, moves: &[(Seat, Move)], extent: Extent) {
        self.open_views(extent).await;
        self.probe(extent).await;
        if extent == Extent::Whole {
            self.open_views(extent).await;
        }
        let unmarched = self.state().await.game().unwrap().deployment().unwrap().unmarched();
        let last = self.user_at(unmarched.iter().next().unwrap()).await;
        self.ask(last, "junqi march", &[]).await;
        self.look();
        self.open_views(extent).await;
        for (number, (seat, step)) in moves.iter().enumerate() {
            let turn = self.state().await.game().unwrap().battle().unwrap().turn_number();
            let options = [("from", step.from.to_string().into()), ("to", step.to.to_string().into())];
            self.ask(self.user_at(*seat).await, "junqi move", &options).await;
            let after = self.state().await;
            let battle = after.game().unwrap().battle();
            assert!(battle.is_none_or(|battle| battle.turn_number() > turn), "{step:?} was not made");
            self.look();
            if number + 1 == moves.len() {
                self.open_views(extent).await;
                self.probe(extent).await;
            }
        }
    }

    /// Stops the bot; all that was sent, seen and told.
    pub async fn end(self) -> Transcript {
        let violations = self.club.sandbox.violations();
        assert!(violations.is_empty(), "{violations:#?}");
        let names = self.names();
        let Self { club, bot, conductor, owner, mut transcript, .. } = self;
        transcript.at_rest = conductor.at_rest();
        transcript.requests = requests(&club, &names, owner);
        club.sandbox.open_gate();
        bot.stop().await.unwrap();
        transcript
    }
}

/// Which of the club's members sits there.
fn number_of(club: &Club, state: &TableState, seat: Seat) -> usize {
    let user = state.seats().unwrap()[seat].user().unwrap();
    club.members.iter().position(|member| member.user.id().get() == user.0).unwrap()
}
