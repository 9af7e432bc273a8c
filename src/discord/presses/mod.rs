//! Buttons and selects: decoded, put to the table, answered (DESIGN: how a press travels).

mod battle;
mod deployment;
mod lobby;
mod scores;
mod shelf;

pub use lobby::{CALL_COOLDOWN, welcome};
pub use shelf::shelf_page;

use std::time::Instant;

use serenity::all::{
    ComponentInteraction, ComponentInteractionDataKind, CreateInteractionResponse,
    CreateInteractionResponseMessage, ModalInteraction,
};

use tracing::{Instrument as _, error_span};

use super::bot::Bot;
use super::caller::{Caller, PressedOn};
use super::custom_id::{Button, CustomId, Drawer, Shelf};
use super::flood::Verdict;
use super::living::Where;
use super::modals::{modal_of, typed};
use super::refusals::rejection;
use super::score_page::ScorePage;
use super::screen::Screen;
use super::screens::{Choice, Moving, rules_screen};
use super::trouble::trouble;
use super::{administration, own};
use crate::meters::METERS;
use crate::rules::{Command, Move, Point};
use crate::table::{Action, ComputerLevel, Rejection, Stamp, TableHandle, TableId};

/// Takes a press on a button or select.
pub async fn on_component(bot: &Bot, interaction: &ComponentInteraction) {
    let mut caller = Caller::of_component(interaction, &bot.preferences, &bot.lines);
    match bot.flood.press(caller.user()) {
        Verdict::Taken => {}
        Verdict::Told => return refuse_at_once(bot, interaction, caller.texts.say("refused-flood")).await,
        Verdict::Ignored => {
            acknowledge(bot, interaction, First::Update).await;
            return;
        }
    }
    let Ok(CustomId { table, button }) = interaction.data.custom_id.parse::<CustomId>() else {
        refuse_at_once(bot, interaction, caller.texts.say("refused-foreign-button")).await;
        return;
    };
    if let Some(modal) = modal_of(CustomId { table, button }, caller.texts) {
        log_answer(&interaction.create_response(&bot.http, CreateInteractionResponse::Modal(modal)).await);
        return;
    }
    let on = PressedOn::of(interaction);
    let begun = Instant::now();
    let first = opens_view(button, on);
    if !acknowledge(bot, interaction, first).await {
        return;
    }
    METERS.first_answer(begun.elapsed());
    caller.awaits_message = first == First::Private;
    let press = Press { bot, caller, on, table };
    press.take(button, chosen_value(interaction)).instrument(error_span!("table", id = %table)).await;
}

/// Takes what was typed into a modal.
pub async fn on_modal(bot: &Bot, interaction: &ModalInteraction) {
    let caller = Caller::of_modal(interaction, &bot.preferences, &bot.lines);
    let is_taken = bot.flood.press(caller.user()) == Verdict::Taken;
    let id = interaction.data.custom_id.parse::<CustomId>();
    let Some(CustomId { table, button }) = id.ok().filter(|_| is_taken) else {
        let words = caller.texts.say(if is_taken { "refused-foreign-button" } else { "refused-flood" });
        let message = CreateInteractionResponseMessage::new().content(words).ephemeral(true);
        log_answer(
            &interaction.create_response(&bot.http, CreateInteractionResponse::Message(message)).await,
        );
        return;
    };
    let on = PressedOn::of_modal(interaction);
    let acknowledged = match on {
        // Opened from a private view, which will show what came of it.
        PressedOn::Ephemeral | PressedOn::Direct => {
            interaction.create_response(&bot.http, CreateInteractionResponse::Acknowledge).await
        }
        PressedOn::Public => interaction.defer_ephemeral(&bot.http).await,
    };
    if log_answer(&acknowledged) {
        let press = Press { bot, caller, on, table };
        press.take_typed(button, typed(interaction)).instrument(error_span!("table", id = %table)).await;
    }
}

/// Logs that Discord did not take a first answer; whether it did.
fn log_answer(answered: &serenity::Result<()>) -> bool {
    if let Err(error) = answered {
        trouble(error);
        tracing::warn!(%error, "a press could not be answered");
    }
    answered.is_ok()
}

/// What was chosen from a select.
fn chosen_value(interaction: &ComponentInteraction) -> Option<&str> {
    match &interaction.data.kind {
        ComponentInteractionDataKind::StringSelect { values } => values.first().map(String::as_str),
        _ => None,
    }
}

/// What the first answer to a press is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum First {
    /// The message stays and is changed later.
    Update,
    /// A private message follows.
    Private,
}

