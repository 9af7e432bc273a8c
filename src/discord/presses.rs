//! Buttons and selects: decoded, put to the table, answered (DESIGN: how a press travels).

use serenity::all::{
    ButtonStyle, ComponentInteraction, ComponentInteractionDataKind, CreateActionRow, CreateButton,
    CreateInteractionResponse, CreateInteractionResponseMessage,
};

use super::bot::Bot;
use super::caller::{Caller, PressedOn};
use super::custom_id::{Button, CustomId, Swapping};
use super::living::Where;
use super::refusals::rejection;
use super::screen::Screen;
use super::screens::{Choice, LEADERBOARD_PAGE, leaderboard_screen, rules_screen};
use super::{administration, own};
use crate::rules::{Command, Move, Point, Request};
use crate::table::{Action, ComputerLevel, GuildId, Rejection, Stamp, TableHandle, TableId};

/// Takes a press on a button or select.
pub async fn on_component(bot: &Bot, interaction: &ComponentInteraction) {
    let caller = Caller::of_component(interaction, &bot.preferences);
    let Ok(CustomId { table, button }) = interaction.data.custom_id.parse::<CustomId>() else {
        refuse_at_once(bot, interaction, caller.texts.say("refused-foreign-button")).await;
        return;
    };
    let on = PressedOn::of(interaction);
    if !acknowledge(bot, interaction, opens_view(button, on)).await {
        return;
    }
    let press = Press { bot, caller, on, table };
    press.take(button, chosen_value(interaction)).await;
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

/// Buttons on public messages that lead to something private answer with a message of their own;
/// everything else acknowledges, and changes what it stands on.
fn opens_view(button: Button, on: PressedOn) -> First {
    let leads_to_own_message = matches!(
        button,
        Button::View
            | Button::Move
            | Button::Ask(_)
            | Button::Rules { .. }
            | Button::Leaderboard { .. }
            | Button::Rematch
    );
    // Pages of the rules and the board turn where they stand, if only their reader sees them.
    match (leads_to_own_message, on) {
        (true, PressedOn::Public) => First::Private,
        (true, PressedOn::Ephemeral | PressedOn::Direct) | (false, _) => First::Update,
    }
}

async fn acknowledge(bot: &Bot, interaction: &ComponentInteraction, first: First) -> bool {
    let done = match first {
        First::Update => interaction.create_response(&bot.http, CreateInteractionResponse::Acknowledge).await,
        First::Private => interaction.defer_ephemeral(&bot.http).await,
    };
    if let Err(error) = &done {
        tracing::warn!(%error, "a press could not be acknowledged");
    }
    done.is_ok()
}

async fn refuse_at_once(bot: &Bot, interaction: &ComponentInteraction, words: String) {
    let message = CreateInteractionResponseMessage::new().content(words).ephemeral(true);
    if let Err(error) =
        interaction.create_response(&bot.http, CreateInteractionResponse::Message(message)).await
    {
        tracing::warn!(%error, "a refusal could not be told");
    }
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
            Button::Start => self.act(Stamp::Any, Action::Start).await,
            Button::Close => self.act(Stamp::Any, Action::Close).await,
            Button::Call { number, call } => {
                self.act(Stamp::Call(number), Action::Play(Command::Call(call))).await;
            }
            Button::Vote { number, answer } => {
                self.act(Stamp::Vote(number), Action::Play(Command::Answer(answer))).await;
            }
            Button::View | Button::Move => self.look(|choice| Choice { from: None, ..choice }).await,
            Button::First(swapping) | Button::Second(swapping) => self.choose_for_swap(swapping, value).await,
            Button::ShowGround(swapping) => {
                self.look(|choice| Choice { swapping: Some(swapping), last_swap: None, ..choice }).await;
            }
            Button::Shuffle { revision } => self.rearrange(revision, Action::Shuffle).await,
            Button::Mirror { revision } => self.rearrange(revision, Action::Mirror).await,
            Button::March { revision } => self.rearrange(revision, Action::Play(Command::March)).await,
            Button::From { turn, .. } => self.choose_piece(turn, value).await,
            Button::To { turn, from, .. } => self.choose_destination(turn, from, value).await,
            Button::Ask(request) => self.ask_to_confirm(request).await,
            Button::Confirm(request) => self.confirm(request).await,
            Button::Desert => self.desert().await,
            Button::Rematch => self.rematch().await,
            Button::Rules { page } => {
                self.bot.answer(&self.caller, rules_screen(self.caller.texts, page)).await;
            }
            Button::Leaderboard { page } => self.leaderboard(page).await,
            Button::Own(button) => own::press(self.bot, &self.caller, button, value).await,
            Button::Admin(button) => administration::press(self.bot, &self.caller, self.table, button).await,
        }
    }

    fn handle(&self) -> Result<TableHandle, Rejection> {
        self.bot.hall.table(self.table).ok_or(Rejection::Over)
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
        if let Some(guild) = self.caller.guild
            && let Err(refusal) = self.bot.allow_computers(guild).await
        {
            self.bot.follow_up(&self.caller, refusal.text(self.caller.texts)).await;
            return;
        }
        self.act(Stamp::Any, Action::AddComputer(level)).await;
    }

    /// Joining tries the direct messages too, so that the player knows in time where to look.
    async fn join(&self) {
        let joined = match self.handle() {
            Ok(handle) => handle.press(self.caller.presser.clone(), Stamp::Any, Action::Join).await,
            Err(over) => Err(over),
        };
        match joined {
            Ok(_) => greet(self.bot, &self.caller, self.table).await,
            Err(fault) => self.refuse(&fault).await,
        }
    }

    /// Shows the presser's view in place of what was pressed.
    async fn look(&self, change: impl FnOnce(Choice) -> Choice) {
        let looked = match self.handle() {
            Ok(handle) => handle.press(self.caller.presser.clone(), Stamp::Any, Action::Look).await,
            Err(over) => Err(over),
        };
        match looked {
            Ok(reply) => self.bot.show_view(&self.caller, &reply.telling, self.place(), change).await,
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
            Ok(reply) => self.bot.show_view(&self.caller, &reply.telling, self.place(), done).await,
            Err(fault) => {
                let note = rejection(self.caller.texts, &fault);
                let telling = handle.latest();
                let noted = |choice| Choice { note: Some(note), ..choice };
                self.bot.show_view(&self.caller, &telling, self.place(), noted).await;
            }
        }
    }

    async fn choose_for_swap(&self, swapping: Swapping, value: Option<&str>) {
        let Some(point) = value.and_then(|value| value.parse::<Point>().ok()) else {
            return self.look(|choice| choice).await;
        };
        match swapping.first {
            Some(first) if first != point => {
                let action = Action::Play(Command::Swap(first, point));
                let after = Swapping { first: None, ..swapping };
                self.act_in_view(Stamp::Deployment(swapping.revision), action, |choice| Choice {
                    swapping: Some(after),
                    last_swap: Some((first, point)),
                    note: None,
                    ..choice
                })
                .await;
            }
            _ => {
                let chosen = Swapping { first: Some(point), ..swapping };
                self.look(|choice| Choice { swapping: Some(chosen), last_swap: None, ..choice }).await;
            }
        }
    }

    async fn rearrange(&self, revision: u32, action: Action) {
        let clear = |choice: Choice| Choice {
            swapping: choice.swapping.map(|swapping| Swapping { first: None, ..swapping }),
            last_swap: None,
            note: None,
            ..choice
        };
        self.act_in_view(Stamp::Deployment(revision), action, clear).await;
    }

    async fn choose_piece(&self, turn: u32, value: Option<&str>) {
        match chosen(value) {
            Chosen::Page(page) => self.look(|choice| Choice { from: None, page, ..choice }).await,
            Chosen::Point(from) => {
                self.look(|choice| Choice { from: Some((turn, from)), page: 0, ..choice }).await;
            }
            Chosen::Nothing => self.look(|choice| choice).await,
        }
    }

    async fn choose_destination(&self, turn: u32, from: Point, value: Option<&str>) {
        match chosen(value) {
            Chosen::Page(page) => {
                self.look(|choice| Choice { from: Some((turn, from)), page, ..choice }).await;
            }
            Chosen::Point(to) => {
                let action = Action::Play(Command::Move(Move { from, to }));
                self.act_in_view(Stamp::Turn(turn), action, |_| Choice::default()).await;
            }
            Chosen::Nothing => self.look(|choice| choice).await,
        }
    }

    /// What cannot be undone is asked twice.
    async fn ask_to_confirm(&self, request: Request) {
        let texts = self.caller.texts;
        let handle = match self.handle() {
            Ok(handle) => handle,
            Err(over) => return self.say(rejection(texts, &over)).await,
        };
        if handle.latest().seat_of(self.caller.user()).is_none() {
            return self.say(rejection(texts, &Rejection::NotAPlayer)).await;
        }
        let (question, label, style) = match request {
            Request::Draw => ("confirm-draw", "button-offer-draw", ButtonStyle::Primary),
            Request::SelfDestruct => ("confirm-self-destruct", "button-self-destruct", ButtonStyle::Danger),
        };
        let id = CustomId { table: self.table, button: Button::Confirm(request) };
        let confirm = CreateButton::new(id.to_string()).label(texts.say(label)).style(style);
        let rows = vec![CreateActionRow::Buttons(vec![confirm])];
        let screen = Screen { content: texts.say(question), rows, ..Screen::default() };
        self.bot.answer(&self.caller, screen).await;
    }

    async fn confirm(&self, request: Request) {
        let done = match self.handle() {
            Ok(handle) => {
                let action = Action::Play(Command::Ask(request));
                handle.press(self.caller.presser.clone(), Stamp::Any, action).await.map(|_| ())
            }
            Err(over) => Err(over),
        };
        let words = match done {
            Ok(()) => self.caller.texts.say("confirmed"),
            Err(fault) => rejection(self.caller.texts, &fault),
        };
        self.say(words).await;
    }

    async fn desert(&self) {
        let done = match self.handle() {
            Ok(handle) => {
                let action = Action::Play(Command::Desert);
                handle.press(self.caller.presser.clone(), Stamp::Any, action).await.map(|_| ())
            }
            Err(over) => Err(over),
        };
        let words = match done {
            Ok(()) => self.caller.texts.say("deserted"),
            Err(fault) => rejection(self.caller.texts, &fault),
        };
        self.say(words).await;
    }

    async fn rematch(&self) {
        let texts = self.caller.texts;
        let words = match self.bot.open_rematch(&self.caller, self.table).await {
            Ok(handle) => texts.get("rematch-opened", &[("table", handle.id().to_string().into())]),
            Err(refusal) => refusal.text(texts),
        };
        self.say(words).await;
    }

    async fn leaderboard(&self, page: u16) {
        let screen = match self.caller.guild {
            Some(guild) => leaderboard(self.bot, &self.caller, guild, page).await,
            None => Screen::text(self.caller.texts.say("refused-only-in-servers")),
        };
        self.bot.answer(&self.caller, screen).await;
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

/// A page of the server's leaderboard, with the caller's own line.
pub async fn leaderboard(bot: &Bot, caller: &Caller, guild: GuildId, page: u16) -> Screen {
    let skip = u32::from(page) * LEADERBOARD_PAGE;
    let board = bot.store().leaderboard(guild, skip, LEADERBOARD_PAGE).await;
    let own = bot.store().standing(guild, caller.user()).await;
    match (board, own) {
        (Ok(board), Ok(own)) => leaderboard_screen(caller.texts, &board, page, own.as_ref()),
        (Err(fault), _) | (_, Err(fault)) => Screen::text(rejection(caller.texts, &bot.apologise(&fault))),
    }
}

/// The first direct message of a game. If it does not arrive, the player is told, privately, that
/// the button in the channel will do instead (UX, Lobby).
pub async fn greet(bot: &Bot, caller: &Caller, table: TableId) {
    if !bot.preferences.takes_direct(caller.user()) {
        return;
    }
    let words = caller.texts.get("direct-greeting", &[("table", table.to_string().into())]);
    let user = serenity::all::UserId::new(caller.user().0);
    let message = serenity::all::CreateMessage::new().content(words);
    let sent = match user.create_dm_channel(&bot.http).await {
        Ok(channel) => channel.id.send_message(&bot.http, message).await.map(|_| ()),
        Err(error) => Err(error),
    };
    if let Err(error) = sent {
        tracing::debug!(%error, "a player takes no direct messages");
        bot.follow_up(caller, caller.texts.say("direct-closed")).await;
    }
}
