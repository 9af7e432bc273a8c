//! `/junqi deploy`, `swap`, `march`.

use serenity::builder::CreateAutocompleteResponse;

use super::battle::{point_of, suggest};
use super::{Asked, Context, Done};
use crate::discord::screens::Choice;
use crate::discord::texts::Texts;
use crate::picture::kind_name;
use crate::rules::Command;
use crate::table::{Action, UserId, Viewer};
use crate::view::OwnView;

/// See your own deployment
#[poise::command(slash_command)]
pub(super) async fn deploy(context: Context<'_>) -> Done {
    let asked = Asked::acknowledge(&context).await?;
    asked.act_and_view(Action::Look, |choice| choice).await;
    Ok(())
}

/// Swap two of your pieces
#[poise::command(slash_command)]
pub(super) async fn swap(
    context: Context<'_>,
    #[description = "a"]
    #[autocomplete = "own_points"]
    a: String,
    #[description = "b"]
    #[autocomplete = "own_points"]
    b: String,
) -> Done {
    let asked = Asked::acknowledge(&context).await?;
    let (Some(a), Some(b)) = (point_of(&asked, &a).await, point_of(&asked, &b).await) else { return Ok(()) };
    let swapped = |choice| Choice { last_swap: Some((a, b)), ..choice };
    asked.act_and_view(Action::Play(Command::Swap(a, b)), swapped).await;
    Ok(())
}

/// Be ready: a march is not taken back
#[poise::command(slash_command)]
pub(super) async fn march(context: Context<'_>) -> Done {
    let asked = Asked::acknowledge(&context).await?;
    asked.act(Action::Play(Command::March), "marched").await;
    Ok(())
}

/// The caller's own points with what stands on them; only the caller sees them.
#[allow(clippy::unused_async, reason = "the framework calls autocompletion asynchronously")]
async fn own_points(context: Context<'_>, partial: &str) -> CreateAutocompleteResponse {
    let (interaction, bot) = (context.interaction, context.framework.user_data);
    let caller = crate::discord::caller::Caller::of_command(interaction, &bot.preferences, &bot.lines);
    let texts: Texts = caller.texts;
    let Some(table) = context.framework.user_data.table_meant(&caller) else {
        return CreateAutocompleteResponse::new();
    };
    let latest = table.latest();
    let user: UserId = caller.user();
    let Viewer::Player(view) = latest.viewer(user) else { return CreateAutocompleteResponse::new() };
    let OwnView::Layout { layout, .. } = &view.own else { return CreateAutocompleteResponse::new() };
    let points =
        layout.0.iter().map(|(point, kind)| (*point, format!("{point} {}", kind_name(*kind, texts.0))));
    suggest(points, partial)
}