/// On a public message only what changes the table by itself acknowledges; everything else, also
/// what no public message offers but a forged press may name, answers with a private message of its
/// own: nobody's view is ever put in place of what everybody sees (RULES 15).
fn opens_view(button: Button, on: PressedOn) -> First {
    let acts_on_table = matches!(
        button,
        Button::Join
            | Button::Leave
            | Button::AddComputer(_)
            | Button::RemoveComputer
            | Button::Start
            | Button::Close
            | Button::Call { .. }
            | Button::Vote { .. }
            | Button::Back
    );
    // A game to look at leaves the list from which it was chosen, and its own replay, where they stand.
    if matches!(button, Button::Scores(ScorePage::Replay | ScorePage::Deal)) {
        return First::Private;
    }
    // Pages of the rules and the board turn where they stand, if only their reader sees them.
    match on {
        PressedOn::Public if !acts_on_table => First::Private,
        PressedOn::Public | PressedOn::Ephemeral | PressedOn::Direct => First::Update,
    }
}

async fn acknowledge(bot: &Bot, interaction: &ComponentInteraction, first: First) -> bool {
    let done = match first {
        First::Update => interaction.create_response(&bot.http, CreateInteractionResponse::Acknowledge).await,
        First::Private => interaction.defer_ephemeral(&bot.http).await,
    };
    log_answer(&done)
}

async fn refuse_at_once(bot: &Bot, interaction: &ComponentInteraction, words: String) {
    let message = CreateInteractionResponseMessage::new().content(words).ephemeral(true);
    log_answer(&interaction.create_response(&bot.http, CreateInteractionResponse::Message(message)).await);
}

/// An acknowledged press.
struct Press<'a> {
    bot: &'a Bot,
    caller: Caller,
    on: PressedOn,
    table: TableId,
}

