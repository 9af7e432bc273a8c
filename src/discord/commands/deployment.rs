//! `/junqi deploy`, `swap`, `march`.

use serenity::builder::CreateAutocompleteResponse;

use super::battle::{point_of, suggested};
use super::{Asked, Context, Done};
use crate::discord::screens::Choice;
use crate::discord::suggestions::deployed_pieces;
use crate::rules::Command;
use crate::table::Action;

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
async fn own_points(context: Context<'_>, partial: &str) -> CreateAutocompleteResponse {
    suggested(&context, |caller, latest| deployed_pieces(latest, caller.user(), caller.texts, partial)).await
}
