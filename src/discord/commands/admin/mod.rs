//! `/junqi-admin`: hidden without Manage Server, and checked again in every command.

mod config;
mod doctor;
mod season;
mod stop;

use super::{Context, Done};

/// 軍棋三打一: administration
#[poise::command(
    slash_command,
    guild_only,
    rename = "junqi-admin",
    default_member_permissions = "MANAGE_GUILD",
    subcommand_required,
    subcommands("config::config", "season::season", "stop::stop", "doctor::doctor")
)]
#[allow(clippy::unused_async, reason = "the framework calls commands asynchronously")]
pub(super) async fn junqi_admin(_context: Context<'_>) -> Done {
    Ok(())
}
