//! The slash commands, a file for each part of a game.

mod admin;
mod battle;
mod choices;
mod deployment;
mod lobby;
mod localise;
mod own;
mod pages;
mod scores;

use std::sync::Arc;

use thiserror::Error;

use super::bot::Bot;
use super::caller::Caller;
use super::living::Where;
use super::permissions::manages;
use super::refusals::rejection;
use super::screen::Screen;
use super::screens::Choice;
use crate::meters::METERS;
use crate::rules::Request;
use crate::table::{Action, GuildId, Rejection, Stamp, TableHandle};

/// What a command cannot go on from; the framework tells it to the user.
#[derive(Debug, Error)]
pub enum CommandFault {
    /// Discord did not take an answer.
    #[error(transparent)]
    Discord(#[from] serenity::Error),
    /// The store failed when the program started.
    #[error(transparent)]
    Store(#[from] crate::table::StoreError),
}

/// What a command is given.
pub type Context<'a> = poise::ApplicationContext<'a, Arc<Bot>, CommandFault>;

/// What a command returns.
pub type Done = Result<(), CommandFault>;

/// Every top-level command, localised.
pub fn all() -> Vec<poise::Command<Arc<Bot>, CommandFault>> {
    let mut commands = vec![junqi(), admin::junqi_admin()];
    commands.iter_mut().for_each(localise::localise);
    commands
}

/// 軍棋三打一
#[poise::command(
    slash_command,
    interaction_context = "Guild|BotDm",
    subcommand_required,
    subcommands(
        "lobby::start",
        "lobby::join",
        "lobby::leave",
        "battle::call",
        "deployment::march",
        "deployment::swap",
        "deployment::deploy",
        "battle::vote",
        "battle::move_piece",
        "battle::board",
        "battle::draw",
        "battle::self_destruct",
        "pages::layouts",
        "scores::leaderboard",
        "scores::profile",
        "scores::history",
        "scores::replay",
        "pages::rules",
        "own::settings",
        "own::privacy",
    )
)]
#[allow(clippy::unused_async, reason = "the framework calls commands asynchronously")]
async fn junqi(_context: Context<'_>) -> Done {
    Ok(())
}

/// A command that has been acknowledged: its answer is private and follows.
struct Asked<'a> {
    bot: &'a Bot,
    caller: Caller,
}

impl<'a> Asked<'a> {
    /// Answers "thinking" at once, visible to the caller alone.
    async fn acknowledge(context: &Context<'a>) -> Result<Self, CommandFault> {
        let begun = std::time::Instant::now();
        context.defer_response(true).await?;
        METERS.first_answer(begun.elapsed());
        let bot: &'a Bot = context.framework.user_data;
        Ok(Self { bot, caller: Caller::of_command(context.interaction, &bot.preferences, &bot.lines) })
    }

    async fn say(&self, key: &str) {
        self.show(Screen::text(self.caller.texts.say(key))).await;
    }

    async fn show(&self, screen: Screen) {
        self.bot.answer(&self.caller, screen).await;
    }

    async fn refuse(&self, fault: &Rejection) {
        self.show(Screen::text(rejection(self.caller.texts, fault))).await;
    }

    /// The server, if the caller may manage it, or the answer that they may not.
    async fn managed(&self) -> Option<GuildId> {
        let guild = self.caller.guild.filter(|_| manages(self.caller.permissions));
        if guild.is_none() {
            self.say("refused-manage-server").await;
        }
        guild
    }

    /// The table meant, or the answer that there is none.
    async fn table(&self) -> Option<TableHandle> {
        let table = self.bot.table_meant(&self.caller);
        if table.is_none() {
            self.say("refused-no-table").await;
        }
        table
    }

    /// Puts a deed to the table meant, and answers with words of that key, or why not.
    async fn act(&self, action: Action, done: &str) {
        let Some(table) = self.table().await else { return };
        match table.press(self.caller.presser.clone(), Stamp::Any, action).await {
            Ok(_) => self.say(done).await,
            Err(fault) => self.refuse(&fault).await,
        }
    }

    /// Where the answer stands.
    const fn place(&self) -> Where {
        match self.caller.guild {
            Some(_) => Where::Channel,
            None => Where::Direct,
        }
    }

    /// Asks to confirm a request at the table meant.
    async fn ask_to_confirm(&self, request: Request) {
        if let Some(table) = self.table().await {
            self.bot.ask_to_confirm(&self.caller, &table, self.place(), request).await;
        }
    }

    /// Puts a deed to the table meant, and answers with the caller's view of it, or why not.
    async fn act_and_view(&self, action: Action, change: impl FnOnce(Choice) -> Choice) {
        let Some(table) = self.table().await else { return };
        match table.press(self.caller.presser.clone(), Stamp::Any, action).await {
            Ok(reply) => self.bot.show_view(&self.caller, &reply.telling, self.place(), change),
            Err(fault) => self.refuse(&fault).await,
        }
    }
}