impl Press<'_> {
    async fn take(self, button: Button, value: Option<&str>) {
        match button {
            Button::Join => self.join().await,
            Button::Leave => self.act(Stamp::Any, Action::Leave).await,
            Button::AddComputer(level) => self.add_computer(level).await,
            Button::RemoveComputer => self.act(Stamp::Any, Action::RemoveComputer).await,
            Button::CallPlayers => self.call_players().await,
            Button::OpenerMenu => self.show_opener_menu(None).await,
            Button::SetPace => self.set_pace(value).await,
            Button::TurnAway => self.turn_away(value).await,
            Button::Practise => self.practise().await,
            Button::Start => self.act(Stamp::Any, Action::Start).await,
            Button::Close => self.act(Stamp::Any, Action::Close).await,
            Button::Call { number, call } => {
                self.act(Stamp::Call(number), Action::Play(Command::Call(call))).await;
            }
            Button::Vote { number, answer } => self.answer_vote(number, answer).await,
            // What was being chosen is let go.
            Button::View | Button::Move => {
                self.look(|choice| Choice { moving: Moving::default(), asking: None, ..choice }).await;
            }
            Button::First(swapping) | Button::Second(swapping) => self.choose_for_swap(swapping, value).await,
            Button::ShowGround(swapping) => {
                self.look(|choice| Choice { swapping: Some(swapping), last_swap: None, ..choice }).await;
            }
            Button::Undo { revision } => self.rearrange(revision, Action::Undo).await,
            Button::Drawer(drawer) => self.use_drawer(drawer, value).await,
            Button::Shelf(shelf) => shelf::use_shelf(self.bot, &self.caller, shelf, value).await,
            Button::Shuffle { revision } => self.rearrange(revision, Action::Shuffle).await,
            Button::Mirror { revision } => self.rearrange(revision, Action::Mirror).await,
            Button::March { revision } => self.rearrange(revision, Action::Play(Command::March)).await,
            Button::From { turn, .. } => self.choose_piece(turn, value).await,
            Button::To { turn, from, .. } => self.choose_destination(turn, from, value).await,
            Button::Ask(request) => self.ask_to_confirm(request).await,
            Button::Confirm(request) => self.confirm(request).await,
            Button::ConfirmMove { turn, from, to } => self.make_move(turn, Move { from, to }).await,
            // It opens a modal before it comes here.
            Button::TypeMove { .. } | Button::Typed { .. } => self.look(|choice| choice).await,
            Button::Back => self.come_back().await,
            Button::Absent => self.be_absent().await,
            Button::Desert => self.desert().await,
            Button::Rematch => self.rematch().await,
            Button::Rules { page } => {
                self.bot.answer(&self.caller, rules_screen(self.caller.texts, page)).await;
            }
            Button::Scores(page) => self.score_page(page, value).await,
            Button::Own(button) => own::press(self.bot, &self.caller, button, value).await,
            Button::Admin(button) => administration::press(self.bot, &self.caller, self.table, button).await,
        }
    }

    /// What was typed into the modal of that button.
    async fn take_typed(self, button: Button, text: &str) {
        match button {
            Button::TypeMove { turn } => self.type_move(turn, text).await,
            Button::Typed { revision } => self.swap_typed(revision, text).await,
            Button::Drawer(Drawer::Save) => self.save(text).await,
            Button::Shelf(Shelf::Rename(role, key)) => {
                shelf::rename(self.bot, &self.caller, (role, key), text).await;
            }
            _ => self.look(|choice| choice).await,
        }
    }

    /// The running table of the press, if it can be reached from here.
    fn handle(&self) -> Result<TableHandle, Rejection> {
        let table = self.bot.hall.table(self.table);
        table.filter(|table| self.caller.reaches(&table.latest())).ok_or(Rejection::Over)
    }

    fn place(&self) -> Where {
        match self.on {
            PressedOn::Direct => Where::Direct,
            PressedOn::Public | PressedOn::Ephemeral => Where::Channel,
        }
    }

    async fn refuse(&self, fault: &Rejection) {
        self.bot.follow_up(&self.caller, rejection(self.caller.texts, fault)).await;
    }

    /// Puts a deed to the table; whatever it changes, the herald shows. A refusal goes to the
    /// presser alone.
    async fn act(&self, stamp: Stamp, action: Action) {
        let done = match self.handle() {
            Ok(handle) => handle.press(self.caller.presser.clone(), stamp, action).await.map(|_| ()),
            Err(over) => Err(over),
        };
        if let Err(fault) = done {
            self.refuse(&fault).await;
        }
    }

    /// Only where the server allows computer players.
    async fn add_computer(&self, level: ComputerLevel) {
        // The table's own server says so, wherever the button was pressed.
        if let Ok(table) = self.handle()
            && let Err(refusal) = self.bot.allow_computers(table.latest().guild).await
        {
            self.bot.follow_up(&self.caller, refusal.text(self.caller.texts)).await;
            return;
        }
        self.act(Stamp::Any, Action::AddComputer(level)).await;
    }

    /// Shows the presser's view in place of what was pressed.
    async fn look(&self, change: impl FnOnce(Choice) -> Choice) {
        let looked = match self.handle() {
            Ok(handle) => handle.press(self.caller.presser.clone(), Stamp::Any, Action::Look).await,
            Err(over) => Err(over),
        };
        match looked {
            Ok(reply) => self.bot.show_view(&self.caller, &reply.telling, self.place(), change),
            Err(fault) => {
                self.bot.answer(&self.caller, Screen::text(rejection(self.caller.texts, &fault))).await;
            }
        }
    }

    /// Does something from within a private view and shows the view anew: what came of it, or why
    /// not, above it.
    async fn act_in_view(&self, stamp: Stamp, action: Action, done: impl FnOnce(Choice) -> Choice) {
        let handle = match self.handle() {
            Ok(handle) => handle,
            Err(over) => return self.refuse(&over).await,
        };
        match handle.press(self.caller.presser.clone(), stamp, action).await {
            Ok(reply) => self.bot.show_view(&self.caller, &reply.telling, self.place(), done),
            Err(fault) => {
                let note = rejection(self.caller.texts, &fault);
                let telling = handle.latest();
                let noted = |choice| Choice { note: Some(note), ..choice };
                self.bot.show_view(&self.caller, &telling, self.place(), noted);
            }
        }
    }

    async fn rematch(&self) {
        let texts = self.caller.texts;
        let words = match self.bot.open_rematch(&self.caller, self.table).await {
            Ok(handle) => {
                let place = format!("<#{}>", handle.latest().channel);
                let named = [("table", handle.id().to_string().into()), ("where", place.into())];
                texts.get("rematch-opened", &named)
            }
            Err(refusal) => refusal.text(texts),
        };
        self.say(words).await;
    }

    /// Puts words in place of the private message that was pressed, or opened by the press.
    async fn say(&self, words: String) {
        self.bot.answer(&self.caller, Screen::text(words)).await;
    }
}

/// What was chosen from a select of points.
enum Chosen {
    Point(Point),
    Page(u8),
    Nothing,
}

fn chosen(value: Option<&str>) -> Chosen {
    let Some(value) = value else { return Chosen::Nothing };
    if let Some(page) = value.strip_prefix("page:").and_then(|page| page.parse().ok()) {
        return Chosen::Page(page);
    }
    value.parse().map_or(Chosen::Nothing, Chosen::Point)
}
