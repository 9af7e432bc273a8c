//! A short game of four stubborn people, from `/junqi start` to the declarer's desertion, and what may
//! befall it between its steps.

use std::time::Duration;

use discord_sandbox::{ActingUser, ChannelId, MessageView};
use junqi::discord::custom_id::Button;
use junqi::rules::{Call, Game};
use junqi::sandbox::{Hands, ours};
use junqi::table::{Scores, Store, TableId, TableState, UserId};
use tokio::time::{Instant, timeout};

use crate::stage::Theatre;

/// For how long somebody looks whether anything came of a press.
const LOOK: Duration = Duration::from_millis(1_500);

/// For how long they go on pressing. A retry of the bot's may wait for half a minute.
const STUBBORN: Duration = Duration::from_secs(75);

/// Where in the game something may befall it: after that has happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    Opened,
    Joined,
    Begun,
    Declared,
    Marched,
    /// So many plies of the battle.
    Ply(u32),
    Over,
}

/// Plies before the declarer deserts.
pub const PLIES: u32 = 3;

/// A short game.
pub struct Match<'a> {
    pub theatre: &'a Theatre,
    pub table: TableId,
    /// Where its people type.
    pub place: ChannelId,
}

impl<'a> Match<'a> {
    /// The theatre's first.
    pub fn first(theatre: &'a Theatre) -> Self {
        Self { theatre, table: TableId(1), place: theatre.club.channel }
    }

    pub async fn state(&self) -> Option<TableState> {
        let stored = self.theatre.store.table(self.table).await.ok()?;
        Some(TableState::replay(stored).unwrap())
    }

    /// The state of a game that has begun.
    pub async fn game(&self) -> TableState {
        let state = self.state().await.expect("the table was opened");
        assert!(state.game().is_some(), "the game has begun");
        state
    }

    fn user(&self, number: usize) -> &ActingUser {
        &self.theatre.club.members[number].user
    }

    pub fn hands(&self, number: usize) -> Hands {
        Hands { user: self.user(number).clone(), channel: self.place }
    }

    /// Types a command; whether anything came of it shows in the table's state.
    async fn type_command(
        &self,
        number: usize,
        command: &str,
        options: &[(&str, discord_sandbox::OptionValue)],
    ) {
        let _ = self.user(number).slash(self.place, command, options).await;
    }

    /// Presses such a button if it is to be seen soon.
    async fn press(&self, number: usize, fits: impl Fn(Button) -> bool) {
        let hands = self.hands(number);
        let found = hands.wait_for(LOOK, |messages| {
            let mut all = ours(messages).filter(|found| !found.component.is_disabled);
            let found = all.find(|found| fits(found.id.button))?;
            Some((found.message.id, found.component.custom_id.clone()))
        });
        if let Ok((message, custom_id)) = found.await {
            let _ = hands.user.press(message, &custom_id).await;
        }
    }

    /// Does something again and again until it has come about.
    async fn until(&self, what: &str, is_so: impl Fn(Option<&TableState>) -> bool, act: impl AsyncFn()) {
        let patience = Instant::now() + STUBBORN;
        let mut changes = self.theatre.club.sandbox.changes();
        loop {
            changes.borrow_and_update();
            if is_so(self.state().await.as_ref()) {
                return;
            }
            assert!(Instant::now() < patience, "{what} does not come about");
            act().await;
            let look = Instant::now() + LOOK;
            while !is_so(self.state().await.as_ref()) {
                let left = look.saturating_duration_since(Instant::now());
                if timeout(left, changes.changed()).await.is_err() {
                    break;
                }
            }
        }
    }

    /// Plays it to its end; `befall` is let in after each step.
    pub async fn play(&self, befall: impl AsyncFn(Step)) {
        self.until(
            "the table",
            |state| state.is_some(),
            async || {
                self.type_command(0, "junqi start", &[("computers", 0.into())]).await;
            },
        )
        .await;
        befall(Step::Opened).await;
        for number in 1..4 {
            let user = UserId(self.user(number).id().get());
            let has_joined =
                |state: &TableState| state.lobby().joiners().iter().any(|joiner| joiner.user() == Some(user));
            self.until(
                "joining",
                |state| state.is_some_and(has_joined),
                async || {
                    self.press(number, |button| button == Button::Join).await;
                },
            )
            .await;
        }
        befall(Step::Joined).await;
        self.until(
            "the game",
            |state| state.is_some_and(|state| state.game().is_some()),
            async || {
                self.press(0, |button| button == Button::Start).await;
            },
        )
        .await;
        befall(Step::Begun).await;
        self.call().await;
        befall(Step::Declared).await;
        self.march().await;
        befall(Step::Marched).await;
        for ply in 1..=PLIES {
            self.make_a_move().await;
            befall(Step::Ply(ply)).await;
        }
        self.finish().await;
        befall(Step::Over).await;
    }

