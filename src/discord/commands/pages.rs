//! `/junqi rules`.

use super::{Asked, Context, Done};
use crate::discord::screens::rules_screen;

/// The rules
#[poise::command(slash_command)]
pub(super) async fn rules(context: Context<'_>) -> Done {
    let asked = Asked::acknowledge(&context).await?;
    asked.show(rules_screen(asked.caller.texts, 0)).await;
    Ok(())
}
