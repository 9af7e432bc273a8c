//! `/junqi-admin stop`: ends a stuck game without scores.

use serenity::all::AutocompleteChoice;
use serenity::builder::CreateAutocompleteResponse;

use crate::discord::caller::Caller;
use crate::discord::commands::{Asked, Context, Done};
use crate::discord::permissions::manages;
use crate::discord::screen::Screen;
use crate::discord::screens::{ask_stop_screen, table_line};
use crate::table::TableId;

/// Choices that Discord shows.
const CHOICES: usize = 25;

/// The longest text of a choice that Discord takes, in characters.
const CHOICE_MAX: usize = 100;

/// End a stuck game without scores
#[poise::command(slash_command)]
pub(super) async fn stop(
    context: Context<'_>,
    #[description = "game"]
    #[autocomplete = "running_tables"]
    game: String,
) -> Done {
    let asked = Asked::acknowledge(&context).await?;
    let texts = asked.caller.texts;
    let Some(guild) = asked.managed().await else { return Ok(()) };
    let id = game.trim().parse().ok().map(TableId);
    let table = id.and_then(|id| asked.bot.hall.table(id)).filter(|table| table.latest().guild == guild);
    let screen = if let Some(table) = table {
        ask_stop_screen(texts, &table)
    } else {
        let shown = crate::discord::texts::escape(&game);
        Screen::text(texts.get("refused-no-game", &[("text", shown.into())]))
    };
    asked.show(screen).await;
    Ok(())
}

/// The running tables of this server, for those who may stop them.
#[allow(clippy::unused_async, reason = "the framework calls autocompletion asynchronously")]
async fn running_tables(context: Context<'_>, partial: &str) -> CreateAutocompleteResponse {
    let bot = context.framework.user_data;
    let caller = Caller::of_command(context.interaction, &bot.preferences, &bot.lines);
    let Some(guild) = caller.guild.filter(|_| manages(caller.permissions)) else {
        return CreateAutocompleteResponse::new();
    };
    let typed = partial.trim().to_lowercase();
    let choices = bot.hall.tables_of(guild).into_iter().filter_map(|table| {
        let line = table_line(caller.texts, &table);
        let fits = line.to_lowercase().contains(&typed);
        let line: String = line.chars().take(CHOICE_MAX).collect();
        fits.then(|| AutocompleteChoice::new(line, table.id().to_string()))
    });
    CreateAutocompleteResponse::new().set_choices(choices.take(CHOICES).collect())
}