    /// The first user calls three, once it is their turn.
    async fn call(&self) {
        while let Some(auction) = self.game().await.game().and_then(Game::auction).cloned() {
            let now = self.game().await;
            let (number, caller) = (now.game().unwrap().call_number(), self.sitting(&now, auction.to_call()));
            let call = if caller == 0 { Call::Three } else { Call::Pass };
            let is_made = |game: &Game| game.auction().is_none() || game.call_number() != number;
            self.until(
                "the call",
                |state| state.and_then(TableState::game).is_some_and(is_made),
                async || {
                    self.press(caller, |button| button == Button::Call { number, call }).await;
                },
            )
            .await;
        }
    }

    async fn march(&self) {
        for number in 0..4 {
            let seat = self.game().await.seat_of(UserId(self.user(number).id().get())).unwrap();
            let has_marched = |game: &Game| {
                game.deployment().is_none_or(|deployment| !deployment.unmarched().contains(seat))
            };
            self.until(
                "marching",
                |state| state.and_then(TableState::game).is_some_and(has_marched),
                async || {
                    self.type_command(number, "junqi march", &[]).await;
                },
            )
            .await;
        }
    }

    /// The declarer deserts, which ends the game.
    pub async fn finish(&self) {
        self.until(
            "the end",
            |state| state.is_some_and(TableState::is_over),
            async || {
                self.type_command(0, "junqi leave", &[]).await;
                self.press(0, |button| button == Button::Desert).await;
            },
        )
        .await;
    }

    fn sitting(&self, state: &TableState, seat: junqi::rules::Seat) -> usize {
        (0..4).find(|number| state.seat_of(UserId(self.user(*number).id().get())) == Some(seat)).unwrap()
    }

    /// Whoever is on turn types a move that attacks nobody, where there is one.
    pub async fn make_a_move(&self) {
        let state = self.game().await;
        let battle = state.game().unwrap().battle().expect("the battle lasts");
        let (seat, turn) = (battle.position().turn(), battle.turn_number());
        let moves = battle.position().moves(seat);
        let is_quiet = |step: &&junqi::rules::Move| battle.position().piece(step.to).is_none();
        let step = *moves.iter().find(is_quiet).unwrap_or(&moves[0]);
        let number = self.sitting(&state, seat);
        let options = [("from", step.from.to_string().into()), ("to", step.to.to_string().into())];
        let is_made = |game: &Game| game.battle().is_none_or(|battle| battle.turn_number() != turn);
        self.until(
            "the move",
            |state| state.and_then(TableState::game).is_some_and(is_made),
            async || {
                self.type_command(number, "junqi move", &options).await;
            },
        )
        .await;
    }

    /// Waits until the result is to be seen, once, with its rematch, and no board beside it.
    pub async fn see_the_result(&self) {
        self.see_result_and(|boards| boards == 0).await;
    }

    /// The same where an old board stands in a thread that nobody can write in any more.
    pub async fn see_the_result_beside_old_boards(&self) {
        self.see_result_and(|_| true).await;
    }

    async fn see_result_and(&self, may_stand: impl Fn(usize) -> bool) {
        let onlooker = Hands { user: self.user(4).clone(), channel: self.theatre.club.channel };
        let only_result = |messages: &[MessageView]| {
            let public: Vec<&MessageView> = messages.iter().filter(|message| !message.is_ephemeral).collect();
            let offers = |message: &&&MessageView, button| {
                ours(std::slice::from_ref(*message)).any(|found| found.id.button == button)
            };
            let results = public.iter().filter(|message| offers(message, Button::Rematch)).count();
            let boards = public.iter().filter(|message| offers(message, Button::Move)).count();
            assert!(results <= 1, "the result is posted twice");
            (results == 1 && may_stand(boards)).then_some(())
        };
        if let Err(late) = onlooker.wait_for(STUBBORN, only_result).await {
            panic!("no result, or a board beside it: {late}");
        }
    }

    /// No entry is missing or doubled: the log is numbered without a gap, replays, and holds one
    /// result.
    pub async fn assert_sound(&self) {
        let state = self.game().await;
        let game = state.game().unwrap();
        assert!(game.over().is_some(), "the game is over");
        assert!(
            self.theatre.store.settled(self.table).await.unwrap().iter().all(|(_, score)| score.is_some())
        );
    }
}
