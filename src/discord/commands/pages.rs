//! `/junqi layouts`, `rules`.

use serenity::all::AutocompleteChoice;
use serenity::builder::CreateAutocompleteResponse;

use super::{Asked, Context, Done};
use crate::discord::caller::Caller;
use crate::discord::presses;
use crate::discord::screen::Screen;
use crate::discord::screens::{ShelfState, Topic, rules_screen};
use crate::discord::texts::escape_most;
use crate::rules::Role;

/// The rules
#[poise::command(slash_command)]
pub(super) async fn rules(
    context: Context<'_>,
    #[description = "topic"]
    #[autocomplete = "topics"]
    topic: Option<String>,
) -> Done {
    let asked = Asked::acknowledge(&context).await?;
    let texts = asked.caller.texts;
    let named = match &topic {
        None => Some(Topic::FirstGame),
        Some(text) => Topic::named(text),
    };
    let screen = match (named, topic) {
        (Some(topic), _) => rules_screen(texts, topic.page()),
        (None, text) => {
            let titles: Vec<String> = Topic::ALL.iter().map(|topic| topic.title(texts)).collect();
            let text = escape_most(&text.unwrap_or_default(), 50);
            let arguments = [("text", text.into()), ("topics", titles.join(" · ").into())];
            Screen::text(texts.get("refused-no-topic", &arguments))
        }
    };
    asked.show(screen).await;
    Ok(())
}

/// The topics' titles in the user's language.
#[allow(clippy::unused_async, reason = "the framework calls autocompletion asynchronously")]
async fn topics(context: Context<'_>, partial: &str) -> CreateAutocompleteResponse {
    let bot = context.framework.user_data;
    let texts = Caller::of_command(context.interaction, &bot.preferences, &bot.lines).texts;
    let typed = partial.trim().to_lowercase();
    let titled = Topic::ALL.into_iter().map(|topic| (topic.title(texts), topic.code()));
    let fitting =
        titled.filter(|(title, code)| title.to_lowercase().contains(&typed) || code.starts_with(&typed));
    let choices = fitting.map(|(title, code)| AutocompleteChoice::new(title, code)).collect();
    CreateAutocompleteResponse::new().set_choices(choices)
}

/// Your saved layouts
#[poise::command(slash_command)]
pub(super) async fn layouts(context: Context<'_>) -> Done {
    let asked = Asked::acknowledge(&context).await?;
    let screen = presses::shelf_page(asked.bot, &asked.caller, Role::Defender, None, ShelfState::Calm).await;
    asked.show(screen).await;
    Ok(())
}
