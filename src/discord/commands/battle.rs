//! `/junqi call`, `move`, `board`, `vote`, `draw`, `self_destruct`.

use serenity::builder::CreateAutocompleteResponse;

use super::{Asked, Context, Done};
use crate::discord::caller::Caller;
use crate::discord::screen::Screen;
use crate::discord::screens::{Choice, words_screen};
use crate::discord::suggestions::{self, movable_pieces};
use crate::discord::typed_move::{MoveFault, read_point};
use crate::rules::{Answer, Call, Command, Move, Point, Request};
use crate::table::{Action, Telling};

/// A call as the command offers it.
#[derive(Clone, Copy, Debug, poise::ChoiceParameter)]
pub(super) enum CallChoice {
    #[name = "pass"]
    Pass,
    #[name = "1"]
    One,
    #[name = "2"]
    Two,
    #[name = "3"]
    Three,
}

/// An answer as the command offers it.
#[derive(Clone, Copy, Debug, poise::ChoiceParameter)]
pub(super) enum AnswerChoice {
    #[name = "agree"]
    Agree,
    #[name = "refuse"]
    Refuse,
}

/// Call in the auction
#[poise::command(slash_command)]
pub(super) async fn call(context: Context<'_>, #[description = "contract"] contract: CallChoice) -> Done {
    let asked = Asked::acknowledge(&context).await?;
    let call = match contract {
        CallChoice::Pass => Call::Pass,
        CallChoice::One => Call::One,
        CallChoice::Two => Call::Two,
        CallChoice::Three => Call::Three,
    };
    asked.act(Action::Play(Command::Call(call)), "called").await;
    Ok(())
}

/// Move a piece
#[poise::command(slash_command, rename = "move")]
pub(super) async fn move_piece(
    context: Context<'_>,
    #[description = "from"]
    #[autocomplete = "movable_points"]
    from: String,
    #[description = "to"]
    #[autocomplete = "destinations"]
    to: String,
) -> Done {
    let asked = Asked::acknowledge(&context).await?;
    let (Some(from), Some(to)) = (point_of(&asked, &from).await, point_of(&asked, &to).await) else {
        return Ok(());
    };
    let action = Action::Play(Command::Move(Move { from, to }));
    asked.act_and_view(action, |_| Choice::default()).await;
    Ok(())
}

/// The present view, as picture or in words
#[poise::command(slash_command)]
pub(super) async fn board(context: Context<'_>, #[description = "text"] text: Option<bool>) -> Done {
    let asked = Asked::acknowledge(&context).await?;
    if text != Some(true) {
        asked.act_and_view(Action::Look, |choice| choice).await;
        return Ok(());
    }
    let Some(table) = asked.table().await else { return Ok(()) };
    match table.press(asked.caller.presser.clone(), crate::table::Stamp::Any, Action::Look).await {
        Ok(reply) => {
            let words = words_screen(&reply.telling, asked.caller.user(), asked.caller.texts);
            asked.show(words).await;
        }
        Err(fault) => asked.refuse(&fault).await,
    }
    Ok(())
}

/// Answer an open request
#[poise::command(slash_command)]
pub(super) async fn vote(context: Context<'_>, #[description = "answer"] answer: AnswerChoice) -> Done {
    let asked = Asked::acknowledge(&context).await?;
    let answer = match answer {
        AnswerChoice::Agree => Answer::Agree,
        AnswerChoice::Refuse => Answer::Refuse,
    };
    asked.act(Action::Play(Command::Answer(answer)), "answered").await;
    Ok(())
}

/// Offer a draw
#[poise::command(slash_command)]
pub(super) async fn draw(context: Context<'_>) -> Done {
    let asked = Asked::acknowledge(&context).await?;
    asked.ask_to_confirm(Request::Draw).await;
    Ok(())
}

/// Ask to give up your army
#[poise::command(slash_command)]
pub(super) async fn self_destruct(context: Context<'_>) -> Done {
    let asked = Asked::acknowledge(&context).await?;
    asked.ask_to_confirm(Request::SelfDestruct).await;
    Ok(())
}

/// The point that a text names, or the answer that it names none.
pub(super) async fn point_of(asked: &Asked<'_>, text: &str) -> Option<Point> {
    match read_point(text) {
        Ok(point) => Some(point),
        Err(text) => {
            let words = MoveFault::NoPoint(text).say(asked.caller.texts);
            asked.show(Screen::text(words)).await;
            None
        }
    }
}

/// The pieces that the caller can move, named; only the caller sees them.
async fn movable_points(context: Context<'_>, partial: &str) -> CreateAutocompleteResponse {
    suggested(&context, |caller, latest| movable_pieces(latest, caller.user(), caller.texts, partial)).await
}

/// Where the piece chosen before can go.
async fn destinations(context: Context<'_>, partial: &str) -> CreateAutocompleteResponse {
    let from =
        context.args.iter().find(|option| option.name == "from").and_then(|option| match option.value {
            serenity::all::ResolvedValue::String(text) => read_point(text).ok(),
            _ => None,
        });
    suggested(&context, |caller, latest| suggestions::destinations(latest, caller.user(), from, partial))
        .await
}

/// What the table that the caller means suggests; nothing where there is none.
#[cfg_attr(not(test), allow(clippy::unused_async, reason = "a test spoils it"))]
pub(super) async fn suggested(
    context: &Context<'_>,
    suggestions: impl FnOnce(&Caller, &Telling) -> CreateAutocompleteResponse,
) -> CreateAutocompleteResponse {
    let bot = context.framework.user_data;
    let caller = Caller::of_command(context.interaction, &bot.preferences, &bot.lines);
    let suggested = match bot.table_meant(&caller) {
        Some(table) => suggestions(&caller, &table.latest()),
        None => CreateAutocompleteResponse::new(),
    };
    #[cfg(test)]
    if let Some(leaky) = &bot.artist.leaky {
        return leaky.spoil_suggestions(suggested).await;
    }
    suggested
}
