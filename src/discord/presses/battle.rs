//! Presses in the battle: choosing and making moves, requests and votes, absence and desertion.

use super::{Chosen, Press, chosen};
use crate::discord::caller::PressedOn;
use crate::discord::refusals::rejection;
use crate::discord::screens::{Choice, Moving};
use crate::discord::typed_move::read_move;
use crate::rules::{Answer, Command, Move, Point, Request};
use crate::table::{Action, Stamp};

impl Press<'_> {
    /// A piece was chosen, or another page of them.
    pub(super) async fn choose_piece(&self, turn: u32, value: Option<&str>) {
        let moving = match chosen(value) {
            Chosen::Page(page) => Moving { turn, page, ..Moving::default() },
            Chosen::Point(from) => Moving { turn, from: Some(from), ..Moving::default() },
            Chosen::Nothing => return self.look(|choice| choice).await,
        };
        self.look(|choice| Choice { moving, ..choice }).await;
    }

    /// Where it goes was chosen, or another page of points.
    pub(super) async fn choose_destination(&self, turn: u32, from: Point, value: Option<&str>) {
        match chosen(value) {
            Chosen::Page(page) => {
                let moving = Moving { turn, page, from: Some(from), to: None };
                self.look(|choice| Choice { moving, ..choice }).await;
            }
            Chosen::Point(to) => self.propose(turn, Move { from, to }).await,
            Chosen::Nothing => self.look(|choice| choice).await,
        }
    }

    /// A move was typed into the modal.
    pub(super) async fn type_move(&self, turn: u32, text: &str) {
        match read_move(text) {
            Ok(step) => self.propose(turn, step).await,
            Err(fault) => {
                let note = Some(fault.say(self.caller.texts));
                self.look(|choice| Choice { note, ..choice }).await;
            }
        }
    }

    /// Makes the move, or shows it first to who wants to be asked.
    async fn propose(&self, turn: u32, step: Move) {
        if self.bot.preferences.confirms_moves(self.caller.user()) {
            let moving = Moving { turn, page: 0, from: Some(step.from), to: Some(step.to) };
            self.look(|choice| Choice { moving, ..choice }).await;
        } else {
            self.make_move(turn, step).await;
        }
    }

    /// Makes the move.
    pub(super) async fn make_move(&self, turn: u32, step: Move) {
        let action = Action::Play(Command::Move(step));
        self.act_in_view(Stamp::Turn(turn), action, |_| Choice::default()).await;
    }

    /// What cannot be undone is asked twice, with the requests that are left.
    pub(super) async fn ask_to_confirm(&self, request: Request) {
        match self.handle() {
            Ok(handle) => self.bot.ask_to_confirm(&self.caller, &handle, self.place(), request).await,
            Err(over) => self.say(rejection(self.caller.texts, &over)).await,
        }
    }

    /// The request is made.
    pub(super) async fn confirm(&self, request: Request) {
        let asked = self.caller.texts.say("confirmed");
        let action = Action::Play(Command::Ask(request));
        self.act_in_view(Stamp::Any, action, |choice| Choice { asking: None, note: Some(asked), ..choice })
            .await;
    }

    /// A vote is answered, on its message or in a private view.
    pub(super) async fn answer_vote(&self, number: u32, answer: Answer) {
        let action = Action::Play(Command::Answer(answer));
        match self.on {
            PressedOn::Public => self.act(Stamp::Vote(number), action).await,
            PressedOn::Ephemeral | PressedOn::Direct => {
                let answered = self.caller.texts.say("answered");
                let note = |choice| Choice { note: Some(answered), ..choice };
                self.act_in_view(Stamp::Vote(number), action, note).await;
            }
        }
    }

    /// Any press brings back who was absent (RULES 12.2); this one does nothing else.
    pub(super) async fn come_back(&self) {
        let handle = match self.handle() {
            Ok(handle) => handle,
            Err(over) => return self.refuse(&over).await,
        };
        let before = handle.latest();
        let seat = before.seat_of(self.caller.user());
        let was_absent = seat.zip(before.public.as_ref()).is_some_and(|(seat, public)| {
            public.seats[seat].is_absent && public.seats[seat].eliminated.is_none()
        });
        if seat.is_none() {
            return self.refuse(&crate::table::Rejection::NotAPlayer).await;
        }
        match handle.press(self.caller.presser.clone(), Stamp::Any, Action::Look).await {
            Ok(_) => {
                let key = if was_absent { "back-again" } else { "never-away" };
                self.bot.follow_up(&self.caller, self.caller.texts.say(key)).await;
            }
            Err(fault) => self.refuse(&fault).await,
        }
    }

    /// A player says that they are away for a while (RULES 12.2).
    pub(super) async fn be_absent(&self) {
        self.leave_with(Command::BeAbsent, "away").await;
    }

    /// A player leaves for good (RULES 12.3).
    pub(super) async fn desert(&self) {
        self.leave_with(Command::Desert, "deserted").await;
    }

    async fn leave_with(&self, command: Command, done_key: &str) {
        let done = match self.handle() {
            Ok(handle) => {
                handle.press(self.caller.presser.clone(), Stamp::Any, Action::Play(command)).await.map(|_| ())
            }
            Err(over) => Err(over),
        };
        let words = match done {
            Ok(()) => self.caller.texts.say(done_key),
            Err(fault) => rejection(self.caller.texts, &fault),
        };
        self.say(words).await;
    }
}
